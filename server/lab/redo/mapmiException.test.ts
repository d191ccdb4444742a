import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { maySign, withResult } from '../audit/auditTesting.ts';
import { statusesOf, tasksOf, type StoredTask } from '../tasks/taskTesting.ts';
import { judgedOnMapmi, runningOnMapmi } from './redoTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function act(
  account: Account,
  verb: 'cloud-fallback' | 'resequencing' | 'submit',
  tasks: readonly StoredTask[],
): Promise<readonly ManyAnswer[]> {
  const body = { taskIds: tasks.map(({ id }) => id), reason: '云端报错' };
  const path = callPath('lab', `mapmiException/${verb}`, 'accession');
  const answer = await (await desk.as(account)).post(path, body, { 'idempotency-key': randomUUID() });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: ManyAnswer[] }>().data;
}
const codes = (answers: readonly ManyAnswer[]) => answers.map(({ code }) => code);
const now = async (task: StoredTask): Promise<StoredTask> => (await tasksOf(desk, [task.sampleCode])).find(({ id }) => id === task.id)!;
const listed = async (task: StoredTask, query: Record<string, string> = {}): Promise<any[]> =>
  (await desk.get('lab', 'mapmiException/page', { labCode: task.labCode ?? '', ...query }, 'lab')).data.records;

it('lists what came back wrong, and why, with its findings by confidence', async () => {
  const good = await judgedOnMapmi(desk);
  const low = await judgedOnMapmi(desk, { signals: ['qcLow'] });
  const released = await judgedOnMapmi(desk, { signals: ['gate'] });
  for (const [at, confidence] of ['high', 'high', 'low'].entries())
    await desk.orm.execute(
      sql`insert into lab_finding (id, tenant_id, task_id, name, confidence, is_reported, create_time) values (${990_000 + at}, '000000', ${low.id}, '肺炎链球菌', ${confidence}, 0, now())`,
    );
  expect(await listed(good)).toEqual([]);
  expect(await listed(low)).toMatchObject([
    { exceptionType: 2, signalIntensityGao: 2, signalIntensityZhong: 0, signalIntensityDi: 1, reportAuditStatus: false, taskState: 3 },
  ]);
  expect(await listed(low, { exceptionType: '1' })).toEqual([]);
  expect(await listed(released)).toMatchObject([{ exceptionType: 4 }]);

  const short = await judgedOnMapmi(desk);
  await desk.orm.execute(sql`insert into qc_limit (id, tenant_id, panel_group_id, metric, min_value, on_fail, basis)
    values (990100, '000000', ${short.panelGroupId}, 'rawReads', 10, 1, '步测')`);
  await desk.orm.execute(sql`update lab_result_version set metrics = '{"rawReads": "8.5"}' where task_id = ${short.id}`);
  expect(await listed(short)).toMatchObject([{ exceptionType: 3 }]);
  await desk.orm.execute(sql`delete from qc_limit where id = 990100`);

  const { task: silent, ruleId } = await runningOnMapmi(desk);
  expect(await listed(silent)).toEqual([]);
  await desk.orm.execute(sql`update lab_batch set end_time = '2020-01-01 00:00:00' where id = ${ruleId}`);
  expect(await listed(silent)).toMatchObject([{ exceptionType: 1, taskState: 2, resultVersion: 0 }]);
});

