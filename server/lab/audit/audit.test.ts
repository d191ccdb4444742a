import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import type { TaskFacts } from '#server/spine/tasks/moveTasks.ts';
import { newId } from '#server/storage/ids.ts';
import { statusesOf, tasksOf, type StoredTask } from '../tasks/taskTesting.ts';
import { audited as auditedTask, maySign } from './auditTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (const [account, level] of [
    ['audit1', 1],
    ['audit2', 2],
    ['admin', 1],
    ['admin', 2],
  ] as const)
    await maySign(desk, account, level);
});
afterAll(() => desk.close());

const audited = (facts: TaskFacts = {}, author: 'lab' | 'audit1' = 'lab') => auditedTask(desk, facts, author);
interface Order {
  readonly level?: 1 | 2;
  readonly result?: 1 | 2;
  readonly opinion?: string;
  readonly password?: string | null;
}
const bodyOf = async (tasks: readonly StoredTask[], { level = 1, result = 1, opinion, password }: Order = {}) => {
  const nonce = 'nonce-for-audit';
  const signing = password === null ? {} : { signNonce: nonce, signPassword: await desk.sealed(nonce, password) };
  return { level, result, ...(opinion ? { opinion } : {}), ...signing, tasks: tasks.map(({ id, version }) => ({ taskId: id, version })) };
};
async function sendBody(account: 'audit1' | 'audit2' | 'lab' | 'admin', body: object, key: string = randomUUID()): Promise<readonly ManyAnswer[]> {
  const answer = await (await desk.as(account)).post(callPath('lab', 'result-audit/audit', 'accession'), body, { 'idempotency-key': key });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: ManyAnswer[] }>().data;
}
async function audit(
  account: 'audit1' | 'audit2' | 'lab' | 'admin',
  tasks: readonly StoredTask[],
  order: Order = {},
): Promise<readonly ManyAnswer[]> {
  return sendBody(account, await bodyOf(tasks, order));
}
const now = async (task: StoredTask): Promise<StoredTask> => (await tasksOf(desk, [task.sampleCode])).find(({ id }) => id === task.id)!;
const codes = (answers: readonly ManyAnswer[]) => answers.map(({ code }) => code);

it('two auditors pass a result one after the other, and its tube goes with it', async () => {
  const task = await audited();
  expect(await audit('audit1', [task])).toMatchObject([{ id: task.id, status: 'applied' }]);
  expect(await statusesOf(desk, [task.sampleCode])).toEqual([106]);
  expect(await audit('audit2', [await now(task)], { level: 2 })).toMatchObject([{ status: 'applied' }]);
  expect(await statusesOf(desk, [task.sampleCode])).toEqual([107]);
  const rows = await desk.rows(sql`select level, result, sign_user_name, is_void from result_audit where task_id = ${task.id} order by id`);
  expect(rows).toMatchObject([
    { level: 1, result: 1, isVoid: 0 },
    { level: 2, result: 1, isVoid: 0 },
  ]);
});

it('nobody audits their own work, and the second auditor is another than the first', async () => {
  const own = await audited({}, 'audit1');
  expect(codes(await audit('audit1', [own]))).toEqual(['audit.ownWork']);
  const task = await audited();
  await audit('admin', [task]);
  expect(codes(await audit('admin', [await now(task)], { level: 2 }))).toEqual(['audit.sameAuditor']);
});

it('who released a held file passes nothing of it, also after a conclusion of their own', async () => {
  const task = await audited();
  const { id } = await desk.me('audit1');
  const fileId = newId();
  await desk.orm
    .execute(sql`insert into result_file (id, tenant_id, file_name, sha256, panel_group_id, laboratory_id, result_template_id, read_state, import_state, release_user_id, upload_user_id, upload_user_name, create_time, update_time)
    values (${fileId}, '000000', 'held.csv', ${fileId.padStart(64, '0')}, ${task.panelGroupId}, ${task.laboratoryId}, 1, 2, 2, ${id}, ${(await desk.me('lab')).id}, 'lab', now(), now())`);
  await desk.orm.execute(sql`update lab_result_version set file_id = ${fileId} where task_id = ${task.id}`);
  expect(codes(await audit('audit1', [task]))).toEqual(['audit.ownWork']);
  await desk.orm
    .execute(sql`insert into lab_result_version (tenant_id, task_id, no, round, source, values, metrics, findings, conclusion, detection_result, author_id, author_name, create_time)
    select tenant_id, task_id, no + 1, round, 2, values, metrics, findings, '{"conclusion":"1"}', detection_result, ${id}, 'audit1', create_time from lab_result_version where task_id = ${task.id}`);
  await desk.orm.execute(sql`update lab_task set result_version = result_version + 1 where id = ${task.id}`);
  expect(codes(await audit('audit1', [await now(task)]))).toEqual(['audit.ownWork']);
});

