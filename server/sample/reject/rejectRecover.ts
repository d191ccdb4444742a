import { sql } from 'drizzle-orm';
import { resumedDue, type FrozenDue } from '#domain/lab/rules/taskDue.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import { deskOwner, rejectState } from '#domain/sample/reject/rejectChoices.ts';
import { rejectRecover, type RejectRecoverChange, type RejectRecoverInput, type RejectRecoverState } from '#domain/sample/reject/rejectRecover.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { changeRequisitions, changeTubes } from '#server/spine/changeRows.ts';
import { readyItems } from '#server/spine/items.ts';
import { markOf, type Mark } from '#server/spine/line.ts';
import { moveSamples } from '#server/spine/moveSamples.ts';
import { calendarFrom } from '#server/spine/tasks/calendarFrom.ts';
import { clearVoid } from '#server/spine/tasks/leaveTasks.ts';
import { agreeTasks } from '#server/spine/tasks/agreeTasks.ts';
import { changeTasks, settleSamples } from '#server/spine/tasks/moveTasks.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { keepPhotos, missingPhotos } from './deskPhotos.ts';
import { tellOfRecovery } from './notices.ts';
import { lockRecord, tubeNow, type LoadedRecord } from './rejectLoading.ts';

/** `reject.recover`: the tube, its items, its tasks and its clock go back. */
export const servedRejectRecover = serveCommand(rejectRecover, {
  async load(tx, { rejectRecordId, photos }: RejectRecoverInput, { user }): Promise<RejectRecoverState> {
    const missing = await missingPhotos(tx, user.tenantId, photos);
    const record = await lockRecord(tx, user, rejectRecordId);
    return { record, before: record?.before ?? null, now: record ? await tubeNow(tx, user.tenantId, record) : null, missingPhotos: missing };
  },
  async write(tx, { input, state, change, acting, opId }) {
    const { user, now } = acting;
    const { tenantId } = user;
    const record = state.record as LoadedRecord;
    const mark = markOf(rejectRecover, { acting, opId }, input.reason);
    await tx.execute(
      sql`update sample_pause set to_time = ${now} where tenant_id = ${tenantId} and cause_id = ${record.rejectRecordId} and to_time is null`,
    );
    await goBack(tx, record, change, mark);
    await tx.execute(sql`update reject_record set state = ${rejectState.recovered}, recover_reason = ${input.reason}, recover_user_id = ${user.id}, recover_user_name = ${user.name},
        recover_time = ${now}, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${record.rejectRecordId}`);
    // What it was rejected for waits for a decision again.
    if (record.caseId)
      await tx.execute(sql`update abnormal_case set state = ${caseState.inHand}, update_time = ${now}, version = version + 1
        where tenant_id = ${tenantId} and id = ${record.caseId} and state = ${caseState.rejected}`);
    await tellOfRecovery(tx, acting, record);
    await keepPhotos(tx, acting, deskOwner.recovery, record.rejectRecordId, input.photos);
    return { rejectRecordId: record.rejectRecordId, sampleCode: record.sampleCode, labStatus: await standing(tx, tenantId, record.sampleId) };
  },
});

const noRejection = { rejectCode: null, rejectReason: null, rejectMeasure: null, rejectTime: null, rejectUserId: null, rejectUserName: null };
const noReceipt = { labReceiveTime: null, labReceiveUserId: null, labReceiveUserName: null };

