import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { counterOf, openScreen, scan, signIn, storedRows, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { confirmImport, madeCodes, madeSheet, openImport, previewFile } from '../support/importing.ts';
import { enterTubes, handOver, labReceipts, readMaster } from '../support/prepare.ts';
import { startProduct, type Product } from '../support/product.ts';
import { openLink, type Link } from '../support/proxy.ts';

/** The drill of docs/operations.md#restore with desks that work: what they were told to be done after the backup is sent again by themselves, each once. */
const [rowsBefore, rowsAfter] = [5, 12];
const lab = new Desk();
const reception = new Desk();
const folders: string[] = [];
let product: Product;
let link: Link;
test.afterAll(async () => {
  await lab.close();
  await reception.close();
  await link?.close();
  await product?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'accession-drill-'));
  folders.push(made);
  return made;
};
/** The operator's command; answers what it printed. */
async function operate(command: 'backup' | 'restore', given: readonly string[], dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', `server/backup/${command}.ts`, ...given], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout;
}
const acknowledged = async (page: Page): Promise<number> =>
  (await storedRows(page, 'accession-outbox', 'receipts')).filter(({ state }) => state === 'acked').length;

test('a server put back from its backup hears from its desks what they did since, and nothing twice', async () => {
  product = await startProduct();
  link = await openLink(product.port);
  const server = `http://127.0.0.1:${product.port}`;
  let admin = await Api.login(server, 'admin');
  const master = await readMaster(admin);
  const tubes = await enterTubes(admin, await Api.login(server, 'entry1'), master, 'DRILL', 6);
  await handOver(admin, await Api.login(server, 'lab'), String(master.commodities.get('CBC01')?.id), tubes);
  const receiptsBefore = await labReceipts(admin);

  const labPage = await lab.open();
  await signIn(labPage, link.address, 'lab');
  await waitUntilReady(labPage);
  await openScreen(labPage, link.address, '/sample/todayReceivePage');
  await expect.poll(async () => (await storedRows(labPage, 'accession-cache', 'worklists')).map(({ name }) => name)).toContain('labReceive');
  const receptionPage = await reception.open();
  await signIn(receptionPage, link.address, 'reception');
  await waitUntilReady(receptionPage);
  const pages = [labPage, receptionPage];
  const receive = async (codes: readonly string[]): Promise<void> => {
    await labPage.locator('[data-scan-box]').click();
    for (const code of codes) await scan(labPage, code);
  };
  const take = async (prefix: string, rows: number): Promise<void> => {
    await openImport(receptionPage, link.address);
    await previewFile(receptionPage, madeSheet(prefix, rows));
    await confirmImport(receptionPage);
  };
  const known = async (codes: readonly string[]): Promise<number> =>
    (await admin.post<{ requisitionCodes: string[] }>('accession-lims-sample/enter-info/known-codes', { requisitionCodes: codes })).requisitionCodes
      .length;
  /** How many acts each desk was told to be done. */
  const told = (): Promise<number[]> => Promise.all(pages.map(acknowledged));

  await receive(tubes.slice(0, 2));
  await take('BEFORE', rowsBefore);
  await expect.poll(told).toEqual([2, rowsBefore]);
  const printed = await operate('backup', ['--to', folder()], product.dataDir);
  const backup = /备份完成 \/ backup taken: (.+)/.exec(printed)?.[1];
  expect(backup, printed).toBeTruthy();

  // After the backup; then the machine is lost.
  await receive(tubes.slice(2));
  await take('SINCE', rowsAfter);
  await expect.poll(told).toEqual([tubes.length, rowsBefore + rowsAfter]);
  expect((await Promise.all(pages.map(unresolved))).flat()).toEqual([]);
  link.set('refuse');
  await product.kill();
  const dataDir = folder();
  expect(await operate('restore', ['--from', String(backup)], dataDir)).toContain('restored as of');
  product = await startProduct({ port: product.port, dataDir });

  // It is as it was at the backup: what follows is the desks' doing.
  admin = await Api.login(server, 'admin');
  const since = madeCodes('SINCE', rowsAfter);
  expect([await labReceipts(admin), await known(since)]).toEqual([receiptsBefore + 2, 0]);
  link.set('pass');
  await expect
    .poll(
      async () => {
        await Promise.all(pages.map((page) => page.evaluate(() => window.dispatchEvent(new Event('online')))));
        return [await labReceipts(admin), await known(since)];
      },
      { intervals: [1000], timeout: 180_000 },
    )
    .toEqual([receiptsBefore + tubes.length, rowsAfter]);

  // Nothing waits, no number is missing, nothing was done twice.
  await expect.poll(async () => (await Promise.all(pages.map(unresolved))).flat()).toEqual([]);
  for (const page of pages) {
    const { device, seq } = await counterOf(page);
    expect(await admin.get('accession-lims-sample/offline/device-state', { deviceId: device, maxSeq: seq })).toMatchObject({
      gaps: [],
      highestSeq: seq,
      highestContiguousSeq: seq,
    });
  }
  expect(await told()).toEqual([tubes.length, rowsBefore + rowsAfter]);
  expect(await labReceipts(admin)).toBe(receiptsBefore + tubes.length);
  for (const requisitionCode of [...madeCodes('BEFORE', rowsBefore), ...since]) {
    const row = await admin.get<{ tubes: unknown[] }>('accession-lims-sample/enter-info/get-summary-info', { requisitionCode });
    expect(row.tubes, requisitionCode).toHaveLength(1);
  }
});
