import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLines } from '#server/bill/billTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import { sqlStateOf } from '#server/storage/sqlState.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing.ts';
import { nextNos } from './nextNos.ts';
import { billDocument, orderDocument, rewriteDocument, takeApart, writeDocument, type WrittenLine } from './writeDocument.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const now = '2026-07-31 12:00:00';
const tenantId = '000000';
const head = (id: string, sign: 1 | -1 = 1) => ({
  id,
  tenantId,
  sign,
  billCustomerId: '13',
  contractLaboratoryId: '15',
  chargeType: 0,
  businessType: 1,
  createTime: now,
  updateTime: now,
});
const orderHead = (id: string, sign: 1 | -1 = 1) => ({ ...head(id, sign), orderNo: `SO-${id}`, sendSampleClientId: '11' });
const asLine = (lineId: string, price: number, orderId?: string): WrittenLine => ({
  lineId,
  commodityId: '1',
  commodityCode: 'NIPT',
  commodityErpCode: 'E-NIPT',
  supplementaryed: 0,
  salesmanId: '14',
  price,
  ...(orderId === undefined ? {} : { orderId }),
});
const tx = <Made>(work: Parameters<typeof opened.database.transaction<Made>>[0]) => opened.database.transaction(work);
const rows = (statement: SQL) => readRows<Record<string, any>>(opened.database.orm, statement);

/** An order of lines of 10.00, 10.00 and 5.00: two items. */
async function anOrder(): Promise<{ readonly id: string; readonly ids: readonly string[] }> {
  const ids = await addLines(opened.database, [{ price: 1000 }, { price: 1000 }, { price: 500 }]);
  const id = newId();
  await tx((one) =>
    writeDocument(
      one,
      orderDocument,
      orderHead(id),
      ids.map((lineId, at) => asLine(lineId, at < 2 ? 1000 : 500)),
    ),
  );
  return { id, ids };
}
/** The SQL state a statement is refused with; null: it was done. */
const refusedWith = (statement: SQL): Promise<string | null> =>
  tx(async (one) => void (await one.execute(statement))).then(
    () => null,
    (error: unknown) => sqlStateOf(error) ?? 'no state',
  );

/** Those of some statements that no constraint refuses. */
async function doneOf(breaches: Readonly<Record<string, SQL>>): Promise<readonly string[]> {
  const done: string[] = [];
  for (const [name, breach] of Object.entries(breaches)) {
    const state = await refusedWith(breach);
    if (!['23503', '23505', '23514'].includes(state ?? '')) done.push(`${name}: ${state}`);
  }
  return done;
}

