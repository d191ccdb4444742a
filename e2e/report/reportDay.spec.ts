import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { resultWords } from '#domain/base/smsContent.ts';
import { pageTexts } from '#server/report/reportTesting.ts';
import { drawerOf, windowOf } from '../support/benchDay.ts';
import { changeRecord, recordOf } from '../support/billing.ts';
import { openScreen } from '../support/console.ts';
import { summaryPayload } from '../support/prepare.ts';
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
import { passAudit, type AuditedTube } from '../support/reportDay.ts';
import { openReportHouse, receiverPassword, type Product, type ReportHouse } from '../support/reportHouse.ts';
import { served } from '../support/served.ts';

/**
 * A day of reports: 60 samples of five products from their second audit to their readers. A reporter makes them, an auditor issues them by keys; messages
 * and mails go out through servers that are slow, refuse and lose answers; readers verify and open them; one is withdrawn by two people and amended.
 */
const at = served();
const report = 'accession-lims-report-web';
/** Samples of each of five products. */
const perProduct = 12;
/** Where the code on a draft leads to; its report's, once it is issued. */
let draftPath = '';
let house: ReportHouse;
let desk: ReportDesk;
let [reporter, auditor] = [] as unknown as [Page, Page];
test.describe.configure({ mode: 'serial' });

const tube = (product: Product, no: number): AuditedTube => house.tubes[product][no - 1]!;
/** Where a patient of the liver tests is written to. */
const phoneOf = (no: number): string => summaryPayload(house.master, 'BIO07', '血清', 'BIO', no).telephone;
const noOf = (product: Product, no: number): string => reportNoOf(tube(product, no));
test('the samples passed their second audit', async () => {
  house = await openReportHouse(at.address, perProduct);
  desk = reportDesk(at, house);
  [reporter, auditor] = (await Promise.all(['report1', 'audit2'].map((account) => windowOf(at.browser, at.address, account)))) as [Page, Page];
});
test.afterAll(() => house?.close());

test('a reporter makes all of them at once, and sees how far it is', async () => {
  await desk.openReports(reporter, 'tab=1', 5 * perProduct);
  await tickAll(reporter);
  await reporter.getByRole('button', { name: `生成 ${5 * perProduct}` }).click();
  const progress = reporter.getByRole('status').filter({ hasText: /正在生成|已处理/ });
  await expect(progress).toContainText(/正在生成 \d+\/\d+/);
  await picture('1-making', reporter);
  await expect(progress).toContainText(`已处理 ${5 * perProduct}/${5 * perProduct}`, { timeout: 180_000 });
  await expect(progress).not.toContainText(':');
  await desk.openReports(reporter, 'tab=3', 5 * perProduct);
  // What is not issued yet is nobody's to verify.
  const draft = await desk.fileOf((await desk.reportOf(noOf('tngs', 1))).versionId);
  draftPath = await desk.printedPath(draft);
  const page = await telephone(at.browser, `${at.address}${draftPath}`);
  await expect(page.getByRole('heading', { name: '无此报告' })).toBeVisible();
  await page.context().close();
});

