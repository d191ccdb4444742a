import { sql } from 'drizzle-orm';
import { outboxEpoch, type DeviceState } from '#domain/kernel/offlineWire.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { nowIso } from '#server/storage/clock.ts';

/** So many missing numbers are named at once. */
const mostGaps = 500;

/**
 * What the server holds of a device's acts, and what it lacks (docs/offline.md#repeats); what the desk has explained is not lacking.
 * Only two kinds of stretches are gone through: the ranges that were missing when the desk was last watched, and what lies
 * above its counted mark. In each the rows that are there name the gaps between them, however wide those are.
 */
export async function deviceState(reader: Reader, tenantId: string, deviceId: string, maxSeq: number): Promise<DeviceState> {
  const of = (name: string) => sql`${sql.raw(name)}.tenant_id = ${tenantId} and ${sql.raw(name)}.device_id = ${deviceId}`;
  const held = await readRow<{ highest: string; reported: string | null }>(
    reader,
    sql`select (select coalesce(max(o.seq), 0) from client_op o where ${of('o')}) as highest, (select d.max_seq_reported from device d where ${of('d')}) as reported`,
  );
  const highest = Number(held?.highest ?? 0);
  const limit = Math.max(highest, Number(held?.reported ?? 0), maxSeq);
  // One statement, so that mark and ranges are of one moment.
  const spans = await readRows<{ first: string; last: string }>(
    reader,
    sql`with stretch as (
        select g.first_seq as first, least(g.last_seq, ${limit}::bigint) as last from device_gap g where ${of('g')} and g.first_seq <= ${limit}::bigint
        union all select coalesce((select w.counted_seq from device_watch w where ${of('w')}), 0) + 1, ${limit}::bigint
      ), present as (
        select s.first, o.seq from stretch s join client_op o on ${of('o')} and o.seq between s.first and s.last
        union select s.first, e.seq from stretch s join device_explained e on ${of('e')} and e.seq between s.first and s.last
        union select s.first, s.last + 1 from stretch s where s.first <= s.last
      ), step as (
        select seq, lag(seq, 1, first - 1) over (partition by first order by seq) as before from present
      )
      select before + 1 as first, seq - 1 as last from step where seq > before + 1 order by 1 limit ${mostGaps}`,
  );
  const gaps: number[] = [];
  for (const { first, last } of spans) for (let seq = Number(first); seq <= Number(last) && gaps.length < mostGaps; seq++) gaps.push(seq);
  return {
    deviceId,
    highestContiguousSeq: (gaps[0] ?? limit + 1) - 1,
    highestSeq: highest,
    gaps,
    serverTime: nowIso(),
    minEpoch: outboxEpoch,
  };
}
