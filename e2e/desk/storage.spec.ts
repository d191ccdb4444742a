import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { openScreen, signIn, storedRows, lockDesk, unlock, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { confirmImport, madeCodes, madePhone, madeSheet, openImport, previewFile } from '../support/importing.ts';
import { startProduct, type Product } from '../support/product.ts';
import { openLink, type Link } from '../support/proxy.ts';
import { refusesWrites, journalText, loseDatabases, loseEverything, spoilDatabases } from '../support/storage.ts';

/** What becomes of acts when the browser's storage fails: lost, damaged, full, cleared, not promised. */
let product: Product;
let link: Link;
let admin: Api;
const desks: Desk[] = [];
test.setTimeout(300_000);

test.beforeAll(async () => {
  product = await startProduct();
  link = await openLink(product.port);
  admin = await Api.login(`http://127.0.0.1:${product.port}`, 'admin');
});
test.afterAll(async () => {
  for (const desk of desks) await desk.close();
  await link?.close();
  await product?.stop();
});
// oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from it.
test.afterEach(async ({}, run) => {
  if (run.status !== 'passed') for (const [index, desk] of desks.entries()) await desk.picture(run.outputPath(`desk-${index}`));
  // One browser at a time.
  for (const desk of desks) await desk.kill();
  link.set('pass');
});

function newDesk(): Desk {
  const desk = new Desk();
  desks.push(desk);
  return desk;
}

const known = async (codes: readonly string[]): Promise<string[]> =>
  (
    await admin.post<{ requisitionCodes: string[] }>('accession-lims-sample/enter-info/known-codes', { requisitionCodes: codes })
  ).requisitionCodes.sort();
async function queueRow(page: Page): Promise<{ deviceId: string; seq: number }> {
  const rows = await storedRows(page, 'accession-outbox', 'meta');
  const queue = rows.find((row) => row['key'] === 'queue') as unknown as { deviceId: string; seq: number } | undefined;
  // Quick writers leave the counter behind: the acts, or a row for each number, say how far it is.
  const acts = [...(await storedRows(page, 'accession-outbox', 'ops')), ...(await storedRows(page, 'accession-outbox', 'receipts'))];
  const noted = rows.map((row) => Number(/^number:(\d+)$/.exec(String(row['key']))?.[1] ?? '0'));
  const numbers = [...noted, ...acts.map((row) => Number(row['seq']))];
  return { deviceId: queue?.deviceId ?? '', seq: Math.max(queue?.seq ?? 0, ...numbers) };
}
const keysOf = async (page: Page): Promise<string[]> => (await unresolved(page)).map((row) => String(row['opId'])).sort();
const drained = (page: Page) =>
  expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        return (await unresolved(page)).length;
      },
      { intervals: [500], timeout: 90_000 },
    )
    .toBe(0);

/** Reception signs in, the link is cut, and a sheet is saved: that many acts wait on the desk, twice kept. */
async function leaveWaiting(page: Page, prefix: string, count: number): Promise<string[]> {
  await signIn(page, link.address, 'reception');
  await waitUntilReady(page);
  await openImport(page, link.address);
  link.set('refuse');
  await previewFile(page, madeSheet(prefix, count));
  await confirmImport(page);
  const keys = await keysOf(page);
  expect(keys).toHaveLength(count);
  await expect
    .poll(async () => {
      const text = await journalText(page);
      return keys.filter((key) => text.includes(key)).length;
    })
    .toBe(count);
  return keys;
}
/** All of a sheet are at the server, each once, and no number of the desk is missing. One that lost what proves it goes on under another id, its numbers behind the old ones. */
async function allThere(page: Page, prefix: string, count: number, before: { deviceId: string; seq: number }): Promise<void> {
  expect(await known(madeCodes(prefix, count))).toEqual(madeCodes(prefix, count));
  for (const requisitionCode of madeCodes(prefix, count)) {
    const row = await admin.get<{ tubes: unknown[] }>('accession-lims-sample/enter-info/get-summary-info', { requisitionCode });
    expect(row.tubes, requisitionCode).toHaveLength(1);
  }
  const now = await queueRow(page);
  expect(now.seq).toBeGreaterThanOrEqual(before.seq);
  for (const { deviceId, seq } of now.deviceId === before.deviceId ? [now] : [before, now]) {
    const state = await admin.get<{ gaps: number[] }>('accession-lims-sample/offline/device-state', { deviceId, maxSeq: seq });
    expect(state.gaps, deviceId).toEqual([]);
  }
}