it('what was written adds up, and nothing of it can be made to differ', async () => {
  const { id, ids } = await anOrder();
  const [whole] = await rows(sql`select total_qty, total_amount, is_whole from sales_order where id = ${id}`);
  expect(whole).toEqual({ totalQty: 3, totalAmount: '2500', isWhole: 1 });
  const [stray] = await addLines(opened.database, [{ price: 1000 }]);
  const breaches: Readonly<Record<string, SQL>> = {
    total: sql`update sales_order set total_amount = 2499 where id = ${id}`,
    quantity: sql`update sales_order set total_qty = 2 where id = ${id}`,
    itemCount: sql`update sales_order set item_count = 1 where id = ${id}`,
    itemPrice: sql`update sales_order_item set price = 900 where order_id = ${id} and item_no = 2`,
    itemPriceAndAmount: sql`update sales_order_item set price = 600, amount = 600 * qty, sum_after = sum_before + 600 * qty where order_id = ${id} and item_no = 1`,
    itemQuantity: sql`update sales_order_item set qty = qty + 1, amount = price * (qty + 1), qty_after = qty_after + 1, sum_after = sum_after + price, last_line = last_line + 1 where order_id = ${id}`,
    sign: sql`update sales_order_item set qty = -qty, amount = -amount where order_id = ${id} and item_no = 1`,
    lostItem: sql`delete from sales_order_item where order_id = ${id} and item_no = 2`,
    lostLine: sql`delete from sales_order_line where line_id = ${ids[2]}`,
    lostLines: sql`delete from sales_order_line where order_id = ${id}`,
    halfWhole: sql`update sales_order_item set is_whole = 0, last_line = null where order_id = ${id} and item_no = 1`,
    doubledLine: sql`insert into sales_order_line (tenant_id, line_id, order_id, item_no, item_qty, price, line_no, prev_no) select tenant_id, line_id, order_id, item_no, item_qty, price, 2, 1 from sales_order_line where line_id = ${ids[2]}`,
    extraLine: sql`insert into sales_order_line (tenant_id, line_id, order_id, item_no, item_qty, price, line_no, prev_no) values (${tenantId}, ${stray}, ${id}, 2, 2, 1000, 3, 2)`,
    foreignPrice: sql`update sales_order_line set price = 700 where line_id = ${ids[2]}`,
    linePrice: sql`update sales_line set price = 1 where id = ${ids[0]}`,
    lineGone: sql`delete from sales_line where id = ${ids[0]}`,
    sentInParts: sql`insert into sales_order (id, tenant_id, order_no, bill_customer_id, send_sample_client_id, contract_laboratory_id, charge_type, business_type, item_count, sended, create_time, update_time) values (1, ${tenantId}, 'x', 1, 1, 1, 0, 1, 1, 1, ${now}, ${now})`,
  };
  expect(await doneOf(breaches)).toEqual([]);
});

it('a bill adds up as its orders do: nothing of it can be made to differ, no line stands in two, and none outside its orders', async () => {
  const { id: orderId, ids } = await anOrder();
  const id = newId();
  await tx((one) =>
    writeDocument(one, billDocument, { ...head(id), billNo: `BL-${id}` }, [asLine(ids[0]!, 1000, orderId), asLine(ids[2]!, 500, orderId)]),
  );
  expect(await rows(sql`select total_qty, total_amount, is_whole from bill where id = ${id}`)).toEqual([
    { totalQty: 2, totalAmount: '1500', isWhole: 1 },
  ]);
  const [stray] = await addLines(opened.database, [{ price: 500 }]);
  const other = await anOrder();
  const lineInto = (lineId: string, ofOrder: string) =>
    sql`insert into bill_line (tenant_id, line_id, bill_id, order_id, item_no, item_qty, price, line_no, prev_no)
      select tenant_id, ${lineId}, bill_id, ${ofOrder}, item_no, item_qty, price, 2, 1 from bill_line where line_id = ${ids[2]}`;
  const breaches: Readonly<Record<string, SQL>> = {
    total: sql`update bill set total_amount = 1501 where id = ${id}`,
    quantity: sql`update bill set total_qty = 1 where id = ${id}`,
    itemCount: sql`update bill set item_count = 1 where id = ${id}`,
    itemPrice: sql`update bill_item set price = 900 where bill_id = ${id} and item_no = 2`,
    itemPriceAndAmount: sql`update bill_item set price = 600, amount = 600 * qty, sum_after = sum_before + 600 * qty where bill_id = ${id} and item_no = 1`,
    itemQuantity: sql`update bill_item set qty = qty + 1, amount = price * (qty + 1), qty_after = qty_after + 1, sum_after = sum_after + price, last_line = last_line + 1 where bill_id = ${id}`,
    sign: sql`update bill_item set qty = -qty, amount = -amount where bill_id = ${id} and item_no = 1`,
    lostItem: sql`delete from bill_item where bill_id = ${id} and item_no = 2`,
    lostLine: sql`delete from bill_line where line_id = ${ids[2]}`,
    lostLines: sql`delete from bill_line where bill_id = ${id}`,
    halfWhole: sql`update bill_item set is_whole = 0, last_line = null where bill_id = ${id} and item_no = 1`,
    doubledLine: lineInto(ids[2]!, orderId),
    lineBeyondItsItem: lineInto(other.ids[2]!, other.id),
    lineOfNoOrder: lineInto(stray!, orderId),
    lineOfAnotherOrder: sql`update bill_line set order_id = ${other.id} where line_id = ${ids[2]}`,
    foreignPrice: sql`update bill_line set price = 700 where line_id = ${ids[2]}`,
    orderedLineGone: sql`delete from sales_order_line where line_id = ${ids[2]}`,
    lineInAnotherOrder: sql`update sales_order_line set order_id = ${other.id} where line_id = ${ids[2]}`,
    linePrice: sql`update sales_line set price = 1 where id = ${ids[0]}`,
    sentInParts: sql`insert into bill (id, tenant_id, bill_no, bill_customer_id, contract_laboratory_id, charge_type, business_type, item_count, sended, create_time, update_time) values (1, ${tenantId}, 'x', 1, 1, 0, 1, 1, 1, ${now}, ${now})`,
  };
  expect(await doneOf(breaches)).toEqual([]);
  const again = tx((one) => writeDocument(one, billDocument, { ...head(newId()), billNo: 'BL-again' }, [asLine(ids[0]!, 1000, orderId)]));
  expect(sqlStateOf(await again.catch((error: unknown) => error))).toBe('23505');
});

