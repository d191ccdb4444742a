import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import { isId } from '#domain/kernel/ids.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { deskOwner, rejectState, type DeskOwner } from '#domain/sample/reject/rejectChoices.ts';
import { recoveryOf } from '#domain/sample/reject/recovery.ts';
import { rejectRecover } from '#domain/sample/reject/rejectRecover.ts';
import {
  labRejections,
  rejectClients,
  rejectContracts,
  rejectReasons,
  rejectRecords,
  rejectRecoveries,
  usualRates,
  type CasePhoto,
  type CaseTrack,
  type DeskNotice,
  type RejectRow,
} from '#domain/sample/reject/rejectRows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { holdsFilter, idFilter, parameter, rangeFilter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, selected, type AskedListing, type Listing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { custodyOf } from '#server/spine/line.ts';
import { inSight } from '#server/spine/loading.ts';
import { nameOf, requisitionsNamed } from '#server/spine/names.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { doMany, sendPhoto } from './photoDoors.ts';
import { servedRejectAdd } from './rejectAdd.ts';
import { servedRejectTrack } from './rejectFollow.ts';
import { readRecord, tubeNow } from './rejectLoading.ts';
import { servedRejectRecover } from './rejectRecover.ts';

const client = (column: SQL): SQL =>
  sql`(select ${column} from send_sample_client c where c.tenant_id = p.tenant_id and c.id = p.send_sample_client_id)`;
const ofClient = (column: SQL): SQL =>
  sql`(select ${column} from send_sample_client c left join user_account a on a.tenant_id = c.tenant_id and a.id = c.salesman_id
    left join client g on g.tenant_id = c.tenant_id and g.id = c.agent_customer_id where c.tenant_id = p.tenant_id and c.id = p.send_sample_client_id)`;

