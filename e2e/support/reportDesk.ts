import { createHash } from 'node:crypto';
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { Browser } from 'playwright';
import { drawerOf } from './benchDay.ts';
import { openScreen } from './console.ts';
import type { AuditedTube } from './reportDay.ts';
import { recordOf } from './billing.ts';
import { qrCodesOf } from './pdfQr.ts';
import type { Served } from './served.ts';
import type { ReportHouse } from './reportHouse.ts';

const report = 'accession-lims-report-web';

export const rowOf = (page: Page | Locator, text: string | RegExp): Locator => page.locator('tr[data-row]:visible', { hasText: text });
export const fieldOf = (page: Page, name: string): Locator =>
  drawerOf(page).locator(`[data-field=${name}] input, [data-field=${name}] textarea`).first();
/** Presses a drawer's main button; it closes where it was done. */
export async function done(page: Page): Promise<void> {
  await drawerOf(page).locator('[data-enter-end]').click();
  await expect(page.locator('[role=dialog] [data-enter-end]')).toHaveCount(0);
}
/** A row's act, also where it is under 更多. */
export async function act(row: Locator, key: string, label: string): Promise<void> {
  await expect(row).toBeVisible();
  const word = row.locator(`[data-act=${key}]`);
  if ((await word.count()) > 0) return word.click();
  await row.getByRole('button', { name: '更多' }).click();
  return row.page().getByRole('menuitem', { name: label }).click();
}
export const tickAll = (page: Page): Promise<void> => page.getByLabel('全选本页').and(page.locator(':visible')).check();

/** The number of a sample's first report is its requisition's. */
export const reportNoOf = ({ sampleCode }: AuditedTube): string => sampleCode.replace('S0', 'R0');
export const picture = (name: string, of: Page): Promise<unknown> => of.screenshot({ path: test.info().outputPath(`${name}.png`) });
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** What a job does within its minute. */
export const withinMinute = { timeout: 100_000, intervals: [1_000] };

export const linkIn = (text: string): string => /https:\/\/report\.lab\.example(\/r\/[0-9a-f]{32})/.exec(text)?.[1] ?? `no link in: ${text}`;
export interface ReportRow {
  readonly reportId: string;
  readonly versionId: string;
  readonly pdfSha256: string;
  readonly state: number;
  readonly currentVersionNo: number;
}

/** What an auditor of reports does on the console at an address, in a house whose reports they are. */
export function reportDesk({ address, browser }: Pick<Served, 'address' | 'browser'>, house: ReportHouse) {
  const { audit2 } = house.crew;
  /** The reports of a tab, as many rows at once as there are. */
  async function openReports(page: Page, query: string, count: number | null): Promise<void> {
    // The demo has reports of its own, of other clients.
    await openScreen(page, address, `/lab-report/report-audit?${query}&sendSampleClientId=${house.master.clientId}`);
    await expect(rowOf(page, '').first()).toBeVisible();
    await page.getByLabel('每页条数').and(page.locator(':visible')).selectOption('100');
    if (count !== null) await expect(page.getByText(`共 ${count} 条`).and(page.locator(':visible'))).toBeVisible();
  }
  async function reportOf(reportNo: string): Promise<ReportRow> {
    const { records } = await audit2.get<{ records: ReportRow[] }>(`${report}/report-audit/page`, { reportNo });
    if (records.length !== 1) throw new Error(`${records.length} reports are called ${reportNo}`);
    return records[0]!;
  }
  const fileOf = (versionId: string): Promise<Buffer> => audit2.file(`${report}/report-audit/file`, { versionId });
  /** Opens one report of a tab; its pages are seen. */
  async function review(page: Page, tab: number | string, reportNo: string): Promise<void> {
    await openReports(page, `tab=${tab}&reportNo=${reportNo}`, null);
    await rowOf(page, reportNo).dblclick();
    await expect(drawerOf(page)).toContainText(`${reportNo} 第`);
    if (tab !== 1) await expect(drawerOf(page).getByRole('img').first()).toBeVisible();
  }
  /** Issues what is open, by its key. */
  async function issueByKey(page: Page, reportNo: string): Promise<void> {
    await expect(drawerOf(page).getByRole('button', { name: '审核发布' })).toBeEnabled();
    await page.keyboard.press('a');
    await expect.poll(async () => (await reportOf(reportNo)).state).toBe(4);
  }
  async function makeByKey(page: Page, reportNo: string): Promise<void> {
    await review(page, 1, reportNo);
    await expect(drawerOf(page).getByRole('button', { name: '生成' })).toBeEnabled();
    await page.keyboard.press('g');
    await expect.poll(async () => (await reportOf(reportNo)).state, withinMinute).toBe(3);
  }

  /** The path a report's printed code leads to, as a telephone reads it. */
  async function printedPath(pdf: Buffer): Promise<string> {
    const codes = (await qrCodesOf(browser, pdf)).flat();
    expect(codes).toHaveLength(1);
    return /^https:\/\/report\.lab\.example(\/verify\/[0-9a-f]{32})$/.exec(codes[0] ?? '')?.[1] ?? `not an address of this house: ${codes[0]}`;
  }

  /** What was mailed to somebody of a report; a job sends it within its minute. */
  async function mailOf(to: string, reportNo: string) {
    const found = () => house.mails.got.filter((mail) => mail.to === to && mail.subject === reportNo);
    await expect.poll(() => found().length, { ...withinMinute, timeout: 200_000 }).toBeGreaterThan(0);
    expect(found()).toHaveLength(1);
    return found()[0]!;
  }
  const stateOfSms = async (sampleCode: string): Promise<{ readonly state: number; readonly notBefore: string; readonly why: number | null }> =>
    (await recordOf(audit2, 'accession-lims-search/smsSendRecord/page', { sampleCode })) as never;
  const textsTo = (telephone: string): readonly string[] =>
    house.platform.got.filter((sent) => sent['telephone'] === telephone).map(({ content = '' }) => content);

  return { stateOfSms, textsTo, mailOf, printedPath, openReports, reportOf, fileOf, review, issueByKey, makeByKey };
}
export type ReportDesk = ReturnType<typeof reportDesk>;

/** A reader's own telephone: nobody has signed in on it. */
export async function telephone(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}
export const isWithin = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
