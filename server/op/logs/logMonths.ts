import { sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Months that are there before their first call comes. */
const monthsAhead = 2;
const tableOf = (month: string): string => `interface_log_${month.replace('-', '_')}`;
/** The month (yyyy-MM) so many after another. */
function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = year * 12 + number - 1 + count;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
}
const firstOf = (month: string): string => `${month}-01 00:00:00`;

/** Months (yyyy-MM) that have a partition of their own, the oldest first. */
async function monthsThere(reader: Reader): Promise<readonly string[]> {
  const rows = await readRows<{ name: string }>(
    reader,
    sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'interface_log'::regclass order by 1`,
  );
  return rows.flatMap(({ name }) => {
    const [, year, month] = /^interface_log_(\d{4})_(\d{2})$/.exec(name) ?? [];
    return year && month ? [`${year}-${month}`] : [];
  });
}

/** Gives a month its partition, with what of it lies in the rest: that keeps nobody from writing but into the rest, for as long as it takes. */
async function makeMonth(database: Database, month: string): Promise<void> {
  const [name, rest] = [sql.identifier(tableOf(month)), sql.identifier('interface_log_rest')];
  const [from, to] = [firstOf(month), firstOf(monthAfter(month, 1))];
  await database.transaction(async (tx: Tx) => {
    // One node at a time; another has made it since.
    await tx.execute(sql`lock table ${rest} in share row exclusive mode`);
    if ((await monthsThere(tx)).includes(month)) return;
    await tx.execute(sql`create table ${name} (like ${rest} including defaults)`);
    await tx.execute(
      sql`with gone as (delete from ${rest} where create_time >= ${from}::timestamptz and create_time < ${to}::timestamptz returning *) insert into ${name} select * from gone`,
    );
    await tx.execute(sql.raw(`alter table interface_log attach partition ${tableOf(month)} for values from ('${from}') to ('${to}')`));
  });
}

/**
 * Gives partitions to this month, to those that come, and to those before of which rows lie in the rest: nobody waits for the past, so the present comes first.
 * `now`: milliseconds since 1970.
 */
export async function makeLogMonths(database: Database, now: number, signal: AbortSignal): Promise<void> {
  const present = formatDateTime(now).slice(0, 7);
  const lying = await readRows<{ month: string }>(
    database.orm,
    sql`with recursive found as (select min(create_time) as at from interface_log_rest
        union all select (select min(create_time) from interface_log_rest where create_time >= date_trunc('month', found.at) + interval '1 month') from found where found.at is not null)
      select to_char(at, 'YYYY-MM') as month from found where at is not null order by 1 desc`,
  );
  const there = await monthsThere(database.orm);
  const wanted = [...Array.from({ length: monthsAhead + 1 }, (_none, count) => monthAfter(present, count)), ...lying.map(({ month }) => month)];
  for (const month of new Set(wanted)) if (!there.includes(month) && !signal.aborted) await makeMonth(database, month);
}

/** Drops every month that ended before a moment (yyyy-MM-dd HH:mm:ss), as a whole. Answers how many. */
export async function dropLogMonths(database: Database, before: string, signal: AbortSignal): Promise<number> {
  let gone = 0;
  for (const month of await monthsThere(database.orm)) {
    if (firstOf(monthAfter(month, 1)) > before || signal.aborted) continue;
    await database.orm.execute(sql`drop table if exists ${sql.identifier(tableOf(month))}`);
    gone += 1;
  }
  return gone;
}
