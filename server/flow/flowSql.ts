import { sql, type SQL } from 'drizzle-orm';
import { passFlag, taskState } from '#domain/flow/flowRows.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import type { Outcome } from '#domain/kernel/outcome.ts';
import { taskRefusals } from '#domain/flow/taskRule.ts';
import { UserError } from '#server/kernel/answers.ts';
import { containsPattern } from '#server/storage/grams.ts';

/** The dictionary's entry of a process's category; system dictionaries of the first tenant serve all. */
const entry = (column: SQL): SQL =>
  sql`(select ${column} from dict d where d.code = 'flow' and d.is_deleted = 0 and 'flow_' || d.dict_key = p.category and d.tenant_id in (p.tenant_id, '000000')
    order by d.tenant_id = p.tenant_id desc limit 1)`;
const categoryColumns = sql`p.category, coalesce(${entry(sql`d.dict_value`)}, p.category) as category_name, coalesce(${entry(sql`d.remark`)}, '') as category_remark`;

/** FlowProcess of the wire, from flow_process p. */
export const processColumns = sql`p.id::text as id, p.tenant_id, p.name, p.process_key as key, ${categoryColumns}, p.version::int as version, p.mode::int as mode,
  p.deployment_id::text as deployment_id, p.resource_name, p.process_key || '.svg' as diagram_resource_name, p.suspension_state::int as suspension_state, p.deployment_time, p.description`;

const runColumns = sql`${categoryColumns}, i.id::text as process_instance_id, i.id::text as history_process_instance_id, p.id::text as process_definition_id,
  p.process_key as process_definition_key, p.name as process_definition_name, p.version::int as process_definition_version, p.description as process_definition_desc,
  i.title, i.start_user_name, i.outcome, i.business_table, i.business_id::text as business_id,
  case when i.end_time is null then 'unfinished' else 'finished' end as process_is_finished`;
const taskColumns = sql`t.id::text as task_id, t.name as task_name, t.task_key as task_definition_key, t.assignee::text as assignee, t.assignee_name, t.claim_time, t.execution_id,
  t.task_key as history_activity_id, t.name as history_activity_name, t.comment, t.is_pass = 1 as is_pass, case when t.is_pass = 1 then ${passFlag} end as flag`;

/** BladeFlow of the wire: a task of a run. `status` is the wire's word of the list. */
export const workColumns = (status: string): SQL =>
  sql`${taskColumns}, ${runColumns}, t.create_time, t.end_time, t.end_time as history_task_end_time, ${status}::text as status`;
/** Tables of a task. */
export const taskTables = sql`flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id join flow_process p on p.tenant_id = i.tenant_id and p.id = i.process_id`;
export const runTables = sql`flow_instance i join flow_process p on p.tenant_id = i.tenant_id and p.id = i.process_id`;
/** The oldest task a run waits at. */
export const openTask = sql`left join lateral (select * from flow_task o where o.tenant_id = i.tenant_id and o.instance_id = i.id and o.state = ${taskState.open} order by o.id limit 1) t on true`;
/** BladeFlow of the wire: a run, with where it waits. */
export const sentColumns = sql`${taskColumns}, ${runColumns}, i.start_time as create_time, i.end_time, null::timestamptz as history_task_end_time, 'send'::text as status`;
/** FlowExecution of the wire. */
export const executionColumns = sql`${categoryColumns}, i.id::text as id, i.title as name, i.start_user::text as start_user_id, i.start_user_name as start_user, i.start_time,
  t.task_key as task_definition_id, t.task_key as task_definition_key, t.name as task_name, t.assignee_name, i.id::text as process_instance_id, p.id::text as process_definition_id,
  p.process_key as process_definition_key, p.name as process_definition_name, t.task_key as activity_id, p.suspension_state::int as suspension_state, t.execution_id, i.business_id::text as business_id`;

export const like = (value: string, column: SQL): SQL | false => value !== '' && sql`${column} ilike ${containsPattern(value)}`;

/** What a rule said, as an answer: 409 where somebody was first, else 400. */
export function must(outcome: Outcome<unknown>): void {
  if (outcome.accepted) return;
  const text: Label = taskRefusals[outcome.code] ?? [outcome.code, outcome.code];
  const filled = (['zh', 'en'] as const).map((language) => fillLabel(text, outcome.params, language));
  const status = outcome.kind === 'conflict' ? 409 : outcome.code === 'flow.notYours' || outcome.code === 'flow.notApplicant' ? 403 : 400;
  throw new UserError(status, [filled[0] ?? '', filled[1] ?? ''], { refusal: outcome.code, params: outcome.params });
}
export const notThere = (zh: string, en: string): UserError => new UserError(404, [zh, en]);
