import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { addLines, twoTubes, type TestLine } from '#server/bill/billTesting.ts';
import { pushDocuments } from '#server/bill/erp/pushDocuments.ts';
import { reconcileErp } from '#server/bill/erp/reconcileErp.ts';
import { openErpStandIn, type ErpStandIn } from '#server/ports/erpTesting.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { openPorts } from '#server/ports/ports.ts';
import { newId } from '#server/storage/ids.ts';
import { openHouse, type House } from '#server/walks/house.ts';
import { readRows } from '#server/storage/readRows.ts';

const { erp } = openPorts(mkdtempSync(join(tmpdir(), 'accession-bills-')), openOutgoing({ allow: '127.0.0.1' }));
let house: House;
let standIn: ErpStandIn;
let laboratoryId: string;
beforeAll(async () => {
  house = await openHouse();
  standIn = await openErpStandIn();
  laboratoryId = (await rows(sql`select id::text as id from laboratory where tenant_id = '000000' order by id limit 1`))[0]!['id'];
});
afterAll(async () => {
  standIn.close();
  await house.close();
});

const url = (path: string): string => callPath('bill', path, 'accession');
const post = async (account: string, path: string, body: object) => (await house.call(account, 'POST', url(path), { body })).body as any;
const get = async (account: string, path: string, query: Record<string, string>) =>
  (await house.call(account, 'GET', url(path), { query })).body as any;
const rows = (statement: Parameters<typeof readRows>[1]) => readRows<Record<string, any>>(house.database.orm, statement);
const add = (...lines: readonly TestLine[]) =>
  addLines(
    house.database,
    lines.map((line) => ({ contractLaboratoryId: laboratoryId, ...line })),
  );
const stateOf = async (ids: readonly string[]) =>
  (await rows(sql`select state::int as state from sales_line where id = any(${sql.param([...ids])}::bigint[]) order by id`)).map(
    ({ state }) => state,
  );
const july = '2026-07-31 18:00:00';
/** Orders of these lines, sent. */
async function sentOrders(ids: readonly string[], kind = 'order'): Promise<string[]> {
  const orderIds = (await post('billing', `${kind}/createOrder`, { lineIds: ids })).data.orders.map(({ orderId }: any) => orderId);
  const sent = await post('billing', `${kind}/send`, { orderIds, reconciliationTime: july });
  expect(sent.data.map(({ status }: any) => status)).toEqual(orderIds.map(() => 'applied'));
  return orderIds;
}
const orderAt = async (orderId: string) =>
  (await rows(sql`select billed_qty, bill_status::int as bill_status from sales_order where id = ${orderId}`))[0];
const detail = async (billId: string) => (await get('billing', 'bill/billDetail', { billId })).data;
const voided = (billId: string) => house.database.orm.execute(sql`update bill set is_void_pending = 0 where id = ${billId}`);

it('bills a part of an order and then the rest, to the fen; and credits what was reversed', async () => {
  const [l1, l2, l3, l5, l7] = (await add(
    { price: 118_000, commodityId: '1', supplementaryed: 0 },
    { price: 117_200, commodityId: '1' },
    { price: 117_200, commodityId: '1' },
    { price: 42_000, commodityId: '2' },
    { price: 30_000, commodityId: '1', supplementaryed: 1 },
  )) as [string, string, string, string, string];
  const [l4] = (await add({ price: 118_000, commodityId: '1' })) as [string];
  const [orderId] = (await sentOrders([l1, l2, l3, l4, l5, l7])) as [string];
  const part = await post('billing', 'bill/createBill', { lineIds: [l1, l2, l3], billName: '七月上', remark: '' });
  expect(part.data.bills).toMatchObject([{ totalQty: 3, totalAmountStr: '3524.00' }]);
  expect(await orderAt(orderId)).toEqual({ billedQty: 3, billStatus: 2 });
  const rest = await post('billing', 'bill/createBill', { orderIds: [orderId], billName: '', remark: '' });
  expect(rest.data.bills).toMatchObject([{ totalQty: 3, totalAmountStr: '1900.00' }]);
  expect(await orderAt(orderId)).toEqual({ billedQty: 6, billStatus: 1 });
  expect(await stateOf([l1, l7])).toEqual([3, 3]);
  // Of an order in bills nothing is taken back, and the refusal names the bill.
  const [{ billNo }] = part.data.bills;
  expect((await post('billing', 'order/cancelSend', { orderIds: [orderId] })).data).toMatchObject([
    { code: 'order.billed', text: expect.stringContaining(billNo) },
  ]);
  expect((await post('billing', 'order/remove', { orderIds: [orderId] })).data).toMatchObject([{ code: 'order.billed' }]);
  expect(await post('billing', 'order/editOrder', { orderId, version: 1, billUnitId: null, remark: '' })).toMatchObject({ refusal: 'order.billed' });
  expect(await post('billing', 'bill/createBill', { orderIds: [orderId], billName: '', remark: '' })).toMatchObject({ refusal: 'order.billed' });

  // L3 is reversed: its red line goes into a red order and a red bill of its own.
  const [red] = await add({ price: 117_200, commodityId: '1', sign: -1, creditOf: l3 });
  const [redOrder] = (await sentOrders([red!])) as [string];
  const [blue] = await sentOrders(await add({ price: 100 }));
  const mixed = await post('billing', 'bill/createBill', { orderIds: [redOrder, blue], billName: '', remark: '' });
  expect(mixed).toMatchObject({ refusal: 'bill.mixed', msg: expect.stringContaining('红蓝字') });
  const credit = await post('billing', 'bill/createBill', { orderIds: [redOrder], billName: '', remark: '' });
  expect(credit.data.bills).toMatchObject([{ totalQty: -1, totalAmountStr: '-1172.00' }]);
  expect(await orderAt(redOrder)).toEqual({ billedQty: -1, billStatus: 1 });
});

