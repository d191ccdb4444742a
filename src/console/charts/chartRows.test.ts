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

it('gives a map as it is drawn, and a scatter point by point', () => {
  const cells = [{ column: 1, row: 0, value: 40, text: '4/10 !', isMarked: true }];
  expect(chartRows({ kind: 'heat', label: '', columns: ['B1', 'B2'], rows: ['肺炎链球菌'], cells, markedName: '', markedAbove: 30 })).toEqual([
    ['', 'B1', 'B2'],
    ['肺炎链球菌', null, '4/10 !'],
  ]);
  const groups = [{ name: '待重采', tone: 'accent', symbol: 'circle', points: [{ name: 'L1', x: 89, y: 3.2 }] }] as const;
  const x = { name: '孕周', text: (days: number) => `${Math.floor(days / 7)}+${days % 7}` };
  expect(chartRows({ kind: 'scatter', label: '', x, y: { name: 'FF' }, groups })).toEqual([
    ['', '', '孕周', 'FF'],
    ['L1', '待重采', '12+5', 3.2],
  ]);
});
