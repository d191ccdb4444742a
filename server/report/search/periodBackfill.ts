import { sql } from 'drizzle-orm';
import { reportState } from '#domain/report/reportState.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import { closePeriods } from './closePeriods.ts';

const doneSetting = 'report.periodsBackfilled';
/** Reports of one transaction. */
const portion = 200;

/** Reports that were issued before their times were kept get them (docs/report.md#turnaround), every tenant's, once a database. */
export function periodBackfill(database: Database): JobKind<object> {
  return {
    name: 'report.periodBackfill',
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
            sql`select r.id::text as id from report r where r.tenant_id = ${tenantId} and r.id > ${last} and r.state in (${reportState.issued}, ${reportState.recalling})
              and not exists (select 1 from report_period p where p.tenant_id = r.tenant_id and p.report_id = r.id) order by r.id limit ${portion}`,
          );
          if (found.length === 0) break;
          const ids = found.map(({ id }) => id);
          await database.transaction((tx) => closePeriods(tx, tenantId, ids, nowText()));
          last = ids.at(-1)!;
        }
      }
      if (!signal.aborted) await database.orm.insert(setting).values({ key: doneSetting, value: true }).onConflictDoNothing();
    },
  };
}
