import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { reportState, reportVersionState } from '#domain/report/reportState.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import type { ReturningReport } from '#domain/report/withdrawal.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { loadTasks, type TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { hasLeftHouse } from './deliveries.ts';
import { openWithdrawal } from './openWithdrawal.ts';

type Actor = Pick<ActingUser, 'id' | 'tenantId'>;

/** The tasks of a report in sight, locked, and then the reports of its requisition: the order everybody locks in. Null: out of sight. */
export async function lockTasksOf(tx: Tx, user: Actor, reportId: string): Promise<readonly TaskRow[] | null> {
  const named = await readRow<{ requisitionId: string; taskIds: string[] }>(
    tx,
    sql`select r.requisition_id::text as requisition_id, array(select x.task_id::text from report_task x where x.tenant_id = r.tenant_id and x.report_id = r.id) as task_ids
      from report r where ${await reportsInSight(tx, user)} and r.id = ${reportId}`,
  );
  if (!named) return null;
  const tasks = await loadTasks(tx, user, { taskIds: named.taskIds }, true);
  await tx.execute(sql`select 1 from report where tenant_id = ${user.tenantId} and requisition_id = ${named.requisitionId} order by id for update`);
  return tasks;
}

/** Results of a report that another one has out, too; all of an annex, which took none out. */
const sharedResults = (tenantId: string, reportId: string): SQL => sql`select x.task_id::text as task_id from report_task x
  join report a on a.tenant_id = x.tenant_id and a.id = x.report_id where x.tenant_id = ${tenantId} and x.report_id = ${reportId} and (a.report_kind = ${reportKind.auxiliary}
    or exists (select 1 from report_task y join report o on o.tenant_id = y.tenant_id and o.id = y.report_id where y.tenant_id = x.tenant_id and y.task_id = x.task_id
      and y.report_id <> x.report_id and o.report_kind <> ${reportKind.auxiliary} and o.state in (${reportState.issued}, ${reportState.recalling})))`;

/** A report that may go back, locked behind its tasks, with its issued version; null: out of sight. */
export async function lockReport(tx: Tx, user: Actor, reportId: string): Promise<ReturningReport | null> {
  const tasks = await lockTasksOf(tx, user, reportId);
  if (!tasks) return null;
  const report = await readRow<Omit<ReturningReport, 'tasks'>>(
    tx,
    sql`select r.id::text as report_id, r.report_no, r.state::int as state, v.id::text as version_id, v.held_until, coalesce(${hasLeftHouse}, false) as has_left,
        ${openWithdrawal} as withdrawal from report r
      left join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id and v.state = ${reportVersionState.issued}
      where r.tenant_id = ${user.tenantId} and r.id = ${reportId}`,
  );
  if (!report) return null;
  const shared = new Set((await readRows<{ taskId: string }>(tx, sharedResults(user.tenantId, reportId))).map(({ taskId }) => taskId));
  return {
    ...report,
    tasks: tasks.map(({ id: taskId, sampleCode, taskState }) => ({ taskId, sampleCode, taskState, isShared: shared.has(taskId) })),
  };
}
