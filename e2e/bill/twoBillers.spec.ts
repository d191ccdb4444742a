import { expect, test, type Locator, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { atOnce } from '../support/atOnce.ts';
import { bill, recordOf, type Page as Found } from '../support/billing.ts';
import { go, signIn } from '../support/console.ts';
import { served } from '../support/served.ts';

/** Two people of billing at the same samples, orders and bills in the same moment: one does it, the other is told, and what they typed stays. */
const house = served();
type Line = Found['records'][number];
let billing: Api;
let pages: readonly [Page, Page];
/** Open lines that go into one order, three at least. */
let lines: readonly Line[];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  const admin = await Api.login(house.address, 'admin');
  billing = await Api.login(house.address, 'billing');
  // Without it administrators are told so, over whatever they are at.
  const { id, paramName, paramKey } = await recordOf(admin, 'blade-system/param/list', { paramKey: 'report.publicAddress' });
  await admin.post('blade-system/param/submit', { id, paramName, paramKey, paramValue: 'https://report.lab.example' });
  // What the demo packed of the month is open again.
  const { records: orders } = await billing.post<Found>(`${bill}/order/list`, { current: 1, size: 100, sended: 0 });
  await billing.post(`${bill}/order/remove`, { orderIds: orders.map(({ orderId }) => orderId) });
  const { records } = await billing.get<Found>(`${bill}/checkQuery/sendSampleList`, { current: '1', size: '500', state: '1' });
  const head = (line: Line): string =>
    ['contractLaboratoryId', 'sendSampleClientId', 'salesmanId', 'erpCode', 'chargeType', 'businessType', 'sign'].map((name) => line[name]).join('/');
  const free = records.filter(({ selectable }) => selectable);
  lines = free.map((line) => free.filter((other) => head(other) === head(line))).find(({ length }) => length >= 3) ?? [];
  expect(lines[2]).toBeDefined();
  const pageOf = async (account: string): Promise<Page> => {
    const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', serviceWorkers: 'block' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await signIn(page, house.address, account);
    return page;
  };
  pages = [await pageOf('billing'), await pageOf('admin')];
});

const both = <T>(work: (page: Page, at: 0 | 1) => Promise<T>): Promise<readonly [T, T]> => Promise.all([work(pages[0], 0), work(pages[1], 1)]);
const rowOf = (page: Page, text: string): Locator => page.locator('tr[data-row]:visible', { hasText: text });
const drawerOf = (page: Page): Locator => page.getByRole('dialog').last();
const fieldOf = (page: Page, name: string): Locator => drawerOf(page).locator(`[data-field=${name}] input, [data-field=${name}] textarea`).first();
const press = (page: Page): Promise<void> => drawerOf(page).locator('[data-enter-end]').click();
/** Opens an act of a row, also where it is under 更多. */
async function act(page: Page, text: string, key: string, label: string): Promise<void> {
  const row = rowOf(page, text);
  await expect(row).toBeVisible();
  if ((await row.locator(`[data-act=${key}]`).count()) > 0) return row.locator(`[data-act=${key}]`).click();
  await row.getByRole('button', { name: '更多' }).click();
  return page.getByRole('menuitem', { name: label }).click();
}
/** Of two drawers one has closed, and the other says why not; answers the window of the other. */
async function loserOf(why: RegExp): Promise<Page> {
  await expect.poll(() => both((page) => page.getByRole('dialog').count()).then((open) => open.toSorted())).toEqual([0, 1]);
  const loser = (await pages[0].getByRole('dialog').count()) === 1 ? pages[0] : pages[1];
  await expect(drawerOf(loser)).toContainText(why);
  await loser.screenshot({ path: test.info().outputPath(`${test.info().title.slice(0, 20)}.png`) });
  return loser;
}
async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog').getByRole('button', { name: '放弃修改' });
  await expect(question.or(page.locator('body:not(:has([role=dialog]))')).first()).toBeVisible();
  if (await question.isVisible()) await question.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
const ordersOfLines = async (): Promise<readonly Line[]> => {
  const sampleCodeStr = lines
    .slice(0, 3)
    .map(({ sampleCode }) => sampleCode)
    .join(',');
  return (await billing.post<Found>(`${bill}/order/list`, { current: 1, size: 10, sampleCodeStr })).records;
};

test('a sample that two order at once stands in one order, and whose order it is not is told', async () => {
  const wanted = [lines.slice(0, 2), lines.slice(1, 3)] as const;
  await both(async (page, at) => {
    await go(page, '/bill/order');
    const box = page.getByRole('textbox', { name: '粘贴样本条码查询' });
    await box.fill(wanted[at].map(({ sampleCode }) => sampleCode).join(' '));
    await box.press('Enter');
    for (const { sampleCode, commodityName } of wanted[at])
      await rowOf(page, sampleCode).filter({ hasText: commodityName }).getByRole('checkbox').check();
    await page.getByRole('button', { name: /^开单 2/ }).click();
    await expect(drawerOf(page)).toBeVisible();
  });
  const told = both((page) => page.getByText(/1 条未入订单: .*已在订单/).waitFor({ timeout: 20_000 }).then(() => 1, () => 0)); // oxfmt-ignore
  await atOnce(pages.map((page) => ({ page, path: 'order/createOrder', press: () => press(page) })));
  expect((await told).toSorted()).toEqual([0, 1]);
  const orders = await ordersOfLines();
  expect(orders.map(({ totalQty }) => Number(totalQty)).toSorted((one, other) => one - other)).toEqual([1, 2]);
});

