import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { counterOf, openScreen, scan, signIn, storedRows, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { confirmImport, madeCodes, madeSheet, openImport, previewFile } from '../support/importing.ts';
import { enterTubes, handOver, labReceipts, readMaster } from '../support/prepare.ts';
import { startProduct, type Product } from '../support/product.ts';
import { openLink, type Link, type LinkState } from '../support/proxy.ts';

/**
 * `kill -9` of the server while two desks drain: it restarts on its data, nothing acknowledged is lost, nothing done twice.
 * Each kill has a portion of acts of its own, so no machine is too fast or too slow for it.
 */
const tubesAKill = 20;
const sheets = ['SHEETA', 'SHEETB', 'SHEETC'];
const rowsASheet = 80;
const kills = sheets.length;
const tubeCount = kills * tubesAKill;
const actCount = tubeCount + kills * rowsASheet;
const lab = new Desk();
const reception = new Desk();
let product: Product;
let links: readonly Link[] = [];
function setLinks(state: LinkState): void {
  for (const link of links) link.set(state);
}

test.afterAll(async () => {
  await lab.close();
  await reception.close();
  for (const link of links) await link.close();
  await product?.stop();
});

interface Queue {
  readonly device: string;
  readonly seq: number;
}
interface Act {
  readonly opId: string;
  readonly seq: number;
  readonly subject: string;
}
/** What this desk was told to be done. */
async function acknowledged(page: Page): Promise<Act[]> {
  const rows = await storedRows(page, 'accession-outbox', 'receipts');
  expect(rows.filter((row) => row['state'] !== 'acked')).toEqual([]);
  return rows.map((row) => ({ opId: String(row['opId']), seq: Number(row['seq']), subject: String(row['subject']) }));
}
const stateOf = (admin: Api, { device, seq }: Queue) =>
  admin.get<{ gaps: number[]; highestSeq: number; highestContiguousSeq: number }>('accession-lims-sample/offline/device-state', {
    deviceId: device,
    maxSeq: seq,
  });

/** What was acknowledged has its effect in the database: the requisition is there, the tube is received. */
async function expectKept(admin: Api, acts: readonly Act[]): Promise<void> {
  const codes = acts.map(({ subject }) => subject);
  const requisitions = codes.filter((code) => code.startsWith('SHEET')).sort();
  const known = await admin.post<{ requisitionCodes: string[] }>('accession-lims-sample/enter-info/known-codes', { requisitionCodes: requisitions });
  expect(known.requisitionCodes.sort()).toEqual(requisitions);
  for (const code of codes.filter((subject) => subject.startsWith('TUBE'))) {
    const check = await admin.post<{ verdict: string }>('accession-lims-lab/lab-task/receive-check', { code });
    expect(check.verdict, code).toBe('repeat');
  }
}

test('the server killed three times while desks drain', async () => {
  product = await startProduct();
  const server = `http://127.0.0.1:${product.port}`;
  const labLink = await openLink(product.port);
  const receptionLink = await openLink(product.port);
  links = [labLink, receptionLink];
  const admin = await Api.login(server, 'admin');
  const master = await readMaster(admin);
  const tubes = await enterTubes(admin, await Api.login(server, 'entry1'), master, 'TUBE', tubeCount);
  await handOver(admin, await Api.login(server, 'lab'), String(master.commodities.get('CBC01')?.id), tubes);

  const receiptsBefore = await labReceipts(admin);

  // Two desks: one scans tubes into the lab, one imports a hospital's sheets.
  const labPage = await lab.open();
  await signIn(labPage, labLink.address, 'lab');
  await waitUntilReady(labPage);
  await openScreen(labPage, labLink.address, '/sample/todayReceivePage');
  await expect.poll(async () => (await storedRows(labPage, 'accession-cache', 'worklists')).map((row) => row['name'])).toContain('labReceive');
  const receptionPage = await reception.open();
  await signIn(receptionPage, receptionLink.address, 'reception');
  await waitUntilReady(receptionPage);
  const pages = [labPage, receptionPage] as const;
  const setOffline = async (isOffline: boolean): Promise<void> => {
    await lab.context.setOffline(isOffline);
    await reception.context.setOffline(isOffline);
  };
  const allAcknowledged = async (): Promise<Act[]> => (await Promise.all(pages.map(acknowledged))).flat();
  const hurry = (): Promise<unknown> => Promise.all(pages.map((page) => page.evaluate(() => window.dispatchEvent(new Event('online')))));
  const unresolvedCount = async (): Promise<number> => (await Promise.all(pages.map(unresolved))).flat().length;
  let queues: readonly Queue[] = [];
  /** Acts of each desk that the database holds. */
  const held = async (): Promise<number[]> =>
    (await Promise.all(queues.map((queue) => stateOf(admin, queue)))).map(({ gaps }, index) => (queues[index]?.seq ?? 0) - gaps.length);

  for (let kill = 1; kill <= kills; kill++) {
    // Without network: tubes are scanned, a sheet is imported.
    setLinks('refuse');
    await setOffline(true);
    await labPage.locator('[data-scan-box]').click();
    for (const code of tubes.slice((kill - 1) * tubesAKill, kill * tubesAKill)) await scan(labPage, code);
    await expect.poll(async () => (await unresolved(labPage)).length).toBe(tubesAKill);
    await openImport(receptionPage, receptionLink.address);
    await previewFile(receptionPage, madeSheet(sheets[kill - 1] ?? '', rowsASheet));
    await confirmImport(receptionPage);
    await expect.poll(async () => (await unresolved(receptionPage)).length).toBe(rowsASheet);
    queues = await Promise.all(pages.map(counterOf));
    const done = kill * (tubesAKill + rowsASheet);
    expect((await held()).reduce((sum, count) => sum + count, 0)).toBe(done - tubesAKill - rowsASheet);
    const wanted = (await held()).map((count) => count + 15);

    // The network is back. The lab's first batch is answered a moment before the kill, the reception never hears of its own.
    labLink.set('kept', 1);
    receptionLink.set('kept');
    await setOffline(false);
    await expect
      .poll(
        async () => {
          await hurry();
          return (await held()).every((count, index) => count >= (wanted[index] ?? 0));
        },
        { intervals: [500], timeout: 120_000 },
      )
      .toBe(true);
    await product.kill();
    // What the desks know now and the database holds now stays so: nobody sends before it is compared.
    setLinks('refuse');
    const before = await allAcknowledged();
    expect(before.length, `acknowledged before kill ${kill}`).toBeLessThan(done);
    product = await startProduct({ port: product.port, dataDir: product.dataDir });
    for (const [index, page] of pages.entries()) {
      const queue = queues[index] ?? { device: '', seq: 0 };
      const missing = new Set((await stateOf(admin, queue)).gaps);
      expect((await acknowledged(page)).filter(({ seq }) => missing.has(seq))).toEqual([]);
    }
    await expectKept(admin, before);
    // Done at the server and not heard of by the desk: without such acts the kill would have proved little.
    expect((await held()).reduce((sum, count) => sum + count, 0) - before.length).toBeGreaterThan(0);

    // Undisturbed, everything goes through, each once.
    setLinks('pass');
    await expect
      .poll(
        async () => {
          await hurry();
          return unresolvedCount();
        },
        { intervals: [500], timeout: 120_000 },
      )
      .toBe(0);
  }
  const acts = await allAcknowledged();
  expect(acts).toHaveLength(actCount);
  expect(new Set(acts.map(({ opId }) => opId)).size).toBe(actCount);
  await expectKept(admin, acts);
  for (const queue of queues) expect(await stateOf(admin, queue)).toMatchObject({ gaps: [], highestSeq: queue.seq, highestContiguousSeq: queue.seq });
  expect(await labReceipts(admin)).toBe(receiptsBefore + tubeCount);
  for (const sheet of sheets) {
    await Promise.all(
      madeCodes(sheet, rowsASheet).map(async (requisitionCode) => {
        const row = await admin.get<{ tubes: unknown[] }>('accession-lims-sample/enter-info/get-summary-info', { requisitionCode });
        expect(row.tubes, requisitionCode).toHaveLength(1);
      }),
    );
  }
});
