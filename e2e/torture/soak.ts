import { rmSync } from 'node:fs';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { tally, type Violation } from '#src/offline/testing/checker.ts';
import { scan, signIn } from '../support/console.ts';
import { browserArguments, findChromium } from '../support/findChromium.ts';
import { openLink, type Link, type LinkState } from '../support/proxy.ts';
import { judge, type Said, untilEmpty } from './judge.ts';
import { seeded } from './plan.ts';
import { pause, scannerRoute, stand, verdictOf } from './standing.ts';
import { makeTubes, startTortured } from './torture.ts';

export interface SoakOptions {
  readonly desks: number;
  readonly minutes: number;
  readonly seed: number;
  readonly tell?: (line: string) => void;
}
export interface SoakReport {
  readonly violations: readonly Violation[];
  readonly accepted: number;
  readonly lost: number;
  readonly doubled: number;
  readonly stuck: number;
  /** Length of the long outage, s; requests of all kinds and of the desks' calls in the busiest second after it. */
  readonly outageSeconds: number;
  readonly peakRequests: number;
  readonly peakUploads: number;
  /** From the link's return to the last desk's empty queue, ms. */
  readonly emptiedMs: number;
  /** Script memory of one page, MB: after the first two minutes and at the end, means of all desks. */
  readonly heapAtFirst: number;
  readonly heapAtLast: number;
}

/** Scans of one desk in a minute. */
const scansPerMinute = 2;
const troubles: readonly LinkState[] = [
  'refuse',
  'blackHole',
  'cutAfterApply',
  'cutMidBody',
  'slow',
  '500',
  '503',
  '401',
  '413',
  'hostile',
  'hostile422',
];

/** T8: many desks, each a browser profile of its own in one Chromium, work for an hour over a link that flaps; in the middle it is gone for ten minutes. */
export async function soak({ desks: count, minutes, seed, tell = () => undefined }: SoakOptions): Promise<SoakReport> {
  const product = await startTortured();
  const link = await openLink(product.port);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...browserArguments, '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const direct = `http://127.0.0.1:${product.port}`;
  const random = seeded(seed);
  try {
    const tubes = [...(await makeTubes(direct, Math.ceil(count * minutes * scansPerMinute) + count))];
    const desks: SoakDesk[] = [];
    for (let index = 0; index < count; index++) {
      desks.push(await SoakDesk.open(await browser.newContext({ locale: 'zh-CN', viewport: { width: 1366, height: 768 } }), link));
      tell(`desk ${index + 1} of ${count} is ready`);
    }
    const startedAt = Date.now();
    const until = startedAt + minutes * 60_000;
    const outageMs = Math.min(600_000, (minutes * 60_000) / 6);
    const outage = { from: startedAt + (minutes * 60_000) / 2, ms: outageMs };
    const heap = { first: 0, last: 0 };
    const working = desks.map((desk) => desk.work(tubes, until, random));
    const storm = await flap(link, { until, outage, random, tell }, async () => {
      heap.first ||= await meanHeap(desks);
    });
    await Promise.all(working);
    heap.last = await meanHeap(desks);
    link.set('pass');
    const returnedAt = Date.now();
    await Promise.all(desks.map((desk) => desk.empty()));
    const emptiedMs = Date.now() - returnedAt;
    const judged = [];
    for (const desk of desks) judged.push(await desk.judge(direct));
    const violations = judged.flatMap((one) => one.violations);
    const told = judged.flatMap((one) => one.told);
    return {
      violations,
      ...tally(told, violations),
      outageSeconds: Math.round(outageMs / 1000),
      ...storm,
      emptiedMs,
      heapAtFirst: heap.first,
      heapAtLast: heap.last,
    };
  } finally {
    await browser.close();
    await link.close();
    await product.stop();
    rmSync(product.dataDir, { recursive: true, force: true });
  }
}

/** Turns the link over until the end; answers the busiest second after the long outage. `afterTwoMinutes` is called once. */
async function flap(
  link: Link,
  { until, outage, random, tell }: { until: number; outage: { from: number; ms: number }; random: () => number; tell: (line: string) => void },
  afterTwoMinutes: () => Promise<void>,
): Promise<{ peakRequests: number; peakUploads: number }> {
  const startedAt = Date.now();
  const peak = { peakRequests: 0, peakUploads: 0 };
  let hadOutage = false;
  let isMeasured = false;
  while (Date.now() < until) {
    if (!hadOutage && Date.now() >= outage.from) {
      hadOutage = true;
      tell(`link gone for ${outage.ms / 1000} s`);
      link.set('refuse');
      await pause(outage.ms);
      link.takeCounts();
      link.set('pass');
      for (let second = 0; second < 60; second++) {
        await pause(1000);
        const { requests, uploads } = link.takeCounts();
        peak.peakRequests = Math.max(peak.peakRequests, requests);
        peak.peakUploads = Math.max(peak.peakUploads, uploads);
      }
      tell(`busiest second after it: ${peak.peakRequests} requests, ${peak.peakUploads} of them uploads`);
    }
    link.set('pass');
    await pause(Math.min(20_000 + random() * 40_000, Math.max(0, until - Date.now())));
    link.set(troubles[Math.floor(random() * troubles.length)] ?? 'refuse');
    await pause(Math.min(5000 + random() * 35_000, Math.max(0, until - Date.now())));
    if (!isMeasured && Date.now() - startedAt > 120_000) {
      isMeasured = true;
      await afterTwoMinutes();
    }
  }
  return peak;
}

const meanHeap = async (desks: readonly SoakDesk[]): Promise<number> => {
  const sizes = await Promise.all(desks.map((desk) => desk.heap()));
  return Math.round((sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1024 / 1024) * 10) / 10;
};

class SoakDesk {
  readonly #page: Page;
  readonly #link: Link;
  readonly #said: Said[] = [];

  private constructor(page: Page, link: Link) {
    this.#page = page;
    this.#link = link;
  }

  static async open(context: BrowserContext, link: Link): Promise<SoakDesk> {
    const page = await context.newPage();
    await signIn(page, link.address, 'lab');
    await page.goto(`${link.address}${scannerRoute}`, { waitUntil: 'commit' });
    const desk = new SoakDesk(page, link);
    await desk.#stand();
    return desk;
  }

  #stand(): Promise<void> {
    return stand(this.#page, { address: this.#link.address, account: 'lab', openLink: () => this.#link.set('pass') });
  }

  async work(tubes: string[], until: number, random: () => number): Promise<void> {
    while (Date.now() < until) {
      await pause(Math.min((random() * 2 * 60_000) / scansPerMinute, Math.max(0, until - Date.now())));
      const code = tubes.shift();
      if (!code || Date.now() >= until) return;
      await this.#stand();
      await this.#page.locator('[data-scan-box]').click();
      this.#said.push({ code, kind: 'invoke', account: 'lab' });
      try {
        await scan(this.#page, code);
        this.#said.push({ code, kind: await verdictOf(this.#page, code), account: 'lab' });
      } catch {
        this.#said.push({ code, kind: 'unknown', account: 'lab' });
      }
    }
  }

  async heap(): Promise<number> {
    const devtools = await this.#page.context().newCDPSession(this.#page);
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    await devtools.detach();
    return usedSize;
  }

  async empty(): Promise<void> {
    await this.#stand();
    await untilEmpty(this.#page);
  }

  judge(direct: string) {
    return judge(this.#page, { direct, said: this.#said, account: 'lab', emptiedMs: 0 });
  }
}
