import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { laboratory } from '#domain/base/laboratory.ts';
import { check } from '#domain/kernel/check.ts';
import { type RecordAnswer, type RecordImport as RecordBody, sheetValues, templateSheets } from '#domain/sheet/recordSheet.ts';
import { writeXlsxRows } from '#domain/sheet/writeSheet.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { readSheetFile } from '#workers/readSheetFile.ts';
import { ImportPanel } from './ImportPanel.tsx';
import { RecordImport } from './recordImport.ts';

/** A server that judges by the described fields and knows records by their code. */
let known: Set<string>;
let sent: RecordBody[];
let isCut: boolean;
const ownFetch = globalThis.fetch;
let page: Mounted;
let one: RecordImport;
let reloads = 0;

function judged(body: RecordBody): RecordAnswer[] {
  return body.rows.map(({ line, cells }) => {
    const { values, problems: faults } = sheetValues(laboratory, cells);
    const code = String(values['laboratoryCode'] ?? '');
    const problems = [...faults, ...check(laboratory.fields, values).problems.filter(({ field }) => !faults.some((fault) => fault.field === field))];
    const outcome = problems.length > 0 ? 'refused' : known.has(code) ? 'same' : 'created';
    if (outcome === 'created' && !body.isTrial) known.add(code);
    return { line, outcome, id: null, problems, warnings: [], text: null };
  });
}

beforeEach(async () => {
  [known, sent, isCut, reloads] = [new Set(), [], false, 0];
  globalThis.fetch = async (_input, init) => {
    if (isCut) throw new TypeError('Failed to fetch');
    const body = JSON.parse(String(init?.body)) as RecordBody;
    sent.push(body);
    return Response.json({ code: 200, success: true, msg: '', data: judged(body) });
  };
  one = new RecordImport('/basic/laboratory', laboratory, {}, readSheetFile);
  page = await mount(
    <ImportPanel
      one={one}
      route="/basic/laboratory"
      onImported={() => {
        reloads += 1;
      }}
    />,
  );
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

const shown = (): string => document.body.textContent ?? '';
const heads = templateSheets(laboratory, 'zh')[0]?.rows[0] ?? [];
async function open(...rows: readonly (readonly string[])[]): Promise<void> {
  const bytes = writeXlsxRows('检验所', [heads, ...rows]);
  await page.run(() => void one.open(new File([bytes as Uint8Array<ArrayBuffer>], '清单.xlsx')));
  for (let tries = 0; tries < 50 && one.current().stage !== 'preview' && one.current().stage !== 'choose'; tries += 1) await page.settle(20);
  await page.settle(50);
}
const row = (code: string, name: string, type: string): string[] =>
  heads.map((head) => (head === heads[0] ? code : head === heads[1] ? name : head === laboratory.fields.executeType.label[0] ? type : ''));
const count = (state: string): string => page.find(`[data-import-filter=${state}]`).textContent ?? '';

it('shows every row with its verdict before anything is saved, has a fault corrected in place, then saves and says what became of it', async () => {
  await open(row('L1', '甲所', '自检'), row('L2', '', '自检'), row('l1', '又一', '自检'));
  expect(sent.every(({ isTrial }) => isTrial)).toBe(true);
  expect([count('all'), count('error'), count('ok')]).toEqual(['全部 3', '有错误 2', '无问题 1']);
  expect(shown()).toContain('请输入检验所名称');
  expect(shown()).toContain('与第 2 行是同一条记录');
  const plan = (): string => page.find('[data-import-why]').textContent ?? '';
  expect(plan()).toBe('将新增 1, 将更新 0, 无变化 0, 有错误 2');
  await page.focus('input[data-fault=required]');
  await page.type('乙所');
  await page.press('Enter');
  await page.settle(80);
  expect(count('error')).toBe('有错误 1');
  expect(plan()).toContain('将新增 2');
  await page.click('[data-import-confirm]');
  await page.settle(120);
  expect(plan()).toBe('没有可导入的行: 请先更正有错误的行');
  expect([...known].toSorted()).toEqual(['L1', 'L2']);
  expect(page.find('[data-import-result]').dataset).toMatchObject({ created: '2', updated: '0' });
  expect(reloads).toBe(1);
  await page.click('[data-import-filter=all]');
  await page.settle(50);
  expect(shown()).toContain('已新增');
  // The row at fault is still there, with its text.
  expect(count('error')).toBe('有错误 1');
});

it('loses nothing when the network goes: what was typed stays, and it goes on', async () => {
  await open(row('L1', '甲所', '自检'), row('L2', '', '自检'));
  isCut = true;
  await page.click('[data-import-confirm]');
  await page.settle(120);
  expect(shown()).toContain('中断');
  expect(known.size).toBe(0);
  isCut = false;
  await page.click('[data-import-confirm]');
  await page.settle(120);
  expect([...known]).toEqual(['L1']);
  await page.click('[data-import-filter=error]');
  await page.settle(50);
  expect(page.all('input[data-fault]').length).toBe(1);
});

it('says what is wrong with a file that cannot be one', async () => {
  await page.run(() => void one.open(new File(['%PDF-1.4 …'], '合同.pdf')));
  await page.settle(100);
  expect(page.find('[data-import-problem]').textContent).toContain('合同.pdf');
  await page.run(() => void one.open(new File(['甲,乙\n1,2\n'], '别的.csv')));
  await page.settle(100);
  expect(page.find('[data-import-problem]').textContent).toContain('没有找到表头');
});
