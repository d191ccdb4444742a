import { sql, type SQL } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { interfaceLogDays } from '#domain/op/interfaceLog.ts';
import type { Did, JobKind } from '#server/kernel/http/jobs.ts';
import { nowMs } from '#server/storage/clock.ts';
import { dropLogMonths, makeLogMonths } from './logMonths.ts';
import type { Database } from '#server/storage/database.ts';

const dayMs = 24 * 3_600_000;
/** Rows of one statement: nobody waits long for it. */
const portion = 2_000;
/** Lines that somebody hid are kept for half a year. */
const hiddenDays = 180;

/** Once a night: the log's months, those that come and those that go; payloads, nonces and answers whose time is over. */
export const interfacePruning = (database: Database): JobKind<object> => ({
  name: 'op.prune',
  cron: '40 2 * * *',
  expireSeconds: 3_600,
  run: (_none, signal) => pruneInterfaces(database, nowMs(), signal),
});

/** Does so for a given now (ms since 1970); what a stopped server leaves is done the next night. Answers how many rows of each table went, and how many months. */
export async function pruneInterfaces(database: Database, now: number, signal: AbortSignal): Promise<Did> {
  const at = formatDateTime(now);
  /** The first of the month in which a day so long ago lies. */
  const monthOf = (days: number): string => `${formatDateTime(now - days * dayMs).slice(0, 7)}-01 00:00:00`;
  const byTime = (table: string, keys: string): [string, SQL, SQL] => [
    table,
    sql.raw(`delete from ${table} d using`),
    sql`(select ${sql.raw(keys)} from ${sql.raw(table)} where until_time < ${at} limit ${portion}) o where (${sql.raw(keys.replace(/(\w+)/g, 'd.$1'))}) = (${sql.raw(keys.replace(/(\w+)/g, 'o.$1'))})`,
  ];
  const lines = (before: string, more: SQL): [string, SQL, SQL] => [
    'interface_log',
    sql`delete from interface_log d using`,
    sql`(select tenant_id, id from interface_log where create_time < ${before} and ${more} limit ${portion}) o where d.tenant_id = o.tenant_id and d.id = o.id`,
  ];
  const works: readonly [string, SQL, SQL][] = [
    byTime('interface_payload', 'tenant_id, log_id'),
    byTime('interface_nonce', 'tenant_id, interface_id, nonce'),
    byTime('interface_answer', 'tenant_id, interface_id, call_key'),
    lines(monthOf(hiddenDays), sql`is_deleted = 1`),
  ];
  await makeLogMonths(database, now, signal);
  const gone: Record<string, number> = { interface_log_month: await dropLogMonths(database, monthOf(interfaceLogDays), signal) };
  for (const [table, from, which] of works)
    for (let removed = portion; removed === portion && !signal.aborted;) {
      removed = (await database.orm.execute(sql`${from} ${which}`)).rowCount ?? 0;
      gone[table] = (gone[table] ?? 0) + removed;
    }
  return gone;
}
