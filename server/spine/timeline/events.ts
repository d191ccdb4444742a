import { sql, type SQL } from 'drizzle-orm';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { trackRecords } from '#domain/lab/process/followActs.ts';
import { resendResults } from '#domain/op/results/resendResult.ts';
import { closeRecalls } from '#domain/report/recall.ts';
import { viewReports } from '#domain/report/reportRows.ts';
import { printReports } from '#domain/report/search/reportPrint.ts';
import { removeUpload } from '#domain/report/upload/uploadActs.ts';
import { abnormalTrack } from '#domain/sample/abnormal/abnormalActs.ts';
import { auditChange, cancelChange } from '#domain/sample/change/orderChangeActs.ts';
import { viewParcels } from '#domain/sample/parcel/parcelRows.ts';
import { rejectTrack } from '#domain/sample/reject/rejectFollow.ts';
import { viewRejections } from '#domain/sample/reject/rejectRows.ts';
import { timelineAct, type TimelineEvent } from '#domain/search/sampleDetail.ts';
import type { BillViewer } from '#server/spine/bill/lineSight.ts';
import { leavingActs } from '#server/spine/line.ts';
import { inSight } from '#server/spine/loading.ts';
import { maskedNumber } from '#server/kernel/core/patients.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import { announced, announcementsOf, closingsOf, registeredAnew } from './announced.ts';
import { audited, takenBack } from './audited.ts';
import { billEvents, documentActs } from './billEvents.ts';
import { seesContent } from './content.ts';
import { notices, parcels, pushes } from './outsideEvents.ts';
import { withPictures } from './pictures.ts';
import { eventOf, type TubeKeys } from './eventColumns.ts';
import { codesTyped, type FoundTube } from './findTubes.ts';

/** Acts whose note is what was told, no reason. */
const followUps = [rejectTrack.name, abnormalTrack.name, trackRecords.name, closeRecalls.name];
/** Decisions on an application for a change: who applied stands beside who decided. */
const decisions = [auditChange.name, cancelChange.name];
const appliedBy: Label = ['申请人 ', 'applied for by '];

/** Lines of custody: all that acts did to tubes, with the desks as people call them. */
const acts = ({ tenantId, sampleIds, language }: TubeKeys): SQL =>
  sql`select ${eventOf({
    actId: sql`a.id`,
    at: sql`a.act_time`,
    serverTime: sql`a.create_time`,
    what: sql`a.act`,
    sampleCode: sql`s.sample_code`,
    by: sql`a.user_name`,
    desk: sql`coalesce(w.device_name, a.device_id)`,
    why: sql`case when not (a.act = ${anyText(followUps)}) then a.note end`,
    content: sql`case when a.act = ${anyText(followUps)} then a.note when a.act = ${anyText(decisions)} then (select ${inLanguage(appliedBy, language)}::text || o.apply_user_name
      from order_change o where o.tenant_id = a.tenant_id and o.requisition_id = a.requisition_id and o.action_time = a.create_time limit 1) end`,
    fromStatus: sql`a.from_status`,
    toStatus: sql`a.to_status`,
    rank: sql`a.id`,
  })} from sample s join sample_act a on a.tenant_id = s.tenant_id and a.sample_id = s.id left join device_watch w on w.tenant_id = a.tenant_id and w.device_id = a.device_id
    where s.tenant_id = ${tenantId} and s.id = ${sampleIds} and not (a.act = ${anyText(leavingActs)})`;
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
  })} from (select * from thirdparty_bind_entry b where b.tenant_id = ${tenantId} and b.bar_code = ${sampleCodes} and b.release_time is null
      union all select * from thirdparty_bind_entry b where b.tenant_id = ${tenantId} and b.bar_code = ${sampleCodes} and b.release_time is not null) e`;
/** Versions that were made; their release and withdrawal stand on the tubes' lines. */
const reports = ({ tenantId, requisitionIds }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`v.create_time`,
    what: sql`${timelineAct.reportMade}::text`,
    by: sql`v.maker_name`,
    why: sql`v.amend_reason`,
    content: sql`r.report_no || ' v' || v.version_no`,
    no: sql`r.report_no`,
    rank: sql`v.id`,
  })} from report r join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id where r.tenant_id = ${tenantId} and r.requisition_id = ${requisitionIds}`;
