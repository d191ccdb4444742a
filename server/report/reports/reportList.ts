import { sql, type SQL } from 'drizzle-orm';
import { addDays } from '#domain/kernel/dates.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { printedValues, type ReportFacts } from '#domain/report/reportFacts.ts';
import { reportAudits, type ReportDetail, type ReportRow } from '#domain/report/reportRows.ts';
import { outerKeyOf, reportStanding, reportState, reportVersionState } from '#domain/report/reportState.ts';
import { changesBetween } from '#domain/report/rules/amendment.ts';
import { geneProduct } from '#domain/sample/forms/monogenic/monogenicChoices.ts';
import { reportMode } from '#domain/sample/forms/monogenicCarrier/carrierChoices.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { isId } from '#domain/kernel/ids.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { codeFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, selected, type AskedListing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { requisitionsNamed } from '#server/spine/names.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportViewTable } from '#server/storage/reportTables.ts';
import { commodityNames, labelSql } from '#server/storage/sqlParts.ts';
import { billedOf } from './billedWarning.ts';
import { openWithdrawal } from './openWithdrawal.ts';
import { chainedSha256, readReport } from './reportBytes.ts';

/** Of a report's tubes, each different one once. */
const ofTubes = (column: SQL): SQL =>
  sql`coalesce((select string_agg(distinct ${column}, '、') from report_task x join lab_task t on t.tenant_id = x.tenant_id and t.id = x.task_id where x.tenant_id = r.tenant_id and x.report_id = r.id), '')`;

/** Work (alias t) that is neither audited nor over. */
const openTask = sql`t.task_state not in (${sql.raw([taskState.audited, taskState.issued, taskState.stopped, taskState.voided].join(', '))})`;
const awaited = (language: 0 | 1): SQL =>
  sql`string_agg(distinct g.panel_group_name || ' ' || ${labelSql(sql`t.task_state`, taskState.options, language)}, ${language === 0 ? '、' : ', '})`;
const notOut = sql`r.state in (${sql.raw([reportState.incomplete, reportState.waiting, reportState.making, reportState.toAudit, reportState.failed].join(', '))})`;
/** The partner's tube of a couple's report (K-2) until it has results and no open work; nothing else holds the report back. */
const awaitedPartner = sql`(select jsonb_build_array('夫妻联合: 等待配偶样本 ' || w.code, 'Of a couple: awaits the partner''s sample ' || w.code)
    from (select upper(q.detail ->> 'partnerSampleCode') as code where q.detail ->> 'reportMode' = ${String(reportMode.couple)}) w
    where w.code <> '' and not coalesce((select bool_or(t.task_state in (${taskState.audited}, ${taskState.issued})) and not bool_or(${openTask})
      from sample p join lab_task t on t.tenant_id = p.tenant_id and t.sample_id = p.id where p.tenant_id = r.tenant_id and p.sample_code = w.code), false))`;
/** Tubes that the entry of a family names and the laboratory has not received (M-9); nothing holds its report back. */
const awaitedFamily = sql`(select jsonb_build_array('家系: 等待样本 ' || string_agg(w.code, '、' order by w.code), 'Of a family: awaits sample ' || string_agg(w.code, ', ' order by w.code))
    from (select distinct upper(trim(m.code)) as code from (select q.detail ->> 'fatherSampleCode' as code union all select q.detail ->> 'motherSampleCode'
        union all select f ->> 'sampleCode' from jsonb_array_elements(case when jsonb_typeof(q.detail -> 'familyMembers') = 'array' then q.detail -> 'familyMembers' else '[]'::jsonb end) f) m
      where q.detail ->> 'geneProduct' = ${String(geneProduct.wesFamily)}) w
    where w.code <> '' and not exists (select 1 from sample p where p.tenant_id = r.tenant_id and p.sample_code = w.code and p.lab_status between ${labStatus.received}::int and ${labStatus.issued}::int)
    having count(*) > 0)`;