it('says what orders differ in, what was not sent, and which codes it does not know', async () => {
  const lines = await add({ sampleCode: 'BILLA' }, { sampleCode: 'BILLB', billCustomerId: '99', commodityId: '2' }, { chargeType: 1 });
  const orders = await sentOrders(lines);
  const mixed = await post('billing', 'bill/createBill', { orderIds: orders, billName: '', remark: '' });
  expect(mixed).toMatchObject({ refusal: 'bill.mixed', msg: '所选订单的结算客户、收费类型不同' });
  const [open] = await add({});
  const unsent = (await post('billing', 'order/createOrder', { lineIds: [open] })).data.orders[0];
  expect(await post('billing', 'bill/createBill', { orderIds: [unsent.orderId], billName: '', remark: '' })).toMatchObject({
    refusal: 'order.notSent',
  });
  const some = await post('billing', 'bill/createBill', { lineIds: [lines[0], open], billName: '', remark: '' });
  expect(some.data.rows).toMatchObject([
    { success: true },
    { success: false, text: [`订单${unsent.orderNo}未发送`, `Order ${unsent.orderNo} was not sent`] },
  ]);
  const found = await post('billing', 'bill/listBySampleCodeStr', { sampleCodeStr: 'billa，BILLB nobody' });
  expect(found.data).toMatchObject({
    lines: [
      { sampleCode: 'BILLA', billNo: some.data.bills[0].billNo },
      { sampleCode: 'BILLB', billNo: null },
    ],
    unknown: ['NOBODY'],
  });
  expect((await post('billing', 'bill/list', { sampleCodeStr: 'BILLA' })).data.records).toMatchObject([{ billId: some.data.bills[0].billId }]);
  expect((await post('sales', 'bill/list', {})).data.total).toBe(0);
});

it('of two who bill the same orders at once one does', async () => {
  const orderIds = await sentOrders(await add({}, {}));
  const made = await Promise.all(['billing', 'admin'].map((account) => post(account, 'bill/createBill', { orderIds, billName: '', remark: '' })));
  expect(new Set(made.map(({ refusal }) => refusal ?? 'done'))).toEqual(new Set(['done', 'order.billed']));
  expect(await orderAt(orderIds[0]!)).toEqual({ billedQty: 2, billStatus: 1 });
});

