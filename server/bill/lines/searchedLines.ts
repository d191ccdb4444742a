import { sql, type SQL } from 'drizzle-orm';
import { excludedBy, lineState } from '#domain/bill/billChoices.ts';
import { viewLines } from '#domain/bill/billRights.ts';
import {
  mostClients,
  reportedNoBill,
  sampleCollection,
  searchedLineContracts,
  type CollectionRow,
  type NoBillRow,
  type NoBillSum,
} from '#domain/bill/lines/searchedLines.ts';
import { isId } from '#domain/kernel/ids.ts';
import { withoutId } from '#domain/kernel/listing.ts';
import { wireName } from '#domain/kernel/wireNames.ts';
import { words } from '#domain/search/vocabulary.ts';
import { malformed } from '#server/kernel/core/answers.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { codeFilter, parameter, rangeFilter } from '#server/kernel/resource/pageRows.ts';
import { conditionOfListing, conditionByKind, defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { withinLimit } from '#server/kernel/verbs/withinLimit.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { patientNamed, patientShown } from '#server/kernel/core/patients.ts';
import { labReceiveServerTime, lineReceiveServerTime } from '#server/spine/serverTimes.ts';
import { readRows } from '#server/storage/readRows.ts';
import { chargeOrGiftSql, nameBeside, yuan } from '../documents/documentColumns.ts';
import { named } from '../orders/orderLists.ts';
import { relatedBills, relatedOrders } from './relatedDocuments.ts';

/** Alias l. */
const ofLine = {
  lineId: sql`l.id`,
  requisitionCode: sql`l.requisition_code`,
  personName: patientShown.name(sql`l.person_name`),
  ...named('l'),
  executeLaboratoryId: sql`l.execute_laboratory_id`,
  executeLaboratoryName: nameBeside('l', 'execute_laboratory_id', 'laboratory', 'laboratory_name'),
  managerArea: sql`l.manager_area`,
  commodityId: sql`l.commodity_id`,
  commodityName: nameBeside('l', 'commodity_id', 'commodity', 'commodity_name'),
  receiveTime: sql`l.receive_time`,
  receiveServerTime: lineReceiveServerTime,
};
const orderNo = sql`(select o.order_no from sales_order_line x join sales_order o on o.tenant_id = x.tenant_id and o.id = x.order_id where x.tenant_id = l.tenant_id and x.line_id = l.id)`;
const billNo = sql`(select b.bill_no from bill_line x join bill b on b.tenant_id = x.tenant_id and b.id = x.bill_id where x.tenant_id = l.tenant_id and x.line_id = l.id)`;

function ofOrder({ query, user }: AskedListing): SQL | undefined {
  const found = codeFilter(query, 'orderNo', sql`o.order_no`);
  return (
    found &&
    sql`l.id in (select x.line_id from sales_order o join sales_order_line x on x.tenant_id = o.tenant_id and x.order_id = o.id where o.tenant_id = ${user.tenantId} and ${found})`
  );
}
const searchedIn: Listing<NoBillRow>['searchedIn'] = {
  sampleCode: sql`l.sample_code`,
  personName: (asked) => patientNamed(asked, parameter(asked.query, 'personName'), { column: sql`l.person_name`, grams: sql`l.grams` }),
  agentId: sql`l.agent_customer_id`,
  reportTime: sql`l.audit_time`,
};

/** Without the lines of some clients. */
function otherThan({ otherThan: given }: AskedListing['query']): SQL | undefined {
  const left = String(given ?? '')
    .split(',')
    .filter((one) => one !== '');
  if (left.length === 0) return undefined;
  if (left.length > mostClients || !left.every((one) => one === withoutId || isId(one))) throw malformed('otherThan');
  const ids = left.filter((one) => one !== withoutId);
  return sql`(l.send_sample_client_id is null or l.send_sample_client_id <> all(${sql.param(ids)}::bigint[])) and ${
    ids.length < left.length ? sql`l.send_sample_client_id is not null` : sql`true`
  }`;
}
/** Aliases l (a line) and r (its requisition). What a courier brought was delivered when reception took it in. */
const noBill: Listing<NoBillRow> = {
  columns: {
    ...ofLine,
    barCode: sql`l.sample_code`,
    sex: sql`r.sex`,
    age: sql`r.age::int`,
    contactNumber: patientShown.telephone(sql`r.telephone`),
    idCard: patientShown.credentialNo(sql`r.credential_no`),
    ['agetUnit' as const]: nameBeside('l', 'agent_customer_id', 'client', 'client_name'),
    courierNumber: sql`r.courier_number`,
    logisticsInputTime: sql`case when r.courier_number is not null then r.receive_time end`,
    remarks: sql`r.receive_remark`,
    reportTime: sql`l.audit_time`,
    waitingDays: ({ now }) => sql`(${now.slice(0, 10)}::date - l.audit_time::date)`,
    chargeType: chargeOrGiftSql,
    sign: sql`l.sign`,
    state: sql`l.state`,
    excludedBy: sql`l.excluded_by`,
    billPriceStr: yuan(sql`l.price`),
    orderNo,
  },
  from: sql`sales_line l`,
  joins: sql`left join requisition r on r.tenant_id = l.tenant_id and r.id = l.requisition_id`,
  where: async ({ db, user, query }) => [
    await linesInSight(db, user, 'l'),
    sql`l.state in (${lineState.open}, ${lineState.ordered}) and l.reported = 1 and l.withdrawn = 0`,
    otherThan(query),
  ],
  searchedIn: { ...searchedIn, orderNo: ofOrder, chargeOrGift: chargeOrGiftSql },
  order: sql`l.audit_time desc nulls first, l.id`,
  indexes: ['sales_line_audit_ix', 'sales_line_state_ix', 'sales_line_sample_ix', 'sales_line_grams_ix', 'sales_order_no_uq', 'requisition_pk'],
};

/** What is billed, for who may see it. */
const ifBilling =
  (column: SQL) =>
  ({ user }: AskedListing): SQL =>
    user.permissions.has(viewLines.code) ? column : sql`null`;
/** A yes or no by states, so that lines are found by them. */
const byStates =
  (name: 'isOrdered' | 'isBilled', states: SQL) =>
  ({ query }: AskedListing): SQL | undefined => {
    const chosen = parameter(query, wireName(name, words[name]));
    return chosen === '' ? undefined : chosen === '1' ? sql`l.state in (${states})` : sql`l.state not in (${states})`;
  };
const ordered = sql`${lineState.ordered}, ${lineState.billed}`;
const billed = sql`${lineState.billed}`;
/** By a code of what was ordered: a few commodities have it. */
const ofCommodity =
  (name: 'commodityCode' | 'commodityErpCode', column: SQL) =>
  ({ query, user }: AskedListing): SQL | undefined => {
    const found = conditionByKind(query, name, words[name], column);
    return found ? sql`l.commodity_id in (select c.id from commodity c where c.tenant_id = ${user.tenantId} and ${found})` : undefined;
  };

/** Aliases l (a line), s (its lowest tube), c (its commodity). */
const collection: Listing<CollectionRow> = {
  columns: {
    ...ofLine,
    sampleCode: sql`l.sample_code`,
    labStatus: sql`s.lab_status`,
    commodityCode: sql`c.commodity_code`,
    commodityErpCode: sql`c.erp_code`,
    sampleTime: sql`l.sample_time`,
    labReceiveTime: sql`s.lab_receive_time`,
    labReceiveServerTime,
    reportTime: sql`l.audit_time`,
    ifReported: sql`l.reported`,
    ifOrdered: sql`case when l.state in (${ordered}) then 1 else 0 end`,
    ifBilled: sql`case when l.state = ${billed} then 1 else 0 end`,
    supplementaryed: sql`l.supplementaryed`,
    businessType: sql`l.business_type`,
    sign: ifBilling(sql`l.sign`),
    state: sql`l.state`,
    chargeType: ifBilling(sql`l.charge_type`),
    billPriceStr: ifBilling(yuan(sql`l.price`)),
    orderNo: ifBilling(orderNo),
    billNo: ifBilling(billNo),
  },
  from: sql`sales_line l`,
  joins: sql`left join sample s on s.tenant_id = l.tenant_id and s.id = l.sample_id left join commodity c on c.tenant_id = l.tenant_id and c.id = l.commodity_id`,
  where: async ({ db, user }) => [await linesInSight(db, user, 'l')],
  searchedIn: {
    ...searchedIn,
    samplingTime: sql`l.sample_time`,
    receiveTime: sql`l.receive_time`,
    labReceiveTime: ({ query }) => {
      const found = rangeFilter(query, 'labReceiveTime', sql`t.lab_receive_time`);
      return found && sql`exists (select 1 from sample t where t.tenant_id = l.tenant_id and t.id = l.sample_id and ${found})`;
    },
    commodityCode: ofCommodity('commodityCode', sql`c.commodity_code`),
    commodityErpCode: ofCommodity('commodityErpCode', sql`c.erp_code`),
    isReported: sql`l.reported`,
    isOrdered: byStates('isOrdered', ordered),
    isBilled: byStates('isBilled', billed),
  },
  order: sql`l.receive_time desc, l.id`,
  indexes: ['sales_line_receive_ix', 'sales_line_audit_ix', 'sales_line_sample_ix', 'sales_line_grams_ix', 'sales_line_state_ix'],
};

export const searchedLineListings = [defineListing(reportedNoBill, noBill), defineListing(sampleCollection, collection)] as const;

interface ClientSum {
  readonly id: string | null;
  readonly name: string | null;
  readonly qty: number;
  readonly fen: string;
  readonly noPriceQty: number;
  readonly excludedQty: number;
}
const inYuan = (fen: number): number => fen / 100;

export const searchedLineCalls: readonly Call[] = serveCalls(searchedLineContracts, {
  'GET search/sales-query/report-no-bill-sum': {
    async handle({ db, user, query, now, request }): Promise<NoBillSum> {
      const condition = await conditionOfListing(reportedNoBill, noBill, { db, user, query, now, request });
      const isCharged = sql`l.excluded_by = ${excludedBy.none}`;
      const rows = await withinLimit(db, (limited) =>
        readRows<ClientSum>(
          limited,
          sql`select l.send_sample_client_id::text as id, k.client_name as name, count(*) filter (where ${isCharged})::int as qty, coalesce(sum(l.sign * l.price) filter (where ${isCharged}), 0)::text as fen,
            count(*) filter (where ${isCharged} and l.price is null)::int as no_price_qty, count(*) filter (where not (${isCharged}))::int as excluded_qty
          from sales_line l left join send_sample_client k on k.tenant_id = l.tenant_id and k.id = l.send_sample_client_id where ${condition}
          group by l.send_sample_client_id, k.client_name order by sum(l.sign * l.price) filter (where ${isCharged}) desc nulls last, k.client_name`,
        ),
      );
      const sum = (some: readonly ClientSum[], of: (one: ClientSum) => number): number => some.reduce((all, one) => all + of(one), 0);
      const rest = rows.slice(mostClients);
      return {
        clients: rows
          .slice(0, mostClients)
          .map(({ id, name, qty, fen }) => ({ sendSampleClientId: id, name: name ?? '', qty, amountYuan: inYuan(Number(fen)) })),
        others: {
          clientCount: rest.length,
          otherThan: rows
            .slice(0, mostClients)
            .map(({ id }) => id ?? withoutId)
            .join(','),
          qty: sum(rest, ({ qty }) => qty),
          amountYuan: inYuan(sum(rest, ({ fen }) => Number(fen))),
        },
        qty: sum(rows, ({ qty }) => qty),
        noPriceQty: sum(rows, ({ noPriceQty }) => noPriceQty),
        excludedQty: sum(rows, ({ excludedQty }) => excludedQty),
        totalAmountYuan: inYuan(sum(rows, ({ fen }) => Number(fen))).toFixed(2),
      };
    },
  },
  'GET search/sales-query/related-orders': { handle: relatedOrders },
  'GET search/sampleCollection/relatedOrders': { handle: relatedOrders },
  'GET search/sampleCollection/relatedBills': { handle: relatedBills },
});
