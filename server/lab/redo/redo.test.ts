import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { audited, maySign, withResult } from '../audit/auditTesting.ts';
import { resultDesk } from '../results/resultTesting.ts';
import { statusesOf, tasksOf, waitingTasks, type StoredTask } from '../tasks/taskTesting.ts';
import { runningOnMapmi } from './redoTesting.ts';

let desk: Desk;
let files: ReturnType<typeof resultDesk>;
beforeAll(async () => {
  desk = await openDesk();
  files = resultDesk(desk);
});
afterAll(() => desk.close());

const steps = { 2: 're-extraction', 3: 'rebuild', 4: 're-sequencing' } as const;
type Step = keyof typeof steps;
const reason = { reasonCode: 'ABN04', reason: '灰区' };
async function redo(
  account: Account,
  step: Step,
  tasks: readonly Pick<StoredTask, 'id'>[],
  more: object = {},
  key: string = randomUUID(),
): Promise<readonly ManyAnswer[]> {
  const body = { ...reason, ...more, taskIds: tasks.map(({ id }) => id) };
  const answer = await (await desk.as(account)).post(callPath('lab', `lab-process/${steps[step]}`, 'accession'), body, { 'idempotency-key': key });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: ManyAnswer[] }>().data;
}
const codes = (answers: readonly ManyAnswer[]) => answers.map(({ code }) => code);
const now = async (task: StoredTask): Promise<StoredTask> => (await tasksOf(desk, [task.sampleCode])).find(({ id }) => id === task.id)!;
const stored = async (task: StoredTask) => (await desk.rows(sql`select * from lab_task where id = ${task.id}`))[0]!;

it.each([2, 3, 4] as const)('begins the next round with step %i: the result counts no longer, the clock runs on', async (step) => {
  const task = await audited(desk, { signals: ['qcLow'], detectionResult: 3 });
  expect(await redo('lab', step, [task])).toMatchObject([{ id: task.id, status: 'applied' }]);
  const { externalDueTime, internalDueTime } = task;
  expect(await stored(task)).toMatchObject({
    taskState: 1,
    round: 2,
    nextStep: step,
    batchId: null,
    resultVersion: 1,
    detectionResult: null,
    signals: ['redo'],
    externalDueTime,
    internalDueTime,
    pausedTime: null,
  });
  expect(await desk.rows(sql`select no, superseded_by from lab_result_version where task_id = ${task.id}`)).toMatchObject([
    { no: 1, supersededBy: 2 },
  ]);
  expect(await desk.rows(sql`select 1 from lab_result where task_id = ${task.id}`)).toEqual([]);
  const lab = await desk.me('lab');
  expect(await desk.rows(sql`select * from lab_task_round where task_id = ${task.id}`)).toMatchObject([
    { round: 2, kind: step, reasonCode: 'ABN04', reason: '灰区', userId: lab.id, materialSampleId: null },
  ]);
  expect(await statusesOf(desk, [task.sampleCode])).toEqual([104]);
  const [line] = await desk.rows(
    sql`select a.act, a.note from sample_act a join lab_task t on t.sample_id = a.sample_id where t.id = ${task.id} order by a.id desc limit 1`,
  );
  expect(line).toMatchObject({ act: expect.stringMatching(/^labProcess\./), note: '灰区/临界 灰区' });
});

it('tells of what waits with which step it goes on, where it is scanned and listed, until it runs again', async () => {
  const { task, ruleId } = await runningOnMapmi(desk);
  await redo('lab', 3, [task]);
  const { laboratoryId, panelGroupId, labCode } = task;
  const seen = async () => {
    const scanned = await desk.get('lab', 'lab-batch/place-check', { code: labCode!, laboratoryId, panelGroupId, batchKind: '4' }, 'lab');
    const info = await desk.get('lab', 'lab-process/get-receiveInfo-by-labCode', { labCode: labCode! }, 'lab');
    const listed = await desk.get('lab', 'labReceive/labReceivePage', { labCode: labCode!, nextStep: '3' }, 'search');
    return [scanned.data.task.nextStep, info.data.tasks[0].nextStep, listed.data.records.map((row: { nextStep: number }) => row.nextStep)];
  };
  expect(await seen()).toEqual([3, 3, [3]]);
  // The place it was taken from tells nothing of it.
  const sheet = await desk.get('lab', 'mapmiSj/detail', { ruleId }, 'lab');
  expect(sheet.data.places.map((place: { nextStep: number | null }) => place.nextStep)).toEqual(sheet.data.places.map(() => null));
  await desk.orm.execute(sql`update lab_task set task_state = 2 where id = ${task.id}`);
  expect(await seen()).toEqual([null, null, []]);
});

