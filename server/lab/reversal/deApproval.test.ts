import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { audited, maySign, passedTwice } from '../audit/auditTesting.ts';
import { statusesOf, tasksOf, type StoredTask } from '../tasks/taskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (const account of ['audit2', 'admin'] as const) await maySign(desk, account, 2);
});
afterAll(() => desk.close());

async function apply(
  account: Account,
  tasks: readonly Pick<StoredTask, 'id'>[],
  more: object = {},
  key: string = randomUUID(),
): Promise<readonly ManyAnswer[]> {
  const body = { type: 2, operate: 1, reason: '样本混淆', ...more, taskIds: tasks.map(({ id }) => id) };
  const answer = await (await desk.as(account)).post(callPath('lab', 'lab-process/de-approval', 'accession'), body, { 'idempotency-key': key });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: ManyAnswer[] }>().data;
}
const codes = (answers: readonly ManyAnswer[]) => answers.map(({ code }) => code);
const applicationOf = async ({ id }: Pick<StoredTask, 'id'>) =>
  (await desk.rows<{ id: string; state: number }>(sql`select * from de_approval where ${id}::bigint = any(task_ids) order by id desc limit 1`))[0]!;
/** An application of the first auditor's. */
async function applied(operate: 1 | 2 = 1) {
  const task = await passedTwice(desk);
  expect(codes(await apply('audit1', [task], { operate }))).toEqual([null]);
  return { task, id: (await applicationOf(task)).id };
}
const decide = (account: Account, id: string, isPassed: boolean, opinion?: string) =>
  desk.act('online', account, 'deApproval.decide', { id, isPassed, ...(opinion ? { opinion } : {}) });
const now = async (task: StoredTask): Promise<StoredTask> => (await tasksOf(desk, [task.sampleCode])).find(({ id }) => id === task.id)!;
const audits = (task: StoredTask) => desk.rows(sql`select level, is_void from result_audit where task_id = ${task.id} order by level`);

it.each([
  [1, 3, 104, [1, 1], null],
  [2, 4, 106, [0, 1], 'audit1'],
] as const)(
  'operation %i takes a result from 5 to %i, with its tube and the audits that count no longer',
  async (operate, state, status, voided, first) => {
    const { task, id } = await applied(operate);
    expect(await now(task)).toMatchObject({ taskState: 5 });
    expect(await statusesOf(desk, [task.sampleCode])).toEqual([107]);
    expect(await decide('audit2', id, true)).toMatchObject({ status: 'applied', result: { deApprovalId: id, state: 2 } });
    const checkUserIdOne = first ? (await desk.me(first)).id : null;
    expect(await now(task)).toMatchObject({ taskState: state, checkUserIdOne, checkUserIdTwo: null, checkTimeTwo: null, resultVersion: 1 });
    expect(await statusesOf(desk, [task.sampleCode])).toEqual([status]);
    expect((await audits(task)).map(({ isVoid }) => isVoid)).toEqual(voided);
    const decider = await desk.me('audit2');
    expect(await applicationOf(task)).toMatchObject({ state: 2, operatorId: decider.id, operatorName: decider.name, decideTime: expect.any(String) });
    const acts = await desk.rows<{ act: string }>(
      sql`select a.act from sample_act a join lab_task t on t.sample_id = a.sample_id where t.id = ${task.id} order by a.id`,
    );
    expect(acts.map(({ act }) => act)).toEqual(expect.arrayContaining(['deApproval.apply', 'deApproval.decide']));
  },
);

it('is decided by another than who applied, administrators too, who holds the second audit and may sign it there', async () => {
  const task = await passedTwice(desk);
  await apply('admin', [task]);
  const { id } = await applicationOf(task);
  expect(await decide('admin', id, true)).toMatchObject({ code: 'deApproval.own' });
  expect(await decide('audit1', id, true)).toMatchObject({ code: '403' });
  const { id: userId } = await desk.me('audit2');
  await desk.orm.execute(sql`update sign_user set is_disable = 1 where user_id = ${userId}`);
  expect(await decide('audit2', id, true)).toMatchObject({ code: 'deApproval.noAuthority' });
  await desk.orm.execute(sql`update sign_user set is_disable = 0 where user_id = ${userId}`);
  expect(await decide('audit2', id, true)).toMatchObject({ status: 'applied' });
});

it('a rejection says why and changes nothing but the application; then one may apply again', async () => {
  const { task, id } = await applied();
  expect(await decide('audit2', id, false)).toMatchObject({ code: 'deApproval.opinionNeeded' });
  expect(await decide('audit2', id, false, '结果无误')).toMatchObject({ status: 'applied', result: { state: 3 } });
  expect(await now(task)).toMatchObject({ taskState: 5 });
  expect((await audits(task)).map(({ isVoid }) => isVoid)).toEqual([0, 0]);
  expect(await decide('admin', id, true)).toMatchObject({ status: 'conflict', code: 'deApproval.decided' });
  expect(codes(await apply('audit1', [task]))).toEqual([null]);
});

