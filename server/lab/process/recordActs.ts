import { sql } from 'drizzle-orm';
import { trackRecords, updateRecord, type RecordActState, type TrackInput, type UpdateRecordInput } from '#domain/lab/process/followActs.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { processKind, recordState } from '#domain/lab/process/processChoices.ts';
import type { RecordMove } from '#domain/lab/process/processRecord.ts';
import {
  resampleRecover,
  stopRecover,
  type ResampleRecoverInput,
  type ResampleRecoverState,
  type StopRecoverInput,
  type StopRecoverState,
} from '#domain/lab/process/recordActs.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import { bindBlob, lockBlob } from '#server/kernel/core/blobStore.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { settledOf } from '#server/spine/bill/settledOf.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { followUpNote, markOf, noteActs, type Mark } from '#server/spine/line.ts';
import { restoreSms, withdrawSms } from '#server/spine/sms/writeSms.ts';
import { calendarFrom } from '#server/spine/tasks/calendarFrom.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { newId } from '#server/storage/ids.ts';
import { labProcessTrackTable } from '#server/storage/labTaskTables.ts';
import { idRow, readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { lockRecords, resumedFacts, type LoadedRecord } from './processLoading.ts';
import { closeRecords } from './processRecords.ts';

/** The record of a state that was loaded here. */
function loaded(record: unknown): LoadedRecord {
  if (!record) throw new Error('wrote to a record that was not loaded');
  return record as LoadedRecord;
}

/** Tasks go back to where they stood, and their clocks run again; one that still waits for a new tube stands still. */
async function goBack(tx: Tx, record: LoadedRecord, moves: readonly RecordMove[], mark: Mark): Promise<void> {
  const { user, now } = mark.acting;
  const from = record.rows.map(({ pausedTime }) => pausedTime ?? now).toSorted()[0] ?? now;
  const calendar = await calendarFrom(tx, user.tenantId, from);
  const rows = new Map(record.rows.map((row) => [row.id, row]));
  await moveTasks(
    tx,
    user.tenantId,
    moves.map((move) => ({ ...move, facts: move.to === taskState.resampling ? {} : resumedFacts(rows.get(move.taskId)!, now, calendar) })),
    mark,
  );
}

/** Tasks wait for a new tube again: the newest request of each, which their stop had ended, is in force as it was. */
async function reopenResamples(tx: Tx, { user: { tenantId }, now }: Acting, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  const opened = await readRows(
    tx,
    sql`update lab_process_record p set state = ${recordState.inForce}, closer_id = null, closer_name = null, close_time = null, close_reason = null, update_time = ${now}, version = p.version + 1
      where p.tenant_id = ${tenantId} and p.state <> ${recordState.inForce} and p.id in (select max(q.id) from lab_task t join lab_process_record q on q.tenant_id = t.tenant_id
        and q.sample_id = t.sample_id and q.kind = ${processKind.resample} and t.id = any(q.task_ids) where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)} group by t.id)
      returning p.id::text as id`,
    idRow,
  );
  await restoreSms(
    tx,
    tenantId,
    opened.map(({ id }) => id),
    now,
  );
}

/** `labProcess.stopRecover`: on a file that lies here; it is a patient's from now on. */
export const servedStopRecover = serveCommand(stopRecover, {
  async load(tx, { recordId, fileSha256 }: StopRecoverInput, { user }): Promise<StopRecoverState> {
    const [record = null] = await lockRecords(tx, user, [recordId]);
    const lines = record ? await settledOf(tx, user.tenantId, [record.requisitionId]) : [];
    const line = lines.find(({ commodityId }) => record?.rows.some(({ commodityIds }) => commodityIds.includes(commodityId)));
    return { record, hasFile: (await lockBlob(tx, user.tenantId, fileSha256)) !== null, settledIn: line?.orderNo ?? null };
  },
  async write(tx, { input, state, change, acting, opId }) {
    const { user, now } = acting;
    const record = loaded(state.record);
    await bindBlob(tx, user.tenantId, input.fileSha256, blobOwner.patient);
    await goBack(tx, record, change.moves, markOf(stopRecover, { acting, opId }, input.reason));
    await closeRecords(tx, user, now, [
      { recordId: change.recordId, state: change.recordState, reason: input.reason, fileId: input.fileSha256, fileName: input.fileName },
    ]);
    await reopenResamples(
      tx,
      acting,
      change.moves.flatMap(({ taskId, to }) => (to === taskState.resampling ? [taskId] : [])),
    );
    await syncLines(
      tx,
      user.tenantId,
      record.rows.map(({ requisitionId }) => requisitionId),
    );
    return { recordId: change.recordId, recordState: change.recordState };
  },
});

/** `labProcess.resampleRecover`. */
export const servedResampleRecover = serveCommand(resampleRecover, {
  async load(tx, { recordId }: ResampleRecoverInput, { user }): Promise<ResampleRecoverState> {
    const [record = null] = await lockRecords(tx, user, [recordId]);
    const newTube = record?.newSampleId
      ? await readRow<{ sampleCode: string; labStatus: LabStatus }>(
          tx,
          sql`select sample_code, lab_status from sample where tenant_id = ${user.tenantId} and id = ${record.newSampleId}`,
        )
      : undefined;
    return { record, newTube: newTube ?? null };
  },
  async write(tx, { input, state, change, acting, opId }) {
    const record = loaded(state.record);
    await goBack(tx, record, change.moves, markOf(resampleRecover, { acting, opId }, input.reason));
    await closeRecords(tx, acting.user, acting.now, [{ recordId: change.recordId, state: change.recordState, reason: input.reason }]);
    await withdrawSms(tx, acting.user.tenantId, [change.recordId], acting.now);
    return { recordId: change.recordId, recordState: change.recordState };
  },
});

/** `labProcess.update`: a delay's new promise stands at its tasks, too. */
export const servedUpdateRecord = serveCommand(updateRecord, {
  async load(tx, { recordId }: UpdateRecordInput, { user }): Promise<RecordActState> {
    const [record = null] = await lockRecords(tx, user, [recordId]);
    return { record };
  },
  async write(tx, { state, change, acting, opId }) {
    const { user, now } = acting;
    const { recordId, recordState: to, moves, promisedTime } = change;
    const record = loaded(state.record);
    const mark = markOf(updateRecord, { acting, opId }, change.reason ?? null);
    if (moves.length > 0)
      await moveTasks(
        tx,
        user.tenantId,
        moves.map((move) => ({ ...move, facts: { promisedTime: promisedTime ?? null } })),
        mark,
      );
    else await noteActs(tx, user.tenantId, [{ mark, whose: { sampleCodes: record.tasks.map(({ sampleCode }) => sampleCode) } }]);
    if (to !== record.state) await closeRecords(tx, user, now, [{ recordId, state: to, reason: change.reason ?? null }]);
    else
      await tx.execute(sql`update lab_process_record set reason = coalesce(${change.reason ?? null}, reason), promised_time = coalesce(${promisedTime ?? null}::timestamptz, promised_time),
        update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${recordId}`);
    return { recordId, recordState: to };
  },
});

/** `labProcess.track`: what was done stands with the record; it changes nothing of it. */
export const servedTrack = serveCommand(trackRecords, {
  async load(tx, { recordId }: TrackInput, { user }): Promise<RecordActState> {
    const [record = null] = await lockRecords(tx, user, [recordId]);
    return { record };
  },
  async write(tx, { input, state, change, acting, opId }) {
    const { user, now } = acting;
    const record = loaded(state.record);
    await tx.insert(labProcessTrackTable).values({
      id: newId(),
      tenantId: user.tenantId,
      recordId: record.recordId,
      content: input.content,
      contactWay: input.contactWay ?? null,
      contactName: input.contactName || null,
      nextTime: input.nextTime ?? null,
      createUser: user.id,
      createUserName: user.name,
      createTime: now,
    });
    await noteActs(tx, user.tenantId, [
      {
        mark: markOf(trackRecords, { acting, opId }, followUpNote(input)),
        whose: { sampleCodes: record.tasks.map(({ sampleCode }) => sampleCode) },
      },
    ]);
    return { recordId: change.recordId, recordState: change.recordState };
  },
});
