import { sql } from 'drizzle-orm';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import { moveTasks, type TaskFacts } from '#server/spine/tasks/moveTasks.ts';
import { newId } from '#server/storage/ids.ts';
import { markBy, tasksOf, waitingTasks, type StoredTask } from '../tasks/taskTesting.ts';

type Account = Parameters<Desk['me']>[0];

/** Lets an account sign audits of a level everywhere, with a signature of its own. */
export async function maySign(desk: Desk, account: Account, level: 1 | 2): Promise<void> {
  const { id } = await desk.me(account);
  await desk.orm.execute(sql`insert into sign_user (id, tenant_id, user_id, laboratory_id, sign_level, valid_from)
    select ${newId()}::bigint + row_number() over (), '000000', ${id}, l.id, ${level}, '2020-01-01' from laboratory l where l.tenant_id = '000000'
      and not exists (select 1 from sign_user s where s.user_id = ${id} and s.sign_level = ${level} and s.laboratory_id = l.id and s.panel_group_id is null and s.is_deleted = 0)`);
  await desk.orm.execute(sql`insert into signature (id, tenant_id, user_id, signature_state, version_no, valid_from, image_sha256)
    select ${newId()}, '000000', ${id}, 1, 1, '2020-01-01', ${'a'.repeat(64)} where not exists (select 1 from signature where user_id = ${id} and signature_state = 1)`);
}

/** A tube's task with a result that awaits the first audit: clear, unless facts say otherwise. */
export async function audited(desk: Desk, facts: TaskFacts = {}, author: Account = 'lab'): Promise<StoredTask> {
  const { tasks, sampleCodes } = await waitingTasks(desk);
  const { mark, user } = await markBy(desk, author);
  for (const { id } of tasks) {
    await desk.orm
      .execute(sql`insert into lab_result_version (tenant_id, task_id, no, round, source, values, metrics, findings, detection_result, author_id, author_name, create_time)
      values ('000000', ${id}, 1, 1, 2, '{}', '{}', '[]', 1, ${user.id}, ${user.name}, now())`);
    await desk.orm.execute(sql`insert into lab_result (tenant_id, task_id, item_id, id, item_code, item_name, value, create_time)
      select t.tenant_id, t.id, i.id, i.id, i.item_code, i.item_name, '1', now() from lab_task t join item i on i.tenant_id = t.tenant_id and i.id = any(t.item_ids) where t.id = ${id}`);
  }
  await desk.orm.transaction((tx) =>
    moveTasks(
      tx,
      '000000',
      tasks.map(({ id, taskState: from }) => ({
        taskId: id,
        from,
        to: taskState.firstAudit,
        facts: { resultVersion: 1, detectionResult: qualitativeResult.negative, ...facts },
      })),
      mark,
    ),
  );
  const [task] = await tasksOf(desk, sampleCodes);
  return task!;
}