it('clear ones are passed together, what is not clear alone; each is told for itself, and a repeat of the whole does nothing twice', async () => {
  const clear = await audited();
  const positive = await audited({ detectionResult: qualitativeResult.positive });
  const doubtful = await audited({ signals: ['qcLow'] });
  const key = randomUUID();
  const body = await bodyOf([clear, positive, doubtful]);
  const first = await sendBody('audit1', body, key);
  expect(codes(first)).toEqual([null, 'audit.oneByOne', 'audit.oneByOne']);
  expect(codes(await sendBody('audit1', body, key))).toEqual(codes(first));
  expect(codes(await sendBody('audit1', { ...body, level: 2 }, key))).toEqual(Array.from(first, () => 'command.keyReused'));
  expect(await audit('audit1', [positive])).toMatchObject([{ status: 'applied' }]);
  expect((await desk.rows(sql`select 1 from result_audit where task_id = ${clear.id}`)).length).toBe(1);
});

it('is not clear while a change of its requisition or a concession for its tube is undecided', async () => {
  const [changed, conceded, other] = [await audited(), await audited(), await audited()];
  const { id: userId } = await desk.me('lab');
  await desk.orm
    .execute(sql`insert into order_change (id, tenant_id, requisition_id, requisition_code, apply_type, changes, add_commodity_ids, remove_commodity_ids, apply_reason, apply_user_id, apply_user_name, apply_time, audit_status, effects, create_time, update_time)
    select ${newId()}, t.tenant_id, t.requisition_id, t.requisition_code, 2, '[]', '{}', '{}', '录错', ${userId}, 'lab', now(), 0, '[]', now(), now() from lab_task t where t.id = ${changed.id}`);
  const caseId = newId();
  await desk.orm
    .execute(sql`insert into abnormal_case (id, tenant_id, case_no, case_code, stage, severity, content, found_user_id, found_user_name, found_time, measure, due_time, is_hold, state, create_time, update_time)
    values (${caseId}, '000000', ${caseId}, 'ABN01', 1, 1, '量少', ${userId}, 'lab', now(), 3, now(), 0, 2, now(), now())`);
  await desk.orm.execute(
    sql`insert into abnormal_case_tube (tenant_id, case_id, sample_code, sample_id) select t.tenant_id, ${caseId}, t.sample_code, t.sample_id from lab_task t where t.id = ${conceded.id}`,
  );
  const tasks = [changed, conceded, other];
  expect(codes(await audit('audit1', tasks))).toEqual(['audit.oneByOne', 'audit.oneByOne', null]);
  const page = async (labCode: string) => (await desk.get('audit1', 'result-audit/page', { level: '1', labCode }, 'lab')).data.records;
  for (const task of [changed, conceded]) expect(await page(task.labCode!)).toMatchObject([{ isClear: 0, signals: ['infoOpen'] }]);
  // Who looked before it came up passes it no more than together with others.
  const seen = async (signals: readonly string[]) => {
    const body = await bodyOf([changed]);
    return codes(await sendBody('audit1', { ...body, tasks: body.tasks.map((one) => ({ ...one, signals })) }));
  };
  expect(await seen([])).toEqual(['audit.signalsChanged']);
  await desk.orm.execute(
    sql`update order_change set audit_status = 1 where requisition_code = (select requisition_code from lab_task where id = ${changed.id})`,
  );
  await desk.orm.execute(sql`update abnormal_case set state = 3 where id = ${caseId}`);
  for (const task of [changed, conceded]) expect(await page(task.labCode!)).toMatchObject([{ isClear: 1, signals: [] }]);
  expect(codes(await audit('audit1', [changed, conceded]))).toEqual([null, null]);
});

it('is refused with the wrong password, without one, without the level’s right, and as it was not seen', async () => {
  const task = await audited();
  expect(codes(await audit('audit1', [task], { password: 'not-mine' }))).toEqual(['signature.wrong']);
  await desk.orm.execute(sql`update result_audit set create_time = create_time - interval '31 minutes'`);
  expect(codes(await audit('audit1', [task], { password: null }))).toEqual(['signature.wanted']);
  expect(codes(await audit('lab', [task]))).toEqual(['audit.notPermitted']);
  expect(codes(await audit('audit1', [{ ...task, version: task.version - 1 }]))).toEqual(['audit.changed']);
  expect(await audit('audit1', [task])).toMatchObject([{ status: 'applied' }]);
  // A moment later nobody is asked again.
  const next = await audited();
  expect(await audit('audit1', [next], { password: null })).toMatchObject([{ status: 'applied' }]);
});

