import { sql } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { backfillJob, inPortions } from '#server/kernel/http/backfill.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { settleReports } from '#server/spine/reports/settleReports.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';

/** Requisitions of one transaction. */
const portion = 100;

/** Results that were final before reports were kept get theirs (docs/report.md#states). */
export const reportBackfill = (database: Database): JobKind<object> =>
  backfillJob(database, {
    name: 'report.backfill',
    doneSetting: 'report.backfilled',
    ofTenant: (tenantId, signal) =>
      inPortions(
        signal,
        (after) =>
          readRows(
            database.orm,
            sql`select t.requisition_id::text as id from lab_task t where t.tenant_id = ${tenantId} and t.requisition_id > ${after} and t.task_state = ${taskState.audited}
                and not exists (select 1 from report_task x where x.tenant_id = t.tenant_id and x.task_id = t.id)
              group by t.requisition_id order by t.requisition_id limit ${portion}`,
          ),
        (ids) => database.transaction((tx) => settleReports(tx, tenantId, ids, nowText())),
      ),
  });
