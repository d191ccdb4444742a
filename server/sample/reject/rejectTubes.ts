import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { entryState } from '#domain/sample/entryState.ts';
import type { DeskPhoto } from '#domain/sample/reject/deskPhotos.ts';
import type { TubeBefore } from '#domain/sample/reject/recovery.ts';
import type { RejectedTube } from '#domain/sample/reject/rejectAdd.ts';
import { deskOwner, rejectState, type RejectSource } from '#domain/sample/reject/rejectChoices.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { changeRequisitions } from '#server/spine/changeRows.ts';
import { entrustedTo } from '#server/spine/entrusted.ts';
import type { Mark } from '#server/spine/line.ts';
import { lockRequisitions, lockTubesOf, readTubes, requireLiving } from '#server/spine/loading.ts';
import { moveSamples } from '#server/spine/moveSamples.ts';
import { hasWork, leaveTasks, lockTasksOfCodes } from '#server/spine/tasks/leaveTasks.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { rejectRecordTable, samplePauseTable } from '#server/storage/rejectTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { keepPhotos } from './deskPhotos.ts';
import { tellOfRejection } from './notices.ts';

/** A tube of a requisition that was locked with all its tubes and their tasks. */
export interface TubeRow extends RejectedTube {
  readonly id: string;
  readonly requisitionId: string;
  readonly laboratoryId: string | null;
  readonly sendSampleClientId: string | null;
}
interface StoredTube extends Omit<TubeRow, 'rejected'> {
  readonly rejectCode: string | null;
  readonly rejectUserName: string | null;
  readonly rejectTime: string | null;
}

const tubeColumns = sql`s.id, s.requisition_id, s.requisition_code, s.sample_code, s.lab_status, s.contract_laboratory_id as laboratory_id, s.send_sample_client_id,
  s.reject_code, s.reject_user_name, s.reject_time,
  exists (select 1 from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state = ${itemState.listed}) as is_in_handover, ${hasWork('s')} as has_work,
  ${entrustedTo} as entrusted_to`;

/**
 * All tubes of the requisition that a tube is of, locked: the requisition, the tasks, the tubes, as every act locks them. None where
 * the code is unknown; one of another laboratory throws NotYours.
 */
export async function lockTubesBeside(tx: Tx, user: ActingUser, sampleCode: string): Promise<readonly TubeRow[]> {
  const [known] = await readTubes<{ requisitionCode: string }>(tx, user, [sampleCode], sql`requisition_code`);
  if (!known) {
    await requireLiving(tx, user, [sampleCode]);
    return [];
  }
  const [requisition] = await lockRequisitions<{ id: string }>(tx, user, [known.requisitionCode], sql`id`);
  return requisition ? lockTubesWithTasks(tx, user, requisition.id) : [];
}

/** The tubes of a requisition that was locked, behind their tasks. */
export async function lockTubesWithTasks(tx: Tx, user: ActingUser, requisitionId: string): Promise<readonly TubeRow[]> {
  const codes = await readRows<{ sampleCode: string }>(
    tx,
    sql`select sample_code from sample where tenant_id = ${user.tenantId} and requisition_id = ${requisitionId} order by id`,
  );
  await lockTasksOfCodes(
    tx,
    user.tenantId,
    codes.map(({ sampleCode }) => sampleCode),
  );
  await lockTubesOf(tx, user, [requisitionId], sql`s.id`);
  // What hangs on them is read by a statement of its own once the locks are held.
  const rows = await lockTubesOf<StoredTube>(tx, user, [requisitionId], tubeColumns);
  return rows.map(({ rejectCode, rejectUserName, rejectTime, ...tube }) => ({
    ...tube,
    rejected: rejectCode === null ? null : { by: rejectUserName ?? '', at: rejectTime ?? '', code: rejectCode },
  }));
}

/** How locked tubes stand, for a recovery to go back to; by their ids. */
export async function tubesBefore(tx: Tx, tenantId: string, sampleIds: readonly string[]): Promise<ReadonlyMap<string, TubeBefore>> {
  const rows = await readRows<TubeBefore & { readonly id: string }>(
    tx,
    sql`select s.id, s.lab_status, s.enter_time, s.lab_receive_time, s.lab_code, r.entry_state, s.primary_sample_id::text as primary_sample_id,
        coalesce((select jsonb_agg(jsonb_build_object('itemId', i.id::text, 'itemState', i.item_state, 'handoverId', i.handover_id::text) order by i.id)
          from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id), '[]') as items,
        coalesce((select jsonb_agg(jsonb_build_object('taskId', t.id::text, 'taskState', t.task_state) order by t.id)
          from lab_task t where t.tenant_id = s.tenant_id and t.sample_id = s.id and t.task_state = ${taskState.waiting}), '[]') as tasks
      from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id where s.tenant_id = ${tenantId} and s.id = ${anyId(sampleIds)}`,
  );
  return new Map(rows.map(({ id, ...before }) => [id, before]));
}

