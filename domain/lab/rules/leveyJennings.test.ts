import { expect, it } from 'vitest';
import type { QcPointRow } from '../qcChart.ts';
import { drawnPoints } from './leveyJennings.ts';

const point = (number: number | null, z: number | null = null): QcPointRow => ({
  qcPointId: '1',
  qcLotId: '1',
  createTime: '2026-11-24 09:00:00',
  value: String(number),
  number,
  z,
  verdict: 1,
  rules: [],
  well: null,
  ruleId: null,
  batch: null,
  fileId: null,
  fileName: null,
  excludedReason: null,
  excludedBy: null,
  excludedTime: null,
});

it('draws points by the target of today, oldest first, and holds what is far off at the edge', () => {
  const drawn = drawnPoints([point(18), point(12), point(10), point(null)], { mean: 10, sd: 1 });
  expect(drawn.map(({ z, y }) => [z, y])).toEqual([
    [null, null],
    [0, 0.5],
    [2, 0.25],
    [8, 0],
  ]);
});

it('draws nothing of a lot without a target but what was judged before', () => {
  expect(drawnPoints([point(11), point(11, 1)], null).map(({ z }) => z)).toEqual([1, null]);
});
