import { z } from 'zod';
import { anyJson, declareCalls, fileAnswer, inQueryOrBody, isDone, parameters, shape, type Contract, type RowOf } from '#domain/kernel/contract.ts';

const text = z.string().nullable();

/** The model of a process, as it is drawn. */
export const flowModel = shape({
  id: z.string(),
  tenantId: z.string(),
  modelKey: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
  created: z.string(),
  createdBy: z.string(),
  lastUpdated: z.string(),
  lastUpdatedBy: z.string(),
  modelComment: z.string(),
  modelType: z.int(),
});
export type FlowModel = RowOf<typeof flowModel>;
export const flowModelDetail = flowModel.extend({ modelEditorXml: z.string(), modelEditorJson: z.null() });

const category = {
  category: z.string(),
  categoryName: z.string(),
  /** The folder of its form's routes (`leave`); empty where it has none. */
  categoryRemark: z.string(),
};

/** A deployed process. */
export const flowProcess = shape({
  id: z.string(),
  tenantId: z.string(),
  name: z.string(),
  key: z.string(),
  ...category,
  version: z.int(),
  mode: z.int(),
  deploymentId: z.string(),
  resourceName: z.string(),
  diagramResourceName: z.string(),
  suspensionState: z.int(),
  deploymentTime: z.string(),
  description: z.string(),
});
export type FlowProcess = RowOf<typeof flowProcess>;

/** A running process, for who follows them all. */
export const flowExecution = shape({
  ...category,
  id: z.string(),
  name: z.string(),
  startUserId: z.string(),
  startUser: z.string(),
  startTime: z.string(),
  taskDefinitionId: text,
  taskDefinitionKey: text,
  taskName: text,
  assigneeName: text,
  processInstanceId: z.string(),
  processDefinitionId: z.string(),
  processDefinitionKey: z.string(),
  processDefinitionName: z.string(),
  activityId: text,
  suspensionState: z.int(),
  executionId: text,
  businessId: text,
});
export type FlowExecution = RowOf<typeof flowExecution>;

/** A task or a run as the work lists show it (the wire's BladeFlow). */
export const flowWork = shape({
  taskId: text,
  taskName: text,
  taskDefinitionKey: text,
  assignee: text,
  assigneeName: text,
  claimTime: text,
  executionId: text,
  historyActivityId: text,
  historyActivityName: text,
  comment: text,
  isPass: z.boolean().nullable(),
  flag: text,
  ...category,
  processInstanceId: z.string(),
  historyProcessInstanceId: z.string(),
  processDefinitionId: z.string(),
  processDefinitionKey: z.string(),
  processDefinitionName: z.string(),
  processDefinitionVersion: z.int(),
  processDefinitionDesc: z.string(),
  /** What a person knows the run by (ours). */
  title: z.string(),
  startUserName: z.string(),
  /** The end it came to, or why it was ended (ours). */
  outcome: z.string(),
  businessTable: z.string(),
  businessId: text,
  processIsFinished: z.enum(['finished', 'unfinished']),
  createTime: z.string(),
  endTime: text,
  historyTaskEndTime: text,
  status: z.string(),
});
export type FlowWork = RowOf<typeof flowWork>;

/** One line of a run's history. */
export const flowHistory = shape({
  historyActivityId: z.string(),
  historyActivityName: z.string(),
  historyActivityType: z.string(),
  executionId: z.string(),
  taskId: text,
  assigneeName: text,
  createTime: z.string(),
  endTime: text,
  historyActivityDurationTime: text,
  isPass: z.boolean().nullable(),
  comment: z.string(),
});
export type FlowHistory = RowOf<typeof flowHistory>;

const view = shape({ xml: z.string(), flow: z.array(flowHistory) });
/** model-view: the drawing, and what of it has happened. */
export interface FlowView {
  readonly xml: string;
  readonly flow: readonly Pick<
    FlowHistory,
    'historyActivityId' | 'historyActivityType' | 'historyActivityName' | 'createTime' | 'endTime' | 'assigneeName'
  >[];
}

const seen = parameters('processInstanceId', 'processDefinitionId', 'instanceId', 'resourceType');
const deployed = shape({ processIds: z.array(z.string()) });
const saveModel = {
  title: ['保存流程模型', 'Save a model'],
  permission: 'flowModel_save',
  body: z.object({ id: anyJson.optional(), name: anyJson.optional(), description: anyJson.optional(), modelEditorXml: anyJson.optional() }),
  answer: shape({ id: z.string(), modelKey: z.string(), version: z.int() }),
} as const satisfies Contract;

export const modelContracts = declareCalls({
  'GET flow/model/detail': {
    title: ['流程模型详情', 'A model of a process'],
    permission: 'flowModel_view',
    query: parameters('id'),
    answer: flowModelDetail,
  },
  'POST flow/model/submit': saveModel,
  'POST flow/model/save': saveModel,
  'POST flow/model/remove': { title: ['删除流程模型', 'Remove models'], permission: 'flowModel_remove', ...inQueryOrBody('ids'), answer: isDone },
  'POST flow/model/deploy': {
    title: ['部署流程模型', 'Deploy a model'],
    permission: 'flowModel_deploy',
    query: parameters('modelId', 'category', 'tenantIds'),
    answer: deployed,
  },
});

