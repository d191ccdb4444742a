import { sql } from 'drizzle-orm';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import { moveTasks, type TaskFacts } from '#server/spine/tasks/moveTasks.ts';
import { newId, reserveIds } from '#server/storage/ids.ts';
import { markBy, tasksOf, waitingTasks, type StoredTask } from '../tasks/taskTesting.ts';

type Account = Parameters<Desk['me']>[0];

/** Lets an account sign audits of a level everywhere, with a signature of its own. */
export async function maySign(desk: Desk, account: Account, level: 1 | 2): Promise<void> {
  const { id } = await desk.me(account);
  await desk.orm.execute(sql`insert into sign_user (id, tenant_id, user_id, laboratory_id, sign_level, valid_from)
    select ${reserveIds(1_000)}::bigint - 1 + row_number() over (), '000000', ${id}, l.id, ${level}, '2020-01-01' from laboratory l where l.tenant_id = '000000'
      and not exists (select 1 from sign_user s where s.user_id = ${id} and s.sign_level = ${level} and s.laboratory_id = l.id and s.panel_group_id is null and s.is_deleted = 0)`);
  await desk.orm.execute(sql`insert into signature (id, tenant_id, user_id, signature_state, version_no, valid_from, image_sha256)
    select ${newId()}, '000000', ${id}, 1, 1, '2020-01-01', ${'a'.repeat(64)} where not exists (select 1 from signature where user_id = ${id} and signature_state = 1)`);
}

interface Made {
  readonly facts?: TaskFacts;
  readonly author?: Account;
  /** 1 a file, 2 a person. */
  readonly source?: 1 | 2;
}
/** Gives tasks a result that awaits the first audit: clear, unless facts say otherwise. */
export async function withResult(desk: Desk, tasks: readonly StoredTask[], { facts = {}, author = 'lab', source = 2 }: Made = {}): Promise<void> {
  const { mark, user } = await markBy(desk, author);
  for (const { id, round } of tasks) {
    await desk.orm
      .execute(sql`insert into lab_result_version (tenant_id, task_id, no, round, source, values, metrics, findings, detection_result, author_id, author_name, create_time)
      select '000000', t.id, t.result_version + 1, ${round}, ${source}, (select jsonb_object_agg(i.id::text, '1') from item i where i.id = any(t.item_ids)), '{}', '[]', 1, ${user.id}, ${user.name}, now()
        from lab_task t where t.id = ${id}`);
    await desk.orm.execute(sql`insert into lab_result (tenant_id, task_id, item_id, id, item_code, item_name, value, create_time)
      select t.tenant_id, t.id, i.id, i.id, i.item_code, i.item_name, '1', now() from lab_task t join item i on i.tenant_id = t.tenant_id and i.id = any(t.item_ids) where t.id = ${id}`);
  }
  const versions = await desk.rows<{ id: string; no: number }>(
    sql`select id, result_version + 1 as no from lab_task where id = any(${sql.param(tasks.map(({ id }) => id))}::bigint[])`,
  );
  await desk.orm.transaction((tx) =>
    moveTasks(
      tx,
      '000000',
      tasks.map(({ id, taskState: from }) => ({
        taskId: id,
        from,
        to: taskState.firstAudit,
        facts: { resultVersion: versions.find((one) => one.id === id)?.no ?? 1, detectionResult: qualitativeResult.negative, ...facts },
      })),
      mark,
    ),
  );
}

/** A tube's task with a result that awaits the first audit: clear, unless facts say otherwise. */
export async function audited(desk: Desk, facts: TaskFacts = {}, author: Account = 'lab'): Promise<StoredTask> {
  const { tasks, sampleCodes } = await waitingTasks(desk);
  await withResult(desk, tasks, { facts, author });
  const [task] = await tasksOf(desk, sampleCodes);
  return task!;
}

/** The same, and passed by both auditors. */
export async function passedTwice(desk: Desk): Promise<StoredTask> {
  const task = await audited(desk);
  const auditors = [await desk.me('audit1'), await desk.me('audit2')] as const;
  for (const [at, { id, name }] of auditors.entries()) {
    const level = at + 1;
    await desk.orm
      .execute(sql`insert into result_audit (tenant_id, id, task_id, result_version, level, result, sign_user_id, sign_user_name, signature_version, user_id, user_name, is_void, create_time)
      values ('000000', ${newId()}, ${task.id}, 1, ${level}, 1, ${id}, ${name},
        (select s.id::text from signature s where s.user_id = ${id} and s.signature_state = 1 and s.is_deleted = 0 limit 1), ${id}, ${name}, 0, now())`);
    const facts =
      level === 1
        ? { checkUserIdOne: id, checkUserNameOne: name, checkTimeOne: '2026-11-20 10:00:00' }
        : { checkUserIdTwo: id, checkUserNameTwo: name, checkTimeTwo: '2026-11-20 11:00:00' };
    const { mark } = await markBy(desk, level === 1 ? 'audit1' : 'audit2');
    const from = level === 1 ? taskState.firstAudit : taskState.secondAudit;
    const to = level === 1 ? taskState.secondAudit : taskState.audited;
    await desk.orm.transaction((tx) => moveTasks(tx, '000000', [{ taskId: task.id, from, to, facts }], mark));
  }
  return (await tasksOf(desk, [task.sampleCode])).find(({ id }) => id === task.id)!;
}
