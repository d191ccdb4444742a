import { sql, type SQL } from 'drizzle-orm';
import type { SummaryRow, TodayRow } from '#domain/sample/rows.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { pageRows, codeFilter, idFilter, neededId, neededParameter, parameter } from '#server/kernel/pageRows.ts';
import { defineCall, type CallContext } from '#server/kernel/serve.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { nameOf, tubesOf } from './sampleColumns.ts';

type Query = Record<string, string>;

/** What reception took in or rejected today; `mine=1` for the asking user's own. */
export const todayList = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'enter-info/today-list',
  title: ['今日前处理', 'Received today'],
  permission: 'sample_view',
  async handle({ db, query, user, now }) {
    const laboratories = await laboratoriesOf(db, user);
    const status = parameter(query, 'labStatus');
    const page = await pageRows<TodayRow>(db, query, {
      columns: sql`s.id as sample_id, s.requisition_id, s.requisition_code, s.sample_code, s.lab_status, r.person_name, ${nameOf.client('s')} as send_sample_client_name, ${nameOf.commodities('r')} as commodity_names,
        ${nameOf.sampleClass('s')} as sample_class_name, s.receive_time, s.create_time as receive_server_time, s.entry_person_id, s.entry_person_name, s.reject_code, s.reject_reason, coalesce(r.is_urgent, 0) as is_urgent,
        (s.sample_code = s.requisition_code)::int as is_code_invented, r.entry_state, r.commodity_ids, r.first_user_name as first_by, r.second_user_name as second_by,
        (select jsonb_agg(jsonb_build_object('sampleCode', t.sample_code, 'labStatus', t.lab_status, 'isInHandover',
          exists (select 1 from sample_item i where i.tenant_id = t.tenant_id and i.sample_id = t.id and i.item_state >= ${itemState.listed})) order by t.id)
          from sample t where t.tenant_id = s.tenant_id and t.requisition_id = s.requisition_id) as tubes`,
      from: sql`sample s`,
      joins: sql`join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id`,
      where: [
        sql`s.tenant_id = ${user.tenantId}`,
        sql`s.receive_time >= ${`${now.slice(0, 10)} 00:00:00`}`,
        inScope(sql`s.contract_laboratory_id`, laboratories),
        parameter(query, 'mine') === '1' && sql`s.entry_person_id = ${user.id}`,
        /^\d{3}$/.test(status) && sql`s.lab_status = ${status}`,
        codeFilter(query, 'requisitionCode', sql`s.requisition_code`),
        bySampleCode(query),
        idFilter(query, 'sendSampleClientId', sql`s.send_sample_client_id`),
      ],
      order: sql`s.receive_time desc, s.id desc`,
    });
    return { ...page, records: page.records.map((row) => ({ ...row, commodityIds: row.commodityIds.map(String) })) };
  },
});

/** By the code a tube has, or had before its label was replaced. */
function bySampleCode(query: Query): SQL | undefined {
  const now = codeFilter(query, 'sampleCode', sql`s.sample_code`);
  const before = codeFilter(query, 'sampleCode', sql`c.old_code`);
  return now && sql`(${now} or exists (select 1 from sample_code_change c where c.tenant_id = s.tenant_id and c.sample_id = s.id and ${before}))`;
}

/** A tube rejected without a laboratory is everybody's. */
export function inScope(column: SQL, laboratories: readonly string[] | null): SQL | undefined {
  const condition = inLaboratories(column, laboratories);
  return condition && sql`(${condition} or ${column} is null)`;
}

/** Null for a requisition that is not there or not in the user's laboratories: asked of every code reception scans. */
async function summaryOf({ db, user }: CallContext<Query>, which: SQL): Promise<SummaryRow | null> {
  const { tenantId } = user;
  const row = await readRow<SummaryRow & { reception: Record<string, unknown>; contractLaboratoryId: string | null }>(
    db,
    sql`select r.id as requisition_id, r.requisition_code, r.reception, r.commodity_ids, ${nameOf.commodities('r')} as commodity_names, ${nameOf.client('r')} as send_sample_client_name,
      ${nameOf.laboratory('r')} as contract_laboratory_name, r.contract_laboratory_id, r.explained, r.entry_state, r.entry_form, r.is_double_entry, r.receive_time, r.create_time as receive_server_time, r.entry_person_name, r.first_user_name as first_by, r.second_user_name as second_by
    from requisition r where r.tenant_id = ${tenantId} and ${which}`,
  );
  const laboratories = await laboratoriesOf(db, user);
  const isMine = laboratories === null || !row?.contractLaboratoryId || laboratories.includes(row.contractLaboratoryId);
  if (!row || !isMine) return null;
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
    values: { ...reception, contractLaboratoryId },
    tubes: (await tubesOf(db, tenantId, row.requisitionId)).map((tube) => ({ ...tube, isInHandover: listed.has(tube.sampleId) })),
  };
}

/** What reception entered; never a value of a detail entry. */
export const summaryByCode = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'enter-info/get-summary-info',
  title: ['前处理信息', 'Reception of a requisition'],
  permission: 'sample_view',
  handle: (context) =>
    summaryOf(context, sql`r.requisition_code = ${neededParameter(context.query, 'requisitionCode').normalize('NFKC').toUpperCase()}`),
});

/** The same by the requisition's id, which the contract calls customer info. */
export const summaryById = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'enter-info/get-summary-info-by-customer-info-id',
  title: ['前处理信息', 'Reception of a requisition'],
  permission: 'sample_view',
  handle(context) {
    return summaryOf(context, sql`r.id = ${neededId(context.query, 'customerInfoId')}`);
  },
});
