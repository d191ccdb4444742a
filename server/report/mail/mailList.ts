import { sql } from 'drizzle-orm';
import { reportMails, type MailRow } from '#domain/report/mail/mailRows.ts';
import { reportState, reportVersionState } from '#domain/report/reportState.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { defineListing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { reportSearch } from '../reports/reportList.ts';

/** Aliases m (mail), r (its report), v (its version). */
export const isOut = sql`(r.state = ${reportState.issued} and v.state = ${reportVersionState.issued})`;

const columns: PlainColumns<MailRow> = {
  mailId: sql`m.id`,
  version: sql`m.version`,
  reportNo: sql`m.report_no`,
  versionNo: sql`v.version_no`,
  personName: patientShown.name(sql`q.person_name`),
  receiverName: sql`m.receiver_name`,
  email: sql`m.email`,
  mailMode: sql`m.mail_mode`,
  state: sql`m.state`,
  isHeld: sql`m.is_held`,
  notBefore: sql`m.not_before`,
  sendTime: sql`m.send_time`,
  tries: sql`m.tries`,
  answer: sql`m.answer`,
  reason: sql`m.reason`,
  userName: sql`m.user_name`,
  sendSampleClientId: sql`r.send_sample_client_id`,
  sendSampleClientName: sql`(select c.client_name from send_sample_client c where c.tenant_id = r.tenant_id and c.id = r.send_sample_client_id)`,
  laboratoryId: sql`r.laboratory_id`,
  laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = r.tenant_id and l.id = r.laboratory_id)`,
  createTime: sql`m.create_time`,
  isOut,
};

/** `report-mail/page`. */
export const servedReportMails = defineListing(reportMails, {
  columns,
  from: sql`mail_message m join report r on r.tenant_id = m.tenant_id and r.id = m.report_id`,
  joins: sql`join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id join report_version v on v.tenant_id = m.tenant_id and v.id = m.version_id`,
  where: async ({ db, user }) => [await reportsInSight(db, user)],
  searchedIn: {
    personName: reportSearch.personName,
  },
  order: sql`m.create_time desc nulls first, m.id`,
  indexes: ['mail_message_time_ix', 'mail_message_state_ix'],
});
