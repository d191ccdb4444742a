import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { openScreen, scan, signIn, storedRows, unresolved, waitUntilReady } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import { confirmImport, previewFile, sheetHeaders } from '../support/importing.ts';
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
  // A product that is sent out: the desk says so with everything else, of its own copy.
  const [sold] = (await admin.get<{ records: Record<string, unknown>[] }>('accession-lims-base/commodity/page', { commodityCode: 'BIO07' })).records;
  await admin.post('accession-lims-base/commodity/save', { ...sold, executeType: 2 });
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
  await expect(form.locator('[data-rule=R-10]')).toContainText('为委托外送');
  expect(await unresolved(page)).toEqual([]);
  await form.locator('[data-rule=R-08] input').fill('补采');
  await page.keyboard.press('F9');
  await expect.poll(async () => (await unresolved(page)).length).toBe(1);
  await desk.context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await unresolved(page)).length).toBe(0);
  const row = await admin.get<{ tubes: unknown[] }>('accession-lims-sample/enter-info/get-summary-info', { requisitionCode: 'ERLR000002' });
  expect(row.tubes).toHaveLength(1);

  // A sheet is asked row by row as the form asks, without network too.
  await desk.context.setOffline(true);
  await page.getByRole('tab', { name: 'Excel导入' }).click();
  const line = (number: string, name: string): string =>
    [`ERLR${number}`, `ERLS${number}`, '沪江检验所', 'C0001', 'BIO07', '血清', name, '女', 30, earlier.telephone, samplingTime()].join(',');
  const text = [sheetHeaders.join(','), line('000003', earlier.personName), line('000004', '陆无前'), line('000005', earlier.personName)].join('\n');
  await previewFile(page, { name: 'earlier.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(page.locator('[data-import-filter=warn]')).toHaveText('有提示 2');
  const [first, second] = [page.locator('[data-fault=earlier_requisition]').first(), page.locator('[data-fault=earlier_requisition]').nth(1)];
  await expect(second).toBeVisible();
  await expect(page.locator('[data-import-confirm]')).toBeDisabled();
  await first.fill('双胎');
  await first.press('Enter');
  await expect(page.locator('[data-import-filter=warn]')).toHaveText('有提示 1');
  await page.locator('[data-import-answer]').getByText('补采').click();
  await confirmImport(page);
  await expect(page.locator('[data-import-result]')).toHaveAttribute('data-waiting', '3');
  await desk.context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await unresolved(page)).length).toBe(0);
});
