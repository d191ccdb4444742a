import { sql, type SQL } from 'drizzle-orm';
import { chargeType, lineStanding, lineState } from '#domain/bill/billChoices.ts';
import {
  forcedOrders,
  orderContracts,
  orderPool,
  orders,
  recheckOrders,
  searchedOrders,
  unorderedLines,
  type ItemRow,
  type OrderCodeRow,
  type OrderListRow,
  type OrdersOf,
  type PoolRow,
  type UnorderedRow,
} from '#domain/bill/orders/orderRows.ts';
import { chargeOrGiftSql, itemColumns, nameBeside, remarkHolds, standingSql, syncResultOf, yuan } from '#server/bill/documents/documentColumns.ts';
import { codeOfLine, codesAsked, foundByCodes, unknownCodes } from '#server/bill/linesByCodes.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, pageOfListing, selected, type AskedListing, type Listing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { maskedToAll, patientNamed, patientShown } from '#server/kernel/core/patients.ts';
import { lineReceiveServerTime } from '#server/spine/serverTimes.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { labelSql } from '#server/storage/sqlParts.ts';
import { orderNoSql, priceWordsSql, reasonsSql } from './reasonSql.ts';

/** Ids of whom a line or an order concerns and their names; `alias` has a tenant. */
export const named = (alias: string) => ({
  sendSampleClientId: sql.raw(`${alias}.send_sample_client_id`),
  sendSampleClientName: nameBeside(alias, 'send_sample_client_id', 'send_sample_client', 'client_name'),
  agentCustomerId: sql.raw(`${alias}.agent_customer_id`),
  agentCustomerName: nameBeside(alias, 'agent_customer_id', 'client', 'client_name'),
  billCustomerId: sql.raw(`${alias}.bill_customer_id`),
  billCustomerName: nameBeside(alias, 'bill_customer_id', 'client', 'client_name'),
  salesmanId: sql.raw(`${alias}.salesman_id`),
  salesmanName: nameBeside(alias, 'salesman_id', 'user_account', 'real_name'),
  contractLaboratoryId: sql.raw(`${alias}.contract_laboratory_id`),
  contractLaboratoryName: nameBeside(alias, 'contract_laboratory_id', 'laboratory', 'laboratory_name'),
});

/** Alias o. */
const orderColumns: PlainColumns<Omit<OrderListRow, 'syncResult'>> = {
  orderId: sql`o.id`,
  orderNo: sql`o.order_no`,
  billUnitId: sql`o.bill_unit_id`,
  billName: sql`o.bill_name`,
  ...named('o'),
  agentName: nameBeside('o', 'agent_customer_id', 'client', 'client_name'),
  erpCode: sql`o.erp_code`,
  chargeType: sql`o.charge_type`,
  chargeTypeBefore: sql`o.charge_type_before`,
  chargeTypeStr: labelSql(sql`o.charge_type`, chargeType.options),
  businessType: sql`o.business_type`,
  sign: sql`o.sign`,
  totalQty: sql`o.total_qty`,
  totalAmountYuan: yuan(sql`o.total_amount`),
  billedQty: sql`o.billed_qty`,
  billStatus: sql`o.bill_status`,
  sended: sql`o.sended`,
  isVoidPending: sql`o.is_void_pending`,
  reconciliationTime: sql`o.reconciliation_time`,
  sync: sql`o.sync`,
  forced: sql`o.forced`,
  ['forceReson' as const]: sql`o.force_reason`,
  remark: sql`o.remark`,
  withdrawnCode: sql`(select min(l.sample_code) from sales_order_line x join sales_line l on l.tenant_id = x.tenant_id and l.id = x.line_id
    where x.tenant_id = o.tenant_id and x.order_id = o.id and l.withdrawn = 1)`,
  billNo: sql`(select min(b.bill_no) from bill_line y join bill b on b.tenant_id = y.tenant_id and b.id = y.bill_id where y.tenant_id = o.tenant_id and y.order_id = o.id)`,
  creatorId: sql`o.creator_id`,
  creator: sql`o.creator_name`,
  createTime: sql`o.create_time`,
  version: sql`o.version`,
};
/** Orders with a line that one of the pasted codes finds. */
function ofCodes({ query, user }: AskedListing): SQL | undefined {
  const codes = codesAsked(parameter(query, 'sampleCodeStr'));
  return codes.length === 0
    ? undefined
    : sql`o.id in (select x.order_id from sales_line l join sales_order_line x on x.tenant_id = l.tenant_id and x.line_id = l.id
        where l.tenant_id = ${user.tenantId} and ${foundByCodes(user.tenantId, codes)})`;
}
const orderListing = (which: SQL): Listing<OrderListRow> => ({
  columns: { ...orderColumns, syncResult: (asked) => syncResultOf('o', asked) },
  from: sql`sales_order o`,
  where: async (asked) => [await linesInSight(asked.db, asked.user, 'o'), sql`o.is_deleted = 0`, which, ofCodes(asked)],
  searchedIn: { totalAmount: sql`o.total_amount`, remark: (asked) => remarkHolds(asked, 'o') },
  order: sql`o.create_time desc nulls first, o.id`,
  indexes: ['sales_order_time_ix', 'sales_order_customer_ix'],
});
const plain = orderListing(sql`o.is_recheck = 0`);
const recheck = orderListing(sql`o.is_recheck = 1`);