test('an auditor goes through them by keys, sends one back, and issues', async () => {
  const [back, closed] = [noOf('nipt', 1), noOf('deaf', perProduct)];
  await test.step('back and forth by keys, and one back to its second audit', async () => {
    await desk.openReports(auditor, 'tab=3', 5 * perProduct);
    await rowOf(auditor, back).dblclick();
    await expect(drawerOf(auditor).getByRole('img').first()).toBeVisible();
    await auditor.keyboard.press('j');
    await expect(drawerOf(auditor)).not.toContainText(back);
    await auditor.keyboard.press('k');
    await expect(drawerOf(auditor)).toContainText(back);
    await expect(drawerOf(auditor).getByRole('button', { name: '退回' })).toBeEnabled();
    await auditor.keyboard.press('b');
    await drawerOf(auditor).locator('[data-field=deApprovalOperate]').getByText('取消二审').click();
    await fieldOf(auditor, 'reason').fill('21三体请复核原始数据');
    await picture('3-back', auditor);
    await done(auditor);
    expect((await desk.reportOf(back)).state).toBe(6);
    await passAudit(house.crew.audit2, 2, [tube('nipt', 1).labCode]);
    await desk.makeByKey(auditor, back);
    await desk.review(auditor, 3, back);
    await desk.issueByKey(auditor, back);
  });
  await test.step('one while patients are not written to', async () => {
    const hour = (Number(new Date().toLocaleString('en-GB', { hour: '2-digit', hour12: false, timeZone: 'Asia/Shanghai' })) % 24) + 2;
    await house.setParam('sms.hours', `${String(hour % 24).padStart(2, '0')}:00-${String((hour % 24) + 1).padStart(2, '0')}:00`);
    await desk.review(auditor, 3, closed);
    await desk.issueByKey(auditor, closed);
    await house.setParam('sms.hours', '00:00-24:00');
  });
  await test.step('positive ones singly, clean ones together', async () => {
    house.saying.set(phoneOf(1), [500, 200]);
    house.saying.set(phoneOf(2), ['nothing', 200]);
    house.saying.set(phoneOf(3), [400, 200]);
    for (const name of ['tngs', 'wes'] as const) {
      await desk.review(auditor, 3, noOf(name, 1));
      await desk.issueByKey(auditor, noOf(name, 1));
    }
    const clean = 5 * perProduct - 4;
    await desk.openReports(auditor, 'tab=3&qualitativeResult=1', clean);
    await tickAll(auditor);
    await auditor.getByRole('button', { name: `批量审核 ${clean}` }).click();
    await auditor.getByRole('alertdialog').getByRole('button').last().click();
    await expect(auditor.getByText(`已发布 ${clean} 份报告`)).toBeVisible({ timeout: 180_000 });
    await desk.openReports(auditor, 'tab=4', 5 * perProduct);
  });
  await test.step('one is taken back within its hour and issued anew, with the reason on paper', async () => {
    const no = noOf('wes', 2);
    await desk.openReports(auditor, `tab=4&reportNo=${no}`, 1);
    await act(rowOf(auditor, no), 'cancel', '取消审核');
    await fieldOf(auditor, 'reason').fill('补充方法学说明');
    await done(auditor);
    await desk.makeByKey(auditor, no);
    await desk.review(auditor, 3, no);
    await expect(drawerOf(auditor)).toContainText('撤回: 补充方法学说明');
    await desk.issueByKey(auditor, no);
    const { versionId, currentVersionNo } = await desk.reportOf(no);
    expect(currentVersionNo).toBe(2);
    expect((await pageTexts(await desk.fileOf(versionId))).join('')).toContain('修订原因：补充方法学说明');
  });
});

