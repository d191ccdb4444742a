import { sql } from 'drizzle-orm';
import type { Label } from '#domain/kernel/label.ts';
import { deApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';
import type { ReplayedReport } from '#domain/report/configCalls.ts';
import { releaseCriterion } from '#domain/report/releaseCriterion.ts';
import { reportVersionState, versionSource } from '#domain/report/reportState.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import {
  answeredBy,
  releaseObstacle,
  releaseObstacles,
  type ReleaseQuestion,
  type ReleaseRules,
  type TestedPerson,
} from '#domain/report/rules/autoRelease.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { notFound } from '#server/kernel/resource/resourceWrite.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';

/** How many reports a criterion is held against. */
const most = 500;

interface Stored extends TestedPerson {
  readonly reportId: string;
  readonly reportNo: string;
  readonly versionNo: number;
  readonly issueTime: string;
  readonly state: number;
  readonly criterionVersion: string | null;
  readonly commentCount: number;
  readonly hasRecord: boolean;
  readonly wasWithdrawn: boolean;
  readonly tasks: readonly (ReleaseQuestion['tasks'][number] & { readonly round: number; readonly conditions: readonly number[] | null })[];
}

/**
 * What a criterion as it is written now would have made of the last reports that were issued, of the asker's laboratories (docs/report.md#automatic-release):
 * by what is known of them today, as if it had been approved, in force and its approver's to sign. Throws UserError 404 where there is no such criterion.
 */
export async function replayCriterion(
  reader: Reader,
  user: Pick<ActingUser, 'id' | 'tenantId'>,
  criterionId: string,
): Promise<{ readonly criterionName: string; readonly reports: ReplayedReport[] }> {
  const { tenantId } = user;
  const criterion = await readRow<ReleaseRules & { readonly criterionName: string }>(
    reader,
    sql`select criterion_name, panel_group_ids::text[] as panel_group_ids, age_from::int as age_from, age_to::int as age_to from release_criterion
      where tenant_id = ${tenantId} and id = ${criterionId} and is_deleted = 0`,
  );
  if (!criterion) throw notFound(releaseCriterion);
  const { criterionName, ...rules } = criterion;
  const rows = await readRows<Stored>(
    reader,
    sql`with issued as (select v.tenant_id, v.id, v.report_id, v.version_no, v.issue_time, v.state, v.criterion_version, jsonb_array_length(v.facts -> 'comments') as comment_count,
          r.report_no, r.requisition_id, array(select (b ->> 'taskId')::bigint from jsonb_array_elements(v.basis) b) as task_ids
        from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
        where ${await reportsInSight(reader, user)} and v.tenant_id = ${tenantId} and v.chain_hash is not null and v.source = ${versionSource.made}
          and r.report_kind in (${reportKind.regular}, ${reportKind.custom}) order by v.issue_time desc nulls first, v.id limit ${most})
      select i.report_id::text as report_id, i.report_no, i.version_no, i.issue_time, i.state::int as state, i.criterion_version, i.comment_count::int as comment_count,
        q.age::int as age, q.age_unit::int as age_unit, q.birth_date::text as birth_date,
        exists (select 1 from lab_process_record p where p.tenant_id = i.tenant_id and p.create_time <= i.issue_time and p.task_ids && i.task_ids
          and p.sample_id in (select t.sample_id from lab_task t where t.tenant_id = i.tenant_id and t.id = any(i.task_ids))) as has_record,
        exists (select 1 from report_version o where o.tenant_id = i.tenant_id and o.report_id = i.report_id and o.version_no < i.version_no and o.withdraw_time <= i.issue_time)
          or exists (select 1 from de_approval d where d.tenant_id = i.tenant_id and d.state = ${deApprovalState.done} and d.create_time < i.issue_time and d.task_ids && i.task_ids) as was_withdrawn,
        coalesce((select jsonb_agg(jsonb_build_object('panelGroupId', t.panel_group_id::text, 'detectionResult', t.detection_result, 'signals', t.signals, 'round', t.round, 'conditions', s.sample_condition) order by t.id)
          from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id where t.tenant_id = i.tenant_id and t.id = any(i.task_ids)), '[]'::jsonb) as tasks
      from issued i join requisition q on q.tenant_id = i.tenant_id and q.id = i.requisition_id order by i.issue_time desc nulls first, i.id`,
  );
  return {
    criterionName,
    reports: rows.map((row) => {
      const obstacle = releaseObstacle(questionOf(row, rules));
      const why: Label | null = obstacle && releaseObstacles[obstacle];
      return {
        reportId: row.reportId,
        reportNo: row.reportNo,
        issueTime: row.issueTime,
        isAuto: row.criterionVersion !== null,
        isWithdrawn: row.state === reportVersionState.withdrawn || row.state === reportVersionState.replaced,
        why: why && [why[0], why[1]],
      };
    }),
  };
}

function questionOf(row: Stored, rules: ReleaseRules): ReleaseQuestion {
  const { tasks, versionNo, commentCount, wasWithdrawn } = row;
  const date = row.issueTime.slice(0, 10);
  const { isAnew, ...answered } = answeredBy(row, tasks, date);
  return {
    isSwitchOn: true,
    criterion: { rules, reviewDate: date, isApproverAuthorised: true },
    date,
    versionNo,
    tasks: tasks.map((task) => ({ ...task, signals: task.signals ?? [] })),
    ...answered,
    commentCount,
    hasOpenChange: false,
    hasAbnormalRecord: row.hasRecord || isAnew,
    wasWithdrawn,
    isOwnResult: false,
  };
}