export const managerContracts = declareCalls({
  'POST flow/manager/change-state': {
    title: ['变更流程状态', 'Activate or suspend a process'],
    permission: 'flowManager_save',
    query: parameters('state', 'processId'),
    answer: isDone,
  },
  // Its finished runs stay to be read; with running ones it stays itself.
  'POST flow/manager/delete-deployment': {
    title: ['删除部署', 'Remove deployed processes'],
    permission: 'flowManager_remove',
    ...inQueryOrBody('deploymentIds'),
    answer: isDone,
  },
  'POST flow/manager/deploy-upload': {
    title: ['上传部署流程', 'Deploy a file'],
    permission: 'flowManager_save',
    isUpload: true,
    answer: deployed,
  },
  'POST flow/follow/delete-process-instance': {
    title: ['终止流程', 'End running processes'],
    permission: 'flowFollow_remove',
    ...inQueryOrBody('processInstanceId', 'deleteReason'),
    answer: isDone,
  },
});

export const workContracts = declareCalls({
  'POST flow/work/claim-task': {
    title: ['签收任务', 'Claim a task'],
    permission: null,
    everybody: 'the task says who may',
    query: parameters('taskId'),
    answer: isDone,
  },
  // `{taskId, processInstanceId, flag: "ok", comment}` agrees; without the flag it refuses.
  'POST flow/work/complete-task': {
    title: ['办理任务', 'Do a task'],
    permission: null,
    everybody: 'the task says who may',
    body: z.object({ taskId: anyJson.optional(), processInstanceId: anyJson.optional(), flag: anyJson.optional(), comment: anyJson.optional() }),
    answer: isDone,
  },
  // The applicant withdraws their own run through the task it waits at.
  'POST flow/work/delete-task': {
    title: ['撤回流程', 'Withdraw a process'],
    permission: null,
    everybody: "one's own request alone",
    query: parameters('taskId', 'reason'),
    answer: isDone,
  },
});

export const processContracts = declareCalls({
  'GET flow/process/history-flow-list': {
    title: ['流程流转历史', 'History of a process'],
    permission: null,
    everybody: 'who takes part in the process',
    query: parameters('processInstanceId'),
    answer: z.array(flowHistory),
  },
  'GET flow/process/model-view': {
    title: ['流程图数据', 'The drawing of a process'],
    permission: null,
    everybody: 'who takes part in the process',
    query: seen,
    answer: view,
  },
  // The drawing as a picture (SVG), for clients without a viewer.
  'GET flow/process/diagram-view': {
    title: ['流程图片', 'The picture of a process'],
    permission: null,
    everybody: 'who takes part in the process',
    query: seen,
    answer: fileAnswer,
  },
  'GET flow/process/resource-view': {
    title: ['流程资源', 'The file of a process'],
    permission: null,
    everybody: 'who takes part in the process',
    query: seen,
    answer: fileAnswer,
  },
});

/** ProcessLeave of the wire, with the names of people and where it stands. */
const processLeave = shape({
  id: z.string(),
  processDefinitionId: z.string(),
  processInstanceId: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  reason: z.string(),
  taskUser: z.string(),
  taskUserName: z.string(),
  applyUser: z.string(),
  applyUserName: z.string(),
  applyTime: z.string(),
  state: z.int(),
  outcome: z.string(),
  days: z.number(),
  /** The task that waits now; null once it has ended. */
  flow: shape({ taskId: z.string(), taskName: text, taskDefinitionKey: text, assignee: text, assigneeName: text }).nullable(),
});
export type ProcessLeave = RowOf<typeof processLeave>;
/** As it is read, with the task it waits at. */
export const storedLeave = processLeave
  .omit({ days: true, flow: true })
  .extend({ taskId: text, taskName: text, taskDefinitionKey: text, assignee: text, assigneeName: text });

const leaveForm = { taskUser: anyJson.optional(), startTime: anyJson.optional(), endTime: anyJson.optional(), reason: anyJson.optional() };

export const leaveContracts = declareCalls({
  'POST desk/process/leave/start-process': {
    title: ['发起请假流程', 'Ask for leave'],
    permission: null,
    everybody: 'everybody may ask for leave',
    body: z.object({ processDefinitionId: anyJson.optional(), ...leaveForm }),
    answer: shape({ id: z.string(), processInstanceId: z.string() }),
  },
  // The applicant amends what was sent back, and sends it on (ours).
  'POST desk/process/leave/amend': {
    title: ['修改并重新提交请假', 'Amend leave and send it on'],
    permission: null,
    everybody: "one's own request alone",
    body: z.object({ taskId: anyJson.optional(), comment: anyJson.optional(), ...leaveForm }),
    answer: isDone,
  },
  // For who asked, who decides or may decide, and who follows all processes.
  'GET desk/process/leave/detail': {
    title: ['请假详情', 'A request for leave'],
    permission: null,
    everybody: 'who asked and who decides',
    query: parameters('businessId'),
    answer: processLeave,
  },
});

/** Models of processes, what is deployed, what runs, everybody's tasks, and leave. */
export const flowContracts = { ...modelContracts, ...managerContracts, ...workContracts, ...processContracts, ...leaveContracts };