test('who holds a report verifies it by its printed code', async () => {
  const { versionId, pdfSha256 } = await desk.reportOf(noOf('tngs', 1));
  const pdf = await desk.fileOf(versionId);
  expect(sha256(pdf)).toBe(pdfSha256);
  const path = await desk.printedPath(pdf);
  expect(path).toBe(draftPath);
  const page = await telephone(at.browser, `${at.address}${path}`);
  await expect(page.getByRole('heading', { name: '真实有效' })).toBeVisible();
  expect(await isWithin(page)).toBe(true);
  await page.locator('input[type=file]').setInputFiles({ name: 'mine.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(page.getByText('文件与发布的报告一致')).toBeVisible();
  await picture('4-genuine', page);
  const other = Buffer.from(pdf);
  other[other.length >> 1]! ^= 1;
  await page.locator('input[type=file]').setInputFiles({ name: 'other.pdf', mimeType: 'application/pdf', buffer: other });
  await expect(page.getByText('文件与此报告不一致')).toBeVisible();
  await page.goto(`${at.address}/verify/${'0'.repeat(32)}`);
  await expect(page.getByRole('heading', { name: '无此报告' })).toBeVisible();
  await page.context().close();
});

const ward = 'ward@client.example';
const usualReceiver = 'report1@example.com';

test('mails carry a link, or a file that opens by its receiver’s password alone', async () => {
  const no = noOf('tngs', 2);
  const { text, files } = await desk.mailOf(ward, no);
  expect(text).toContain(no);
  expect(files.map(({ name }) => name)).toEqual([expect.stringContaining(no)]);
  await expect(pageTexts(files[0]!.bytes)).rejects.toThrow(/password/i);
  const clear = await pageTexts(await desk.fileOf((await desk.reportOf(no)).versionId));
  expect(await pageTexts(files[0]!.bytes, receiverPassword)).toEqual(clear);

  // The other receiver has no password: said, mended, sent again by a person.
  const mine = (): Locator => rowOf(auditor, usualReceiver);
  await openScreen(auditor, at.address, `/lab-report/reportMail?reportNo=${no}`);
  await expect(mine()).toContainText('失败');
  await picture('5-mails', auditor);
  const receiver = await recordOf(house.admin, `${report}/report-receiver/page`, { receiverName: '检验科' });
  await changeRecord(house.admin, `${report}/report-receiver`, { receiverId: receiver['receiverId'] }, { password: 'clinic-secret-8' });
  await act(mine(), 'send', '重新发送');
  await fieldOf(auditor, 'reason').fill('已登记附件密码');
  await done(auditor);
  const again = await desk.mailOf(usualReceiver, no);
  expect(await pageTexts(again.files[0]!.bytes, 'clinic-secret-8')).toEqual(clear);
});

test('messages leave by themselves, or say why a person has to send them', async () => {
  const [slow, lost, refused] = [1, 2, 3].map((no) => tube('bio', no)) as [AuditedTube, AuditedTube, AuditedTube];
  const sleeping = tube('deaf', perProduct);
  await expect.poll(async () => (await desk.stateOfSms(refused.sampleCode)).state, { ...withinMinute, timeout: 300_000 }).toBe(6);
  await expect.poll(async () => (await desk.stateOfSms(slow.sampleCode)).state, { ...withinMinute, timeout: 300_000 }).toBe(4);
  expect(desk.textsTo(phoneOf(1))).toHaveLength(2);

  await openScreen(auditor, at.address, '/lab-report/manualSms');
  const mine = ({ sampleCode }: AuditedTube): Locator => rowOf(auditor, sampleCode);
  await expect(mine(refused)).toContainText('平台拒绝');
  await expect(mine(lost)).toContainText('结果未知');
  await expect(mine(slow)).toHaveCount(0);
  await expect(mine(tube('nipt', 1))).toContainText('规则为手动发送');
  await picture('6-manual', auditor);
  await test.step('why, rule by rule', async () => {
    await act(mine(tube('nipt', 1)), 'explain', '解释');
    const chosen = drawerOf(auditor).getByRole('listitem').filter({ hasText: '选用' });
    await expect(chosen).toContainText('DP1');
    await expect(drawerOf(auditor).getByRole('listitem').filter({ hasText: '定性结果不符' }).first()).toBeVisible();
    await auditor.keyboard.press('Escape');
    await expect(auditor.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('sent by a person, or told by telephone', async () => {
    for (const one of [refused, tube('nipt', 1)]) {
      await act(mine(one), 'send', '发送');
      await done(auditor);
      await expect(mine(one)).toHaveCount(0);
    }
    await act(mine(tube('wes', 1)), 'notSent', '标记不发');
    await fieldOf(auditor, 'reason').fill('遗传咨询门诊当面告知');
    await done(auditor);
    await expect(mine(tube('wes', 1))).toContainText('标记不发');
    // What left without an answer may still arrive: nobody sends it twice by haste.
    await expect(mine(lost)).toBeVisible();
    const send = mine(lost).locator('[data-act=send]');
    if ((await send.count()) > 0) await expect(send).toHaveAttribute('aria-disabled', 'true');
  });
  await test.step('not while patients sleep', async () => {
    const { state, notBefore } = await desk.stateOfSms(sleeping.sampleCode);
    expect(state).toBe(2);
    expect(Date.parse(`${notBefore.replace(' ', 'T')}+08:00`)).toBeGreaterThan(Date.now());
  });
  for (const one of [refused, tube('nipt', 1)]) await expect.poll(async () => (await desk.stateOfSms(one.sampleCode)).state, withinMinute).toBe(4);
});

test('a patient opens the report by its link, with a code that was sent to their telephone', async () => {
  const no = noOf('bio', 4);
  await expect.poll(() => desk.textsTo(phoneOf(4)).length, withinMinute).toBeGreaterThan(0);
  const page = await telephone(at.browser, `${at.address}${linkIn(desk.textsTo(phoneOf(4))[0]!)}`);
  await page.getByRole('button', { name: '发送验证码' }).click();
  await expect(page.getByRole('textbox')).toBeVisible();
  await expect.poll(() => desk.textsTo(phoneOf(4)).length, withinMinute).toBe(2);
  const code = /\d{6}/.exec(desk.textsTo(phoneOf(4)).at(-1)!)?.[0] ?? '';
  await page.getByRole('textbox').fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: '打开报告' }).click();
  await expect(page.getByRole('alert')).toContainText('还可尝试 4 次');
  await picture('7-code', page);
  await page.getByRole('textbox').fill(code);
  await page.getByRole('button', { name: '打开报告' }).click();
  await expect(page.getByRole('img')).toHaveCount((await pageTexts(await desk.fileOf((await desk.reportOf(no)).versionId))).length);
  expect(await isWithin(page)).toBe(true);
  await picture('8-opened', page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: '下载 PDF' }).click()]);
  expect(sha256(readFileSync(await download.path()))).toBe((await desk.reportOf(no)).pdfSha256);
  await page.context().close();
});