it('is changed, made smaller, sent with its statement, taken back and removed; its lines stand in their order again', async () => {
  const [clientId, otherId] = (await rows(sql`select id::text as id from client where tenant_id = '000000' order by id limit 2`)).map(({ id }) => id);
  const { orm } = house.database;
  await orm.execute(sql`update client set closing_day = 25, account_checking_email = 'ar@example.com' where id = ${clientId}`);
  const unit = await post('billing', 'billUnit/save', { contractLaboratoryId: laboratoryId, billClientId: otherId, billErpCode: 'U-77' });
  expect(unit.success).toBe(true);
  const [{ id: billUnitId } = {}] = await rows(sql`select id::text as id from bill_unit where bill_client_id = ${otherId}`);
  const ids = await add({ billCustomerId: clientId, price: 500 }, { billCustomerId: clientId, price: 500 }, { billCustomerId: clientId, price: 700 });
  const [orderId] = (await sentOrders(ids)) as [string];
  const { billId, billNo } = (await post('billing', 'bill/createBill', { orderIds: [orderId], billName: '', remark: '' })).data.bills[0];
  expect(await post('billing', 'bill/editBill', { billId, version: 1, billUnitId, billName: '', remark: '改' })).toMatchObject({ success: true });
  expect(await post('billing', 'bill/editBill', { billId, version: 1, billUnitId, billName: '', remark: '' })).toMatchObject({
    refusal: 'bill.changed',
    msg: expect.stringMatching(/^账单BL-.+已被.+于\d{4}-\d\d-\d\d \d\d:\d\d:\d\d修改/),
  });
  const { bill, items } = await detail(billId);
  const [{ name } = {}] = await rows(sql`select client_name as name from client where id = ${otherId}`);
  expect(bill).toMatchObject({ billName: name, remark: '改', totalAmount: '1700', totalAmountYuan: '17.00', salesmanId: '14' });
  const item = items.find(({ priceStr }: any) => priceStr === '5.00');
  const codes = (await get('billing', 'bill/listItemSampleCodes', { itemId: item.itemId })).data;
  expect(codes).toHaveLength(2);
  expect(await post('billing', 'bill/editBillItem', { billItemId: item.itemId, removeLineIds: [ids[2]] })).toMatchObject({ refusal: 'bill.notIn' });
  expect(await post('billing', 'bill/editBillItem', { billItemId: item.itemId, removeLineIds: [ids[0]] })).toMatchObject({ success: true });
  expect(await orderAt(orderId)).toEqual({ billedQty: 2, billStatus: 2 });
  expect(await stateOf(ids)).toEqual([2, 3, 3]);

  const send = { billIds: [billId], reconciliationTime: '2026-07-26 09:00:00' };
  expect((await post('billing', 'bill/send', send)).data).toMatchObject([{ status: 'applied' }]);
  expect((await post('billing', 'bill/remove', { billIds: [billId] })).data).toMatchObject([{ code: 'bill.sent' }]);
  const mail = () =>
    rows(sql`select end_time, qty, total_amount::int as total_amount, account_checking_email from bill_email where client_id = ${clientId}`);
  expect(await mail()).toEqual([{ endTime: '2026-08-25', qty: 2, totalAmount: 1200, accountCheckingEmail: 'ar@example.com' }]);
  expect((await post('billing', 'bill/cancelSend', { billIds: [billId] })).data).toMatchObject([{ status: 'applied' }]);
  expect(await mail()).toEqual([]);
  const keys = (await rows(sql`select push_key from erp_push where doc_id = ${billId} order by id`)).map(({ pushKey }) => pushKey);
  expect(keys).toEqual([`bill:${billId}:r3`, `bill:${billId}:r3:void`]);
  for (const path of ['bill/send', 'bill/remove'])
    expect((await post('billing', path, send)).data).toMatchObject([{ code: 'bill.voidPending', text: `账单${billNo}正在ERP撤销` }]);
  await voided(billId);
  expect((await post('billing', 'bill/remove', { billIds: [billId] })).data).toMatchObject([{ status: 'applied' }]);
  expect([await stateOf(ids), await orderAt(orderId)]).toEqual([[2, 2, 2], { billedQty: 0, billStatus: 0 }]);
  expect((await post('billing', 'order/cancelSend', { orderIds: [orderId] })).data).toMatchObject([{ status: 'applied' }]);
});

