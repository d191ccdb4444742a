import { sql } from 'drizzle-orm';
import type { FlowVariables } from '#domain/flow/expression.ts';
import { instanceState, suspensionState, taskState } from '#domain/flow/flowRows.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { flowInstanceTable, flowStepTable, flowTaskTable } from '#server/storage/flowTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { askedBy } from './taskPeople.ts';
import type { TaskRule } from './readModel.ts';
import { continueRun, startRun, type Advanced, type Happened } from './runProcess.ts';

/** A deployed process as a run needs it. */
export interface RunnableProcess {
  readonly id: string;
  readonly name: string;
  readonly xml: string;
  readonly tasks: Readonly<Record<string, TaskRule>>;
  readonly suspensionState: number;
}
/** A run, locked until the transaction ends. */
export interface LockedRun {
  readonly id: string;
  readonly processId: string;
  readonly state: number;
  readonly startUser: string;
  readonly engineState: unknown;
  readonly variables: FlowVariables;
}
export interface Acting {
  readonly user: ActingUser;
  readonly now: string;
}
export interface NewRun {
  readonly id: string;
  readonly process: RunnableProcess;
  readonly title: string;
  readonly businessTable: string;
  readonly businessId: string;
  readonly variables: FlowVariables;
}

/** The deployed process of this id; undefined where the tenant has none. */
export function processOf(tx: Tx, tenantId: string, id: string): Promise<RunnableProcess | undefined> {
  return readRow<RunnableProcess>(
    tx,
    sql`select id::text as id, name, xml, tasks, suspension_state::int as suspension_state from flow_process
      where tenant_id = ${tenantId} and id::text = ${id} and is_deleted = 0 for share`,
  );
}

/** Starts a run; the engine's state is kept in its row. */
export async function beginRun(tx: Tx, { id, process, title, businessTable, businessId, variables }: NewRun, { user, now }: Acting): Promise<void> {
  if (process.suspensionState === suspensionState.suspended)
    throw new UserError(409, ['流程已挂起, 不能发起', 'The process is suspended and cannot be started'], { refusal: 'flow.suspended' });
  const advanced = await startRun(process.xml, variables);
  await tx.insert(flowInstanceTable).values({
    id,
    tenantId: user.tenantId,
    processId: process.id,
    title,
    businessTable,
    businessId,
    startUser: user.id,
    startUserName: user.name,
    startTime: now,
    state: instanceState.running,
    variables,
  });
  await keep(tx, { id, processId: process.id }, process.tasks, variables, advanced, { user, now });
}

/** The run of this id, locked; undefined where the tenant has none. Whoever comes second waits and then sees what was done. */
export function lockRun(tx: Tx, tenantId: string, id: string): Promise<LockedRun | undefined> {
  return readRow<LockedRun>(
    tx,
    sql`select id::text as id, process_id::text as process_id, state::int as state, start_user::text as start_user, engine_state, variables
      from flow_instance where tenant_id = ${tenantId} and id::text = ${id} for update`,
  );
}

interface Completed {
  readonly id: string;
  readonly taskKey: string;
  readonly executionId: string;
  readonly isPass: boolean;
  readonly comment: string;
}

/** Does a task of a locked run, and goes on to where the process next waits or ends. */
export async function completeTask(tx: Tx, run: LockedRun, task: Completed, changed: FlowVariables, { user, now }: Acting): Promise<void> {
  const { tenantId } = user;
  const rules = await readRow<{ tasks: Readonly<Record<string, TaskRule>> }>(
    tx,
    sql`select tasks from flow_process where tenant_id = ${tenantId} and id = ${run.processId}`,
  );
  const variables: FlowVariables = { ...run.variables, ...changed, pass: task.isPass, comment: task.comment };
  await tx.execute(sql`update flow_task set state = ${taskState.done}, assignee = ${user.id}, assignee_name = ${user.name}, claim_time = coalesce(claim_time, ${now}),
    end_time = ${now}, is_pass = ${task.isPass ? 1 : 0}, comment = ${task.comment} where tenant_id = ${tenantId} and id = ${task.id}`);
  const advanced = await continueRun(run.engineState, variables, task);
  await keep(tx, run, rules?.tasks ?? {}, variables, advanced, { user, now });
}

