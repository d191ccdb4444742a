import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { madePdf } from '#server/report/upload/pdfTesting.ts';
import { pageTexts } from '#server/report/reportTesting.ts';
import { Api } from '../support/api.ts';
import { choose, drawerOf, windowOf } from '../support/benchDay.ts';
import { bill, recordOf, type Page as Found } from '../support/billing.ts';
import { openScreen, scan } from '../support/console.ts';
import { genericPass, handOver, summaryPayload } from '../support/prepare.ts';
import { enterResult, passAudit, type AuditedTube } from '../support/reportDay.ts';
import {
  act,
  done,
  fieldOf,
  isWithin,
  linkIn,
  picture,
  reportDesk,
  reportNoOf,
  rowOf,
  sha256,
  telephone,
  tickAll,
  withinMinute,
  type ReportDesk,
} from '../support/reportDesk.ts';
import { issueAll, openReportHouse, wardPhone, type ReportHouse } from '../support/reportHouse.ts';
import { served } from '../support/served.ts';

/**
 * The way back: reports that are out are printed, packed and billed; one is withdrawn by two people, told to whoever had it, and comes out anew with
 * what has changed. Another house's PDF goes out as it came. Wherever a report is shown, what was done to it is said.
 */
const at = served();
const report = 'accession-lims-report-web';
/** Samples of each of five products. */
const perProduct = 2;
let house: ReportHouse;
let desk: ReportDesk;
let [reporter, auditor, chief] = [] as unknown as [Page, Page, Page];
/** Withdrawn: printed and billed; its code as it stands on paper. */
let back: AuditedTube;
let no = '';
let firstPath = '';
let first: Buffer = Buffer.alloc(0);
/** As it was sent to the patient. */
let link = '';
let billNo = '';
test.describe.configure({ mode: 'serial' });

