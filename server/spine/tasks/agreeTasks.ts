import { sql } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { Mark } from '../line.ts';
import { makeTasks, type ReceivedTube } from './makeTasks.ts';
import { changeTasks } from './moveTasks.ts';

/**
 * Tasks for what was ordered while a tube was out of the laboratory's hands (rejected, or at another one), as they would be made today; one that waits
 * for more or less of its panel group than is ordered now is made anew. The tube and its tasks are locked and are where they are to be tested.
 */
export async function agreeTasks(tx: Tx, sampleId: string, mark: Mark): Promise<void> {
  const { user, now } = mark.acting;
  const { tenantId } = user;
  const differing = await readRows<{ taskId: string }>(
    tx,
    sql`select t.id::text as task_id from lab_task t where t.tenant_id = ${tenantId} and t.sample_id = ${sampleId} and t.task_state = ${taskState.waiting}
      and (exists (select 1 from sample_item i join commodity c on c.tenant_id = i.tenant_id and c.id = i.commodity_id
          join panel p on p.tenant_id = c.tenant_id and p.id = any(c.panel_ids) and p.panel_group_id = t.panel_group_id
          where i.tenant_id = t.tenant_id and i.sample_id = t.sample_id and i.item_state = ${itemState.handedOver} and i.commodity_id <> all(t.commodity_ids))
        or exists (select 1 from unnest(t.commodity_ids) o(id) where not exists (select 1 from sample_item i where i.tenant_id = t.tenant_id and i.sample_id = t.sample_id
          and i.commodity_id = o.id and i.item_state <> ${itemState.cancelled})))
      order by t.id`,
  );
  await changeTasks(
    tx,
    tenantId,
    differing.map(({ taskId }) => ({ taskId, from: taskState.waiting, to: taskState.voided })),
    mark,
  );
  const tubes = await readRows<ReceivedTube>(
    tx,
    sql`select id::text as sample_id, sample_code, requisition_id::text as requisition_id, requisition_code, coalesce(execute_laboratory_id, contract_laboratory_id)::text as laboratory_id,
        lab_code, lab_receive_time from sample where tenant_id = ${tenantId} and id = ${sampleId} and lab_receive_time is not null`,
  );
  await makeTasks(tx, tenantId, tubes, now);
}