it('a rewritten order is whole again, a removed one frees its lines and keeps its items; what a bill holds is kept', async () => {
  const { id, ids } = await anOrder();
  const [third] = await addLines(opened.database, [{ price: 300 }]);
  const whose = { tenantId, id, sign: 1 as const };
  await tx((one) => rewriteDocument(one, orderDocument, whose, [asLine(ids[0]!, 1000), asLine(third!, 300)]));
  expect(await rows(sql`select total_qty, total_amount, item_count from sales_order where id = ${id}`)).toEqual([
    { totalQty: 2, totalAmount: '1300', itemCount: 2 },
  ]);
  const billId = newId();
  await tx((one) => writeDocument(one, billDocument, { ...head(billId), billNo: `BL-${billId}` }, [asLine(third!, 300, id)]));
  expect(sqlStateOf(await tx((one) => takeApart(one, orderDocument, whose)).catch((error: unknown) => error))).toBe('23503');
  await tx((one) => takeApart(one, billDocument, { tenantId, id: billId }));
  await tx((one) => takeApart(one, orderDocument, whose));
  expect(await rows(sql`select count(*)::int as items, sum(amount)::int as amount from sales_order_item where order_id = ${id}`)).toEqual([
    { items: 2, amount: 1300 },
  ]);
  expect(await rows(sql`select line_id from sales_order_line where order_id = ${id}`)).toEqual([]);
});

it('a red order counts below zero, and a line stands in one order alone', async () => {
  const { ids } = await anOrder();
  const [credit] = await addLines(opened.database, [{ price: 1000, sign: -1, creditOf: ids[0]! }]);
  const id = newId();
  expect(await tx((one) => writeDocument(one, orderDocument, orderHead(id, -1), [asLine(credit!, 1000)]))).toMatchObject({
    totalQty: -1,
    totalAmount: -1000,
  });
  const again = tx((one) => writeDocument(one, orderDocument, orderHead(newId()), [asLine(ids[1]!, 1000)]));
  expect(sqlStateOf(await again.catch((error: unknown) => error))).toBe('23505');
});

it('numbers count on by laboratory and month, also where many ask at once', async () => {
  const ask = (count: number, at = now) => tx((one) => nextNos(one, tenantId, { prefix: 'SO', laboratoryId: '15', now: at, count }));
  const given = (await Promise.all([ask(2), ask(1), ask(3)])).flat();
  expect(given.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((no) => `SO-15-2607-0000${no}`));
  expect(await ask(1, '2026-08-01 00:00:00')).toEqual(['SO-15-2608-00001']);
});
