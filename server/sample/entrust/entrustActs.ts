import { sql, type SQL } from 'drizzle-orm';
import { executeType } from '#domain/base/executeType.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import {
  cancelEntrust,
  passEntrust,
  sendEntrust,
  type Entrust,
  type EntrustActState,
  type EntrustedTube,
  type SendState,
} from '#domain/sample/entrust/entrustActs.ts';
import { entrustState } from '#domain/sample/entrust/entrustChoices.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { changeTubes } from '#server/spine/changeRows.ts';
import { isOutside } from '#server/spine/entrusted.ts';
import { expectEntrusted, settleEntrusted } from '#server/spine/expected.ts';
import { markOf, noteActs, type Mark } from '#server/spine/line.ts';
import { heldBy } from '#server/spine/holdTubes.ts';
import { inSight, lockSharedRequisitions, lockTubesOf, marked, own, requireLiving, tubesAtLab } from '#server/spine/loading.ts';
import { agreeTasks } from '#server/spine/tasks/agreeTasks.ts';
import { isOrdered, isPlaced, lockTasksOfCodes } from '#server/spine/tasks/leaveTasks.ts';
import { changeTasks } from '#server/spine/tasks/moveTasks.ts';
import { entrustRecordTable } from '#server/storage/entrustTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';

interface Tube extends EntrustedTube {
  readonly id: string;
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly executeLaboratoryId: string | null;
  readonly commodityIds: readonly string[];
}
const tubeColumns = sql`s.id::text as id, s.requisition_id::text as requisition_id, s.requisition_code, s.sample_code, s.lab_status::int as lab_status,
  coalesce((select array_agg(i.commodity_id::text order by i.id) from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id), '{}') as commodity_ids,
  s.execute_laboratory_id::text as execute_laboratory_id, coalesce(s.execute_laboratory_id, s.contract_laboratory_id)::text as laboratory_id,
  (s.primary_sample_id is not null or exists (select 1 from sample o where o.tenant_id = s.tenant_id and o.requisition_id = s.requisition_id and o.primary_sample_id = s.id)) as is_shared,
  coalesce((select jsonb_agg(jsonb_build_object('taskId', t.id::text, 'taskState', t.task_state, 'isBegun', t.result_version > 0 or ${isPlaced('t')}) order by t.id)
    from lab_task t where t.tenant_id = s.tenant_id and t.sample_id = s.id and t.task_state <> ${taskState.voided}), '[]') as tasks,
  ${heldBy} as held_by,
  (select jsonb_build_object('lab', l.laboratory_name, 'by', n.entrust_person, 'at', to_char(n.entrust_time, 'YYYY-MM-DD HH24:MI:SS')) from entrust_record n
    join laboratory l on l.tenant_id = n.tenant_id and l.id = n.entrusted_laboratory_id
    where n.tenant_id = s.tenant_id and n.sample_id = s.id and n.state <> ${entrustState.cancelled} order by n.id desc limit 1) as living`;

/** A tube that was seen to be the actor's to move, locked behind its requisition and its tasks. */
async function lockTube(tx: Tx, user: ActingUser, { sampleId, requisitionId }: Pick<Row, 'sampleId' | 'requisitionId'>): Promise<Tube | null> {
  return (await lockTubesOf<Tube>(tx, user, [requisitionId], tubeColumns)).find(({ id }) => id === sampleId) ?? null;
}

