import { expect, it } from 'vitest';
import { inventedReports } from '../inventedReports.ts';
import { shippedTemplates } from '../shippedTemplates.ts';
import { changesBetween, printedBy } from './amendment.ts';

const before = inventedReports.routine;

it('tells what a version says otherwise than the one before, and nothing of what changes with each', () => {
  const results = before.rows.results.map((row, at) => (at === 0 ? { ...row, cells: { ...row.cells, value: '36' } } : row)).slice(0, -1);
  const now = {
    ...before,
    values: { ...before.values, personName: '周森', versionNo: '2', reportTime: '2026-03-10 09:00', verifyAddress: 'verify/2' },
    rows: { ...before.rows, results },
    comments: ['溶血'],
  };
  const lines = changesBetween(before, now);
  expect(lines.map(([zh]) => zh)).toEqual([
    '受检者姓名: 周淼 → 周森',
    '丙氨酸氨基转移酶: 68 U/L 9~50 → 36 U/L 9~50',
    '糖化血红蛋白: 5.7 % 4~6 → —',
    '样本说明有变化',
  ]);
  expect(lines.every(([, en]) => en.length > 0)).toBe(true);
  expect(changesBetween(before, before)).toEqual([]);
});

it('tells readers of what their template prints alone', () => {
  const [template] = shippedTemplates;
  const isShown = printedBy(template!.content);
  const now = { ...before, values: { ...before.values, credentialNo: '110101199003070000', personName: '周森' } };
  expect(changesBetween(before, now, isShown).map(([zh]) => zh)).toEqual(['受检者姓名: 周淼 → 周森']);
});
