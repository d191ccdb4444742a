import { sql, type SQL } from 'drizzle-orm';
import { isSameOwner, resampleNew, type NewTube, type ResampleNewInput, type ResampleNewState, type TubeOwner } from '#domain/lab/process/newTube.ts';
import { processKind, recordState } from '#domain/lab/process/processChoices.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { markOf, noteActs, type Mark } from '#server/spine/line.ts';
import { requireLiving, tubesAtLab } from '#server/spine/loading.ts';
import { withdrawSms } from '#server/spine/sms/writeSms.ts';
import { lockTasksOfTubes } from '#server/spine/tasks/loadTasks.ts';
import { changeTasks, moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { recordset } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { lockRecords, type LoadedRecord } from './processLoading.ts';
import { closeRecords } from './processRecords.ts';

interface TubeRow extends TubeOwner, Pick<NewTube, 'sampleCode' | 'labStatus'> {
  readonly id: string;
  readonly primarySampleId: string | null;
  readonly groups: readonly string[];
}
interface LoadedNew extends ResampleNewState {
  readonly record: LoadedRecord | null;
  readonly tubeId: string | null;
}
/** Whose the requisition behind an id is. */
const ownerOf = (requisitionId: SQL): SQL =>
  sql`(select jsonb_build_object('personName', r.person_name, 'birthDate', r.birth_date::text, 'credentialNo', r.credential_no) from requisition r
    where r.tenant_id = s.tenant_id and r.id = ${requisitionId})`;

/** `labProcess.resampleNew`: the new tube is locked before the tasks, as a receipt locks it. */
export const servedResampleNew = serveCommand(resampleNew, {
  async load(tx, { recordId, newSampleCode }: ResampleNewInput, { user }): Promise<LoadedNew> {
    const columns = sql`s.id, s.sample_code, s.lab_status, s.primary_sample_id, ${ownerOf(sql`s.requisition_id`)} as owner,
      array(select distinct p.panel_group_id::text from sample_item i join commodity c on c.tenant_id = i.tenant_id and c.id = i.commodity_id
        join panel p on p.tenant_id = c.tenant_id and p.id = any(c.panel_ids) where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state <> ${itemState.cancelled} and p.panel_group_id is not null) as groups`;
    const [found] = await tubesAtLab<TubeRow & { owner: TubeOwner }>(tx, user, [newSampleCode], columns, true);
    if (!found) await requireLiving(tx, user, [newSampleCode]);
    const [record = null] = await lockRecords(tx, user, [recordId]);
    if (!record || !found) return { record, owner: null, tube: null, tubeId: null };
    const old = await readRow<{ owner: TubeOwner }>(
      tx,
      sql`select ${ownerOf(sql`s.requisition_id`)} as owner from sample s where s.tenant_id = ${user.tenantId} and s.id = ${record.sampleId}`,
    );
    const tube: NewTube = {
      ...found.owner,
      sampleCode: found.sampleCode,
      labStatus: found.labStatus,
      isSame: found.id === record.sampleId,
      isSpare: found.primarySampleId === record.sampleId,
      coversAll: record.rows.every(({ panelGroupId }) => found.groups.includes(panelGroupId)),
    };
    return { record, owner: old?.owner ?? null, tube, tubeId: found.id };
  },
  async write(tx, { state, change, acting, opId }) {
    const { user, now } = acting;
    const { record, tubeId } = state as LoadedNew;
    if (!record || !tubeId) throw new Error('named a tube for a record that was not loaded');
    const { recordId, newSampleCode, moves, recordState: to } = change;
    const mark = markOf(resampleNew, { acting, opId }, newSampleCode);
    if (moves.length > 0)
      await arrive(tx, [{ record: { ...record, taskIds: moves.map(({ taskId }) => taskId) }, newSampleId: tubeId, newSampleCode, mark }], mark);
    else {
      await tx.execute(sql`update lab_process_record set new_sample_id = ${tubeId}, new_sample_code = ${newSampleCode}, update_time = ${now}, version = version + 1
        where tenant_id = ${user.tenantId} and id = ${recordId}`);
      await noteActs(tx, user.tenantId, [{ mark, whose: { sampleCodes: [...new Set(record.tasks.map(({ sampleCode }) => sampleCode))] } }]);
    }
    return { recordId, recordState: to };
  },
});

interface Arrival {
  readonly record: { readonly recordId: string; readonly taskIds: readonly string[] };
  readonly newSampleId: string;
  readonly newSampleCode: string;
  readonly mark: Mark;
}
/** New tubes are here: what waited for them ends uncharged, and its urgency goes with them. The old tasks are locked. */
async function arrive(tx: Tx, arrivals: readonly Arrival[], mark: Mark): Promise<void> {
  const { user, now } = mark.acting;
  const { tenantId } = user;
  await moveTasks(
    tx,
    tenantId,
    arrivals.flatMap(({ record, mark: own }) =>
      record.taskIds.map((taskId) => ({ taskId, from: taskState.resampling, to: taskState.stopped, mark: own })),
    ),
    mark,
  );
  const closings = arrivals.map(({ record, newSampleId, newSampleCode }) => ({
    recordId: record.recordId,
    state: recordState.completed,
    newSampleId,
    newSampleCode,
  }));
  await closeRecords(tx, user, now, closings);
  // What the new tubes cost hangs on what the old ones no longer do.
  const renewed = await readRows<{ requisitionId: string }>(
    tx,
    sql`select distinct requisition_id::text as requisition_id from sample where tenant_id = ${tenantId} and id = ${anyId(closings.map(({ newSampleId }) => newSampleId))}`,
  );
  await syncLines(
    tx,
    tenantId,
    renewed.map(({ requisitionId }) => requisitionId),
  );
  await withdrawSms(
    tx,
    tenantId,
    closings.map(({ recordId }) => recordId),
    now,
  );
  const pairs = arrivals.flatMap(({ record, newSampleId }) => record.taskIds.map((taskId) => ({ task_id: taskId, sample_id: newSampleId })));
  const urgent = await readRows<{ id: string; taskState: (typeof taskState)['waiting'] }>(
    tx,
    sql`select distinct n.id, n.task_state from ${recordset('x', { task_id: 'bigint', sample_id: 'bigint' }, pairs)} join lab_task o on o.tenant_id = ${tenantId} and o.id = x.task_id
      join lab_task n on n.tenant_id = ${tenantId} and n.sample_id = x.sample_id and n.panel_group_id = o.panel_group_id
      where o.is_urgent = 1 and n.is_urgent = 0 and n.task_state <> ${taskState.voided} order by n.id`,
  );
  if (urgent.length > 0)
    await changeTasks(
      tx,
      tenantId,
      urgent.map(({ id, taskState: at }) => ({ taskId: id, from: at, to: at, facts: { isUrgent: 1 } })),
      mark,
    );
}

/** A tube the laboratory has just taken in, its tasks made. */
export interface ArrivedTube {
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly requisitionId: string;
  readonly mark: Mark;
}
interface Waiting {
  readonly recordId: string;
  readonly taskId: string;
  readonly oldSampleId: string;
  readonly newSampleId: string;
  readonly oldOwner: TubeOwner;
  readonly newOwner: TubeOwner;
}

/**
 * Ends what waited for the tubes that have just been received (docs/lab.md#stops-and-new-samples): tubes that were named for it, further ones of
 * the requisition, and those whose requisition says which sample they were drawn again for; of the same person, and with a task of the same group.
 */
export async function endResamples(tx: Tx, tenantId: string, tubes: readonly ArrivedTube[]): Promise<void> {
  const shape = { sample_id: 'bigint', sample_code: 'text', requisition_id: 'bigint' };
  const rows = tubes.map(({ sampleId, sampleCode, requisitionId }) => ({
    sample_id: sampleId,
    sample_code: sampleCode,
    requisition_id: requisitionId,
  }));
  const waits = sql`k.tenant_id = ${tenantId} and k.task_state = ${taskState.resampling}`;
  const find = (): Promise<Waiting[]> =>
    readRows<Waiting>(
      tx,
      sql`select distinct on (o.id) p.id as record_id, o.id as task_id, o.sample_id as old_sample_id, x.sample_id as new_sample_id, ${ownerOf(sql`o.requisition_id`)} as old_owner,
          ${ownerOf(sql`x.requisition_id`)} as new_owner
        from ${recordset('x', shape, rows)} join sample s on s.tenant_id = ${tenantId} and s.id = x.sample_id
        cross join lateral (
          select k.id from lab_task k where ${waits} and k.requisition_id = x.requisition_id
          union select k.id from lab_process_record q join lab_task k on ${waits} and k.id = any(q.task_ids) where q.tenant_id = ${tenantId} and q.kind = ${processKind.resample}
            and q.state = ${recordState.inForce} and q.new_sample_code = any(array(select c.old_code from sample_code_change c where c.tenant_id = ${tenantId} and c.sample_id = x.sample_id) || x.sample_code)
          union select k.id from requisition r join sample f on f.tenant_id = ${tenantId} and f.sample_code = r.original_sample_code join lab_task k on ${waits} and k.sample_id = f.id
            where r.tenant_id = ${tenantId} and r.id = x.requisition_id and r.is_resample = 1) w
        join lab_task o on o.tenant_id = ${tenantId} and o.id = w.id and o.sample_id <> x.sample_id
        join lab_task n on n.tenant_id = ${tenantId} and n.sample_id = x.sample_id and n.panel_group_id = o.panel_group_id and n.task_state not in (${taskState.stopped}, ${taskState.voided})
        join lab_process_record p on p.tenant_id = ${tenantId} and p.sample_id = o.sample_id and p.kind = ${processKind.resample} and p.state = ${recordState.inForce} and o.id = any(p.task_ids)
        order by o.id, x.sample_id`,
    );
  const seen = await find();
  if (seen.length === 0) return;
  // Looked at again behind the locks: somebody may have taken the request back meanwhile.
  await lockTasksOfTubes(tx, { tenantId, id: '0' }, [...new Set(seen.map(({ oldSampleId }) => oldSampleId))]);
  const found = (await find()).filter(({ oldOwner, newOwner }) => isSameOwner(oldOwner, newOwner));
  const [first] = found;
  if (!first) return;
  await tx.execute(
    sql`select id from lab_process_record where tenant_id = ${tenantId} and id = ${anyId(found.map(({ recordId }) => recordId))} order by id for update`,
  );
  const markOfTube = new Map(tubes.map((tube) => [tube.sampleId, tube]));
  const arrivals = [...new Set(found.map(({ recordId }) => recordId))].map((recordId): Arrival => {
    const own = found.filter((one) => one.recordId === recordId);
    const tube = markOfTube.get(own[0]!.newSampleId)!;
    // On the old tube's line it is no receipt: its new tube has come.
    const mark = { ...tube.mark, act: resampleNew.name, note: tube.sampleCode };
    return { record: { recordId, taskIds: own.map(({ taskId }) => taskId) }, newSampleId: tube.sampleId, newSampleCode: tube.sampleCode, mark };
  });
  await arrive(tx, arrivals, arrivals[0]!.mark);
}
