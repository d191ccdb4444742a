import { sql, type SQL } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Did, JobKind } from '#server/kernel/http/jobs.ts';
import { policyValues } from '#server/kernel/core/policies.ts';
import type { Database } from '#server/storage/database.ts';
import { nowMs } from '#server/storage/clock.ts';

const dayMs = 24 * 3_600_000;
/** Rows of one transaction: nobody waits for a year's rows to go. */
const batch = 2_000;

/** The logs that have an age, the column of it, and how long each is kept, days. The trail of acts (audit_entry) has none: it is never pruned. */
const logs = [
  { table: 'login_log', time: 'login_time', policy: 'loginLogDays' },
  { table: 'client_error', time: 'create_time', policy: 'errorLogDays' },
] as const;

/** Drops what is older than the policies keep (0: for ever), for all tenants. Answers how many rows of each table went. */
export async function pruneLogs(database: Database, now: number): Promise<Did> {
  const values = await policyValues(database.orm);
  const gone: Record<string, number> = {};
  for (const { table, time, policy } of logs) {
    const days = values[policy];
    gone[table] = 0;
    if (days === 0) continue;
    const before = formatDateTime(now - days * dayMs);
    for (let count = batch; count === batch; gone[table] += count) count = await dropBatch(database, sql.raw(table), sql.raw(time), before);
  }
  return gone;
}

async function dropBatch({ orm }: Database, table: SQL, time: SQL, before: string): Promise<number> {
  const { rowCount } = await orm.execute(
    sql`delete from ${table} where id = any(array(select id from ${table} where ${time} < ${before}::timestamptz limit ${batch}))`,
  );
  return rowCount ?? 0;
}

/** Once a night. */
export function logPruning(database: Database): JobKind<object> {
  return {
    name: 'logs.prune',
    cron: '10 3 * * *',
    run: () => pruneLogs(database, nowMs()),
  };
}
