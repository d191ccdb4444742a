import { sql } from 'drizzle-orm';
import { flowHistory, processContracts } from '#domain/flow/flowCalls.ts';
import { malformed } from '#server/kernel/core/answers.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { drawDiagram } from './drawDiagram.ts';
import { notThere } from './flowSql.ts';

type Asked = Readonly<Record<string, unknown>>;
type Context = CallContext<Asked>;

const elapsed = sql`case when s.end_time is not null then to_char(justify_hours(s.end_time - s.start_time), 'DD HH24:MI:SS') end`;

/** Whoever takes part may look at a run, and whoever follows them all. */
async function seenRun({ db, user }: Context, id: string): Promise<{ readonly id: string; readonly processId: string }> {
  const all = user.permissions.has('flowFollow_view');
  const row = await readRow<{ id: string; processId: string }>(
    db,
    sql`select i.id::text as id, i.process_id::text as process_id from flow_instance i where i.tenant_id = ${user.tenantId} and i.id::text = ${id} and (${all} or i.start_user = ${user.id}
      or exists (select 1 from flow_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and (t.assignee = ${user.id} or ${user.id}::bigint = any(t.candidate_users)
        or exists (select 1 from user_account u join role r on r.tenant_id = u.tenant_id and r.id = any(u.role_ids) where u.tenant_id = t.tenant_id and u.id = ${user.id} and r.role_alias = any(t.candidate_groups)))))`,
  );
  if (!row) throw notThere('没有此流程实例', 'No such process');
  return row;
}

const xmlOf = async ({ db, user }: Context, id: string): Promise<string> => {
  const row = await readRow<{ xml: string }>(db, sql`select xml from flow_process where tenant_id = ${user.tenantId} and id::text = ${id}`);
  if (!row) throw notThere('没有此流程', 'No such process');
  return row.xml;
};

const steps = ({ db, user }: Context, id: string, onlyPeople: boolean) =>
  readRows(
    db,
    sql`select s.activity_id as history_activity_id, coalesce(nullif(t.name, ''), s.activity_name) as history_activity_name, s.activity_type as history_activity_type, s.execution_id,
      t.id::text as task_id, case when s.activity_type = 'startEvent' then i.start_user_name else t.assignee_name end as assignee_name, s.start_time as create_time, s.end_time,
      ${elapsed} as history_activity_duration_time, t.is_pass = 1 as is_pass, coalesce(t.comment, '') as comment
    from flow_step s join flow_instance i on i.tenant_id = s.tenant_id and i.id = s.instance_id
    left join flow_task t on t.tenant_id = s.tenant_id and t.instance_id = s.instance_id and t.execution_id = s.execution_id and s.activity_type = 'userTask'
    where s.tenant_id = ${user.tenantId} and s.instance_id = ${id} and (not ${onlyPeople} or s.activity_type in ('startEvent', 'userTask', 'endEvent')) order by s.id`,
    flowHistory,
  );

/** The drawing of a run or of a process, and what of it has happened. */
async function viewOf(context: Context) {
  const instance = parameter(context.query, 'processInstanceId');
  if (instance === '') return { xml: await xmlOf(context, neededParameter(context.query, 'processDefinitionId')), flow: [] };
  const run = await seenRun(context, instance);
  return { xml: await xmlOf(context, run.processId), flow: await steps(context, run.id, false) };
}

export const historyCalls: readonly Call[] = serveCalls(processContracts, {
  'GET flow/process/history-flow-list': {
    async handle(context) {
      const run = await seenRun(context, neededParameter(context.query, 'processInstanceId'));
      return steps(context, run.id, true);
    },
  },
  'GET flow/process/model-view': { handle: viewOf },
  'GET flow/process/diagram-view': {
    async handle(context) {
      const { xml, flow } = await viewOf(context);
      return context.reply.type('image/svg+xml; charset=utf-8').send(await drawDiagram(xml, flow));
    },
  },
  'GET flow/process/resource-view': {
    async handle(context) {
      const kind = parameter(context.query, 'resourceType') || 'xml';
      if (kind !== 'xml' && kind !== 'image') throw malformed('resourceType');
      const instance = parameter(context.query, 'instanceId') || parameter(context.query, 'processInstanceId');
      const id = instance === '' ? neededParameter(context.query, 'processDefinitionId') : (await seenRun(context, instance)).processId;
      const xml = await xmlOf(context, id);
      return kind === 'xml'
        ? context.reply.type('application/xml; charset=utf-8').send(xml)
        : context.reply.type('image/svg+xml; charset=utf-8').send(await drawDiagram(xml, []));
    },
  },
});
