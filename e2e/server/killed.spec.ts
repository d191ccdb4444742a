import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { counterOf, openScreen, scan, signIn, storedRows, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { confirmImport, madeCodes, madeSheet, openImport, previewFile } from '../support/importing.ts';
import { enterTubes, handOver, labReceipts, readMaster } from '../support/prepare.ts';
import { startProduct, type Product } from '../support/product.ts';
import { openLink, type Link, type LinkState } from '../support/proxy.ts';

/** `kill -9` of the server while two desks drain: it restarts on its data, nothing acknowledged is lost, nothing done twice. */
const tubeCount = 60;
const sheetCount = 1200;
const actCount = tubeCount + sheetCount;
const kills = 3;
const lab = new Desk();
const reception = new Desk();
let product: Product;
let links: readonly Link[] = [];
function setLinks(state: LinkState, first?: number): void {
  for (const link of links) link.set(state, first);
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
  admin.get<{ gaps: number[]; highestSeq: number; highestContiguousSeq: number }>('accession-lims-sample/offline/state', { device, maxSeq: seq });

/** What was acknowledged has its effect in the database: the requisition is there, the tube is received. */
async function expectKept(admin: Api, acts: readonly Act[]): Promise<void> {
  const codes = acts.map(({ subject }) => subject);
  const requisitions = codes.filter((code) => code.startsWith('SHEETR')).sort();
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

  // Two desks work without network: tubes scanned into the lab, a hospital's sheet imported.
  const labPage = await lab.open();
  await signIn(labPage, labLink.address, 'lab');
  await waitUntilReady(labPage);
  await openScreen(labPage, labLink.address, '/sample/todayReceivePage');
  await expect.poll(async () => (await storedRows(labPage, 'accession-cache', 'worklists')).map((row) => row['name'])).toContain('labReceive');
  const receptionPage = await reception.open();
  await signIn(receptionPage, receptionLink.address, 'reception');
  await waitUntilReady(receptionPage);
  await openImport(receptionPage, receptionLink.address);
  const pages = [labPage, receptionPage] as const;
  const setOffline = async (isOffline: boolean): Promise<void> => {
    await lab.context.setOffline(isOffline);
    await reception.context.setOffline(isOffline);
  };
  await setOffline(true);
  await labPage.locator('[data-scan-box]').click();
  for (const code of tubes) await scan(labPage, code);
  await expect.poll(async () => (await unresolved(labPage)).length).toBe(tubeCount);
  await previewFile(receptionPage, madeSheet('SHEET', sheetCount));
  await confirmImport(receptionPage);
  await expect.poll(async () => (await unresolved(receptionPage)).length).toBe(sheetCount);
  const queues = await Promise.all(pages.map(counterOf));
  const allAcknowledged = async (): Promise<Act[]> => (await Promise.all(pages.map(acknowledged))).flat();
  const hurry = (): Promise<unknown> => Promise.all(pages.map((page) => page.evaluate(() => window.dispatchEvent(new Event('online')))));
  /** Acts the database holds. */
  const held = async (): Promise<number> => {
    const states = await Promise.all(queues.map((queue) => stateOf(admin, queue)));
    return states.reduce((sum, { gaps }, index) => sum + (queues[index]?.seq ?? 0) - gaps.length, 0);
  };

  // The network is back, and answers are kept back: the server dies before a desk hears of its batch, again and again. However
  // fast or slow the machine is, a desk that waits hears of one batch (500 acts) between two kills: something is left for the third.
  setLinks('refuse');
  await setOffline(false);
  let told = 0;
  let unheard = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const wanted = (await held()) + 15;
    setLinks('kept', kill === 1 ? 0 : 1);
    await expect
      .poll(
        async () => {
          await hurry();
          const count = await held();
          // A desk that gave up waiting sends less at once, perhaps only what the server has: it needs one more answer.
          if (count < wanted) for (const link of links) if (link.keptCount > 1) link.set('kept', 1);
          return count;
        },
        { intervals: [500], timeout: 120_000 },
      )
      .toBeGreaterThanOrEqual(wanted);
    await product.kill();
    // What the desks know now and the database holds now stays so: nobody sends before it is compared.
    setLinks('refuse');
    const before = await allAcknowledged();
    expect(before.length, `acknowledged before kill ${kill}`).toBeLessThan(actCount);
    expect(before.length).toBeGreaterThanOrEqual(told);
    told = before.length;
    product = await startProduct({ port: product.port, dataDir: product.dataDir });
    for (const [index, page] of pages.entries()) {
      const queue = queues[index] ?? { device: '', seq: 0 };
      const missing = new Set((await stateOf(admin, queue)).gaps);
      expect((await acknowledged(page)).filter(({ seq }) => missing.has(seq))).toEqual([]);
    }
    await expectKept(admin, before);
    unheard += (await held()) - before.length;
  }
  // Done at the server and not heard of by the desk: without such acts the kills would have proved little.
  expect(unheard).toBeGreaterThan(0);

  // Undisturbed, everything goes through, each once.
  setLinks('pass');
  await expect
    .poll(
      async () => {
        await hurry();
        return (await Promise.all(pages.map(unresolved))).flat().length;
      },
      { intervals: [500], timeout: 90_000 },
    )
    .toBe(0);
  const acts = await allAcknowledged();
  expect(acts).toHaveLength(actCount);
  expect(new Set(acts.map(({ opId }) => opId)).size).toBe(actCount);
  await expectKept(admin, acts);
  for (const queue of queues) expect(await stateOf(admin, queue)).toMatchObject({ gaps: [], highestSeq: queue.seq, highestContiguousSeq: queue.seq });
  expect(await labReceipts(admin)).toBe(receiptsBefore + tubeCount);
  for (const requisitionCode of madeCodes('SHEET', sheetCount)) {
    const row = await admin.get<{ tubes: unknown[] }>('accession-lims-sample/enter-info/get-summary-info', { requisitionCode });
    expect(row.tubes, requisitionCode).toHaveLength(1);
  }
});