const prints = ({ tenantId, requisitionIds }: TubeKeys): SQL =>
  sql`select ${eventOf({
    at: sql`p.create_time`,
    what: sql`${printReports.name}::text`,
    by: sql`p.user_name`,
    why: sql`p.reason`,
    content: sql`r.report_no || ' ×' || p.copies || coalesce(' · ' || p.handed_to, '') || coalesce(' · ' || p.courier_number, '')`,
    no: sql`r.report_no`,
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
    no: sql`m.report_no`,
    rank: sql`m.id`,
  })} from report r join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id join mail_message m on m.tenant_id = v.tenant_id and m.version_id = v.id
    where r.tenant_id = ${tenantId} and r.requisition_id = ${requisitionIds} and coalesce(m.left_time, m.send_time) is not null`;

type Told = Omit<TimelineEvent, 'pictures'> & { readonly rank: string | null };
/** Of which a person without this right is told that it happened and no more. */
const askedBy: Readonly<Record<string, Right>> = {
  [timelineAct.reportMade]: viewReports,
  [printReports.name]: viewReports,
  [timelineAct.sms]: viewReports,
  [timelineAct.mail]: viewReports,
  [timelineAct.push]: viewReports,
  [resendResults.name]: viewReports,
  [closeRecalls.name]: viewReports,
  [removeUpload.name]: viewReports,
  [timelineAct.parcel]: viewParcels,
  [timelineAct.notice]: viewRejections,
};

/**
 * What happened to tubes that were found in a person's sight, in the order of time: of each area one SELECT over an index. Bills and orders are
 * there for who sees them; reasons and contents for who sees samples or reports, a report's for who sees reports.
 */
export async function eventsOf(db: Reader, user: BillViewer, tubes: readonly FoundTube[], language: Language): Promise<TimelineEvent[]> {
  if (tubes.length === 0) return [];
  const each = (of: (tube: FoundTube) => string): string[] => [...new Set(tubes.map(of))];
  const codes = each(({ sampleCode }) => sampleCode);
  const keys: TubeKeys = {
    tenantId: user.tenantId,
    sampleIds: anyId(each(({ sampleId }) => sampleId)),
    requisitionIds: anyId(each(({ requisitionId }) => requisitionId)),
    sampleCodes: anyText(codes),
    requisitionCodes: anyText(each(({ requisitionCode }) => requisitionCode)),
    language,
  };
  const selects = [acts, labels, ...announced, binds, ...audited, reports, prints, messages, mails, parcels, notices, pushes].map((select) =>
    select(keys),
  );
  const earlier = takenBack(user, [...codes, ...each(({ requisitionCode }) => requisitionCode)]);
  const found = await readRows<Told>(
    db,
    sql`select * from (${sql.join([...selects, earlier, ...(await billEvents(db, user, keys))], sql` union all `)}) e order by e.at, e.rank`,
  );
  return withPictures(db, user, keys, shownTo(user, found));
}

/** What happened under a code that leads to no tube, within the person's laboratories: to announcements, and to receptions that were taken back. */
export async function awaitedEvents(db: Reader, user: BillViewer, code: string, language: Language): Promise<TimelineEvent[]> {
  const codes = anyText(codesTyped(code));
  const lines = sql`select e.* from expected_sample e where e.tenant_id = ${user.tenantId} and e.bar_code = ${codes} and e.sample_id is null
    union select e.* from expected_sample e where e.tenant_id = ${user.tenantId} and e.thirdparty_bar_code = ${codes} and e.sample_id is null`;
  const seen = sql`select e.*, null::text as sample_code from (${lines}) e where ${inSight(user, sql`e.laboratory_id`)}`;
  const found = await readRows<Told>(
    db,
    sql`select * from (${announcementsOf(seen)} union all ${closingsOf(seen, language)} union all ${registeredAnew(seen)} union all ${takenBack(user, codesTyped(code))}) e order by e.at, e.rank limit ${mostAwaited}`,
  );
  return shownTo(user, found);
}
/** So many events of what has not come are more than anybody reads. */
const mostAwaited = 200;

/** Without the right to it a person is told that it happened and no more. */
function shownTo(user: BillViewer, found: readonly Told[]): TimelineEvent[] {
  const hasContent = seesContent(user);
  const mayTell = ({ what }: Told): boolean => isBill(what) || (hasContent && (!(what in askedBy) || user.permissions.has(askedBy[what]!.code)));
  return found.map((told) => {
    const { rank: _rank, ...event } = told;
    return mayTell(told) ? { ...event, pictures: [] } : { ...event, why: null, content: null, no: null, pictures: [] };
  });
}
/** Who is answered these may read them. */
const bills: ReadonlySet<string> = new Set([
  timelineAct.orderMade,
  timelineAct.orderSent,
  timelineAct.billMade,
  timelineAct.billSent,
  timelineAct.charge,
  ...documentActs,
]);
const isBill = (what: string): boolean => bills.has(what) || what.startsWith('exclusion.');
