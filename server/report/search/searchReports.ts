import { sql, type SQL } from 'drizzle-orm';
import { missingInSearch, mostTold, searchContracts, searchReports, type ReportTrail } from '#domain/report/search/reportSearch.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { reportColumns, reportJoins } from '#server/report/reports/reportList.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { gramsOfTerm } from '#server/storage/grams.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

/** A code is asked for whole. */
const code = (query: AskedListing['query'], name: string): string => parameter(query, name).normalize('NFKC').toUpperCase();
const whole =
  (name: string, found: (value: string, tenantId: string) => SQL) =>
  ({ query, user }: AskedListing): SQL | undefined => {
    const value = code(query, name);
    return value === '' ? undefined : found(value, user.tenantId);
  };
const ofRequisitions = (condition: SQL, tenantId: string): SQL =>
  sql`r.requisition_id in (select p.id from requisition p where p.tenant_id = ${tenantId} and ${condition})`;
/** By tubes, a spare standing for the one it follows. */
const ofTubes = (condition: SQL, tenantId: string): SQL =>
  sql`r.id in (select x.report_id from sample s join lab_task t on t.tenant_id = s.tenant_id and t.sample_id = coalesce(s.primary_sample_id, s.id)
    join report_task x on x.tenant_id = t.tenant_id and x.task_id = t.id where s.tenant_id = ${tenantId} and ${condition})`;
/** A name is asked for whole, too, and found by its grams. */
function byPerson({ query, user }: AskedListing): SQL | undefined {
  const name = parameter(query, 'personName').normalize('NFKC');
  return name === '' ? undefined : ofRequisitions(sql`p.grams @> ${sql.param(gramsOfTerm(name))}::text[] and p.person_name = ${name}`, user.tenantId);
}

/** `reportSearch/accurateQuery`. Throws UserError 400 with what is missing. */
export const servedSearch = defineListing(searchReports, {
  columns: {
    ...reportColumns,
    reportTime: sql`r.issue_time`,
    versionState: sql`v.state`,
    printCount: sql`(select count(*)::int from report_print w where w.tenant_id = v.tenant_id and w.version_id = v.id)`,
  },
  from: sql`report r`,
  joins: reportJoins,
  where: async ({ db, user, query }) => {
    const missing = missingInSearch(query);
    if (missing) throw new UserError(400, missing, { refusal: 'reportSearch.tooLittle' });
    return [await reportsInSight(db, user)];
  },
  searchedIn: {
    sampleCode: whole('sampleCode', (value, tenantId) => ofTubes(sql`s.sample_code = ${value}`, tenantId)),
    labCode: whole('labCode', (value, tenantId) => ofTubes(sql`s.lab_code = ${value}`, tenantId)),
    requisitionCode: whole('requisitionCode', (value) => sql`r.requisition_code = ${value}`),
    reportNo: whole('reportNo', (value) => sql`r.report_no = ${value}`),
    hospitalCode: whole('hospitalCode', (value, tenantId) => ofRequisitions(sql`p.hospital_code = ${value}`, tenantId)),
    credentialNo: whole('credentialNo', (value, tenantId) => ofRequisitions(sql`p.credential_no = ${value}`, tenantId)),
    telephone: whole('telephone', (value, tenantId) => ofRequisitions(sql`p.telephone = ${value}`, tenantId)),
    personName: byPerson,
  },
  order: sql`r.issue_time desc nulls first, r.id`,
  indexes: [
    'sample_code_uq',
    'sample_lab_code_uq',
    'report_task_task_ix',
    'report_code_ix',
    'report_no_uq',
    'report_group_uq',
    'requisition_hospital_code_ix',
    'requisition_same_card_ix',
    'requisition_same_phone_ix',
    'requisition_grams_ix',
  ],
});

export const searchCalls: readonly Call[] = serveCalls(searchContracts, {
  'GET search/reportSearch/trail': {
    async handle({ db, user, query }) {
      const report = await readRow<Pick<ReportTrail, 'reportId' | 'reportNo' | 'state'>>(
        db,
        sql`select r.id::text as report_id, r.report_no, r.state::int as state from report r where ${await reportsInSight(db, user)} and r.id::text = ${query.reportId ?? ''}`,
      );
      if (!report) throw new UserError(404, ['没有此报告', 'No such report'], { refusal: 'report.unknown' });
      const { reportId } = report;
      const versions = await readRows<ReportTrail['versions'][number]>(
        db,
        sql`select v.id::text as version_id, v.version_no, v.state::int as state, v.pages, v.maker_name, v.create_time, v.auditor_name, v.issue_time, v.amend_reason,
            case when v.criterion_version is null then 0 else 1 end as is_auto, v.pdf_sha256, v.chain_hash
          from report_version v where v.tenant_id = ${user.tenantId} and v.report_id = ${reportId} order by v.version_no desc`,
      );
      const views = await readRows<ReportTrail['views'][number]>(
        db,
        sql`select v.version_no, w.user_name, count(*)::int as count, max(w.create_time) as last_time from report_version v
          join report_view w on w.tenant_id = v.tenant_id and w.version_id = v.id
          where v.tenant_id = ${user.tenantId} and v.report_id = ${reportId} group by v.version_no, w.user_id, w.user_name order by last_time desc, w.user_name limit ${mostTold}`,
      );
      const prints = await readRows<ReportTrail['prints'][number]>(
        db,
        sql`select w.id::text as print_id, v.version_no, w.kind::int as kind, w.copies, w.reason, w.handed_to, w.courier_number, w.user_name, w.create_time from report_print w
          join report_version v on v.tenant_id = w.tenant_id and v.id = w.version_id
          where w.tenant_id = ${user.tenantId} and w.report_id = ${reportId} order by w.id desc limit ${mostTold}`,
      );
      return { ...report, versions, views, prints };
    },
  },
});
