import { sql, type SQL } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { JobKind, Jobs } from '#server/kernel/jobs.ts';
import { policyValues } from '#server/kernel/policies.ts';
import type { Database } from '#server/storage/database.ts';

const jobName = 'logs.prune';
const dayMs = 24 * 3_600_000;
/** Rows of one transaction: nobody waits for a year's rows to go. */
const batch = 2_000;

/** The logs that have an age, the column of it, and how long each is kept, days. The trail of acts (audit_entry) has none: it is never pruned. */
const logs = [
  { table: 'login_log', time: 'login_time', policy: 'loginLogDays' },
  { table: 'client_error', time: 'create_time', policy: 'errorLogDays' },
] as const;

/** Drops what is older than the policies keep (0: for ever), for all tenants. Answers how many rows went. */
export async function pruneLogs(database: Database, now: number): Promise<number> {
  const values = await policyValues(database.orm);
  let gone = 0;
  for (const { table, time, policy } of logs) {
    const days = values[policy];
    if (days === 0) continue;
    const before = formatDateTime(now - days * dayMs);
    for (let count = batch; count === batch; gone += count) count = await dropBatch(database, sql.raw(table), sql.raw(time), before);
  }
  return gone;
}

async function dropBatch({ orm }: Database, table: SQL, time: SQL, before: string): Promise<number> {
  const { rowCount } = await orm.execute(
    sql`delete from ${table} where id = any(array(select id from ${table} where ${time} < ${before}::timestamptz limit ${batch}))`,
  );
  return rowCount ?? 0;
}

/** Once a day; it asks for its own next run, so that a missed day is made up for at the next start. */
export function logPruning(database: Database, jobs: () => Jobs): JobKind<object> {
  return {
    name: jobName,
    async run() {
      await pruneLogs(database, Date.now());
      await jobs().send(jobName, {}, { key: 'daily', startAfter: new Date(Date.now() + dayMs) });
    },
  };
}

/** At the server's start; a run that waits already stays the only one. */
export const askForPruning = (jobs: Jobs): Promise<void> => jobs.send(jobName, {}, { key: 'daily' });
