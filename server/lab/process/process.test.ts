import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import type { TaskState } from '#domain/lab/rules/taskState.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { moveTasks, type TaskFacts } from '#server/spine/tasks/moveTasks.ts';
import { audited, maySign } from '../audit/auditTesting.ts';
import { markBy, statusesOf, tasksOf, waitingTasks, type StoredTask } from '../tasks/taskTesting.ts';
import { codesOf, processDesk } from './processTesting.ts';

let desk: Desk;
let acts: ReturnType<typeof processDesk>;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => {
  acts = processDesk(desk);
});
afterAll(() => desk.close());

const two = { commodities: ['BIO07', 'THY05'] };
async function go(tasks: readonly StoredTask[], way: readonly TaskState[], facts: TaskFacts = {}): Promise<void> {
  const { mark } = await markBy(desk, 'lab');
  let from = tasks[0]!.taskState;
  for (const to of way) {
    const before = from;
    await desk.orm.transaction((tx) =>
      moveTasks(
        tx,
        '000000',
        tasks.map(({ id }) => ({ taskId: id, from: before, to, facts })),
        mark,
      ),
    );
    from = to;
  }
}
async function limited(kind: string, ids: readonly string[], work: () => Promise<void>): Promise<void> {
  const { id } = await desk.me('lab');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, ${kind}, ${sql.param([...ids])}::bigint[])`,
  );
  try {
    await work();
  } finally {
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  }
}
const recordsOf = (task: StoredTask) => desk.rows(sql`select * from lab_process_record where ${task.id} = any(task_ids) order by id`);
const openRecord = async (task: StoredTask): Promise<string> => (await recordsOf(task)).find(({ state }) => state === 1)!['id'];

it('a stop ends tasks one by one, and a tube with its last; on evidence they go on where they stood, what ran waits again', async () => {
  const { tasks, sampleCodes } = await waitingTasks(desk, two);
  const [one, other] = tasks as [StoredTask, StoredTask];
  await go([other], [2]);
  expect(await acts.stop([one])).toMatchObject([{ id: one.id, status: 'applied' }]);
  expect([await acts.states(sampleCodes), await statusesOf(desk, sampleCodes)]).toEqual([[7, 2], [104]]);
  expect(codesOf(await acts.stop(tasks, { reasonCode: 'STP01' }))).toEqual(['process.done', null]);
  expect(await statusesOf(desk, sampleCodes)).toEqual([110]);
  const [first] = await recordsOf(one);
  const [second] = await recordsOf(other);
  expect(first).toMatchObject({ kind: 1, reasonCode: 'STP02', reason: '样本不足', isBillable: 0, state: 1, statesBefore: { [one.id]: 1 } });
  expect(second).toMatchObject({ isBillable: 1, statesBefore: { [other.id]: 2 } });

  const ids = [first!['id'], second!['id']] as [string, string];
  expect(await acts.recoverStops(ids, null)).toMatchObject({ status: 400, refusal: 'process.noEvidence' });
  expect(await acts.recoverStops(ids, Buffer.from('no picture'))).toMatchObject({ status: 422 });
  const key = randomUUID();
  expect((await acts.recoverStops(ids, undefined, 'audit1', key)).data.map(({ status }) => status)).toEqual(['applied', 'applied']);
  expect((await acts.recoverStops(ids, undefined, 'audit1')).data.map(({ code }) => code)).toEqual(['process.closed', 'process.closed']);
  expect([await acts.states(sampleCodes), await statusesOf(desk, sampleCodes)]).toEqual([[1, 1], [104]]);
  const evidence = await (await desk.as('audit2')).get(callPath('lab', 'lab-process/evidence', 'accession'), { id: ids[0] });
  expect([evidence.statusCode, evidence.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const line = await desk.rows<{ act: string; toStatus: number | null }>(
    sql`select a.act, a.to_status from sample_act a join sample s on s.id = a.sample_id where s.sample_code = ${sampleCodes[0]} and a.act like 'labProcess.%' order by a.id`,
  );
  expect(line.map(({ act, toStatus }) => `${act} ${toStatus ?? ''}`.trim())).toEqual([
    'labProcess.stop',
    'labProcess.stop 110',
    'labProcess.stopRecover 104',
    'labProcess.stopRecover',
  ]);
});

it('a stop takes its wells from the sheet and moves due times by the pause when it is taken back', async () => {
  const { tasks } = await waitingTasks(desk);
  const [task] = tasks as [StoredTask];
  await desk.orm.execute(sql`insert into lab_batch_place (id, tenant_id, rule_id, seq, well, kind, task_id, state, create_time, update_time)
    values (${task.id}, '000000', '1', 1, 'A01', 1, ${task.id}, 1, now(), now())`);
  await acts.stop([task]);
  expect(await desk.rows(sql`select state from lab_batch_place where task_id = ${task.id}`)).toEqual([{ state: 5 }]);
  await desk.orm
    .execute(sql`update lab_task set date_model = 2, due_steps = due_steps - 'models', paused_time = now() - interval '6 hours', internal_due_time = now() - interval '7 hours',
    external_due_time = now() + interval '10 days' where id = ${task.id}`);
  const [before] = await desk.rows<{ due: number; over: string }>(
    sql`select extract(epoch from external_due_time)::float8 as due, internal_due_time::text as over from lab_task where id = ${task.id}`,
  );
  await acts.recoverStops([await openRecord(task)]);
  const [after] = await desk.rows<{ due: number; over: string; pausedTime: string | null; steps: { external: { text: string[] }[] } }>(
    sql`select extract(epoch from external_due_time)::float8 as due, internal_due_time::text as over, paused_time, due_steps as steps from lab_task where id = ${task.id}`,
  );
  const moved = (after!.due - before!.due) / 3600;
  expect(moved).toBeGreaterThan(5.99);
  expect(moved).toBeLessThan(6.1);
  expect(after).toMatchObject({ over: before!.over, pausedTime: null });
  expect(after!.steps.external.at(-2)?.text[0]).toContain('暂停');
});

it('what is audited goes back first, what is another’s is told no more of, and each act wants its right', async () => {
  const task = await audited(desk);
  await go([task], [4]);
  expect(codesOf(await acts.stop([task]))).toEqual(['process.goBackFirst']);
  expect(codesOf(await acts.resample([task]))).toEqual(['process.goBackFirst']);
  const [waiting] = (await waitingTasks(desk)).tasks as [StoredTask];
  for (const [kind, ids] of [
    ['laboratory', ['1']],
    ['panelGroup', ['1']],
  ] as const)
    await limited(kind, ids, async () => {
      expect(codesOf(await acts.stop([waiting, { ...waiting, id: '1' }]))).toEqual(['command.notYours', 'process.unknown']);
      expect((await desk.get('lab', 'lab-process/registration-check', { labCode: waiting.labCode!, kind: '1' }, 'lab')).data).toEqual([]);
    });
  expect(await acts.states([waiting.sampleCode])).toEqual([1]);
  for (const [account, path] of [
    ['audit2', 'lab-process/stop'],
    ['audit2', 'lab-process/resample'],
    ['audit2', 'lab-process/delay'],
    ['lab', 'lab-process/stop-recovery'],
    ['lab', 'lab-process/resample-recovery'],
    ['reception', 'lab-process/trackBatch'],
  ] as const)
    expect((await (await desk.as(account)).post(callPath('lab', path, 'accession'), { taskIds: [waiting.id] })).statusCode, path).toBe(403);
});

it('is done once for a key, and of a stop and an audit at once one wins', async () => {
  const [task] = (await waitingTasks(desk)).tasks as [StoredTask];
  const key = randomUUID();
  const first = await acts.stop([task], {}, 'lab', key);
  expect(await acts.stop([task], {}, 'lab', key)).toEqual(first);
  expect(codesOf(await acts.stop([task], { reasonCode: 'STP05' }, 'lab', key))).toEqual(['command.keyReused']);
  expect(await recordsOf(task)).toHaveLength(1);

  await maySign(desk, 'audit1', 1);
  const result = await audited(desk);
  const nonce = 'nonce-for-process';
  const audit = { level: 1, result: 1, signNonce: nonce, signPassword: await desk.sealed(nonce) };
  const said = await Promise.all([
    acts.stop([result]),
    acts.send('audit1', 'result-audit/audit', { ...audit, tasks: [{ taskId: result.id, version: result.version }] }),
  ]);
  expect(
    said
      .flat()
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['applied', 'conflict']);
});

it('two stops at one task make one record', async () => {
  const [task] = (await waitingTasks(desk)).tasks as [StoredTask];
  const said = await Promise.all([acts.stop([task]), acts.stop([task], {}, 'audit1'), acts.delay([task])]);
  expect(said.flat().filter(({ status }) => status === 'applied').length).toBeLessThanOrEqual(2);
  expect((await recordsOf(task)).filter(({ kind }) => kind === 1)).toHaveLength(1);
});

it('a delay promises anew and leaves the due time; it is changed, followed up and taken back', async () => {
  const [task] = (await waitingTasks(desk)).tasks as [StoredTask];
  expect(codesOf(await acts.delay([task], { promisedTime: '2020-01-01 10:00:00' }))).toEqual(['process.promisedPast']);
  expect(codesOf(await acts.delay([task]))).toEqual([null]);
  expect(codesOf(await acts.delay([task]))).toEqual(['process.done']);
  const promised = async () => (await desk.rows(sql`select promised_time, external_due_time from lab_task where id = ${task.id}`))[0];
  expect(await promised()).toEqual({ promisedTime: '2099-01-01 10:00:00', externalDueTime: task.externalDueTime });
  const [row] = await acts.page('delay-record/page', { sampleCode: task.sampleCode, isUntold: '1' });
  expect(row).toMatchObject({ recordState: 1, reason: '仪器故障', isUntold: 1, trackCount: 0, promisedTime: '2099-01-01 10:00:00' });
  const recordId = row!['recordId'];
  const track = { recordIds: [recordId], content: '电话告知门诊', contactWay: 1, contactName: '刘护士', nextTime: '2099-01-02 09:00:00' };
  expect(codesOf(await acts.send('lab', 'lab-process/trackBatch', track))).toEqual([null]);
  expect(await acts.page('delay-record/page', { sampleCode: task.sampleCode, isUntold: '1' })).toEqual([]);
  const detail = await desk.get('lab', 'resample-record/detail', { id: recordId }, 'lab');
  expect(detail.data).toMatchObject({
    isUntold: 0,
    lastTrack: '电话告知门诊',
    tasks: [{ taskId: task.id }],
    tracks: [{ contactWay: 1, contactName: '刘护士' }],
  });
  const update = (own: object) => desk.act('online', 'lab', 'labProcess.update', { recordId, version: row!['version'], ...own });
  expect(await update({ promisedTime: '2099-02-01 10:00:00' })).toMatchObject({ status: 'applied' });
  expect(await promised()).toMatchObject({ promisedTime: '2099-02-01 10:00:00' });
  expect(await update({ promisedTime: '2099-03-01 10:00:00' })).toMatchObject({ code: 'process.changed' });
  expect(await update({ version: row!['version'] + 1, promisedTime: null })).toMatchObject({ status: 'applied' });
  expect(await promised()).toMatchObject({ promisedTime: null });
  expect(codesOf(await acts.send('lab', 'lab-process/trackBatch', track))).toEqual(['process.closed']);
  expect(codesOf(await acts.delay([task]))).toEqual([null]);
});

it('a result that is sent back leaves a record of it', async () => {
  const task = await audited(desk);
  await maySign(desk, 'audit2', 2);
  await go([task], [4]);
  const nonce = 'nonce-for-goback';
  const { version } = await acts.now(task);
  const body = {
    level: 2,
    result: 2,
    opinion: '曲线异常',
    signNonce: nonce,
    signPassword: await desk.sealed(nonce),
    tasks: [{ taskId: task.id, version }],
  };
  expect(codesOf(await acts.send('audit2', 'result-audit/audit', body))).toEqual([null]);
  expect(await acts.page('go-back-record/page', { sampleCode: task.sampleCode })).toMatchObject([
    { kind: 4, recordState: 3, reason: '曲线异常', isUntold: 0 },
  ]);
});

it('says what a code leads to and what an act would say of each task, and writes nothing', async () => {
  const { tasks, sampleCodes } = await waitingTasks(desk, two);
  const [one, other] = tasks as [StoredTask, StoredTask];
  await go([other], [3, 4]);
  for (const labCode of [one.labCode!, sampleCodes[0]!]) {
    const info = await desk.get('lab', 'lab-process/get-receiveInfo-by-labCode', { labCode }, 'lab');
    expect(info.data, info.body).toMatchObject({
      sampleCode: sampleCodes[0],
      labStatus: 104,
      tasks: [{ taskId: one.id, taskState: 1 }, { taskState: 4 }],
    });
  }
  expect((await desk.get('lab', 'lab-process/get-receiveInfo-by-labCode', { labCode: 'NOBODY' }, 'lab')).data).toBeNull();
  const check = await desk.get('lab', 'lab-process/registration-check', { labCode: one.labCode!, kind: '1' }, 'lab');
  expect(check.data).toMatchObject([
    { taskId: one.id, verdict: 'ready', refusal: null },
    { taskId: other.id, verdict: 'conflict', refusal: { code: 'process.goBackFirst' } },
  ]);
  expect((await desk.get('lab', 'lab-process/registration-check', { labCode: one.labCode!, kind: '4' }, 'lab')).status).toBe(400);
  expect((await tasksOf(desk, sampleCodes)).map(({ taskState }) => taskState)).toEqual([1, 4]);
});