it('what lacks a value or a conclusion is not passed', async () => {
  const lacking = await audited();
  await desk.orm.execute(sql`delete from lab_result where task_id = ${lacking.id}`);
  expect(codes(await audit('audit1', [lacking]))).toEqual(['audit.incomplete']);
  const unjudged = await audited({ detectionResult: null });
  expect(codes(await audit('audit1', [unjudged]))).toEqual(['audit.unjudged']);
});

it('the second auditor sends back with a reason: the first audit is void, and it is judged again', async () => {
  const task = await audited();
  await audit('audit1', [task]);
  const seen = await now(task);
  expect(codes(await audit('audit2', [seen], { level: 2, result: 2 }))).toEqual(['audit.opinionNeeded']);
  expect(await audit('audit2', [seen], { level: 2, result: 2, opinion: '曲线异常' })).toMatchObject([{ status: 'applied' }]);
  expect(await now(task)).toMatchObject({ taskState: taskState.firstAudit, checkUserIdOne: null });
  expect(await statusesOf(desk, [task.sampleCode])).toEqual([104]);
  expect(await desk.rows(sql`select level, is_void from result_audit where task_id = ${task.id} order by id`)).toMatchObject([
    { level: 1, isVoid: 1 },
    { level: 2, isVoid: 1 },
  ]);
});

it('the first auditor finds what they have passed, and takes it back while nobody has looked at it', async () => {
  const task = await audited();
  await audit('audit1', [task]);
  const mine = async (account: 'audit1' | 'admin') =>
    (await desk.get(account, 'result-audit/page', { level: '1', isMine: '1', labCode: task.labCode ?? '' }, 'lab')).data.records;
  expect(await mine('audit1')).toMatchObject([{ taskId: task.id, taskState: taskState.secondAudit }]);
  expect(await mine('admin')).toEqual([]);
  expect(await audit('audit1', [await now(task)], { result: 2, opinion: '漏看曲线' })).toMatchObject([{ status: 'applied' }]);
  expect(await now(task)).toMatchObject({ taskState: taskState.firstAudit, checkUserIdOne: null });
  expect(await mine('audit1')).toEqual([]);
});

it('of two auditors at one result one wins, and the other is told who it was', async () => {
  const task = await audited();
  const answers = (await Promise.all([audit('audit1', [task]), audit('admin', [task])])).flat();
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['applied', 'conflict']);
  expect(answers.find(({ status }) => status === 'conflict')?.text).toMatch(/已由 .+ 审核/);
});

it('the queue shows what awaits a level by panel group, and one result with all that is looked at', async () => {
  const task = await audited();
  const queue = await desk.get('audit1', 'result-audit/page', { level: '1', labCode: task.labCode ?? '' }, 'lab');
  expect(queue.data.records).toMatchObject([{ taskId: task.id, isClear: 1, detectionResult: 1, panelGroupId: task.panelGroupId }]);
  const [panels] = await desk.rows<{ own: string; other: string }>(
    sql`select t.panel_ids[1]::text as own, (select p.id::text from panel p where p.tenant_id = t.tenant_id and p.id <> all(t.panel_ids) limit 1) as other from lab_task t where t.id = ${task.id}`,
  );
  const byPanel = async (panelId: string) =>
    (await desk.get('audit1', 'result-audit/page', { level: '1', labCode: task.labCode ?? '', panelId }, 'lab')).data;
  expect([(await byPanel(panels!.own)).total, (await byPanel(panels!.other)).total]).toEqual([1, 0]);
  const groups = await desk.get('audit1', 'result-audit/group-page', { level: '1' }, 'lab');
  const group = groups.data.records.find((one: { panelGroupId: string }) => one.panelGroupId === task.panelGroupId);
  expect(group.countNumber).toBeGreaterThan(0);
  expect(group.clearCount).toBeLessThanOrEqual(group.countNumber);
  const detail = await desk.get('audit1', 'result-audit/detail', { taskId: task.id }, 'lab');
  // Either auditor reads the paper beside the values.
  for (const auditor of ['audit1', 'audit2'] as const) {
    const paper = await desk.get(auditor, 'requisition-image/page', { requisitionCode: detail.data.requisitionCode }, 'sample');
    expect([auditor, paper.status]).toEqual([auditor, 200]);
  }
  expect(detail.data, detail.body).toMatchObject({ taskId: task.id, missing: [], hands: { firstAuditor: null }, versions: [{ no: 1 }] });
  expect(detail.data.values.length).toBeGreaterThan(0);
  expect((await desk.get('audit1', 'result-audit/detail', { taskId: '1' }, 'lab')).status).toBe(404);
});
