import { sql, type SQL } from 'drizzle-orm';
import { bills, billContracts, type BillCode, type BillListRow, type FoundBillLine, type MonthStanding } from '#domain/bill/bills/billRows.ts';
import { lineState } from '#domain/bill/billChoices.ts';
import type { ItemRow } from '#domain/bill/orders/orderRows.ts';
import { isMonth } from '#domain/kernel/dates.ts';
import { itemColumns, nameBeside, remarkHolds, standingSql, syncResultOf, yuan } from '#server/bill/documents/documentColumns.ts';
import { codesAsked, foundByCodes, unknownCodes } from '#server/bill/linesByCodes.ts';
import { malformed, UserError } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, pageOfListing, selected, type AskedListing, type Listing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

/** Alias b. */
const columns: PlainColumns<Omit<BillListRow, 'syncResult'>> = {
  billId: sql`b.id`,
  billNo: sql`b.bill_no`,
  billUnitId: sql`b.bill_unit_id`,
  billName: sql`b.bill_name`,
  billCustomerId: sql`b.bill_customer_id`,
  billCustomerName: nameBeside('b', 'bill_customer_id', 'client', 'client_name'),
  salesmanId: sql`b.salesman_id`,
  salesmanName: nameBeside('b', 'salesman_id', 'user_account', 'real_name'),
  contractLaboratoryId: sql`b.contract_laboratory_id`,
  contractLaboratoryName: nameBeside('b', 'contract_laboratory_id', 'laboratory', 'laboratory_name'),
  chargeType: sql`b.charge_type`,
  businessType: sql`b.business_type`,
  sign: sql`b.sign`,
  totalQty: sql`b.total_qty`,
  totalAmount: sql`b.total_amount::text`,
  totalAmountYuan: yuan(sql`b.total_amount`),
  sended: sql`b.sended`,
  isVoidPending: sql`b.is_void_pending`,
  reconciliationTime: sql`b.reconciliation_time`,
  sync: sql`b.sync`,
  remark: sql`b.remark`,
  creator: sql`b.creator_name`,
  createTime: sql`b.create_time`,
  version: sql`b.version`,
};
/** Bills with a line that one of the pasted codes finds. */
function ofCodes({ query, user }: AskedListing): SQL | undefined {
  const codes = codesAsked(parameter(query, 'sampleCodeStr'));
  return codes.length === 0
    ? undefined
    : sql`b.id in (select y.bill_id from sales_line l join bill_line y on y.tenant_id = l.tenant_id and y.line_id = l.id
        where l.tenant_id = ${user.tenantId} and ${foundByCodes(user.tenantId, codes)})`;
}
const listing: Listing<BillListRow> = {
  columns: { ...columns, syncResult: (asked) => syncResultOf('b', asked) },
  from: sql`bill b`,
  where: async (asked) => [await linesInSight(asked.db, asked.user, 'b'), sql`b.is_deleted = 0`, ofCodes(asked)],
  searchedIn: {
    totalAmount: sql`b.total_amount`,
    remark: (asked) => remarkHolds(asked, 'b'),
    orderNo: ({ query, user }) => {
      const no = parameter(query, 'orderNo').normalize('NFKC').toUpperCase();
      return no === ''
        ? undefined
        : sql`b.id in (select y.bill_id from sales_order o join bill_line y on y.tenant_id = o.tenant_id and y.order_id = o.id
            where o.tenant_id = ${user.tenantId} and o.order_no = ${no})`;
    },
  },
  order: sql`b.create_time desc nulls first, b.id`,
  indexes: ['bill_time_ix', 'bill_customer_ix'],
};
export const billListings = [defineListing(bills, listing)];

const notFound = (): UserError => new UserError(404, ['没有此账单', 'No such bill']);
const isIdText = (text: string): boolean => /^\d{1,18}$/.test(text);

