import { sql } from 'drizzle-orm';
import { backfillJob, inPortions } from '#server/kernel/http/backfill.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';

/** Requisitions of one transaction. */
const portion = 200;

/** `bill.lineBackfill`: what was entered before lines were kept gets them (docs/bill.md#lines), by today's policies. */
export const lineBackfill = (database: Database): JobKind<object> =>
  backfillJob(database, {
    name: 'bill.lineBackfill',
    doneSetting: 'bill.linesBackfilled',
    ofTenant: (tenantId, signal) =>
      inPortions(
        signal,
        (after) =>
          readRows(
            database.orm,
            sql`select r.id::text as id from requisition r where r.tenant_id = ${tenantId} and r.id > ${after} and exists (select 1 from sample s where s.tenant_id = r.tenant_id
                and s.requisition_id = r.id and s.lab_status between 103 and 110)
              and not exists (select 1 from sales_line l where l.tenant_id = r.tenant_id and l.requisition_id = r.id) order by r.id limit ${portion}`,
          ),
        (ids) => database.transaction((tx) => syncLines(tx, tenantId, ids)),
      ),
  });