/** Alias l. */
const poolColumns: PlainColumns<PoolRow> = {
  lineId: sql`l.id`,
  requisitionCode: sql`l.requisition_code`,
  sampleCode: sql`l.sample_code`,
  personName: patientShown.name(sql`l.person_name`),
  commodityId: sql`l.commodity_id`,
  commodityName: nameBeside('l', 'commodity_id', 'commodity', 'commodity_name'),
  ...named('l'),
  agentName: nameBeside('l', 'agent_customer_id', 'client', 'client_name'),
  managerArea: sql`l.manager_area`,
  erpCode: sql`l.erp_code`,
  chargeType: sql`l.charge_type`,
  chargeTypeStr: labelSql(sql`l.charge_type`, chargeType.options),
  businessType: sql`l.business_type`,
  sign: sql`l.sign`,
  state: sql`l.state`,
  reported: sql`l.reported`,
  excluded: sql`(l.excluded_by <> 0)::int`,
  executeLaboratoryName: nameBeside('l', 'execute_laboratory_id', 'laboratory', 'laboratory_name'),
  supplementaryed: sql`l.supplementaryed`,
  receiveTime: sql`l.receive_time`,
  receiveServerTime: lineReceiveServerTime,
  auditTime: sql`l.audit_time`,
  // The day is the listing's own clock, put in below.
  waitingDays: sql`null::int`,
  billPriceStr: yuan(sql`l.price`),
  billPrice: yuan(sql`l.price`),
  priceReason: priceWordsSql,
  orderNo: orderNoSql,
  billNo: sql`(select b.bill_no from bill_line y join bill b on b.tenant_id = y.tenant_id and b.id = y.bill_id where y.tenant_id = l.tenant_id and y.line_id = l.id)`,
  selectable: sql`cardinality(${reasonsSql}) = 0`,
  reasons: reasonsSql,
};
/** A line's states, written out: only then the database knows the index of what is not billed. */
const inStates = (...states: readonly number[]): SQL => sql`l.state in (${sql.raw(states.join(', '))})`;
const stillOpen = inStates(lineState.unreported, lineState.open);
/** The states in which a line may stand so (`standingSql`): an index finds them, the standing itself no index has. */
const statesOf: Readonly<Record<string, SQL>> = {
  [lineStanding.unreported]: inStates(lineState.unreported),
  [lineStanding.open]: inStates(lineState.open),
  [lineStanding.noPrice]: stillOpen,
  [lineStanding.ordered]: inStates(lineState.ordered),
  [lineStanding.billed]: inStates(lineState.billed),
};
/** Lines that stand where the month's bar says they do. */
function ofStanding({ query }: AskedListing): SQL | undefined {
  const standing = parameter(query, 'standing');
  return standing === '' ? undefined : sql`(${statesOf[standing] ?? sql`true`} and ${standingSql} = ${standing})`;
}
const poolListing = (usual: (asked: AskedListing) => SQL | undefined, order: SQL): Listing<PoolRow> => ({
  columns: { ...poolColumns, waitingDays: ({ now }) => sql`(${now.slice(0, 10)}::date - l.audit_time::date)` },
  from: sql`sales_line l`,
  where: async (asked) => {
    const codes = codesAsked(parameter(asked.query, 'sampleCodeStr'));
    return [
      await linesInSight(asked.db, asked.user, 'l'),
      codes.length === 0 ? usual(asked) : sql`l.state <> ${lineState.withdrawn}`,
      ofStanding(asked),
      codes.length > 0 && foundByCodes(asked.user.tenantId, codes),
    ];
  },
  searchedIn: {
    personName: (asked) => patientNamed(asked, parameter(asked.query, 'personName'), { column: sql`l.person_name`, grams: sql`l.grams` }),
    billPrice: sql`l.price`,
  },
  order,
  indexes: ['sales_line_state_ix', 'sales_line_audit_ix', 'sales_line_sample_ix', 'sales_line_open_ix', 'sales_line_salesman_open_ix'],
});
const notFound = (): UserError => new UserError(404, ['没有此订单', 'No such order']);
const isAsked = ({ query }: AskedListing, ...names: readonly string[]): boolean => names.some((name) => parameter(query, name) !== '');
/** What was ordered is shown to whoever asks for it. */
function usualOfPool(asked: AskedListing): SQL | undefined {
  if (isAsked(asked, 'state', 'sampleCode', 'standing')) return undefined;
  return isAsked(asked, 'ordered', 'billed') ? sql`l.state <> ${lineState.withdrawn}` : stillOpen;
}
/** A yes or no by states, so that lines are found by them. */
const byStates =
  (name: 'ordered' | 'billed', states: SQL) =>
  ({ query }: AskedListing): SQL | undefined => {
    const chosen = parameter(query, name);
    return chosen === '' ? undefined : chosen === '1' ? sql`l.state in (${states})` : sql`l.state not in (${states})`;
  };