/** What tubes are rejected with. */
export interface Rejecting {
  readonly source: RejectSource;
  readonly rejectCode: string;
  readonly reason: string;
  readonly measure: number;
  /** When, by the desk. */
  readonly rejectTime: string;
  readonly caseId?: string | null;
  readonly photos?: readonly DeskPhoto[];
  /** The client is told by text message. */
  readonly isTold?: boolean;
}
/** A tube with the record of its rejection. */
export interface WrittenRejection {
  readonly tube: TubeRow;
  readonly rejectRecordId: string;
}

/**
 * Rejects tubes of one requisition that the rule let through: what waits for a handover no longer does, waiting tasks are void or a spare's, the
 * clock stands still, and each is written down with what it goes back to. `all`: the tubes of the requisition, of which the last closes it.
 */
export async function rejectTubes(
  tx: Tx,
  mark: Mark,
  tubes: readonly TubeRow[],
  all: readonly TubeRow[],
  how: Rejecting,
): Promise<readonly WrittenRejection[]> {
  const [first] = tubes;
  if (!first) return [];
  const { user, now } = mark.acting;
  const { tenantId } = user;
  const before = await tubesBefore(
    tx,
    tenantId,
    tubes.map(({ id }) => id),
  );
  for (const { id: sampleId, requisitionId, labStatus: from } of tubes)
    if (from === labStatus.received) await leaveTasks(tx, tenantId, { sampleId, requisitionId }, mark);
  const { rejectCode, reason: rejectReason, measure: rejectMeasure, rejectTime } = how;
  const facts = { rejectCode, rejectReason, rejectMeasure, rejectTime, rejectUserId: user.id, rejectUserName: user.name };
  await moveSamples(
    tx,
    tenantId,
    tubes.map(({ sampleCode, labStatus: from }) => ({ move: { sampleCode, from, to: labStatus.rejected }, mark, facts })),
  );
  const left = all.filter((tube) => tube.labStatus !== labStatus.rejected && !tubes.some(({ id }) => id === tube.id));
  if (left.length === 0) await changeRequisitions(tx, tenantId, [{ id: first.requisitionId, entryState: entryState.closed }], now);
  return writeRejections(tx, mark, tubes, before, how);
}

/** Writes rejections of tubes down that have just become 111, and stops their clocks. */
export async function writeRejections(
  tx: Tx,
  { acting }: Mark,
  tubes: readonly TubeRow[],
  before: ReadonlyMap<string, TubeBefore>,
  how: Rejecting,
): Promise<readonly WrittenRejection[]> {
  const { user, now, occurredAt } = acting;
  const { tenantId } = user;
  const written = tubes.map((tube) => ({ tube, rejectRecordId: newId() }));
  const records = written.map(({ tube, rejectRecordId }): typeof rejectRecordTable.$inferInsert => ({
    id: rejectRecordId,
    tenantId,
    sampleId: tube.id,
    sampleCode: tube.sampleCode,
    requisitionId: tube.requisitionId,
    requisitionCode: tube.requisitionCode,
    laboratoryId: tube.laboratoryId,
    sendSampleClientId: tube.sendSampleClientId,
    source: how.source,
    rejectCode: how.rejectCode,
    applyReason: how.reason,
    measure: how.measure,
    caseId: how.caseId ?? null,
    before: before.get(tube.id),
    state: rejectState.rejected,
    sendSms: 0,
    applyCreatorId: user.id,
    applyCreator: user.name,
    applyCreateTime: how.rejectTime,
    createTime: now,
    updateTime: now,
  }));
  await tx.execute(insertMany(rejectRecordTable, records));
  await tx.execute(
    insertMany(
      samplePauseTable,
      written.map(({ tube, rejectRecordId }) => ({ id: newId(), tenantId, sampleId: tube.id, fromTime: now, causeId: rejectRecordId })),
    ),
  );
  for (const { tube, rejectRecordId } of written)
    await tellOfRejection(tx, acting, { ...tube, rejectRecordId }, { ...how, isTold: how.isTold ?? false });
  for (const { rejectRecordId } of written) await keepPhotos(tx, { user, now, occurredAt }, deskOwner.rejection, rejectRecordId, how.photos ?? []);
  return written;
}
