import { sql } from 'drizzle-orm';
import { taskState } from '#domain/flow/flowRows.ts';
import { leaveContracts, storedLeave } from '#domain/flow/flowCalls.ts';
import { leaveDays, readLeave, type LeaveInput } from '#domain/flow/leave.ts';
import { decideComplete } from '#domain/flow/taskRule.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { leaveFields } from '#domain/flow/leave.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Call, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { processLeaveTable } from '#server/storage/flowTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { leaveCategory } from './deploy.ts';
import { flowAct } from './flowAct.ts';
import { must, notThere, openTask } from './flowSql.ts';
import { peopleOf, type Person } from './taskPeople.ts';
import { beginRun, completeTask, processOf, type Acting } from './runs.ts';
import { lockTask } from './workCalls.ts';

const leaveTable = 'process_leave';

/** What was asked for, with the person who decides. Throws UserError 400 with the faults by field. */
async function readAsked(tx: Tx, body: unknown, { user }: Acting): Promise<{ readonly input: LeaveInput; readonly decider: Person }> {
  const { input, problems } = readLeave((body ?? {}) as Record<string, unknown>, user.id);
  if (!input) throw problemsError(problems);
  const [decider] = await peopleOf(tx, user.tenantId, [input.taskUser]);
  if (!decider)
    throw problemsError([
      problemOf('taskUser', leaveFields.taskUser, 'rule', { text: ['审批人不存在或已停用', 'Who shall decide is not there or disabled'] }),
    ]);
  return { input, decider };
}
const variablesOf = (input: LeaveInput, decider: Person) => ({
  taskUser: decider.id,
  days: leaveDays(input.startTime, input.endTime),
  reason: input.reason,
});
const titleOf = (name: string, input: LeaveInput): string => `${name} ${input.startTime.slice(0, 10)} ~ ${input.endTime.slice(0, 10)}`;

/** Asks for leave: writes the request and starts its process, together. */
export async function startLeave(
  tx: Tx,
  processId: string,
  body: unknown,
  acting: Acting,
): Promise<{ readonly id: string; readonly processInstanceId: string }> {
  const { user, now } = acting;
  const process = await processOf(tx, user.tenantId, processId);
  if (!process) throw notThere('没有此流程', 'No such process');
  const { input, decider } = await readAsked(tx, body, acting);
  const [id, instanceId] = [newId(), newId()];
  await tx.insert(processLeaveTable).values({
    id,
    tenantId: user.tenantId,
    processId: process.id,
    instanceId,
    ...input,
    taskUser: decider.id,
    taskUserName: decider.realName,
    applyUser: user.id,
    applyTime: now,
  });
  const variables = { applyUser: user.id, ...variablesOf(input, decider) };
  await beginRun(tx, { id: instanceId, process, title: titleOf(user.name, input), businessTable: leaveTable, businessId: id, variables }, acting);
  return { id, processInstanceId: instanceId };
}

export const leaveCalls: readonly Call[] = serveCalls(leaveContracts, {
  'POST desk/process/leave/start-process': {
    write: (tx, context) =>
      flowAct(tx, context, 'leave.start', async () => {
        const acting = context;
        const processId = neededParameter(context.body, 'processDefinitionId');
        const isLeave = await readRow(
          tx,
          sql`select 1 as one from flow_process where tenant_id = ${acting.user.tenantId} and id::text = ${processId} and category = ${leaveCategory} and is_deleted = 0`,
        );
        if (!isLeave) throw notThere('没有此请假流程', 'No such leave process');
        const made = await startLeave(tx, processId, context.body, acting);
        return { answer: made, subject: made.id, after: made };
      }),
  },
  'POST desk/process/leave/amend': {
    write: (tx, context) =>
      flowAct(tx, context, 'leave.amend', async () => {
        const acting = context;
        const { user } = acting;
        const { body } = context;
        const task = await lockTask(tx, context, neededParameter(body, 'taskId'));
        const comment = parameter(body, 'comment') || '重新提交';
        must(decideComplete(task, user.id, comment));
        const leave = await readRow<{ id: string; applyUser: string }>(
          tx,
          sql`select id::text as id, apply_user::text as apply_user from process_leave where tenant_id = ${user.tenantId} and instance_id = ${task.run.id} for update`,
        );
        if (leave?.applyUser !== user.id)
          throw new UserError(403, ['只有申请人可以修改', 'Only who asked for it can amend it'], { refusal: 'leave.notApplicant' });
        const { input, decider } = await readAsked(tx, body, acting);
        await tx.execute(sql`update process_leave set start_time = ${input.startTime}, end_time = ${input.endTime}, reason = ${input.reason}, task_user = ${decider.id}, task_user_name = ${decider.realName}
        where tenant_id = ${user.tenantId} and id = ${leave.id}`);
        await tx.execute(
          sql`update flow_instance set title = ${titleOf(user.name, input)} where tenant_id = ${user.tenantId} and id = ${task.run.id}`,
        );
        await completeTask(
          tx,
          task.run,
          { id: task.id, taskKey: task.taskKey, executionId: task.executionId, isPass: true, comment },
          variablesOf(input, decider),
          acting,
        );
        return { answer: true, subject: leave.id, after: input };
      }),
  },
  'GET desk/process/leave/detail': {
    async handle({ db, query, user }) {
      const row = await readRow(
        db,
        sql`select l.id::text as id, l.process_id::text as process_definition_id, l.instance_id::text as process_instance_id, l.start_time, l.end_time, l.reason, l.task_user::text as task_user,
        l.task_user_name, l.apply_user::text as apply_user, i.start_user_name as apply_user_name, l.apply_time, i.state::int as state, i.outcome, t.id::text as task_id, t.name as task_name,
        t.task_key as task_definition_key, t.assignee::text as assignee, t.assignee_name
      from process_leave l join flow_instance i on i.tenant_id = l.tenant_id and i.id = l.instance_id ${openTask}
      where l.tenant_id = ${user.tenantId} and l.id::text = ${neededParameter(query, 'businessId')} and (l.apply_user = ${user.id} or ${user.permissions.has('flowFollow_view')}
        or exists (select 1 from flow_task k where k.tenant_id = l.tenant_id and k.instance_id = l.instance_id and (k.assignee = ${user.id} or ${user.id}::bigint = any(k.candidate_users)
          or (k.state = ${taskState.open} and exists (select 1 from user_account u join role r on r.tenant_id = u.tenant_id and r.id = any(u.role_ids) where u.tenant_id = k.tenant_id and u.id = ${user.id} and r.role_alias = any(k.candidate_groups))))))`,
        storedLeave,
      );
      if (!row) throw notThere('没有此请假申请', 'No such request for leave');
      const { taskId, taskName, taskDefinitionKey, assignee, assigneeName, ...leave } = row;
      return {
        ...leave,
        days: leaveDays(leave.startTime, leave.endTime),
        flow: taskId === null ? null : { taskId, taskName, taskDefinitionKey, assignee, assigneeName },
      };
    },
  },
});
