import { sql, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { passFlag, taskState, type FlowExecution, type FlowProcess, type FlowWork } from '#domain/flow/flowRows.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import type { Outcome } from '#domain/kernel/outcome.ts';
import { taskRefusals } from '#domain/flow/taskRule.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { PlainColumns } from '#server/kernel/verbs/listing.ts';
import { containsPattern } from '#server/storage/grams.ts';

/** The dictionary's entry of a process's category; system dictionaries of the first tenant serve all. */
const entry = (column: SQL): SQL =>
  sql`(select ${column} from dict d where d.code = 'flow' and d.is_deleted = 0 and 'flow_' || d.dict_key = p.category and d.tenant_id in (p.tenant_id, '000000')
    order by d.tenant_id = p.tenant_id desc limit 1)`;
const category = {
  category: sql`p.category`,
  categoryName: sql`coalesce(${entry(sql`d.dict_value`)}, p.category)`,
  categoryRemark: sql`coalesce(${entry(sql`d.remark`)}, '')`,
};

/** FlowProcess of the wire, from flow_process p. */
export const processColumns: PlainColumns<FlowProcess> = {
  id: sql`p.id::text`,
  tenantId: sql`p.tenant_id`,
  name: sql`p.name`,
  key: sql`p.process_key`,
  ...category,
  version: sql`p.version::int`,
  mode: sql`p.mode::int`,
  deploymentId: sql`p.deployment_id::text`,
  resourceName: sql`p.resource_name`,
  diagramResourceName: sql`p.process_key || '.svg'`,
  suspensionState: sql`p.suspension_state::int`,
  deploymentTime: sql`p.deployment_time`,
  description: sql`p.description`,
};

const work = {
  taskId: sql`t.id::text`,
  taskName: sql`t.name`,
  taskDefinitionKey: sql`t.task_key`,
  assignee: sql`t.assignee::text`,
  assigneeName: sql`t.assignee_name`,
  claimTime: sql`t.claim_time`,
  executionId: sql`t.execution_id`,
  historyActivityId: sql`t.task_key`,
  historyActivityName: sql`t.name`,
  comment: sql`t.comment`,
  isPass: sql`t.is_pass = 1`,
  flag: sql`case when t.is_pass = 1 then ${passFlag} end`,
  ...category,
  processInstanceId: sql`i.id::text`,
  historyProcessInstanceId: sql`i.id::text`,
  processDefinitionId: sql`p.id::text`,
  processDefinitionKey: sql`p.process_key`,
  processDefinitionName: sql`p.name`,
  processDefinitionVersion: sql`p.version::int`,
  processDefinitionDesc: sql`p.description`,
  title: sql`i.title`,
  startUserName: sql`i.start_user_name`,
  outcome: sql`i.outcome`,
  businessTable: sql`i.business_table`,
  businessId: sql`i.business_id::text`,
  processIsFinished: sql`case when i.end_time is null then 'unfinished' else 'finished' end`,
};
/** BladeFlow of the wire: a task of a run. `status` is the wire's word of the list. */
export const workColumns = (status: string): PlainColumns<FlowWork> => ({
  ...work,
  createTime: sql`t.create_time`,
  endTime: sql`t.end_time`,
  historyTaskEndTime: sql`t.end_time`,
  status: sql`${status}::text`,
});
/** Tables of a task. */
export const taskTables = sql`flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id join flow_process p on p.tenant_id = i.tenant_id and p.id = i.process_id`;
export const runTables = sql`flow_instance i join flow_process p on p.tenant_id = i.tenant_id and p.id = i.process_id`;
/** The oldest task a run waits at. */
export const openTask = sql`left join lateral (select * from flow_task o where o.tenant_id = i.tenant_id and o.instance_id = i.id and o.state = ${taskState.open} order by o.id limit 1) t on true`;
/** BladeFlow of the wire: a run, with where it waits. */
export const sentColumns: PlainColumns<FlowWork> = {
  ...work,
  createTime: sql`i.start_time`,
  endTime: sql`i.end_time`,
  historyTaskEndTime: sql`null::timestamptz`,
  status: sql`'send'::text`,
};
/** FlowExecution of the wire. */
export const executionColumns: PlainColumns<FlowExecution> = {
  ...category,
  id: sql`i.id::text`,
  name: sql`i.title`,
  startUserId: sql`i.start_user::text`,
  startUser: sql`i.start_user_name`,
  startTime: sql`i.start_time`,
  taskDefinitionId: sql`t.task_key`,
  taskDefinitionKey: sql`t.task_key`,
  taskName: sql`t.name`,
  assigneeName: sql`t.assignee_name`,
  processInstanceId: sql`i.id::text`,
  processDefinitionId: sql`p.id::text`,
  processDefinitionKey: sql`p.process_key`,
  processDefinitionName: sql`p.name`,
  activityId: sql`t.task_key`,
  suspensionState: sql`p.suspension_state::int`,
  executionId: sql`t.execution_id`,
  businessId: sql`i.business_id::text`,
};

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

/** True for tasks offered to the acting person, by name or by a role they work under. */
export async function offered({ user, request }: { readonly user: ActingUser; readonly request?: FastifyRequest }): Promise<SQL> {
  if (!request) throw new Error('who works under which role is known of a request');
  const { roleNames } = await authenticate(request);
  return sql`(${user.id}::bigint = any(t.candidate_users) or t.candidate_groups && ${sql.param([...roleNames])}::text[])`;
}
