import { sql, type SQL } from 'drizzle-orm';
import { passFlag, suspensionState, taskState, type FlowProcess, type FlowWork } from '#domain/flow/flowRows.ts';
import { decideClaim, decideComplete, decideWithdraw, type TaskState } from '#domain/flow/taskRule.ts';
import type { Outcome } from '#domain/kernel/outcome.ts';
import { UserError } from '#server/kernel/answers.ts';
import { neededParameter, pageRows, parameter, rangeFilter } from '#server/kernel/pageRows.ts';
import { defineCall, type Call, type CallContext, type Tx } from '#server/kernel/serve.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { readRow } from '#server/storage/readRows.ts';
import { ensureShipped } from './deploy.ts';
import { flowOnce } from './flowOnce.ts';
import { like, must, notThere, openTask, processColumns, runTables, sentColumns, taskTables, workColumns } from './flowSql.ts';
import { completeTask, endRun, lockRun, type LockedRun } from './runs.ts';

type Asked = Record<string, string>;
type Context = CallContext<Asked>;

/** True for tasks offered to the acting person, by name or by a role he works under. */
async function offered({ user, request }: Pick<Context, 'user' | 'request'>): Promise<SQL> {
  const { roleNames } = await authenticate(request);
  return sql`(${user.id}::bigint = any(t.candidate_users) or t.candidate_groups && ${sql.param([...roleNames])}::text[])`;
}

const filters = (query: Asked, time: SQL): (SQL | undefined | false)[] => {
  const category = parameter(query, 'category');
  return [
    category !== '' && sql`p.category = ${category}`,
    like(parameter(query, 'processDefinitionName'), sql`p.name`),
    like(parameter(query, 'title'), sql`i.title`),
    rangeFilter({ createTimeBegin: query['beginDate'], createTimeEnd: query['endDate'] }, 'createTime', time),
  ];
};

const listing = (path: string, title: readonly [string, string], handle: (context: Context) => Promise<unknown>): Call =>
  defineCall<Asked>({ method: 'GET', service: 'flow', path: `work/${path}`, title, permission: null, handle });

const start = listing('start-list', ['可发起的流程', 'Processes to start'], async ({ database, db, query, user }) => {
  await ensureShipped(database, user.tenantId);
  const [category, mode] = [parameter(query, 'category'), Number(parameter(query, 'mode')) || 0];
  return pageRows<FlowProcess>(db, query, {
    columns: processColumns,
    from: sql`flow_process p`,
    where: [
      sql`p.tenant_id = ${user.tenantId} and p.is_deleted = 0 and p.suspension_state = ${suspensionState.active}`,
      sql`p.version = (select max(n.version) from flow_process n where n.tenant_id = p.tenant_id and n.process_key = p.process_key and n.is_deleted = 0)`,
      category !== '' && sql`p.category = ${category}`,
      mode > 0 && sql`p.mode = ${mode}`,
      like(parameter(query, 'name'), sql`p.name`),
    ],
    order: sql`p.category, p.process_key`,
  });
});

const claimable = listing('claim-list', ['待签收的任务', 'Tasks to claim'], async (context) =>
  pageRows<FlowWork>(context.db, context.query, {
    columns: workColumns('claim'),
    from: taskTables,
    where: [
      sql`t.tenant_id = ${context.user.tenantId} and t.state = ${taskState.open} and t.assignee is null`,
      await offered(context),
      ...filters(context.query, sql`t.create_time`),
    ],
    order: sql`t.create_time desc, t.id desc`,
  }),
);

const mine = (path: string, title: readonly [string, string], state: number, order: SQL): Call =>
  listing(`${path}-list`, title, ({ db, query, user }) =>
    pageRows<FlowWork>(db, query, {
      columns: workColumns(path),
      from: taskTables,
      where: [sql`t.tenant_id = ${user.tenantId} and t.assignee = ${user.id} and t.state = ${state}`, ...filters(query, sql`t.create_time`)],
      order,
    }),
  );
const todo = mine('todo', ['我的待办', 'My tasks'], taskState.open, sql`t.create_time desc, t.id desc`);
const done = mine('done', ['我的已办', 'What I did'], taskState.done, sql`t.end_time desc, t.id desc`);

const sent = listing('send-list', ['我发起的流程', 'What I started'], ({ db, query, user }) =>
  pageRows<FlowWork>(db, query, {
    columns: sentColumns,
    from: runTables,
    joins: openTask,
    where: [sql`i.tenant_id = ${user.tenantId} and i.start_user = ${user.id}`, ...filters(query, sql`i.start_time`)],
    order: sql`i.start_time desc, i.id desc`,
  }),
);

