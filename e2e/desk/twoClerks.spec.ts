import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { counterOf, openScreen, scan, signIn, signOut, storedRows, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { confirmImport, madeCodes, madeSheet, openImport, previewFile } from '../support/importing.ts';
import { enterTubes, handOver, readMaster } from '../support/prepare.ts';
import { password, startProduct, type Product } from '../support/product.ts';
import { openLink, type Link } from '../support/proxy.ts';

/** Two clerks at one desk: an act belongs to its author; logout, another login and expiry lose none. */
const desk = new Desk();
let product: Product;
let link: Link;

test.afterAll(async () => {
  await desk.close();
  await link?.close();
  await product?.stop();
});

const authors = async (page: Page): Promise<unknown[]> => [...new Set((await unresolved(page)).map((row) => row['authorId']))];

/** The token the desk holds becomes one the server does not take, as if its hour were over. */
async function spoilToken(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('accession-device');
        opening.onsuccess = () => {
          const change = opening.result.transaction('session', 'readwrite');
          const store = change.objectStore('session');
          const asking = store.get('current');
          asking.onsuccess = () => store.put({ ...asking.result, accessToken: `${String(asking.result.accessToken).slice(0, -8)}AAAAAAAA` });
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
          change.onerror = () => reject(new Error('the session could not be changed'));
        };
      }),
  );
}

test('two clerks share a desk', async () => {
  product = await startProduct();
  link = await openLink(product.port);
  const direct = `http://127.0.0.1:${product.port}`;
  const { address } = link;
  const admin = await Api.login(direct, 'admin');
  const master = await readMaster(admin);
  const tubes = await enterTubes(admin, await Api.login(direct, 'entry1'), master, 'TWO', 6);
  await handOver(admin, await Api.login(direct, 'lab'), String(master.commodities.get('CBC01')?.id), tubes);
  const known = async (codes: readonly string[]): Promise<string[]> =>
    (
      await admin.post<{ requisitionCodes: string[] }>('accession-lims-sample/enter-info/known-codes', { requisitionCodes: codes })
    ).requisitionCodes.sort();
  const check = async (code: string): Promise<string> =>
    (await admin.post<{ verdict: string }>('accession-lims-lab/lab-task/receive-check', { code })).verdict;
  const drained = (page: Page) =>
    expect
      .poll(
        async () => {
          await page.evaluate(() => window.dispatchEvent(new Event('online')));
          return (await unresolved(page)).length;
        },
        { intervals: [500], timeout: 60_000 },
      )
      .toBe(0);

  // Clerk A enters a sheet while the server cannot be reached, and leaves.
  const page = await desk.open();
  await signIn(page, address, 'reception');
  await waitUntilReady(page);
  await openImport(page, address);
  link.set('refuse');
  await previewFile(page, madeSheet('ANN', 12));
  await confirmImport(page);
  const own = await unresolved(page);
  expect(own).toHaveLength(12);
  const authorA = String(own[0]?.['authorId']);
  await signOut(page);
  expect(await storedRows(page, 'accession-device', 'session')).toEqual([]);
  expect(await storedRows(page, 'accession-cache', 'worklists')).toEqual([]);
  expect((await unresolved(page)).map((row) => row['opId'])).toEqual(own.map((row) => row['opId']));
  await expect(page.getByText(/12 (条|项)/).first()).toBeVisible();
  expect(await page.content()).not.toContain('ANNR');

  // Clerk B signs in on the same desk while uploads fail; of A's acts they see a count.
  link.set('500');
  await signIn(page, address, 'lab');
  await waitUntilReady(page);
  expect(await authors(page)).toEqual([authorA]);
  const pill = page.getByTestId('outbox-pill');
  await expect(pill).toHaveAttribute('data-waiting', '0');
  await expect(pill).toHaveAttribute('data-needing', '0');
  await expect(pill).toHaveAttribute('aria-label', /12 条属于其他用户/);
  await openScreen(page, address, '/desk/outbox');
  await expect(page.getByText(/本机另有 12 项属于其他用户/)).toBeVisible();
  for (const tab of await page.getByRole('tab', { name: /待上传|需处理|已上传/ }).all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    expect(await page.locator('main').innerHTML()).not.toContain('ANNR');
  }

  // Uploads work again: they work, and their session carries what they did, in their name.
  link.set('pass');
  await openScreen(page, address, '/sample/todayReceivePage');
  await page.locator('[data-scan-box]').click();
  for (const code of tubes) await scan(page, code);
  const receives = async () => (await storedRows(page, 'accession-outbox', 'receipts')).filter((row) => row['type'] === 'labTask.receive').length;
  await expect.poll(receives, { timeout: 60_000 }).toBe(tubes.length);
  for (const code of tubes) expect(await check(code), code).toBe('repeat');
  await drained(page);
  expect(await known(madeCodes('ANN', 12))).toEqual(madeCodes('ANN', 12));
  await signOut(page);

  // A is back: nothing waits, each of hers stands once.
  await signIn(page, address, 'reception');
  await waitUntilReady(page);
  await expect(pill).toHaveAttribute('data-waiting', '0');

  // Their token expires between two acts: renewed without a word, nothing is lost.
  await openImport(page, address);
  link.set('refuse');
  await previewFile(page, madeSheet('EXP', 8));
  await confirmImport(page);
  await spoilToken(page);
  link.set('pass');
  await drained(page);
  expect(await known(madeCodes('EXP', 8))).toEqual(madeCodes('EXP', 8));

  // It expires and cannot be renewed: they are asked to sign in again, and the desk itself carries what they did.
  await openImport(page, address);
  link.set('refuse');
  await previewFile(page, madeSheet('END', 8));
  await confirmImport(page);
  await spoilToken(page);
  await desk.context.clearCookies();
  link.set('pass');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.waitForURL('**/login**', { timeout: 60_000 });
  await drained(page);
  expect(await known(madeCodes('END', 8))).toEqual(madeCodes('END', 8));
  // Login leads back to where they were.
  await page.locator('input[name=username]').fill('reception');
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sample/summary-enter', { timeout: 60_000 });

  // Every number this desk gave out is at the server, under its author, once.
  const receipts = await storedRows(page, 'accession-outbox', 'receipts');
  expect(receipts.map((row) => row['state'])).toEqual(Array(12 + 6 + 8 + 8).fill('acked'));
  expect(receipts.filter((row) => row['authorId'] === authorA)).toHaveLength(28);
  const { device, seq } = await counterOf(page);
  const state = await admin.get<{ gaps: number[]; highestSeq: number }>('accession-lims-sample/offline/device-state', {
    deviceId: device,
    maxSeq: seq,
  });
  expect(state).toMatchObject({ gaps: [], highestSeq: 34 });
  for (const requisitionCode of ['ANN', 'EXP', 'END'].flatMap((prefix) => madeCodes(prefix, 8))) {
    const row = await admin.get<{ tubes: unknown[] }>('accession-lims-sample/enter-info/get-summary-info', { requisitionCode });
    expect(row.tubes, requisitionCode).toHaveLength(1);
  }
});
