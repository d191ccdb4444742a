import { instanceState, suspensionState, type FlowExecution, type FlowModel, type FlowProcess, type FlowWork } from '#domain/flow/flowRows.ts';
import { flowName } from '#domain/flow/shippedNames.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { useSay } from '#src/ui/language.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
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

export const processCells: Cells<FlowProcess> = {
  name: { width: 200, text: (row, language) => flowName(row.name, language) },
  categoryName: { width: 140, least: 100, text: (row, language) => flowName(row.categoryName, language) },
  version: { width: 80, text: (row) => `v${row.version}` },
  suspensionState: { width: 100, cell: (row) => <State value={row.suspensionState} /> },
  description: { width: 320, least: 160 },
};
export const modelCells: Cells<FlowModel> = {
  name: { width: 200, text: (row, language) => flowName(row.name, language) },
  version: { width: 80, text: (row) => `v${row.version}` },
  description: { width: 320, least: 160 },
};
export const workCells: Cells<FlowWork> = {
  title: { width: 240 },
  processDefinitionName: { text: (row, language) => flowName(row.processDefinitionName, language) },
  taskName: { least: 110, text: (row, language) => flowName(row.taskName, language) },
  startUserName: { width: 100, least: 80 },
  assigneeName: { width: 110, least: 90 },
  comment: { width: 180, least: 120 },
  processIsFinished: {
    width: 110,
    cell: (row) => <Finished row={row} />,
    text: (row, language) => inLanguage(finished(row.processIsFinished === 'finished'), language),
  },
  outcome: { text: (row, language) => flowName(row.outcome, language) },
  isPass: { width: 100, text: (row, language) => decision(row.isPass, language) },
};
export const followCells: Cells<FlowExecution> = {
  name: { width: 240 },
  processDefinitionName: { text: (row, language) => flowName(row.processDefinitionName, language) },
  taskName: { least: 110, text: (row, language) => flowName(row.taskName, language) },
  suspensionState: { width: 100, cell: (row) => <State value={row.suspensionState} /> },
  processInstanceId: { width: 190 },
};
