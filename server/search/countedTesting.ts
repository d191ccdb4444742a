import { sql } from 'drizzle-orm';
import { itemState } from '#domain/sample/itemState.ts';
import type { Desk } from '#server/sample/deskTesting.ts';

/** What tells of itself otherwise than the rows it is told from do (docs/search.md#periods): tubes their items, tasks and times of reports each other. */
export const toldWrongly = async (desk: Pick<Desk, 'rows'>): Promise<readonly Record<string, unknown>[]> => [
  ...(await desk.rows<Record<string, unknown>>(sql`select s.sample_code, s.commodity_ids::text as told, i.ids::text as "is" from sample s
    cross join lateral (select coalesce(array_agg(o.commodity_id order by o.commodity_id), '{}') as ids from sample_item o where o.tenant_id = s.tenant_id and o.sample_id = s.id and o.item_state <> ${itemState.cancelled}) i
    where s.commodity_ids is distinct from i.ids`)),
  ...(await desk.rows<
    Record<string, unknown>
  >(sql`select t.id::text as task_id, t.report_time::text as told, p.report_time::text as "is" from lab_task t
    left join report_period p on p.tenant_id = t.tenant_id and p.task_id = t.id and p.is_open = 0 where t.report_time is distinct from p.report_time`)),
  ...(await desk.rows<
    Record<string, unknown>
  >(sql`select p.task_id::text as task_id, p.contract_laboratory_id::text || '/' || p.send_sample_client_id::text as told,
      s.contract_laboratory_id::text || '/' || s.send_sample_client_id::text as "is" from report_period p join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id
    where p.contract_laboratory_id is distinct from s.contract_laboratory_id or p.send_sample_client_id is distinct from s.send_sample_client_id`)),
];
