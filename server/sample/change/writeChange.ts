import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { reportState } from '#domain/report/reportState.ts';
import type { ChangePlan } from '#domain/sample/change/changePlanned.ts';
import { receptionFields } from '#domain/sample/rules/summaryFields.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { changeRequisitions, changeTubes } from '#server/spine/changeRows.ts';
import { rearrangeItems } from '#server/spine/items.ts';
import { noteActs, type Mark } from '#server/spine/line.ts';
import { followClient } from '#server/spine/reports/followClient.ts';
import { moveReport, settleReports } from '#server/spine/reports/settleReports.ts';
import type { WithdrawReport } from '#server/spine/reports/withdrawReport.ts';
import { makeTasks } from '#server/spine/tasks/makeTasks.ts';
import { changeTasks, settleSamples } from '#server/spine/tasks/moveTasks.ts';
import { takeBackAudits } from '#server/spine/tasks/takeBackAudits.ts';
import { readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { executingLaboratory } from '../masterRows.ts';
import { nameGrams, personNames } from '../requisitionRow.ts';
import type { LoadedChange } from './readChange.ts';

interface Written {
  readonly user: ActingUser;
  readonly loaded: LoadedChange;
  readonly plan: ChangePlan;
  /** Printed by a version that amends what was issued. */
  readonly reason: string;
  readonly mark: Mark;
}

/** Does what a plan says, all in the transaction of its act: values, items, reports, results, tasks, tubes, lines. */
export async function writeChange(tx: Tx, { user, loaded, plan, reason, mark }: Written, withdraw: WithdrawReport): Promise<void> {
  const { tenantId } = user;
  const { now } = mark.acting;
  const { requisitionId } = loaded.row;
  await writeValues(tx, tenantId, { loaded, plan, now });
  for (const { report, operate } of plan.withdrawn) await withdraw(tx, user, { reportId: report.reportId, operate, reason }, mark);
  await takeBackAudits(tx, tenantId, plan.back, mark);
  for (const { reportId, state } of plan.redrawn) await drawAnew(tx, tenantId, { reportId, from: state }, now);
  if (plan.isClientChanged) await followClient(tx, tenantId, requisitionId, now);
  if (plan.items) await writeItems(tx, tenantId, { loaded, items: plan.items, mark });
  await noteRest(tx, tenantId, requisitionId, mark);
  await syncLines(tx, tenantId, [requisitionId]);
}

/** Settled values stand in the detail, reception's own in its record; the person columns follow both. */
async function writeValues(
  tx: Tx,
  tenantId: string,
  { loaded: { row, facts }, plan: { changes, items, isClientChanged }, now }: { loaded: LoadedChange; plan: ChangePlan; now: string },
): Promise<void> {
  const { requisitionId } = row;
  const isInDetail = (field: string): boolean => facts.requisition.isSettled && !receptionFields.includes(field);
  const valuesOf = (isOfDetail: boolean) =>
    Object.fromEntries(changes.filter(({ field }) => isInDetail(field) === isOfDetail).map(({ field, after }) => [field, after]));
  const [entered, received] = [valuesOf(true), valuesOf(false)];
  const columns = Object.fromEntries(changes.filter(({ field }) => personNames.includes(field)).map(({ field, after }) => [field, after]));
  const form = items ? { commodityIds: [...items.commodityIds], entryForm: items.entryForm, isDoubleEntry: items.isDoubleEntry ? 1 : 0 } : {};
  await changeRequisitions(
    tx,
    tenantId,
    [
      {
        id: requisitionId,
        ...columns,
        ...form,
        ...(Object.keys(received).length > 0 ? { reception: { ...row.reception, ...received } } : {}),
        ...(Object.keys(entered).length > 0 ? { detail: { ...row.detail, ...entered } } : {}),
        ...('personName' in columns ? { grams: nameGrams(columns) } : {}),
      },
    ],
    now,
  );
  if (isClientChanged) await changeTubes(tx, tenantId, [{ requisitionId, sendSampleClientId: columns['sendSampleClientId'] }], now);
}

/** A report before its issue loses what was made of it, and is made of what stands now. */
export async function drawAnew(
  tx: Tx,
  tenantId: string,
  { reportId, from }: { reportId: string; from: ChangePlan['redrawn'][number]['state'] },
  now: string,
) {
  const steps = from === reportState.toAudit ? [reportState.incomplete, reportState.waiting] : [reportState.waiting];
  let at = from;
  for (const to of steps) {
    await moveReport(tx, tenantId, { reportId, from: at, to }, now);
    at = to;
  }
}

interface Ordered {
  readonly loaded: LoadedChange;
  readonly items: NonNullable<ChangePlan['items']>;
  readonly mark: Mark;
}
async function writeItems(tx: Tx, tenantId: string, { loaded: { row, tubes }, items, mark }: Ordered): Promise<void> {
  const { now } = mark.acting;
  const { requisitionId, requisitionCode } = row;
  await rearrangeItems(tx, tenantId, requisitionId, items.items, now);
  await placeTubes(tx, tenantId, { row, tubes, commodityIds: items.commodityIds, now });
  await changeTasks(
    tx,
    tenantId,
    items.voided.map(({ taskId }) => ({ taskId, from: taskState.waiting, to: taskState.voided })),
    mark,
  );
  const remade = tubes.filter(({ sampleId }) => items.remade.some((tube) => tube.sampleId === sampleId));
  await makeTasks(
    tx,
    tenantId,
    remade.flatMap(({ sampleId, sampleCode, laboratoryId, labCode, labReceiveTime }) =>
      laboratoryId === null
        ? []
        : [{ sampleId, sampleCode, requisitionId, requisitionCode, laboratoryId, labCode, labReceiveTime: labReceiveTime ?? now }],
    ),
    now,
  );
  await settleReports(tx, tenantId, [requisitionId], now);
  // What is tested elsewhere alone has no tasks: its tube stays where its receipt left it.
  const withTasks = await readRows<{ sampleId: string }>(
    tx,
    sql`select distinct t.sample_id::text as sample_id from lab_task t where t.tenant_id = ${tenantId} and t.requisition_id = ${requisitionId} and t.task_state <> ${taskState.voided}`,
  );
  const marks = new Map(withTasks.flatMap(({ sampleId }) => (remade.some((tube) => tube.sampleId === sampleId) ? [[sampleId, mark] as const] : [])));
  await settleSamples(tx, tenantId, [requisitionId], marks);
}

/** Where tubes that have not reached a laboratory are tested, by what is ordered now; what is entrusted stays where it was sent. One that is rejected may come back. */
async function placeTubes(
  tx: Tx,
  tenantId: string,
  { row, tubes, commodityIds, now }: Pick<LoadedChange, 'row' | 'tubes'> & { commodityIds: readonly string[]; now: string },
): Promise<void> {
  const open = tubes.filter(
    ({ labStatus: status, isEntrusted, labReceiveTime }) =>
      !isEntrusted &&
      (status === labStatus.pendingEntry || status === labStatus.entered || (status === labStatus.rejected && labReceiveTime === null)),
  );
  if (row.contractLaboratoryId === null || open.length === 0) return;
  const executeLaboratoryId = await executingLaboratory(tx, tenantId, row.contractLaboratoryId, commodityIds);
  await changeTubes(
    tx,
    tenantId,
    open.map(({ sampleId: id }) => ({ id, executeLaboratoryId })),
    now,
  );
}

/** The act on the lines of those tubes that no step of it has reached. */
async function noteRest(tx: Tx, tenantId: string, requisitionId: string, mark: Mark): Promise<void> {
  const rest = await readRows<{ sampleCode: string }>(
    tx,
    sql`select s.sample_code from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId}
      and not exists (select 1 from sample_act a where a.tenant_id = s.tenant_id and a.sample_id = s.id and a.op_id = ${mark.opId}) order by s.id`,
  );
  if (rest.length > 0) await noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: rest.map(({ sampleCode }) => sampleCode) } }]);
}
