import { sql } from 'drizzle-orm';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { moveTasks, type TaskFacts } from '#server/spine/tasks/moveTasks.ts';
import { newId } from '#server/storage/ids.ts';
import { deApprovalTable, labProcessRecordTable, labProcessTrackTable, labTaskRoundTable } from '#server/storage/labTaskTables.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { LabBench, LabTask } from './labBench.ts';

/** Kinds of process records: what was decided about the work on a sample. */
export const recordKind = { stop: 1, resample: 2, delay: 3 } as const;
const recordState = { open: 1, takenBack: 2, completed: 3 } as const;
const acts = { 1: 'labProcess.stop', 2: 'labProcess.resample', 3: 'labProcess.delay' } as const;

export interface RecordWanted {
  readonly kind: (typeof recordKind)[keyof typeof recordKind];
  readonly task: LabTask;
  readonly at: string;
  readonly reasonCode: string | null;
  readonly reason: string;
  readonly isBillable?: number;
  readonly notify?: number;
  readonly promisedTime?: string;
  /** Calls made since: what was said, and after how many hours. */
  readonly tracks?: readonly (readonly [hours: number, content: string, contactName: string])[];
  /** How it ended: taken back, or completed by another tube. */
  readonly closed?: { readonly hours: number; readonly reason: string; readonly by?: LabTask };
}

/** Notes what was decided about a task, moves it where that leads, and closes it again where it has ended. */
export async function decided(bench: LabBench, wanted: RecordWanted): Promise<void> {
  const { tx, tenantId, crew } = bench;
  const { kind, at, reason, closed } = wanted;
  const [task] = await bench.again([wanted.task]);
  if (!task) throw new Error('demo data: a task that is no more');
  const to: TaskState | null = kind === recordKind.stop ? taskState.stopped : kind === recordKind.resample ? taskState.resampling : null;
  const before = task.taskState;
  const move = (from: TaskState, next: TaskState, act: string, time: string, facts: TaskFacts) =>
    moveTasks(tx, tenantId, [{ taskId: task.id, from, to: next, facts }], bench.mark(crew.bench, time, act, reason));
  if (to !== null) await move(before, to, acts[kind], at, kind === recordKind.resample ? { pausedTime: at } : {});
  if (kind === recordKind.delay) await move(before, before, acts[kind], at, { promisedTime: wanted.promisedTime ?? null });
  const closeTime = closed ? bench.later(at, closed.hours) : null;
  if (closed && closeTime && to !== null) {
    if (closed.by) await move(to, taskState.stopped, 'labProcess.resampleNew', closeTime, { pausedTime: null });
    else await move(to, before === taskState.running ? taskState.waiting : before, `${acts[kind]}Recovery`, closeTime, { pausedTime: null });
  }
  const id = newId();
  const [client] = (
    await tx.execute<{ client: string | null }>(
      sql`select send_sample_client_id::text as client from sample where tenant_id = ${tenantId} and id = ${task.sampleId}`,
    )
  ).rows;
  await tx.execute(
    insertMany(labProcessRecordTable, [
      {
        id,
        tenantId,
        kind,
        taskIds: [task.id],
        sampleId: task.sampleId,
        sampleCode: task.sampleCode,
        labCode: task.labCode,
        requisitionId: task.requisitionId,
        requisitionCode: task.requisitionCode,
        laboratoryId: task.laboratoryId,
        commodityIds: task.commodityIds,
        sendSampleClientId: client?.client ?? null,
        reasonCode: wanted.reasonCode,
        reason,
        statesBefore: { [task.id]: before },
        isBillable: wanted.isBillable ?? null,
        notify: wanted.notify ?? null,
        promisedTime: wanted.promisedTime ?? null,
        newSampleId: closed?.by?.sampleId ?? null,
        newSampleCode: closed?.by?.sampleCode ?? null,
        state: closed ? (closed.by ? recordState.completed : recordState.takenBack) : recordState.open,
        closerId: closed ? crew.first.id : null,
        closerName: closed ? crew.first.name : null,
        closeReason: closed?.reason ?? null,
        closeTime,
        createUser: crew.bench.id,
        createUserName: crew.bench.name,
        createTime: at,
        updateTime: closeTime ?? at,
        version: closed ? 2 : 1,
      },
    ]),
  );
  const { tracks = [] } = wanted;
  if (tracks.length === 0) return;
  await tx.execute(
    insertMany(
      labProcessTrackTable,
      tracks.map(([hours, content, contactName]) => ({
        id: newId(),
        tenantId,
        recordId: id,
        content,
        contactWay: 1,
        contactName,
        nextTime: bench.later(at, hours + 24),
        createUser: crew.bench.id,
        createUserName: crew.bench.name,
        createTime: bench.later(at, hours),
      })),
    ),
  );
}

