import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { signIn, storedRows, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import {
  atStage,
  chooseFile,
  chooseLarge,
  confirmImport,
  madeCodes,
  madeSheet,
  openImport,
  previewFile,
  sheetHeaders,
} from '../support/importing.ts';
import { startProduct, type Product } from '../support/product.ts';

/** Sheets of hospitals through the import of the reception screen: judged as expected, corrected, entered once, also without network. */
const fixtures = new URL('../../domain/sample/import/fixtures/', import.meta.url).pathname;
interface Expected {
  readonly counts: Readonly<Record<'ok' | 'warn' | 'error', number>>;
  readonly faults: readonly {
    readonly line: number;
    readonly verdict: 'warn' | 'error';
    readonly fields: readonly string[];
    readonly fault: string;
  }[];
}
const expected = JSON.parse(readFileSync(`${fixtures}expected.json`, 'utf8')) as Readonly<Record<string, Expected>>;
/** Rows above the data rows, titles and headers. */
const headRows: Readonly<Record<string, number>> = { 'requisitions-500.xlsx': 1, 'requisitions-300.xls': 3, 'requisitions-200.csv': 1 };

const desk = new Desk();
let product: Product;
let address: string;
let admin: Api;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await startProduct();
  address = `http://127.0.0.1:${product.port}`;
  admin = await Api.login(address, 'admin');
  page = await desk.open();
  await signIn(page, address, 'reception');
  await waitUntilReady(page);
  await openImport(page, address);
});
test.afterAll(async () => {
  await desk.close();
  await product?.stop();
});

const filter = (key: string) => page.locator(`[data-import-filter=${key}]`);
async function expectCounts({ ok, warn, error }: Expected['counts']): Promise<void> {
  await expect(filter('all')).toHaveText(`全部 ${ok + warn + error}`);
  await expect(filter('ok')).toHaveText(`无问题 ${ok}`);
  await expect(filter('warn')).toHaveText(`有提示 ${warn}`);
  await expect(filter('error')).toHaveText(`有错误 ${error}`);
}
/** The faults on the screen as they stand in expected.json: row of the file, field, fault. */
async function shownFaults(verdict: 'error' | 'warn', count: number): Promise<string[]> {
  await filter(verdict).click();
  const rows = page.getByRole('region', { name: '导入预览' }).or(page.locator('table')).last().locator('tbody tr');
  await expect(rows).toHaveCount(count);
  return rows.evaluateAll((list) =>
    list.map((row) => {
      const cells = [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim());
      const faults = [...row.querySelectorAll<HTMLInputElement>('input[data-fault]')].map(({ dataset }) => dataset['fault']);
      return `${cells.find((text) => /^\d+$/.test(text))} ${cells[2]?.split(':')[0]} ${faults.join()}`;
    }),
  );
}
async function another(): Promise<void> {
  await page.getByRole('button', { name: '换一个文件' }).click();
  const sure = page.getByRole('alertdialog').getByRole('button').last();
  await expect(sure.or(page.locator('[data-import-stage=choose]'))).toBeVisible();
  if (await sure.isVisible()) await sure.click();
  await atStage(page, 'choose');
}
const known = async (requisitionCodes: readonly string[]): Promise<string[]> =>
  (await admin.post<{ requisitionCodes: string[] }>('accession-lims-sample/enter-info/known-codes', { requisitionCodes })).requisitionCodes.sort();
/** Presses a button in the page itself as soon as it stands beside such a text: no machine is too fast or too slow for it. Called before; answers what waits for it. */
async function pressOnce(name: string, text: string): Promise<() => Promise<void>> {
  await page.evaluate(
    (wanted) => {
      delete document.documentElement.dataset['pressed'];
      const watcher = new MutationObserver(() => {
        const button = [...document.querySelectorAll('button')].find((each) => each.textContent?.trim() === wanted.name);
        if (!button || !new RegExp(wanted.text).test(document.body.textContent ?? '')) return;
        watcher.disconnect();
        button.click();
        document.documentElement.dataset['pressed'] = wanted.name;
      });
      watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
    },
    { name, text },
  );
  return () => expect(page.locator('html')).toHaveAttribute('data-pressed', name);
}
const result = (name: string, count: number) =>
  expect(page.locator('[data-import-result]')).toHaveAttribute(`data-${name}`, String(count), { timeout: 240_000 });

test('the sheets of three hospitals are judged as they should be', async () => {
  for (const [name, { counts, faults }] of Object.entries(expected)) {
    await previewFile(page, `${fixtures}${name}`);
    await expectCounts(counts);
    for (const verdict of ['error', 'warn'] as const) {
      const wanted = faults.filter((fault) => fault.verdict === verdict);
      const shown = await shownFaults(verdict, wanted.length);
      expect(shown, name).toEqual(wanted.map(({ line, fields, fault }) => `${line + 1 + (headRows[name] ?? 0)} ${fields.join()} ${fault}`));
    }
    await another();
  }
});