interface Receiver {
  readonly laboratoryName: string;
  readonly isOutside: boolean;
}
interface LoadedSend extends SendState {
  readonly tube: Tube | null;
  readonly laboratory: Receiver | null;
}
const servedSend = serveCommand(sendEntrust, {
  async load(tx, { sampleCode, entrustedLaboratoryId }, { user }): Promise<LoadedSend> {
    const { tenantId } = user;
    await lockSharedRequisitions(tx, user, [sampleCode]);
    await lockTasksOfCodes(tx, tenantId, [sampleCode]);
    // Within the sender's laboratories; the receiving one is named, not looked into.
    const columns = sql`s.id::text as sample_id, s.requisition_id::text as requisition_id`;
    const [known] = await tubesAtLab<Pick<Row, 'sampleId' | 'requisitionId'>>(tx, user, [sampleCode], columns, false);
    if (!known) await requireLiving(tx, user, [sampleCode]);
    const laboratory = await readRow<Receiver>(
      tx,
      sql`select laboratory_name, execute_type = ${executeType.outsourced} as is_outside from laboratory where tenant_id = ${tenantId} and id = ${entrustedLaboratoryId} and is_deleted = 0 and coalesce(is_disable, 0) = 0`,
    );
    return { tube: known ? await lockTube(tx, user, known) : null, laboratory: laboratory ?? null };
  },
  async write(tx, { state, change: { entrustedLaboratoryId }, input: { courierNumber }, acting, opId }) {
    const { tube, laboratory } = state as LoadedSend;
    if (!tube?.laboratoryId) throw new Error('entrusted a tube that was not loaded');
    const { user, now } = acting;
    const { tenantId } = user;
    const entrustId = newId();
    await tx.execute(
      insertMany(entrustRecordTable, [
        {
          id: entrustId,
          tenantId,
          sampleId: tube.id,
          sampleCode: tube.sampleCode,
          requisitionId: tube.requisitionId,
          requisitionCode: tube.requisitionCode,
          state: entrustState.waiting,
          entrustLaboratoryId: tube.laboratoryId,
          entrustUserId: user.id,
          entrustPerson: user.name,
          entrustTime: now,
          entrustedLaboratoryId,
          courierNumber: courierNumber || null,
          formerExecuteLaboratoryId: tube.executeLaboratoryId,
          taskIds: [],
          createTime: now,
          updateTime: now,
        },
      ]),
    );
    const { sampleCode, commodityIds, laboratoryId: from } = tube;
    const told = { entrustId, sampleCode, from, to: entrustedLaboratoryId, courierNumber: courierNumber || null, commodityIds };
    if (!laboratory?.isOutside) await expectEntrusted(tx, tenantId, told, now);
    await noteActs(tx, tenantId, [
      { mark: markOf(sendEntrust, { acting, opId }, laboratory?.laboratoryName ?? null), whose: { sampleCodes: [tube.sampleCode] } },
    ]);
    return { entrustId, sampleCode: tube.sampleCode };
  },
});

interface Row extends Entrust {
  readonly sampleId: string;
  readonly requisitionId: string;
  readonly sampleCode: string;
  readonly entrustLaboratoryId: string;
  readonly entrustedLaboratoryId: string;
  readonly formerExecuteLaboratoryId: string | null;
  readonly taskIds: readonly string[];
}
interface LoadedRecord extends EntrustActState {
  readonly record: Row | null;
  readonly tube: Tube | null;
}
const rowColumns = sql`n.id::text as entrust_id, n.state::int as state, ${isOutside} as is_outside, n.courier_number, n.sample_id::text as sample_id, n.requisition_id::text as requisition_id, n.sample_code,
  n.entrust_laboratory_id::text as entrust_laboratory_id, n.entrusted_laboratory_id::text as entrusted_laboratory_id, n.former_execute_laboratory_id::text as former_execute_laboratory_id, n.task_ids::text[] as task_ids,
  coalesce(n.cancel_user_name, n.entrusted_person) as by, coalesce(n.cancel_time, n.entrusted_time) as at`;

/** A record whose side is the actor's (of another they are told no more than what they asked by), locked behind the tube's requisition and tasks as every act locks them; then the tube. */
async function lockRecord(tx: Tx, user: ActingUser, id: string, isMine: SQL): Promise<LoadedRecord> {
  const { tenantId } = user;
  const [named] = await own<{ sampleCode: string }>(
    tx,
    sql`select s.sample_code, ${marked(sql`n.id::text`, isMine)} from entrust_record n join sample s on s.tenant_id = n.tenant_id and s.id = n.sample_id
      where n.tenant_id = ${tenantId} and n.id = ${id}`,
  );
  if (!named) return { record: null, tube: null };
  await lockSharedRequisitions(tx, user, [named.sampleCode]);
  await lockTasksOfCodes(tx, tenantId, [named.sampleCode]);
  const record = await readRow<Row>(
    tx,
    sql`select ${rowColumns} from entrust_record n where n.tenant_id = ${tenantId} and n.id = ${id} for update of n`,
  );
  return { record: record ?? null, tube: record ? await lockTube(tx, user, record) : null };
}

/** Where a tube is tested from now on, its waiting tasks with it; what nobody here does is void, and comes back with it. */
async function moveTube(
  tx: Tx,
  tenantId: string,
  { tube, to, laboratoryId, mark }: { tube: Tube; to: string | null; laboratoryId: string | null; mark: Mark },
) {
  await changeTubes(tx, tenantId, [{ id: tube.id, executeLaboratoryId: to }], mark.acting.now);
  const facts = { laboratoryId };
  const moves = tube.tasks.map(({ taskId }) => ({ taskId, from: taskState.waiting, to: taskState.waiting, facts }));
  if (laboratoryId !== null && moves.length > 0) await changeTasks(tx, tenantId, moves, mark);
}

