import { withBenchPage } from './benchPage.ts';
import { bareWrites } from './house.ts';
import type { BenchPage } from './page/page.tsx';
import type { Setting } from './setting.ts';
import { perSecond, type Row } from './table.ts';

const count = 500;
const rounds = 3;

/** How many acts a second a desk can save without network, one after the other, each on the disk before the next. */
export async function measureEnqueue(_setting: Setting): Promise<Row[]> {
  return withBenchPage({}, async (page) => {
    await page.context().setOffline(true);
    const elapsed = { ours: 0, bare: 0 };
    // In turns, so that both see the same machine.
    for (let round = 0; round < rounds; round++) {
      const codes = Array.from({ length: count }, (_none, index) => `ENQ${round}${String(index).padStart(6, '0')}`);
      elapsed.ours += await page.evaluate((wanted) => (globalThis as unknown as { benchPage: BenchPage }).benchPage.enqueueAll(wanted), codes);
      elapsed.bare += (await bareWrites(page, count)).reduce((sum, took) => sum + took, 0);
    }
    const [ours, bare] = [perSecond(rounds * count, elapsed.ours), perSecond(rounds * count, elapsed.bare)];
    return [
      {
        what: `enqueue of ${rounds * count} acts, offline, one by one`,
        ours: `${ours.toFixed(0)} acts/s`,
        yardstick: `${bare.toFixed(0)}/s bare strict IndexedDB writes`,
        ratio: ours / bare,
      },
    ];
  });
}
