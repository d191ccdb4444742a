import { sql } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { settleReports } from '#server/spine/reports/settleReports.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { readRows } from '#server/storage/readRows.ts';

const doneSetting = 'report.backfilled';
/** Requisitions of one transaction. */
const portion = 100;

/** Results that were final before reports were kept get theirs (docs/report.md#states), every tenant's, once a database; goes on where it was. */
export function reportBackfill(database: Database): JobKind<object> {
  return {
    name: 'report.backfill',
    cron: '* * * * *',
    expireSeconds: 3_600,
    async run(_payload, signal) {
      const done = await readRows(database.orm, sql`select key from setting where key = ${doneSetting}`);
      if (done.length > 0) return;
      const tenants = await readRows<{ tenantId: string }>(database.orm, sql`select distinct tenant_id from laboratory order by tenant_id`);
      for (const { tenantId } of tenants) {
        for (let last = '0'; !signal.aborted;) {
          const found = await readRows<{ id: string }>(
            database.orm,
            sql`select t.requisition_id::text as id from lab_task t where t.tenant_id = ${tenantId} and t.requisition_id > ${last} and t.task_state = ${taskState.audited}
                and not exists (select 1 from report_task x where x.tenant_id = t.tenant_id and x.task_id = t.id)
              group by t.requisition_id order by t.requisition_id limit ${portion}`,
          );
          if (found.length === 0) break;
          const ids = found.map(({ id }) => id);
          await database.transaction((tx) => settleReports(tx, tenantId, ids, nowText()));
          last = ids.at(-1)!;
        }
      }
      if (!signal.aborted) await database.orm.insert(setting).values({ key: doneSetting, value: true }).onConflictDoNothing();
    },
  };
}
