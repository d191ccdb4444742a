import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { Api } from '../e2e/support/api.ts';
import { scan, storedRows, unresolved } from '../e2e/support/console.ts';
import { enterTubes, handOver } from '../e2e/support/prepare.ts';
import { bareWrites, withHouse } from './house.ts';
import type { Setting } from './setting.ts';
import { median, ms, spread, timed, type Row } from './table.ts';

const burst = 100;
const paced = 50;
const route = '/sample/todayReceivePage';
const size = `${burst} scans back to back`;

interface Times {
  /** Enter to the row's paint, ms. */
  readonly visible: number[];
  /** Enter to the paint of "received", ms. */
  readonly acknowledged: number[];
}

/** Scans at a lab's desk by real key events: how long from Enter until the row is seen, and until the server's word is. */
export async function measureScan({ say }: Setting): Promise<Row[]> {
  return withHouse(async ({ address, page, desk, admin, master, goTo }) => {
    say('preparing tubes');
    const [entry, lab] = [await Api.login(address, 'entry1'), await Api.login(address, 'lab')];
    const tubes = await enterTubes(admin, entry, master, 'LAB', 2 * burst + paced);
    const commodityId = master.commodities.get('CBC01')?.id ?? '';
    for (let from = 0; from < tubes.length; from += 200) await handOver(admin, lab, commodityId, tubes.slice(from, from + 200));
    await page.addInitScript(recordScans);
    await goTo(route);
    await expect(page.locator('[data-scan-box]')).toBeFocused();

    say('online');
    const online = await scans(page, tubes.slice(0, burst), 0, 'acknowledged');
    const quiet = await scans(page, tubes.slice(burst, burst + paced), 250, 'acknowledged');
    say('offline');
    await desk.context.setOffline(true);
    const offline = await scans(page, tubes.slice(burst + paced), 0, 'visible');
    const bare = await bareWrites(page, burst);
    const sent = await timed(async () => {
      await desk.context.setOffline(false);
      await expect.poll(async () => (await unresolved(page)).length, { timeout: 120_000, intervals: [50] }).toBe(0);
    });
    const yardstick = `bare strict IndexedDB write ${spread(bare)}`;
    const row = (what: string, values: readonly number[], wanted: number, toy?: string): Row => ({
      what: values.length < wanted ? `${what} (${wanted - values.length} of ${wanted} never came in sight)` : what,
      ours: spread(values),
      yardstick,
      ratio: median(values) / median(bare),
      ...(toy ? { toy } : {}),
    });
    return [
      row(`scan online, Enter to visible, ${size}`, online.visible, burst, '34 / 91 ms'),
      row(`scan online, Enter to acknowledged, ${size}`, online.acknowledged, burst, '69 / 132 ms'),
      row(`scan online, Enter to visible, one each 250 ms`, quiet.visible, paced, '22 / 41 ms'),
      row(`scan online, Enter to acknowledged, one each 250 ms`, quiet.acknowledged, paced, '43 / 66 ms'),
      row(`scan offline, Enter to visible = saved on this disk, ${size}`, offline.visible, burst),
      {
        what: `scan offline, network back until all ${burst} are acknowledged`,
        ours: ms(sent),
        yardstick: `${burst} bare strict writes ${ms(bare.reduce((sum, took) => sum + took, 0))}`,
      },
    ];
  });
}

/** Scans the codes, waits until each has come to its end, answers the times. A row that left the last ten before it was painted has none. */
async function scans(page: Page, codes: readonly string[], pauseMs: number, end: 'visible' | 'acknowledged'): Promise<Times> {
  for (const code of codes) {
    await scan(page, code);
    if (pauseMs > 0) await page.waitForTimeout(pauseMs);
  }
  const saved = async (): Promise<number> => {
    const rows = [...(await unresolved(page)), ...(await storedRows(page, 'accession-outbox', 'receipts'))];
    return codes.filter((code) => rows.some((row) => row['subject'] === code)).length;
  };
  await expect.poll(saved, { timeout: 60_000 }).toBe(codes.length);
  if (end === 'acknowledged') await expect.poll(async () => (await unresolved(page)).length, { timeout: 60_000 }).toBe(0);
  await page.waitForTimeout(500);
  const marks = await page.evaluate((wanted) => wanted.map((code) => (globalThis as unknown as Recorded).scanned.get(code) ?? null), codes);
  const answered = await answerTimes(page);
  return {
    visible: marks.flatMap((mark) => (mark?.visible === undefined ? [] : [mark.visible - mark.entered])),
    acknowledged:
      end === 'visible' ? [] : marks.map((mark, at) => (mark?.acknowledged ?? answered.get(codes[at] ?? '') ?? Number.NaN) - (mark?.entered ?? 0)),
  };
}

/** When each act was answered, on the page's clock: for those that had left the last ten before their answer came. */
async function answerTimes(page: Page): Promise<Map<string, number>> {
  const origin = await page.evaluate(() => performance.timeOrigin);
  const receipts = await storedRows(page, 'accession-outbox', 'receipts');
  return new Map(receipts.map((row) => [String(row['subject']), Number(row['resolvedAt']) - origin]));
}

interface Recorded {
  scanned: Map<string, { entered: number; visible?: number; acknowledged?: number }>;
}

/** In the page: notes the time of each Enter, and of the paints in which its row is first there and first acknowledged. */
function recordScans(): void {
  const scanned: Recorded['scanned'] = new Map();
  (globalThis as unknown as Recorded).scanned = scanned;
  addEventListener(
    'keydown',
    (event) => {
      const box = event.target;
      if (event.key !== 'Enter' || !(box instanceof HTMLInputElement) || !box.matches('[data-scan-box]')) return;
      scanned.set(box.value.toUpperCase(), { entered: event.timeStamp });
    },
    { capture: true },
  );
  const afterPaint = (work: (now: number) => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => work(performance.now());
      port2.postMessage(null);
    });
  };
  const watch = new MutationObserver(() => {
    const seen: { mark: { entered: number; visible?: number; acknowledged?: number }; isAcknowledged: boolean }[] = [];
    for (const row of document.querySelectorAll<HTMLElement>('[data-act-log] [data-op-state]')) {
      const mark = scanned.get(row.querySelector('[title]')?.getAttribute('title') ?? '');
      const isAcknowledged = row.dataset['opState'] === 'acked';
      if (mark && (mark.visible === undefined || (isAcknowledged && mark.acknowledged === undefined))) seen.push({ mark, isAcknowledged });
    }
    if (seen.length === 0) return;
    afterPaint((now) => {
      for (const { mark, isAcknowledged } of seen) {
        mark.visible ??= now;
        if (isAcknowledged) mark.acknowledged ??= now;
      }
    });
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-op-state', 'title'], characterData: true });
}
