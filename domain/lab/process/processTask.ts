import type { Label } from '#domain/kernel/label.ts';
import { conflict, type Refusal } from '#domain/kernel/outcome.ts';
import { taskState, type TaskState } from '../rules/taskState.ts';
import { processKind, type ProcessKind } from './processChoices.ts';

/** A record of a task that is in force. */
export interface OpenRecord {
  readonly recordId: string;
  readonly kind: ProcessKind;
  readonly by: string;
  readonly at: string;
  readonly promisedTime: string | null;
}
/** What an act of the process knows of a task. */
export interface ProcessTask {
  readonly taskId: string;
  readonly labCode: string | null;
  readonly sampleCode: string;
  readonly taskState: TaskState;
  /** It has been on a run, or has a result. */
  readonly hasBenchStep: boolean;
  readonly openRecords: readonly OpenRecord[];
}

/** What a person knows a task by. */
export const taskName = ({ labCode, sampleCode }: Pick<ProcessTask, 'labCode' | 'sampleCode'>): string => labCode ?? sampleCode;

export const processRefusals = {
  'process.unknown': ['没有此检测任务', 'No such task'],
  'process.state': ['{name} 当前为{state},不能{act}', '{name} is now: {state}; this cannot be done: {act}'],
  'process.goBackFirst': ['{name} 当前为{state},请先回退审核结果', '{name} is now: {state}; send the audited result back first'],
  'process.done': ['{name} 已由 {by} 于 {at} {act}', '{name}: {act}, by {by} at {at}'],
} as const satisfies Readonly<Record<string, Label>>;

/** The kinds of record that are made by an act on tasks. */
export type TaskActKind = Exclude<ProcessKind, typeof processKind.goBack>;
/** From where each act may take a task. */
const actsFrom: Readonly<Record<TaskActKind, readonly TaskState[]>> = {
  1: [taskState.waiting, taskState.running, taskState.firstAudit, taskState.resampling],
  2: [taskState.waiting, taskState.running, taskState.firstAudit],
  3: [taskState.waiting, taskState.running, taskState.firstAudit, taskState.secondAudit, taskState.audited, taskState.resampling],
};
const audited: readonly TaskState[] = [taskState.secondAudit, taskState.audited, taskState.issued];
/** Where a task stands to which it was done. */
const doneAt: Readonly<Partial<Record<TaskActKind, TaskState>>> = { 1: taskState.stopped, 2: taskState.resampling };

/** What speaks against stopping a task, asking for another sample, or telling of a delay, as far as its row tells; null: nothing. */
export function taskActRefusal(kind: TaskActKind, task: Omit<ProcessTask, 'hasBenchStep' | 'taskId'>): Refusal | null {
  const name = taskName(task);
  const act = processKind.labelOf(kind) ?? ['', ''];
  const state = taskState.labelOf(task.taskState) ?? ['', ''];
  const earlier = task.openRecords.find((record) => record.kind === kind);
  if (earlier && (kind === processKind.delay || task.taskState === doneAt[kind]))
    return conflict('process.done', { name, by: earlier.by, at: earlier.at, act });
  if (actsFrom[kind].includes(task.taskState)) return null;
  if (kind !== processKind.delay && audited.includes(task.taskState)) return conflict('process.goBackFirst', { name, state });
  return conflict('process.state', { name, state, act });
}
