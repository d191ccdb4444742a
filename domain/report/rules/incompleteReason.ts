import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { labStatus, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { reportState, type ReportState } from '../reportState.ts';

/** Why a tube has no report yet; of several the first counts (docs/report.md#incomplete-reports). */
export const incompleteReason = choices({
  delayed: [1, '延迟', 'Delayed'],
  toEnter: [2, '待录入', 'To be entered'],
  toReceive: [3, '待交接/接收', 'To be handed over or received'],
  outsourced: [4, '外送未回', 'Outsourced, not back'],
  resampling: [5, '待补采', 'Awaits a new sample'],
  toResult: [6, '待结果', 'Awaits its result'],
  repeated: [7, '复检', 'Tested again'],
  toFirstAudit: [8, '待一审', 'Awaits the first audit'],
  toSecondAudit: [9, '待二审', 'Awaits the second audit'],
  awaitsOthers: [10, '等其他项目', 'Awaits other results'],
  noConfig: [11, '无配置', 'No configuration'],
  failed: [12, '生成失败', 'Could not be made'],
  toMake: [13, '待生成', 'To be made'],
  toAudit: [14, '待报告审核', 'Awaits the report audit'],
  correcting: [15, '撤回更正中', 'Being corrected'],
});
export type IncompleteReason = CodeOf<typeof incompleteReason>;

/** Whose turn it is. */
export const incompleteOwner = choices({
  entry: [1, '录入', 'Entry'],
  reception: [2, '收样', 'Reception'],
  outside: [3, '外送机构', 'The laboratory outside'],
  service: [4, '客服', 'Customer service'],
  lab: [5, '实验室', 'Laboratory'],
  audit1: [6, '一审', 'First auditor'],
  audit2: [7, '二审', 'Second auditor'],
  report: [8, '报告', 'Reports'],
});
export type IncompleteOwner = CodeOf<typeof incompleteOwner>;

/** Every reason has one owner. */
export const ownerOf: Readonly<Record<IncompleteReason, IncompleteOwner>> = {
  [incompleteReason.delayed]: incompleteOwner.lab,
  [incompleteReason.toEnter]: incompleteOwner.entry,
  [incompleteReason.toReceive]: incompleteOwner.reception,
  [incompleteReason.outsourced]: incompleteOwner.outside,
  [incompleteReason.resampling]: incompleteOwner.service,
  [incompleteReason.toResult]: incompleteOwner.lab,
  [incompleteReason.repeated]: incompleteOwner.lab,
  [incompleteReason.toFirstAudit]: incompleteOwner.audit1,
  [incompleteReason.toSecondAudit]: incompleteOwner.audit2,
  [incompleteReason.awaitsOthers]: incompleteOwner.lab,
  [incompleteReason.noConfig]: incompleteOwner.report,
  [incompleteReason.failed]: incompleteOwner.report,
  [incompleteReason.toMake]: incompleteOwner.report,
  [incompleteReason.toAudit]: incompleteOwner.report,
  [incompleteReason.correcting]: incompleteOwner.report,
};

/** A tube, its task and its report as far as they are there. */
export interface UnreportedTask {
  readonly labStatus: LabStatus;
  /** null: the laboratory has no task of it. */
  readonly taskState: TaskState | null;
  /** How often it was begun. */
  readonly round: number | null;
  /** The client was told of a later time. */
  readonly isDelayed: boolean;
  readonly reportState: ReportState | null;
  /** It could not be made because no configuration makes it. */
  readonly isUnconfigured: boolean;
}

const ofTask: Readonly<Partial<Record<TaskState, IncompleteReason>>> = {
  [taskState.resampling]: incompleteReason.resampling,
  [taskState.firstAudit]: incompleteReason.toFirstAudit,
  [taskState.secondAudit]: incompleteReason.toSecondAudit,
};

/** The first reason that holds. `incompleteReasonSql` says the same of rows. */
export function incompleteReasonOf(task: UnreportedTask): IncompleteReason {
  const { taskState: state, reportState: report } = task;
  if (task.isDelayed) return incompleteReason.delayed;
  if (state === null) {
    if (task.labStatus === labStatus.pendingEntry) return incompleteReason.toEnter;
    return task.labStatus === labStatus.entered ? incompleteReason.toReceive : incompleteReason.outsourced;
  }
  const known = ofTask[state];
  if (known) return known;
  if (state === taskState.waiting || state === taskState.running)
    return (task.round ?? 1) > 1 ? incompleteReason.repeated : incompleteReason.toResult;
  if (report === null || report === reportState.incomplete) return incompleteReason.awaitsOthers;
  if (report === reportState.failed) return task.isUnconfigured ? incompleteReason.noConfig : incompleteReason.failed;
  if (report === reportState.toAudit) return incompleteReason.toAudit;
  return report === reportState.recalling || report === reportState.withdrawn ? incompleteReason.correcting : incompleteReason.toMake;
}