/** Ends a locked run before its time. */
export async function endRun(tx: Tx, run: LockedRun, reason: string, { user, now }: Acting): Promise<void> {
  const own = sql`tenant_id = ${user.tenantId} and instance_id = ${run.id}`;
  await tx.execute(sql`update flow_instance set state = ${instanceState.ended}, end_time = ${now}, engine_state = null, outcome = ${reason}
    where tenant_id = ${user.tenantId} and id = ${run.id}`);
  await tx.execute(sql`update flow_task set state = ${taskState.dropped}, end_time = ${now} where ${own} and state = ${taskState.open}`);
  await tx.execute(sql`update flow_step set end_time = ${now} where ${own} and end_time is null`);
}

/** Writes what a step of the engine came to. */
async function keep(
  tx: Tx,
  run: { readonly id: string; readonly processId: string },
  rules: Readonly<Record<string, TaskRule>>,
  variables: FlowVariables,
  { engineState, waiting, happened, end }: Advanced,
  { user, now }: Acting,
): Promise<void> {
  const { tenantId } = user;
  await keepSteps(tx, tenantId, run.id, happened, now);
  const open = await readRows<{ executionId: string }>(
    tx,
    sql`select execution_id from flow_task where tenant_id = ${tenantId} and instance_id = ${run.id} and state = ${taskState.open}`,
  );
  const stillWaiting = new Set(waiting.map(({ executionId }) => executionId));
  const gone = open.filter(({ executionId }) => !stillWaiting.has(executionId)).map(({ executionId }) => executionId);
  if (gone.length > 0)
    await tx.execute(sql`update flow_task set state = ${taskState.dropped}, end_time = ${now}
      where tenant_id = ${tenantId} and instance_id = ${run.id} and execution_id = ${anyText(gone)}`);
  const known = new Set(open.map(({ executionId }) => executionId));
  for (const { taskKey, executionId } of waiting.filter((one) => !known.has(one.executionId))) {
    const rule = rules[taskKey];
    if (!rule) throw new Error(`a run waits at ${taskKey}, which its process does not know`);
    const { assignee, users, groups } = await askedBy(tx, tenantId, rule, variables);
    await tx.insert(flowTaskTable).values({
      id: newId(),
      tenantId,
      instanceId: run.id,
      taskKey,
      name: rule.name,
      executionId,
      assignee: assignee?.id ?? null,
      assigneeName: assignee?.realName ?? null,
      candidateUsers: [...users],
      candidateGroups: [...groups],
      createTime: now,
      claimTime: assignee ? now : null,
      state: taskState.open,
    });
  }
  const isOver = engineState === null;
  await tx.execute(sql`update flow_instance set engine_state = ${isOver ? null : JSON.stringify(engineState)}::jsonb, variables = ${JSON.stringify(variables)}::jsonb,
    state = ${isOver ? instanceState.finished : instanceState.running}, end_time = ${isOver ? now : null}, outcome = ${end ?? ''}
    where tenant_id = ${tenantId} and id = ${run.id}`);
  if (isOver)
    await tx.execute(sql`update flow_step set end_time = ${now} where tenant_id = ${tenantId} and instance_id = ${run.id} and end_time is null`);
}

async function keepSteps(tx: Tx, tenantId: string, instanceId: string, happened: readonly Happened[], now: string): Promise<void> {
  const left = new Set(happened.filter(({ kind }) => kind === 'left').map(({ executionId }) => executionId));
  const rows = happened
    .filter(({ kind }) => kind !== 'left')
    .map(({ kind, executionId, activityId, activityType, activityName }) => ({
      id: newId(),
      tenantId,
      instanceId,
      activityId,
      activityType,
      activityName,
      executionId,
      startTime: now,
      endTime: kind === 'taken' || left.has(executionId) ? now : null,
    }));
  const fresh = new Set(rows.map(({ executionId }) => executionId));
  const before = [...left].filter((executionId) => !fresh.has(executionId));
  if (before.length > 0)
    await tx.execute(
      sql`update flow_step set end_time = ${now} where tenant_id = ${tenantId} and instance_id = ${instanceId} and execution_id = ${anyText(before)}`,
    );
  if (rows.length > 0) await tx.insert(flowStepTable).values(rows);
}
