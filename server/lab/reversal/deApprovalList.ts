import { sql, type SQL } from 'drizzle-orm';
import { auditLevel, auditResult, type AuditLevel, type AuditResult } from '#domain/lab/audit/resultAudit.ts';
import type { Label } from '#domain/kernel/label.ts';
import { roundKind } from '#domain/lab/redo/roundKind.ts';
import { deApprovalOperate, deApprovalState, deApprovalType } from '#domain/lab/reversal/deApprovalChoices.ts';
import { deApprovalContracts, deApprovals, type DeApprovalDetail, type DeApprovalRow } from '#domain/lab/reversal/deApprovalRows.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { patientShown, patientWithin } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { codeFilter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, selected, type AskedListing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { requireLiving } from '#server/spine/loading.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { loadTasks, tasksInSight, type TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { allOf, anyId } from '#server/storage/sqlParts.ts';
import { openOf } from './deApprovalActs.ts';

/** Of the tasks of an application (alias d), each different one once. */
const ofTasks = (column: SQL, joins = sql``): SQL =>
  sql`(select string_agg(distinct ${column}, '、') from lab_task t ${joins} where t.tenant_id = d.tenant_id and t.id = any(d.task_ids))`;
const columns: PlainColumns<DeApprovalRow> = {
  deApprovalId: sql`d.id`,
  deApprovalType: sql`d.de_approval_type`,
  deApprovalOperate: sql`d.de_approval_operate`,
  state: sql`d.state`,
  labCode: ofTasks(sql`t.lab_code`),
  sampleCode: sql`coalesce(${ofTasks(sql`t.sample_code`)}, '')`,
  requisitionCode: sql`coalesce(${ofTasks(sql`t.requisition_code`)}, '')`,
  personName: patientWithin(patientShown.name(sql`r.person_name`), (shown) =>
    ofTasks(shown, sql`join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id`),
  ),
  panelGroupName: ofTasks(sql`g.panel_group_name`, sql`join panel_group g on g.tenant_id = t.tenant_id and g.id = t.panel_group_id`),
  reportId: sql`d.report_id`,
  reportNo: sql`(select r.report_no from report r where r.tenant_id = d.tenant_id and r.id = d.report_id)`,
  reason: sql`d.reason`,
  applicantId: sql`d.applicant_id`,
  applicantName: sql`d.applicant_name`,
  createTime: sql`d.create_time`,
  operatorName: sql`d.operator_name`,
  decideTime: sql`d.decide_time`,
  opinion: sql`d.opinion`,
};
/** Applications (alias d) of which a person sees every task, or the report. */
const inSight = async (reader: Reader, user: AskedListing['user']): Promise<SQL> => {
  const seen = await tasksInSight(reader, user);
  return sql`case when d.report_id is null
    then not exists (select 1 from unnest(d.task_ids) as a(id) where not exists (select 1 from lab_task t where ${seen} and t.id = a.id))
    else exists (select 1 from report r where ${await reportsInSight(reader, user)} and r.id = d.report_id) end`;
};
const byCode =
  (name: string, column: SQL) =>
  ({ query, user }: AskedListing): SQL | undefined => {
    const found = codeFilter(query, name, column);
    return found ? sql`d.task_ids && array(select t.id from lab_task t where t.tenant_id = ${user.tenantId} and ${found})` : undefined;
  };

/** `sampleDeApproval/page`. */
export const servedDeApprovals = defineListing(deApprovals, {
  columns,
  from: sql`de_approval d`,
  where: async ({ db, user }) => [sql`d.tenant_id = ${user.tenantId}`, await inSight(db, user)],
  searchedIn: {
    labCode: byCode('labCode', sql`t.lab_code`),
    sampleCode: byCode('sampleCode', sql`t.sample_code`),
    requisitionCode: byCode('requisitionCode', sql`t.requisition_code`),
  },
  order: sql`d.create_time desc, d.id`,
  indexes: ['de_approval_time_ix', 'de_approval_task_ix'],
});

type Step = DeApprovalDetail['tasks'][number]['steps'][number];
interface Event {
  readonly taskId: string;
  readonly kind: 'audit' | 'round' | 'version' | 'applied' | 'decided';
  readonly time: string;
  readonly by: string;
  readonly note: string | null;
  readonly isVoid: boolean;
  /** What it was: a level, a kind of round, a number, an operation or a decision; `result`: what came of it, or of which type it was. */
  readonly code: number;
  readonly result: number | null;
}
const joined = (...labels: readonly (Label | undefined)[]): [string, string] => [
  labels.map((one) => one?.[0] ?? '').join(''),
  labels.flatMap((one) => one?.[1] ?? []).join(': '),
];
const whats: Readonly<Record<Event['kind'], (event: Event) => [string, string]>> = {
  audit: ({ code, result }) => joined(auditLevel.labelOf(code as AuditLevel), auditResult.labelOf(result as AuditResult)),
  round: ({ code, result }) => joined(roundKind.labelOf(code), [` 第${result}轮`, `round ${result}`]),
  version: ({ code }) => [`第${code}版结果`, `Result version ${code}`],
  applied: ({ code }) => joined(['申请', 'Applied'], deApprovalOperate.labelOf(code)),
  decided: ({ code, result }) =>
    joined(result === deApprovalType.report ? ['报告撤回', 'Withdrawal'] : ['反审核', 'Reversal'], deApprovalState.labelOf(code)),
};

