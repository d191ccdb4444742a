import { sql, type SQL } from 'drizzle-orm';
import { expectedSource } from '#domain/op/expected.ts';
import { viewReports } from '#domain/report/reportRows.ts';
import { printReports } from '#domain/report/search/reportPrint.ts';
import { uploadImage } from '#domain/sample/requisitionImage.ts';
import { timelineAct, type TimelineEvent } from '#domain/search/sampleDetail.ts';
import type { BillViewer } from '#server/spine/bill/lineSight.ts';
import { maskedNumber } from '#server/kernel/core/patients.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import { billEvents } from './billEvents.ts';
import { seesContent } from './content.ts';
import { eventOf, type TubeKeys } from './eventColumns.ts';
import type { FoundTube } from './findTubes.ts';

/** Lines of custody: all that acts did to tubes, with the desks as people call them. */
const acts = ({ tenantId, sampleIds }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`a.act_time`,
    serverTime: sql`a.create_time`,
    what: sql`a.act`,
    sampleCode: sql`s.sample_code`,
    by: sql`a.user_name`,
    desk: sql`coalesce(w.device_name, a.device_id)`,
    why: sql`a.note`,
    fromStatus: sql`a.from_status`,
    toStatus: sql`a.to_status`,
    rank: sql`a.id`,
  })} from sample s join sample_act a on a.tenant_id = s.tenant_id and a.sample_id = s.id left join device_watch w on w.tenant_id = a.tenant_id and w.device_id = a.device_id
    where s.tenant_id = ${tenantId} and s.id = ${sampleIds}`;
/** Labels of codes that the house gave out. */
const labels = ({ tenantId, sampleCodes }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`n.print_time`,
    what: sql`${timelineAct.label}::text`,
    sampleCode: sql`n.code`,
    by: sql`n.user_name`,
    desk: sql`coalesce(w.device_name, n.device_id)`,
    content: sql`case when n.print_count > 1 then '×' || n.print_count end`,
    rank: sql`n.number`,
  })} from number_use n left join device_watch w on w.tenant_id = n.tenant_id and w.device_id = n.device_id where n.tenant_id = ${tenantId} and n.code = ${sampleCodes}`;
const binds = ({ tenantId, sampleCodes }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`e.create_time`,
    what: sql`${timelineAct.bound}::text`,
    sampleCode: sql`e.bar_code`,
    by: sql`e.bind_user`,
    content: sql`e.thirdparty_bar_code`,
    rank: sql`e.id`,
  })} from thirdparty_bind_entry e where e.tenant_id = ${tenantId} and e.bar_code = ${sampleCodes} and e.release_time is null`;
/** What was announced before it came; that it was entrusted is told by the act itself. */
const announcements = ({ tenantId, sampleIds }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`e.create_time`,
    what: sql`${timelineAct.told}::text`,
    sampleCode: sql`s.sample_code`,
    by: sql`e.partner`,
    content: sql`e.external_key`,
    rank: sql`e.id`,
  })} from expected_sample e join sample s on s.tenant_id = e.tenant_id and s.id = e.sample_id where e.tenant_id = ${tenantId} and e.sample_id = ${sampleIds}
    and e.source <> ${expectedSource.entrust}`;
/** Pictures hang on the requisition and may come before the tube. */
const pictures = ({ tenantId, requisitionCodes }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`p.create_time`,
    what: sql`${uploadImage.name}::text`,
    by: sql`p.upload_user_name`,
    rank: sql`p.id`,
  })} from requisition_image p where p.tenant_id = ${tenantId} and p.requisition_code = ${requisitionCodes} and p.is_deleted = 0`;
/** Versions that were made; their release and withdrawal stand on the tubes' lines. */
const reports = ({ tenantId, requisitionIds }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`v.create_time`,
    what: sql`${timelineAct.reportMade}::text`,
    by: sql`v.maker_name`,
    why: sql`v.amend_reason`,
    content: sql`r.report_no || ' v' || v.version_no`,
    rank: sql`v.id`,
  })} from report r join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id where r.tenant_id = ${tenantId} and r.requisition_id = ${requisitionIds}`;