it('a month is closed with nothing unsent, keeps its documents as they are, and is opened by somebody else', async () => {
  const other = (await rows(sql`select id::text as id from laboratory where tenant_id = '000000' order by id limit 1 offset 1`))[0]!['id'];
  const month = (await rows(sql`select to_char(now(), 'YYYY-MM') as month`))[0]!['month'];
  const period = { contractLaboratoryId: other, month };
  const ids = await add({ contractLaboratoryId: other }, { contractLaboratoryId: other, billCustomerId: '77' });
  const reconciliationTime = `${month}-01 09:00:00`;
  const made = (await post('billing', 'order/createOrder', { lineIds: ids })).data.orders;
  expect(await post('billing', 'billPeriod/close', { ...period, month: '2026-7' })).toMatchObject({ refusal: 'bill.badMonth' });
  expect(await post('billing', 'billPeriod/close', period)).toMatchObject({ refusal: 'bill.unsent', msg: expect.stringContaining('2个单据未发送') });
  const [sent, left] = made.map(({ orderId }: any) => orderId);
  await post('billing', 'order/send', { orderIds: [sent], reconciliationTime });
  const { billId } = (await post('billing', 'bill/createBill', { orderIds: [sent], billName: '', remark: '' })).data.bills[0];
  await post('billing', 'bill/send', { billIds: [billId], reconciliationTime });
  await post('billing', 'order/remove', { orderIds: [left] });
  expect(await post('billing', 'billPeriod/close', period)).toMatchObject({ success: true });
  expect(await post('billing', 'billPeriod/close', period)).toMatchObject({ refusal: 'bill.alreadyClosed' });
  expect((await post('billing', 'bill/cancelSend', { billIds: [billId] })).data).toMatchObject([{ code: 'bill.periodClosed' }]);
  const again = (await post('billing', 'order/createOrder', { lineIds: [ids[1]] })).data.orders[0].orderId;
  expect((await post('billing', 'order/send', { orderIds: [again], reconciliationTime })).data).toMatchObject([{ code: 'bill.periodClosed' }]);
  expect(await post('billing', 'billPeriod/reopen', { ...period, reason: '更正' })).toMatchObject({ code: 403 });
  expect(await post('admin', 'billPeriod/reopen', { ...period, reason: '' })).toMatchObject({ success: false });
  expect(await post('admin', 'billPeriod/reopen', { ...period, reason: '更正' })).toMatchObject({ success: true });
  expect((await get('billing', 'billPeriod/list', { month })).data.records).toMatchObject([{ isClosed: 0, reopenReason: '更正' }]);
  expect((await house.answer('billing', 'GET', url('billPeriod/list/export'), { query: { month } })).status).toBe(200);
  // Closed again, the list goes on saying that it was open in between.
  await post('billing', 'order/remove', { orderIds: [again] });
  expect(await post('billing', 'billPeriod/close', period)).toMatchObject({ success: true });
  expect((await get('billing', 'billPeriod/list', { month })).data.records).toMatchObject([{ isClosed: 1, reopenReason: '更正' }]);
  await post('admin', 'billPeriod/reopen', { ...period, reason: '再次更正' });
  expect((await post('billing', 'bill/cancelSend', { billIds: [billId] })).data).toMatchObject([{ status: 'applied' }]);
});

it('shows where a month’s lines stand, and the same lines behind each part', async () => {
  const receiveTime = '2025-02-28 23:59:59';
  const month = { receiveTime, auditTime: '2025-03-01 08:00:00' };
  const ids = await add(
    { ...month, price: 300 },
    { ...month, price: 200 },
    { ...month, price: null },
    { ...month, state: 0, reported: 0 },
    { ...month, price: 100 },
  );
  await add({ receiveTime: '2025-03-01 00:00:00' });
  const [orderId] = (await sentOrders([ids[0]!, ids[1]!])) as [string];
  expect(orderId).toBeDefined();
  await post('billing', 'bill/createBill', { lineIds: [ids[0]], billName: '', remark: '' });
  const bar = (await get('billing', 'bill/monthStanding', { month: '2025-02' })).data;
  expect(Object.fromEntries(bar.map(({ standing, qty, totalAmountYuan }: any) => [standing, [qty, totalAmountYuan]]))).toEqual({
    billed: [1, '3.00'],
    ordered: [1, '2.00'],
    noPrice: [1, null],
    open: [1, '1.00'],
    unreported: [1, '100.00'],
  });
  for (const { standing, qty } of bar) {
    const query = { standing, receiveTimeBegin: '2025-02-01 00:00:00', receiveTimeEnd: '2025-02-28 23:59:59' };
    expect([standing, (await get('billing', 'checkQuery/sendSampleList', query)).data.total]).toEqual([standing, qty]);
  }
  expect((await get('billing', 'bill/listUser', {})).data.find(({ id }: any) => id === '14').orderedQty).toBeGreaterThan(0);
});

