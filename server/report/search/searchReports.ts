import { sql, type SQL } from 'drizzle-orm';
import { missingInSearch, mostTold, searchContracts, searchReports, type ReportTrail } from '#domain/report/search/reportSearch.ts';
import { outerKeyOf } from '#domain/report/reportState.ts';
import { reportChannel } from '#domain/report/reportStrategy.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { maskedNumber, patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { isUnrecorded } from '#server/report/reports/lostFiles.ts';
import { reportColumns, reportJoins } from '#server/report/reports/reportList.ts';
import { isTold } from '#server/report/sms/smsChannel.ts';
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
/** By tubes, a spare standing for the one it follows; what another house tested has no task here. */
const ofTubes = (condition: SQL, tenantId: string): SQL =>
  sql`r.id in (select x.report_id from sample s join lab_task t on t.tenant_id = s.tenant_id and t.sample_id = coalesce(s.primary_sample_id, s.id)
    join report_task x on x.tenant_id = t.tenant_id and x.task_id = t.id where s.tenant_id = ${tenantId} and ${condition}
    union select o.id from sample s join report o on o.tenant_id = s.tenant_id and o.requisition_id = s.requisition_id
      and o.group_key = ${outerKeyOf('')}::text || coalesce(s.primary_sample_id, s.id) where s.tenant_id = ${tenantId} and ${condition})`;
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
            case when v.criterion_version is null then 0 else 1 end as is_auto, v.pdf_sha256, v.chain_hash, ${isUnrecorded} as is_file_lost
          from report_version v where v.tenant_id = ${user.tenantId} and v.report_id = ${reportId} order by v.version_no desc`,
      );
      const ofReport = sql`where v.tenant_id = ${user.tenantId} and v.report_id = ${reportId}`;
      const shown = (name: SQL): SQL => patientShown.name(name)({ user });
      // Who opened it by a patient's link is the patient.
      const viewer = sql`case when l.channel = ${reportChannel.link} then ${shown(sql`w.user_name`)} else w.user_name end`;
      const views = await readRows<ReportTrail['views'][number]>(
        db,
        sql`select v.version_no, ${viewer} as user_name, count(*)::int as count, max(w.create_time) as last_time from report_version v
          join report_view w on w.tenant_id = v.tenant_id and w.version_id = v.id left join report_link l on l.tenant_id = w.tenant_id and l.id = w.link_id
          ${ofReport} group by v.version_no, w.user_id, 2 order by last_time desc, 2 limit ${mostTold}`,
      );
      const receipts = await readRows<ReportTrail['receipts'][number]>(
        db,
        sql`select v.version_no, ${reportChannel.sms}::int as channel, ${shown(sql`coalesce(m.person_name, '')`)} || ' ' || ${maskedNumber(sql`m.telephone`)} as receiver, coalesce(m.send_time, m.mark_time) as time
            from report_version v join sms_message m on m.tenant_id = v.tenant_id and m.owner_id = v.id ${ofReport} and ${isTold}
          union all select v.version_no, ${reportChannel.mail}::int, concat_ws(' ', e.receiver_name, e.email), e.left_time
            from report_version v join mail_message e on e.tenant_id = v.tenant_id and e.version_id = v.id ${ofReport} and e.left_time is not null
          union all select v.version_no, l.channel::int, ${shown(sql`l.receiver_name`)}, l.open_time
            from report_version v join report_link l on l.tenant_id = v.tenant_id and l.version_id = v.id ${ofReport} and l.mail_id is null and l.open_time is not null
          order by time desc, receiver limit ${mostTold}`,
      );
      const prints = await readRows<ReportTrail['prints'][number]>(
        db,
        sql`select w.id::text as print_id, v.version_no, w.kind::int as kind, w.copies, w.reason, w.handed_to, w.courier_number, w.user_name, w.create_time from report_print w
          join report_version v on v.tenant_id = w.tenant_id and v.id = w.version_id
          where w.tenant_id = ${user.tenantId} and w.report_id = ${reportId} order by w.id desc limit ${mostTold}`,
      );
      return { ...report, versions, views, receipts, prints };
    },
  },
});
