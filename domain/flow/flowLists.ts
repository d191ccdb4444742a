import { choice, code, dateTime, flag, integer, text, type Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { describeListing } from '#domain/kernel/listing.ts';
import { flowExecution, flowModel, flowProcess, flowWork } from './flowCalls.ts';
import { flowMode, suspensionState } from './flowRows.ts';

const noFile = 'what a person is to do, or a few dozen drawings: looked at, not reckoned with';
const name = text('流程名称', 'Process');
const key = code('流程标识', 'Key');
const category = text('流程分类', 'Category');

/** Processes as they are drawn. */
export const modelList = describeListing({
  name: 'flowModel',
  title: ['模型管理', 'Models'],
  at: 'flow/model/list',
  permission: 'flowModel_view',
  row: flowModel,
  id: 'id',
  columns: {
    name: text('模型名称', 'Name'),
    modelKey: code('模型标识', 'Key'),
    version: integer('版本', 'Version'),
    description: text('说明', 'Description'),
    lastUpdated: dateTime('更新时间', 'Updated'),
    lastUpdatedBy: text('更新人', 'Updated by'),
  },
  search: { name: text('模型名称', 'Name'), modelKey: code('模型标识', 'Key') },
  noFile,
  screens: [{ route: '/flow/model', title: ['模型管理', 'Models'] }],
});

const processes = {
  permission: null,
  everybody: 'everybody may ask for leave',
  row: flowProcess,
  id: 'id',
  columns: {
    name,
    key,
    categoryName: category,
    version: integer('版本', 'Version'),
    deploymentTime: dateTime('部署时间', 'Deployed'),
    description: text('说明', 'Description'),
  },
  noFile,
} as const;
/** Every deployed version. */
export const processList = describeListing({
  ...processes,
  name: 'flowProcess',
  title: ['流程部署', 'Deployed processes'],
  at: 'flow/manager/list',
  permission: 'flowManager_view',
  columns: { ...processes.columns, suspensionState: choice('状态', 'State', suspensionState) },
  search: { name, key, mode: choice('流程模式', 'Mode', flowMode) },
  parameters: ['category'],
  screens: [{ route: '/flow/manager', title: ['流程部署', 'Deployed processes'] }],
});
/** The newest version of each process that can be started. */
export const startList = describeListing({
  ...processes,
  name: 'flowStart',
  title: ['发起流程', 'Start a process'],
  at: 'flow/work/start-list',
  search: { name },
  parameters: ['category', 'mode'],
  screens: [{ route: '/work/start', title: ['发起流程', 'Start a process'] }],
});

/** Everything that runs, and where it waits. */
export const followList = describeListing({
  name: 'flowFollow',
  title: ['流程跟踪', 'Running processes'],
  at: 'flow/follow/list',
  permission: 'flowFollow_view',
  row: flowExecution,
  id: 'processInstanceId',
  columns: {
    name: text('申请', 'Request'),
    processDefinitionName: name,
    taskName: text('当前节点', 'Step'),
    assigneeName: text('办理人', 'With'),
    startUser: text('申请人', 'Applied by'),
    startTime: dateTime('申请时间', 'Applied at'),
    suspensionState: choice('状态', 'State', suspensionState),
    processInstanceId: code('流程实例', 'Run'),
  },
  search: { startUser: text('申请人', 'Applied by'), processDefinitionKey: key, processInstanceId: code('流程实例', 'Run') },
  noFile,
  screens: [{ route: '/flow/follow', title: ['流程跟踪', 'Running processes'] }],
});

const common = { title: text('申请', 'Request'), processDefinitionName: name, taskName: text('节点', 'Step') };
const applicant = { startUserName: text('申请人', 'Applied by') };
const since = dateTime('到达时间', 'Since');
const asked = dateTime('申请时间', 'Applied at');
const arrived = { createTime: since };
const finished = { processIsFinished: text('流程状态', 'Process state') };
const listOf = <const Kind extends 'claim' | 'todo' | 'send' | 'done', Columns extends Fields>(kind: Kind, title: Label, columns: Columns) =>
  describeListing({
    name: `flow_${kind}`,
    title,
    at: `flow/work/${kind}-list`,
    permission: null,
    everybody: "one's own tasks",
    row: flowWork,
    // A run stands once, a task of it once.
    id: kind === 'send' ? 'processInstanceId' : 'taskId',
    columns: { ...common, ...columns },
    search: { processDefinitionName: name, title: text('申请', 'Request'), createTime: kind === 'send' ? asked : since },
    parameters: ['category', 'beginDate', 'endDate'],
    noFile,
    screens: [{ route: `/work/${kind}`, title }],
  });
export const workLists = {
  claim: listOf('claim', ['待签任务', 'Tasks to claim'], { ...applicant, ...arrived }),
  todo: listOf('todo', ['待办任务', 'My tasks'], { ...applicant, ...arrived, claimTime: dateTime('任务签收时间', 'Claimed at') }),
  send: listOf('send', ['我的发起', 'Started by me'], {
    assigneeName: text('当前办理人', 'With'),
    createTime: asked,
    ...finished,
    outcome: text('结果', 'Outcome'),
    endTime: dateTime('结束时间', 'End time'),
  }),
  done: listOf('done', ['已办任务', 'What I did'], {
    ...applicant,
    isPass: flag('我的意见', 'I said', { isBoolean: true }),
    comment: text('批复意见', 'Comment'),
    endTime: dateTime('办理时间', 'Done'),
    ...finished,
  }),
};
