import { sql, type SQL } from 'drizzle-orm';
import { addDays } from '#domain/kernel/dates.ts';
import { backfillJob, inPortions } from '#server/kernel/http/backfill.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { tellTubes } from '#server/spine/items.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { tellTasks } from './closePeriods.ts';

/** Rows of one transaction. */
const portion = 500;
/** What was changed on so many days before is compared again each night: a node of the former version, beside us during an upgrade, tells nothing. */
const nightlyDays = 3;

/** Times of reports (alias p) tell themselves whose they are, as their tubes say; how many did not. */
async function tellPeriods(tx: Tx, those: SQL): Promise<number> {
  const told =
    await tx.execute(sql`update report_period p set contract_laboratory_id = s.contract_laboratory_id, send_sample_client_id = s.send_sample_client_id
    from sample s where ${those} and s.tenant_id = p.tenant_id and s.id = p.sample_id
      and (p.contract_laboratory_id is distinct from s.contract_laboratory_id or p.send_sample_client_id is distinct from s.send_sample_client_id)`);
  return told.rowCount ?? 0;
}

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
        async (ids) => void (await database.transaction((tx) => tellTubes(tx, sql`s.tenant_id = ${tenantId} and s.id = ${anyId(ids)}`))),
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
            await tellPeriods(tx, sql`p.tenant_id = ${tenantId} and p.task_id = ${anyId(ids)}`);
            await tellTasks(tx, tenantId, ids);
          }),
      );
    },
  });

/** Compares what was told of what was changed lately with what is so, and says what it told anew. */
export const countedNightly = (database: Database, momentOf: () => string = nowText): JobKind<object> => ({
  name: 'search.countedNightly',
  cron: '20 1 * * *',
  expireSeconds: 3_600,
  async run(_none, signal) {
    const since = `${addDays(momentOf().slice(0, 10), -nightlyDays)} 00:00:00`;
    const tenants = await readRows<{ tenantId: string }>(database.orm, sql`select distinct tenant_id from laboratory order by tenant_id`);
    let written = 0;
    for (const { tenantId } of tenants) if (!signal.aborted) written += await database.transaction((tx) => tellAnew(tx, tenantId, since));
    return { written };
  },
});

async function tellAnew(tx: Tx, tenantId: string, since: string): Promise<number> {
  const changed = sql`(select q.id from requisition q where q.tenant_id = ${tenantId} and q.update_time >= ${since})`;
  const tubes = await tellTubes(tx, sql`s.tenant_id = ${tenantId} and s.requisition_id in ${changed}`);
  const periods = await tellPeriods(tx, sql`p.tenant_id = ${tenantId} and p.requisition_id in ${changed}`);
  const tasks = await readRows<{ id: string }>(
    tx,
    sql`select t.id::text as id from report_period p join lab_task t on t.tenant_id = p.tenant_id and t.id = p.task_id
      where p.tenant_id = ${tenantId} and p.update_time >= ${since} and t.report_time is distinct from case when p.is_open = 0 then p.report_time end`,
  );
  await tellTasks(
    tx,
    tenantId,
    tasks.map(({ id }) => id),
  );
  return tubes + periods + tasks.length;
}
