import { sql } from 'drizzle-orm';
import { refuse, type Refusal } from '#domain/kernel/outcome.ts';
import { worst } from '#domain/lab/rules/judging.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { isReportMove, reportNoOf, reportState, reportVersionState, type ReportState } from '#domain/report/reportState.ts';
import { isMainKind } from '#domain/report/reportTemplate.ts';
import { wayToReport } from '#domain/report/rules/reportGroup.ts';
import { handReport, type HandKind } from '#domain/report/rules/handReport.ts';
import { planReports, type KnownReport } from '#domain/report/rules/reportPlan.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportTable, reportTaskTable } from '#server/storage/reportTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { configsOf, orderOf, type Ordered, type StoredConfig } from './configs.ts';

interface Reported extends KnownReport {
  readonly requisitionId: string;
}
interface Task {
  readonly taskId: string;
  readonly requisitionId: string;
  readonly sampleCode: string;
  readonly laboratoryId: string;
  readonly panelGroupId: string;
  readonly commodityIds: readonly string[];
  readonly taskState: TaskState;
  readonly detectionResult: 1 | 2 | 3 | null;
  readonly isUrgent: number;
  readonly externalDueTime: string | null;
  readonly checkTimeTwo: string | null;
}

const { audited, stopped, voided } = taskState;
/** Moves after which a requisition's reports stand otherwise: results that became final or are no longer, tasks that went or came back. */
export const concernsReports = ({ from, to }: { readonly from: TaskState; readonly to: TaskState }): boolean =>
  from !== to && [from, to].some((state) => state === audited || state === stopped || state === voided);

/**
 * Takes the reports of these requisitions to where their tasks say (docs/report.md#states), within the act that moved the tasks. A report is
 * locked before the tasks are read: of two auditors of one requisition the second sees what the first has done. Two that make the same
 * report at once meet at its unique group, and the second is done again.
 */
export async function settleReports(tx: Tx, tenantId: string, requisitionIds: readonly string[], now: string): Promise<void> {
  const ids = [...new Set(requisitionIds)].toSorted();
  if (ids.length === 0) return;
  const { reports, tasks } = await readForReports(tx, tenantId, ids);
  // Most moves are of requisitions that have nothing to report yet.
  const concerned = ids.filter(
    (id) => reports.some((one) => one.requisitionId === id) || tasks.some((one) => one.requisitionId === id && one.taskState === audited),
  );
  if (concerned.length === 0) return;
  const orders = await orderOf(tx, tenantId, concerned);
  const configs = new Map<string, readonly StoredConfig[]>();
  for (const { laboratoryId } of orders.values())
    if (!configs.has(laboratoryId)) configs.set(laboratoryId, await configsOf(tx, tenantId, { laboratoryId }));
  for (const requisitionId of concerned) {
    const order = orders.get(requisitionId);
    if (!order) continue;
    const own = tasks.filter((task) => task.requisitionId === requisitionId);
    await settleOne(tx, {
      tenantId,
      now,
      order,
      tasks: own,
      reports: reports.filter((one) => one.requisitionId === requisitionId),
      configs: configs.get(order.laboratoryId) ?? [],
    });
  }
}

/** The reports of requisitions, locked, then their tasks. */
async function readForReports(tx: Tx, tenantId: string, ids: readonly string[]): Promise<{ reports: Reported[]; tasks: Task[] }> {
  const reports = await readRows<Reported>(
    tx,
    sql`select r.id::text as report_id, r.requisition_id::text as requisition_id, r.report_kind::int as report_kind, r.group_key, r.state::int as state,
        array(select t.task_id::text from report_task t where t.tenant_id = r.tenant_id and t.report_id = r.id) as task_ids
      from report r where r.tenant_id = ${tenantId} and r.requisition_id = ${anyId(ids)} order by r.id for update of r`,
  );
  const tasks = await readRows<Task>(
    tx,
    sql`select t.id::text as task_id, t.requisition_id::text as requisition_id, t.sample_code, t.laboratory_id::text as laboratory_id, t.panel_group_id::text as panel_group_id,
        t.commodity_ids::text[] as commodity_ids, t.task_state::int as task_state, t.detection_result::int as detection_result, t.is_urgent::int as is_urgent, t.external_due_time, t.check_time_two
      from lab_task t where t.tenant_id = ${tenantId} and t.requisition_id = ${anyId(ids)} order by t.id`,
  );
  return { reports, tasks };
}