const everyLine = poolListing(usualOfPool, sql`l.audit_time desc nulls first, l.id`);
const pool: typeof everyLine = {
  ...everyLine,
  searchedIn: {
    ...everyLine.searchedIn,
    ordered: byStates('ordered', sql`${lineState.ordered}, ${lineState.billed}`),
    billed: byStates('billed', sql`${lineState.billed}`),
  },
};
const waiting = poolListing(() => sql`l.state = ${lineState.open} and l.reported = 1`, sql`l.audit_time, l.id`);
/** Alias r: its requisition. What a courier brought was delivered when reception took it in. */
const unordered: Listing<UnorderedRow> = {
  ...waiting,
  columns: {
    ...waiting.columns,
    chargeType: chargeOrGiftSql,
    contactNumber: maskedToAll(patientShown.telephone(sql`r.telephone`)),
    credentialNo: maskedToAll(patientShown.credentialNo(sql`r.credential_no`)),
    courierNumber: sql`r.courier_number`,
    logisticsInputTime: sql`case when r.courier_number is not null then r.receive_time end`,
    remarks: sql`r.receive_remark`,
  },
  searchedIn: { ...waiting.searchedIn, chargeType: chargeOrGiftSql },
  joins: sql`left join requisition r on r.tenant_id = l.tenant_id and r.id = l.requisition_id`,
};

export const orderListings = [
  defineListing(orders, plain),
  defineListing(recheckOrders, recheck),
  defineListing(forcedOrders, orderListing(sql`o.forced = 1`)),
  defineListing(searchedOrders, orderListing(sql`true`)),
  defineListing(orderPool, pool),
  defineListing(unorderedLines, unordered),
];

type Read = Pick<CallContext<Query>, 'db' | 'user' | 'query' | 'request'>;
/** A posted list is the list, asked in the body. */
const posted = async (
  list: typeof orders | typeof recheckOrders,
  listing: Listing<OrderListRow>,
  context: CallContext<unknown, Readonly<Record<string, string | number | null>>>,
) => {
  const given = Object.entries(context.body).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const]));
  const { totals: _totals, chart: _chart, ...page } = await pageOfListing(list, listing, { ...context, query: Object.fromEntries(given) });
  return page;
};
const detailOf =
  (which: SQL) =>
  async ({ db, user, query, request }: Read) => {
    const orderId = String(query['orderId'] ?? '');
    const sight = await linesInSight(db, user, 'o');
    const columns = selected({ ...orderColumns, syncResult: syncResultOf('o', { request }) });
    const order = /^\d{1,18}$/.test(orderId)
      ? await readRow<OrderListRow>(
          db,
          sql`select ${columns} from sales_order o where ${sight} and o.id = ${orderId} and o.is_deleted = 0 and ${which}`,
        )
      : undefined;
    if (!order) throw notFound();
    const items = await readRows<ItemRow>(
      db,
      sql`select ${itemColumns} from sales_order_item i where i.tenant_id = ${user.tenantId} and i.order_id = ${orderId} order by i.item_no`,
    );
    return { order, items };
  };
