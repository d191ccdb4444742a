import type { Page } from 'playwright';
import { signIn } from '../support/console.ts';
import { password } from '../support/product.ts';

/** The scanner's screen: acts are made there as a person makes them. */
export const scannerRoute = '/sample/todayReceivePage';
/** A partner's desk, where its tubes are received from its list. */
export const partnerRoute = '/sample/zhangzhou-receive';
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** After so long a person presses reload. */
const patienceMs = 12_000;
/** So long a console that stands on another screen may still be on its way, ms. */
const settleMs = 1500;

export interface Stand {
  readonly address: string;
  readonly account: string;
  /** Where the page belongs. */
  readonly route?: string;
  /** Nobody signs in without a link. */
  readonly openLink: () => void;
}

/** Brings a page back to its desk, whatever stands in the way: a page that did not come, a lock, a login. Throws after 120 s: a busy machine is not what is judged here. */
export async function stand(page: Page, { address, account, openLink, route = scannerRoute }: Stand): Promise<void> {
  const until = Date.now() + 120_000;
  let loadedAt = Date.now();
  for (;;) {
    const where = await whereIs(page, route);
    if (where === 'scanner') return;
    if (Date.now() > until) {
      const text = await page.evaluate(() => document.body.innerText.slice(0, 500)).catch(String);
      throw new Error(`no scanner within 120 s, but ${where}: ${page.url()}\n${text}`);
    }
    if (where === 'lock') {
      await page
        .locator('[data-lock-layer] input')
        .fill(password, { timeout: 2000 })
        .catch(() => undefined);
      await page.keyboard.press('Enter').catch(() => undefined);
      await pause(600);
    } else if (where === 'login') {
      openLink();
      await signIn(page, address, account).catch(() => undefined);
    } else if (Date.now() - loadedAt > (where === 'elsewhere' ? settleMs : patienceMs)) {
      loadedAt = Date.now();
      await page.goto(`${address}${route}`, { waitUntil: 'commit', timeout: 5000 }).catch(() => undefined);
    }
    await pause(150);
  }
}

async function whereIs(page: Page, wanted: string): Promise<'scanner' | 'lock' | 'login' | 'elsewhere' | 'nowhere'> {
  return page
    .evaluate((route) => {
      if (document.querySelector('[data-lock-layer]')) return 'lock';
      if (location.pathname === '/login') return document.querySelector('input[name=username]') ? 'login' : 'nowhere';
      if (location.pathname !== route) return 'elsewhere';
      return document.querySelector('[data-scan-box]') ? 'scanner' : 'nowhere';
    }, wanted)
    .catch(() => 'nowhere' as const);
}

/** Signs out through the user's menu, where somebody is signed in. A session that ends by itself meanwhile takes the menu away, and is out as well. */
export async function leave(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^(用户菜单|User)/ });
  if ((await menu.count()) === 0) return;
  const isOut = page.waitForURL('**/login**', { timeout: 60_000 });
  const going = async (): Promise<void> => {
    await menu.last().click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click();
    await isOut;
  };
  await Promise.any([isOut, going()]);
}

/** What the screen says of a scan, within 4 s: saved or done, neither, or scanned before. Throws where it says nothing. */
export async function verdictOf(page: Page, code: string): Promise<'ok' | 'fail' | 'repeat'> {
  const said = await page.waitForFunction(
    (wanted) => {
      const verdict = document.querySelector<HTMLElement>('[data-verdict]');
      if (!verdict || !verdict.textContent?.startsWith(wanted)) return null;
      return /未保存|未接收|不在清单/.test(verdict.textContent) ? 'fail' : verdict.dataset['verdict'] === 'repeat' ? 'repeat' : 'ok';
    },
    code,
    { timeout: 4000, polling: 20 },
  );
  return (await said.jsonValue()) ?? 'fail';
}

/** Runs in a page: its clock is another one from here on. */
export function shiftClock(ms: number): void {
  const RealDate = Date;
  class ShiftedDate extends RealDate {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(RealDate.now() + ms);
      else super(...(given as [number]));
    }
    static override now(): number {
      return RealDate.now() + ms;
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor;
}