it('voids the places of what runs, so that it can be put on another sheet', async () => {
  const { task, ruleId } = await runningOnMapmi(desk);
  expect(task).toMatchObject({ taskState: 2 });
  await redo('lab', 3, [task]);
  expect(await desk.rows(sql`select state from lab_batch_place where rule_id = ${ruleId} and task_id = ${task.id}`)).toEqual([{ state: 5 }]);
  expect(await stored(task)).toMatchObject({ taskState: 1, batchId: null });
  expect(await desk.rows(sql`select from_batch_id from lab_task_round where task_id = ${task.id}`)).toEqual([{ fromBatchId: ruleId }]);
  const { laboratoryId, panelGroupId } = task;
  const places = [{ well: 'A01', kind: 1, taskId: task.id }];
  const again = await desk.act('online', 'lab', 'labBatch.save', {
    line: 'mapmi',
    batchKind: 3,
    laboratoryId,
    panelGroupId,
    plateFormat: 96,
    places,
  });
  expect(again).toMatchObject({ status: 'applied' });
});

it('is refused where nothing was begun, where it is audited, without right or reason; two at once begin one round', async () => {
  const waiting = (await waitingTasks(desk)).tasks[0]!;
  expect(codes(await redo('lab', 4, [waiting, { id: '7' }]))).toEqual(['redo.state', 'redo.unknown']);
  const task = await audited(desk);
  for (const [state, code] of [
    [4, 'redo.audited'],
    [5, 'redo.audited'],
    [7, 'redo.state'],
    [8, 'redo.state'],
    [9, 'redo.state'],
  ] as const) {
    await desk.orm.execute(sql`update lab_task set task_state = ${state} where id = ${task.id}`);
    expect(codes(await redo('lab', 4, [task]))).toEqual([code]);
  }
  await desk.orm.execute(sql`update lab_task set task_state = 3 where id = ${task.id}`);
  expect(codes(await redo('lab', 4, [task], { reasonCode: 'ABN99' }))).toEqual(['command.badInput']);
  expect(await desk.act('online', 'reception', 'labProcess.reSequencing', { taskId: task.id, ...reason })).toMatchObject({ code: '403' });
  const answers = (await Promise.all([redo('lab', 4, [task]), redo('audit1', 2, [task])])).flat();
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['applied', 'conflict']);
  expect(answers.find(({ status }) => status === 'conflict')).toMatchObject({ code: 'redo.done', text: expect.stringMatching(/已由 .+ 于 .+ 安排/) });
  expect(await now(task)).toMatchObject({ round: 2, taskState: 1 });
});

it('answers each of many, and a repeat of the request begins nothing twice', async () => {
  const [one, two] = [await audited(desk), await audited(desk)];
  const waiting = (await waitingTasks(desk)).tasks[0]!;
  const key = randomUUID();
  const first = await redo('lab', 4, [one, waiting, two], {}, key);
  expect(codes(first)).toEqual([null, 'redo.state', null]);
  expect(codes(await redo('lab', 4, [one, waiting, two], {}, key))).toEqual(codes(first));
  expect([(await now(one)).round, (await now(two)).round]).toEqual([2, 2]);
});

