import { expect, it } from 'vitest';
import { wayOf } from '#domain/sample/sampleStatus.ts';
import { labStatusOf, taskState, type TaskState } from './taskState.ts';

it.each<readonly [readonly TaskState[], number]>([
  [[], 103],
  [[9], 103],
  [[9, 9, 1], 104],
  [[1], 104],
  [[2], 104],
  [[3, 5], 104],
  [[8, 6], 104],
  [[8, 7], 104],
  [[4, 6], 106],
  [[4, 9], 106],
  [[5, 7], 107],
  [[5, 6], 107],
  [[6, 7], 108],
  [[6], 108],
  [[7, 7], 110],
  [[7, 9], 110],
])('a tube whose tasks stand at %j stands at %i', (tasks, status) => {
  expect(labStatusOf(tasks)).toBe(status);
});

const states = taskState.options.map(({ code }) => code as TaskState);
const sets = states.flatMap((one) => [[one], ...states.map((other) => [one, other])]);

it('is told the same in any order, and no task twice moves it', () => {
  for (const tasks of sets) {
    expect(labStatusOf([...tasks].reverse())).toBe(labStatusOf(tasks));
    expect(labStatusOf([...tasks, ...tasks])).toBe(labStatusOf(tasks));
  }
});

it('leads from any of them to any other by legal moves: a tube can follow its tasks wherever they go', () => {
  const statuses = new Set(sets.map((tasks) => labStatusOf(tasks)));
  expect(statuses).toEqual(new Set([103, 104, 106, 107, 108, 110]));
  for (const from of statuses) {
    for (const to of statuses) expect(wayOf('T', from, to).at(-1)?.to ?? from).toBe(to);
  }
});