interface One {
  readonly tenantId: string;
  readonly now: string;
  readonly order: Ordered;
  readonly tasks: readonly Task[];
  readonly reports: readonly Reported[];
  readonly configs: readonly StoredConfig[];
}
async function settleOne(tx: Tx, { tenantId, now, order, tasks, reports, configs }: One): Promise<void> {
  const reportable = tasks.map((task) => ({
    taskId: task.taskId,
    taskState: task.taskState,
    ...wayToReport(configs, order, task, now.slice(0, 10)),
  }));
  const { made, changed } = planReports(reportable, reports, order.awaitedTubes > 0);
  const sum = (taskIds: readonly string[]) =>
    summed(tasks.filter(({ taskId, taskState: state }) => taskIds.includes(taskId) && state !== stopped && state !== voided));
  const isAuto = (taskIds: readonly string[]): number =>
    Number(reportable.every(({ taskId, isAutoGenerate }) => isAutoGenerate || !taskIds.includes(taskId)));
  const links: (typeof reportTaskTable.$inferInsert)[] = [];
  const link = (reportId: string, taskIds: readonly string[]): void => {
    for (const { taskId, sampleCode } of tasks) if (taskIds.includes(taskId)) links.push({ tenantId, reportId, taskId, sampleCode });
  };
  let mains = reports.filter(({ reportKind: kind }) => isMainKind(kind)).length;
  const rows = made.map(({ reportKind: kind, groupKey, state, taskIds }): typeof reportTable.$inferInsert => {
    const id = newId();
    link(id, taskIds);
    const nth = isMainKind(kind) ? (mains += 1) : Number(groupKey.slice(1));
    return {
      id,
      tenantId,
      reportNo: reportNoOf(order.requisitionCode, kind, nth),
      requisitionId: order.requisitionId,
      requisitionCode: order.requisitionCode,
      reportKind: kind,
      groupKey,
      laboratoryId: order.laboratoryId,
      sendSampleClientId: order.sendSampleClientId,
      reportTitleId: order.reportTitleId,
      state,
      isAuto: isAuto(taskIds),
      ...sum(taskIds),
      createTime: now,
      updateTime: now,
    };
  });
  if (rows.length > 0) await tx.execute(insertMany(reportTable, rows));
  for (const { reportId, from, to, addedTaskIds } of changed) {
    link(reportId, addedTaskIds);
    const known = reports.find((one) => one.reportId === reportId);
    await moveReport(tx, tenantId, { reportId, from, to }, now, sum([...(known?.taskIds ?? []), ...addedTaskIds]));
  }
  if (links.length > 0) await tx.execute(insertMany(reportTaskTable, links));
}

/** What a report says of its tasks in lists. */
function summed(tasks: readonly Task[]) {
  const dues = tasks.flatMap(({ externalDueTime }) => externalDueTime ?? []).toSorted();
  const times = tasks.flatMap(({ checkTimeTwo }) => checkTimeTwo ?? []).toSorted();
  return {
    executeLaboratoryId: tasks[0]?.laboratoryId ?? '0',
    panelGroupIds: [...new Set(tasks.map(({ panelGroupId }) => panelGroupId))],
    commodityIds: [...new Set(tasks.flatMap(({ commodityIds }) => commodityIds))],
    qualitativeResult: worst(tasks.map(({ detectionResult }) => detectionResult)) ?? null,
    isUrgent: Math.max(0, ...tasks.map(({ isUrgent }) => isUrgent)),
    dueTime: dues[0] ?? null,
    secondAuditTime: times.at(-1) ?? null,
  };
}
export type ReportSum = ReturnType<typeof summed>;

/** What a person asked for beside the reports that follow from the results (docs/report.md#kinds): one of the kind that is not out yet, or a new one. */
export async function addHandReport(
  tx: Tx,
  tenantId: string,
  { requisitionId, kind }: { readonly requisitionId: string; readonly kind: HandKind },
  now: string,
): Promise<string | Refusal> {
  const { reports, tasks } = await readForReports(tx, tenantId, [requisitionId]);
  const order = (await orderOf(tx, tenantId, [requisitionId])).get(requisitionId);
  if (!order) return refuse('report.unknown');
  const asked = handReport(kind, tasks, reports);
  if ('code' in asked) return asked;
  if ('reportId' in asked) return asked.reportId;
  const id = newId();
  const { requisitionCode, laboratoryId, sendSampleClientId, reportTitleId } = order;
  const own = tasks.filter(({ taskId }) => asked.taskIds.includes(taskId));
  const from = { requisitionId, requisitionCode, laboratoryId, sendSampleClientId, reportTitleId };
  const times = { createTime: now, updateTime: now };
  const reportNo = reportNoOf(requisitionCode, kind, asked.nth);
  await tx.execute(
    insertMany(reportTable, [
      { id, tenantId, ...from, reportNo, reportKind: kind, groupKey: asked.groupKey, state: reportState.waiting, ...summed(own), ...times },
    ]),
  );
  await tx.execute(
    insertMany(
      reportTaskTable,
      own.map(({ taskId, sampleCode }) => ({ tenantId, reportId: id, taskId, sampleCode })),
    ),
  );
  return id;
}

/**
 * Moves a report that is locked. One that leaves its audit without being issued leaves no version to be audited. Throws where a move is not of
 * `reportMoves`, or where the report is not where the rule saw it.
 */
export async function moveReport(
  tx: Tx,
  tenantId: string,
  { reportId, from, to }: { readonly reportId: string; readonly from: ReportState; readonly to: ReportState },
  now: string,
  sum: Partial<ReportSum> = {},
): Promise<void> {
  if (from !== to && !isReportMove(from, to)) throw new Error(`illegal move ${from} -> ${to} of report ${reportId}`);
  const { panelGroupIds, commodityIds } = sum;
  const moved = await tx.execute(sql`update report set state = ${to}, fault = null, update_time = ${now}, version = version + 1
      ${
        panelGroupIds && panelGroupIds.length > 0
          ? sql`, panel_group_ids = ${sql.param([...panelGroupIds])}::bigint[], commodity_ids = ${sql.param([...(commodityIds ?? [])])}::bigint[],
        qualitative_result = ${sum.qualitativeResult ?? null}, is_urgent = ${sum.isUrgent ?? 0}, due_time = ${sum.dueTime ?? null}, second_audit_time = ${sum.secondAuditTime ?? null}`
          : sql``
      }
    where tenant_id = ${tenantId} and id = ${reportId} and state = ${from}`);
  if (moved.rowCount !== 1) throw new Error(`report ${reportId} was not where it was read`);
  if (from === reportState.toAudit && to !== reportState.issued && to !== reportState.toAudit)
    await tx.execute(sql`update report_version set state = ${reportVersionState.void}, update_time = ${now}
      where tenant_id = ${tenantId} and report_id = ${reportId} and state = ${reportVersionState.toAudit}`);
}
