import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { drawReport } from '#domain/report/drawReport.ts';
import { inventedReports } from '#domain/report/inventedReports.ts';
import type { FactName, ReportFacts } from '#domain/report/reportFacts.ts';
import type { ReportContent } from '#domain/report/reportContent.ts';
import { checkTemplate } from '#domain/report/templateCheck.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { pageTexts } from '#server/report/reportTesting.ts';
import { renderReport } from './reportEngine.ts';

const routine = shippedTemplates.find(({ key }) => key === 'routine')!;
const facts = inventedReports.routine;
const drawn = (given: ReportFacts, watermark = '') => drawReport({ content: routine.content, facts: given, paper: 'A4', watermark });
const named = (personName: string): ReportFacts => ({
  ...facts,
  values: { ...facts.values, personName } satisfies Partial<Record<FactName, string>>,
});
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('the same facts make the same bytes, other facts others, and a person can select every text, rare names too', async () => {
  const one = await renderReport({ report: drawn(named('李𠮷安')), images: {} });
  const other = await renderReport({ report: drawn(named('李吉安')), images: {} });
  const again = await renderReport({ report: drawn(named('李𠮷安')), images: {} });
  expect(hash(again.pdf)).toBe(hash(one.pdf));
  expect(hash(other.pdf)).not.toBe(hash(one.pdf));
  expect(one.pages).toBe(1);
  const [text = ''] = await pageTexts(one.pdf);
  for (const shown of ['李𠮷安', '医学检验报告', '45岁', '2.64', '9~50', '↑', '批准者', '周明远', '第1页/共1页', '以下空白', '900000001'])
    expect(text).toContain(shown);
  expect(text).not.toContain('未审核');
  expect(one.pdf.length).toBeLessThan(300_000);
});

test('a picture of the template is set as high as it says and never wider than its page', async () => {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const content = (height: number): ReportContent => ({
    ...routine.content,
    blocks: [...routine.content.blocks, { id: 'p', kind: 'image', when: null, picture: dot, height, align: 'center', caption: '{personName}的图' }],
  });
  const set = (height: number) =>
    renderReport({ report: drawReport({ content: content(height), facts: named('周淼'), paper: 'A4', watermark: '' }), images: {} });
  const [low, high] = [await set(5), await set(80)];
  expect((await pageTexts(low.pdf)).join('')).toContain('周淼的图');
  expect(hash(low.pdf)).not.toBe(hash(high.pdf));
  expect(hash((await set(5)).pdf)).toBe(hash(low.pdf));
  // One without a picture yet prints nothing, and keeps its template from being released.
  const bare = { ...content(5), blocks: content(5).blocks.map((block) => (block.kind === 'image' ? { ...block, picture: '' } : block)) };
  expect(drawReport({ content: bare, facts, paper: 'A4', watermark: '' }).blocks.some(({ kind }) => kind === 'image')).toBe(false);
  expect(checkTemplate(bare)).toContainEqual(expect.objectContaining({ level: 'B', code: 'empty', blockId: 'p' }));
});

test('a character no font has is an error that names it, and the next report is set all the same', async () => {
  await expect(renderReport({ report: drawn(named('李🙂安')), images: {} })).rejects.toMatchObject({ status: 422, refusal: 'report.noGlyph' });
  await expect(renderReport({ report: drawn(named('李🙂安')), images: {} })).rejects.toThrow('字库缺少“🙂”');
  expect((await renderReport({ report: drawn(facts), images: {} })).pages).toBe(1);
});

test('a long table goes on with its header, rows stay whole, each page says whose it is, and a trial says so across it', async () => {
  const rows = Array.from({ length: 90 }, (_none, at) => ({
    cells: { itemName: `检测项第${at + 1}号`, itemShortName: `I${at}`, value: String(at), unit: 'U/L', referenceRange: '9~50', panelName: '' },
    tone: null,
  }));
  const long = await renderReport({ report: drawn({ ...facts, rows: { ...facts.rows, results: rows } }, '未审核'), images: {} });
  const pages = await pageTexts(long.pdf);
  expect(pages.length).toBe(long.pages);
  expect(pages.length).toBeGreaterThan(2);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('未审核');
    expect(page).toContain('周淼');
    expect(page).toContain('900000001');
    expect(page).toContain(`第${at + 1}页/共${pages.length}页`);
  }
  expect(pages.slice(0, 2).every((page) => page.includes('参考范围') && page.includes('检测项第'))).toBe(true);
  // Nobody signs on a page of their own.
  expect(pages.at(-1)).toMatch(/建议|说明/);
  expect(rows.every(({ cells }) => pages.some((page) => page.includes(cells.itemName)))).toBe(true);
});

test('what is printed is never read as code, a barcode refuses what it cannot carry, and a head that leaves no page is told', async () => {
  const strange = await renderReport({ report: drawn(named('#read("x") $a$ *b*')), images: {} });
  expect((await pageTexts(strange.pdf))[0]).toContain('#read("x") $a$ *b*');
  const code = { kind: 'code', symbology: 'barcode', text: '样本一', height: 10, align: 'start', caption: '' } as const;
  await expect(renderReport({ report: { ...drawn(facts), blocks: [code] }, images: {} })).rejects.toMatchObject({ refusal: 'report.noCode' });
  const head = Array.from(
    { length: 40 },
    () => ({ kind: 'text', heading: '', paragraphs: ['一行'], isBoxed: false, isSmall: false, tone: null }) as const,
  );
  await expect(renderReport({ report: { ...drawn(facts), header: head }, images: {} })).rejects.toMatchObject({ refusal: 'report.headTooTall' });
});
