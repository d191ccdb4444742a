import { expect, it } from 'vitest';
import { labStatusOf, taskState, type TaskState } from './taskState.ts';
import { eyesFault, isTaskMove, recoveredTo, taskMoves, type Hands } from './taskMoves.ts';

const states = taskState.options.map(({ code }) => code as TaskState);
const all: readonly TaskState[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

it('every state can be reached from a new task and left again', () => {
  expect(new Set(states)).toEqual(new Set(all));
  const reached = new Set<TaskState>([taskState.waiting]);
  for (const state of reached) for (const next of taskMoves[state]) reached.add(next);
  expect(reached).toEqual(new Set(all));
  for (const state of states) expect(taskMoves[state], String(state)).not.toHaveLength(0);
});

it('what is audited is stopped or done again only after it went back', () => {
  for (const audited of [4, 5, 6] as const) {
    for (const to of [1, 2, 7, 8, 9] as const) expect(isTaskMove(audited, to)).toBe(false);
    expect(isTaskMove(audited, 3)).toBe(true);
  }
});

it('nothing is issued or second audited but after the step before', () => {
  expect(states.filter((from) => isTaskMove(from, 6))).toEqual([5]);
  expect(new Set(states.filter((from) => isTaskMove(from, 5)))).toEqual(new Set([4, 6]));
  expect(new Set(states.filter((from) => isTaskMove(from, 4)))).toEqual(new Set([3, 5, 6]));
});

it('what is stopped or waits for a new tube goes back to where it stood, and what ran waits again', () => {
  for (const [stood, goesOn] of [
    [1, 1],
    [2, 1],
    [3, 3],
    [8, 8],
  ] as const) {
    expect(recoveredTo(stood)).toBe(goesOn);
    expect(isTaskMove(stood, 7)).toBe(true);
    expect(isTaskMove(7, goesOn)).toBe(true);
  }
  for (const stood of [1, 2, 3] as const) expect([isTaskMove(stood, 8), isTaskMove(8, recoveredTo(stood))]).toEqual([true, true]);
  expect(labStatusOf([recoveredTo(2)])).toBe(104);
});

it('nobody audits what they have made, and the second is another than the first', () => {
  const hands: Hands = { authors: ['a'], releasers: ['r'], redoOrderers: ['o'], firstAuditor: 'f' };
  const faults = (level: 1 | 2) => ['a', 'r', 'o', 'f', 'x'].map((person) => eyesFault(level, person, hands));
  expect(faults(1)).toEqual(['audit.ownWork', 'audit.ownWork', 'audit.ownWork', null, null]);
  expect(faults(2)).toEqual(['audit.ownWork', null, null, 'audit.sameAuditor', null]);
});