/** Looks for reports by one of their whole numbers. */
async function find(page: Page, query: string, count: number): Promise<void> {
  await openScreen(page, at.address, `/search/searchReport?${query}`);
  await expect(rowOf(page, '')).toHaveCount(count);
}
/** The newest of a person's files of a kind, once it is there with so many reports. */
async function fileMade(page: Page, kind: string, given: string): Promise<Buffer> {
  const line = page.getByRole('dialog', { name: '我的报告下载' }).locator('[data-download]', { hasText: kind }).first();
  await expect(line).toContainText(given, withinMinute);
  await picture(`3-${kind}`, page);
  const [download] = await Promise.all([page.waitForEvent('download'), line.getByRole('button', { name: '下载' }).click()]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return readFileSync(await download.path());
}
/** What a telephone says of a printed code; nothing but its word is told, and nothing of it is kept there. */
async function verify(path: string, word: string, name: string): Promise<void> {
  const page = await telephone(at.browser, `${at.address}${path}`);
  await expect(page.getByRole('heading', { name: word })).toBeVisible();
  expect(await isWithin(page)).toBe(true);
  const shown = await page.evaluate(() => document.documentElement.outerHTML);
  expect([back.personName, back.sampleCode, back.labCode, no, sha256(first)].filter((secret) => shown.includes(secret))).toEqual([]);
  expect([await page.context().cookies(), await page.evaluate(() => localStorage.length + sessionStorage.length)]).toEqual([[], 0]);
  await picture(name, page);
  await page.context().close();
}
/** What a reader is told who opens the link that was sent before. */
async function linkSays(word: string): Promise<void> {
  const page = await telephone(at.browser, `${at.address}${link}`);
  await expect(page.getByRole('heading', { name: word })).toBeVisible();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.context().close();
}
/** Opens where a report's versions went. */
async function trailOf(page: Page): Promise<Locator> {
  await find(page, `sampleCode=${back.sampleCode}`, 1);
  await rowOf(page, no).dblclick();
  await expect(drawerOf(page).getByRole('img').first()).toBeVisible();
  return drawerOf(page);
}
const versionWords = (of: Locator): Promise<string[]> => of.getByRole('button', { name: /^第\d版/ }).allInnerTexts();

test('reports are out, and one of them is billed', async () => {
  house = await openReportHouse(at.address, perProduct);
  desk = reportDesk(at, house);
  back = house.tubes.bio[0]!;
  no = reportNoOf(back);
  const { master, admin } = house;
  const commodityId = master.commodities.get('BIO07')?.id;
  const policy = { sendSampleClientId: master.clientId, commodityId, billPriceStr: '88.00', billErpCode: 'B0018' };
  await admin.post(`${bill}/pricePolicy/save`, { ...policy, contractTimeBegin: '2020-01-01', contractTimeEnd: '2099-12-31' });
  await issueAll(house);
  const { versionId, state } = await desk.reportOf(no);
  expect(state).toBe(4);
  first = await desk.fileOf(versionId);
  firstPath = await desk.printedPath(first);

  const billing = await Api.login(at.address, 'billing');
  const { orders } = await billing.post<{ orders: { orderId: string }[] }>(`${bill}/order/createOrder`, { sampleCodes: [back.sampleCode] });
  const orderIds = orders.map(({ orderId }) => orderId);
  const { records } = await billing.post<Found>(`${bill}/order/list`, { current: 1, size: 100 });
  const createTime = records.find(({ orderId }) => orderId === orderIds[0])?.['createTime'];
  await billing.post(`${bill}/order/send`, { orderIds, reconciliationTime: createTime });
  const { bills } = await billing.post<{ bills: { billNo: string }[] }>(`${bill}/bill/createBill`, { orderIds });
  billNo = bills[0]!.billNo;
  [reporter, auditor, chief] = (await Promise.all(['report1', 'audit2', 'admin'].map((account) => windowOf(at.browser, at.address, account)))) as [
    Page,
    Page,
    Page,
  ];
});
test.afterAll(() => house?.close());

test('what is put on paper stands in the ledger, and is put there again with a reason', async () => {
  await test.step('from the search, as one document', async () => {
    await find(reporter, `sampleCode=${back.sampleCode}`, 1);
    await tickAll(reporter);
    await reporter.getByRole('button', { name: '打印 1' }).click();
    await fieldOf(reporter, 'handedTo').fill('检验科窗口');
    await picture('1-print', reporter);
    await done(reporter);
    expect(await pageTexts(await fileMade(reporter, '合并', '1/1 份'))).toEqual(await pageTexts(first));
  });
  await test.step('from the audit, by its key', async () => {
    const other = reportNoOf(house.tubes.bio[1]!);
    const printed = async (): Promise<Page> => {
      const [sheets] = await Promise.all([auditor.context().waitForEvent('page'), done(auditor)]);
      return sheets;
    };
    await desk.review(auditor, 'paper', other);
    await auditor.keyboard.press('p');
    let sheets = await printed();
    const pages = (await pageTexts(await desk.fileOf((await desk.reportOf(other)).versionId))).length;
    await expect(sheets.locator('img')).toHaveCount(pages);
    await sheets.close();
    // What was printed awaits its print no more.
    await expect(auditor.locator('tr[data-row]:visible', { hasText: other })).toHaveCount(0);
    await desk.review(auditor, 4, no);
    await auditor.keyboard.press('p');
    await fieldOf(auditor, 'copies').fill('2');
    await drawerOf(auditor).locator('[data-enter-end]').click();
    await expect(drawerOf(auditor)).toContainText('请填写补打原因');
    await picture('2-again', auditor);
    await fieldOf(auditor, 'reason').fill('临床医生另要一份');
    sheets = await printed();
    await expect(sheets.locator('img')).toHaveCount(2 * (await pageTexts(first)).length);
    await sheets.close();
  });
  const trail = await trailOf(reporter);
  await expect(trail).toContainText('第1版 首次 1 份');
  await expect(trail).toContainText('交付给 检验科窗口');
  await expect(trail).toContainText('第1版 补打 2 份');
  await expect(trail).toContainText('原因: 临床医生另要一份');
});

test('many come as a ZIP, each as it was issued, or as one document', async () => {
  const reports = await Promise.all(house.tubes.tngs.map((one) => desk.reportOf(reportNoOf(one))));
  const files = await Promise.all(reports.map(({ versionId }) => desk.fileOf(versionId)));
  const pages = (await Promise.all(files.map((file) => pageTexts(file)))).flat();
  const search = async (): Promise<void> => {
    await find(reporter, `telephone=${wardPhone}`, perProduct);
    await tickAll(reporter);
  };
  await search();
  await reporter.getByRole('button', { name: '下载 ZIP' }).click();
  const inside = unzipSync(new Uint8Array(await fileMade(reporter, 'ZIP', `${perProduct}/${perProduct} 份`)));
  expect(Object.keys(inside).toSorted()).toEqual(house.tubes.tngs.map((one) => `${reportNoOf(one)}-v1.pdf`).toSorted());
  expect(
    Object.values(inside)
      .map((bytes) => sha256(Buffer.from(bytes)))
      .toSorted(),
  ).toEqual(files.map(sha256).toSorted());
  await search();
  await reporter.getByRole('button', { name: '合并 PDF' }).click();
  await reporter.getByRole('menuitem', { name: '按报告编号' }).click();
  expect(await pageTexts(await fileMade(reporter, '合并', `${perProduct}/${perProduct} 份`))).toEqual(pages);
});

test('one that is out is withdrawn by two people, and nothing of it is given out from the application on', async () => {
  const { telephone: number } = summaryPayload(house.master, 'BIO07', '血清', 'BIO', 1);
  await expect.poll(() => desk.textsTo(number).length, { ...withinMinute, timeout: 200_000 }).toBe(1);
  link = linkIn(desk.textsTo(number)[0]!);
  await desk.review(auditor, 4, no);
  await auditor.keyboard.press('b');
  await expect(drawerOf(auditor)).toContainText(`已在账单${billNo},撤回将生成红字-88.00`);
  await choose(auditor, 'deApprovalOperate', '退回一审');
  await fieldOf(auditor, 'reason').fill('ALT结果录入有误');
  await picture('4-apply', auditor);
  await done(auditor);
  expect((await desk.reportOf(no)).state).toBe(5);

  await linkSays('报告更正中');
  const trail = await trailOf(reporter);
  await expect(trail).toContainText('报告更正中, 不能打印或下载');
  await expect(trail.getByRole('button', { name: '打印' })).toBeDisabled();
  await reporter.keyboard.press('Escape');
  await expect(rowOf(reporter, no).getByRole('checkbox')).toBeDisabled();
  // Nobody decides their own application.
  await desk.review(auditor, 5, no);
  await expect(drawerOf(auditor)).toContainText('不能处理自己的申请');
  await expect(drawerOf(auditor).getByRole('button', { name: '同意' })).toBeDisabled();

  await desk.openReports(chief, `tab=5&reportNo=${no}`, 1);
  await act(rowOf(chief, no), 'agree', '同意');
  await expect(drawerOf(chief)).toContainText(`已在账单${billNo},撤回将生成红字-88.00`);
  await fieldOf(chief, 'opinion').fill('同意更正');
  await picture('5-agree', chief);
  await done(chief);
  expect((await desk.reportOf(no)).state).toBe(6);
  await linkSays('已更新或撤回');
  await verify(firstPath, '已更新或撤回', '6-withdrawn');
});

test('whoever had it is told, and it is written down', async () => {
  await openScreen(chief, at.address, `/lab-report/recall?reportNo=${no}`);
  await expect(rowOf(chief, no).filter({ hasText: '检验科窗口' })).toHaveCount(1);
  await expect(rowOf(chief, no).filter({ hasText: '短信' })).toHaveCount(1);
  const count = await rowOf(chief, no).count();
  await tickAll(chief);
  await chief.getByRole('button', { name: `登记告知 ${count}` }).click();
  await choose(chief, 'contactWay', '电话');
  await fieldOf(chief, 'toldPerson').fill('李护士');
  await fieldOf(chief, 'toldTime').fill(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '));
  await picture('7-told', chief);
  await done(chief);
  await expect(rowOf(chief, no)).toHaveCount(0);
  await openScreen(chief, at.address, `/lab-report/recall?tab=2&reportNo=${no}`);
  await expect(rowOf(chief, no).filter({ hasText: '李护士' })).toHaveCount(count);
});

test('it comes out anew, with what has changed, and only that one is in force', async () => {
  await enterResult(house.crew.lab, back.labCode, { values: { ALT: '31' } });
  await passAudit(house.crew.audit1, 1, [back.labCode]);
  await passAudit(house.crew.audit2, 2, [back.labCode]);
  await desk.makeByKey(auditor, no);
  await desk.review(auditor, 3, no);
  await expect(drawerOf(auditor)).toContainText('与上一发布版的差异');
  await expect(drawerOf(auditor)).toContainText(/丙氨酸氨基转移酶: 28\.5 .*→ 31 /);
  await expect(drawerOf(auditor)).toContainText('撤回: ALT结果录入有误');
  await picture('8-differences', auditor);
  await desk.issueByKey(auditor, no);
  const { versionId, currentVersionNo } = await desk.reportOf(no);
  expect(currentVersionNo).toBe(2);
  const next = await desk.fileOf(versionId);
  const text = (await pageTexts(next)).join('');
  expect(text).toContain('修订报告 第2版');
  expect(text).toContain('修订原因：ALT结果录入有误');
  const path = await desk.printedPath(next);
  expect(path).not.toBe(firstPath);
  await verify(path, '真实有效', '9-in-force');
  await verify(firstPath, '已更新或撤回', '10-superseded');
  await linkSays('已更新或撤回');
});

test('wherever it is shown, what was done to it is said', async () => {
  const trail = await trailOf(reporter);
  expect(await versionWords(trail)).toEqual(['第2版 · 已发布', '第1版 · 已撤回']);
  await expect(trail).toContainText('修订: ALT结果录入有误');
  await picture('11-trail', reporter);
  await openScreen(chief, at.address, `/search/sampleDeApproval?sampleCode=${back.sampleCode}`);
  await expect(rowOf(chief, no)).toContainText('已执行');
  await expect(rowOf(chief, no)).toContainText('同意更正');
  // A page that was just opened may not hear a key yet.
  await expect(async () => {
    if ((await chief.getByRole('dialog').count()) === 0) await chief.keyboard.press('F6');
    await expect(drawerOf(chief).locator('[data-scan-box]')).toBeFocused({ timeout: 10_000 });
  }).toPass();
  await scan(chief, back.sampleCode);
  const acts = drawerOf(chief).locator('li[data-act]');
  await expect(acts.filter({ hasText: 'ALT结果录入有误' }).first()).toBeVisible();
  const told = await acts.evaluateAll((all) => all.map((one) => one.getAttribute('data-act')));
  expect(told.filter((what) => what?.startsWith('report.'))).toEqual([
    'report.made',
    'report.audit',
    'report.goBack',
    'report.decideWithdrawal',
    'report.made',
    'report.audit',
  ]);
  // Each by its name in the reader's language.
  expect((await acts.allInnerTexts()).filter((words) => /\b(?:report|result|sms|mail|order|bill)\.[a-z]/.test(words))).toEqual([]);
  await picture('12-timeline', chief);
  await openScreen(chief, at.address, '/bill/order');
  const box = chief.getByRole('textbox', { name: '粘贴样本条码查询' }).and(chief.locator(':visible'));
  await box.fill(back.sampleCode);
  await box.press('Enter');
  await expect(rowOf(chief, back.sampleCode).filter({ hasText: '红字' })).toContainText('-88.00');
  await picture('13-red', chief);
});

test('another house’s report goes out as it came', async () => {
  const summary = summaryPayload(house.master, 'VD01', '血清', 'OUT', 1);
  const sampleCode = String(summary.tubes[0]?.sampleCode);
  const { reception, entry, lab } = house.crew;
  await reception.post('accession-lims-sample/enter-info/enter-summary', summary);
  await entry.post('accession-lims-sample/enter-info/enter-detail', genericPass(summary, 1));
  await handOver(reception, lab, String(house.master.commodities.get('VD01')?.id), [sampleCode]);
  const came = madePdf({ lines: [sampleCode, '25-OH VD 31.2 ng/mL'], pages: 2 });
  await openScreen(reporter, at.address, '/lab-report/reportUpload');
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
  await reporter.getByLabel('PDF 文件').setInputFiles([file(`${sampleCode}.pdf`, came), file('broken.pdf', Buffer.from('no PDF'))]);
  const took = reporter.getByRole('region', { name: '本次上传' });
  await expect(took).toContainText('已处理 2/2, 1 份待审核, 1 份未通过');
  await picture('14-uploaded', reporter);
  const { reportNo } = await recordOf(lab, `${report}/report-upload/page`, { sampleCode });
  await desk.review(auditor, 3, reportNo);
  await expect(drawerOf(auditor).getByRole('img')).toHaveCount(2);
  await desk.issueByKey(auditor, reportNo);
  const { versionId, pdfSha256 } = await desk.reportOf(reportNo);
  expect(pdfSha256).toBe(sha256(came));
  expect((await desk.fileOf(versionId)).equals(came)).toBe(true);
  await openScreen(reporter, at.address, `/lab-report/reportUpload?sampleCode=${sampleCode}`);
  await expect(rowOf(reporter, sampleCode)).toContainText('已发布');
  await find(reporter, `sampleCode=${sampleCode}`, 1);
  await tickAll(reporter);
  await reporter.getByRole('button', { name: '下载 ZIP' }).click();
  const inside = unzipSync(new Uint8Array(await fileMade(reporter, 'ZIP', '1/1 份')));
  expect(Object.values(inside).map((bytes) => sha256(Buffer.from(bytes)))).toEqual([sha256(came)]);
});
