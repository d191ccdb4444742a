import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { regionLevel, rootRegion } from '#domain/system/region.ts';
import { readRow } from '#server/storage/readRows.ts';
import { regionTable } from '#server/storage/sessionTables.ts';
import type { Tx } from '#server/kernel/http/serve.ts';

/** Provinces by their official code (GB/T 2260), some with their cities in the order of their codes. */
const provinces = JSON.parse(readFileSync(new URL('./regions.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly [province: string, ...cities: string[]]>
>;

/** Puts the country's provinces in place once; afterwards regions belong to their people. */
export async function seedRegions(tx: Tx): Promise<void> {
  const known = await readRow(tx, sql`select 1 as one from region limit 1`);
  if (known) return;
  const rows = Object.entries(provinces).flatMap(([code, [name, ...cities]], place) => [
    { code, parentCode: rootRegion, name, level: regionLevel.province, sort: place + 1 },
    ...cities.map((city, at) => ({
      code: `${code}${String(at + 1).padStart(2, '0')}`,
      parentCode: code,
      name: city,
      level: regionLevel.city,
      sort: at + 1,
    })),
  ]);
  await tx.insert(regionTable).values(rows);
}