async function goBack(
  tx: Tx,
  { sampleId, sampleCode, requisitionId, before, applyCreateServerTime }: LoadedRecord,
  { recovery }: RejectRecoverChange,
  mark: Mark,
): Promise<void> {
  const { user, now } = mark.acting;
  const { tenantId } = user;
  await changeRequisitions(tx, tenantId, [{ id: requisitionId, entryState: recovery.entryState }], now);
  const own = {
    id: sampleId,
    primarySampleId: recovery.followsId,
    ...(recovery.isEnteredNow ? { enterTime: now } : {}),
    ...(recovery.isReceiptLost ? noReceipt : {}),
  };
  await changeTubes(tx, tenantId, [own], now);
  await reviveTasks(tx, recovery.taskIds, { sampleId, sampleCode, labCode: before.labCode }, { from: applyCreateServerTime, to: now }, mark);
  if (recovery.givenBackBy) await takeBack(tx, recovery.givenBackBy, requisitionId, { sampleId, sampleCode, labCode: before.labCode }, mark);
  await moveSamples(tx, tenantId, [{ move: { sampleCode, from: labStatus.rejected, to: recovery.to }, mark, facts: noRejection }]);
  await readyItems(tx, tenantId, recovery.readyItemIds);
  if (recovery.hasMore || recovery.taskIds.length > 0) await agreeTasks(tx, sampleId, mark);
  // One that follows another tube is as far as that one's tasks are.
  if (recovery.taskIds.length > 0 || recovery.givenBackBy || recovery.followsId)
    await settleSamples(tx, tenantId, [requisitionId], new Map([[recovery.followsId ?? sampleId, mark]]));
}

interface Place {
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly labCode: string | null;
}
/** Waiting tasks come back from the spare that took them over; it, and what follows it, follows this tube again. Their clocks never stood still. */
async function takeBack(tx: Tx, spareId: string, requisitionId: string, place: Place, mark: Mark): Promise<void> {
  const { user, now } = mark.acting;
  await clearVoid(tx, user.tenantId, place.sampleId);
  const tasks = await readRows<{ id: string }>(
    tx,
    sql`select id from lab_task where tenant_id = ${user.tenantId} and sample_id = ${spareId} and task_state = ${taskState.waiting} order by id`,
  );
  await changeTasks(
    tx,
    user.tenantId,
    tasks.map(({ id }) => ({ taskId: id, from: taskState.waiting, to: taskState.waiting, facts: { ...place } })),
    mark,
  );
  const followers = await readRows<{ id: string }>(
    tx,
    sql`select id from sample where tenant_id = ${user.tenantId} and requisition_id = ${requisitionId} and id <> ${place.sampleId} and (id = ${spareId} or primary_sample_id = ${spareId}) order by id`,
  );
  await changeTubes(
    tx,
    user.tenantId,
    followers.map(({ id }) => ({ id, primarySampleId: place.sampleId })),
    now,
  );
}

/** Void tasks live again on this tube, due later by the pause. */
async function reviveTasks(
  tx: Tx,
  taskIds: readonly string[],
  place: Place,
  pause: { readonly from: string; readonly to: string },
  mark: Mark,
): Promise<void> {
  if (taskIds.length === 0) return;
  const { tenantId } = mark.acting.user;
  const rows = await readRows<FrozenDue & { readonly id: string }>(
    tx,
    sql`select id, date_model, internal_test_cycle, external_test_cycle, internal_due_time, external_due_time, due_steps from lab_task
      where tenant_id = ${tenantId} and id = ${anyId(taskIds)} order by id`,
  );
  const calendar = await calendarFrom(tx, tenantId, pause.from);
  const moves = rows.map((task) => {
    const { dueSteps, ...times } = resumedDue(task, pause, calendar);
    return { taskId: task.id, from: taskState.voided, to: taskState.waiting, facts: { ...place, ...times, ...(dueSteps ? { dueSteps } : {}) } };
  });
  await changeTasks(tx, tenantId, moves, mark);
}

async function standing(tx: Tx, tenantId: string, sampleId: string) {
  const [row] = await readRows<{ labStatus: 101 | 103 | 104 | 106 | 107 | 108 | 110 | 111 }>(
    tx,
    sql`select lab_status from sample where tenant_id = ${tenantId} and id = ${sampleId}`,
  );
  if (!row) throw new Error('recovered a tube that is gone');
  return row.labStatus;
}
