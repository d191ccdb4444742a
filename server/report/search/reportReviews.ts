import { sql, type SQL } from 'drizzle-orm';
import { reportReviews, reviewContracts, usualReviews, type ReviewRow } from '#domain/report/search/reportReviews.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { conditionOfListing, defineListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { reportColumns, reportSearch } from '#server/report/reports/reportList.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { readRows } from '#server/storage/readRows.ts';

/** Whose hand stands on the paper, as it was frozen. */
const signed = (slot: 'tested' | 'reviewed', what: 'name' | 'time'): SQL =>
  sql`(select h ->> ${sql.raw(`'${what}'`)} from jsonb_array_elements(v.facts -> 'signatures') h where h ->> 'slot' = ${sql.raw(`'${slot}'`)} limit 1)`;
const secondAudit = sql`(${signed('reviewed', 'time')})::timestamptz`;
const isAuto = sql`case when v.criterion_version is null then 0 else 1 end`;
const isAmended = sql`case when v.amend_reason is null then 0 else 1 end`;

/** Aliases v (an issued version), r (its report), q (its requisition). */
const listing: Listing<ReviewRow> = {
  columns: {
    versionId: sql`v.id`,
    reportId: reportColumns.reportId,
    reportNo: reportColumns.reportNo,
    versionNo: sql`v.version_no`,
    versionState: sql`v.state`,
    reportKind: reportColumns.reportKind,
    sampleCodes: reportColumns.sampleCodes,
    personName: patientShown.name(sql`(select q.person_name from requisition q where q.tenant_id = r.tenant_id and q.id = r.requisition_id)`),
    commodityNames: reportColumns.commodityNames,
    panelGroupNames: reportColumns.panelGroupNames,
    sendSampleClientName: reportColumns.sendSampleClientName,
    laboratoryName: reportColumns.laboratoryName,
    checkerOne: signed('tested', 'name'),
    checkerTwo: signed('reviewed', 'name'),
    checkTimeTwo: secondAudit,
    auditTime: sql`v.issue_time`,
    auditorName: sql`v.auditor_name`,
    reviewMinutes: sql`floor(extract(epoch from v.issue_time - ${secondAudit}) / 60)::int`,
    isAuto,
    amendReason: sql`v.amend_reason`,
  },
  from: sql`report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id`,
  where: async ({ db, user }) => [sql`v.tenant_id = ${user.tenantId}`, sql`v.chain_hash is not null`, await reportsInSight(db, user)],
  searchedIn: {
    sampleCode: reportSearch.sampleCode,
    commodityId: reportSearch.commodityId,
    panelGroupId: reportSearch.panelGroupId,
    auditTime: sql`v.issue_time`,
    checkTimeTwo: sql`r.second_audit_time`,
    auditorId: sql`v.auditor_id`,
    isAmended,
    sendSampleClientId: sql`r.send_sample_client_id`,
    laboratoryId: sql`r.laboratory_id`,
    reportNo: ({ query }) => {
      const no = parameter(query, 'reportNo');
      return no === '' ? undefined : sql`r.report_no like ${`${no.replace(/[\\%_]/g, '\\$&')}%`}`;
    },
  },
  usual: usualReviews.applied,
  order: sql`v.issue_time desc, v.id`,
  indexes: ['report_version_chain_ix', 'report_pk', 'report_no_uq'],
};
/** `comprehensive-query/report-review-page`. */
export const servedReviews = defineListing(reportReviews, listing);

export const reviewCalls: readonly Call[] = serveCalls(reviewContracts, {
  'GET search/comprehensive-query/report-review-people': {
    async handle({ db, user, query, now, request }) {
      const condition = await conditionOfListing(reportReviews, listing, { db, user, query, now, request });
      return readRows(
        db,
        sql`select v.auditor_id::text as auditor_id, coalesce(max(v.auditor_name), '') as auditor_name, count(*) filter (where ${isAuto} = 0 and ${isAmended} = 0)::int as by_hand, count(*) filter (where ${isAuto} = 1)::int as auto,
            count(*) filter (where ${isAuto} = 0 and ${isAmended} = 1)::int as amended
          from ${listing.from} where ${condition} group by v.auditor_id order by count(*) desc, 2, 1`,
      );
    },
  },
});