test('rows are corrected in the preview, entered once, and the same file doubles nothing', async () => {
  const name = 'requisitions-200.csv';
  const { ok = 0, warn = 0, error = 0 } = expected[name]?.counts ?? {};
  await previewFile(page, `${fixtures}${name}`);
  await filter('error').click();
  // A name that was left out: typed where it is missing.
  const cell = page.locator('input[data-fault=name_missing]').first();
  await cell.fill('补名');
  await cell.press('Enter');
  await expectCounts({ ok: ok + 1, warn, error: error - 1 });
  const confirm = page.locator('[data-import-confirm]');
  // Cold chain: its temperature is measured at the desk, no sheet can know it.
  await expect(confirm).toBeDisabled();
  await page.locator('[data-import-temperature]').fill('400');
  await expect(confirm).toBeDisabled();
  await page.locator('[data-import-temperature]').fill('4.5');
  await confirmImport(page);
  const good = ok + 1 + warn;
  await result('sent', good);
  await result('refused', 0);
  expect(await unresolved(page)).toEqual([]);
  const all = Array.from({ length: 200 }, (_value, index) => `C26${String(index + 1).padStart(6, '0')}`);
  const bad = new Set(
    (expected[name]?.faults ?? []).filter(({ verdict, fault }) => verdict === 'error' && fault !== 'name_missing').map(({ line }) => all[line]),
  );
  expect(bad.size).toBe(error - 1);
  const entered = all.filter((code) => !bad.has(code));
  expect(await known(all)).toEqual(entered);
  const corrected = all[expected[name]?.faults.find(({ fault }) => fault === 'name_missing')?.line ?? -1] ?? '';
  const row = await admin.get<{ values: Record<string, unknown> }>('accession-lims-sample/enter-info/get-summary-info', {
    requisitionCode: corrected,
  });
  expect(row.values['personName']).toBe('补名');

  // The same bytes under another name: told at once; what was entered stands as a duplicate, nothing can be entered again.
  await another();
  await chooseFile(page, { name: '另一个名字.csv', mimeType: 'text/csv', buffer: readFileSync(`${fixtures}${name}`) });
  await atStage(page, 'map');
  // By its content, never by its name: names of files may hold names of people, and are not kept.
  await expect(page.locator('[data-import-seen]')).toContainText('导入过同一份文件');
  await page.getByRole('button', { name: /^校验/ }).click();
  await atStage(page, 'preview');
  await expectCounts({ ok: 0, warn: 0, error: 200 });
  await expect(confirm).toBeDisabled();
  await another();
  expect(await unresolved(page)).toEqual([]);
  expect(await storedRows(page, 'accession-outbox', 'receipts')).toHaveLength(good);
});

test('files that are broken, hostile or no sheets get a clear message', async () => {
  const whole = readFileSync(`${fixtures}requisitions-500.xlsx`);
  const files: readonly (readonly [string, Buffer, RegExp])[] = [
    ['空.xlsx', Buffer.alloc(0), /文件是空的/],
    ['截断.xlsx', whole.subarray(0, whole.length / 2), /损坏|不完整/],
    ['网页.xls', Buffer.from('<html><body><table><tr><td>1</td></tr></table></body></html>'), /HTML/],
    ['图片.xlsx', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]), /不是表格/],
    ['炸弹.xlsx', bomb(), /拒绝打开/],
  ];
  for (const [name, buffer, message] of files) {
    await chooseFile(page, { name, mimeType: '', buffer });
    await expect(page.locator('[data-import-problem]')).toContainText(message, { timeout: 60_000 });
    await expect(page.locator('[data-import-problem]')).toContainText(name);
  }
  await chooseLarge(page, '过大.csv', '编号,姓名', '#,甲', 200_100);
  await expect(page.locator('[data-import-problem]')).toContainText(/过大\.csv.*超过/, { timeout: 60_000 });
});

test('a big file can be given up while it is read and while it is checked', async () => {
  const line = 'BIGR#,BIGS#,沪江检验所,青禾市第一人民医院,血常规五分类,EDTA全血,王五,女,30,19900000001,2026-01-01 08:00:00';
  const chooseBig = (): Promise<void> => chooseLarge(page, '大.csv', sheetHeaders.join(','), line, 150_000);
  const stopReading = await pressOnce('取消', '正在读取');
  await chooseBig();
  await stopReading();
  await atStage(page, 'choose');
  await expect(page.locator('[data-import-problem]')).toHaveCount(0);
  await chooseBig();
  await atStage(page, 'map');
  const stopJudging = await pressOnce('取消', '正在校验');
  await page.getByRole('button', { name: '校验 150,000 行' }).click();
  await stopJudging();
  await atStage(page, 'map');
  await another();
  expect(await unresolved(page)).toEqual([]);
});

test('without network a confirmed import waits in the outbox, and goes when the network is back', async () => {
  const count = 300;
  await desk.context.setOffline(true);
  await previewFile(page, madeSheet('OFF', count));
  await expect(page.locator('[data-import-offline]')).toBeVisible();
  await expectCounts({ ok: count, warn: 0, error: 0 });
  // Stopped on the way, when the first rows are saved.
  const stopSaving = await pressOnce('停止', '正在保存到本机 [1-9]');
  await page.locator('[data-import-confirm]').click();
  await stopSaving();
  await expect(page.locator('[data-import-result]')).toBeVisible();
  await atStage(page, 'preview');
  // What is saved stays, the rest goes on at the next press.
  const first = (await unresolved(page)).length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(count);
  await result('waiting', first);
  await page.locator('[data-import-confirm]').click();
  await result('waiting', count);
  expect((await unresolved(page)).length).toBe(count);
  expect(await known(madeCodes('OFF', count))).toEqual([]);
  await desk.context.setOffline(false);
  await result('sent', count);
  await result('refused', 0);
  expect(await unresolved(page)).toEqual([]);
  expect(await known(madeCodes('OFF', count))).toEqual(madeCodes('OFF', count));
});

/** A workbook of a few bytes whose directory promises 3 GB. */
function bomb(): Buffer {
  const name = Buffer.from('xl/workbook.xml');
  const file = Buffer.alloc(30);
  file.writeUInt32LE(0x04034b50, 0);
  file.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(3_000_000_000, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(file.length + name.length, 16);
  return Buffer.concat([file, name, entry, name, end]);
}