test('what nobody knows of is sent again by a person with a reason; of all the rest nothing left twice', async () => {
  const lost = tube('bio', 2);
  await openScreen(auditor, at.address, '/lab-report/manualSms');
  const send = rowOf(auditor, lost.sampleCode).locator('[data-act=send]:not([aria-disabled])');
  await expect(send).toBeVisible({ timeout: 330_000 });
  await send.click();
  await drawerOf(auditor).locator('[data-enter-end]').click();
  await expect(drawerOf(auditor)).toContainText('再次发送须填写原因');
  await fieldOf(auditor, 'reason').fill('已电话确认未收到');
  await done(auditor);
  await expect.poll(async () => (await desk.stateOfSms(lost.sampleCode)).state, withinMinute).toBe(4);

  // Of those to whom nobody had to say it twice: one message each, with an id of its own.
  const times = new Map<string, number>();
  for (const { messageId } of house.platform.got) if (messageId) times.set(messageId, (times.get(messageId) ?? 0) + 1);
  expect([...times.values()].filter((count) => count > 1)).toEqual([2, 2, 2]);
  const told = house.mails.got.map(({ to, subject }) => `${to} ${subject}`);
  const twice = told.filter((one, index) => told.indexOf(one) !== index);
  // The amendment alone is told anew.
  expect(twice.filter((one) => !one.endsWith(` ${noOf('bio', 5)}`))).toEqual([]);
  for (const { subject } of house.mails.got) expect(subject).toMatch(/^[A-Z]{3}R\d{6}(-\d)?$/);
  const names = new Set((['bio', 'nipt', 'deaf', 'wes'] as const).flatMap((name) => house.tubes[name].map(({ personName }) => personName)));
  for (const { content = '' } of house.platform.got) {
    expect(resultWords.filter((word) => content.includes(word))).toEqual([]);
    expect([...names].filter((name) => content.includes(name))).toEqual([]);
    expect(content).not.toMatch(/无创|NIPT|耳聋|外显子/);
  }
});