it('tells the ERP of a bill once, through a lost answer, and takes it back once', async () => {
  const { database } = house;
  const clock = (minutes: number) => (): string => `2026-08-01 09:${String(minutes).padStart(2, '0')}:00`;
  const run = (minutes: number) => pushDocuments({ database, erp, signal: new AbortController().signal, clock: clock(minutes) });
  const laboratory = '7001';
  const [commodityId] = (await rows(sql`select id::text as id from commodity where tenant_id = '000000' order by id limit 1`)).map(({ id }) => id);
  const [customerId] = (await rows(sql`select id::text as id from client where tenant_id = '000000' order by id desc limit 1`)).map(({ id }) => id);
  await database.orm.execute(sql`update commodity set erp_code = 'M-1' where id = ${commodityId}`);
  await database.orm.execute(sql`update client set bill_erp_code = 'K-1' where id = ${customerId}`);
  await database.orm.execute(sql`insert into erp_account (id, tenant_id, laboratory_id, account_name, erp_kind, url, account_set, tax_rate)
    values (${newId()}, '000000', ${laboratory}, 'kingdee', 1, ${standIn.url}, 'set-1', 6)`);
  await database.orm.execute(
    sql`insert into bill_unit (id, tenant_id, contract_laboratory_id, bill_client_id, bill_erp_code) values (${newId()}, '000000', ${laboratory}, ${customerId}, 'U-9')`,
  );
  const of = { contractLaboratoryId: laboratory, billCustomerId: customerId, commodityId, erpCode: null };
  const [orderId] = (await sentOrders(await add({ ...of, price: 1000 }, { ...of, price: 1000 }))) as [string];
  await run(0);
  standIn.clear();
  const { billId, billNo } = (await post('billing', 'bill/createBill', { orderIds: [orderId], billName: '', remark: '' })).data.bills[0];
  const send = { billIds: [billId], reconciliationTime: july };
  expect((await post('billing', 'bill/send', send)).data).toMatchObject([{ status: 'applied' }]);
  const bill = async () =>
    (
      await rows(
        sql`select sync::int as sync, erp_number, erp_amount::int as erp_amount, is_void_pending::int as is_void_pending from bill where id = ${billId}`,
      )
    )[0];
  standIn.switches.loses = /BatchSave/;
  await run(1);
  expect(await bill()).toMatchObject({ sync: 0, erpNumber: null });
  standIn.switches.loses = null;
  await Promise.all([run(8), run(8)]);
  await run(20);
  expect(await bill()).toEqual({ sync: 1, erpNumber: billNo, erpAmount: 2000, isVoidPending: 0 });
  expect(standIn.made).toHaveLength(1);
  const there = JSON.stringify(standIn.documents.get(`AR_receivable/${billNo}`)?.body);
  expect([there.includes('U-9'), there.includes('M-1'), there.includes('测试甲')]).toEqual([true, true, false]);
  // What the night finds gone is told again once a person says so.
  standIn.documents.delete(`AR_receivable/${billNo}`);
  await reconcileErp({ database, erp, signal: new AbortController().signal, clock: clock(20) });
  expect(await bill()).toMatchObject({ sync: 2, erpNumber: null });
  const [push] = await rows(sql`select id::text as id from erp_push where doc_id = ${billId}`);
  expect((await post('admin', 'erp/retry', { pushIds: [push!['id']] })).data).toMatchObject([{ status: 'applied' }]);
  await run(20);
  expect([...standIn.documents.keys()]).toEqual([`AR_receivable/${billNo}`]);
  expect(await bill()).toMatchObject({ sync: 1, erpNumber: billNo });

  expect((await post('billing', 'bill/cancelSend', { billIds: [billId] })).data).toMatchObject([{ status: 'applied' }]);
  standIn.switches.loses = /Delete$/;
  await run(21);
  expect((await post('billing', 'bill/send', send)).data).toMatchObject([{ code: 'bill.voidPending' }]);
  standIn.switches.loses = null;
  await run(40);
  expect(await bill()).toMatchObject({ isVoidPending: 0, erpNumber: null });
  expect([...standIn.documents.keys()]).toEqual([]);
  // Sent anew it is another revision of the same number.
  expect((await post('billing', 'bill/send', send)).data).toMatchObject([{ status: 'applied' }]);
  await run(41);
  await run(42);
  expect([await bill(), standIn.made.length, [...standIn.documents.keys()]]).toMatchObject([
    { sync: 1, erpNumber: billNo },
    3,
    [`AR_receivable/${billNo}`],
  ]);
});

