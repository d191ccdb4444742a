import type { ActingUser } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { conflict, refuse, type Refusal } from '#domain/kernel/outcome.ts';
import type { Right } from '#domain/kernel/roles.ts';
import type { BatchLine } from '../batch/sheetChoices.ts';
import { taskState, type TaskState } from '../rules/taskState.ts';
import { roundKind, type RedoKind, type RoundKind } from './roundKind.ts';

/** Who may order work again, and who also from the fourth round on. */
export const redoRight = 'labProcess_redo';
export const redoMoreRight: Right = {
  code: 'labProcess_redoMore',
  label: ['第 4 轮起重做', 'Do again from round 4 on'],
  roles: ['audit2'],
};
/** The first round that takes the further right. */
export const furtherRound = 4;

/** A task that is to be done again. */
export interface RedoneTask {
  readonly taskId: string;
  /** What its tube is called. */
  readonly name: string;
  readonly taskState: TaskState;
  readonly round: number;
  /** Of the run sheet it stands on; null: on none. */
  readonly line: BatchLine | null;
  /** How its round began where that is a repetition; null: it is the first, or nobody looked. */
  readonly lastRound: { readonly kind: RoundKind; readonly by: string; readonly at: string } | null;
}

export const redoRefusals = {
  'redo.unknown': ['没有此检测任务', 'No such test task'],
  'redo.done': ['{name} 已由 {by} 于 {at} 安排{kind}', '{name}: {kind}, ordered by {by} at {at}'],
  'redo.state': ['{name} 当前为{state},不能重做', '{name} is now: {state}; it cannot be done again'],
  'redo.audited': ['{name} 已审核,请先回退或申请反审核', '{name} is audited: have it sent back or apply for a reversal first'],
  'redo.more': ['{name} 将是第 {round} 轮,您没有第 4 轮起重做的权限', '{name} would begin round {round}; you may not order the fourth or later ones'],
  'redo.notMapmi': ['{name} 不在 mapmi 上机批次中', '{name} stands on no mapmi run sheet'],
  'redo.materialUnknown': ['申请单中没有此样本: {code}', 'The requisition has no such tube: {code}'],
  'redo.notSpare': ['{code} 不是 {name} 的备用管', '{code} is no spare of {name}'],
} as const satisfies Record<string, Label>;

const audited: readonly TaskState[] = [taskState.secondAudit, taskState.audited, taskState.issued];

/** What speaks against beginning a task anew, as far as its row tells; null: nothing. */
export function redoRefusal(
  { name, taskState: state, round, line, lastRound }: RedoneTask,
  kind: RedoKind,
  { permissions }: Pick<ActingUser, 'permissions'>,
  isMapmiAlone = kind === roundKind.cloud,
): Refusal | null {
  if (audited.includes(state)) return conflict('redo.audited', { name });
  const isOpen = state === taskState.firstAudit || (state === taskState.running && kind !== roundKind.cloud);
  if (!isOpen) {
    const isDone = lastRound !== null && (state === taskState.waiting || (state === taskState.running && lastRound.kind === roundKind.cloud));
    return isDone
      ? conflict('redo.done', { name, by: lastRound.by, at: lastRound.at, kind: roundKind.labelOf(lastRound.kind) })
      : conflict('redo.state', { name, state: taskState.labelOf(state) });
  }
  if (isMapmiAlone && line !== 'mapmi') return refuse('redo.notMapmi', { name });
  // The same analysis once more costs nobody a run.
  if (kind !== roundKind.cloud && round + 1 >= furtherRound && !permissions.has(redoMoreRight.code))
    return refuse('redo.more', { name, round: round + 1 });
  return null;
}
