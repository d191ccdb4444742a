import { sql, type SQL } from 'drizzle-orm';
import { billSyncs, erpContracts, orderSyncs, type SyncItem } from '#domain/bill/erp/erpRows.ts';
import { syncResultOf } from '#server/bill/documents/documentColumns.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { defineListing, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { linesInSight, type BillViewer } from '#server/spine/bill/lineSight.ts';
import { nameOf } from '#server/spine/names.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/** Fen as yuan with two digits. */
const yuan = (fen: SQL): SQL => sql`to_char((${fen}) / 100.0, 'FM9999999999999990.00')`;

/** Alias d: an order or a bill; alias p: what the ERP is told of it last. */
const columns = {
  billName: sql`d.bill_name`,
  billCustomerId: sql`d.bill_customer_id`,
  billCustomerName: sql`(select n.client_name from client n where n.tenant_id = d.tenant_id and n.id = d.bill_customer_id)`,
  salesmanId: sql`d.salesman_id`,
  salesmanName: sql`(select n.real_name from user_account n where n.tenant_id = d.tenant_id and n.id = d.salesman_id)`,
  contractLaboratoryId: sql`d.contract_laboratory_id`,
  contractLaboratoryName: nameOf.laboratory('d'),
  sign: sql`d.sign`,
  totalQty: sql`d.total_qty`,
  totalAmountYuan: yuan(sql`d.total_amount`),
  reconciliationTime: sql`d.reconciliation_time`,
  sendTime: sql`d.send_time`,
  sync: sql`d.sync`,
  syncResult: (asked: AskedListing) => syncResultOf('d', asked),
  syncTime: sql`d.sync_time`,
  erpNumber: sql`d.erp_number`,
  erpAmountYuan: yuan(sql`d.erp_amount`),
  differenceYuan: yuan(sql`d.erp_amount - d.total_amount`),
  isVoidPending: sql`d.is_void_pending`,
  pushId: sql`p.id`,
  erpAct: sql`p.act`,
  erpState: sql`p.state`,
  tries: sql`p.tries`,
  nextTime: sql`p.next_time`,
} as const;
const lastPush = (doc: 'order' | 'bill'): SQL =>
  sql`left join lateral (select o.id, o.act, o.state, o.tries, o.next_time from erp_push o where o.tenant_id = d.tenant_id and o.doc = ${doc} and o.doc_id = d.id order by o.id desc limit 1) p on true`;
/** What was sent, and what is still being voided. */
const isTold = sql`d.is_deleted = 0 and (d.sended = 1 or d.is_void_pending = 1)`;

/** `sales-query/order-synchronized`. */
const servedOrders = defineListing(orderSyncs, {
  columns: {
    orderId: sql`d.id`,
    orderNo: sql`d.order_no`,
    sendSampleClientId: sql`d.send_sample_client_id`,
    sendSampleClientName: nameOf.client('d'),
    ...columns,
  },
  from: sql`sales_order d`,
  joins: lastPush('order'),
  where: async ({ db, user }) => [await linesInSight(db, user, 'd'), isTold],
  order: sql`d.create_time desc, d.id`,
  indexes: ['sales_order_time_ix', 'sales_order_customer_ix', 'sales_order_client_ix', 'sales_order_salesman_ix', 'sales_order_laboratory_ix'],
});
/** `billSync/billSyncPage`. */
const servedBills = defineListing(billSyncs, {
  columns: { billId: sql`d.id`, billNo: sql`d.bill_no`, ...columns },
  from: sql`bill d`,
  joins: lastPush('bill'),
  where: async ({ db, user }) => [await linesInSight(db, user, 'd'), isTold],
  order: sql`d.create_time desc, d.id`,
  indexes: ['bill_time_ix', 'bill_customer_ix', 'bill_salesman_ix', 'bill_laboratory_ix'],
});
export const erpListings = [servedOrders, servedBills] as const;

/** The tables of a kind of document. */
const tables = {
  order: { head: sql`sales_order`, item: sql`sales_order_item`, line: sql`sales_order_line`, id: sql`order_id` },
  bill: { head: sql`bill`, item: sql`bill_item`, line: sql`bill_line`, id: sql`bill_id` },
} as const;

async function itemsOf(db: Reader, user: BillViewer, doc: keyof typeof tables, docId: string) {
  const { head, item, id } = tables[doc];
  return readRows<SyncItem>(
    db,
    sql`select i.id::text as item_id, i.item_no, i.commodity_id::text as commodity_id, m.commodity_name, coalesce(nullif(i.commodity_erp_code, ''), nullif(m.erp_code, '')) as commodity_erp_code,
        i.qty, ${yuan(sql`i.price`)} as price_str, ${yuan(sql`i.amount`)} as total_amount_str,
        (select e.value->>'text' from erp_push p cross join jsonb_array_elements(p.item_results) e where p.tenant_id = d.tenant_id and p.doc = ${doc} and p.doc_id = d.id and p.revision = d.revision
          and (e.value->>'itemNo')::int = i.item_no limit 1) as item_result
      from ${head} d join ${item} i on i.tenant_id = d.tenant_id and i.${id} = d.id left join commodity m on m.tenant_id = i.tenant_id and m.id = i.commodity_id
      where ${await linesInSight(db, user, 'd')} and d.id = ${docId} and d.is_deleted = 0 order by i.item_no`,
  );
}
async function codesOf(db: Reader, user: BillViewer, doc: keyof typeof tables, itemId: string) {
  const { head, item, line, id } = tables[doc];
  return readRows<{ lineId: string; sampleCode: string; barCode: string; requisitionCode: string; priceStr: string }>(
    db,
    sql`select l.line_id::text as line_id, s.sample_code, s.sample_code as bar_code, s.requisition_code, ${yuan(sql`l.price`)} as price_str from ${item} i
        join ${head} d on d.tenant_id = i.tenant_id and d.id = i.${id} join ${line} l on l.tenant_id = i.tenant_id and l.${id} = i.${id} and l.item_no = i.item_no
        join sales_line s on s.tenant_id = l.tenant_id and s.id = l.line_id
      where ${await linesInSight(db, user, 'd')} and i.id = ${itemId} and d.is_deleted = 0 order by l.line_no`,
  );
}

/** Items of a document and the codes of an item: whole, for a document has few of one and at most 2,000 of the other an order. */
export const erpCalls: readonly Call[] = serveCalls(erpContracts, {
  'GET search/sales-query/orderSyncOne-detail': { handle: ({ db, user, query }) => itemsOf(db, user, 'order', query.orderId) },
  'GET search/sales-query/orderSyncTwo-detail': { handle: ({ db, user, query }) => codesOf(db, user, 'order', query.itemId) },
  'GET search/billSync/billSyncItem': { handle: ({ db, user, query }) => itemsOf(db, user, 'bill', query.billId) },
  'GET search/billSync/billSyncBarCode': { handle: ({ db, user, query }) => codesOf(db, user, 'bill', query.billItemId) },
});
