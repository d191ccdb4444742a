import type { AddressInfo } from 'node:net';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { openErpStandIn, type ErpStandIn } from '#server/ports/erpTesting.ts';
import { openMailServer } from '#server/report/mail/mailServerTesting.ts';
import { Api } from '../support/api.ts';
import { bill, changeRecord, issuedReport, recordOf, type Page as Found } from '../support/billing.ts';
import { go, openScreen, signIn } from '../support/console.ts';
import { readMaster, type Master } from '../support/prepare.ts';
import { served } from '../support/served.ts';

/**
 * Month end of two laboratories, one with Kingdee and one with Yonyou: packed, mended, changed, sent, billed in part, told to ERPs that are
 * slow, refuse and lose answers, mailed; then a report is withdrawn, and the month closed and opened again by two people.
 */
const house = served();
const mails = openMailServer(() => undefined);
let erp: ErpStandIn;
let admin: Api;
let billing: Api;
let master: Master;
let page: Page;
const names: Readonly<Record<string, string>> = { BJ02: '临川检验所', GZ03: '岭南检验所', SH01: '沪江检验所' };
/** By code: GZ03 speaks Kingdee, BJ02 Yonyou. */
const laboratories = new Map<string, string>();
/** The month before this one. */
let month = '';
let sampleCode = '';
let reportNo = '';