/** Aliases p (rejection), s (its tube), r (its requisition). */
const rejectColumns: PlainColumns<RejectRow> = {
  rejectRecordId: sql`p.id`,
  version: sql`p.version`,
  state: sql`p.state`,
  source: sql`p.source`,
  sampleId: sql`p.sample_id`,
  sampleCode: sql`s.sample_code`,
  requisitionCode: sql`p.requisition_code`,
  labStatus: sql`s.lab_status`,
  personName: patientShown.name(sql`r.person_name`),
  commodityNames: nameOf.commodities('r'),
  commodityName: nameOf.commodities('r'),
  sendSampleClientId: sql`p.send_sample_client_id`,
  sendSampleClientName: nameOf.client('p'),
  agentId: client(sql`c.agent_customer_id`),
  agentName: ofClient(sql`g.client_name`),
  salesmanId: client(sql`c.salesman_id`),
  salesmanName: ofClient(sql`a.real_name`),
  salesmanTel: ofClient(sql`a.phone`),
  laboratoryId: sql`p.laboratory_id`,
  laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = p.tenant_id and l.id = p.laboratory_id)`,
  rejectCode: sql`p.reject_code`,
  applyReason: sql`p.apply_reason`,
  measure: sql`p.measure`,
  sendSms: sql`p.send_sms`,
  applyCreatorId: sql`p.apply_creator_id`,
  applyCreator: sql`p.apply_creator`,
  applyCreateTime: sql`p.apply_create_time`,
  applyCreateServerTime: sql`p.create_time`,
  photoCount: sql`(select count(*)::int from case_photo k where k.tenant_id = p.tenant_id and k.owner_id = p.id)`,
  trackCount: sql`(select count(*)::int from case_track k where k.tenant_id = p.tenant_id and k.owner_id = p.id)`,
  reason: sql`p.recover_reason`,
  creator: sql`p.recover_user_name`,
  createTime: sql`p.recover_time`,
};
const rejectTables = sql`reject_record p join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id join requisition r on r.tenant_id = p.tenant_id and r.id = p.requisition_id`;

/** Rejections (alias p) a person may see: the tenant's, of their laboratories or of none. */
async function rejectionsInSight(reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<SQL> {
  const limit = inLaboratories(sql`p.laboratory_id`, await laboratoriesOf(reader, user));
  return allOf([sql`p.tenant_id = ${user.tenantId}`, limit && sql`(${limit} or p.laboratory_id is null)`]);
}

/** Rejections of a state, where none is asked for: null, all. */
const rejectionsOf = (usual: number | null, order: SQL): Listing<RejectRow> => ({
  columns: rejectColumns,
  from: rejectTables,
  where: async ({ db, user, query }) => [
    await rejectionsInSight(db, user),
    usual !== null && parameter(query, 'state') === '' && sql`p.state = ${usual}`,
  ],
  searchedIn: {
    commodityId: ({ query }) => holdsFilter(query, 'commodityId', sql`r.commodity_ids`),
    personName: ({ query, user }) => {
      const named = requisitionsNamed({ user }, parameter(query, 'personName'));
      return named && sql`p.requisition_id in ${named}`;
    },
  },
  order,
  indexes: ['reject_record_apply_ix', 'reject_record_recover_ix', 'reject_record_client_ix', 'reject_record_requisition_ix'],
});
const newest = sql`p.apply_create_time desc, p.id desc`;

/** A figure of a group's client over the tubes (alias s) that were received in the time, and by the laboratory, that is asked for. */
const ofReceived = ({ user, query }: AskedListing, figure: SQL): SQL =>
  sql`(select ${figure} from sample s where ${allOf([
    sql`s.tenant_id = ${user.tenantId} and s.send_sample_client_id = p.send_sample_client_id and ${inSight(user, sql`s.contract_laboratory_id`)}`,
    idFilter(query, 'laboratoryId', sql`s.contract_laboratory_id`),
    rangeFilter(query, 'applyCreateTime', sql`s.receive_time`),
  ])})`;
const rejectedNow = sql`count(*) filter (where s.lab_status = ${labStatus.rejected})`;

export const rejectLists = [
  defineListing(rejectRecords, rejectionsOf(rejectState.rejected, newest)),
  defineListing(rejectRecoveries, rejectionsOf(rejectState.recovered, sql`p.recover_time desc, p.id desc`)),
  defineListing(labRejections, rejectionsOf(null, newest)),
  defineListing(rejectReasons, {
    columns: {
      rejectCode: sql`p.reject_code`,
      rejectCount: sql`count(*)::int`,
      share: sql`round(100.0 * count(*) / sum(count(*)) over (), 1)::float8`,
    },
    from: sql`reject_record p`,
    where: async ({ db, user }) => [await rejectionsInSight(db, user)],
    groupBy: ['rejectCode'],
    searchedIn: { sendSampleClientId: sql`p.send_sample_client_id`, laboratoryId: sql`p.laboratory_id`, applyCreateTime: sql`p.apply_create_time` },
    order: sql`count(*) desc, p.reject_code`,
    isIdText: true,
    indexes: ['reject_record_apply_ix', 'reject_record_client_ix'],
  }),
  defineListing(rejectClients, {
    columns: {
      sendSampleClientId: sql`p.send_sample_client_id`,
      sendSampleClientName: ({ user }) =>
        sql`(select n.client_name from send_sample_client n where n.tenant_id = ${user.tenantId} and n.id = p.send_sample_client_id)`,
      rejectCount: sql`count(*)::int`,
      receivedCount: (asked) => ofReceived(asked, sql`count(*)::int`),
      receivedRejectCount: (asked) => ofReceived(asked, sql`(${rejectedNow})::int`),
      rejectRate: (asked) => ofReceived(asked, sql`round(100.0 * ${rejectedNow} / nullif(count(*), 0), 1)::float8`),
    },
    from: sql`reject_record p`,
    where: async ({ db, user }) => [await rejectionsInSight(db, user), sql`p.send_sample_client_id is not null`],
    groupBy: ['sendSampleClientId'],
    searchedIn: { laboratoryId: sql`p.laboratory_id`, applyCreateTime: sql`p.apply_create_time` },
    usual: usualRates.applied,
    order: sql`count(*) desc, p.send_sample_client_id`,
    indexes: ['reject_record_apply_ix', 'sample_client_ix'],
  }),
];

/** Photographs of an owner, in the order they were taken. */
export const photosOf = (reader: Reader, tenantId: string, owners: readonly DeskOwner[], ownerId: string): Promise<CasePhoto[]> =>
  readRows<CasePhoto>(
    reader,
    sql`select k.id as photo_id, k.owner_type, k.sha256, k.size, k.mime, k.taken_time, k.create_user_name, k.create_time from case_photo k
      where k.tenant_id = ${tenantId} and k.owner_id = ${ownerId} and k.owner_type = any(${sql.param([...owners])}::int[]) order by k.id`,
  );
/** What was done about it, the newest first. */
export const tracksOf = (reader: Reader, tenantId: string, ownerType: DeskOwner, ownerId: string): Promise<CaseTrack[]> =>
  readRows<CaseTrack>(
    reader,
    sql`select k.id as track_id, k.content, k.contact_way, k.contact_name, k.read_back::int as read_back, k.create_user_name as creator, k.create_time from case_track k
      where k.tenant_id = ${tenantId} and k.owner_id = ${ownerId} and k.owner_type = ${ownerType} order by k.id desc`,
  );

/** Who was told of it, in the order they are told. */
export const noticesOf = (reader: Reader, tenantId: string, ownerType: DeskOwner, ownerId: string): Promise<DeskNotice[]> =>
  readRows<DeskNotice>(
    reader,
    sql`select n.id as notice_id, n.kind, n.channel, n.receiver_name, n.state, n.send_after, n.send_time, n.answer from desk_notice n
      where n.tenant_id = ${tenantId} and n.owner_id = ${ownerId} and n.owner_type = ${ownerType} order by n.send_after, n.id`,
  );

const idOf = (given: string | undefined): string => (given && isId(given) ? given : '0');
const unknown = () => new UserError(404, [...rejectRecover.refusals['reject.noRecord']!], { refusal: 'reject.noRecord' });
const photoOwners = [deskOwner.rejection, deskOwner.recovery];

export const rejectCalls: readonly Call[] = serveCalls(rejectContracts, {
  'GET sample/reject-record/detail': {
    async handle({ db, user, query }) {
      const where = allOf([await rejectionsInSight(db, user), sql`p.id = ${idOf(query.id)}`]);
      const row = await readRow<RejectRow>(db, sql`select ${selected(rejectColumns, { user })} from ${rejectTables} where ${where}`);
      if (!row) throw unknown();
      const id = row.rejectRecordId;
      return {
        ...row,
        photos: await photosOf(db, user.tenantId, photoOwners, id),
        tracks: await tracksOf(db, user.tenantId, deskOwner.rejection, id),
        notices: await noticesOf(db, user.tenantId, deskOwner.rejection, id),
      };
    },
  },
  'GET sample/reject-record/photo': {
    async handle(context) {
      const { db, user, query } = context;
      const where = allOf([await rejectionsInSight(db, user), sql`p.id = ${idOf(query.id)}`]);
      const row = await readRow<{ id: string }>(db, sql`select p.id::text as id from reject_record p where ${where}`);
      if (!row) throw unknown();
      return sendPhoto(context, photoOwners, row.id, idOf(query.photoId));
    },
  },
  /** Asks the rule itself; writes nothing. */
  'GET sample/reject-record/restoreEdit': {
    async handle({ db, user, query, now, request }) {
      const record = await readRecord(db, user, idOf(query.id));
      if (!record) throw unknown();
      const language = languageOf(request);
      const tube = await tubeNow(db, user.tenantId, record);
      const { rejectRecordId, sampleCode } = record;
      const outcome = rejectRecover.decide(
        { record, before: record.before, now: tube, missingPhotos: 0 },
        { rejectRecordId, reason: '', photos: [] },
        { user, now, occurredAt: null, deviceId: null },
      );
      const recovery = record.state === rejectState.rejected ? recoveryOf(record.before, tube) : null;
      return {
        rejectRecordId,
        sampleCode,
        target: recovery && { labStatus: recovery.to, entryState: recovery.entryState },
        differences: (recovery?.differences ?? []).map(({ text, params }) => fillLabel(text, params, language)),
        refusal: outcome.accepted ? null : { code: outcome.code, text: refusalText(rejectRecover, outcome.code, outcome.params, language) },
      };
    },
  },
  'POST sample/reject-record/addReject': {
    handle: (context) => doMany(context, servedRejectAdd, { of: ['sampleCodes', 'sampleCode'], key: 'sampleCode' }),
  },
  'POST sample/reject-record/reject-recovery': {
    handle: (context) => doMany(context, servedRejectRecover, { of: ['ids', 'rejectRecordIds', 'id'], key: 'rejectRecordId' }),
  },
  'POST sample/reject-record/trackBatch': {
    handle: (context) => doMany(context, servedRejectTrack, { of: ['ids', 'rejectRecordIds', 'id'], key: 'rejectRecordId' }),
  },
  'GET search/labRejection/rejectionProcess': {
    async handle({ db, user, query }) {
      const where = allOf([await rejectionsInSight(db, user), sql`p.id = ${idOf(query.id)}`]);
      const row = await readRow<{ sampleId: string }>(db, sql`select p.sample_id::text as sample_id from reject_record p where ${where}`);
      if (!row) throw unknown();
      return readRows(
        db,
        sql`select a.at, a.server_time, a.what, a.from_status, a.to_status, a.by, a.desk, a.why from (${custodyOf(user.tenantId, row.sampleId)}) a order by a.at, a.id`,
      );
    },
  },
});