const codesOf =
  (which: SQL) =>
  async ({ db, user, query }: Read) => {
    const itemId = String(query['itemId'] ?? '');
    if (!/^\d{1,18}$/.test(itemId)) throw notFound();
    return readRows<OrderCodeRow>(
      db,
      sql`select l.id as line_id, l.sample_code, ${patientShown.name(sql`l.person_name`)({ user })} as person_name, l.withdrawn, b.bill_no from sales_order_item i
        join sales_order o on o.tenant_id = i.tenant_id and o.id = i.order_id
        join sales_order_line x on x.tenant_id = i.tenant_id and x.order_id = i.order_id and x.item_no = i.item_no
        join sales_line l on l.tenant_id = x.tenant_id and l.id = x.line_id
        left join bill_line y on y.tenant_id = l.tenant_id and y.line_id = l.id left join bill b on b.tenant_id = y.tenant_id and b.id = y.bill_id
      where ${await linesInSight(db, user, 'o')} and i.id = ${itemId} and o.is_deleted = 0 and ${which} order by x.line_no`,
    );
  };
const [isPlain, isRecheck] = [sql`o.is_recheck = 0`, sql`o.is_recheck = 1`];
/** What each list of orders has (alias o). */
const ofList: Readonly<Record<OrdersOf, SQL>> = { all: sql`true`, plain: isPlain, recheck: isRecheck, forced: sql`o.forced = 1` };
export const orderCalls = serveCalls(orderContracts, {
  'POST bill/order/list': { handle: (context) => posted(orders, plain, context) },
  'GET bill/order/orderDetail': { handle: detailOf(isPlain) },
  'GET bill/order/listItemSampleCodes': { handle: codesOf(isPlain) },
  'POST bill/recheckOrder/list': { handle: (context) => posted(recheckOrders, recheck, context) },
  'GET bill/recheckOrder/orderDetail': { handle: detailOf(isRecheck) },
  'GET bill/recheckOrder/listItemSampleCodes': { handle: codesOf(isRecheck) },
  'POST bill/checkQuery/unknownCodes': {
    async handle({ db, user, body: { sampleCodeStr, isOrdered, list } }) {
      const codes = codesAsked(sampleCodeStr);
      if (codes.length === 0) return { unknown: [], elsewhere: [] };
      const inSight = await linesInSight(db, user, 'l');
      const known = await readRows<{ lineId: string }>(
        db,
        sql`select l.id as line_id from sales_line l where ${inSight} and ${foundByCodes(user.tenantId, codes)} and l.state <> ${lineState.withdrawn}
          and (${isOrdered} = 0 or exists (select 1 from sales_order_line x join sales_order o on o.tenant_id = x.tenant_id and o.id = x.order_id
            where x.tenant_id = l.tenant_id and x.line_id = l.id and ${ofList[list]}))`,
      );
      const missing = await unknownCodes(
        db,
        user.tenantId,
        codes,
        known.map(({ lineId }) => lineId),
      );
      if (missing.length === 0 || isOrdered === 0 || list === 'all') return { unknown: missing, elsewhere: [] };
      const elsewhere = await readRows<{ code: string; orderNo: string; isRecheck: 0 | 1 }>(
        db,
        sql`select distinct on (code, o.order_no) ${codeOfLine(user.tenantId, missing)} as code, o.order_no, o.is_recheck::int as is_recheck from sales_line l
            join sales_order_line x on x.tenant_id = l.tenant_id and x.line_id = l.id join sales_order o on o.tenant_id = x.tenant_id and o.id = x.order_id
          where ${inSight} and ${foundByCodes(user.tenantId, missing)} and l.state <> ${lineState.withdrawn} and o.is_deleted = 0 order by code, o.order_no`,
      );
      const placed = new Set(elsewhere.map(({ code }) => code));
      return { unknown: missing.filter((code) => !placed.has(code)), elsewhere };
    },
  },
});
