import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ResultFileLine } from '#domain/lab/resultFile.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ResultLines, type Decisions } from './ResultLines.tsx';

let page: Mounted;
afterEach(() => page.unmount());
const line = (at: number, more: Partial<ResultFileLine> = {}): ResultFileLine => ({
  line: at,
  code: `S${at}`,
  personName: null,
  well: null,
  taskId: String(at),
  labCode: null,
  controlKind: null,
  verdict: 'ok',
  errors: [],
  warnings: [],
  params: {},
  cells: [],
  findings: [],
  decision: null,
  redoKind: null,
  reason: null,
  doneTime: null,
  refusal: null,
  ...more,
});
const found = {
  line: 9,
  name: '肺炎链球菌',
  nameEn: null,
  findingClass: 'bacterium',
  reads: 24,
  rpm: null,
  coverage: null,
  abundance: null,
  confidence: 'low',
  drug: null,
  isReported: 0,
  controlTimes: 6.6667,
  isBackground: 1,
  faults: [],
};
const whole = { onMore: () => undefined, shown: 0, total: 0 };

it('walks the faults, decides by digits, and tells of the chosen row what was found and why it is background', async () => {
  const rows = [
    line(2, { verdict: 'warn', warnings: ['nameDiffers'], params: { name: '李四' } }),
    line(3, {
      verdict: 'error',
      errors: ['badCell', 'noClass'],
      findings: [{ ...found, faults: [{ title: '评级', value: '?', fault: 'noClass' }] }],
    }),
    line(4),
  ];
  let decisions: Decisions = {};
  const onDecide = vi.fn<(next: Decisions) => void>((next) => (decisions = next));
  const shown = () => <ResultLines rows={rows} extent={whole} decisions={decisions} onDecide={onDecide} />;
  page = await mount(shown());
  await page.click('button');
  expect(document.body.textContent).toContain('第 2 行');
  await page.press('1');
  expect(onDecide).toHaveBeenLastCalledWith({ 2: { decision: 'take', reason: '' } });
  const told = (): string => page.find('ul').textContent ?? '';
  await page.press('Enter');
  await vi.waitFor(() => expect(told()).toContain('背景: 阴性对照的 6.66 倍'));
  expect(told()).toContain('第 9 行: 变异没有评级，或评级无法读取：?');
  // What is wrong is not taken.
  onDecide.mockClear();
  await page.press('1');
  expect(onDecide).not.toHaveBeenCalled();
  await page.press('2');
  expect(onDecide).toHaveBeenLastCalledWith(expect.objectContaining({ 3: { decision: 'skip', reason: '' } }));
});

it('lets a person say with which step the work of a row begins again', async () => {
  let decisions: Decisions = {};
  function Deciding() {
    const [own, setOwn] = useState<Decisions>({});
    const onDecide = (next: Decisions): void => setOwn((decisions = next));
    return <ResultLines rows={[line(2, { verdict: 'warn', warnings: ['qcLow'] })]} extent={whole} decisions={own} onDecide={onDecide} />;
  }
  page = await mount(<Deciding />);
  await page.click('button');
  await page.press('3');
  expect(decisions).toEqual({ 2: { decision: 'redo', reason: '', redoKind: 4 } });
  const select = page.find<HTMLSelectElement>('select');
  expect([...select.options].map(({ textContent }) => textContent)).toEqual(['重提取', '重建库', '重测序']);
  await page.run(() => {
    select.value = '2';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(decisions).toEqual({ 2: { decision: 'redo', reason: '', redoKind: 2 } });
  expect(page.find('[data-row="2"]').textContent).toContain('复检 重提取');
});

it('says of a row whose work was ordered again that it was, and has nothing more to decide about it', async () => {
  const done = { verdict: 'warn', warnings: ['qcLow'], doneTime: '2026-01-01 10:00:00' } as const;
  const rows = [
    line(4, { verdict: 'warn', warnings: ['qcLow'] }),
    line(2, { ...done, decision: 'redo', redoKind: 3 }),
    line(3, { ...done, decision: 'take' }),
  ];
  const onDecide = vi.fn<(next: Decisions) => void>();
  page = await mount(<ResultLines rows={rows} extent={whole} decisions={{}} onDecide={onDecide} />);
  expect(page.find('table').textContent).toMatch(/已下达复检: 重建库.*已导入/);
  await page.click('button');
  expect(document.body.textContent).toContain('第 4 行');
  await page.click('[data-row="2"] td:nth-child(2)');
  expect(document.body.textContent).toContain('选一行后决定如何处理');
  await page.press('3');
  expect(onDecide).not.toHaveBeenCalled();
});

it('draws of a big batch what is in sight', async () => {
  page = await mount(<ResultLines rows={Array.from({ length: 400 }, (_row, at) => line(at + 2))} extent={whole} decisions={{}} onDecide={null} />);
  expect(page.all('tbody tr').length).toBeLessThan(100);
});