it('has the cloud analyse again in the next round and on the same run, once', async () => {
  const task = await judgedOnMapmi(desk, { signals: ['qcLow'], detectionResult: 3 });
  expect(codes(await act('lab', 'cloud-fallback', [task]))).toEqual([null]);
  const [row] = await desk.rows(sql`select * from lab_task where id = ${task.id}`);
  expect(row).toMatchObject({ taskState: 2, round: 2, nextStep: null, detectionResult: null, signals: ['redo'], batchId: expect.any(String) });
  expect(await desk.rows(sql`select kind, reason, reason_code from lab_task_round where task_id = ${task.id}`)).toMatchObject([
    { kind: 5, reason: '云端报错', reasonCode: null },
  ]);
  const places = await desk.rows(sql`select state, round from lab_batch_place where task_id = ${task.id}`);
  expect(places).toMatchObject([{ round: 2 }]);
  expect(places[0]!['state']).not.toBe(5);
  expect(await statusesOf(desk, [task.sampleCode])).toEqual([104]);
  expect(codes(await act('audit1', 'cloud-fallback', [task]))).toEqual(['redo.done']);
  // What is analysed has a day for it before it is told as silent.
  await desk.orm.execute(sql`update lab_batch set end_time = '2020-01-01 00:00:00' where id = ${row!['batchId']}`);
  expect(await listed(task)).toEqual([]);
  await desk.orm.execute(sql`update lab_task_round set create_time = create_time - interval '2 days' where task_id = ${task.id}`);
  expect(await listed(task)).toMatchObject([{ exceptionType: 1, round: 2 }]);
  expect(codes(await act('lab', 'submit', [task]))).toEqual(['mapmi.noResult']);
});

it('has it sequenced again, and leaves what is on no such sheet or not measured', async () => {
  const [task, { task: running }] = [await judgedOnMapmi(desk), await runningOnMapmi(desk)];
  expect(codes(await act('lab', 'cloud-fallback', [running]))).toEqual(['redo.state']);
  expect(codes(await act('lab', 'resequencing', [task, running]))).toEqual([null, null]);
  for (const one of [task, running]) expect(await now(one)).toMatchObject({ taskState: 1, round: 2 });
  expect(await desk.rows(sql`select next_step, batch_id from lab_task where id = ${task.id}`)).toEqual([{ nextStep: 4, batchId: null }]);
  await withResult(desk, [await now(task)], { source: 1 });
  for (const verb of ['cloud-fallback', 'resequencing', 'submit'] as const) expect(codes(await act('lab', verb, [task]))).toEqual(['redo.notMapmi']);
});

it('takes a result as it is on a person’s account, who does not audit it then', async () => {
  await maySign(desk, 'audit1', 1);
  const task = await judgedOnMapmi(desk, { signals: ['qcLow'] });
  expect(codes(await act('audit1', 'submit', [task]))).toEqual([null]);
  expect(await now(task)).toMatchObject({ taskState: 3, round: 1, resultVersion: 2 });
  expect(await desk.rows(sql`select no, source, reason, superseded_by from lab_result_version where task_id = ${task.id} order by no`)).toMatchObject(
    [
      { no: 1, supersededBy: 2 },
      { no: 2, source: 2, reason: '云端报错', supersededBy: null },
    ],
  );
  expect(await listed(task)).toEqual([]);
  expect(codes(await act('lab', 'submit', [task]))).toEqual(['mapmi.taken']);
  const [values] = await desk.rows<{ signals: string[] }>(sql`select signals from lab_task where id = ${task.id}`);
  expect(values?.signals).not.toContain('edited');
  const { id: taskId, version } = await now(task);
  const signNonce = 'nonce-for-mapmi';
  const body = { taskId, version, level: 1, result: 1, signNonce, signPassword: await desk.sealed(signNonce) };
  expect(await desk.act('online', 'audit1', 'result.audit', body)).toMatchObject({ code: 'audit.ownWork' });
  // One that runs and lacks an item is not taken.
  const lacking = await judgedOnMapmi(desk);
  await desk.orm.execute(sql`update lab_task set task_state = 2 where id = ${lacking.id}`);
  expect(await listed(lacking)).toMatchObject([{ exceptionType: 3, taskState: 2 }]);
  await desk.orm.execute(sql`update lab_result_version set "values" = '{}' where task_id = ${lacking.id}`);
  expect(codes(await act('lab', 'submit', [lacking]))).toEqual(['mapmi.lacks']);
});

it('shows a person the exceptions of their own laboratories alone', async () => {
  const task = await judgedOnMapmi(desk, { signals: ['qcLow'] });
  const { id } = await desk.me('lab');
  await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', '{1}')`);
  try {
    expect(await listed(task)).toEqual([]);
    expect(codes(await act('lab', 'submit', [task]))).toEqual(['command.notYours']);
  } finally {
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  }
  expect((await desk.get('reception', 'mapmiException/page', {}, 'lab')).status).toBe(403);
});
