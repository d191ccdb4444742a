import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { openScreen, scan, signIn, storedRows, unlock, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { startProduct, type Product } from '../support/product.ts';
import { openLink, type Link } from '../support/proxy.ts';

/**
 * Labels without network: a desk prints from its own block, is killed between two batches, and goes on behind the last
 * number. What is left goes back to the server, another desk gets it, and no number was used twice.
 */
let product: Product;
let link: Link;
let admin: Api;
const desks = [new Desk(), new Desk()] as const;
const screen = '/code/number-block';
const firstCode = '900000001';

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
  if (run.status === 'passed') return;
  for (const [index, desk] of desks.entries()) await desk.picture(run.outputPath(`desk-${index}`));
});

interface Block {
  readonly blockId: string;
  readonly deviceId: string;
  readonly firstCode: string;
  readonly lastCode: string;
  readonly usedCount: number;
  readonly state: number;
}
const blocks = async (): Promise<readonly Block[]> =>
  (await admin.get<{ records: Block[] }>('accession-lims-code/number-block/page', { size: 100 })).records;

async function printLabels(page: Page, count: number): Promise<readonly string[]> {
  const before = (await batches(page)).length;
  await page.getByLabel('张数').fill(String(count));
  await page.getByRole('button', { name: '打印', exact: true }).click();
  await expect.poll(async () => (await batches(page)).length).toBe(before + 1);
  return (await batches(page))[0]!.codes;
}
interface Batch {
  readonly codes: readonly string[];
  readonly isChecked: boolean;
}
async function batches(page: Page): Promise<readonly Batch[]> {
  const rows = await storedRows(page, 'accession-outbox', 'meta');
  return (rows.find(({ key }) => key === 'numberBlocks') as { batches: Batch[] } | undefined)?.batches ?? [];
}

test('prints without network, survives a kill, gives back; nothing is used twice', async () => {
  const [first, second] = desks;
  let page = await first.open();
  await signIn(page, link.address, 'reception');
  await openScreen(page, link.address, screen);
  await waitUntilReady(page);
  await page.getByRole('button', { name: '预留 100 个' }).click();
  await expect(page.getByTestId('next-number')).toHaveText(firstCode);

  // The server is gone; the page still believes it is online.
  link.set('refuse');
  const one = await printLabels(page, 5);
  expect(one[0]).toBe(firstCode);
  await expect(page.getByTestId('next-number')).toHaveText('900000006');
  expect(await unresolved(page)).toHaveLength(1);
  await first.kill();

  page = await first.open();
  await page.goto(`${link.address}${screen}`);
  await unlock(page);
  await expect(page.getByTestId('next-number')).toHaveText('900000006');
  const two = await printLabels(page, 5);
  expect(new Set([...one, ...two]).size).toBe(10);
  await expect(page.getByTestId('label')).toHaveCount(5);
  // One label is scanned back before the batch counts as good.
  await page.locator('[data-scan-box]').click();
  await scan(page, two[2]!);
  await expect(page.locator('[data-verdict=ok]')).toContainText(two[2]!);
  await scan(page, '123456789');
  await expect(page.locator('[data-verdict=refused]')).toBeVisible();

  link.set('pass');
  await expect.poll(async () => (await unresolved(page)).length, { timeout: 60_000 }).toBe(0);
  const [held] = (await blocks()).filter(({ firstCode: code }) => code === firstCode);
  expect(held?.usedCount).toBe(10);

  await page.getByRole('button', { name: '归还' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByTestId('next-number')).toHaveText('—');
  await expect.poll(async () => (await blocks()).find(({ blockId }) => blockId === held!.blockId)?.lastCode).toBe('900000010');

  // Another desk gets what came back first, and its numbers are its own.
  const other = await second.open();
  await signIn(other, link.address, 'reception');
  await openScreen(other, link.address, screen);
  await waitUntilReady(other);
  await other.getByRole('button', { name: '预留 100 个' }).click();
  await expect(other.getByTestId('next-number')).toHaveText('900000011');
  const three = await printLabels(other, 5);
  await expect.poll(async () => (await unresolved(other)).length, { timeout: 60_000 }).toBe(0);
  expect(new Set([...one, ...two, ...three]).size).toBe(15);
  const all = await blocks();
  expect(all.reduce((sum, { usedCount }) => sum + usedCount, 0)).toBe(15);
  // Side by side, without a gap and without an overlap.
  const held2 = all.filter(({ firstCode: code }) => code.startsWith('9')).toSorted((a, b) => (a.firstCode < b.firstCode ? -1 : 1));
  for (const [index, block] of held2.entries()) if (index > 0) expect(Number(block.firstCode)).toBe(Number(held2[index - 1]!.lastCode) + 1);
});
