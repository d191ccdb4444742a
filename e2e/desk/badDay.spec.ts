import type { AddressInfo } from 'node:net';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { openMailServer } from '#server/report/mail/mailServerTesting.ts';
import { Api } from '../support/api.ts';
import { actsOf, answer, billedReport, wayIn } from '../support/badDay.ts';
import { choose, close, drawerOf, press, windowOf } from '../support/benchDay.ts';
import { changeRecord, recordOf, type Page as Found } from '../support/billing.ts';
import { openScreen, scan, unresolved, waitUntilReady } from '../support/console.ts';
import { openPartLink, type PartLink } from '../support/partLink.ts';
import { madePng, onDisk } from '../support/pictures.ts';
import { genericPass, handOver, readMaster, summaryPayload, type Master } from '../support/prepare.ts';
import { startProduct, type Product } from '../support/product.ts';
import { served } from '../support/served.ts';

/**
 * A bad day at the desk: forty parcels with missing, extra, broken and unlabelled tubes, photographed while the network is down; what is wrong is
 * told to the client, decided, in part taken back; tubes go to another laboratory and come home; a report that is out is amended.
 */
const house = served();
const mails = openMailServer(() => undefined);
const [plain, told, unlabelled, lost] = [24, 12, 2, 2];
let link: PartLink;
let later: Product | null = null;
let master: Master;
let [admin, clerk, lab] = [] as unknown as [Api, Api, Api];
let [desk, chief] = [] as unknown as [Page, Page];
let codes: readonly string[] = [];
let awaited: readonly string[] = [];
let issued: Awaited<ReturnType<typeof billedReport>>;
const padded = (letter: string, index: number): string => `BAD${letter}${String(index).padStart(6, '0')}`;
const unlabelledCodes = Array.from({ length: unlabelled }, (_none, at) => padded('U', at + 1));
/** By the clock of Shanghai, so many hours from now. */
const hoursFromNow = (hours: number): string => new Date(Date.now() + (hours + 8) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const dueTime = hoursFromNow(-1);
const photo = (name: string): string => onDisk(`${name}.png`, madePng(300, 200, 0.6));
const picture = (page: Page, name: string): Promise<unknown> => page.screenshot({ path: test.info().outputPath(`${name}.png`) });
const rowOf = (page: Page | Locator, text: string): Locator => page.locator('[data-row]:visible').filter({ hasText: text });
const verdictOf = (page: Page): Locator => page.locator('[role=status][data-verdict]').first();
const statusOf = async (code: string): Promise<number> =>
  (await admin.get<{ tubes: readonly { sampleCode: string; labStatus: number }[] }>('accession-lims-sample/timeline', { code })).tubes.find(
    ({ sampleCode }) => sampleCode === code,
  )!.labStatus;
interface Tally {
  readonly expectCount: number;
  readonly receiveCount: number;
  readonly notReceiveCount: number;
}
/** What was awaited of the client around now. */
async function tally(): Promise<Tally> {
  const query = {
    kind: 2,
    groupBy: 'client',
    sendSampleClientId: master.clientId,
    expectTimeBegin: hoursFromNow(-26),
    expectTimeEnd: hoursFromNow(1),
  };
  const { records } = await admin.get<Found<Tally>>('accession-lims-sample/sample-receive/notReceiveStatistics', query);
  const sum = (name: keyof Tally): number => records.reduce((all, row) => all + Number(row[name]), 0);
  return { expectCount: sum('expectCount'), receiveCount: sum('receiveCount'), notReceiveCount: sum('notReceiveCount') };
}
let before: Tally;

test.describe.configure({ mode: 'serial' });
test.afterAll(async () => {
  await link?.close();
  await later?.stop();
  await new Promise<void>((resolve) => mails.smtp.close(() => resolve()));
});

test('forty parcels come, of which two are lost', async () => {
  const { address, browser, product } = house;
  const smtpPort = await new Promise<number>((resolve) => {
    const server = mails.smtp.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  const login = (account: string): Promise<Api> => Api.login(address, account);
  [admin, clerk, lab] = await Promise.all([login('admin'), login('reception'), login('lab')]);
  const entry = await login('entry1');
  master = await readMaster(admin);
  // Without it administrators are told so, over whatever they are at.
  const { id, paramName, paramKey } = await recordOf(admin, 'blade-system/param/list', { paramKey: 'report.publicAddress' });
  await admin.post('blade-system/param/submit', { id, paramName, paramKey, paramValue: 'https://report.lab.example' });
  const mailbox = { email: 'desk@lab.example', deptName: '接样组', smtpHost: '127.0.0.1', smtpPort, mailSecurity: 3, sendRange: 2 };
  await admin.post('accession-lims-base/emailManage/save', { ...mailbox, laboratoryId: master.laboratoryId });
  await changeRecord(admin, 'accession-lims-base/send-sample-client', { clientId: master.clientId }, { contactEmail: 'ward@client.example' });
  issued = await billedReport(admin);
  before = await tally();
  const push = await wayIn(address, admin, master);
  awaited = Array.from({ length: told + lost }, (_none, at) => padded('P', at + 1));
  await push(awaited.map((barcode, at) => ({ barcode, courier: `SFBAD${String(at + 1).padStart(7, '0')}`, due: dueTime, index: 500 + at })));
  const made: string[] = [];
  for (let index = 1; index <= plain; index++) {
    const summary = { ...summaryPayload(master, 'CBC01', 'EDTA全血', 'BAD', index), courierNumber: `SFBAE${String(index).padStart(7, '0')}` };
    await clerk.post('accession-lims-sample/enter-info/enter-summary', summary);
    await entry.post('accession-lims-sample/enter-info/enter-detail', genericPass(summary, 1));
    made.push(String(summary.tubes[0]?.sampleCode));
  }
  codes = made;
  expect(plain + told + unlabelled + lost).toBe(40);
  link = await openPartLink(product.port);
  desk = await windowOf(browser, link.address, 'reception');
  chief = await windowOf(browser, address, 'admin');
  await waitUntilReady(desk);
  // The screens of the day are opened once while there is a network.
  for (const route of ['/sample/operate-reject', '/sample/operate-abnormal', '/sample/summary-enter']) await openScreen(desk, link.address, route);
});

test('a partner’s tubes are scanned from its list; one stands on none', async () => {
  await openScreen(desk, link.address, '/sample/zhangzhou-receive');
  // The last one comes when the line is down.
  const [first = '', ...rest] = awaited.slice(0, told - 1);
  await expect(rowOf(desk, awaited.at(-1)!)).toContainText('未到');
  await expect(desk.locator('[data-scan-box]')).toBeFocused();
  await scan(desk, first);
  await expect(verdictOf(desk)).toContainText('已接收');
  for (const code of rest) {
    await scan(desk, code);
    await expect(verdictOf(desk)).toContainText(code);
  }
  await scan(desk, first);
  await expect(verdictOf(desk)).toHaveAttribute('data-verdict', 'repeat');
  await scan(desk, padded('X', 1));
  await expect(verdictOf(desk)).toContainText('不在清单');
  await picture(desk, '1-partner');
  for (const code of awaited.slice(0, told - 1)) expect(await statusOf(code)).toBe(101);
});

test('without network: a partner’s tube is received from the kept list, broken tubes are rejected, unlabelled ones, and what is unclear is held, all with photographs', async () => {
  link.cut();
  await openScreen(desk, link.address, '/sample/zhangzhou-receive');
  await expect(desk.locator('[data-scan-box]')).toBeFocused();
  await scan(desk, awaited[told - 1]!);
  await expect(verdictOf(desk)).toContainText('已保存到本机');
  await expect.poll(async () => (await unresolved(desk)).length).toBe(1);
  await openScreen(desk, link.address, '/sample/operate-reject');
  await expect(desk.locator('[data-scan-box]')).toBeFocused();
  for (const code of codes.slice(0, 4)) await scan(desk, code);
  await desk.getByRole('radio', { name: '容器损坏' }).click();
  await answer(desk, 'reject-desk', 'reason', '管壁破裂,箱内渗漏');
  await desk.locator('[data-held-files]').setInputFiles([photo('broken'), photo('box')]);
  await expect(desk.locator('[data-held]')).toHaveCount(2);
  await desk.keyboard.press('Control+Enter');
  await expect.poll(async () => (await unresolved(desk)).length).toBe(5);
  await picture(desk, '2-rejected');
  // A sample's page was never opened here: what this desk did to it is told all the same.
  await desk.keyboard.press('F6');
  await expect(desk.getByRole('dialog').locator('[data-scan-box]')).toBeFocused();
  await scan(desk, codes[0]!);
  await expect(desk.locator('[data-own-acts] li')).toHaveCount(1);
  await expect(desk.locator('[data-own-acts]')).toContainText('待上传');
  await expect(desk.locator('[data-own-acts] li')).toBeInViewport();
  await desk.keyboard.press('Escape');

  await openScreen(desk, link.address, '/sample/summary-enter');
  for (const code of unlabelledCodes) {
    await desk.getByRole('tab', { name: '拒收' }).click();
    await answer(desk, 'reject-form', 'requisitionCode', code);
    await answer(desk, 'reject-form', 'sendSampleClientId', 'C0001');
    await answer(desk, 'reject-form', 'rejectCode', '无标签');
    await answer(desk, 'reject-form', 'rejectReason', '管上无任何标识');
    await desk.getByTestId('reject-form').locator('[data-held-files]').setInputFiles(photo(code));
    await desk.keyboard.press('F9');
    await expect(desk.locator('[data-verdict]').filter({ hasText: code }).filter({ hasText: '已拒收' }).first()).toBeVisible();
    // Its photograph is kept behind the act.
    const kept = async () => (await unresolved(desk)).filter(({ type, subject }) => type === 'requisitionImage.upload' && subject === code);
    await expect.poll(async () => (await kept()).length).toBe(1);
  }

  await openScreen(desk, link.address, '/sample/operate-abnormal');
  await expect(desk.locator('[data-scan-box]')).toBeFocused();
  for (const code of codes.slice(4, 6)) {
    await scan(desk, code);
    await answer(desk, 'abnormal-desk', 'caseCode', '标签与申请单不符');
    await answer(desk, 'abnormal-desk', 'isHold', '1');
    await answer(desk, 'abnormal-desk', 'content', `${code} 标签姓名与申请单不符`);
    await desk.getByTestId('abnormal-desk').locator('[data-held-files]').setInputFiles(photo(code));
    await desk.getByRole('checkbox', { name: '邮件通知送检单位和销售' }).check();
    await desk.keyboard.press('Control+Enter');
    await expect(desk.getByTestId('abnormal-desk').locator('[data-held]')).toHaveCount(0);
  }
  await picture(desk, '3-abnormal');
  // Nothing of it is known to the server, and nothing is lost.
  expect(await unresolved(desk)).toHaveLength(1 + 4 + 2 * unlabelled + 2);
  for (const code of codes.slice(0, 6)) expect(await statusOf(code)).toBe(103);
  link.let(Infinity);
  await desk.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await unresolved(desk)).length, { timeout: 120_000 }).toBe(0);
  expect(await statusOf(awaited[told - 1]!)).toBe(101);
  for (const code of codes.slice(0, 4)) expect(await statusOf(code)).toBe(111);
  for (const code of unlabelledCodes) expect(await statusOf(code)).toBe(111);
});

test('the supervisor decides what is unclear: one is let go, one rejected', async () => {
  await openScreen(chief, house.address, '/sample/operate-abnormal');
  const [kept = '', gone = ''] = codes.slice(4, 6);
  await rowOf(chief, kept).locator('[data-act=process]').click();
  await choose(chief, 'measure', '无措施');
  await drawerOf(chief).locator('[data-field=isClosed]').locator('[data-enter-stop], button').first().focus();
  await chief.keyboard.press('1');
  await drawerOf(chief).locator('[data-field=closeReason] input, [data-field=closeReason] textarea').fill('已与病区核对,系同一人');
  await press(chief, /处理/);
  await expect(rowOf(chief, kept)).toHaveCount(0);
  await rowOf(chief, gone).locator('[data-act=reject]').click();
  await picture(chief, '4-decided');
  await press(chief, /拒收/);
  await expect.poll(() => statusOf(gone)).toBe(111);
  expect(await statusOf(kept)).toBe(103);
});

test('three are taken back exactly as they were', async () => {
  await openScreen(chief, house.address, '/sample/operate-rejectRecovery');
  const three = [codes[0]!, codes[1]!, codes[5]!];
  for (const code of three) await rowOf(chief, code).getByRole('checkbox').check();
  await chief.getByRole('button', { name: '恢复所选 3' }).click();
  await expect(drawerOf(chief).locator('[data-foreseen]').getByText('与拒收前一致')).toHaveCount(3);
  await drawerOf(chief).locator('[data-field=reason] input, [data-field=reason] textarea').fill('复核: 内管完好');
  await picture(chief, '5-recover');
  await press(chief, /恢复/);
  for (const code of three) expect(await statusOf(code)).toBe(103);
});

test('tubes go to another laboratory; one comes home from there, one is called back on its way', async () => {
  const [stays = '', home = '', back = ''] = codes.slice(6, 9);
  await openScreen(desk, link.address, '/sample/entrustPage');
  await desk.getByRole('button', { name: '委托样本' }).click();
  await expect(drawerOf(desk).locator('[data-scan-box]')).toBeFocused();
  for (const code of [stays, home, back]) await scan(desk, code);
  await desk.getByRole('button', { name: '委托 3 管' }).click();
  await choose(desk, 'entrustedLaboratoryId', '临川');
  await drawerOf(desk).locator('[data-field=courierNumber] input').fill('SFOUT0000001');
  await press(desk, /委托/);
  await close(desk);
  await openScreen(chief, house.address, '/sample/entrustReceivedPage');
  await expect(chief.locator('[data-scan-box]')).toBeFocused();
  for (const code of [stays, home]) {
    await scan(chief, code);
    await expect(chief.getByRole('status').filter({ hasText: `已接收 ${code}` })).toBeVisible();
  }
  await picture(chief, '6-entrusted');
  await openScreen(desk, link.address, '/sample/entrustPage');
  for (const code of [home, back]) {
    await rowOf(desk, code).locator('[data-act=cancel]').click();
    await drawerOf(desk).locator('[data-field=reason] input, [data-field=reason] textarea').fill('仪器已修复,自行检测');
    await press(desk, /取消委托/);
    await expect(rowOf(desk, code)).toContainText('已取消');
  }
});

test('two parcels are said to be lost', async () => {
  for (const code of awaited.slice(told)) {
    await openScreen(desk, link.address, `/sample/sampleNotReceived?sampleCode=${code}`);
    await rowOf(desk, code).locator('[data-act=close]').click();
    await choose(desk, 'state', '确认未到');
    await drawerOf(desk).locator('[data-field=reason] input, [data-field=reason] textarea').fill('快递确认遗失');
    await press(desk, /处理/);
    await expect(rowOf(desk, code)).toContainText('确认未到');
  }
  await openScreen(desk, link.address, '/sample/operate-abnormal');
  for (const code of awaited.slice(told)) await expect(rowOf(desk, code)).toContainText('待处理');
  await picture(desk, '7-lost');
});

test('a name on a report that is out and billed is changed: the report is amended, and a red line waits', async () => {
  const { requisitionCode, sampleCode, reportNo } = issued;
  await openScreen(desk, link.address, '/sample/orderChangeRecord');
  await desk.getByRole('button', { name: '申请变更' }).click();
  await expect(drawerOf(desk).locator('[data-scan-box]')).toBeVisible();
  await drawerOf(desk).locator('[data-scan-box]').fill(requisitionCode);
  await drawerOf(desk).locator('[data-scan-box]').press('Enter');
  await drawerOf(desk).getByRole('tab', { name: '信息变更' }).click();
  await drawerOf(desk).locator('[data-field=personName] input').fill('更名人');
  await drawerOf(desk).locator('[data-field=applyReason] input, [data-field=applyReason] textarea').fill('送检单姓名写错');
  await drawerOf(desk).getByRole('button', { name: '查看影响' }).click();
  await expect(drawerOf(desk)).toContainText('另出修订报告');
  await expect(drawerOf(desk)).toContainText('红字');
  await picture(desk, '8-change');
  await press(desk, '提交申请');
  await openScreen(chief, house.address, '/sample/orderChangeProcess');
  await rowOf(chief, requisitionCode).getByRole('checkbox').check();
  await chief.getByRole('button', { name: '通过 1' }).click();
  await press(chief, /通过/);
  await expect(rowOf(chief, requisitionCode)).toContainText('已通过');
  const auditor = await Api.login(house.address, 'audit2');
  const report = 'accession-lims-report-web/report-audit';
  const waiting = async () => (await auditor.get<Found>(`${report}/page`, { reportNo })).records[0] ?? {};
  await expect.poll(async () => (await waiting())['state'], { timeout: 150_000, intervals: [1_000] }).toBe(3);
  const { versionId, pdfSha256 } = await waiting();
  await auditor.file(`${report}/file`, { versionId });
  await auditor.post(`${report}/audit`, { versions: [{ versionId, pdfSha256 }] });
  expect(await waiting()).toMatchObject({ state: 4, currentVersionNo: 2 });
  const lines = await admin.get<Found>('accession-lims-bill/checkQuery/sendSampleList', { sampleCode });
  expect(lines.records.filter(({ sign }) => sign === -1)).toHaveLength(1);
});

test('eleven minutes later the client has been told of what stands, and of nothing that was taken back', async () => {
  const { port, dataDir } = house.product;
  await house.product.stop();
  const clock = new Date(Date.now() + 11 * 60_000).toISOString();
  later = await startProduct({ port, dataDir, env: { TEST_CLOCK: clock, NODE_OPTIONS: '--import ./e2e/testClock.mjs' } });
  const about = (code: string): string =>
    mails.got
      .filter(({ text }) => text.includes(code))
      .map(({ text }) => text)
      .join();
  for (const code of [...codes.slice(2, 4), ...unlabelledCodes])
    await expect.poll(() => about(code), { timeout: 150_000, intervals: [1_000] }).toContain('拒收');
  for (const code of codes.slice(4, 6)) await expect.poll(() => about(code)).toContain('异常');
  for (const code of codes.slice(0, 2)) expect(about(code)).toBe('');
  expect(about(codes[5]!)).not.toContain('拒收');
  expect(new Set(mails.got.map(({ to }) => to))).toContain('ward@client.example');
});

test('the census is right, and each timeline tells the whole story', async () => {
  const rest = codes.slice(9);
  await handOver(admin, lab, String(master.commodities.get('CBC01')?.id), rest);
  for (const code of rest) await lab.post('accession-lims-lab/lab-task/receive', { code });
  const now = await tally();
  expect([now.expectCount - before.expectCount, now.receiveCount - before.receiveCount, now.notReceiveCount - before.notReceiveCount]).toEqual([
    told + lost,
    told,
    lost,
  ]);
  // On the screen as by the call: the rows of the client's day.
  const day = new URLSearchParams({ sendSampleClientId: master.clientId, 'expectTime.from': hoursFromNow(-26), 'expectTime.to': hoursFromNow(1) });
  await openScreen(chief, house.address, `/sample/sampleNotReceivedCensus?${day}`);
  const cells = chief.locator('[data-row] [data-column=expectCount]:visible');
  await expect.poll(async () => (await cells.allInnerTexts()).reduce((sum, text) => sum + Number(text), 0)).toBe(now.expectCount);
  await picture(chief, '9-census');
  await openScreen(chief, house.address, '/search/labRejection');
  await expect(rowOf(chief, 'BAD')).toHaveCount(4 + unlabelled + 1);

  const entered = ['summary.enter', 'detail.enter'];
  const stories: readonly (readonly [codes: readonly string[], acts: readonly string[]])[] = [
    [codes.slice(0, 2), [...entered, 'reject.add', 'reject.recover']],
    [codes.slice(2, 4), [...entered, 'reject.add']],
    [codes.slice(4, 5), [...entered, 'abnormal.submit', 'abnormal.process']],
    [codes.slice(5, 6), [...entered, 'abnormal.submit', 'abnormal.reject', 'reject.recover']],
    [codes.slice(6, 7), [...entered, 'entrust.send', 'entrust.pass']],
    [codes.slice(7, 8), [...entered, 'entrust.send', 'entrust.pass', 'entrust.cancel']],
    [codes.slice(8, 9), [...entered, 'entrust.send', 'entrust.cancel']],
    [rest, [...entered, 'handover.save', 'handover.sign', 'labTask.receive']],
    [unlabelledCodes, ['summary.reject', 'requisitionImage.upload']],
    [awaited.slice(0, told), ['expected.told', 'summary.enter']],
  ];
  const notice = 'notice.sent';
  for (const [theirs, acts] of stories)
    for (const code of theirs) expect([code, (await actsOf(admin, code)).filter((what) => what !== notice)]).toEqual([code, acts]);
  for (const code of [...codes.slice(2, 6), ...unlabelledCodes])
    expect([code, await actsOf(admin, code)]).toEqual([code, expect.arrayContaining([notice])]);
  for (const code of codes.slice(0, 2)) expect(await actsOf(admin, code)).not.toContain(notice);
  // The patient hears of it when the hour allows, a partner when its interface takes it.
  const amended = (await actsOf(admin, issued.sampleCode)).filter((what) => what !== 'sms.sent' && what !== 'result.pushed');
  expect(amended.slice(amended.indexOf('bill.made') + 1)).toEqual(['orderChange.apply', 'orderChange.audit', 'report.made', 'report.audit']);
  await chief.keyboard.press('F6');
  await expect(drawerOf(chief).locator('[data-scan-box]')).toBeFocused();
  await scan(chief, codes[0]!);
  const acts = drawerOf(chief).locator('li[data-act]');
  await expect(acts).toHaveCount(4);
  expect(await acts.evaluateAll((all) => all.map((one) => one.getAttribute('data-act')))).toEqual(stories[0]![1]);
  await expect(drawerOf(chief)).toContainText('管壁破裂,箱内渗漏');
  // Both photographs that came with the rejection are there.
  await expect(acts.filter({ hasText: '管壁破裂' }).locator('img')).toHaveCount(2);
  await picture(chief, '10-timeline');
});
