import { sql } from 'drizzle-orm';
import { addMonths } from '#domain/kernel/dates.ts';
import { computedCodes, isComputed, type ComputedIndex } from '#domain/search/qualityFigure.ts';
import { monthState, valueSource } from '#domain/search/qualityIndexValue.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { countIndex, type CountedFigure, type CountedMonth } from './qualityCounted.ts';

interface KnownIndex {
  readonly qualityIndexId: string;
  readonly indexCode: ComputedIndex;
}
interface CountedIndex extends KnownIndex, CountedFigure {}

/** Those of a tenant's indexes that are counted here, each as things stand. */
export async function countMonth(reader: Reader, whose: CountedMonth): Promise<readonly CountedIndex[]> {
  const known = await readRows<{ qualityIndexId: string; indexCode: string }>(
    reader,
    sql`select id::text as quality_index_id, index_code from quality_index where tenant_id = ${whose.tenantId} and is_deleted = 0 and goal is not null and index_code = ${anyText(computedCodes)}`,
  );
  const counted: CountedIndex[] = [];
  for (const { qualityIndexId, indexCode } of known)
    if (isComputed(indexCode)) counted.push({ qualityIndexId, indexCode, ...(await countIndex(reader, indexCode, whose)) });
  return counted;
}

/** Writes what was counted of a month that is open; its laboratory is held, so that nobody closes it meanwhile. */
export async function writeCounted(
  tx: Tx,
  { tenantId, laboratoryId, month }: CountedMonth,
  counted: readonly CountedIndex[],
  now: string,
): Promise<void> {
  for (const { qualityIndexId, numerator, denominator, value } of counted)
    await tx.execute(sql`insert into quality_index_value as q (tenant_id, quality_index_id, laboratory_id, month, numerator, denominator, value, source, state, typist_ids, create_time, update_time)
      values (${tenantId}, ${qualityIndexId}, ${laboratoryId}, ${month}, ${numerator}, ${denominator}, ${value}, ${valueSource.computed}, ${monthState.open}, '{}', ${now}, ${now})
      on conflict (tenant_id, laboratory_id, month, quality_index_id) do update set numerator = excluded.numerator, denominator = excluded.denominator, value = excluded.value,
        source = excluded.source, version = q.version + 1, update_time = excluded.update_time where q.state = ${monthState.open}`);
}

/** Whether any figure of a month was closed: then all of it is. */
export const isMonthClosed = async (reader: Reader, { tenantId, laboratoryId, month }: CountedMonth): Promise<boolean> =>
  (await readRow(
    reader,
    sql`select 1 as found from quality_index_value where tenant_id = ${tenantId} and laboratory_id = ${laboratoryId} and month = ${month} and state = ${monthState.closed} limit 1`,
  )) !== undefined;

/** This month and the last one. */
export const openMonths = (now: string): readonly string[] => [addMonths(now.slice(0, 7), -1), now.slice(0, 7)];
/** Counts this month and the last one of every laboratory that is not closed. `momentOf` says the day. */
export const qualityCounting = (database: Database, momentOf: () => string = nowText): JobKind<object> => ({
  name: 'search.quality',
  cron: '40 1 * * *',
  expireSeconds: 3_600,
  async run(_none, signal) {
    const now = momentOf();
    const laboratories = await readRows<{ tenantId: string; laboratoryId: string }>(
      database.orm,
      sql`select l.tenant_id, l.id::text as laboratory_id from laboratory l where l.is_deleted = 0
        and exists (select 1 from quality_index i where i.tenant_id = l.tenant_id and i.is_deleted = 0) order by l.tenant_id, l.id`,
    );
    let written = 0;
    for (const laboratory of laboratories)
      for (const month of openMonths(now)) {
        if (signal.aborted) return { written };
        // One that goes wrong keeps nobody else's from being counted.
        written += await countOne(database, { ...laboratory, month }, now).catch((error: unknown) => {
          console.error(error);
          return 0;
        });
      }
    return { written };
  },
});

async function countOne(database: Database, whose: CountedMonth, now: string): Promise<number> {
  if (await isMonthClosed(database.orm, whose)) return 0;
  // Counted before the laboratory is held: acts that need it do not wait for a whole month's rows.
  const counted = await countMonth(database.orm, whose);
  return database.transaction(async (tx) => {
    await readRow(tx, sql`select 1 as found from laboratory where tenant_id = ${whose.tenantId} and id = ${whose.laboratoryId} for update`);
    if (await isMonthClosed(tx, whose)) return 0;
    await writeCounted(tx, whose, counted, now);
    return counted.length;
  });
}
