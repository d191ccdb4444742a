import { sql } from 'drizzle-orm';
import { clockToleranceMs as toleranceMs } from '#domain/kernel/actTime.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { KeptReason, SentOperation } from '#domain/kernel/offlineWire.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { DeskContext } from './deskContext.ts';
import { deskTime } from './ledger.ts';

/** How long a desk may have been away with what it claims to have done. */
const mostAgeMs = 7 * 24 * 3_600_000;

export interface TimeBounds {
  /** Why the time an act claims is a supervisor's to judge; null where it may stand. */
  readonly reasonToKeep: (op: SentOperation) => KeptReason | null;
}

/**
 * Judges the times that the acts of a batch claim: not after now, not before the desk was registered, not older than a
 * week, not before what they follow from; and what follows from an act that is kept for its time waits with it.
 */
export async function timeBoundsOf(
  { database, now, laneTimes }: DeskContext,
  tenantId: string,
  deviceId: string,
  ops: readonly SentOperation[],
): Promise<TimeBounds> {
  const lanes = [...new Set(ops.flatMap((op) => op.lanes))];
  const known = await readRow<{ registered: string | null; waiting: string[] | null }>(
    database.orm,
    sql`select (select least(min(k.create_time), (select d.create_time from device d where d.tenant_id = ${tenantId} and d.device_id = ${deviceId}))
        from device_key k where k.tenant_id = ${tenantId} and k.device_id = ${deviceId} having count(*) > 0) as registered,
      (select array_agg(distinct l.lane) from kept_act k, unnest(k.lanes) l(lane) where k.tenant_id = ${tenantId} and k.device_id = ${deviceId}
        and k.decided_time is null and k.reason like 'time.%' and k.lanes && ${sql.param(lanes)}::text[]) as waiting`,
  );
  const earlier = new Map(await laneTimes(database.orm, tenantId, lanes));
  const waiting = new Set(known?.waiting);

  const judged = (op: SentOperation): KeptReason | null => {
    const at = Date.parse(op.occurredAt) + op.clockOffsetMs;
    if (Number.isNaN(at)) return null;
    const atNow = now();
    if (at > atNow + toleranceMs) return 'time.future';
    if (at < atNow - mostAgeMs) return 'time.old';
    const registered = known?.registered;
    const claimed = formatDateTime(at + toleranceMs);
    if (registered && claimed < registered) return 'time.beforeDesk';
    // What makes a sample follows from nothing; who else made the same is told as ever.
    if (op.type !== 'summary.enter' && op.lanes.some((lane) => claimed < (earlier.get(lane) ?? ''))) return 'time.beforeEarlier';
    return op.lanes.some((lane) => waiting.has(lane)) ? 'time.afterKept' : null;
  };
  /** What comes after it in this batch is not in the rows yet. */
  const noteTime = (op: SentOperation): void => {
    const at = deskTime(op, formatDateTime(now()));
    if (at !== null) for (const lane of op.lanes) if (at > (earlier.get(lane) ?? '')) earlier.set(lane, at);
  };
  return {
    reasonToKeep(op) {
      const reason = judged(op);
      if (reason) for (const lane of op.lanes) waiting.add(lane);
      else noteTime(op);
      return reason;
    },
  };
}
