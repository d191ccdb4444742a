import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { labStatus, type LabStatus } from '#domain/sample/sampleStatus.ts';

/** Where a test task stands: one tube's work for one panel group (docs/lab.md#tasks). */
export const taskState = choices({
  waiting: [1, '待实验', 'Waiting'],
  running: [2, '实验中', 'Running'],
  firstAudit: [3, '待一审', 'Awaiting first audit'],
  secondAudit: [4, '待二审', 'Awaiting second audit'],
  audited: [5, '二审通过', 'Second audit passed'],
  issued: [6, '已发报告', 'Report issued'],
  stopped: [7, '已终止', 'Stopped'],
  resampling: [8, '待重采', 'Awaiting a new sample'],
  voided: [9, '作废', 'Void'],
});
export type TaskState = CodeOf<typeof taskState>;

/** How far a tube is that has a task in one of these states; the first line that fits counts. */
const tubeAt: readonly (readonly [LabStatus, readonly TaskState[]])[] = [
  [labStatus.received, [taskState.waiting, taskState.running, taskState.firstAudit, taskState.resampling]],
  [labStatus.firstAudited, [taskState.secondAudit]],
  [labStatus.secondAudited, [taskState.audited]],
  [labStatus.issued, [taskState.issued]],
  [labStatus.terminated, [taskState.stopped]],
];

/**
 * A tube's status, from its tasks alone (docs/lab.md#tasks): it is as far as the task that is least far; what is stopped holds
 * nobody up, what is void counts for nothing. Without tasks it has been entered and not more.
 */
export function labStatusOf(tasks: readonly TaskState[]): LabStatus {
  return tubeAt.find(([, states]) => tasks.some((state) => states.includes(state)))?.[0] ?? labStatus.entered;
}
