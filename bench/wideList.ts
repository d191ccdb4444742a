import { withBenchPage } from './benchPage.ts';
import type { BenchPage } from './page/page.tsx';
import type { Setting } from './setting.ts';
import { median, ms, type Row } from './table.ts';

const [rows, columns, rounds] = [200, 20, 12];

/** The product's table mounted with 200 rows x 20 columns, against an HTML table of the same cells. */
export async function measureWideList(_setting: Setting): Promise<Row[]> {
  return withBenchPage({}, async (page) => {
    const ours: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const given = [rows, columns, round] as const;
      ours.push(await page.evaluate((size) => (globalThis as unknown as { benchPage: BenchPage }).benchPage.mountTable(...size), given));
      plain.push(await page.evaluate((size) => (globalThis as unknown as { benchPage: BenchPage }).benchPage.mountPlain(...size), given));
    }
    // The first two make styles and compile.
    const [kept, keptPlain] = [ours.slice(2), plain.slice(2)];
    return [
      {
        what: `list of ${rows} rows x ${columns} columns, mount to next paint, p50`,
        ours: ms(median(kept)),
        yardstick: `plain HTML table ${ms(median(keptPlain))}`,
        ratio: median(kept) / median(keptPlain),
        toy: '27 ms',
      },
    ];
  });
}
