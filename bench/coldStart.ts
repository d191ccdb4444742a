import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { keepNames, withHouse } from './house.ts';
import type { Setting } from './setting.ts';
import { median, ms, type Row } from './table.ts';

const route = '/sample/todayReceivePage';
const warmTimes = 10;
const coldTimes = 3;

/** Without network: from the navigation to the focused scan box, the worker stopped before each; against a blank page from the same kind of cache. */
export async function measureColdStart({ say }: Setting): Promise<Row[]> {
  const blank = await serveBlankPage();
  try {
    return await withHouse(async ({ desk, page, address, product, goTo }) => {
      await goTo(route);
      await page.locator('[data-scan-box]').waitFor();
      await page.goto(blank.address);
      await page.evaluate(async () => {
        await navigator.serviceWorker.register('/worker.js');
        await navigator.serviceWorker.ready;
      });
      await product.stop();
      blank.close();
      await prepare(page);
      await desk.context.setOffline(true);
      say('browser running, worker stopped');
      const [ours, bare] = [await starts(page, address + route, warmTimes), await starts(page, blank.address, warmTimes)];
      const firstOurs: number[] = [];
      const firstBare: number[] = [];
      say('browser started anew');
      for (let time = 0; time < coldTimes; time++) {
        for (const [target, into] of [
          [address + route, firstOurs],
          [blank.address, firstBare],
        ] as const) {
          await desk.kill();
          const opened = await desk.open();
          await desk.context.setOffline(true);
          await prepare(opened);
          into.push(...(await starts(opened, target, 1)));
        }
      }
      return [
        rowOf(`offline start until the scan box is focused, worker stopped, p50 of ${warmTimes}`, ours, bare, '255 ms'),
        rowOf(`offline start after the browser was killed, p50 of ${coldTimes}`, firstOurs, firstBare),
      ];
    });
  } finally {
    blank.close();
  }
}

function rowOf(what: string, ours: readonly number[], bare: readonly number[], toy?: string): Row {
  const ratio = median(ours) / median(bare);
  return { what, ours: ms(median(ours)), yardstick: `blank cached page ${ms(median(bare))}`, ratio, ...(toy ? { toy } : {}) };
}

interface Focused {
  focusedAt?: number;
}

/** Makes every page of this tab note when its first input gets the focus. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(keepNames);
  await page.addInitScript(() => {
    const note = (): void => {
      const active = document.activeElement;
      if (active?.matches('[data-scan-box], [data-blank]')) (globalThis as Focused).focusedAt ??= performance.now();
      else requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
}

async function starts(page: Page, target: string, times: number): Promise<number[]> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    await page.goto('about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await session.detach();
    await page.goto(target);
    await page.waitForFunction(() => (globalThis as Focused).focusedAt !== undefined, null, { timeout: 60_000 });
    took.push(await page.evaluate(() => (globalThis as Focused).focusedAt ?? Number.NaN));
  }
  return took;
}

const blankPage = '<!doctype html><meta charset="utf-8"><title>blank</title><input data-blank autofocus>';
const blankWorker = `
  self.addEventListener('install', (event) => { self.skipWaiting(); event.waitUntil(caches.open('blank').then((cache) => cache.add('/'))); });
  self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  self.addEventListener('fetch', (event) => event.respondWith(caches.match('/')));
`;

/** An origin with nothing but an input and a worker that keeps it. */
async function serveBlankPage(): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js';
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
    response.end(isWorker ? blankWorker : blankPage);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