/** What a report waits for that is not its own: a case that holds one of its tubes, the results it is to be made of (`groupKeyOf`), the partner's, or its family's. */
const waitReason = sql`case when ${notOut} then coalesce(
  (select jsonb_build_array('样本冻结: ' || min(c.case_no), 'On hold: ' || min(c.case_no)) from report_task x join lab_task t on t.tenant_id = x.tenant_id and t.id = x.task_id
    join abnormal_case_tube h on h.tenant_id = t.tenant_id and h.sample_id = t.sample_id and h.is_held = 1 join abnormal_case c on c.tenant_id = h.tenant_id and c.id = h.case_id
    where x.tenant_id = r.tenant_id and x.report_id = r.id having count(*) > 0),
  case when r.state = ${reportState.incomplete} then (select jsonb_build_array('等待 ' || ${awaited(0)}, 'Awaits ' || ${awaited(1)})
    from lab_task t join panel_group g on g.tenant_id = t.tenant_id and g.id = t.panel_group_id
    where t.tenant_id = r.tenant_id and t.requisition_id = r.requisition_id and ${openTask}
      and (r.group_key = '*' or r.group_key = 'g' || t.panel_group_id or (r.group_key like 'c%' and t.commodity_ids::text[] <@ string_to_array(substr(r.group_key, 2), '+')))
    having count(*) > 0) end, ${awaitedPartner}, ${awaitedFamily}) end`;
/** Paper of it is to be printed still; a report that is not out has none yet. */
const paperIsDue = sql`(r.state = ${reportState.issued} and r.paper_due > 0)`;
/** What is not out, by its promise or its past; the home page counts the same. */
const standings = (now: string): Readonly<Record<string, SQL>> => ({
  [reportStanding.dueToday]: sql`(${notOut} and r.due_time >= ${now} and r.due_time < ${addDays(now.slice(0, 10), 1)})`,
  [reportStanding.late]: sql`(${notOut} and r.due_time < ${now})`,
  [reportStanding.cameBack]: sql`(${notOut} and exists (select 1 from report_version w where w.tenant_id = r.tenant_id and w.report_id = r.id and w.issue_time is not null))`,
});

