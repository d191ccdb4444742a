import { sql } from 'drizzle-orm';
import { reportState } from '#domain/report/reportState.ts';
import { backfillJob, inPortions } from '#server/kernel/http/backfill.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';
import { closePeriods } from './closePeriods.ts';

/** Reports of one transaction. */
const portion = 200;

/** Reports that were issued before their times were kept get them (docs/report.md#turnaround). */
export const periodBackfill = (database: Database): JobKind<object> =>
  backfillJob(database, {
    name: 'report.periodBackfill',
    doneSetting: 'report.periodsBackfilled',
    ofTenant: (tenantId, signal) =>
      inPortions(
        signal,
        (after) =>
          readRows(
            database.orm,
            sql`select r.id::text as id from report r where r.tenant_id = ${tenantId} and r.id > ${after} and r.state in (${reportState.issued}, ${reportState.recalling})
              and not exists (select 1 from report_period p where p.tenant_id = r.tenant_id and p.report_id = r.id) order by r.id limit ${portion}`,
          ),
        (ids) => database.transaction((tx) => closePeriods(tx, tenantId, ids, nowText())),
      ),
  });