test.beforeAll(async () => {
  erp = await openErpStandIn();
  const smtpPort = await new Promise<number>((resolve) => {
    const server = mails.smtp.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  const login = (account: string): Promise<Api> => Api.login(house.address, account);
  [admin, billing] = await Promise.all([login('admin'), login('billing')]);
  master = await readMaster(admin);
  for (const { laboratoryCode, laboratoryId } of await admin.get<Record<string, string>[]>('accession-lims-base/laboratory/list'))
    laboratories.set(String(laboratoryCode), String(laboratoryId));
  for (const [code, erpKind] of [
    ['GZ03', 1],
    ['BJ02', 2],
  ] as const) {
    const account = { laboratoryId: laboratories.get(code), accountName: '月结账套', erpKind, url: erp.url, accountSet: 'set-1', userName: 'lab' };
    await admin.post(`${bill}/erpAccount/save`, { ...account, appId: 'app-1', appSecret: 'app-secret-1', organisation: '100', taxRate: 6 });
  }
  const mailbox = { email: 'bill@lab.example', deptName: '结算组', smtpHost: '127.0.0.1', smtpPort, mailSecurity: 3, sendRange: 2 };
  await admin.post('accession-lims-base/emailManage/save', { ...mailbox, laboratoryId: laboratories.get('GZ03') });
  for (const clientCode of ['K0026', 'K0022']) {
    const { clientId } = await recordOf(admin, 'accession-lims-base/client/page', { clientCode });
    const change = { accountCheckingPeople: '王会计', accountCheckingEmail: `${clientCode.toLowerCase()}@client.example` };
    await changeRecord(admin, 'accession-lims-base/client', { clientId }, change);
  }
  // What the demo packed of the month is open again.
  const pack = await recordOf(billing, `${bill}/orderSystem/list`, {});
  month = String(pack['auditTimeStart']).slice(0, 7);
  const { records } = await billing.post<Found>(`${bill}/order/list`, { current: 1, size: 100, sended: 0 });
  await billing.post(`${bill}/order/remove`, { orderIds: records.map(({ orderId }) => orderId) });
  const { clientId: billClientId } = await recordOf(admin, 'accession-lims-base/client/page', { clientCode: 'K0030' });
  await billing.post(`${bill}/billUnit/save`, { contractLaboratoryId: laboratories.get('GZ03'), billClientId, billErpCode: 'U0030' });
  // Without it administrators are told so, over whatever they are at.
  const { id, paramName, paramKey } = await recordOf(admin, 'blade-system/param/list', { paramKey: 'report.publicAddress' });
  await admin.post('blade-system/param/submit', { id, paramName, paramKey, paramValue: 'https://report.lab.example' });
  const commodityId = master.commodities.get('VD01')?.id;
  const policy = { sendSampleClientId: master.clientId, commodityId, billPriceStr: '88.00', billErpCode: 'B0018' };
  await admin.post(`${bill}/pricePolicy/save`, { ...policy, contractTimeBegin: '2020-01-01', contractTimeEnd: '2099-12-31' });
  const [reception, entry, lab, audit] = await Promise.all(['reception', 'entry1', 'lab', 'audit2'].map(login));
  if (!reception || !entry || !lab || !audit) throw new Error('nobody is there');
  const issued = { prefix: 'MON', contractLaboratoryId: laboratories.get('BJ02') ?? '', commodity: 'VD01' };
  ({ sampleCode, reportNo } = await issuedReport({ reception, entry, lab, audit }, master, issued));
  page = await pageOf('billing');
});
test.afterAll(async () => {
  erp?.close();
  await new Promise<void>((resolve) => mails.smtp.close(() => resolve()));
});

async function pageOf(account: string): Promise<Page> {
  const context = await house.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', serviceWorkers: 'block' });
  const opened = await context.newPage();
  opened.setDefaultTimeout(60_000);
  await signIn(opened, house.address, account);
  return opened;
}
const picture = (name: string, of: Page = page): Promise<unknown> => of.screenshot({ path: test.info().outputPath(`${name}.png`) });
const rowOf = (text: string | RegExp, within: Page | Locator = page): Locator => within.locator('tr[data-row]:visible', { hasText: text });
/** The drawer that was opened last. */
const drawerOf = (of: Page = page): Locator => of.getByRole('dialog').last();
const fieldOf = (name: string, within: Locator): Locator => within.locator(`[data-field=${name}] input, [data-field=${name}] textarea`).first();
async function fill(within: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fieldOf(name, within).fill(value);
}
/** Chooses what a code names. */
async function pick(input: Locator, typed: string): Promise<void> {
  await input.click();
  await input.fill(typed);
  await expect(input.page().getByRole('option').first()).toContainText(typed);
  await input.press('Enter');
}
/** Presses a drawer's main button; it closes where it was done. */
async function done(of: Page = page): Promise<void> {
  await drawerOf(of).locator('[data-enter-end]').click();
  await expect(of.locator('[role=dialog] [data-enter-end]')).toHaveCount(0);
}
/** A row's act, also where it is under 更多. */
async function act(row: Locator, key: string, label: string): Promise<void> {
  await expect(row).toBeVisible();
  const word = row.locator(`[data-act=${key}]`);
  if ((await word.count()) > 0) return word.click();
  await row.getByRole('button', { name: '更多' }).click();
  return row.page().getByRole('menuitem', { name: label }).click();
}
const tick = (row: Locator): Promise<void> => row.getByRole('checkbox').check();

/** What a job does within its minute. */
const withinMinute = { timeout: 100_000, intervals: [1_000] };
const lastSecond = (): string => `${month}-${String(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate())} 23:59:59`;

/** A pack of the month for one laboratory, as it is after the job: its drawer, and its id. */
async function packed(code: string): Promise<{ readonly drawer: Locator; readonly taskId: string }> {
  const taskName = `${code} 月结`;
  await page.getByRole('button', { name: '新建打包' }).click();
  await fill(drawerOf(), { taskName });
  await pick(fieldOf('contractLaboratoryId', drawerOf()), code);
  await drawerOf().locator('[data-enter-end]').click();
  const drawer = page.getByRole('dialog', { name: taskName, exact: true });
  await expect(drawer).toContainText(/失败 [1-9]/);
  await expect(drawer).not.toContainText('正在打包');
  return { drawer, taskId: (await recordOf(billing, `${bill}/orderSystem/list`, { taskName }))['taskId'] };
}
/** The order of a sending client that was made last. */
async function orderOf(clientName: string): Promise<Found['records'][number]> {
  const { records } = await billing.post<Found>(`${bill}/order/list`, { current: 1, size: 100 });
  const found = records.find(({ sendSampleClientName }) => sendSampleClientName === clientName);
  if (!found) throw new Error(`no order of ${clientName}`);
  return found;
}
const leave = async (): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};
async function findCode(code: string): Promise<Locator> {
  await go(page, '/bill/order');
  const box = page.getByRole('textbox', { name: '粘贴样本条码查询' }).and(page.locator(':visible'));
  await box.fill(code);
  await box.press('Enter');
  return rowOf(code);
}
/** Closes the month of a laboratory, in the drawer of closed months. */
async function close(code: string, of: Page = page): Promise<void> {
  await drawerOf(of).getByRole('button', { name: '结账', exact: true }).click();
  await pick(fieldOf('contractLaboratoryId', drawerOf(of)), code);
  await drawerOf(of).locator('[data-enter-end]').click();
}

test('a month is packed, mended, sent, billed, told, mailed and closed', async () => {
  let unsold = '';
  let unpriced = '';
  await test.step('packed: of what is left it is said why', async () => {
    await go(page, '/bill/systemPack');
    const first = await packed('GZ03');
    await expect(first.drawer).toContainText('无价格');
    await picture('1-pack');
    unpriced = (await recordOf(billing, `${bill}/orderSystem/listFail`, { taskId: first.taskId }))['commodityName'];
    await leave();
    const second = await packed('BJ02');
    await expect(second.drawer).toContainText('缺销售员');
    unsold = (await recordOf(billing, `${bill}/orderSystem/listFail`, { taskId: second.taskId, reason: 'salesman' }))['sampleCode'];
    await leave();
  });

  const chief = await pageOf('admin');
  await test.step('mended: a salesperson is set, a price entered', async () => {
    await openScreen(chief, house.address, '/basic/send-sample-clinet?clientCode=C0006');
    await act(rowOf('C0006', chief), 'edit', '编辑');
    await pick(fieldOf('salesmanId', drawerOf(chief)), '冯涛');
    await done(chief);

    await go(page, '/bill/getNoPrice');
    await expect(rowOf('').first()).toBeVisible();
    await pick(page.locator('[data-search=sendSampleClientId] input'), 'C0013');
    await page.keyboard.press('Enter');
    await expect(rowOf('青禾市')).toHaveCount(0);
    await act(rowOf(unpriced), 'policy', '补价格');
    await fill(drawerOf(), { billPrice: '450', contractTimeEnd: '2099-12-31', billErpCode: 'B0022' });
    await picture('2-price');
    await drawerOf().locator('[data-enter-end]').click();
    await expect(page.getByRole('dialog', { name: /重新取价/ })).toBeVisible();
    await fill(drawerOf(), { reason: '补签合同' });
    await done();
    await expect(rowOf(unpriced)).toHaveCount(0);
  });

  await test.step('an order is changed: made out to another unit, a sample taken out and put back', async () => {
    const order = await orderOf('青禾市妇幼保健院');
    const row = rowOf(order['orderNo']);
    await go(page, '/bill/orderManage');
    await row.locator('[data-unit]').click();
    await pick(row.locator('[data-unit-editor] input'), 'U0030');
    await expect(row.locator('[data-unit]')).toContainText('清源生物科技有限公司');
    await row.locator('[data-column=orderNo]').dblclick();
    await drawerOf().getByRole('button', { name: '样本' }).first().click();
    const line = drawerOf().getByRole('row').filter({ has: page.getByRole('button', { name: '移出' }) }).first(); // oxfmt-ignore
    const code = String(/\d{9}/.exec(await line.innerText())?.[0]);
    await line.getByRole('button', { name: '移出' }).click();
    await picture('3-take-out');
    await drawerOf().getByRole('button', { name: '移出样本' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await orderOf('青禾市妇幼保健院'))['totalQty']).toBe(order['totalQty'] - 1);
    await act(row, 'addLines', '加入样本');
    await tick(rowOf(code, drawerOf()));
    await drawerOf().getByRole('button', { name: '加入 1' }).click();
    await picture('4-add');
    await drawerOf().getByRole('button', { name: '加入样本' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const { totalAmountYuan, billName } = await orderOf('青禾市妇幼保健院');
    expect([totalAmountYuan, billName]).toEqual([order['totalAmountYuan'], '清源生物科技有限公司']);
  });

  await test.step('what was mended is packed too, and all of it sent', async () => {
    // Who sells to a client comes to its lines within a minute.
    const reasons = async (): Promise<unknown> => (await recordOf(billing, `${bill}/checkQuery/sendSampleList`, { sampleCode: unsold }))['reasons'];
    await expect.poll(reasons, withinMinute).toEqual([]);
    await go(page, '/bill/systemPack');
    for (const code of ['GZ03', 'BJ02']) {
      const failed = rowOf(`${code} 月结`).locator('[data-column=totalFalse]');
      const before = Number(await failed.innerText());
      await act(rowOf(`${code} 月结`), 'retry', '重试失败');
      await done();
      await expect.poll(async () => Number(await failed.innerText())).toBeLessThan(before);
      await tick(rowOf(`${code} 月结`));
    }
    // One ERP makes orders and loses its answers, the other knows no item.
    let answer = (): void => undefined;
    const waitsFor = new Promise<void>((resolve) => (answer = resolve));
    // What the demo left waiting may have been told by now.
    const [asked, before] = [erp.acts.length, [...erp.made]];
    Object.assign(erp.switches, { loses: /BatchSave/, refuses: /^saleorder\/add/, waitsFor });
    await page.getByRole('button', { name: '发送 2' }).click();
    await picture('5-send');
    await done();
    // Both are slow to answer, and nobody here waits for them.
    for (const code of ['GZ03', 'BJ02']) await expect(rowOf(`${code} 月结`)).toContainText('已处理');
    await expect.poll(() => erp.acts.length, withinMinute).toBeGreaterThan(asked);
    expect(erp.made).toEqual(before);
    answer();
  });

  await test.step('billed in part, and whole', async () => {
    const [part, whole] = [await orderOf('青禾市妇幼保健院'), await orderOf('临川市第一人民医院')];
    await go(page, '/bill/orderManage');
    await page.getByRole('button', { name: '刷新' }).and(page.locator(':visible')).last().click();
    await rowOf(part['orderNo']).locator('[data-column=orderNo]').dblclick();
    // It was written anew since it was looked at: what the drawer still knew of it may go.
    await expect(async () => {
      await drawerOf().getByRole('button', { name: '样本' }).first().click({ timeout: 5_000 });
      await drawerOf().getByRole('checkbox').first().check({ timeout: 5_000 });
      await drawerOf().getByRole('button', { name: '生成账单 1' }).click({ timeout: 5_000 });
    }).toPass();
    await fill(drawerOf(), { billName: '妇幼保健院首批' });
    await done();
    await expect(drawerOf()).toContainText('BL-GZ03');
    await picture('6-part');
    await leave();
    await tick(rowOf(whole['orderNo']));
    await page.getByRole('button', { name: '生成账单 1' }).click();
    await done();
    await expect.poll(async () => (await orderOf('临川市第一人民医院'))['billStatus']).toBe(1);
    expect(await orderOf('青禾市妇幼保健院')).toMatchObject({ billStatus: 2, billedQty: 1 });
    await go(page, '/bill/billManage');
    for (const name of ['妇幼保健院首批', '佳音生物科技有限公司']) await tick(rowOf(name));
    await page.getByRole('button', { name: '发送 2' }).click();
    await expect(fieldOf('reconciliationTime', drawerOf())).toHaveValue(lastSecond());
    await picture('7-bills');
    await done();
  });

  await test.step('a sample of this month is ordered by its code, billed, and its report withdrawn', async () => {
    await tick(await findCode(sampleCode));
    await page.getByRole('button', { name: /^开单 1/ }).click();
    await done();
    const { orderId, createTime } = await orderOf(master.clientName);
    await billing.post(`${bill}/order/send`, { orderIds: [orderId], reconciliationTime: createTime });
    const { bills } = await billing.post<{ bills: { billNo: string }[] }>(`${bill}/bill/createBill`, { orderIds: [orderId] });
    const auditor = await pageOf('audit2');
    await openScreen(auditor, house.address, '/lab-report/report-audit?tab=4');
    await act(rowOf(reportNo, auditor), 'cancel', '取消审核');
    await expect(drawerOf(auditor)).toContainText(`已在账单${bills[0]?.billNo},撤回将生成红字-88.00`);
    await picture('8-withdraw', auditor);
    await fill(drawerOf(auditor), { reason: '传错文件' });
    await done(auditor);
    await auditor.context().close();
    const red = (await findCode(sampleCode)).filter({ hasText: '红字' });
    await tick(red);
    await picture('9-red');
    await page.getByRole('button', { name: /^开单 1/ }).click();
    await done();
    expect(await orderOf(master.clientName)).toMatchObject({ sign: -1, totalQty: -1, totalAmountYuan: '-88.00' });
  });

  await test.step('what the ERPs said is mended and told again: each once', async () => {
    await go(page, '/search/orderSynchronized');
    const standing = async (orderNo: string): Promise<string> => {
      await page.getByRole('button', { name: '刷新' }).and(page.locator(':visible')).last().click();
      return rowOf(orderNo).innerText();
    };
    const [lost, uncoded, refused] = [await orderOf('临川市第一人民医院'), await orderOf('云栖市第一人民医院'), await orderOf('云栖市妇幼保健院')];
    await expect.poll(() => standing(lost['orderNo']), withinMinute).toContain('结果未知');
    await expect.poll(() => standing(refused['orderNo']), withinMinute).toContain('不存在');
    await expect.poll(() => standing(uncoded['orderNo']), withinMinute).toContain('缺ERP编码');
    await picture('10-sync');
    Object.assign(erp.switches, { loses: null, refuses: / REFUSED$/ });
    const { clientId: billClientId } = await recordOf(admin, 'accession-lims-base/client/page', { clientCode: 'K0029' });
    await billing.post(`${bill}/billUnit/save`, { contractLaboratoryId: laboratories.get('BJ02'), billClientId, billErpCode: 'U0029' });
    for (const { orderNo } of [refused, uncoded] as { orderNo: string }[]) await tick(rowOf(orderNo));
    await page.getByRole('button', { name: /^重试 2/ }).click();
    await done();

    await go(page, '/bill/billEmail');
    const statements = rowOf(new RegExp(`ST-GZ03-${month.slice(2, 4)}${month.slice(5)}`));
    await expect(statements).toHaveCount(2);
    for (const row of await statements.all()) await tick(row);
    await page.getByRole('button', { name: '发送 2' }).click();
    await done();
    await picture('11-mails');

    await go(page, '/search/orderSynchronized');
    for (const { orderNo } of [lost, refused, uncoded] as { orderNo: string }[])
      await expect.poll(() => standing(orderNo), withinMinute).toContain('已同步');
    await picture('12-told');
    expect(new Set(erp.made).size).toBe(erp.made.length);
    await expect.poll(() => mails.got.map(({ to }) => to).toSorted(), withinMinute).toEqual(['k0022@client.example', 'k0026@client.example']);
    expect(mails.got.map(({ files }) => files.length)).toEqual([1, 1]);
  });

  await test.step('the month is closed, opened again by another person, and closed', async () => {
    // Whose is left of the month hangs on the hour the demo was made at.
    const made = `-${month.slice(2, 4)}${month.slice(5)}-`;
    const { records: unsent } = await billing.post<Found>(`${bill}/bill/list`, { current: 1, size: 100, sended: 0 });
    const left = String(unsent.find(({ billNo }) => String(billNo).includes(made))?.['billNo']);
    const code = left.split('-')[1] ?? '';
    await go(page, '/bill/billManage');
    await page.getByRole('button', { name: '结账/重开' }).click();
    await close(code);
    await expect(drawerOf()).toContainText(`还有1个单据未发送, 如${left}`);
    await picture('13-unsent');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃修改' }).click();
    await expect(page.getByRole('dialog', { name: '结账月份' })).toBeVisible();
    await leave();
    // What was made in it is sent, or gone.
    await act(rowOf(left), 'send', '发送');
    await fill(drawerOf(), { reconciliationTime: lastSecond() });
    await done();
    await page.getByRole('button', { name: '结账/重开' }).click();
    for (const each of new Set(['BJ02', 'GZ03', code])) {
      await close(each);
      await expect(rowOf(names[each] ?? '', drawerOf())).toContainText('是');
    }
    // Nobody opens again what they closed.
    await expect(rowOf('临川检验所', drawerOf()).locator('[data-act=reopen]:not([aria-disabled])')).toHaveCount(0);
    await leave();
    await go(chief, '/bill/billManage');
    await chief.getByRole('button', { name: '结账/重开' }).click();
    await act(rowOf('临川检验所', drawerOf(chief)), 'reopen', '重开');
    await fill(drawerOf(chief), { reason: '补一张账单' });
    await done(chief);
    await expect(rowOf('临川检验所', drawerOf(chief))).toContainText('补一张账单');
    await close('BJ02', chief);
    await expect(rowOf('临川检验所', drawerOf(chief)).locator('[data-column=isClosed]')).toContainText('是');
    await picture('14-closed', chief);
    // Nothing more is sent into it.
    const red = await orderOf(master.clientName);
    const sent = await billing.post<{ code: string | null }[]>(`${bill}/order/send`, {
      orderIds: [red['orderId']],
      reconciliationTime: lastSecond(),
    });
    expect(sent.map(({ code }) => code)).toEqual(['bill.periodClosed']);
  });
  await chief.context().close();
});
