import { sql, type SQL } from 'drizzle-orm';
import type { BillableLine, BillableOrder, BilledLine } from '#domain/bill/bills/billCreate.ts';
import { billStatus } from '#domain/bill/billChoices.ts';
import { isLineInSight, type BillViewer } from '#server/spine/bill/lineSight.ts';
import { marked, own } from '#server/spine/loading.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Orders of the person's sight, or NotYours, locked in the order of their ids. */
export async function lockBillable(tx: Tx, user: BillViewer, ids: readonly string[]): Promise<BillableOrder[]> {
  if (ids.length === 0) return [];
  const orders = await own<Omit<BillableOrder, 'billNo'>>(
    tx,
    sql`select o.id as order_id, o.order_no, o.sended::int as sended, o.bill_status::int as bill_status, o.salesman_id, o.bill_unit_id, o.bill_name, o.contract_laboratory_id,
        o.bill_customer_id, o.charge_type::int as charge_type, o.business_type::int as business_type, o.sign::int as sign, ${marked(sql`o.id::text`, isLineInSight(user, 'o'))}
      from sales_order o where o.tenant_id = ${user.tenantId} and o.id = ${anyId(ids)} and o.is_deleted = 0 order by o.id for update of o`,
  );
  // Only now: whoever waited for another sees what that one billed.
  const numbers = await readRows<{ orderId: string; billNo: string }>(
    tx,
    sql`select y.order_id, min(b.bill_no) as bill_no from bill_line y join bill b on b.tenant_id = y.tenant_id and b.id = y.bill_id
      where y.tenant_id = ${user.tenantId} and y.order_id = ${anyId(orders.map(({ orderId }) => orderId))} group by y.order_id`,
  );
  const byOrder = new Map(numbers.map(({ orderId, billNo }) => [orderId, billNo]));
  return orders.map((order) => ({ ...order, billNo: byOrder.get(order.orderId) ?? null }));
}

interface Stored extends Omit<BillableLine, 'price'> {
  readonly price: string | null;
}
/** Lines by a condition over alias l (line), x (its place in an order), y (its place in a bill), as their order has them. */
export async function billableLines(tx: Tx, tenantId: string, condition: SQL): Promise<BillableLine[]> {
  const rows = await readRows<Stored>(
    tx,
    sql`select l.id as line_id, l.sample_code, l.state::int as state, x.order_id, b.bill_no, coalesce(i.commodity_id, l.commodity_id) as commodity_id, i.commodity_code,
        i.commodity_erp_code, l.supplementaryed::int as supplementaryed, i.salesman_id, l.price
      from sales_line l left join sales_order_line x on x.tenant_id = l.tenant_id and x.line_id = l.id
        left join sales_order_item i on i.tenant_id = x.tenant_id and i.order_id = x.order_id and i.item_no = x.item_no
        left join bill_line y on y.tenant_id = l.tenant_id and y.line_id = l.id left join bill b on b.tenant_id = y.tenant_id and b.id = y.bill_id
      where l.tenant_id = ${tenantId} and ${condition} order by l.id`,
  );
  return rows.map((row) => ({ ...row, price: row.price === null ? null : Number(row.price) }));
}
/** The same of a bill: what it holds has an order and a price. */
export const linesOfBill = async (tx: Tx, tenantId: string, billId: string): Promise<BilledLine[]> =>
  (await billableLines(tx, tenantId, sql`y.bill_id = ${billId}`)) as BilledLine[];

/** Makes of each order what of it stands in bills: nothing, a part or all. */
export async function countBilled(
  tx: Tx,
  { tenantId, now }: { readonly tenantId: string; readonly now: string },
  orderIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`update sales_order o set billed_qty = o.sign * n.qty,
      bill_status = case when n.qty = 0 then ${billStatus.none}::int when o.sign * n.qty = o.total_qty then ${billStatus.all}::int else ${billStatus.part}::int end,
      update_time = ${now}, version = o.version + 1
    from (select s.id, (select count(*)::int from bill_line y where y.tenant_id = s.tenant_id and y.order_id = s.id) as qty from sales_order s
      where s.tenant_id = ${tenantId} and s.id = ${anyId(orderIds)}) n
    where o.tenant_id = ${tenantId} and o.id = n.id`);
}
