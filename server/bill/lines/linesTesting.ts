import { sql } from 'drizzle-orm';
import type { Desk } from '#server/sample/deskTesting.ts';
import { plannedLines } from '#server/spine/bill/syncLines.ts';
import { newId } from '#server/storage/ids.ts';

export interface StoredLine {
  readonly id: string;
  readonly commodityId: string;
  readonly supplementNo: number;
  readonly state: number;
  readonly sign: number;
  readonly withdrawn: number;
  readonly isCredited: number;
  readonly reported: number;
  readonly price: string | null;
  readonly listPrice: string | null;
  readonly auditTime: string | null;
  readonly salesmanId: string | null;
  readonly sampleCode: string;
  readonly excludedBy: number;
  readonly businessType: number;
}
/** The lines of requisitions by a tube's code, in the order they were made. */
export const linesOf = (desk: Desk, sampleCode: string): Promise<StoredLine[]> =>
  desk.rows<StoredLine>(
    sql`select l.* from sales_line l where l.requisition_id = (select s.requisition_id from sample s where s.sample_code = ${sampleCode}) order by l.id`,
  );
/** Sign, state and mark of each. */
export const movesOf = async (desk: Desk, sampleCode: string) =>
  (await linesOf(desk, sampleCode)).map(({ sign, state, withdrawn }) => [sign, state, withdrawn]);

/** What `syncLines` would still change of requisitions that were received by a test: nothing, where each act went through it. */
export async function staleLines(desk: Desk, sampleCodes: readonly string[]) {
  const ids = await desk.rows<{ id: string }>(
    sql`select distinct s.requisition_id::text as id from sample s where s.sample_code = any(${sql.param([...sampleCodes])}::text[])`,
  );
  const planned = await plannedLines(
    desk.orm,
    '000000',
    ids.map(({ id }) => id),
  );
  return planned.filter(({ plan }) => plan.made.length + plan.changed.length + plan.credited.length > 0).map(({ plan }) => plan);
}

/** A price of a client and commodity from 2020 on, in fen. */
export async function pricedFor(
  desk: Desk,
  commodityId: string,
  fen: number,
  more: { readonly stopPrice?: number; readonly isDisable?: 0 | 1 } = {},
): Promise<string> {
  const id = newId();
  await desk.orm
    .execute(sql`insert into price_policy (id, tenant_id, send_sample_client_id, commodity_id, bill_price, contract_time_begin, contract_time_end, bill_erp_code, stop_price, is_disable,
      is_deleted, version, change_seq, create_time, update_time)
    values (${id}, '000000', ${desk.master.clientId}, ${commodityId}, ${fen}, '2020-01-01', '2099-12-31', 'E1', ${more.stopPrice ?? null}, ${more.isDisable ?? 0}, 0, 1, 0, now(), now())`);
  return id;
}

/** Puts a line into an order of its own, as an order of one line is written. */
export async function orderedAlone(desk: Desk, lineId: string, sended: 0 | 1): Promise<string> {
  const [orderId, itemId, orderNo] = [newId(), newId(), `SO-T-${newId().slice(-6)}`];
  await desk.orm.transaction(async (tx) => {
    await tx.execute(sql`insert into sales_order (id, tenant_id, order_no, bill_customer_id, send_sample_client_id, contract_laboratory_id, charge_type, business_type, item_count, create_time, update_time)
      select ${orderId}, l.tenant_id, ${orderNo}, coalesce(l.bill_customer_id, 1), l.send_sample_client_id, l.contract_laboratory_id, l.charge_type, l.business_type, 1, now(), now() from sales_line l where l.id = ${lineId}`);
    await tx.execute(sql`insert into sales_order_item (id, tenant_id, order_id, item_no, item_count, commodity_id, price, qty, amount, qty_before, qty_after, sum_before, sum_after)
      select ${itemId}, l.tenant_id, ${orderId}, 1, 1, l.commodity_id, l.price, 1, l.price, 0, 1, 0, l.price from sales_line l where l.id = ${lineId}`);
    await tx.execute(sql`insert into sales_order_line (tenant_id, line_id, order_id, item_no, item_qty, price, line_no)
      select l.tenant_id, l.id, ${orderId}, 1, 1, l.price, 1 from sales_line l where l.id = ${lineId}`);
    await tx.execute(sql`update sales_order_item set last_line = 1, is_whole = 1 where id = ${itemId}`);
    await tx.execute(
      sql`update sales_order o set total_qty = 1, total_amount = i.sum_after, is_whole = 1, sended = ${sended} from sales_order_item i where i.id = ${itemId} and o.id = ${orderId}`,
    );
    await tx.execute(sql`update sales_line set state = 2 where id = ${lineId}`);
  });
  return orderNo;
}
