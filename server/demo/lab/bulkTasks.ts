import { sql } from 'drizzle-orm';
import { beginNode, dateModel } from '#domain/base/panelTestCycle.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { SampleTarget } from '../addSamples.ts';

const tubesOfBlock = 20_000;

/**
 * Makes the tasks of invented tubes of the laboratory that have none, thousands a statement: a group each, due by calendar days from the
 * receipt, in the state their tube's status asks for. A requisition's second tube follows its first. Answers how many tubes were looked at.
 */
export async function addTasks(
  target: SampleTarget,
  {
    tenantId,
    digit,
    now,
    onProgress,
  }: { readonly tenantId: string; readonly digit: string; readonly now: string; readonly onProgress?: (done: number) => void },
): Promise<number> {
  let [after, done] = ['0', 0];
  for (;;) {
    const last = after;
    const block = await target.transaction(async (tx) => {
      // As in addLabWork: by made-up statistics it would look up each row of one part in all of another, and compile for seconds.
      await tx.execute(sql`set local enable_nestloop = off`);
      await tx.execute(sql`set local jit = off`);
      return readRow<{ last: string | null; tubes: number }>(tx, tasksSql({ tenantId, digit, now, after: last, base: newId() }));
    });
    if (!block?.last) return done;
    after = block.last;
    done += block.tubes;
    onProgress?.(done);
  }
}

interface TaskBlock {
  readonly tenantId: string;
  readonly digit: string;
  readonly now: string;
  readonly after: string;
  readonly base: string;
}

const tasksSql = ({ tenantId, digit, now, after, base }: TaskBlock) => sql`with
  tube as materialized (
    select s.id, s.sample_code, s.requisition_id, s.requisition_code, s.lab_code, s.lab_status, s.lab_receive_time, coalesce(s.execute_laboratory_id, s.contract_laboratory_id) as laboratory_id, s.primary_sample_id
    from sample s where s.tenant_id = ${tenantId} and s.id > ${after}::bigint and s.sample_code like ${`${digit}%`} and s.lab_status between 104 and 110 order by s.id limit ${sql.raw(String(tubesOfBlock))}),
  bounds as materialized (select min(requisition_id) as from_id, max(requisition_id) as to_id from tube),
  sibling as materialized (
    select s.requisition_id, min(s.id) as id from sample s, bounds b where s.tenant_id = ${tenantId} and s.requisition_id between b.from_id and b.to_id and s.lab_status between 104 and 110 group by s.requisition_id),
  spare as (update sample s set primary_sample_id = f.id from tube u join sibling f on f.requisition_id = u.requisition_id and f.id < u.id, bounds b
    where s.tenant_id = ${tenantId} and s.requisition_id between b.from_id and b.to_id and s.id = u.id and u.primary_sample_id is null),
  offer as materialized (
    select c.id as commodity_id, p.panel_group_id, array_agg(p.id order by a.place) as panel_ids, (select array_agg(distinct i) from unnest(c.panel_ids) x join panel q on q.tenant_id = c.tenant_id and q.id = x and q.panel_group_id = p.panel_group_id cross join lateral unnest(q.item_ids) i) as item_ids
    from commodity c cross join lateral unnest(c.panel_ids) with ordinality a(panel_id, place) join panel p on p.tenant_id = c.tenant_id and p.id = a.panel_id
    where c.tenant_id = ${tenantId} and p.panel_group_id is not null group by c.tenant_id, c.id, c.panel_ids, p.panel_group_id),
  cycle as materialized (select laboratory_id, panel_id, max(internal_test_cycle)::int as internal, max(external_test_cycle)::int as external from panel_test_cycle where tenant_id = ${tenantId} and is_deleted = 0 group by 1, 2),
  made as (
    insert into lab_task (tenant_id, id, requisition_id, requisition_code, sample_id, sample_code, lab_code, laboratory_id, panel_group_id, commodity_ids, panel_ids, item_ids, task_state, is_urgent, lab_receive_time,
      begin_node, date_model, internal_test_cycle, external_test_cycle, internal_due_time, external_due_time, create_time, update_time)
    select ${tenantId}, ${base}::bigint + row_number() over (order by u.id, o.panel_group_id), u.requisition_id, u.requisition_code, u.id, u.sample_code, u.lab_code, u.laboratory_id, o.panel_group_id, array[o.commodity_id], o.panel_ids, o.item_ids,
      case u.lab_status when 106 then 4 when 107 then 5 when 108 then 6 when 110 then 7 else 1 end, coalesce(r.is_urgent, 0), u.lab_receive_time, case when y.external is not null then ${beginNode.labReceive}::int end,
      case when y.external is not null then ${dateModel.calendarDays}::int end, y.internal, y.external, u.lab_receive_time + make_interval(mins => y.internal), u.lab_receive_time + make_interval(mins => y.external), ${now}::timestamptz, ${now}::timestamptz
    from tube u join sibling f on f.requisition_id = u.requisition_id and f.id = u.id join bounds b on true
      join sample_item i on i.tenant_id = ${tenantId} and i.requisition_id between b.from_id and b.to_id and i.sample_id = u.id and i.item_state = 3
      join requisition r on r.tenant_id = ${tenantId} and r.id between b.from_id and b.to_id and r.id = u.requisition_id
      join offer o on o.commodity_id = i.commodity_id left join cycle y on y.laboratory_id = u.laboratory_id and y.panel_id = o.panel_ids[1]
    where u.lab_receive_time is not null
    on conflict (tenant_id, sample_id, panel_group_id) do nothing returning 1)
  select (select max(id)::text from tube) as last, (select count(*)::int from tube) as tubes, (select count(*)::int from made) as tasks`;
