import { sql, type SQL } from 'drizzle-orm';
import { processKind, recordState, type ProcessKind } from '#domain/lab/process/processChoices.ts';
import {
  delayRecords,
  goBackRecords,
  resampleRecords,
  resampleRecoveries,
  stopRecords,
  stopRecoveries,
  type ProcessRow,
} from '#domain/lab/process/processRows.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { holdsFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type AskedListing, type Listing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { nameOf, requisitionsNamed } from '#server/spine/names.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { inPanelGroups, panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

const lastTrack = (column: SQL): SQL =>
  sql`(select ${column} from lab_process_track k where k.tenant_id = p.tenant_id and k.record_id = p.id order by k.id desc limit 1)`;
/** Whom it concerns has not been reached: of what is open and is to be told. */
const isUntold = sql`(p.state = ${recordState.inForce} and p.kind <> ${processKind.goBack}
  and not exists (select 1 from lab_process_track k where k.tenant_id = p.tenant_id and k.record_id = p.id and k.contact_way is not null))`;

/** Aliases p (record) and r (its requisition). */
export const recordColumns: PlainColumns<ProcessRow> = {
  recordId: sql`p.id`,
  version: sql`p.version`,
  kind: sql`p.kind`,
  recordState: sql`p.state`,
  sampleId: sql`p.sample_id`,
  sampleCode: sql`p.sample_code`,
  labCode: sql`p.lab_code`,
  requisitionCode: sql`p.requisition_code`,
  personName: patientShown.name(sql`r.person_name`),
  commodityNames: nameOf.commodities('p'),
  commodityName: nameOf.commodities('p'),
  panelGroupName: sql`(select string_agg(distinct g.panel_group_name, '、') from lab_task t join panel_group g on g.tenant_id = t.tenant_id and g.id = t.panel_group_id
    where t.tenant_id = p.tenant_id and t.id = any(p.task_ids))`,
  sendSampleClientId: sql`p.send_sample_client_id`,
  sendSampleClientName: nameOf.client('p'),
  salesmanId: sql`p.salesman_id`,
  salesmanName: sql`(select a.real_name from user_account a where a.tenant_id = p.tenant_id and a.id = p.salesman_id)`,
  laboratoryId: sql`p.laboratory_id`,
  laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = p.tenant_id and l.id = p.laboratory_id)`,
  reasonCode: sql`p.reason_code`,
  reason: sql`p.reason`,
  isBillable: sql`p.is_billable`,
  notify: sql`p.notify`,
  isUntold: sql`case when ${isUntold} then 1 else 0 end`,
  promisedTime: sql`p.promised_time`,
  newSampleCode: sql`p.new_sample_code`,
  trackCount: sql`(select count(*)::int from lab_process_track k where k.tenant_id = p.tenant_id and k.record_id = p.id)`,
  lastTrack: lastTrack(sql`k.content`),
  nextTime: lastTrack(sql`k.next_time`),
  creator: sql`p.create_user_name`,
  createTime: sql`p.create_time`,
  closerName: sql`p.closer_name`,
  closeReason: sql`p.close_reason`,
  closeTime: sql`p.close_time`,
  hasFile: sql`case when p.close_file_id is null then 0 else 1 end`,
};
export const recordTables = sql`lab_process_record p left join requisition r on r.tenant_id = p.tenant_id and r.id = p.requisition_id`;

/** Records (alias p) a person may see: the tenant, the laboratories that test, and the panel groups of every task of it. */
export async function recordsInSight(reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<SQL> {
  const [laboratories, groups] = [await laboratoriesOf(reader, user), await panelGroupsOf(reader, user)];
  const limit = inPanelGroups(sql`t.panel_group_id`, groups);
  return allOf([
    sql`p.tenant_id = ${user.tenantId}`,
    inLaboratories(sql`p.laboratory_id`, laboratories),
    limit && sql`not exists (select 1 from lab_task t where t.tenant_id = p.tenant_id and t.id = any(p.task_ids) and not ${limit})`,
  ]);
}

/** Records of a kind; where they are there to be taken back, those in force, unless a state is asked for. */
const recordsOf = (kind: ProcessKind, isRecovery = false): Listing<ProcessRow> => ({
  columns: recordColumns,
  from: recordTables,
  where: async ({ db, user, query }) => [
    await recordsInSight(db, user),
    sql`p.kind = ${kind}`,
    isRecovery && parameter(query, 'recordState') === '' && sql`p.state = ${recordState.inForce}`,
  ],
  searchedIn: {
    personName: ({ query, user }) => {
      const named = requisitionsNamed({ user }, parameter(query, 'personName'));
      return named && sql`p.requisition_id in ${named}`;
    },
    commodityId: ({ query }) => holdsFilter(query, 'commodityId', sql`p.commodity_ids`),
    isUntold: ({ query }: AskedListing) => {
      const given = parameter(query, 'isUntold');
      return given === '' ? undefined : given === '1' || given === 'true' ? isUntold : sql`not ${isUntold}`;
    },
  },
  order: sql`p.create_time desc, p.id desc`,
  indexes: ['lab_process_record_kind_ix'],
});

export const processLists = [
  defineListing(stopRecords, recordsOf(processKind.stop)),
  defineListing(stopRecoveries, recordsOf(processKind.stop, true)),
  defineListing(resampleRecords, recordsOf(processKind.resample)),
  defineListing(resampleRecoveries, recordsOf(processKind.resample, true)),
  defineListing(delayRecords, recordsOf(processKind.delay)),
  defineListing(goBackRecords, recordsOf(processKind.goBack)),
];
