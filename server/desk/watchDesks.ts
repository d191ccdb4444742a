import { sql } from 'drizzle-orm';
import { isWorkingDay, workCalendar } from '#domain/base/workCalendar.ts';
import { missingBetween } from '#domain/desk/missingNumbers.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { PolicyValues } from '#domain/system/policies.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { policyValues } from '#server/kernel/core/policies.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import type { Database } from '#server/storage/database.ts';
import { deviceGap } from '#server/storage/deskWatchTables.ts';
import { newId } from '#server/storage/ids.ts';
import { insertInto } from '#server/storage/insertInto.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { nowMs } from '#server/storage/clock.ts';

const sweepSetting = 'desk.watch';

/** Desks and numbers of each that one transaction goes through: a desk that was away for years must not hold up the others. */
const mostDesks = 400;
const mostNumbers = 500;
/** Transactions of one watch; what is left is for the next. */
const mostPasses = 40;

/**
 * Goes through the numbers desks have given out since the last time, and through the gaps that stood then; then raises
 * and clears alarms. A few statements however many desks there are, and their cost is that of what is new. An act that
 * arrives meanwhile is found the next time.
 */
export async function watchDesks(database: Database, at: number = nowMs()): Promise<void> {
  const now = formatDateTime(at);
  for (let pass = 1, isMore = true; isMore && pass <= mostPasses; pass++)
    isMore = await database.transaction(async (tx) => {
      await takeTurn(tx, now);
      return accountForNumbers(tx);
    });
  await database.transaction(async (tx) => {
    await takeTurn(tx, now);
    await raiseAlarms(tx, await policyValues(tx), now);
  });
}

/** One at a time, also where several servers share the database. */
async function takeTurn(tx: Tx, now: string): Promise<void> {
  await tx.execute(
    sql`insert into setting (key, value) values (${sweepSetting}, 'true'::jsonb) on conflict (key) do update set update_time = ${now}`,
  );
}

interface Desk {
  readonly tenantId: string;
  readonly deviceId: string;
}
interface Span extends Desk {
  readonly first: string;
  readonly last: string;
}
const keyOf = ({ tenantId, deviceId }: Desk): string => `${tenantId} ${deviceId}`;
const bigints = (values: readonly (string | number)[]) => sql`${sql.param(values.map(String))}::bigint[]`;
const texts = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;
const deskLists = (desks: readonly Desk[]) => sql`${texts(desks.map(({ tenantId }) => tenantId))}, ${texts(desks.map(({ deviceId }) => deviceId))}`;

/** True where more is left to go through. */
async function accountForNumbers(tx: Tx): Promise<boolean> {
  const fresh = await readRows<Span>(
    tx,
    sql`select d.tenant_id, d.device_id, coalesce(w.counted_seq, 0) + 1 as first, d.max_seq_reported as last
      from device d left join device_watch w on w.tenant_id = d.tenant_id and w.device_id = d.device_id
      where d.max_seq_reported > coalesce(w.counted_seq, 0) order by d.tenant_id, d.device_id limit ${mostDesks}`,
  );
  const known = await readRows<Span>(tx, sql`select tenant_id, device_id, first_seq as first, last_seq as last from device_gap`);
  if (fresh.length === 0 && known.length === 0) return false;
  const [stillMissing, newly] = [await missingOf(tx, known), await missingOf(tx, fresh)];
  const counted = new Map(newly.ends.map((end) => [keyOf(end), end.last]));
  // Of a desk's new numbers only those up to where this pass came.
  const found = [...stillMissing.spans, ...newly.spans.filter((span) => Number(span.first) <= Number(counted.get(keyOf(span)) ?? 0))];
  const [before, after] = [grouped(known), grouped(found)];
  const changed = [...new Map([...known, ...found].map((span) => [keyOf(span), span])).values()].filter(
    (desk) => textOf(before.get(keyOf(desk))) !== textOf(after.get(keyOf(desk))),
  );
  if (changed.length > 0) {
    await tx.execute(
      sql`delete from device_gap g using unnest(${deskLists(changed)}) c(tenant_id, device_id) where g.tenant_id = c.tenant_id and g.device_id = c.device_id`,
    );
    const rows = changed.flatMap((desk) => after.get(keyOf(desk)) ?? []);
    for (let at = 0; at < rows.length; at += mostRows)
      await tx.execute(
        insertInto(
          deviceGap,
          rows.slice(at, at + mostRows).map(({ tenantId, deviceId, first, last }) => ({ tenantId, deviceId, firstSeq: first, lastSeq: last })),
        ),
      );
  }
  const desks = [...new Map([...changed, ...fresh].map((desk) => [keyOf(desk), desk])).values()];
  if (desks.length > 0) {
    const gapsOf = (desk: Desk): number => (after.get(keyOf(desk)) ?? []).reduce((sum, { first, last }) => sum + Number(last) - Number(first) + 1, 0);
    await tx.execute(
      sql`insert into device_watch (tenant_id, device_id, counted_seq, gap_count)
        select * from unnest(${deskLists(desks)}, ${bigints(desks.map((desk) => counted.get(keyOf(desk)) ?? 0))}, ${bigints(desks.map(gapsOf))})
        on conflict (tenant_id, device_id) do update set counted_seq = greatest(device_watch.counted_seq, excluded.counted_seq), gap_count = excluded.gap_count`,
    );
  }
  return fresh.length === mostDesks || fresh.some((desk) => counted.get(keyOf(desk)) !== desk.last) || stillMissing.isCut;
}
const mostRows = 2_000;