/** Begins a task's work again from a step of the bench: 2 extraction, 3 library, 4 sequencing. */
export async function begunAgain(
  bench: LabBench,
  given: LabTask,
  { step, at, reasonCode, reason }: { readonly step: 2 | 3 | 4; readonly at: string; readonly reasonCode: string; readonly reason: string },
): Promise<void> {
  const { tx, tenantId, crew } = bench;
  const [task] = await bench.again([given]);
  if (!task) throw new Error('demo data: a task that is no more');
  const act = { 2: 'labProcess.reExtraction', 3: 'labProcess.rebuild', 4: 'labProcess.reSequencing' }[step];
  const facts = { round: task.round + 1, nextStep: step, batchId: null, detectionResult: null, signals: ['redo'] };
  await moveTasks(tx, tenantId, [{ taskId: task.id, from: task.taskState, to: taskState.waiting, facts }], bench.mark(crew.bench, at, act, reason));
  await tx.execute(
    insertMany(labTaskRoundTable, [
      {
        tenantId,
        taskId: task.id,
        round: task.round + 1,
        kind: step,
        reasonCode,
        reason,
        fromBatchId: task.batchId,
        userId: crew.bench.id,
        userName: crew.bench.name,
        createTime: at,
      },
    ]),
  );
  await tx.execute(
    sql`update lab_batch_place set state = 5, update_time = ${at}, version = version + 1 where tenant_id = ${tenantId} and task_id = ${task.id} and state < 5`,
  );
}

/** Asks for a passed result to be taken back, and decides it where an opinion is given: refused, or back to the first audit. */
export async function askedBack(
  bench: LabBench,
  given: LabTask,
  {
    at,
    reason,
    opinion,
    isGranted = false,
  }: { readonly at: string; readonly reason: string; readonly opinion?: string; readonly isGranted?: boolean },
): Promise<void> {
  const { tx, tenantId, crew } = bench;
  const [task] = await bench.again([given]);
  if (!task) throw new Error('demo data: a task that is no more');
  const decideTime = opinion === undefined ? null : bench.later(at, 3);
  await tx.execute(
    insertMany(deApprovalTable, [
      {
        id: newId(),
        tenantId,
        taskIds: [task.id],
        deApprovalType: 2,
        deApprovalOperate: 1,
        reason,
        applicantId: crew.first.id,
        applicantName: crew.first.name,
        operatorId: decideTime ? crew.second.id : null,
        operatorName: decideTime ? crew.second.name : null,
        opinion: opinion ?? null,
        decideTime,
        state: decideTime ? (isGranted ? 2 : 3) : 1,
        createTime: at,
        updateTime: decideTime ?? at,
      },
    ]),
  );
  if (!decideTime || !isGranted) return;
  const nobody = {
    checkTimeOne: null,
    checkUserIdOne: null,
    checkUserNameOne: null,
    checkTimeTwo: null,
    checkUserIdTwo: null,
    checkUserNameTwo: null,
  };
  await tx.execute(sql`update result_audit set is_void = 1 where tenant_id = ${tenantId} and task_id = ${task.id} and is_void = 0`);
  await moveTasks(
    tx,
    tenantId,
    [{ taskId: task.id, from: task.taskState, to: taskState.firstAudit, facts: nobody }],
    bench.mark(crew.second, decideTime, 'labProcess.deApprovalDecide', reason),
  );
}
