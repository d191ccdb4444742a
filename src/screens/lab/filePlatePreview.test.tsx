import { afterEach, expect, it, vi } from 'vitest';
import type { WellOfFile } from '#domain/lab/resultFile.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { FilePlatePreview } from './FilePlatePreview.tsx';

let page: Mounted;
afterEach(() => page.unmount());
const well = (at: string, more: Partial<WellOfFile>): WellOfFile => ({
  well: at,
  kind: 1,
  code: `L-${at}`,
  line: 2,
  verdict: 'ok',
  errors: [],
  warnings: [],
  params: {},
  otherWell: null,
  ...more,
});

it('marks wells by sign and word, and walks the faults by Enter, controls first', async () => {
  const wells = [
    well('A01', {}),
    well('B01', { line: null, verdict: null }),
    well('C01', { verdict: 'warn', warnings: ['nameDiffers'], params: { name: '李四' } }),
    well('D01', { kind: 2, code: null, verdict: 'error', errors: ['controlOut'], line: 5 }),
  ];
  const onRow = vi.fn<(line: number) => void>();
  page = await mount(
    <FilePlatePreview plate={{ batch: 'B', plateFormat: 96, wells, surplus: [{ line: 9, code: 'X9', well: null }] }} onRow={onRow} />,
  );
  const at = (): string | null => document.activeElement?.getAttribute('data-well') ?? null;
  const named = (one: string): string => page.find(`[data-well=${one}]`).getAttribute('aria-label') ?? '';
  expect([named('A01'), named('B01'), named('D01')].map((name) => /通过|缺结果|错误/.exec(name)?.[0])).toEqual(['通过', '缺结果', '错误']);
  expect(page.find('[data-well=C01]').textContent).toContain('!');
  expect(document.body.textContent).toContain('不在上机表 1: X9');
  await page.click('button');
  expect(at()).toBe('D01');
  for (const next of ['B01', 'C01', 'D01']) {
    await page.press('Enter');
    expect(at()).toBe(next);
  }
  await page.press('Enter');
  await page.press('Enter');
  expect(document.body.textContent).toContain('姓名与申请单“李四”不符');
  await page.press('ArrowUp');
  expect(at()).toBe('B01');
  await page.press('ArrowDown');
  await page.run(() => page.all('[role=status] button')[0]!.click());
  expect(onRow).toHaveBeenCalledWith(2);
});
