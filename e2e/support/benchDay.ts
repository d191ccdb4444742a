import { expect, type Locator, type Page } from '@playwright/test';
import type { Browser } from 'playwright';
import type { Api } from './api.ts';
import { signIn } from './console.ts';
import { genericPass, handOver, summaryPayload, type Master } from './prepare.ts';

interface TubesWanted {
  readonly commodity: string;
  readonly className: string;
  readonly prefix: string;
  readonly count: number;
  /** The requisition's form, by its key. */
  readonly form?: string;
  /** What reception types beyond the rest. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** What the form asks beyond the person. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Tubes that the laboratory has received: one task each, by the desks' own calls. Their codes are `<prefix>S000001` and so on. */
export async function receivedTubes(
  { reception, entry, second, lab }: { readonly reception: Api; readonly entry: Api; readonly second?: Api; readonly lab: Api },
  master: Master,
  { commodity, className, prefix, count, form = 'nomal', more = {}, values = {} }: TubesWanted,
): Promise<{ readonly sampleCode: string; readonly labCode: string }[]> {
  const codes: string[] = [];
  for (let index = 1; index <= count; index++) {
    const summary = { ...summaryPayload(master, commodity, className, prefix, index), ...more };
    await reception.post('accession-lims-sample/enter-info/enter-summary', summary);
    for (const [at, clerk] of [entry, ...(second ? [second] : [])].entries()) {
      const pass = genericPass(summary, at === 0 ? 1 : 2);
      await clerk.post('accession-lims-sample/enter-info/enter-detail', { ...pass, form, values: { ...pass.values, ...values } });
    }
    codes.push(summary.tubes[0]?.sampleCode ?? '');
  }
  await handOver(reception, lab, String(master.commodities.get(commodity)?.id), codes);
  const received: { readonly labCode: string }[] = [];
  for (const code of codes) received.push(await lab.post<{ labCode: string }>('accession-lims-lab/lab-task/receive', { code }));
  return codes.map((sampleCode, at) => ({ sampleCode, labCode: received[at]!.labCode }));
}

/** Chooses in a picker of an open drawer by what a person types. */
export async function choose(page: Page, field: string, typed: string): Promise<void> {
  const input = page.getByRole('dialog').last().locator(`[data-field=${field}] input`).first();
  await input.click();
  await input.fill(typed);
  await expect(page.getByRole('option').filter({ hasText: typed }).first()).toBeVisible();
  await input.press('Enter');
}

/** Somebody's own window on the console. */
export async function windowOf(browser: Browser, address: string, account: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', acceptDownloads: true });
  const page = await context.newPage();
  await signIn(page, address, account);
  return page;
}
/** The drawer that is open, the topmost where there are two. */
export const drawerOf = (page: Page): Locator => page.getByRole('dialog').last();
/** Presses a button of it, and waits until it has closed. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  // Readers see the topmost alone.
  const drawers = page.locator('[role=dialog]');
  const open = await drawers.count();
  await drawerOf(page).getByRole('button', { name }).click();
  await expect(drawers).toHaveCount(open - 1);
}
export async function close(page: Page): Promise<void> {
  const drawers = page.locator('[role=dialog]');
  const open = await drawers.count();
  await page.keyboard.press('Escape');
  await expect(drawers).toHaveCount(open - 1);
}
/** A text as a file that is chosen. */
export const asFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