interface Missing {
  /** What neither arrived nor was explained. */
  readonly spans: readonly Span[];
  /** How far each window was gone through. */
  readonly ends: readonly Span[];
  /** Some window holds more than one pass goes through. */
  readonly isCut: boolean;
}

/** Looks for numbers of these windows, by the index alone. Behind the last of `mostNumbers` found, the rest of a window counts as missing. */
async function missingOf(tx: Reader, windows: readonly Span[]): Promise<Missing> {
  if (windows.length === 0) return { spans: [], ends: [], isCut: false };
  const found = await readRows<Desk & { first: string; last: string; seqs: string[] | null }>(
    tx,
    sql`select w.tenant_id, w.device_id, w.first, w.last, (select array_agg(p.seq order by p.seq) from (
        (select o.seq from client_op o where o.tenant_id = w.tenant_id and o.device_id = w.device_id and o.seq between w.first and w.last order by o.seq limit ${mostNumbers})
        union (select e.seq from device_explained e where e.tenant_id = w.tenant_id and e.device_id = w.device_id and e.seq between w.first and w.last order by e.seq limit ${mostNumbers})
      ) p) as seqs
      from unnest(${deskLists(windows)}, ${bigints(windows.map(({ first }) => first))}, ${bigints(windows.map(({ last }) => last))}) w(tenant_id, device_id, first, last)`,
  );
  let isCut = false;
  const ends: Span[] = [];
  const spans = found.flatMap(({ tenantId, deviceId, first, last, seqs }): Span[] => {
    // Both lists are whole only up to the end of the shorter one.
    const present = (seqs ?? []).map(Number).slice(0, mostNumbers);
    const isLong = present.length === mostNumbers;
    isCut ||= isLong;
    ends.push({ tenantId, deviceId, first, last: isLong ? String(present.at(-1)) : last });
    return missingBetween(Number(first), Number(last), present).map((gap) => ({
      tenantId,
      deviceId,
      first: String(gap.first),
      last: String(gap.last),
    }));
  });
  return { spans, ends, isCut };
}

function grouped(spans: readonly Span[]): ReadonlyMap<string, readonly Span[]> {
  const groups = new Map<string, Span[]>();
  for (const span of spans) {
    const own = groups.get(keyOf(span));
    if (own) own.push(span);
    else groups.set(keyOf(span), [span]);
  }
  return groups;
}
const textOf = (spans: readonly Span[] = []): string =>
  spans
    .map(({ first, last }) => `${first}-${last}`)
    .sort()
    .join();

/** Tenants whose work calendar says that nobody works that day; where a year has no calendar every day is worked. */
async function restingTenants(tx: Tx, date: string): Promise<readonly string[]> {
  const year = date.slice(0, 4);
  const rows = await readRows<{ tenantId: string; kind: number | null }>(
    tx,
    sql`select tenant_id, max(kind) filter (where date = ${date}::date)::int as kind from work_calendar_day
      where date between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date group by tenant_id`,
  );
  return rows
    .filter(({ kind }) => !isWorkingDay(date, workCalendar(kind === null ? [] : [{ date, kind, name: '' }])))
    .map(({ tenantId }) => tenantId);
}

/**
 * A silent desk is in alarm where something of it is missing. What it last said of waiting acts is of before they arrived:
 * each of them has a number, so that only a number that is missing can still wait there.
 */
async function raiseAlarms(tx: Tx, { silentMinutes, workingHours }: PolicyValues, now: string): Promise<void> {
  await tx.execute(
    sql`update device_alarm a set cleared_time = ${now} from device d
      where a.cleared_time is null and d.tenant_id = a.tenant_id and d.device_id = a.device_id and (d.last_seen > a.silent_since or d.revoked_time is not null)`,
  );
  const [from = '', to = ''] = workingHours.split('-');
  const clock = now.slice(11, 16);
  if (clock < from || clock >= to) return;
  const resting = await restingTenants(tx, now.slice(0, 10));
  const silent = await readRows<Desk & { lastSeen: string; gapCount: string; waiting: number }>(
    tx,
    sql`select d.tenant_id, d.device_id, d.last_seen, w.gap_count, least(coalesce(d.waiting, 0), w.gap_count)::int as waiting
      from device d join device_watch w on w.tenant_id = d.tenant_id and w.device_id = d.device_id
      where d.revoked_time is null and d.last_seen < ${now}::timestamptz - make_interval(mins => ${silentMinutes}::int) and w.gap_count > 0
        and d.tenant_id <> all(${texts(resting)}) and not exists (select 1 from device_alarm a where a.tenant_id = d.tenant_id and a.device_id = d.device_id and a.cleared_time is null)`,
  );
  for (const { tenantId, deviceId, lastSeen, gapCount, waiting } of silent)
    await tx.execute(
      sql`insert into device_alarm (id, tenant_id, device_id, silent_since, raised_time, gap_count, waiting)
        values (${newId()}, ${tenantId}, ${deviceId}, ${lastSeen}, ${now}, ${gapCount}, ${waiting}) on conflict do nothing`,
    );
}

/** Every minute; what fails is done by the next. */
export function deskWatch(database: Database): JobKind<object> {
  return {
    name: 'desk.watch',
    cron: '* * * * *',
    retries: 0,
    run: () => watchDesks(database),
  };
}