const servedPass = serveCommand(passEntrust, {
  // Whoever takes it in is of the receiving laboratory; for an outside one the sender says so.
  load: (tx, { id }, { user }) =>
    lockRecord(
      tx,
      user,
      id,
      sql`case when ${isOutside} then ${inSight(user, sql`n.entrust_laboratory_id`)} else ${inSight(user, sql`n.entrusted_laboratory_id`)} end`,
    ),
  async write(tx, { state, change: { entrustId, isOutside: isOut }, acting, opId }) {
    const { record, tube } = state as LoadedRecord;
    if (!record || !tube) throw new Error('received what was not loaded');
    const { user, now } = acting;
    const { tenantId } = user;
    const mark = markOf(passEntrust, { acting, opId });
    const { entrustedLaboratoryId: to } = record;
    const taskIds = tube.tasks.map(({ taskId }) => taskId);
    await moveTube(tx, tenantId, { tube, to, laboratoryId: isOut ? null : to, mark });
    if (isOut)
      await changeTasks(
        tx,
        tenantId,
        taskIds.map((taskId) => ({ taskId, from: taskState.waiting, to: taskState.voided })),
        mark,
      );
    await tx.execute(sql`update entrust_record set state = ${entrustState.received}, entrusted_user_id = ${user.id}, entrusted_person = ${user.name}, entrusted_time = ${now},
        task_ids = ${sql.param(taskIds)}::bigint[], update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${entrustId}`);
    await settleEntrusted(tx, tenantId, { entrustId, from: record.entrustLaboratoryId, sampleId: tube.id, reason: null }, now);
    await noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: [tube.sampleCode] } }]);
    await syncLines(tx, tenantId, [tube.requisitionId]);
    return { entrustId, state: entrustState.received };
  },
});

const servedCancel = serveCommand(cancelEntrust, {
  load: (tx, { id }, { user }) => lockRecord(tx, user, id, inSight(user, sql`n.entrust_laboratory_id`)),
  async write(tx, { state, change: { entrustId }, input: { reason }, acting, opId }) {
    const { record, tube } = state as LoadedRecord;
    if (!record || !tube) throw new Error('cancelled what was not loaded');
    const { user, now } = acting;
    const { tenantId } = user;
    const mark = markOf(cancelEntrust, { acting, opId }, reason);
    await tx.execute(sql`update entrust_record set state = ${entrustState.cancelled}, reason = ${reason}, cancel_user_id = ${user.id}, cancel_user_name = ${user.name}, cancel_time = ${now},
        update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${entrustId}`);
    // After that: while an outside laboratory has it no task of it is made.
    if (record.state === entrustState.received) await takeHome(tx, tenantId, { record, tube, mark });
    await settleEntrusted(tx, tenantId, { entrustId, from: record.entrustLaboratoryId, sampleId: null, reason }, now);
    await noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: [tube.sampleCode] } }]);
    await syncLines(tx, tenantId, [tube.requisitionId]);
    return { entrustId, state: entrustState.cancelled };
  },
});

/** Puts a tube and its tasks back where they were; what was ordered meanwhile is made anew, for the laboratory it comes home to counts by its own cycles. */
async function takeHome(tx: Tx, tenantId: string, { record, tube, mark }: { record: Row; tube: Tube; mark: Mark }): Promise<void> {
  const to = record.formerExecuteLaboratoryId;
  const made = tube.tasks.filter(({ taskId }) => !record.taskIds.includes(taskId));
  await changeTasks(
    tx,
    tenantId,
    made.map(({ taskId }) => ({ taskId, from: taskState.waiting, to: taskState.voided })),
    mark,
  );
  const home = await readRow<{ id: string | null }>(
    tx,
    sql`select coalesce(${to}::bigint, s.contract_laboratory_id)::text as id from sample s where s.tenant_id = ${tenantId} and s.id = ${tube.id}`,
  );
  await moveTube(tx, tenantId, {
    tube: { ...tube, tasks: tube.tasks.filter((task) => !made.includes(task)) },
    to,
    laboratoryId: home?.id ?? null,
    mark,
  });
  const voided = await readRows<{ taskId: string }>(
    tx,
    sql`select t.id::text as task_id from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id
      where t.tenant_id = ${tenantId} and t.id = ${anyId(record.taskIds)} and t.task_state = ${taskState.voided} and ${isOrdered('t', 's')} order by t.id for update of t`,
  );
  await changeTasks(
    tx,
    tenantId,
    voided.map(({ taskId }) => ({ taskId, from: taskState.voided, to: taskState.waiting })),
    mark,
  );
  await agreeTasks(tx, tube.id, mark);
}

export const entrustActs: readonly ServedCommand[] = [servedSend, servedPass, servedCancel];