it('is applied for where the second audit passed, once a task; a report is withdrawn elsewhere', async () => {
  const { task } = await applied();
  const key = randomUUID();
  const other = await passedTwice(desk);
  const early = await audited(desk);
  const first = await apply('audit2', [task, other, early, { id: '7' }], {}, key);
  expect(codes(first)).toEqual(['deApproval.open', null, 'deApproval.state', 'deApproval.unknown']);
  expect(codes(await apply('audit2', [task, other, early, { id: '7' }], {}, key))).toEqual(codes(first));
  expect((await desk.rows(sql`select 1 from de_approval where ${other.id}::bigint = any(task_ids)`)).length).toBe(1);
  const free = await passedTwice(desk);
  expect(codes(await apply('audit1', [free], { type: 1, operate: 3 }))).toEqual(['deApproval.report']);
  expect(codes(await apply('audit1', [free], { operate: 3 }))).toEqual(['deApproval.operate']);
  expect(codes(await apply('audit1', [free], { reason: ' ' }))).toEqual(['command.badInput']);
  expect(await desk.act('online', 'lab', 'deApproval.apply', { taskId: free.id, type: 2, operate: 1, reason: '错' })).toMatchObject({ code: '403' });
  await desk.orm.execute(sql`update lab_task set task_state = 6 where id = ${free.id}`);
  expect(codes(await apply('audit1', [free]))).toEqual(['deApproval.issued']);
  const wanted = await passedTwice(desk);
  const both = (await Promise.all([apply('audit1', [wanted]), apply('audit2', [wanted])])).flat();
  expect(both.map(({ status }) => status).toSorted()).toEqual(['applied', 'conflict']);
});

it('of two deciders at once one wins; what went back meanwhile is not taken back again', async () => {
  const { task, id } = await applied();
  const said = await Promise.all([decide('audit2', id, true), decide('admin', id, false, '不同意')]);
  expect(said.map(({ status }) => status).toSorted()).toEqual(['applied', 'conflict']);
  const { state } = await applicationOf(task);
  expect((await now(task)).taskState).toBe(state === 2 ? 3 : 5);

  const later = await applied();
  await desk.orm.execute(sql`update lab_task set task_state = 3 where id = ${later.task.id}`);
  expect(await decide('audit2', later.id, true)).toMatchObject({ status: 'conflict', code: 'deApproval.state' });
  expect(await decide('audit2', later.id, false, '已退回')).toMatchObject({ status: 'applied' });
});

it('lists applications by what they are about, tells what led to one, and shows neither to other laboratories', async () => {
  const { task, id } = await applied(2);
  const page = async (query: Record<string, string>, account: Account = 'audit2') =>
    (await desk.get(account, 'sampleDeApproval/page', { labCode: task.labCode ?? '', ...query }, 'search')).data.records;
  expect(await page({})).toMatchObject([
    {
      deApprovalId: id,
      deApprovalType: 2,
      deApprovalOperate: 2,
      state: 1,
      reason: '样本混淆',
      labCode: task.labCode,
      sampleCode: task.sampleCode,
      operatorName: null,
    },
  ]);
  expect(await page({ state: '2' })).toEqual([]);
  const check = async (account: Account = 'audit1') =>
    (await desk.get(account, 'lab-process/de-approval-check', { code: task.sampleCode }, 'lab')).data;
  expect(await check()).toMatchObject({ tasks: [{ taskId: task.id, taskState: 5, open: { by: (await desk.me('audit1')).name } }] });
  await decide('audit2', id, true, '同意');
  expect(await page({ state: '2' })).toMatchObject([{ opinion: '同意' }]);
  const detail = await desk.get('lab', 'sampleDeApproval/detail', { id }, 'search');
  const [{ steps }] = detail.data.tasks;
  expect(steps.map(({ what, isVoid }: { what: string[]; isVoid: boolean }) => [what[0], isVoid])).toEqual(
    expect.arrayContaining([
      ['第1版结果', false],
      ['一审通过', false],
      ['二审通过', true],
      ['申请取消二审', false],
      ['反审核已执行', false],
    ]),
  );
  const { id: userId } = await desk.me('audit2');
  const open = await applied();
  await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${userId}, 'laboratory', '{1}')`);
  try {
    expect(await page({})).toEqual([]);
    expect((await desk.get('audit2', 'sampleDeApproval/detail', { id }, 'search')).status).toBe(404);
    expect((await desk.get('audit2', 'lab-process/de-approval-check', { code: task.sampleCode }, 'lab')).refusal).toBe('command.notYours');
    expect(await decide('audit2', open.id, true)).toMatchObject({ code: 'command.notYours' });
  } finally {
    await desk.orm.execute(sql`delete from user_scope where user_id = ${userId}`);
  }
  expect((await desk.get('reception', 'sampleDeApproval/page', {}, 'search')).status).toBe(403);
});
