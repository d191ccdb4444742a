import { expect, it } from 'vitest';
import { chartRows } from './chartRows.ts';

it('gives a chart as a sheet: a line for each point, a number for each series', () => {
  const series = [
    { name: '接收数', values: [6, 3], tone: 'accent', kind: 'bar' },
    { name: '取消数', values: [1], tone: 'warning', kind: 'line' },
  ] as const;
  expect(chartRows({ categories: ['2026-W05', '2026-W06'], series })).toEqual([
    ['', '接收数', '取消数'],
    ['2026-W05', 6, 1],
    ['2026-W06', 3, null],
  ]);
});