export const billCalls = serveCalls(billContracts, {
  /** The list, asked in the body. */
  'POST bill/bill/list': {
    async handle(context) {
      const given = Object.entries(context.body).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const]));
      const { totals: _totals, chart: _chart, ...page } = await pageOfListing(bills, listing, { ...context, query: Object.fromEntries(given) });
      return page;
    },
  },
  'POST bill/bill/listBySampleCodeStr': {
    async handle({ db, user, body: { sampleCodeStr } }) {
      const codes = codesAsked(sampleCodeStr);
      if (codes.length === 0) return { lines: [], unknown: [] };
      const lines = await readRows<FoundBillLine>(
        db,
        sql`select l.id as line_id, l.sample_code, ${patientShown.name(sql`l.person_name`)({ user })} as person_name, l.commodity_id, ${nameBeside('l', 'commodity_id', 'commodity', 'commodity_name')} as commodity_name,
            l.state, l.sign, ${yuan(sql`l.price`)} as bill_price_str, x.order_id, o.order_no, y.bill_id, b.bill_no
          from sales_line l left join sales_order_line x on x.tenant_id = l.tenant_id and x.line_id = l.id left join sales_order o on o.tenant_id = x.tenant_id and o.id = x.order_id
            left join bill_line y on y.tenant_id = l.tenant_id and y.line_id = l.id left join bill b on b.tenant_id = y.tenant_id and b.id = y.bill_id
          where ${await linesInSight(db, user, 'l')} and ${foundByCodes(user.tenantId, codes)} and l.state <> ${lineState.withdrawn} order by l.sample_code, l.id`,
      );
      const ids = lines.map(({ lineId }) => lineId);
      return { lines, unknown: await unknownCodes(db, user.tenantId, codes, ids) };
    },
  },
  'GET bill/bill/billDetail': {
    async handle({ db, user, query, request }) {
      const billId = String(query['billId'] ?? '');
      const sight = await linesInSight(db, user, 'b');
      const shown = selected({ ...columns, syncResult: syncResultOf('b', { request }) });
      const bill = isIdText(billId)
        ? await readRow<BillListRow>(db, sql`select ${shown} from bill b where ${sight} and b.id = ${billId} and b.is_deleted = 0`)
        : undefined;
      if (!bill) throw notFound();
      const items = await readRows<ItemRow>(
        db,
        sql`select ${itemColumns} from bill_item i where i.tenant_id = ${user.tenantId} and i.bill_id = ${billId} order by i.item_no`,
      );
      return { bill, items };
    },
  },
  'GET bill/bill/listItemSampleCodes': {
    async handle({ db, user, query }) {
      const itemId = String(query['itemId'] ?? '');
      if (!isIdText(itemId)) throw notFound();
      return readRows<BillCode>(
        db,
        sql`select l.id as line_id, l.sample_code, ${patientShown.name(sql`l.person_name`)({ user })} as person_name, o.order_no from bill_item i join bill b on b.tenant_id = i.tenant_id and b.id = i.bill_id
            join bill_line y on y.tenant_id = i.tenant_id and y.bill_id = i.bill_id and y.item_no = i.item_no
            join sales_line l on l.tenant_id = y.tenant_id and l.id = y.line_id join sales_order o on o.tenant_id = y.tenant_id and o.id = y.order_id
          where ${await linesInSight(db, user, 'b')} and i.id = ${itemId} and b.is_deleted = 0 order by y.line_no`,
      );
    },
  },
  'GET bill/bill/listUser': {
    handle: async ({ db, user }) =>
      readRows<{ id: string; realName: string | null; openQty: number; orderedQty: number }>(
        db,
        sql`select n.salesman_id as id, u.real_name, n.open_qty, n.ordered_qty from (
            select l.tenant_id, l.salesman_id, count(*) filter (where l.state = ${lineState.open})::int as open_qty, count(*) filter (where l.state = ${lineState.ordered})::int as ordered_qty
            from sales_line l where ${await linesInSight(db, user, 'l')} and l.state in (${lineState.open}, ${lineState.ordered}) and l.salesman_id is not null group by l.tenant_id, l.salesman_id
          ) n left join user_account u on u.tenant_id = n.tenant_id and u.id = n.salesman_id order by u.real_name, n.salesman_id`,
      ),
  },
  'GET bill/bill/monthStanding': {
    async handle({ db, user, query }) {
      const [month, laboratoryId] = [parameter(query, 'month'), parameter(query, 'contractLaboratoryId')];
      if (!isMonth(month)) throw malformed('month');
      if (laboratoryId !== '' && !isIdText(laboratoryId)) throw malformed('contractLaboratoryId');
      const first = `${month}-01 00:00:00`;
      return readRows<MonthStanding>(
        db,
        sql`select m.standing, sum(m.sign)::int as qty, ${yuan(sql`sum(m.sign * m.price)`)} as total_amount_yuan from (
            select ${standingSql} as standing, l.sign, l.price from sales_line l where ${await linesInSight(db, user, 'l')} and l.state <> ${lineState.withdrawn}
              and l.receive_time >= ${first}::timestamptz and l.receive_time < ${first}::timestamptz + interval '1 month'
              and ${laboratoryId === '' ? sql`true` : sql`l.contract_laboratory_id = ${laboratoryId}`}) m
          group by m.standing order by m.standing`,
      );
    },
  },
});