export interface LockedTask extends TaskState {
  readonly id: string;
  readonly taskKey: string;
  readonly executionId: string;
  readonly run: LockedRun;
}

/** A task and its run, locked: of two people who act on it at once, the second sees what the first has done. */
export async function lockTask(tx: Tx, context: Pick<Context, 'user' | 'request'>, taskId: string): Promise<LockedTask> {
  const { tenantId } = context.user;
  const place = await readRow<{ instanceId: string }>(
    tx,
    sql`select instance_id::text as instance_id from flow_task where tenant_id = ${tenantId} and id::text = ${taskId}`,
  );
  const run = place && (await lockRun(tx, tenantId, place.instanceId));
  if (!run) throw notThere('没有此任务', 'No such task');
  const task = await readRow<Omit<LockedTask, 'run' | 'instanceState' | 'startUser'>>(
    tx,
    sql`select t.id::text as id, t.task_key, t.execution_id, t.state::int as state, t.assignee::text as assignee, t.assignee_name, t.end_time,
      ${await offered(context)} as is_candidate, p.suspension_state::int as suspension_state from ${taskTables} where t.tenant_id = ${tenantId} and t.id::text = ${taskId}`,
  );
  if (!task) throw notThere('没有此任务', 'No such task');
  return { ...task, run, instanceState: run.state, startUser: run.startUser };
}

const claim = defineCall<Asked>({
  method: 'POST',
  service: 'flow',
  path: 'work/claim-task',
  title: ['签收任务', 'Claim a task'],
  permission: null,
  handle: (context) =>
    flowOnce(context, 'flowTask.claim', async (tx, { user, now }) => {
      const task = await lockTask(tx, context, neededParameter(context.query, 'taskId'));
      const ruled = decideClaim(task, user.id);
      must(ruled);
      if (!isRepeat(ruled))
        await tx.execute(
          sql`update flow_task set assignee = ${user.id}, assignee_name = ${user.name}, claim_time = ${now} where tenant_id = ${user.tenantId} and id = ${task.id}`,
        );
      return { answer: true, subject: task.id };
    }),
});
const isRepeat = (outcome: Outcome<unknown>): boolean => outcome.accepted && outcome.repeat === true;

const complete = defineCall({
  method: 'POST',
  service: 'flow',
  path: 'work/complete-task',
  title: ['办理任务', 'Do a task'],
  permission: null,
  /** `{taskId, processInstanceId, flag: "ok", comment}` agrees; without the flag it refuses (wire 5). */
  handle: (context) =>
    flowOnce(context, 'flowTask.complete', async (tx, acting) => {
      const body = (context.body ?? {}) as Record<string, unknown>;
      const comment = parameter(body, 'comment');
      if (comment.length > 500) throw new UserError(400, ['批复意见不能超过500个字', 'The comment may have at most 500 characters']);
      const task = await lockTask(tx, context, neededParameter(body, 'taskId'));
      const instance = parameter(body, 'processInstanceId');
      if (instance !== '' && instance !== task.run.id) throw notThere('没有此任务', 'No such task');
      must(decideComplete(task, acting.user.id, comment));
      const isPass = body.flag === passFlag;
      await completeTask(tx, task.run, { id: task.id, taskKey: task.taskKey, executionId: task.executionId, isPass, comment }, {}, acting);
      return { answer: true, subject: task.id, after: { isPass, comment } };
    }),
});

/** The applicant withdraws his own run through the task it waits at (the wire's delete-task). */
const withdraw = defineCall<Asked>({
  method: 'POST',
  service: 'flow',
  path: 'work/delete-task',
  title: ['撤回流程', 'Withdraw a process'],
  permission: null,
  handle: (context) =>
    flowOnce(context, 'flowTask.withdraw', async (tx, acting) => {
      const reason = parameter(context.query, 'reason').slice(0, 200);
      const task = await lockTask(tx, context, neededParameter(context.query, 'taskId'));
      must(decideWithdraw(task, acting.user.id));
      if (reason === '') throw new UserError(400, ['请填写撤回原因', 'Say why you withdraw it'], { refusal: 'flow.noReason' });
      await endRun(tx, task.run, reason, acting);
      return { answer: true, subject: task.run.id, reason };
    }),
});

export const workCalls: readonly Call[] = [start, claimable, todo, sent, done, claim, complete, withdraw];
