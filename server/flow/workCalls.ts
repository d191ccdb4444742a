import { sql } from 'drizzle-orm';
import { workContracts } from '#domain/flow/flowCalls.ts';
import { passFlag } from '#domain/flow/flowRows.ts';
import { decideClaim, decideComplete, decideWithdraw, type TaskState } from '#domain/flow/taskRule.ts';
import type { Outcome } from '#domain/kernel/outcome.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Call, CallContext, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow } from '#server/storage/readRows.ts';
import { flowAct } from './flowAct.ts';
import { must, notThere, offered, taskTables } from './flowSql.ts';
import { completeTask, endRun, lockRun, type LockedRun } from './runs.ts';

type Asked = Readonly<Record<string, unknown>>;
type Context = CallContext<Asked>;

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

const isRepeat = (outcome: Outcome<unknown>): boolean => outcome.accepted && outcome.repeat === true;

export const workCalls: readonly Call[] = serveCalls(workContracts, {
  'POST flow/work/claim-task': {
    write: (tx, context) =>
      flowAct(tx, context, 'flowTask.claim', async () => {
        const { user, now } = context;
        const task = await lockTask(tx, context, neededParameter(context.query, 'taskId'));
        const ruled = decideClaim(task, user.id);
        must(ruled);
        if (!isRepeat(ruled))
          await tx.execute(
            sql`update flow_task set assignee = ${user.id}, assignee_name = ${user.name}, claim_time = ${now} where tenant_id = ${user.tenantId} and id = ${task.id}`,
          );
        return { answer: true, subject: task.id };
      }),
  },
  'POST flow/work/complete-task': {
    write: (tx, context) =>
      flowAct(tx, context, 'flowTask.complete', async () => {
        const acting = context;
        const { body } = context;
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
  },
  'POST flow/work/delete-task': {
    write: (tx, context) =>
      flowAct(tx, context, 'flowTask.withdraw', async () => {
        const acting = context;
        const reason = parameter(context.query, 'reason').slice(0, 200);
        const task = await lockTask(tx, context, neededParameter(context.query, 'taskId'));
        must(decideWithdraw(task, acting.user.id));
        if (reason === '') throw new UserError(400, ['请填写撤回原因', 'Say why you withdraw it'], { refusal: 'flow.noReason' });
        await endRun(tx, task.run, reason, acting);
        return { answer: true, subject: task.run.id, reason };
      }),
  },
});
