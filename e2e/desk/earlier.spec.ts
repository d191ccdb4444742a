import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { openScreen, scan, signIn, storedRows, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { readMaster, samplingTime, summaryPayload } from '../support/prepare.ts';
import { startProduct, type Product } from '../support/product.ts';

/** A desk without network asks before it says saved: an earlier requisition of the same person, a tube that waited too long. */
const desk = new Desk();
let product: Product;

test.afterAll(async () => {
  await desk.close();
  await product?.stop();
});

async function pick(page: Page, field: string, typed: string): Promise<void> {
  const input = page.locator(`[data-field=${field}] input`).first();
  await input.click();
  await input.fill(typed);
  await input.press('Enter');
}

test('an earlier requisition of the same person is asked about without network', async () => {
  product = await startProduct();
  const address = `http://127.0.0.1:${product.port}`;
  const admin = await Api.login(address, 'admin');
  const master = await readMaster(admin);
  const earlier = summaryPayload(master, 'BIO07', '血清', 'ERL', 1);
  const indexed = async (): Promise<number> => (await admin.get<{ entries: string }>('accession-lims-sample/offline/recent-persons')).entries.length;
  const before = await indexed();
  await admin.post('accession-lims-sample/enter-info/enter-summary', earlier);
  // The index leaves out what is younger than five seconds: a desk is told of it later.
  await expect.poll(indexed).toBeGreaterThan(before);
  const page = await desk.open();
  await signIn(page, address, 'reception');
  await waitUntilReady(page);
  await expect.poll(async () => (await storedRows(page, 'accession-cache', 'personMarks')).length).toBeGreaterThan(0);
  const onDisk = JSON.stringify(await storedRows(page, 'accession-cache', 'worklists'));
  expect(onDisk).not.toContain(earlier.telephone);
  expect(onDisk).not.toContain(earlier.personName);

  await openScreen(page, address, '/sample/summary-enter');
  await expect(page.locator('[data-scan-box]')).toBeFocused();
  await desk.context.setOffline(true);
  await scan(page, 'ERLR000002');
  await scan(page, 'ERLS000002');
  await pick(page, 'contractLaboratoryId', 'SH01');
  await pick(page, 'sendSampleClientId', 'C0001');
  await pick(page, 'commodityIds', 'BIO07');
  await pick(page, 'sampleClassId', '血清');
  await pick(page, 'samplingTime', samplingTime());
  const form = page.getByTestId('summary-form');
  await form.locator('[data-field=personName] input').fill(earlier.personName);
  await form.locator('[data-field=telephone] input').fill(earlier.telephone);
  await form.locator('[data-field=age] input').fill('31');
  await form.locator('[data-field=sex] [data-enter-stop], [data-field=sex] button').first().focus();
  await page.keyboard.press('2');
  await page.keyboard.press('F9');
  await expect(form.locator('[data-rule=R-08]')).toBeVisible();
  expect(await unresolved(page)).toEqual([]);
  await form.locator('[data-rule=R-08] input').fill('补采');
  await page.keyboard.press('F9');
  await expect.poll(async () => (await unresolved(page)).length).toBe(1);
  await desk.context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await unresolved(page)).length).toBe(0);
  const row = await admin.get<{ tubes: unknown[] }>('accession-lims-sample/enter-info/get-summary-info', { requisitionCode: 'ERLR000002' });
  expect(row.tubes).toHaveLength(1);
});
