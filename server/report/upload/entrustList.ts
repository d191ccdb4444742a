import { sql } from 'drizzle-orm';
import { executeType } from '#domain/base/executeType.ts';
import { reportVersionState } from '#domain/report/reportState.ts';
import { entrustReports, entrustState, type EntrustReportRow } from '#domain/report/upload/entrustReports.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { defineListing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { commoditiesOfTube } from '#server/spine/reports/outerReports.ts';
import { sightOf } from '#server/spine/sight.ts';
import { handoverServerTime, labReceiveServerTime } from '#server/spine/serverTimes.ts';
import { commodityNames } from '#server/storage/sqlParts.ts';
import { stateOfUpload } from './uploadList.ts';

/** The last file of a tube (alias s), without those that were removed where there is another. */
const ofUpload = (column: ReturnType<typeof sql>) =>
  sql`(select ${column} from report_upload u join report_version v on v.tenant_id = u.tenant_id and v.id = u.version_id
    where u.tenant_id = s.tenant_id and u.sample_id = s.id order by (v.state = ${reportVersionState.void}), u.id desc limit 1)`;
const ofReport = (column: ReturnType<typeof sql>) =>
  sql`(select ${column} from report r where r.tenant_id = s.tenant_id and r.requisition_id = s.requisition_id and r.group_key = 'E' || s.id)`;
/** The last handover a tube stands on. */
const ofHandover = (column: ReturnType<typeof sql>) =>
  sql`(select ${column} from sample_item i join handover h on h.tenant_id = i.tenant_id and h.id = i.handover_id where i.tenant_id = s.tenant_id and i.sample_id = s.id order by h.id desc limit 1)`;

/** Aliases s (tube), e (the laboratory that tests it), q (requisition). */
const columns: PlainColumns<EntrustReportRow> = {
  sampleId: sql`s.id`,
  sampleCode: sql`s.sample_code`,
  personName: patientShown.name(sql`q.person_name`),
  commodityNames: commodityNames(sql`s.tenant_id`, commoditiesOfTube),
  state: sql`(case when s.lab_status in (${labStatus.rejected}, ${labStatus.terminated}) then ${entrustState.cancelled}
    when s.lab_receive_time is not null or exists (select 1 from report_upload u where u.tenant_id = s.tenant_id and u.sample_id = s.id) then ${entrustState.received}
    else ${entrustState.waiting} end)::int`,
  entrustLaboratoryId: sql`s.contract_laboratory_id`,
  entrustLaboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = s.tenant_id and l.id = s.contract_laboratory_id)`,
  entrustPerson: ofHandover(sql`h.action_user_name`),
  entrustTime: ofHandover(sql`h.create_time`),
  entrustServerTime: ofHandover(handoverServerTime),
  entrustedLaboratoryId: sql`s.execute_laboratory_id`,
  entrustedLaboratoryName: sql`e.laboratory_name`,
  entrustedPerson: sql`s.lab_receive_user_name`,
  entrustedTime: sql`s.lab_receive_time`,
  entrustedServerTime: labReceiveServerTime,
  reason: sql`s.reject_reason`,
  uploadState: ofUpload(stateOfUpload),
  reportNo: ofReport(sql`r.report_no`),
  reportTime: ofReport(sql`r.issue_time`),
};

/** `reportSearch/entrustReportPage`. */
export const servedEntrustReports = defineListing(entrustReports, {
  columns,
  from: sql`sample s join laboratory e on e.tenant_id = s.tenant_id and e.id = s.execute_laboratory_id and e.execute_type = ${executeType.outsourced}`,
  joins: sql`join requisition q on q.tenant_id = s.tenant_id and q.id = s.requisition_id`,
  where: async ({ db, user }) => [(await sightOf(db, user)).tubesOfEither],
  searchedIn: { requisitionCode: sql`s.requisition_code`, receiveTime: sql`s.receive_time` },
  order: sql`s.receive_time desc nulls first, s.id`,
  indexes: ['sample_time_ix', 'sample_lab_ix', 'report_upload_sample_ix'],
});