test('of two who change an order at once one does, and the other keeps what they wrote', async () => {
  const orderNo = String((await ordersOfLines()).find(({ totalQty }) => totalQty === 2)?.['orderNo']);
  await both(async (page, at) => {
    await go(page, '/bill/orderManage');
    await act(page, orderNo, 'edit', '修改');
    await fieldOf(page, 'remark').fill(`第${at + 1}人的备注`);
  });
  await atOnce(pages.map((page) => ({ page, path: 'order/editOrder', press: () => press(page) })));
  const loser = await loserOf(/已被\S+于\d{4}-\d{2}-\d{2} .*修改/);
  await expect(fieldOf(loser, 'remark')).toHaveValue(`第${pages.indexOf(loser) + 1}人的备注`);
  await leave(loser);
  const order = (await ordersOfLines()).find((one) => one['orderNo'] === orderNo);
  expect(order).toMatchObject({ totalQty: 2, remark: `第${2 - pages.indexOf(loser)}人的备注` });
});

test('of one who sends an order and one who removes it at once one does', async () => {
  const { orderNo, orderId } = (await ordersOfLines()).find(({ totalQty }) => totalQty === 1) ?? {};
  const [sender, remover] = pages;
  await both((page) => go(page, '/bill/orderManage'));
  await act(sender, orderNo, 'send', '发送');
  await fieldOf(sender, 'reconciliationTime').fill('2020-01-31 00:00:00');
  await act(remover, orderNo, 'remove', '删除');
  await atOnce([
    { page: sender, path: 'order/send', press: () => press(sender) },
    { page: remover, path: 'order/remove', press: () => press(remover) },
  ]);
  const loser = await loserOf(/已发送|没有此订单/);
  const there = (await ordersOfLines()).filter((one) => one['orderId'] === orderId);
  expect(there).toMatchObject(loser === remover ? [{ sended: 1 }] : []);
  await leave(loser);
});

test('an order that two bill at once stands in one bill, and the other keeps the name they gave', async () => {
  const { orderNo, orderId } = (await ordersOfLines()).find(({ totalQty }) => totalQty === 2) ?? {};
  await billing.post(`${bill}/order/send`, { orderIds: [orderId], reconciliationTime: '2020-01-31 00:00:00' });
  await both(async (page, at) => {
    await go(page, '/bill/orderManage');
    await page.getByRole('button', { name: '刷新' }).and(page.locator(':visible')).last().click();
    await expect(rowOf(page, orderNo)).toContainText('2020-01-31');
    await rowOf(page, orderNo).getByRole('checkbox').check();
    await page.getByRole('button', { name: '生成账单 1' }).click();
    await fieldOf(page, 'billName').fill(`第${at + 1}人的账单`);
  });
  await atOnce(pages.map((page) => ({ page, path: 'bill/createBill', press: () => press(page) })));
  const loser = await loserOf(/已入账单|没有可入账单/);
  await expect(fieldOf(loser, 'billName')).toHaveValue(`第${pages.indexOf(loser) + 1}人的账单`);
  await leave(loser);
  const { records } = await billing.post<Found>(`${bill}/bill/list`, { current: 1, size: 10, orderNo });
  expect(records).toMatchObject([{ billName: `第${2 - pages.indexOf(loser)}人的账单`, totalQty: 2 }]);
});

test('of two who send and remove a bill at once one does, and its samples are where that one left them', async () => {
  const { orderId, orderNo } = (await ordersOfLines()).find(({ totalQty }) => totalQty === 2) ?? {};
  const { billNo } = await billing.post<Found>(`${bill}/bill/list`, { current: 1, size: 10, orderNo }).then(({ records }) => records[0] ?? {});
  const [remover, sender] = pages;
  await both((page) => go(page, '/bill/billManage'));
  await act(sender, billNo, 'send', '发送');
  await fieldOf(sender, 'reconciliationTime').fill('2020-01-31 00:00:00');
  await act(remover, billNo, 'remove', '删除');
  await atOnce([
    { page: sender, path: 'bill/send', press: () => press(sender) },
    { page: remover, path: 'bill/remove', press: () => press(remover) },
  ]);
  const loser = await loserOf(/已发送|没有此账单/);
  const isRemoved = loser === sender;
  expect((await ordersOfLines()).find((one) => one['orderId'] === orderId)).toMatchObject(
    isRemoved ? { billStatus: 0, billedQty: 0 } : { billStatus: 1, billedQty: 2 },
  );
  await leave(loser);
});