/** Aliases r (report), q (its requisition), v (its current version). */
export const reportColumns: PlainColumns<ReportRow> = {
  reportId: sql`r.id`,
  reportNo: sql`r.report_no`,
  version: sql`r.version`,
  requisitionId: sql`r.requisition_id`,
  requisitionCode: sql`r.requisition_code`,
  // What another house tested has no task here. The inner case: a number is read where there is one, whatever is worked out first.
  sampleCodes: sql`case when r.group_key like 'E%' then (select s.sample_code from sample s where s.tenant_id = r.tenant_id and s.id = (case when r.group_key like 'E%' then substr(r.group_key, 2)::bigint end)) else ${ofTubes(sql`x.sample_code`)} end`,
  labCodes: ofTubes(sql`t.lab_code`),
  personName: patientShown.name(sql`q.person_name`),
  reportKind: sql`r.report_kind`,
  state: sql`r.state`,
  versionId: sql`v.id`,
  currentVersionNo: sql`r.current_version_no`,
  pdfSha256: sql`case when v.state = ${reportVersionState.toAudit} then v.draft_sha256 else v.pdf_sha256 end`,
  qualitativeResult: sql`r.qualitative_result`,
  isUrgent: sql`r.is_urgent`,
  commodityNames: commodityNames(sql`r.tenant_id`, sql`r.commodity_ids`),
  panelGroupNames: sql`(select string_agg(g.panel_group_name, '、' order by g.id) from panel_group g where g.tenant_id = r.tenant_id and g.id = any(r.panel_group_ids))`,
  reportTitle: sql`(select x.title_name from report_title x where x.tenant_id = r.tenant_id and x.id = r.report_title_id)`,
  laboratoryId: sql`r.laboratory_id`,
  laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = r.tenant_id and l.id = r.laboratory_id)`,
  sendSampleClientId: sql`r.send_sample_client_id`,
  sendSampleClientName: sql`(select c.client_name from send_sample_client c where c.tenant_id = r.tenant_id and c.id = r.send_sample_client_id)`,
  dueTime: sql`r.due_time`,
  secondAuditTime: sql`r.second_audit_time`,
  issueTime: sql`r.issue_time`,
  auditorName: sql`v.auditor_name`,
  marks: sql`nullif(concat_ws('、', nullif(v.facts->'values'->>'criticalMark', ''), nullif(v.facts->'values'->>'researchMark', '')), '')`,
  paperDue: sql`case when r.state = ${reportState.issued} then r.paper_due else 0 end`,
  fault: sql`r.fault`,
  waitReason,
  heldUntil: sql`v.held_until`,
  keptBack: sql`case when r.state = ${reportState.toAudit} then v.kept_back end`,
  withdrawal: sql`case when r.state = ${reportState.recalling} then ${openWithdrawal} end`,
};
export const reportJoins = sql`join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id
  left join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id and v.version_no = r.current_version_no`;

const byTube =
  (name: string, column: SQL) =>
  ({ query, user }: AskedListing): SQL | undefined => {
    const found = codeFilter(query, name, column);
    return found
      ? sql`r.id in (select x.report_id from report_task x join lab_task t on t.tenant_id = x.tenant_id and t.id = x.task_id where x.tenant_id = ${user.tenantId} and ${found}
          union select o.id from sample t join report o on o.tenant_id = t.tenant_id and o.requisition_id = t.requisition_id and o.group_key = ${outerKeyOf('')}::text || t.id where t.tenant_id = ${user.tenantId} and ${found})`
      : undefined;
  };

/** What lists of reports (alias r) are searched by, where that is not a column of theirs. */
export const reportSearch = {
  sampleCode: byTube('sampleCode', sql`t.sample_code`),
  labCode: byTube('labCode', sql`t.lab_code`),
  commodityId: ({ query }: AskedListing) => containing(query, 'commodityId', sql`r.commodity_ids`),
  personName: ({ query, user }: AskedListing): SQL | undefined => {
    const named = requisitionsNamed({ user }, parameter(query, 'personName'));
    return named && sql`r.requisition_id in ${named}`;
  },
  panelGroupId: ({ query }: AskedListing) => containing(query, 'panelGroupId', sql`r.panel_group_ids`),
} as const;

/** `report-audit/page`. */
export const servedReportAudits = defineListing(reportAudits, {
  columns: reportColumns,
  from: sql`report r`,
  joins: reportJoins,
  where: async ({ db, user }) => [await reportsInSight(db, user)],
  searchedIn: {
    ...reportSearch,
    standing: ({ query, now }) => standings(now)[parameter(query, 'standing')],
    isPaperDue: ({ query }) => ({ 1: paperIsDue, 0: sql`not ${paperIsDue}` })[parameter(query, 'isPaperDue')],
  },
  // What is out, or all there is, reaches back through years: the newest first, as an index has it.
  order: ({ query }) =>
    hasEnd(parameter(query, 'state')) ? sql`r.is_urgent desc, r.due_time asc nulls last, r.id` : sql`r.issue_time desc nulls first, r.id`,
  indexes: ['report_open_ix', 'report_issued_ix', 'report_paper_ix', 'report_laboratory_ix', 'report_client_ix', 'report_code_ix'],
});
/** Few reports are in a state that they leave again. */
const hasEnd = (state: string): boolean => ![reportState.issued, reportState.withdrawn, reportState.void, ''].map(String).includes(state);
function containing(query: AskedListing['query'], name: string, column: SQL): SQL | undefined {
  const ids = parameter(query, name).split(',').filter(isId);
  return ids.length === 0 ? undefined : sql`${column} && ${sql.param(ids)}::bigint[]`;
}

/** `report-audit/detail`. Throws UserError 404 for a report out of sight. */
export async function detailOf({ db, user, query }: CallContext<{ reportId?: string; id?: string }>): Promise<ReportDetail> {
  const reportId = query.reportId ?? query.id ?? '';
  const row = await readRow<ReportRow>(
    db,
    sql`select ${selected(reportColumns, { user })} from report r ${reportJoins} where ${await reportsInSight(db, user)} and r.id::text = ${reportId}`,
  );
  if (!row) throw unknown();
  const versions = await readRows<ReportDetail['versions'][number] & { readonly facts: ReportFacts }>(
    db,
    sql`select v.id::text as version_id, v.version_no, v.state::int as state, v.source::int as source, v.pages, v.maker_name, v.create_time, v.auditor_name, v.issue_time, v.amend_reason, v.criterion_version, v.withdraw_reason, v.withdraw_time, v.facts
      from report_version v where v.tenant_id = ${user.tenantId} and v.report_id = ${reportId} order by v.version_no desc`,
  );
  const current = versions.find(({ versionId }) => versionId === row.versionId);
  const former = versions.find(({ versionNo, issueTime }) => issueTime !== null && current !== undefined && versionNo < current.versionNo);
  const seen = await readRow(
    db,
    sql`select 1 as found from report_view w where w.tenant_id = ${user.tenantId} and w.version_id = ${row.versionId} and w.user_id = ${user.id} and w.pdf_sha256 = ${row.pdfSha256} limit 1`,
  );
  const upload = await readRow<{ checks: [string, string][] }>(
    db,
    sql`select checks from report_upload where tenant_id = ${user.tenantId} and version_id = ${row.versionId}`,
  );
  return {
    ...row,
    values: current ? printedValues(current.facts) : {},
    comments: current?.facts.comments ?? [],
    changes: former && current ? changesBetween(former.facts, current.facts).map(([zh, en]) => [zh, en]) : [],
    uploadChecks: upload?.checks ?? [],
    isSeen: seen !== undefined,
    versions: versions.map(({ facts: _facts, ...version }) => version),
  };
}
const unknown = (): UserError => new UserError(404, ['没有此报告', 'No such report'], { refusal: 'report.unknown' });

export const listCalls = {
  'GET report/report-audit/detail': { handle: detailOf },
  'GET report/report-audit/billed': { handle: billedOf },
  'GET report/report-audit/counts': {
    async handle({ db, user }: CallContext<unknown>) {
      return readRows<{ state: ReportRow['state']; count: number }>(
        db,
        sql`select r.state::int as state, count(*)::int as count from report r where ${await reportsInSight(db, user)} and r.state in (${reportState.incomplete}, ${reportState.waiting}, ${reportState.making}, ${reportState.toAudit}, ${reportState.recalling}, ${reportState.failed}) group by r.state order by r.state`,
      );
    },
  },
  'GET report/report-audit/file': {
    /** The bytes of a version as they are to be audited, or were issued; whoever opened them is noted. */
    async handle({ db, database, blobs, user, query, now, reply }: CallContext<{ versionId?: string }>) {
      const version = await readRow<{ versionId: string; sha256: string | null; name: string }>(
        db,
        sql`select v.id::text as version_id, case when v.chain_hash is null then v.draft_sha256 else ${chainedSha256} end as sha256, r.report_no || '-v' || v.version_no as name
          from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id where ${await reportsInSight(db, user)} and v.id::text = ${query.versionId ?? ''}`,
      );
      if (!version) throw unknown();
      const bytes = await readReport(blobs, user.tenantId, version.sha256);
      await database.orm.execute(
        insertMany(reportViewTable, [
          {
            id: newId(),
            tenantId: user.tenantId,
            versionId: version.versionId,
            pdfSha256: version.sha256,
            userId: user.id,
            userName: user.name,
            createTime: now,
          },
        ]),
      );
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `inline; filename="${encodeURIComponent(version.name)}.pdf"`)
        .header('cache-control', 'no-store')
        .header('x-sha256', version.sha256)
        .send(bytes);
    },
  },
} as const;
