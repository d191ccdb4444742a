import { instanceState, suspensionState, type FlowExecution, type FlowModel, type FlowProcess, type FlowWork } from '#domain/flow/flowRows.ts';
import { flowName } from '#domain/flow/shippedNames.ts';
import { text, date, type Fields } from '#domain/kernel/fields.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { useSay } from '#src/ui/language.ts';
import { timeWidths, type TableColumn } from '#src/ui/table/column.ts';
import { Tag } from '#src/ui/Tag.tsx';

const yes: Label = ['同意', 'Agreed'];
const no: Label = ['驳回', 'Refused'];

function State({ value }: { readonly value: number }) {
  const say = useSay();
  return <Tag tone={value === suspensionState.active ? 'success' : 'warning'}>{say(suspensionState.labelOf(value) ?? ['', ''])}</Tag>;
}
function Finished({ row }: { readonly row: FlowWork }) {
  const say = useSay();
  const isOver = row.processIsFinished === 'finished';
  return <Tag tone={isOver ? 'neutral' : 'accent'}>{say(finished(isOver))}</Tag>;
}
const finished = (isOver: boolean): Label => instanceState.labelOf(isOver ? instanceState.finished : instanceState.running) ?? ['', ''];

export const decision = (isPass: boolean | null, language: Language): string => (isPass === null ? '' : inLanguage(isPass ? yes : no, language));

export const processSearch: Fields = { name: text('流程名称', 'Process'), key: text('流程标识', 'Key') };
export const processColumns: readonly TableColumn<FlowProcess>[] = [
  { key: 'name', title: ['流程名称', 'Process'], width: 200, pin: 'start', text: (row, language) => flowName(row.name, language) },
  { key: 'key', title: ['流程标识', 'Key'], width: 140, isMono: true },
  { key: 'categoryName', title: ['流程分类', 'Category'], width: 140, least: 100, text: (row, language) => flowName(row.categoryName, language) },
  { key: 'version', title: ['版本', 'Version'], width: 80, align: 'end', text: (row) => `v${row.version}` },
  {
    key: 'suspensionState',
    title: ['状态', 'State'],
    width: 100,
    cell: (row) => <State value={row.suspensionState} />,
    text: (row, language) => inLanguage(suspensionState.labelOf(row.suspensionState) ?? ['', ''], language),
  },
  { key: 'deploymentTime', title: ['部署时间', 'Deployed'], ...timeWidths },
  { key: 'description', title: ['说明', 'Description'], width: 320, least: 160 },
];

export const modelSearch: Fields = { name: text('模型名称', 'Name'), modelKey: text('模型标识', 'Key') };
export const modelColumns: readonly TableColumn<FlowModel>[] = [
  { key: 'name', title: ['模型名称', 'Name'], width: 200, pin: 'start', text: (row, language) => flowName(row.name, language) },
  { key: 'modelKey', title: ['模型标识', 'Key'], width: 160, isMono: true },
  { key: 'version', title: ['版本', 'Version'], width: 80, align: 'end', text: (row) => `v${row.version}` },
  { key: 'description', title: ['说明', 'Description'], width: 320, least: 160 },
  { key: 'lastUpdated', title: ['更新时间', 'Changed'], ...timeWidths },
  { key: 'lastUpdatedBy', title: ['更新人', 'By'], width: 110 },
];

export const workSearch: Fields = {
  processDefinitionName: text('流程名称', 'Process'),
  title: text('申请', 'Request'),
  beginDate: date('起始日期', 'From'),
  endDate: date('截止日期', 'Until'),
};
const common: readonly TableColumn<FlowWork>[] = [
  { key: 'title', title: ['申请', 'Request'], width: 240, pin: 'start' },
  {
    key: 'processDefinitionName',
    title: ['流程名称', 'Process'],
    width: 140,
    text: (row, language) => flowName(row.processDefinitionName, language),
  },
  { key: 'taskName', title: ['节点', 'Step'], width: 160, least: 110, text: (row, language) => flowName(row.taskName, language) },
];
const applicant: TableColumn<FlowWork> = { key: 'startUserName', title: ['申请人', 'Asked by'], width: 90 };
const arrived: TableColumn<FlowWork> = { key: 'createTime', title: ['到达时间', 'Since'], ...timeWidths };
const state: TableColumn<FlowWork> = {
  key: 'processIsFinished',
  title: ['流程状态', 'State'],
  width: 100,
  cell: (row) => <Finished row={row} />,
  text: (row, language) => inLanguage(finished(row.processIsFinished === 'finished'), language),
};
const outcome: TableColumn<FlowWork> = {
  key: 'outcome',
  title: ['结果', 'Result'],
  width: 160,
  text: (row, language) => flowName(row.outcome, language),
};

/** The columns of each list of work. */
export const workColumns = {
  claim: [...common, applicant, arrived],
  todo: [...common, applicant, arrived, { key: 'claimTime', title: ['签收时间', 'Claimed'], ...timeWidths }],
  send: [
    ...common,
    { key: 'assigneeName', title: ['当前办理人', 'With'], width: 110 },
    { ...arrived, title: ['申请时间', 'Asked'] },
    state,
    outcome,
    { key: 'endTime', title: ['结束时间', 'Ended'], ...timeWidths },
  ],
  done: [
    ...common,
    applicant,
    { key: 'isPass', title: ['我的意见', 'I said'], width: 90, text: (row, language) => decision(row.isPass, language) },
    { key: 'comment', title: ['批复意见', 'Comment'], width: 180, least: 120 },
    { key: 'endTime', title: ['办理时间', 'Done'], ...timeWidths },
    state,
  ],
} satisfies Record<string, readonly TableColumn<FlowWork>[]>;

export const followSearch: Fields = {
  startUser: text('申请人', 'Asked by'),
  processDefinitionKey: text('流程标识', 'Key'),
  processInstanceId: text('流程实例', 'Run'),
};
export const followColumns: readonly TableColumn<FlowExecution>[] = [
  { key: 'name', title: ['申请', 'Request'], width: 240, pin: 'start' },
  {
    key: 'processDefinitionName',
    title: ['流程名称', 'Process'],
    width: 140,
    text: (row, language) => flowName(row.processDefinitionName, language),
  },
  { key: 'taskName', title: ['当前节点', 'Step'], width: 160, least: 110, text: (row, language) => flowName(row.taskName, language) },
  { key: 'assigneeName', title: ['办理人', 'With'], width: 110 },
  { key: 'startUser', title: ['申请人', 'Asked by'], width: 110 },
  { key: 'startTime', title: ['申请时间', 'Asked'], ...timeWidths },
  {
    key: 'suspensionState',
    title: ['状态', 'State'],
    width: 100,
    cell: (row) => <State value={row.suspensionState} />,
    text: (row, language) => inLanguage(suspensionState.labelOf(row.suspensionState) ?? ['', ''], language),
  },
  { key: 'processInstanceId', title: ['流程实例', 'Run'], width: 190, isMono: true },
];
