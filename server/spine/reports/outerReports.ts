import { sql, type SQL } from 'drizzle-orm';
import { labStatusOf, taskState } from '#domain/lab/rules/taskState.ts';
import { isOuterKey, reportState, type ReportState } from '#domain/report/reportState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { labStatus, wayOf, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { Mark } from '../line.ts';
import { moveSamples } from '../moveSamples.ts';

/** What a tube (alias s) was ordered for, and whose right it is to release that. */
export const commoditiesOfTube: SQL = sql`array(select i.commodity_id from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state <> ${itemState.cancelled} order by i.id)`;
export const panelGroupsOfTube: SQL = sql`array(select distinct p.panel_group_id from sample_item i join commodity c on c.tenant_id = i.tenant_id and c.id = i.commodity_id
    join panel p on p.tenant_id = c.tenant_id and p.id = any(c.panel_ids) where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state <> ${itemState.cancelled} and p.panel_group_id is not null order by 1)`;

/** Of a version `v`: it is of a tube that was rejected or ended since. */
export const isTubeGone: SQL = sql`exists (select 1 from report_upload w join sample s on s.tenant_id = w.tenant_id and s.id = w.sample_id
  where w.tenant_id = v.tenant_id and w.version_id = v.id and s.lab_status in (${labStatus.rejected}, ${labStatus.terminated}))`;

interface Outer {
  readonly groupKey: string;
  readonly state: ReportState;
}
/**
 * Takes the tube of an uploaded report to where that report says: out with it, back with it. A tube that is tested here, too, is as far as its
 * tasks. Within the act that moved the report; does nothing to reports of our own making.
 */
export async function settleOuterTube(tx: Tx, tenantId: string, reportId: string, mark: Mark): Promise<void> {
  const report = await readRow<Outer>(tx, sql`select group_key, state::int as state from report where tenant_id = ${tenantId} and id = ${reportId}`);
  if (!report || !isOuterKey(report.groupKey)) return;
  const tubes = await readRows<{ sampleCode: string; labStatus: LabStatus; isReceived: boolean }>(
    tx,
    sql`select s.sample_code, s.lab_status::int as lab_status, s.lab_receive_time is not null as is_received from sample s
      where s.tenant_id = ${tenantId} and s.id::text = ${report.groupKey.slice(1)} and not exists (select 1 from lab_task t where t.tenant_id = s.tenant_id and t.sample_id = s.id and t.task_state <> ${taskState.voided}) for update of s`,
  );
  const isOut = report.state === reportState.issued || report.state === reportState.recalling;
  const steps = tubes.flatMap(({ sampleCode, labStatus: from, isReceived }) => {
    const before = isReceived ? labStatus.received : labStatusOf([]);
    return from === labStatus.issued || isOut ? wayOf(sampleCode, from, isOut ? labStatus.issued : before) : [];
  });
  await moveSamples(
    tx,
    tenantId,
    steps.map((move) => ({ move, mark })),
  );
}
