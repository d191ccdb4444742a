import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { chromium, type Browser, type Page } from 'playwright';
import { build } from 'vite';
import { browserArguments, findChromium } from '../e2e/support/findChromium.ts';
import { signIn } from '../e2e/support/console.ts';
import { startProduct } from '../e2e/support/product.ts';
import { keepNames } from './house.ts';
import type { Setting } from './setting.ts';
import { kilobytes, median, ms, type Row } from './table.ts';

/** How much slower than this machine the desk is. */
const slowdown = 4;
const starts = 7;
const turns = 9;

interface Site {
  readonly address: string;
  readonly login: string;
  /** Two pages by address, and what shows that each is there. */
  readonly pages: readonly (readonly [path: string, shown: string])[];
}

/** From nothing to a login one can type into, and from page to page, on a slow computer; beside a bare page of the same libraries. */
export async function measureFirstPaint({ say }: Setting): Promise<Row[]> {
  const bareDist = await buildBare();
  const product = await startProduct();
  // The same server serves both, so that the same headers and the same disk are between them.
  const bareProduct = await startProduct({ env: { DIST_DIR: bareDist } });
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...browserArguments, '--disable-dev-shm-usage'] });
  const ours: Site = {
    address: `http://127.0.0.1:${product.port}`,
    login: '/login',
    pages: [
      ['/sample/todayReceivePage', '[data-scan-box]'],
      ['/basic/laboratory', '[role=gridcell], td'],
    ],
  };
  const bare: Site = {
    address: `http://127.0.0.1:${bareProduct.port}`,
    login: '/login',
    pages: [
      ['/form', '[data-shown=form]'],
      ['/list', '[data-shown=list]'],
    ],
  };
  try {
    say('first starts');
    const first: Start[] = [];
    const firstBare: Start[] = [];
    for (let time = 0; time < starts; time++) {
      first.push(await startOnce(browser, ours));
      firstBare.push(await startOnce(browser, bare));
    }
    say('route changes');
    const changed = await changes(browser, ours, true);
    const changedBare = await changes(browser, bare, false);
    const [script, bareScript] = [first[0]?.scriptBytes ?? 0, firstBare[0]?.scriptBytes ?? 0];
    const row = (what: string, one: readonly number[], other: readonly number[]): Row => ({
      what,
      ours: ms(median(one)),
      yardstick: `bare React and Chakra page ${ms(median(other))}`,
      ratio: median(one) / median(other),
    });
    return [
      {
        what: `script before the login can be used, gzip (${first[0]?.scripts} files)`,
        ours: kilobytes(script),
        yardstick: `bare React and Chakra page ${kilobytes(bareScript)}`,
        ratio: script / bareScript,
      },
      row(
        `first paint of the login, ${slowdown}x slower, p50 of ${starts}`,
        first.map(({ painted }) => painted),
        firstBare.map(({ painted }) => painted),
      ),
      row(
        `until the login answers, ${slowdown}x slower, p50 of ${starts}`,
        first.map(({ interactive }) => interactive),
        firstBare.map(({ interactive }) => interactive),
      ),
      row(`route change to a page not seen yet, ${slowdown}x slower, p50`, changed.fresh, changedBare.fresh),
      row(`route change to a page seen before, ${slowdown}x slower, p50 of ${turns * 2}`, changed.again, changedBare.again),
    ];
  } finally {
    await browser.close();
    for (const one of [product, bareProduct]) {
      await one.stop();
      rmSync(one.dataDir, { recursive: true, force: true });
    }
    rmSync(bareDist, { recursive: true, force: true });
  }
}

async function buildBare(): Promise<string> {
  const dist = mkdtempSync(join(tmpdir(), 'accession-bare-'));
  await build({
    root: fileURLToPath(new URL('bare', import.meta.url)),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: dist, emptyOutDir: true, target: 'es2022' },
  });
  return dist;
}

interface Start {
  /** Scripts fetched until the page answers, and their bytes as gzip makes them. */
  readonly scripts: number;
  readonly scriptBytes: number;
  /** ms from the navigation. */
  readonly painted: number;
  readonly interactive: number;
}
interface Noted {
  noted: { shownAt?: number; painted?: number; lastLong: number };
}

/** A browser that has never been here opens the login. */
async function startOnce(browser: Browser, { address, login }: Site): Promise<Start> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await slow(page);
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script') scripts.push(answer.body());
    });
    await page.addInitScript(keepNames);
    await page.addInitScript(() => {
      const noted: Noted['noted'] = { lastLong: 0 };
      (globalThis as unknown as Noted).noted = noted;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) noted.lastLong = Math.max(noted.lastLong, entry.startTime + entry.duration);
      }).observe({ type: 'longtask', buffered: true });
      const look = (): void => {
        if (!document.querySelector('input[name=username]')) return void requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (noted.shownAt = performance.now());
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    });
    await page.goto(address + login);
    await page.waitForFunction(
      () => {
        const { shownAt, lastLong } = (globalThis as unknown as Noted).noted;
        // Nothing long for two seconds: what was last is over.
        return shownAt !== undefined && performance.now() - Math.max(shownAt, lastLong) > 2000;
      },
      null,
      { timeout: 60_000 },
    );
    const { noted, painted } = await page.evaluate(() => ({
      noted: (globalThis as unknown as Noted).noted,
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    }));
    const bodies = await Promise.all(scripts);
    return {
      scripts: bodies.length,
      scriptBytes: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0),
      painted,
      interactive: Math.max(noted.shownAt ?? Number.NaN, noted.lastLong),
    };
  } finally {
    await context.close();
  }
}

async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** From one page to the other and back: the first time of each, and every later one. */
async function changes(browser: Browser, { address, login, pages }: Site, isSigningIn: boolean): Promise<{ fresh: number[]; again: number[] }> {
  const fresh: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < 3; round++) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.addInitScript(keepNames);
    if (isSigningIn) await signIn(page, address, 'admin');
    else await page.goto(address + login);
    // What a login sets going, the master data above all, is over.
    await page.waitForTimeout(6000);
    await slow(page);
    for (const [path, shown] of pages) fresh.push(await change(page, path, shown));
    for (let turn = 0; turn < Math.ceil(turns / 3); turn++) for (const [path, shown] of pages) again.push(await change(page, path, shown));
    await context.close();
  }
  return { fresh, again };
}

/** ms from the change of the address to the paint of what shows the page. */
async function change(page: Page, path: string, shown: string): Promise<number> {
  const took = await page.evaluate(
    ([to, sign]) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const isThere = (): boolean => [...document.querySelectorAll<HTMLElement>(sign)].some((element) => element.offsetParent !== null);
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
        const look = (): void => {
          if (!isThere()) return void requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - started);
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      }),
    [path, shown] as const,
  );
  await page.waitForTimeout(500);
  return took;
}
