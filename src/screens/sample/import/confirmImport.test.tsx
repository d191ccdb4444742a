import { afterEach, expect, it } from 'vitest';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ConfirmImport } from './ConfirmImport.tsx';
import type { ImportState } from './importDesk.ts';

let page: Mounted;
afterEach(() => page.unmount());

type Preview = Extract<ImportState, { stage: 'preview' }>;
/** A judged sheet of so many rows of each kind. */
const preview = (rows: { ok: number; warn: number; bad: number }, more: Partial<Preview['tally']> = {}): Preview =>
  ({
    stage: 'preview',
    fileName: '清单.xlsx',
    isServerAsked: true,
    isPersonKnown: true,
    saved: new Map(),
    result: null,
    tally: { rows, warnings: {}, temperatures: 0, faults: {}, ...more },
  }) as unknown as Preview;
const shown = async (state: Preview): Promise<{ readonly why: string; readonly isOpen: boolean }> => {
  page = await mount(<ConfirmImport state={state} acts={{ waiting: 0, sent: 0, refused: 0, stateOf: () => null }} />);
  return { why: page.find('[data-import-why]').textContent ?? '', isOpen: !page.find<HTMLButtonElement>('[data-import-confirm]').disabled };
};

it('says how many rows will be new where they can be entered', async () => {
  expect(await shown(preview({ ok: 3, warn: 0, bad: 1 }))).toEqual({
    why: '将新增 3 条申请单, 不更改已有的申请单; 系统中已有或表内重复 0 条',
    isOpen: true,
  });
});

it('says why nothing can be entered beside the grey button', async () => {
  expect(await shown(preview({ ok: 0, warn: 0, bad: 2 }))).toEqual({ why: '没有可导入的行: 请先更正有错误的行', isOpen: false });
});

it('asks for the temperature of a cold chain and for the reason of warnings, and opens with them', async () => {
  expect(await shown(preview({ ok: 1, warn: 1, bad: 0 }, { warnings: { 'R-02': 1 }, temperatures: 1 }))).toEqual({
    why: '请填写冷链样本的送达温度',
    isOpen: false,
  });
  await page.focus('[data-import-temperature]');
  await page.type('99');
  expect(page.find('[data-import-why]').textContent).toBe('送达温度应为 -80 至 50, 最多一位小数');
  await page.focus('[data-import-temperature]');
  await page.type('4.5');
  expect(page.find<HTMLButtonElement>('[data-import-confirm]').disabled).toBe(false);
});

it('asks for the answer to earlier requisitions by itself, with none given beforehand', async () => {
  const why = '请答复近期已有申请单的行: 在表中逐行选择, 或在此统一选择';
  expect(await shown(preview({ ok: 1, warn: 1, bad: 0 }, { warnings: { 'R-08': 1 } }))).toEqual({ why, isOpen: false });
  const answer = page.all('[data-import-answer] button').find(({ textContent }) => textContent?.includes('补采'));
  await page.run(() => answer!.click());
  expect(page.find<HTMLButtonElement>('[data-import-confirm]').disabled).toBe(false);
  expect(page.root.querySelector('[data-import-unknown]')).toBeNull();
});

it('says that the server looks for earlier requisitions where this computer cannot', async () => {
  await shown({ ...preview({ ok: 1, warn: 0, bad: 0 }), isPersonKnown: false });
  expect(page.find('[data-import-unknown]').textContent).toContain('由服务器核对');
});
