import { choices } from '#domain/kernel/choices.ts';

/** Whether a deployed process may be started and its tasks be done (wire 5). */
export const suspensionState = choices({ active: [1, '激活', 'Active'], suspended: [2, '挂起', 'Suspended'] });
/** Common: deployed for this tenant by itself. Custom: made for tenants that were named. */
export const flowMode = choices({ common: [1, '通用流程', 'Common'], custom: [2, '定制流程', 'Custom'] });
export const instanceState = choices({ running: [1, '进行中', 'Running'], finished: [2, '已结束', 'Finished'], ended: [3, '已终止', 'Ended'] });
export const taskState = choices({ open: [1, '待办', 'Open'], done: [2, '已办', 'Done'], dropped: [3, '已取消', 'Dropped'] });
/** The wire's word for "I agree"; anything else refuses. */
export const passFlag = 'ok';

export interface FlowModel {
  readonly id: string;
  readonly tenantId: string;
  readonly modelKey: string;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly created: string;
  readonly createdBy: string;
  readonly lastUpdated: string;
  readonly lastUpdatedBy: string;
  /** In detail alone. */
  readonly modelEditorXml?: string;
}

export interface FlowProcess {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly key: string;
  readonly category: string;
  readonly categoryName: string;
  /** The folder of its form's routes (`leave`); empty where it has none. */
  readonly categoryRemark: string;
  readonly version: number;
  readonly mode: number;
  readonly deploymentId: string;
  readonly resourceName: string;
  readonly diagramResourceName: string;
  readonly suspensionState: number;
  readonly deploymentTime: string;
  readonly description: string;
}

export interface FlowExecution {
  readonly id: string;
  readonly name: string;
  readonly startUserId: string;
  readonly startUser: string;
  readonly startTime: string;
  readonly taskDefinitionKey: string;
  readonly taskName: string;
  readonly assigneeName: string | null;
  readonly category: string;
  readonly categoryName: string;
  readonly categoryRemark: string;
  readonly processInstanceId: string;
  readonly processDefinitionId: string;
  readonly processDefinitionKey: string;
  readonly processDefinitionName: string;
  readonly activityId: string;
  readonly suspensionState: number;
  readonly executionId: string;
  readonly businessId: string | null;
}

/** A task or a run as the work lists show it (the wire's BladeFlow). */
export interface FlowWork {
  readonly taskId: string | null;
  readonly taskName: string | null;
  readonly taskDefinitionKey: string | null;
  readonly assignee: string | null;
  readonly assigneeName: string | null;
  readonly category: string;
  readonly categoryName: string;
  readonly categoryRemark: string;
  readonly createTime: string;
  readonly endTime: string | null;
  readonly claimTime: string | null;
  readonly historyTaskEndTime: string | null;
  readonly executionId: string | null;
  readonly processInstanceId: string;
  readonly processDefinitionId: string;
  readonly processDefinitionKey: string;
  readonly processDefinitionName: string;
  readonly processDefinitionVersion: number;
  readonly processIsFinished: 'finished' | 'unfinished';
  readonly businessTable: string;
  readonly businessId: string | null;
  readonly status: string;
  readonly comment: string;
  readonly isPass: boolean | null;
  /** What a person knows the run by (ours). */
  readonly title: string;
  readonly startUserName: string;
  /** The end it came to, or why it was ended (ours). */
  readonly outcome: string;
}

/** One line of a run's history. */
export interface FlowHistory {
  readonly historyActivityId: string;
  readonly historyActivityName: string;
  readonly historyActivityType: string;
  readonly assigneeName: string | null;
  readonly createTime: string;
  readonly endTime: string | null;
  readonly historyActivityDurationTime: string | null;
  readonly isPass: boolean | null;
  readonly comment: string;
}

/** model-view: the drawing, and what of it has happened. */
export interface FlowView {
  readonly xml: string;
  readonly flow: readonly Pick<
    FlowHistory,
    'historyActivityId' | 'historyActivityType' | 'historyActivityName' | 'createTime' | 'endTime' | 'assigneeName'
  >[];
}
