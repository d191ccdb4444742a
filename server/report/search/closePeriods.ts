import { sql, type SQL } from 'drizzle-orm';
import { workCalendar, type CalendarDay } from '#domain/base/workCalendar.ts';
import { reportVersionState } from '#domain/report/reportState.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import { frozenClock, type DueSteps } from '#domain/report/rules/frozenClock.ts';
import { turnaroundOf } from '#domain/report/rules/turnaround.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportPeriodTable } from '#server/storage/reportSearchTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** A task whose report is out, with what was frozen of its clock. */
export interface IssuedTask {
  readonly taskId: string;
  readonly reportId: string;
  readonly requisitionId: string;
  readonly sampleId: string;
  readonly labCode: string | null;
  readonly laboratoryId: string;
  readonly contractLaboratoryId: string | null;
  readonly sendSampleClientId: string | null;
  readonly panelGroupId: string;
  readonly panelIds: readonly string[];
  readonly commodityIds: readonly string[];
  readonly samplingTime: string | null;
  readonly receiveTime: string | null;
  readonly labReceiveTime: string;
  readonly secondAuditTime: string | null;
  readonly reportTime: string;
  readonly beginNode: number | null;
  readonly dateModel: number | null;
  readonly internalTestCycle: number | null;
  readonly externalTestCycle: number | null;
  readonly internalDueTime: string | null;
  readonly externalDueTime: string | null;
  readonly dueSteps: DueSteps | null;
}

/**
 * A report was issued: each task it prints has taken as long as it has (docs/report.md#turnaround). One that was counted before keeps its
 * first time of issue. Annexes and further results count for nothing.
 */
export async function closePeriods(tx: Tx, tenantId: string, reportIds: readonly string[], now: string): Promise<void> {
  const tasks = await readRows<IssuedTask>(
    tx,
    sql`select distinct on (t.id) t.id::text as task_id, r.id::text as report_id, t.requisition_id::text as requisition_id, t.sample_id::text as sample_id, t.lab_code, t.laboratory_id::text as laboratory_id, s.contract_laboratory_id::text as contract_laboratory_id,
        r.send_sample_client_id::text as send_sample_client_id, t.panel_group_id::text as panel_group_id, t.panel_ids::text[] as panel_ids, t.commodity_ids::text[] as commodity_ids,
        q.sampling_time, s.receive_time, t.lab_receive_time, t.check_time_two as second_audit_time, v.issue_time as report_time, t.begin_node::int as begin_node, t.date_model::int as date_model,
        t.internal_test_cycle, t.external_test_cycle, t.internal_due_time, t.external_due_time, t.due_steps
      from report r join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id and v.state = ${reportVersionState.issued}
      cross join lateral jsonb_array_elements(v.basis) b join lab_task t on t.tenant_id = r.tenant_id and t.id = (b ->> 'taskId')::bigint
      join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id join requisition q on q.tenant_id = t.tenant_id and q.id = t.requisition_id
      where r.tenant_id = ${tenantId} and r.id = ${anyId(reportIds)} and r.report_kind in (${reportKind.regular}, ${reportKind.custom}) order by t.id, v.issue_time`,
  );
  if (tasks.length === 0) return;
  const known = await readRows<{ taskId: string }>(
    tx,
    sql`update report_period set is_open = 0, update_time = ${now} where tenant_id = ${tenantId} and task_id = ${anyId(tasks.map(({ taskId }) => taskId))} returning task_id::text as task_id`,
  );
  await tellTasks(
    tx,
    tenantId,
    known.map(({ taskId }) => taskId),
  );
  await addPeriods(
    tx,
    tenantId,
    tasks.filter(({ taskId }) => !known.some((one) => one.taskId === taskId)),
    now,
  );
}

/** Writes down how long tasks took of which none has been counted yet, by the calendar as it stands. */
export async function addPeriods(tx: Tx, tenantId: string, tasks: readonly IssuedTask[], now: string): Promise<void> {
  const fresh = tasks.map((task) => {
    const { beginTime, pauses } = frozenClock(task.dueSteps);
    return { ...task, beginTime: beginTime ?? task.labReceiveTime, pauses };
  });
  const [from] = fresh.map(({ beginTime }) => beginTime.slice(0, 10)).toSorted();
  if (!from) return;
  const days = await readRows<CalendarDay>(
    tx,
    sql`select date::text as date, kind::int as kind, name from work_calendar_day where tenant_id = ${tenantId} and date >= ${from}::date`,
  );
  const calendar = workCalendar(days);
  const rows = fresh.map(({ dueSteps: _steps, pauses, internalDueTime, externalDueTime, ...task }): typeof reportPeriodTable.$inferInsert => {
    const secondAuditTime = task.secondAuditTime ?? task.reportTime;
    const times = turnaroundOf({ ...task, secondAuditTime, internalDueTime, externalDueTime, pauses }, calendar);
    return {
      ...task,
      ...times,
      tenantId,
      secondAuditTime,
      panelIds: [...task.panelIds],
      commodityIds: [...task.commodityIds],
      isOpen: 0,
      createTime: now,
      updateTime: now,
    };
  });
  await tx.execute(insertMany(reportPeriodTable, rows));
  await tellTasks(
    tx,
    tenantId,
    tasks.map(({ taskId }) => taskId),
  );
}

/** Tasks tell themselves when their report was out, while it stands: what is late is found among few then. */
export async function tellTasks(tx: Tx, tenantId: string, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  const told = sql`(select p.report_time from report_period p where p.tenant_id = t.tenant_id and p.task_id = t.id and p.is_open = 0)`;
  await tx.execute(
    sql`update lab_task t set report_time = ${told} where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)} and t.report_time is distinct from ${told}`,
  );
}

/**
 * A report was taken back: its tasks run on by their old due times until it is out again. Where nothing of it ever left the house (`hasLeft`, of
 * alias v) its release has never been, and the next one counts; else the first time of issue stays.
 */
export async function reopenPeriods(tx: Tx, tenantId: string, reportId: string, hasLeft: SQL, now: string): Promise<void> {
  const tasks = await readRows<{ taskId: string }>(
    tx,
    sql`select task_id::text as task_id from report_period where tenant_id = ${tenantId} and report_id = ${reportId}`,
  );
  await tx.execute(sql`delete from report_period where tenant_id = ${tenantId} and report_id = ${reportId} and not exists (
      select 1 from report_version v where v.tenant_id = ${tenantId} and v.report_id = ${reportId} and v.issue_time is not null and (v.held_until <= ${now} or ${hasLeft}))`);
  await tx.execute(sql`update report_period set is_open = 1, update_time = ${now} where tenant_id = ${tenantId} and report_id = ${reportId}`);
  await tellTasks(
    tx,
    tenantId,
    tasks.map(({ taskId }) => taskId),
  );
}
