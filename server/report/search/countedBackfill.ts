import { sql } from 'drizzle-orm';
import { backfillJob, inPortions } from '#server/kernel/http/backfill.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { tellTubes } from '#server/spine/items.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { tellTasks } from './closePeriods.ts';

/** Rows of one transaction. */
const portion = 500;

/** What counts are answered from is told of tubes, reports' times and tasks of earlier versions (docs/search.md#periods); until then they are joined. */
export const countedBackfill = (database: Database): JobKind<object> =>
  backfillJob(database, {
    name: 'search.countedBackfill',
    doneSetting: 'search.countedBackfilled',
    async ofTenant(tenantId, signal) {
      await inPortions(
        signal,
        (after) =>
          readRows(
            database.orm,
            sql`select s.id::text as id from sample s where s.tenant_id = ${tenantId} and s.id > ${after} and s.commodity_ids is null order by s.id limit ${portion}`,
          ),
        (ids) => database.transaction((tx) => tellTubes(tx, sql`s.tenant_id = ${tenantId} and s.id = ${anyId(ids)}`)),
      );
      await inPortions(
        signal,
        (after) =>
          readRows(
            database.orm,
            sql`select p.task_id::text as id from report_period p where p.tenant_id = ${tenantId} and p.task_id > ${after} and p.contract_laboratory_id is null order by p.task_id limit ${portion}`,
          ),
        (ids) =>
          database.transaction(async (tx) => {
            await tx.execute(sql`update report_period p set contract_laboratory_id = s.contract_laboratory_id, send_sample_client_id = s.send_sample_client_id
              from sample s where p.tenant_id = ${tenantId} and p.task_id = ${anyId(ids)} and s.tenant_id = p.tenant_id and s.id = p.sample_id`);
            await tellTasks(tx, tenantId, ids);
          }),
      );
    },
  });
