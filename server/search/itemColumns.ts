import { sql, type SQL } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { reportState } from '#domain/report/reportState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { itemProgress } from '#domain/search/itemProgress.ts';

/** Tables of a commodity of a tube: aliases i (it) and s (its tube). */
export const itemFrom = sql`sample_item i join sample s on s.tenant_id = i.tenant_id and s.id = i.sample_id`;

/** Beside them r (its requisition), c (the commodity) and w: what its tasks come to. Those of a spare tube stand with the tube it follows. */
export const itemJoins = sql`join requisition r on r.tenant_id = i.tenant_id and r.id = i.requisition_id left join commodity c on c.tenant_id = i.tenant_id and c.id = i.commodity_id
  left join lateral (select count(*) filter (where t.task_state <> ${taskState.stopped}) as living, count(*) as all_tasks,
      bool_or(t.task_state = ${taskState.resampling}) as awaits_new, min(t.task_state) filter (where t.task_state <> ${taskState.stopped}) as least_far,
      min(t.external_due_time) as due_time, (select max(p.issue_time) from report_task x join report p on p.tenant_id = x.tenant_id and p.id = x.report_id
        where x.tenant_id = i.tenant_id and x.task_id = any(array_agg(t.id)) and p.state = ${reportState.issued}) as report_time
    from lab_task t where t.tenant_id = i.tenant_id and t.sample_id = coalesce(s.primary_sample_id, s.id) and t.commodity_ids @> array[i.commodity_id] and t.task_state <> ${taskState.voided}) w on true`;

/** How far it is (`itemProgress`). Without tasks its tube says it: what another house tests has none. */
const progress: SQL = sql`case
  when s.lab_status = ${labStatus.rejected} then ${itemProgress.rejected}::int
  when w.all_tasks = 0 and s.lab_status = ${labStatus.issued} then ${itemProgress.reported}::int
  when w.all_tasks = 0 and s.lab_status = ${labStatus.terminated} then ${itemProgress.terminated}::int
  when w.all_tasks = 0 and s.lab_status = ${labStatus.pendingEntry} then ${itemProgress.received}::int
  when w.all_tasks = 0 and i.item_state < ${itemState.handedOver} then ${itemProgress.entered}::int
  when w.all_tasks = 0 then ${itemProgress.handedOver}::int
  when w.living = 0 then ${itemProgress.terminated}::int
  when w.awaits_new then ${itemProgress.awaitsNew}::int
  when w.least_far = ${taskState.issued} then ${itemProgress.reported}::int
  when w.least_far = ${taskState.audited} then ${itemProgress.toReport}::int
  when w.least_far in (${taskState.firstAudit}, ${taskState.secondAudit}) then ${itemProgress.auditing}::int
  else ${itemProgress.testing}::int end`;

/** Columns of `itemFrom` and `itemJoins` that lists and details share. */
export const itemColumns = {
  sampleItemId: sql`i.id`,
  sampleCode: sql`s.sample_code`,
  commodityId: sql`i.commodity_id`,
  commodityName: sql`c.commodity_name`,
  commodityCode: sql`c.commodity_code`,
  commodityErpCode: sql`c.erp_code`,
  executeLaboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = s.tenant_id and n.id = s.execute_laboratory_id)`,
  labStatus: sql`s.lab_status::int`,
  progress,
  dueTime: sql`w.due_time`,
  reportTime: sql`w.report_time`,
  ifReported: sql`case when ${progress} = ${itemProgress.reported} then 1 else 0 end`,
} as const;