test('the databases are lost while the browser is down: everything waiting comes back and is sent once', async () => {
  const desk = newDesk();
  let page = await desk.open();
  const keys = await leaveWaiting(page, 'LOS', 8);
  const { deviceId, seq } = await queueRow(page);
  expect(await journalText(page)).not.toMatch(madePhone);
  await desk.kill();
  loseDatabases(desk.profile, link.address);

  page = await desk.open();
  link.set('pass');
  await page.goto(`${link.address}/login`);
  await expect(page.getByText('已从本机副本恢复 8 项操作')).toBeVisible();
  link.set('refuse');
  expect(await keysOf(page)).toEqual(keys);
  expect(await queueRow(page)).toMatchObject({ deviceId, seq });
  link.set('pass');
  // Another person carries them.
  await signIn(page, link.address, 'lab');
  await drained(page);
  await allThere(page, 'LOS', 8, { deviceId, seq });
  // Its journal has kept what proves it: it is no other desk.
  expect((await queueRow(page)).deviceId).toBe(deviceId);
});

test('the databases are lost under an open page', async () => {
  const desk = newDesk();
  const page = await desk.open();
  const keys = await leaveWaiting(page, 'OPN', 5);
  const { deviceId, seq } = await queueRow(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: link.address, storageTypes: 'indexeddb' });
  await expect(page.getByText('已从本机副本恢复 5 项操作')).toBeVisible({ timeout: 60_000 });
  expect(await keysOf(page)).toEqual(keys);
  expect(await queueRow(page)).toMatchObject({ deviceId, seq });
  link.set('pass');
  await signIn(page, link.address, 'reception');
  await drained(page);
  await allThere(page, 'OPN', 5, { deviceId, seq });
});

for (const [name, which, prefix] of [
  ['the log and the tables', /\.(log|ldb)$/, 'BAD'],
  ['the manifest', /^MANIFEST/, 'MAN'],
] as const) {
  test(`the files of the databases are damaged (${name}): nothing is lost, nothing is doubled`, async () => {
    const desk = newDesk();
    let page = await desk.open();
    const keys = await leaveWaiting(page, prefix, 6);
    const before = await queueRow(page);
    await desk.kill();
    expect(spoilDatabases(desk.profile, link.address, which)).toBeGreaterThan(0);
    page = await desk.open();
    link.set('pass');
    await page.goto(`${link.address}/login`);
    await expect(page.locator('input[name=username]')).toBeVisible();
    await expect.poll(async () => (await keysOf(page)).length + (await storedRows(page, 'accession-outbox', 'receipts')).length).toBe(keys.length);
    await signIn(page, link.address, 'reception');
    await drained(page);
    await allThere(page, prefix, 6, before);
  });
}

test('what waits is carried on a stick: a supervisor brings it, the desk comes back later, nothing is doubled', async () => {
  const desk = newDesk();
  let page = await desk.open();
  const keys = await leaveWaiting(page, 'STK', 6);
  const before = await queueRow(page);
  await openScreen(page, link.address, '/desk/outbox').catch(() => undefined);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出待上传' }).click();
  const path = await (await downloading).path();
  const text = readFileSync(path, 'utf8');
  for (const key of keys) expect(text).toContain(key);
  expect(text).not.toMatch(madePhone);
  expect(text).not.toContain('"payload"');
  await desk.kill();

  const other = newDesk();
  link.set('pass');
  page = await other.open();
  await signIn(page, link.address, 'admin');
  await openScreen(page, link.address, '/desk/import');
  await page.locator('[data-desk-file]').setInputFiles({ name: 'stick.json', mimeType: 'application/json', buffer: Buffer.from('{"format":1}') });
  await expect(page.getByText('不是前台导出的文件')).toBeVisible();
  const stick = { name: 'stick.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await page.locator('[data-desk-file]').setInputFiles(stick);
  await expect(page.locator('[data-import-outcomes]')).toHaveAttribute('data-import-outcomes', 'fresh:6');
  await expect(page.getByText(before.deviceId)).toBeVisible();
  expect(await known(madeCodes('STK', 6))).toEqual([]);
  await page.getByRole('button', { name: '导入 6 项' }).click();
  await expect(page.locator('[data-import-outcomes]')).toHaveAttribute('data-import-outcomes', 'done:6');
  expect(await known(madeCodes('STK', 6))).toEqual(madeCodes('STK', 6));
  // The same file once more.
  await page.locator('[data-desk-file]').setInputFiles(stick);
  await page.getByRole('button', { name: '导入 6 项' }).click();
  await expect(page.locator('[data-import-outcomes]')).toHaveAttribute('data-import-outcomes', 'known:6');
  await other.kill();

  // The desk is on the net again: its receipts say that the server had them.
  page = await desk.open();
  await openScreen(page, link.address, '/desk/outbox');
  await drained(page);
  const receipts = (await storedRows(page, 'accession-outbox', 'receipts')).filter((row) => keys.includes(String(row['opId'])));
  expect(receipts.map((row) => (row['receipt'] as { duplicate: boolean }).duplicate)).toEqual(Array(6).fill(true));
  await allThere(page, 'STK', 6, before);
});

test('the disk is full: copies go first, then the form stays and says so', async () => {
  const desk = newDesk();
  const page = await desk.open();
  await signIn(page, link.address, 'reception');
  await waitUntilReady(page);
  await openImport(page, link.address);
  link.set('refuse');
  await previewFile(page, madeSheet('QUO', 60));
  expect((await storedRows(page, 'accession-cache', 'master')).length).toBeGreaterThan(100);
  const session = await page.context().newCDPSession(page);
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin: link.address });
  await session.send('Storage.overrideQuotaForOrigin', { origin: link.address, quotaSize: Math.floor(usage / 2) });
  await expect.poll(() => refusesWrites(page), { timeout: 60_000 }).toBe(true);
  await page.locator('[data-import-confirm]').click();
  const result = page.locator('[data-import-result]');
  await expect(result).toBeVisible({ timeout: 60_000 });
  expect(await storedRows(page, 'accession-cache', 'master')).toEqual([]);
  // What was said to be saved is there; what was not is said not to be, and stands in the form.
  const saved = (await unresolved(page)).length;
  await expect(result).toHaveAttribute('data-waiting', String(saved));
  if (saved < 60) await expect(page.getByText(/存储空间不足,内容未保存/).first()).toBeVisible();
  await session.send('Storage.overrideQuotaForOrigin', { origin: link.address });
  if (saved < 60) await confirmImport(page);
  await expect.poll(async () => (await unresolved(page)).length).toBe(60);
  link.set('pass');
  await drained(page);
  expect(await known(madeCodes('QUO', 60))).toEqual(madeCodes('QUO', 60));
});