/** What happened to tasks on their way, the oldest first. */
async function stepsOf(reader: Reader, tenantId: string, taskIds: readonly string[]): Promise<ReadonlyMap<string, Step[]>> {
  const own = (alias: string): SQL => sql`${sql.raw(alias)}.tenant_id = ${tenantId} and ${sql.raw(alias)}.task_id = ${anyId(taskIds)}`;
  const applications = sql`de_approval d cross join lateral unnest(d.task_ids) as u(id) where d.tenant_id = ${tenantId} and d.task_ids && ${sql.param([...taskIds])}::bigint[] and u.id = ${anyId(taskIds)}`;
  const events = await readRows<Event>(
    reader,
    sql`select * from (
        select a.task_id, 'audit' as kind, a.create_time as time, a.sign_user_name as by, a.opinion as note, a.is_void = 1 as is_void, a.level::int as code, a.result::int as result, 1 as rank, a.id as tie
          from result_audit a where ${own('a')}
        union all select v.task_id, 'version', v.create_time, v.author_name, v.reason, v.superseded_by is not null, v.no, null, 0, v.no from lab_result_version v where ${own('v')}
        union all select k.task_id, 'round', k.create_time, k.user_name, k.reason, false, k.kind::int, k.round, 3, k.round from lab_task_round k where ${own('k')} and k.round > 1
        union all select u.id, 'applied', d.create_time, d.applicant_name, d.reason, false, d.de_approval_operate::int, d.de_approval_type::int, 2, d.id from ${applications}
        union all select u.id, 'decided', d.decide_time, d.operator_name, d.opinion, false, d.state::int, d.de_approval_type::int, 2, d.id from ${applications} and d.decide_time is not null
      ) e order by e.time, e.rank, e.tie`,
  );
  const steps = new Map<string, Step[]>();
  for (const event of events) {
    const { taskId, time, by, note, isVoid } = event;
    steps.set(taskId, [...(steps.get(taskId) ?? []), { time, by, note, isVoid, what: whats[event.kind](event) }]);
  }
  return steps;
}

const groupName = sql`, (select g.panel_group_name from panel_group g where g.tenant_id = t.tenant_id and g.id = t.panel_group_id) as panel_group_name,
  t.check_user_name_two, t.check_time_two`;
type NamedTask = TaskRow & { readonly panelGroupName: string | null; readonly checkUserNameTwo: string | null; readonly checkTimeTwo: string | null };

export const deApprovalCalls: readonly Call[] = serveCalls(deApprovalContracts, {
  'GET search/sampleDeApproval/detail': {
    async handle({ db, user, query: { id } }): Promise<DeApprovalDetail> {
      const row = await readRow<DeApprovalRow & { taskIds: string[] }>(
        db,
        sql`select ${selected(columns, { user })}, d.task_ids::text[] as task_ids from de_approval d where ${allOf([sql`d.tenant_id = ${user.tenantId}`, sql`d.id = ${id}`, await inSight(db, user)])}`,
      );
      if (!row) throw new UserError(404, ['没有此反审核申请', 'No such application'], { refusal: 'deApproval.notFound' });
      const { taskIds, ...application } = row;
      const tasks = await loadTasks<NamedTask>(db, user, { taskIds }, false, groupName);
      const steps = await stepsOf(db, user.tenantId, taskIds);
      return {
        ...application,
        tasks: tasks.map(({ id: taskId, labCode, sampleCode, requisitionCode, panelGroupName, taskState }) => ({
          taskId,
          labCode,
          sampleCode,
          requisitionCode,
          panelGroupName,
          taskState,
          steps: steps.get(taskId) ?? [],
        })),
      };
    },
  },
  // What an application for this code would be about; writes nothing.
  'GET lab/lab-process/de-approval-check': {
    async handle({ db, user, query: { code } }) {
      const tasks = await loadTasks<NamedTask>(db, user, { codes: [code] }, false, groupName);
      if (tasks.length === 0) await requireLiving(db, user, [code]);
      const open = await openOf(
        db,
        user.tenantId,
        tasks.map(({ id }) => id),
      );
      return {
        code,
        tasks: tasks.map(({ id, labCode, sampleCode, panelGroupName, taskState, checkUserNameTwo, checkTimeTwo }) => ({
          taskId: id,
          labCode,
          sampleCode,
          panelGroupName,
          taskState,
          checkUserNameTwo,
          checkTimeTwo,
          open: open.get(id) ?? null,
        })),
      };
    },
  },
});
