import { expect, test, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { openScreen, scan, signIn, storedRows, unresolved } from '../support/console.ts';
import { focusedField, hidden } from '../support/focus.ts';
import { readMaster, summaryPayload } from '../support/prepare.ts';
import { served } from '../support/served.ts';

/** The entry forms by keyboard, as a browser has them: what is typed is saved, scans find their step, the focus is always in sight. */
const house = served();

async function openDesk(account: string, route: string): Promise<Page> {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, house.address, account);
  await openScreen(page, house.address, route);
  return page;
}
const input = (page: Page, field: string) => page.locator(`[data-field=${field}] input`).first();

async function pick(page: Page, field: string, typed: string): Promise<void> {
  await input(page, field).click();
  await input(page, field).fill(typed);
  await input(page, field).press('Enter');
}

test('a reception by keyboard: a typed date is saved as it stands, a second tube is scanned from the name', async () => {
  const page = await openDesk('reception', '/sample/summary-enter');
  const box = page.locator('[data-scan-box]');
  await expect(box).toBeFocused();
  await scan(page, 'KEYR000001');
  await expect(input(page, 'requisitionCode')).toHaveValue('KEYR000001');
  await scan(page, 'KEYS000001');
  // Nothing is carried over yet: the typing begins at the first field that wants something.
  await expect.poll(() => focusedField(page)).toBe('contractLaboratoryId');
  await pick(page, 'contractLaboratoryId', 'SH01');
  await pick(page, 'sendSampleClientId', 'C0001');
  await pick(page, 'sampleClassId', '血清');
  await pick(page, 'commodityIds', 'BIO07');
  await input(page, 'personName').fill('李雷');
  await expect(input(page, 'sendSampleClientId')).toHaveValue(/C0001/);
  await scan(page, 'KEYS000002');
  await expect(page.locator('[data-tube=KEYS000002]')).toBeVisible();
  await expect(input(page, 'personName')).toHaveValue('李雷');
  // From a picker as well; and F2 leads to the box from wherever it is.
  await input(page, 'sendSampleClientId').click();
  await scan(page, 'KEYS000003');
  await expect(page.locator('[data-tube]')).toHaveCount(2);
  await expect(input(page, 'sendSampleClientId')).toHaveValue(/C0001/);
  await input(page, 'sampleClassId').click();
  await page.keyboard.press('F2');
  await expect(box).toBeFocused();
  await page.locator('[data-field=sex] [data-enter-stop]').focus();
  await page.keyboard.press('2');
  await input(page, 'age').fill('31');
  await input(page, 'samplingTime').click();
  await page.keyboard.type('-1 0930', { delay: 70 });
  await page.keyboard.press('F9');
  await expect.poll(async () => (await unresolved(page)).length + (await storedRows(page, 'accession-outbox', 'receipts')).length).toBe(1);
  const admin = await Api.login(house.address, 'admin');
  const stored = async () =>
    admin.get<{ values?: Record<string, unknown>; tubes?: { sampleCode: string }[] }>('accession-lims-sample/enter-info/get-summary-info', {
      requisitionCode: 'KEYR000001',
    });
  await expect.poll(async () => (await stored()).tubes?.length).toBe(3);
  const { values, tubes } = await stored();
  expect(String(values?.['samplingTime'])).toMatch(/ 09:30:00$/);
  expect(tubes?.map(({ sampleCode }) => sampleCode)).toEqual(['KEYS000001', 'KEYS000002', 'KEYS000003']);
  await page.context().close();
});

test('the focus is in sight at every stop of the longest form, with a list of faults open too', async () => {
  const admin = await Api.login(house.address, 'admin');
  const master = await readMaster(admin);
  await admin.post('accession-lims-sample/enter-info/enter-summary', summaryPayload(master, 'NIPT01', 'EDTA全血', 'KEN', 1));
  const page = await openDesk('entry1', '/sample/nipt/1');
  await page.locator('[data-entry-queue] button', { hasText: 'KENR000001' }).click();
  const form = page.getByTestId('detail-form');
  await expect(form).toBeVisible();
  const walk = async (key: string, most: number): Promise<{ readonly stops: string[]; readonly covered: string[] }> => {
    const stops: string[] = [];
    const covered: string[] = [];
    for (let step = 0; step < most; step++) {
      await page.keyboard.press(key);
      const name = await focusedField(page);
      stops.push(name);
      const by = await hidden(page);
      if (by) covered.push(`${name}: ${by}`);
      if (name.includes('保存并下一单')) break;
    }
    return { stops, covered };
  };
  await form.locator('[data-enter-stop], input').first().focus();
  const tabs = await walk('Tab', 120);
  expect(tabs.covered).toEqual([]);
  expect(tabs.stops.length).toBeGreaterThan(45);
  // With everything that is missing listed at the top.
  await page.keyboard.press('F9');
  await expect(form.locator('[role=alert]')).toBeVisible();
  const faults = await walk('Tab', 120);
  expect(faults.covered).toEqual([]);
  const back = await walk('Shift+Tab', 60);
  expect(back.covered).toEqual([]);
  // Enter goes the same way, and ends at what is missing.
  await form.locator('[data-field=testTubeNumber] input').focus();
  const enter = await walk('Enter', 40);
  expect(enter.covered).toEqual([]);
  await page.context().close();
});
