import { withBenchPage } from './benchPage.ts';
import { bareWrites } from './house.ts';
import type { BenchPage } from './page/page.tsx';
import type { Setting } from './setting.ts';
import { median, type Row, spread } from './table.ts';

const count = 100;
const rounds = 10;

/** How long a desk takes to save an act without network, sealed, signed and on the disk, one after the other, beside a bare write. */
export async function measureEnqueue(_setting: Setting): Promise<Row[]> {
  return withBenchPage({}, async (page) => {
    await page.evaluate(() => (globalThis as unknown as { benchPage: BenchPage }).benchPage.takeKeys());
    await page.context().setOffline(true);
    const ours: number[] = [];
    const bare: number[] = [];
    // In turns, so that both see the same machine; the first turn warms both up.
    for (let round = 0; round <= rounds; round++) {
      const codes = Array.from({ length: count }, (_none, index) => `ENQ${String(round).padStart(2, '0')}${String(index).padStart(6, '0')}`);
      const took = await page.evaluate((wanted) => (globalThis as unknown as { benchPage: BenchPage }).benchPage.enqueueAll(wanted), codes);
      const tookBare = await bareWrites(page, count);
      if (round === 0) continue;
      ours.push(...took);
      bare.push(...tookBare);
    }
    return [
      {
        what: `enqueue of ${rounds * count} acts, offline, one by one`,
        ours: spread(ours),
        yardstick: `${spread(bare)} bare strict IndexedDB write`,
        ratio: median(ours) / median(bare),
      },
    ];
  });
}
