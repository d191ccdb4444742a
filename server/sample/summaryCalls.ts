import { sql, type SQL } from 'drizzle-orm';
import { receptionContracts, todayList } from '#domain/sample/entryContracts.ts';
import type { SummaryRow } from '#domain/sample/rows.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { correctSummary } from '#domain/sample/summaryCorrect.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { codeFilter, neededId, neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import { type CallContext, type Call } from '#server/kernel/http/serve.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { defineListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { sightOf } from '#server/spine/sight.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { nameOf } from '#server/spine/names.ts';
import { actedTubes, isCodeInvented, tubesOf } from './sampleColumns.ts';
import { shownValues } from './shownValues.ts';

/** By the code a tube has, or had before its label was replaced. */
function bySampleCode(query: Query): SQL | undefined {
  const now = codeFilter(query, 'sampleCode', sql`s.sample_code`);
  const before = codeFilter(query, 'sampleCode', sql`c.old_code`);
  return now && sql`(${now} or exists (select 1 from sample_code_change c where c.tenant_id = s.tenant_id and c.sample_id = s.id and ${before}))`;
}

/** Null for a requisition that is not there or not in the user's laboratories: asked of every code reception scans. */
async function summaryOf({ db, user }: CallContext<Query>, which: SQL): Promise<SummaryRow | null> {
  const { tenantId } = user;
  const { requisitions } = await sightOf(db, user);
  const row = await readRow<SummaryRow & { reception: Record<string, unknown>; contractLaboratoryId: string | null }>(
    db,
    sql`select r.id as requisition_id, r.requisition_code, r.reception, r.commodity_ids, ${nameOf.commodities('r')} as commodity_names, ${nameOf.client('r')} as send_sample_client_name,
      ${nameOf.laboratory('r')} as contract_laboratory_name, r.contract_laboratory_id, r.explained, r.entry_state, r.entry_form, r.is_double_entry, r.receive_time, r.create_time as receive_server_time, r.entry_person_name, r.first_user_name as first_by, r.second_user_name as second_by
    from requisition r where ${requisitions} and ${which}`,
  );
  if (!row) return null;
  const onList = await readRows<{ sampleId: string }>(
    db,
    sql`select distinct sample_id from sample_item where tenant_id = ${tenantId} and requisition_id = ${row.requisitionId} and item_state >= ${itemState.listed}`,
  );
  const listed = new Set(onList.map(({ sampleId }) => sampleId));
  const {
    reception: { tubes: _typed, ...reception },
    contractLaboratoryId,
    ...shown
  } = row;
  return {
    ...shown,
    commodityIds: row.commodityIds.map(String),
    values: shownValues(user, { ...reception, contractLaboratoryId }, [enterSummary.permission, correctSummary.permission]),
    tubes: (await tubesOf(db, tenantId, row.requisitionId)).map((tube) => ({ ...tube, isInHandover: listed.has(tube.sampleId) })),
  };
}

export const receivedToday = defineListing(todayList, {
  columns: {
    sampleId: sql`s.id`,
    requisitionId: sql`s.requisition_id`,
    requisitionCode: sql`s.requisition_code`,
    sampleCode: sql`s.sample_code`,
    labStatus: sql`s.lab_status`,
    personName: patientShown.name(sql`r.person_name`),
    sendSampleClientName: nameOf.client('s'),
    commodityNames: nameOf.commodities('r'),
    sampleClassName: nameOf.sampleClass('s'),
    receiveTime: sql`s.receive_time`,
    receiveServerTime: sql`s.create_time`,
    entryPersonId: sql`s.entry_person_id`,
    entryPersonName: sql`s.entry_person_name`,
    rejectCode: sql`s.reject_code`,
    rejectReason: sql`s.reject_reason`,
    isUrgent: sql`coalesce(r.is_urgent, 0)`,
    isCodeInvented,
    entryState: sql`r.entry_state`,
    commodityIds: sql`r.commodity_ids::text[]`,
    firstBy: sql`r.first_user_name`,
    secondBy: sql`r.second_user_name`,
    tubes: actedTubes,
  },
  from: sql`sample s`,
  joins: sql`join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id`,
  where: async ({ db, query, user, now }) => [
    (await sightOf(db, user)).tubes,
    sql`s.receive_time >= ${`${now.slice(0, 10)} 00:00:00`}`,
    parameter(query, 'mine') === '1' && sql`s.entry_person_id = ${user.id}`,
  ],
  searchedIn: { sampleCode: ({ query }) => bySampleCode(query), sendSampleClientId: sql`s.send_sample_client_id` },
  order: sql`s.receive_time desc, s.id desc`,
  indexes: ['sample_time_ix', 'sample_counted_ix'],
});

export const receptionCalls: readonly Call[] = serveCalls(receptionContracts, {
  /** What reception entered; never a value of a detail entry. */
  'GET sample/enter-info/get-summary-info': {
    handle: (context) =>
      summaryOf(context, sql`r.requisition_code = ${neededParameter(context.query, 'requisitionCode').normalize('NFKC').toUpperCase()}`),
  },
  /** The same by the requisition's id, which the contract calls customer info. */
  'GET sample/enter-info/get-summary-info-by-customer-info-id': {
    handle(context) {
      return summaryOf(context, sql`r.id = ${neededId(context.query, 'customerInfoId')}`);
    },
  },
});
