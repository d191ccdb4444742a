import { sql, type SQL } from 'drizzle-orm';
import { closeRecalls, reportRecalls, type RecallRow, type RecallState } from '#domain/report/recall.ts';
import { maskedNumber, patientShown, seesPatients, type PatientViewer } from '#server/kernel/core/patients.ts';
import { reportChannel } from '#domain/report/reportStrategy.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { defineListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { followUpNote, markOf, noteActs } from '#server/spine/line.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { readRow } from '#server/storage/readRows.ts';
import { reportSearch } from './reportList.ts';

/** Who got a message is the patient: their name, and their telephone behind it. */
const shownReceiver = (viewer: PatientViewer): SQL =>
  seesPatients(viewer)
    ? sql`c.receiver`
    : sql`case when c.channel = ${reportChannel.sms} then ${patientShown.name(sql`regexp_replace(c.receiver, ' ?[^ ]*$', '')`)(viewer)} || ' ' || ${maskedNumber(sql`substring(c.receiver from '[^ ]*$')`)} else c.receiver end`;
/** Aliases c (a reader to be told), v (the withdrawn version), r (its report), q (its requisition). */
const columns: Listing<RecallRow>['columns'] = {
  recallId: sql`c.id`,
  state: sql`c.state`,
  reportId: sql`c.report_id`,
  reportNo: sql`r.report_no`,
  versionNo: sql`v.version_no`,
  personName: patientShown.name(sql`q.person_name`),
  channel: sql`c.channel`,
  receiver: shownReceiver,
  reason: sql`v.withdraw_reason`,
  laboratoryId: sql`r.laboratory_id`,
  laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = r.tenant_id and l.id = r.laboratory_id)`,
  sendSampleClientId: sql`r.send_sample_client_id`,
  sendSampleClientName: sql`(select k.client_name from send_sample_client k where k.tenant_id = r.tenant_id and k.id = r.send_sample_client_id)`,
  createTime: sql`c.create_time`,
  contactWay: sql`c.contact_way`,
  toldPerson: sql`c.told_person`,
  toldTime: sql`c.told_time`,
  remark: sql`c.remark`,
  closerName: sql`c.closer_name`,
};

/** `report-recall/page`. */
export const servedRecalls = defineListing(reportRecalls, {
  columns,
  from: sql`report_recall c join report r on r.tenant_id = c.tenant_id and r.id = c.report_id`,
  joins: sql`join report_version v on v.tenant_id = c.tenant_id and v.id = c.version_id join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id`,
  where: async ({ db, user }) => [sql`c.tenant_id = ${user.tenantId}`, await reportsInSight(db, user)],
  searchedIn: {
    personName: reportSearch.personName,
  },
  order: sql`c.create_time desc, c.id`,
  indexes: ['report_recall_time_ix', 'report_recall_open_ix'],
});

type LoadedRecall = NonNullable<RecallState['recall']> & { readonly requisitionId: string; readonly reportNo: string };
/** `reportRecall.close`. */
export const servedRecallClose = serveCommand(closeRecalls, {
  async load(tx, { recallId }, { user }) {
    const recall = await readRow<LoadedRecall>(
      tx,
      sql`select c.id::text as recall_id, r.requisition_id::text as requisition_id, r.report_no, ${shownReceiver({ user })} as receiver, c.state::int as state, c.create_time, c.closer_name, c.told_time
        from report_recall c join report r on r.tenant_id = c.tenant_id and r.id = c.report_id where ${await reportsInSight(tx, user)} and c.id = ${recallId} for update of c`,
    );
    return { recall: recall ?? null };
  },
  async write(tx, { state, change, input: { contactWay, toldPerson, toldTime, remark }, acting, opId }) {
    const { user, now } = acting;
    const { requisitionId, reportNo } = state.recall as LoadedRecall;
    await tx.execute(sql`update report_recall set state = ${change.state}, contact_way = ${contactWay}, told_person = ${toldPerson}, told_time = ${toldTime}, remark = ${remark || null},
      closer_id = ${user.id}, closer_name = ${user.name}, close_time = ${now}, update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${change.recallId}`);
    const mark = markOf(closeRecalls, { acting, opId }, followUpNote({ contactName: toldPerson, content: reportNo }));
    await noteActs(tx, user.tenantId, [{ mark, whose: { requisitionId } }]);
    return change;
  },
});