it('whatever is done to bills in whatever order, undone all lines and orders are as before', async () => {
  const act = fc.record({
    kind: fc.constantFrom('create', 'createOfOrder', 'edit', 'takeOut', 'send', 'cancelSend', 'remove', 'cancelOrder'),
    at: fc.nat(5),
    take: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 9 }), async (acts) => {
      const ids = await add(
        { price: 100 },
        { price: 100 },
        { price: 250 },
        { price: 100, sendSampleClientId: '21' },
        { price: 70, sendSampleClientId: '21' },
        { price: 70 },
      );
      const orderIds = await sentOrders(ids);
      const stands = () =>
        rows(sql`select l.state::int as state, x.order_id, o.sended::int as sended, o.billed_qty, o.bill_status::int as bill_status, o.total_amount from sales_line l
          left join sales_order_line x on x.line_id = l.id left join sales_order o on o.id = x.order_id where l.id = any(${sql.param(ids)}::bigint[]) order by l.id`);
      const before = await stands();
      const billIds = async () =>
        (
          await rows(sql`select distinct y.bill_id::text as id from bill_line y where y.order_id = any(${sql.param(orderIds)}::bigint[]) order by 1`)
        ).map(({ id }) => id as string);
      for (const { kind, at, take } of acts) {
        const all = await billIds();
        const billId = all[at % Math.max(all.length, 1)];
        if (kind === 'create') await post('billing', 'bill/createBill', { lineIds: take.map((of) => ids[of]), billName: '', remark: '' });
        else if (kind === 'createOfOrder') await post('billing', 'bill/createBill', { orderIds, billName: '', remark: '' });
        else if (kind === 'cancelOrder' && all.length > 0) await post('billing', 'order/cancelSend', { orderIds: await billedOrders(orderIds) });
        else if (billId !== undefined && kind === 'takeOut') {
          const [item] =
            await rows(sql`select i.id::text as id, array_agg(y.line_id::text) as lines from bill_item i join bill_line y on y.bill_id = i.bill_id and y.item_no = i.item_no
            where i.bill_id = ${billId} group by i.id limit 1`);
          await post('billing', 'bill/editBillItem', { billItemId: item!['id'], removeLineIds: item!['lines'].slice(0, at) });
        } else if (billId !== undefined && kind === 'edit') {
          const { version } = (await detail(billId)).bill;
          await post('billing', 'bill/editBill', { billId, version, billUnitId: null, billName: '甲', remark: '' });
        } else if (billId !== undefined && kind !== 'cancelOrder')
          await post('billing', `bill/${kind}`, { billIds: [billId], reconciliationTime: july });
        if (billId !== undefined && kind === 'cancelSend' && at > 2) await voided(billId);
        // What orders say of their bills is what stands in bills, at any moment.
        expect(
          await rows(sql`select o.id from sales_order o where o.id = any(${sql.param(orderIds)}::bigint[]) and o.billed_qty <> (select count(*) from bill_line y where y.order_id = o.id)
            union all select l.id from sales_line l where l.id = any(${sql.param(ids)}::bigint[]) and (l.state = 3) <> exists (select 1 from bill_line y where y.line_id = l.id)`),
        ).toEqual([]);
      }
      for (const billId of await billIds()) {
        await post('billing', 'bill/cancelSend', { billIds: [billId] });
        await voided(billId);
        expect((await post('billing', 'bill/remove', { billIds: [billId] })).data).toMatchObject([{ status: 'applied' }]);
      }
      expect(await stands()).toEqual(before);
    }),
    { numRuns: 8 },
  );
});
/** Those with a line in a bill: taking them back is refused. */
const billedOrders = async (orderIds: readonly string[]): Promise<string[]> =>
  (await rows(sql`select id::text as id from sales_order where id = any(${sql.param([...orderIds])}::bigint[]) and bill_status <> 0`)).map(
    ({ id }) => id,
  );

it('a code pasted of any tube finds what its requisition has in bills', async () => {
  const { requisitionId, codes } = await twoTubes(house.database);
  const [lineId] = await add({ requisitionId, sampleCode: codes[0] });
  const orderIds = await sentOrders([lineId!]);
  const [{ billId }] = (await post('billing', 'bill/createBill', { orderIds })).data.bills;
  const found = await post('billing', 'bill/listBySampleCodeStr', { sampleCodeStr: `${codes[1]},NO-SUCH` });
  expect(found.data.lines.find((line: any) => line.lineId === lineId)).toMatchObject({ billId });
  expect(found.data.unknown).toEqual(['NO-SUCH']);
  const listed = await post('billing', 'bill/list', { sampleCodeStr: codes[1] });
  expect(listed.data.records.map((row: any) => row.billId)).toEqual([billId]);
  const tooMany = Array.from({ length: 2_001 }, (_none, at) => `X${at}`).join(',');
  expect(await post('billing', 'bill/list', { sampleCodeStr: tooMany })).toMatchObject({ refusal: 'bill.tooManyCodes' });
});
