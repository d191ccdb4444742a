import { taskState, type TaskState } from './taskState.ts';

/**
 * Every legal move of a task, once (docs/lab.md#tasks): no act may leave this table. 2 -> 1 and 3 -> 1: the work is done again, or its run
 * sheet was withdrawn; 3 -> 2: analysed anew; 7 -> 1, 3 and 8, 8 -> 1 and 3: back to where it stood, what ran begins anew.
 */
export const taskMoves: Readonly<Record<TaskState, readonly TaskState[]>> = {
  1: [2, 3, 7, 8, 9],
  2: [1, 3, 7, 8],
  3: [1, 2, 4, 7, 8],
  4: [3, 5],
  5: [3, 4, 6],
  6: [3, 4, 5],
  7: [1, 3, 8],
  8: [1, 3, 7],
  9: [1],
};
export const isTaskMove = (from: TaskState, to: TaskState): boolean => taskMoves[from].includes(to);

/** Where a task goes on after a stop or a wait for a new tube: what ran has lost its run and waits again. */
export function recoveredTo(before: TaskState): TaskState {
  return before === taskState.running ? taskState.waiting : before;
}

/** Who had a hand in what is audited; ids of accounts. */
export interface Hands {
  /** Of the values of the version that is audited. */
  readonly authors: readonly string[];
  /** Let results of the round through a gate that a control had shut: a later version still rests on them. */
  readonly releasers: readonly string[];
  /** Ordered that it be done again. */
  readonly redoOrderers: readonly string[];
  /** Null before the first audit. */
  readonly firstAuditor: string | null;
}
export type EyesFault = 'audit.ownWork' | 'audit.sameAuditor';

/** Four eyes, for administrators too (docs/lab.md#audit): why this person may not audit at this level, null where they may. */
export function eyesFault(level: 1 | 2, person: string, { authors, releasers, redoOrderers, firstAuditor }: Hands): EyesFault | null {
  if (authors.includes(person)) return 'audit.ownWork';
  if (level === 2) return firstAuditor === person ? 'audit.sameAuditor' : null;
  return releasers.includes(person) || redoOrderers.includes(person) ? 'audit.ownWork' : null;
}
