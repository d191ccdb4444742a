import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { instanceState, suspensionState, taskState } from './flowRows.ts';

/** A task as its rules see it. */
export interface TaskState {
  readonly state: number;
  readonly assignee: string | null;
  readonly assigneeName: string | null;
  readonly endTime: string | null;
  /** The acting person is among those who may claim it. */
  readonly isCandidate: boolean;
  readonly instanceState: number;
  readonly suspensionState: number;
  /** Who asked for it all. */
  readonly startUser: string;
}

/** What these rules can say no with. */
export const taskRefusals: Readonly<Record<string, Label>> = {
  'flow.taskDone': ['该任务已由{by}于{at}办理', '{by} has done this task at {at}'],
  'flow.taskDropped': ['该任务已随流程终止', 'This task ended with its process'],
  'flow.taskClaimed': ['该任务已被{by}签收', '{by} has claimed this task'],
  'flow.notYours': ['该任务不由您办理', 'This task is not yours to do'],
  'flow.suspended': ['流程已挂起, 暂不能办理', 'The process is suspended; its tasks wait'],
  'flow.ended': ['流程已结束', 'The process has ended'],
  'flow.notApplicant': ['只有申请人可以撤回', 'Only who asked for it can withdraw it'],
  'flow.noComment': ['请填写批复意见', 'Say why'],
};

function stillOpen(task: TaskState): Outcome<true> {
  if (task.state === taskState.done) return conflict('flow.taskDone', { by: task.assigneeName, at: task.endTime });
  if (task.state === taskState.dropped || task.instanceState !== instanceState.running) return conflict('flow.taskDropped');
  if (task.suspensionState === suspensionState.suspended) return refuse('flow.suspended');
  return accept(true);
}

/** A free task can be claimed by those it is offered to. */
export function decideClaim(task: TaskState, userId: string): Outcome<true> {
  const open = stillOpen(task);
  if (!open.accepted) return open;
  if (task.assignee === userId) return { accepted: true, change: true, repeat: true };
  if (task.assignee !== null) return conflict('flow.taskClaimed', { by: task.assigneeName });
  return task.isCandidate ? accept(true) : refuse('flow.notYours');
}

/** Done by whom it is given to; a free one by whoever could claim it, which then happens at once. */
export function decideComplete(task: TaskState, userId: string, comment: string): Outcome<true> {
  const open = stillOpen(task);
  if (!open.accepted) return open;
  if (task.assignee !== null && task.assignee !== userId)
    return task.isCandidate ? conflict('flow.taskClaimed', { by: task.assigneeName }) : refuse('flow.notYours');
  if (task.assignee === null && !task.isCandidate) return refuse('flow.notYours');
  return comment.trim() === '' ? refuse('flow.noComment') : accept(true);
}

/** The applicant takes their own back as long as it runs. */
export function decideWithdraw(task: Pick<TaskState, 'instanceState' | 'startUser'>, userId: string): Outcome<true> {
  if (task.startUser !== userId) return refuse('flow.notApplicant');
  return task.instanceState === instanceState.running ? accept(true) : conflict('flow.ended');
}