test('the whole origin is cleared: nothing is left here, and the server knows what it lacks', async () => {
  const desk = newDesk();
  let page = await desk.open();
  await signIn(page, link.address, 'reception');
  await waitUntilReady(page);
  await openImport(page, link.address);
  // The acts do not get through, the desk's heartbeat does.
  link.set('500');
  await previewFile(page, madeSheet('CLR', 4));
  await confirmImport(page);
  const { deviceId, seq } = await queueRow(page);
  await page.reload();
  await expect
    .poll(async () => (await admin.get<{ gaps: number[] }>('accession-lims-sample/offline/device-state', { deviceId })).gaps.length, {
      timeout: 60_000,
    })
    .toBe(4);
  await desk.kill();
  loseEverything(desk.profile);

  page = await desk.open();
  link.set('pass');
  await signIn(page, link.address, 'reception');
  await expect.poll(async () => (await queueRow(page)).deviceId || deviceId, { timeout: 60_000 }).not.toBe(deviceId);
  expect(await unresolved(page)).toEqual([]);
  const state = await admin.get<{ gaps: number[]; highestSeq: number }>('accession-lims-sample/offline/device-state', { deviceId });
  expect(state.gaps).toEqual(Array.from({ length: 4 }, (_, index) => seq - 3 + index));
});

test('a queue that will not open is said at the foot of the page, under an open drawer and its save bar', async () => {
  const desk = newDesk();
  const page = await desk.open();
  await signIn(page, link.address, 'admin');
  // A page that is loaded again may find its keys with the worker and open by itself; a locked desk asks for sure.
  await lockDesk(page, 'lock-secret-1');
  // From the next load on, as a browser that refuses the queue's database alone.
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (name: string, version?: number) => {
      if (name === 'accession-outbox') throw new DOMException('refused', 'UnknownError');
      return version === undefined ? open(name) : open(name, version);
    };
  });
  await page.goto(`${link.address}/basic/sample-class`);
  await unlock(page, 'lock-secret-1');
  await page.getByRole('button', { name: '新增' }).click();
  const alarm = page.getByTestId('queue-fault');
  await expect(alarm).toBeVisible();
  const [bar, drawer] = [(await alarm.boundingBox())!, (await page.getByRole('dialog').boundingBox())!];
  expect(drawer.y + drawer.height).toBeLessThanOrEqual(bar.y);
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click({ trial: true });
});

test('what the browser promises is shown, with what an administrator can do about it', async () => {
  const desk = newDesk();
  const page = await desk.open();
  await signIn(page, link.address, 'reception');
  await openScreen(page, link.address, '/desk/outbox');
  await expect(page.getByText('可能被浏览器清理')).toBeVisible();
  await expect(page.getByText(/NotificationsAllowedForUrls/)).toBeVisible();
  await expect(page.getByText('本机副本').locator('..')).toContainText('正常');
  const session = await page.context().newCDPSession(page);
  await session.send('Browser.grantPermissions' as never, { permissions: ['durableStorage'], origin: link.address } as never);
  await page.reload();
  await expect(page.getByText('已受保护')).toBeVisible();
  await expect(page.getByText(/NotificationsAllowedForUrls/)).toHaveCount(0);
});
