import { expect, test, type Page, type Request } from '@playwright/test';
import { Api } from '../support/api.ts';
import { openScreen, scan, signIn, unresolved, waitUntilReady } from '../support/console.ts';
import { enterTubes, handOver, readMaster, samplingTime } from '../support/prepare.ts';
import { served } from '../support/served.ts';

/** What was taken back on the server is not done any more on any desk that did it or heard of it. */
const house = served();

async function deskOf(account: string): Promise<Page> {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, house.address, account);
  await waitUntilReady(page);
  return page;
}
const verdict = (page: Page) => page.locator('[data-verdict]').first();
/** A scan screen, ready to hear. */
async function openScan(page: Page, route: string): Promise<void> {
  await openScreen(page, house.address, route);
  await expect(page.locator('[data-scan-box]').first()).toBeFocused();
}
/** Scans a tube, again where the server was asked about it and had no time to answer, so that memory did: a busy machine takes longer than a desk waits. */
async function scanAsking(page: Page, code: string): Promise<void> {
  let isUnanswered = true;
  const onFailed = (request: Request): void => {
    isUnanswered ||= request.url().includes('/lab-task/receive-check');
  };
  page.on('requestfailed', onFailed);
  while (isUnanswered) {
    isUnanswered = false;
    await scan(page, code);
    await expect(verdict(page)).toContainText(/已接收|重复/);
  }
  page.off('requestfailed', onFailed);
}
const lastActs = (page: Page) => page.locator('[data-act-log] > li');

test('a cancelled receipt: the desk that received and the one that only heard of it receive the tube anew', async () => {
  const admin = await Api.login(house.address, 'admin');
  const lab = await Api.login(house.address, 'lab');
  const master = await readMaster(admin);
  const [tube = '', other = ''] = await enterTubes(admin, await Api.login(house.address, 'entry1'), master, 'BACK', 2);
  await handOver(admin, lab, String(master.commodities.get('CBC01')?.id), [tube, other]);

  const page = await deskOf('lab');
  await openScan(page, '/sample/todayReceivePage');
  const today = page.getByRole('grid', { name: '今日接收' });
  await scan(page, tube);
  await expect(verdict(page)).toContainText('已接收');
  await expect(today).toContainText(tube);
  await scan(page, tube);
  await expect(verdict(page)).toContainText('重复');

  // Another desk of the lab has it as received, too.
  const second = await deskOf('lab');
  await openScan(second, '/sample/todayReceivePage');
  await expect(second.getByRole('grid', { name: '今日接收' })).toContainText(tube);

  // Taken back on the screen for it, with a reason.
  await openScan(page, '/sample/cancelReceived');
  await scan(page, tube);
  await page.getByRole('dialog').getByLabel('原因').fill('管壁破损');
  await page.getByRole('dialog').getByRole('button', { name: '取消接收' }).click();
  await expect(page.getByRole('grid', { name: '取消接收记录' })).toContainText(tube);
  await openScan(page, '/sample/todayReceivePage');
  await expect(today).not.toContainText(tube);
  await expect(lastActs(page).first()).toContainText('已取消接收');
  // The second desk has not renewed its list yet and asks.
  await scanAsking(second, tube);
  await expect(verdict(second)).toContainText('已接收');
  await expect(second.getByRole('grid', { name: '今日接收' })).toContainText(tube);
  // Taken back once more, by a program that tells no desk.
  await lab.post('accession-lims-lab/lab-task/cancel-receive', { sampleCode: tube, reason: '放错架' });
  await scanAsking(page, tube);
  await expect(verdict(page)).toContainText('已接收');
  await expect(today).toContainText(tube);
  await Promise.all([page.context().close(), second.context().close()]);
});

/** What is asked for beside the codes; products that were carried over stay. */
async function fillReception(page: Page, personName: string, { isFirst = true } = {}): Promise<void> {
  const form = page.getByTestId('summary-form');
  const pick = async (field: string, typed: string): Promise<void> => {
    const input = form.locator(`[data-field=${field}] input`).first();
    await input.click();
    await input.fill(typed);
    await input.press('Enter');
  };
  await pick('contractLaboratoryId', 'SH01');
  await pick('sendSampleClientId', 'C0001');
  if (isFirst) await pick('commodityIds', 'BIO07');
  await pick('sampleClassId', '血清');
  await pick('samplingTime', samplingTime());
  await form.locator('[data-field=personName] input').fill(personName);
  await form.locator('[data-field=age] input').fill('31');
  await form.locator('[data-field=sex] [data-enter-stop], [data-field=sex] button').first().focus();
  await page.keyboard.press('2');
}

test('a reception is undone after it was uploaded, without network, and the same codes are received anew', async () => {
  const page = await deskOf('reception');
  await openScan(page, '/sample/summary-enter');
  await scan(page, 'UNDR000001');
  await scan(page, 'UNDS000001');
  await fillReception(page, '误扫人');
  await page.keyboard.press('F9');
  const row = lastActs(page).first();
  await expect(row).toHaveAttribute('data-op-state', 'acked');
  await expect(row).toContainText('误扫人');
  await page.context().setOffline(true);
  await row.getByRole('button', { name: '撤销' }).click();
  await expect(row).toContainText('撤销待上传');
  await expect(row.getByRole('button', { name: '撤销' })).toHaveCount(0);
  expect(await unresolved(page)).toHaveLength(1);

  // The desk knows it no more: the codes are taken as new ones.
  await scan(page, 'UNDR000001');
  await scan(page, 'UNDS000001');
  await expect(verdict(page)).toContainText('录入中');
  await fillReception(page, '正确人', { isFirst: false });
  await page.keyboard.press('F9');
  await expect(lastActs(page)).toHaveCount(2);
  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await unresolved(page)).length).toBe(0);
  await expect(lastActs(page).nth(1)).toContainText('已撤销接样');
  await expect(lastActs(page).first()).toContainText('已接样');
  await page.getByRole('tab', { name: '今日列表' }).click();
  const today = page.getByRole('grid', { name: '今日前处理' });
  await expect(today).toContainText('正确人');
  await expect(today).not.toContainText('误扫人');
  await page.context().close();
});
