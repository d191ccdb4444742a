import { sql } from 'drizzle-orm';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { backfillTasks } from '#server/spine/tasks/backfillTasks.ts';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { readRows } from '#server/storage/readRows.ts';

const doneSetting = 'lab.tasksBackfilled';

/**
 * `labTask.backfill`: what was received before tasks were kept gets its tasks (docs/lab.md#tasks), 500 tubes a transaction, every tenant's, once
 * a database. A server that is stopped meanwhile goes on at the next minute that one runs.
 */
export function taskBackfill(database: Database): JobKind<object> {
  return {
    name: 'labTask.backfill',
    cron: '* * * * *',
    expireSeconds: 3_600,
    async run(_payload, signal) {
      const done = await readRows(database.orm, sql`select key from setting where key = ${doneSetting}`);
      if (done.length > 0) return;
      const tenants = await readRows<{ tenantId: string }>(database.orm, sql`select distinct tenant_id from laboratory`);
      for (const { tenantId } of tenants) await backfillTasks(database, { tenantId, isLegacy: 1, signal });
      if (!signal.aborted) await database.orm.insert(setting).values({ key: doneSetting, value: true }).onConflictDoNothing();
    },
  };
}
