import { expect, test } from 'vitest';
import { drawReport, type DrawnBlock } from './drawReport.ts';
import { inventedReports } from './inventedReports.ts';
import { referenceBar } from './referenceBar.ts';
import type { ReportBlock, ReportContent } from './reportContent.ts';
import type { ReportFacts } from './reportFacts.ts';

const facts = inventedReports.routine;
const draw = (blocks: readonly ReportBlock[], given: ReportFacts = facts): readonly DrawnBlock[] => {
  const content: ReportContent = { tone: 'blue', fontSize: 9, header: [], blocks: [...blocks], footer: [] };
  return drawReport({ content, facts: given, paper: 'A4', watermark: '' }).blocks;
};
const note = (text: string, when: ReportBlock['when'] = null): ReportBlock => ({ id: 'n', kind: 'note', when, heading: '', text, isBoxed: false });

test('places are filled from the catalogue alone; words round nothing are left out', () => {
  expect(draw([note('{personName} {nobody} {constructor}')])).toMatchObject([{ paragraphs: ['周淼'] }]);
  expect(draw([note('危急 {criticalMark}')])).toEqual([]);
  expect(draw([note('一律打印')])).toMatchObject([{ paragraphs: ['一律打印'] }]);
});

test('a block is printed where its condition holds', () => {
  const shown = (is: 'given' | 'missing' | 'equal' | 'unequal', fact: string, value = ''): boolean =>
    draw([note('x', { fact, is, value })]).length === 1;
  expect([shown('given', 'sex'), shown('missing', 'sex'), shown('equal', 'sex', '男'), shown('unequal', 'sex', '男')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([shown('given', 'bedNo'), shown('missing', 'bedNo'), shown('given', 'nobody')]).toEqual([false, true, false]);
});

test('a table marks what is out of range, draws it, groups by panel and leaves out what is normal where asked', () => {
  const table = (more: object): ReportBlock =>
    ({
      id: 't',
      kind: 'resultTable',
      when: null,
      heading: '',
      source: 'results',
      columns: ['itemName', 'measured', 'flag', 'bar'].map((column) => ({ column, label: null, share: 1 })),
      isOnlyAbnormal: false,
      isGrouped: true,
      emptyText: '无',
      ...more,
    }) as ReportBlock;
  const [whole] = draw([table({})]);
  if (whole?.kind !== 'table') throw new Error('a table is drawn as one');
  expect(whole.rows.filter(({ group }) => group !== null).map(({ group }) => group)).toEqual(['肝功能', '血脂', '血糖']);
  expect(whole.rows[1]?.cells.map(({ text }) => text)).toEqual(['丙氨酸氨基转移酶', '68 U/L', '↑', '']);
  expect(whole.rows[1]?.cells[3]?.bar).toEqual({ from: 1 / 3, to: 2 / 3, at: 0.813 });
  const [odd] = draw([table({ isOnlyAbnormal: true, isGrouped: false })]);
  expect(odd).toMatchObject({ rows: [{ tone: 'high' }, { tone: 'low' }, { tone: 'high' }] });
});

test('a bar knows both ends, one end, a bound for a value, and says nothing of words', () => {
  expect(referenceBar('5', '0~10')).toEqual({ from: 1 / 3, to: 2 / 3, at: 0.5 });
  expect(referenceBar('-3', '-3~3')).toMatchObject({ at: 0.333 });
  expect(referenceBar('900', '0~10')).toMatchObject({ at: 0.97 });
  expect(referenceBar('2.6', '<5.2')).toEqual({ from: 0, to: 2 / 3, at: 0.333 });
  expect(referenceBar('<5', '≥4')).toMatchObject({ from: 1 / 3, to: 1 });
  expect([referenceBar('阴性', '阴性'), referenceBar('5', '阴性'), referenceBar('x', '0~10'), referenceBar('5', '')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('comments, guidance and amendments stand where there are some; a partial report says so in its title', () => {
  const blocks: ReportBlock[] = [
    { id: '1', kind: 'comments', when: null, heading: '样本说明' },
    { id: '2', kind: 'guidance', when: null, heading: '解读' },
    { id: '3', kind: 'amendment', when: null, heading: '' },
    { id: '4', kind: 'reportTitle', when: null, text: '报告', subtitle: '', code: 'qr', codeText: '{hospitalCode}' },
  ];
  expect(draw(blocks)).toMatchObject([{ kind: 'title', marks: [], code: 'none' }]);
  const amended = { versionNo: 2, replacedTime: '2026-03-01 10:00', reason: '姓名更正', changes: ['受检者姓名: 周森 → 周淼'] };
  const full = draw(blocks, {
    ...facts,
    comments: ['轻度溶血'],
    guidance: [{ title: '甲', text: '乙' }],
    amendment: amended,
    isPartial: true,
  });
  expect(full).toMatchObject([
    { items: [{ text: '轻度溶血' }] },
    { items: [{ title: '甲' }] },
    { paragraphs: ['修订报告 第2版，替代 2026-03-01 10:00 签发的报告。', '修订原因：姓名更正', '受检者姓名: 周森 → 周淼'], tone: 'abnormal' },
    { marks: ['部分报告'] },
  ]);
});