it('counts rounds, and asks a further right for the fourth and later ones, also of a file’s reader', async () => {
  const task = await audited(desk);
  for (const round of [2, 3]) {
    await redo('lab', 4, [await now(task)]);
    expect(await now(task)).toMatchObject({ round, taskState: 1 });
    await withResult(desk, [await now(task)]);
  }
  expect(codes(await redo('lab', 4, [task]))).toEqual(['redo.more']);
  expect(codes(await redo('audit1', 2, [task]))).toEqual(['redo.more']);
  const head = '实验室编号,WBC';
  const template = await files.template('PG07', head);
  const { data } = await files.upload('PG07', template, `${head}\n${task.labCode},5\n`);
  await files.decide(data.resultFileId, { rows: [{ line: 2, decision: 'redo', reason: '再做' }] });
  await files.work(data.resultFileId);
  expect(await files.lines(data.resultFileId)).toMatchObject([{ refusal: 'result.redoMore', doneTime: null }]);
  expect(await redo('audit2', 4, [task])).toMatchObject([{ status: 'applied' }]);
  expect(await now(task)).toMatchObject({ round: 4, taskState: 1 });
  expect(await desk.rows(sql`select round from lab_task_round where task_id = ${task.id} order by round`)).toEqual([
    { round: 2 },
    { round: 3 },
    { round: 4 },
  ]);
});

it('takes nothing of a file from an earlier round', async () => {
  const task = await audited(desk);
  const head = '实验室编号,WBC';
  const template = await files.template('PG07', head);
  const { data } = await files.upload('PG07', template, `${head}\n${task.labCode},5\n`);
  await desk.orm.execute(sql`update result_file set create_time = create_time - interval '1 minute' where id = ${data.resultFileId}`);
  await redo('lab', 4, [task]);
  await files.decide(data.resultFileId, { rows: [{ line: 2, decision: 'take', reason: '首轮结果' }] });
  await files.work(data.resultFileId);
  expect(await files.lines(data.resultFileId)).toMatchObject([{ refusal: 'result.laterRound', doneTime: null }]);
  expect(await stored(task)).toMatchObject({ taskState: 1, resultVersion: 1 });
});

it('is done from a spare of the tube and from no other, and the spare has work then', async () => {
  const { tasks, sampleCodes } = await waitingTasks(desk, { tubes: 2 });
  const [, spare = ''] = sampleCodes;
  const [task] = tasks as [StoredTask];
  await withResult(desk, [task]);
  const stranger = await audited(desk);
  expect(codes(await redo('lab', 2, [task], { materialSampleCode: stranger.sampleCode }))).toEqual(['redo.materialUnknown']);
  // A tube of the requisition with a commodity of its own follows nobody.
  await desk.orm.execute(sql`update sample set primary_sample_id = null where sample_code = ${spare}`);
  expect(codes(await redo('lab', 2, [task], { materialSampleCode: spare }))).toEqual(['redo.notSpare']);
  await desk.orm.execute(
    sql`update sample set primary_sample_id = (select sample_id from lab_task where id = ${task.id}) where sample_code = ${spare}`,
  );
  expect(codes(await redo('lab', 2, [task], { materialSampleCode: spare.toLowerCase() }))).toEqual([null]);
  const [{ id }] = (await desk.rows<{ id: string }>(sql`select id from sample where sample_code = ${spare}`)) as [{ id: string }];
  expect(await desk.rows(sql`select material_sample_id from lab_task_round where task_id = ${task.id}`)).toEqual([{ materialSampleId: id }]);
  expect(await desk.act('online', 'lab', 'labTask.cancelReceive', { sampleCode: spare, reason: '扫错' })).toMatchObject({ code: 'labTask.hasWork' });
});

it('who ordered it does not pass its first audit', async () => {
  for (const account of ['audit1', 'admin'] as const) await maySign(desk, account, 1);
  const task = await audited(desk);
  await redo('audit1', 4, [task]);
  await withResult(desk, [await now(task)]);
  const { id: taskId, version } = await now(task);
  const signNonce = 'nonce-for-redo';
  const body = { taskId, version, level: 1, result: 1, signNonce, signPassword: await desk.sealed(signNonce) };
  expect(await desk.act('online', 'audit1', 'result.audit', body)).toMatchObject({ code: 'audit.ownWork' });
  expect(await desk.act('online', 'admin', 'result.audit', body)).toMatchObject({ status: 'applied' });
});
