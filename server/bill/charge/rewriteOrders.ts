import { sql } from 'drizzle-orm';
import { staysIn } from '#domain/bill/charge/chargeMoves.ts';
import { orderDocument, rewriteDocument, takeApart, type WrittenLine } from '#server/bill/documents/writeDocument.ts';
import { isWithErp } from '#server/bill/touchLines.ts';
import { followFreed } from '#server/bill/orders/followFreed.ts';
import { freed, moveLines } from '#server/bill/orders/orderLines.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** An order that is not sent, taken apart so that the prices of its lines can change. */
export interface OpenedOrder {
  readonly id: string;
  readonly orderNo: string;
  readonly sign: 1 | -1;
  readonly chargeType: number;
  readonly lineIds: readonly string[];
}
interface Placed extends WrittenLine {
  readonly chargeType: number;
  readonly businessType: number;
}

/** Locks those of the orders that are neither sent nor being voided and takes them apart; what was sent meanwhile is not among them. */
export async function openOrders(tx: Tx, tenantId: string, orderIds: readonly string[]): Promise<readonly OpenedOrder[]> {
  if (orderIds.length === 0) return [];
  const heads = await readRows<Omit<OpenedOrder, 'lineIds'>>(
    tx,
    sql`select o.id::text as id, o.order_no, o.sign::int as sign, o.charge_type::int as charge_type from sales_order o
      where o.tenant_id = ${tenantId} and o.id = ${anyId(orderIds)} and not ${isWithErp} and o.is_deleted = 0 order by o.id for update`,
  );
  const places = await readRows<{ orderId: string; lineId: string }>(
    tx,
    sql`select p.order_id::text as order_id, p.line_id::text as line_id from sales_order_line p where p.tenant_id = ${tenantId} and p.order_id = ${anyId(heads.map(({ id }) => id))}
      order by p.order_id, p.item_no, p.line_no`,
  );
  for (const { id } of heads) await takeApart(tx, orderDocument, { tenantId, id });
  return heads.map((head) => ({ ...head, lineIds: places.flatMap(({ orderId, lineId }) => (orderId === head.id ? [lineId] : [])) }));
}

/**
 * Writes opened orders anew of what their lines cost now. An order is of one charge type: what became another, or has no price any more, leaves it and
 * waits for an order of its own; an order that nothing stays in is removed. `isGiving`: the charge type of before is kept on the order.
 */
export async function closeOrders(tx: Tx, tenantId: string, orders: readonly OpenedOrder[], isGiving: boolean, now: string): Promise<void> {
  const lines = await readRows<Placed>(
    tx,
    sql`select l.id::text as line_id, l.commodity_id::text as commodity_id, c.commodity_code, c.erp_code as commodity_erp_code, l.supplementaryed::int as supplementaryed,
        l.salesman_id::text as salesman_id, l.price::float8 as price, l.charge_type::int as charge_type, l.business_type::int as business_type
      from sales_line l left join commodity c on c.tenant_id = l.tenant_id and c.id = l.commodity_id
      where l.tenant_id = ${tenantId} and l.id = ${anyId(orders.flatMap(({ lineIds }) => lineIds))}`,
  );
  const byId = new Map(lines.map((line) => [line.lineId, line]));
  const out: Placed[] = [];
  for (const order of orders) {
    const placed = order.lineIds.flatMap((lineId) => byId.get(lineId) ?? []);
    const { stay, leave } = staysIn(placed);
    out.push(...leave);
    const [first] = stay;
    const whose = sql`tenant_id = ${tenantId} and id = ${order.id}`;
    if (!first) {
      await tx.execute(sql`update sales_order set is_deleted = 1, update_time = ${now}, version = version + 1 where ${whose}`);
      continue;
    }
    await tx.execute(sql`update sales_order set charge_type = ${first.chargeType}, business_type = ${first.businessType}, charge_type_before = ${isGiving ? order.chargeType : null},
      revision = revision + 1, update_time = ${now}, version = version + 1 where ${whose}`);
    await rewriteDocument(
      tx,
      orderDocument,
      { tenantId, id: order.id, sign: order.sign },
      stay.map(({ lineId, commodityId, commodityCode, commodityErpCode, supplementaryed, salesmanId, price }) => ({
        lineId,
        commodityId,
        commodityCode,
        commodityErpCode,
        supplementaryed,
        salesmanId,
        price,
      })),
    );
  }
  const [whose, outIds] = [{ tenantId, now }, out.map(({ lineId }) => lineId)];
  await moveLines(tx, whose, outIds, freed);
  await followFreed(tx, whose, outIds);
}