const prints = ({ tenantId, requisitionIds }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`p.create_time`,
    what: sql`${printReports.name}::text`,
    by: sql`p.user_name`,
    why: sql`p.reason`,
    content: sql`r.report_no || ' ×' || p.copies || coalesce(' · ' || p.handed_to, '') || coalesce(' · ' || p.courier_number, '')`,
    rank: sql`p.id`,
  })} from report r join report_print p on p.tenant_id = r.tenant_id and p.report_id = r.id where r.tenant_id = ${tenantId} and r.requisition_id = ${requisitionIds}`;
/** Text messages that left; the number is never whole. */
const messages = ({ tenantId, sampleCodes }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`m.send_time`,
    what: sql`${timelineAct.sms}::text`,
    sampleCode: sql`m.sample_code`,
    content: maskedNumber(sql`m.telephone`),
    rank: sql`m.id`,
  })} from sms_message m where m.tenant_id = ${tenantId} and m.sample_code = ${sampleCodes} and m.send_time is not null`;
const mails = ({ tenantId, requisitionIds }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`coalesce(m.left_time, m.send_time)`,
    what: sql`${timelineAct.mail}::text`,
    by: sql`m.user_name`,
    why: sql`m.reason`,
    content: sql`m.report_no || coalesce(' · ' || m.receiver_name, '')`,
    rank: sql`m.id`,
  })} from report r join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id join mail_message m on m.tenant_id = v.tenant_id and m.version_id = v.id
    where r.tenant_id = ${tenantId} and r.requisition_id = ${requisitionIds} and coalesce(m.left_time, m.send_time) is not null`;

/** Of which a person without the right on reports is told that it happened and no more. */
const ofReports: ReadonlySet<string> = new Set([timelineAct.reportMade, printReports.name, timelineAct.sms, timelineAct.mail]);

/**
 * What happened to tubes that were found in a person's sight, in the order of time: of each area one SELECT over an index. Bills and orders are
 * there for who sees them; reasons and contents for who sees samples or reports, a report's for who sees reports.
 */
export async function eventsOf(db: Reader, user: BillViewer, tubes: readonly FoundTube[]): Promise<TimelineEvent[]> {
  if (tubes.length === 0) return [];
  const each = (of: (tube: FoundTube) => string): string[] => [...new Set(tubes.map(of))];
  const keys: TubeKeys = {
    tenantId: user.tenantId,
    sampleIds: anyId(each(({ sampleId }) => sampleId)),
    requisitionIds: anyId(each(({ requisitionId }) => requisitionId)),
    sampleCodes: anyText(each(({ sampleCode }) => sampleCode)),
    requisitionCodes: anyText(each(({ requisitionCode }) => requisitionCode)),
  };
  const selects = [acts, labels, announcements, binds, pictures, reports, prints, messages, mails].map((select) => select(keys));
  const found = await readRows<TimelineEvent & { readonly rank: string | null }>(
    db,
    sql`select * from (${sql.join([...selects, ...(await billEvents(db, user, keys))], sql` union all `)}) e order by e.at, e.rank`,
  );
  const [hasContent, hasReports] = [seesContent(user), user.permissions.has(viewReports.code)];
  return found.map(({ rank: _rank, ...event }) =>
    isBill(event.what) || (hasContent && (hasReports || !ofReports.has(event.what))) ? event : { ...event, why: null, content: null },
  );
}
/** Who is answered these may read them. */
const bills: ReadonlySet<string> = new Set([
  timelineAct.orderMade,
  timelineAct.orderSent,
  timelineAct.billMade,
  timelineAct.billSent,
  timelineAct.charge,
]);
const isBill = (what: string): boolean => bills.has(what) || what.startsWith('exclusion.');
