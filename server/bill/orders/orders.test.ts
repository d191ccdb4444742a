import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { forceReasonWire } from '#domain/bill/orders/orderCreate.ts';
import { pastedCodes } from '#domain/bill/orders/orderGroups.ts';
import { selectable } from '#domain/bill/orders/selectable.ts';
import { addLines, twoTubes, type TestLine } from '#server/bill/billTesting.ts';
import { openHouse, type House } from '#server/walks/house.ts';
import { readRows } from '#server/storage/readRows.ts';
import { linesOf } from './orderLines.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const url = (path: string): string => callPath('bill', path, 'accession');
const post = async (account: string, path: string, body: object) => (await house.call(account, 'POST', url(path), { body })).body as any;
const add = (...lines: readonly TestLine[]) => addLines(house.database, lines);
const stateOf = async (ids: readonly string[]) =>
  (
    await readRows<{ state: number }>(
      house.database.orm,
      sql`select state::int as state from sales_line where id = any(${sql.param([...ids])}::bigint[]) order by id`,
    )
  ).map(({ state }) => state);
const pushes = (orderId: string) =>
  readRows<{ pushKey: string }>(house.database.orm, sql`select push_key from erp_push where doc_id = ${orderId} order by id`).then((rows) =>
    rows.map(({ pushKey }) => pushKey),
  );
const order = async (orderId: string) => (await house.call('billing', 'GET', url('order/orderDetail'), { query: { orderId } })).body.data;

it('orders lines by what they have in common, says of the others why not, and adds up', async () => {
  const ids = await add(
    { price: 118_000, commodityId: '1' },
    { price: 118_000, commodityId: '1' },
    { price: 42_000, commodityId: '2' },
    { price: 0, chargeType: 2, businessType: 2 },
    { price: null, priceReason: ['最近的合同已于 2026-06-15 到期', 'The last contract ended on 2026-06-15'] },
    { salesmanId: null, excludedBy: 1 },
    { businessType: 3 },
  );
  const { data } = await post('billing', 'order/createOrder', { lineIds: ids });
  expect(data.orders.map(({ totalQty, totalAmountStr }: any) => [totalQty, totalAmountStr])).toEqual([
    [3, '2780.00'],
    [1, '0.00'],
  ]);
  expect(data.rows.filter(({ success }: any) => !success).map(({ msg }: any) => msg)).toEqual([
    '无价格(最近的合同已于 2026-06-15 到期)',
    '已排除、缺销售员',
    '重采、复检在复检订单开单',
  ]);
  expect(data.rows.at(-1).text).toEqual(['重采、复检在复检订单开单', 'Redraws and rechecks have orders of their own']);
  expect(await stateOf(ids)).toEqual([2, 2, 2, 2, 1, 1, 1]);
  const { order: head, items } = await order(data.orders[0].orderId);
  expect([head.totalAmountYuan, items.map(({ qty, totalAmountStr }: any) => [qty, totalAmountStr])]).toEqual([
    '2780.00',
    [
      [2, '2360.00'],
      [1, '420.00'],
    ],
  ]);
  expect([head.chargeTypeBefore, items[0].salesman]).toEqual([null, null]);
  const recheck = await post('billing', 'recheckOrder/createOrder', { lineIds: [ids[6]] });
  expect(recheck.data.orders).toMatchObject([{ totalQty: 1 }]);
  expect(await post('billing', 'order/createOrder', { lineIds: [ids[0]] })).toMatchObject({ refusal: 'order.taken' });
});

it('finds orders and bills by what they come to, their remark and who made them', async () => {
  const [small, large] = await add({ price: 50_000, billCustomerId: '701' }, { price: 118_000, billCustomerId: '702' });
  const { data } = await post('billing', 'order/createOrder', { lineIds: [small, large] });
  const ids: string[] = data.orders.map(({ orderId }: any) => orderId);
  await house.database.orm.execute(sql`update sales_order set remark = '七月 VIP 加急' where id = ${ids[1]}`);
  const found = async (path: string, query: Record<string, string>, id = 'orderId') => {
    const { body } = await house.call('billing', 'GET', url(path), { query: { size: '100', ...query } });
    return body.data.records.map((row: any) => row[id]).filter((one: string) => ids.includes(one));
  };
  for (const path of ['order/page', 'sales-order/list']) {
    expect(await found(path, { totalAmountYuanBegin: '500', totalAmountYuanEnd: '1179.99' })).toEqual([ids[0]]);
    expect(await found(path, { totalAmountYuanBegin: '1180.00' })).toEqual([ids[1]]);
    expect(await found(path, { remark: 'vip' })).toEqual([ids[1]]);
    expect((await found(path, { creator: '郑' })).toSorted()).toEqual(ids.toSorted());
    expect(await found(path, { creator: '王' })).toEqual([]);
  }
  const wrong = await house.call('billing', 'GET', url('order/page'), { query: { totalAmountYuanBegin: '一百' } });
  expect([wrong.status, wrong.body.msg]).toEqual([400, expect.stringContaining('totalAmountYuanBegin')]);
  await post('billing', 'order/send', { orderIds: ids, reconciliationTime: '2026-06-30 23:59:59' });
  const made = await post('billing', 'bill/createBill', { orderIds: [ids[1]], remark: '补开 Q2' });
  const [bill] = made.data.bills;
  ids.push(bill.billId);
  expect(await found('bill/page', { totalAmountYuanBegin: '1180', totalAmountYuanEnd: '1180', remark: 'q2', creator: '郑洁' }, 'billId')).toEqual([
    bill.billId,
  ]);
  expect(await found('bill/page', { totalAmountYuanEnd: '1179.99' }, 'billId')).toEqual([]);
});

it('of two who order a shared line at once one gets it', async () => {
  const [a, b, c] = (await add({}, {}, {})) as [string, string, string];
  const made = await Promise.all([
    post('billing', 'order/createOrder', { lineIds: [a, b] }),
    post('admin', 'order/createOrder', { lineIds: [b, c] }),
  ]);
  expect(made.map(({ data }) => data.orders[0].totalQty as number).toSorted((x, y) => x - y)).toEqual([1, 2]);
  expect(
    made.flatMap(({ data }) => data.rows.filter(({ success }: any) => !success)).map(({ id, msg }: any) => [id, msg.startsWith('已在订单SO-')]),
  ).toEqual([[b, true]]);
});

it('what a red line takes back is not ordered alone once its order has let go of it: both are withdrawn', async () => {
  const { orm } = house.database;
  const send = (orderId: string) => ({ orderIds: [orderId], reconciliationTime: '2026-07-31 00:00:00' });
  /** A line whose order was sent and taken back after a red line had taken back the line. */
  const reversed = async () => {
    const [id] = (await add({})) as [string];
    const { orderId } = (await post('billing', 'order/createOrder', { lineIds: [id] })).data.orders[0];
    expect((await post('admin', 'order/send', send(orderId))).data).toMatchObject([{ status: 'applied' }]);
    await orm.execute(sql`update sales_line set is_credited = 1 where id = ${id}`);
    const [red] = (await add({ sign: -1, creditOf: id })) as [string];
    expect((await post('admin', 'order/cancelSend', { orderIds: [orderId] })).data).toMatchObject([{ status: 'applied' }]);
    await orm.execute(sql`update sales_order set is_void_pending = 0 where id = ${orderId}`);
    return { ids: [id, red] as const, orderId };
  };
  const one = await reversed();
  expect((await post('admin', 'order/remove', { orderIds: [one.orderId] })).data).toMatchObject([{ status: 'applied' }]);
  expect(await stateOf(one.ids)).toEqual([9, 9]);
  expect(await post('billing', 'order/createOrder', { lineIds: [one.ids[0]] })).toMatchObject({ refusal: 'order.notSelectable' });
  // While the red line stands in an order its line is still to be charged.
  const other = await reversed();
  const { orderId: redOrder } = (await post('billing', 'order/createOrder', { lineIds: [other.ids[1]] })).data.orders[0];
  expect((await post('admin', 'order/remove', { orderIds: [other.orderId] })).data).toMatchObject([{ status: 'applied' }]);
  expect(await stateOf(other.ids)).toEqual([1, 2]);
  expect((await post('admin', 'order/remove', { orderIds: [redOrder] })).data).toMatchObject([{ status: 'applied' }]);
  expect(await stateOf(other.ids)).toEqual([9, 9]);
});

it('a forced order asks for a reason and another sender; sending, taking back and removing leave what the ERP is to hear', async () => {
  const [id] = await add({ excludedBy: 2, agentCustomerId: null });
  expect(await post('billing', 'order/createOrder', { lineIds: [id] })).toMatchObject({ refusal: 'order.notSelectable' });
  expect(await post('billing', 'order/createOrder', { lineIds: [id], forced: 1 })).toMatchObject({ refusal: 'order.reasonMissing' });
  const forced = await post('billing', 'order/createOrder', { lineIds: [id], forced: 1, [forceReasonWire]: '客户补签' });
  const { orderId } = forced.data.orders[0];
  const send = { orderIds: [orderId], reconciliationTime: '2026-07-31 00:00:00' };
  expect((await post('billing', 'order/send', send)).data).toMatchObject([{ status: 'refused', code: 'order.sameSender' }]);
  expect((await post('admin', 'order/send', send)).data).toMatchObject([{ status: 'applied' }]);
  expect((await post('admin', 'order/remove', { orderIds: [orderId] })).data).toMatchObject([{ status: 'conflict', code: 'order.sent' }]);
  expect((await post('admin', 'order/cancelSend', { orderIds: [orderId] })).data).toMatchObject([{ status: 'applied' }]);
  expect(await pushes(orderId)).toEqual([`order:${orderId}:r1`, `order:${orderId}:r1:void`]);
  expect((await post('admin', 'order/send', send)).data).toMatchObject([{ code: 'order.voidPending' }]);
  await house.database.orm.execute(sql`update sales_order set is_void_pending = 0 where id = ${orderId}`);
  expect((await post('admin', 'order/remove', { orderIds: [orderId] })).data).toMatchObject([{ status: 'applied' }]);
  expect(await stateOf([id!])).toEqual([1]);
});

it('an order of a closed month, or with a withdrawn line, is not sent; an edit takes the line out and puts another in', async () => {
  const ids = await add({ price: 500 }, { price: 700 });
  const [fresh, other] = await add({ price: 900 }, { billCustomerId: '99' });
  const { orderId } = (await post('billing', 'order/createOrder', { lineIds: ids })).data.orders[0];
  const { orm } = house.database;
  await orm.execute(sql`update sales_line set withdrawn = 1 where id = ${ids[0]}`);
  const send = { orderIds: [orderId], reconciliationTime: '2026-07-31 00:00:00' };
  expect((await post('billing', 'order/send', send)).data).toMatchObject([{ code: 'order.lineWithdrawn' }]);
  const unit = (id: number, laboratory: number) =>
    orm.execute(sql`insert into bill_unit (id, tenant_id, contract_laboratory_id, bill_client_id, bill_erp_code, create_time, update_time)
      values (${id}, '000000', ${laboratory}, 13, 'U-甲', now(), now())`);
  await unit(901, 15);
  await unit(902, 16);
  const edit = { orderId, version: 1, addLineIds: [fresh], removeLineIds: [ids[0]], billUnitId: '901', remark: '' };
  expect(await post('billing', 'order/editOrder', { ...edit, billUnitId: '902' })).toMatchObject({ refusal: 'billUnit.otherLaboratory' });
  expect(await post('billing', 'order/editOrder', { ...edit, addLineIds: [other] })).toMatchObject({ refusal: 'order.differs' });
  expect(await post('billing', 'order/editOrder', edit)).toMatchObject({ success: true });
  const late = await post('billing', 'order/editOrder', edit);
  expect([late.refusal, late.msg]).toEqual(['order.changed', expect.stringMatching(/^订单SO-.+已被.+于\d{4}-\d\d-\d\d \d\d:\d\d:\d\d修改/)]);
  expect(late.msg).not.toContain('他人');
  expect((await order(orderId)).order).toMatchObject({ totalQty: 2, totalAmountYuan: '16.00', billUnitId: '901', billName: 'U-甲' });
  expect(await stateOf([ids[0]!, ids[1]!, fresh!])).toEqual([9, 2, 2]);
  await orm.execute(
    sql`insert into bill_period (tenant_id, contract_laboratory_id, month, close_user_id, close_user_name, close_time) values ('000000', 15, '2026-07', 1, 'x', now())`,
  );
  expect((await post('billing', 'order/send', send)).data).toMatchObject([{ code: 'bill.periodClosed' }]);
  await orm.execute(sql`delete from bill_period`);
  expect((await post('billing', 'order/send', send)).data).toMatchObject([{ status: 'applied' }]);
});

it('says of an order whose it is, what it was before it was given away, and is found by its sign', async () => {
  const [person] = await readRows<{ id: string; name: string }>(
    house.database.orm,
    sql`select id::text as id, real_name as name from user_account where account = 'audit1'`,
  );
  const ids = await add({ salesmanId: person!.id }, { salesmanId: person!.id, sign: -1, creditOf: '2' });
  const { orders } = (await post('billing', 'order/createOrder', { lineIds: ids })).data;
  const [plus, minus] = orders.toSorted((one: any, other: any) => other.totalQty - one.totalQty);
  await house.database.orm.execute(sql`update sales_order set charge_type_before = 1 where id = ${plus.orderId}`);
  const told = await order(plus.orderId);
  expect([told.order.chargeTypeBefore, told.items[0].salesman]).toEqual([1, person!.name]);
  const red = await post('billing', 'order/list', { salesmanId: person!.id, sign: -1, forced: 0, billName: told.order.billName ?? '' });
  expect(red.data.records.map(({ orderId }: any) => orderId)).toEqual([minus.orderId]);
});

it('the pool says in SQL what the rule says, pasted codes find orders, and a salesperson sees their own alone', async () => {
  const [mine] = await readRows<{ id: string }>(house.database.orm, sql`select id::text as id from user_account where account = 'sales'`);
  const [agent] = await readRows<{ id: string; name: string }>(
    house.database.orm,
    sql`select id::text as id, client_name as name from client where tenant_id = '000000' order by id limit 1`,
  );
  await add(
    { sampleCode: 'POOL1', reported: 0, state: 0, price: null, agentCustomerId: null, sendSampleClientId: null },
    { sampleCode: 'POOL2', billCustomerId: null, agentCustomerId: agent!.id, salesmanId: mine!.id, contractLaboratoryId: null, excludedBy: 3 },
    { sampleCode: 'POOL3', sign: -1, creditOf: '1', reported: 0 },
  );
  const ask = async (account: string) =>
    (await house.call(account, 'GET', url('checkQuery/sendSampleList'), { query: { sampleCodeStr: 'pool1，POOL2 pool3', ascs: 'sampleCode' } })).body
      .data.records;
  const rows = await ask('billing');
  const lines = await house.database.transaction((tx) => linesOf(tx, '000000', sql`l.sample_code like 'POOL%'`));
  expect(rows.map(({ reasons }: any) => reasons)).toEqual(lines.map((line) => selectable(line)));
  expect(rows.map(({ reasons }: any) => reasons)).toEqual([['unreported', 'agent', 'client', 'price'], ['excluded', 'customer', 'laboratory'], []]);
  expect((await ask('sales')).map(({ sampleCode }: any) => sampleCode)).toEqual(['POOL2']);
  await post('billing', 'order/createOrder', { sampleCodes: ['pool3'] });
  const found = await post('billing', 'order/list', { sampleCodeStr: 'POOL3', current: 1 });
  expect(found.data.records).toMatchObject([{ sign: -1, totalQty: -1, totalAmountYuan: '-100.00', chargeTypeStr: '自检' }]);
  expect(rows.map(({ reported, excluded, chargeTypeStr }: any) => [reported, excluded, chargeTypeStr])).toEqual([
    [0, 0, '自检'],
    [1, 1, '自检'],
    [0, 0, '自检'],
  ]);
  expect(rows.map(({ agentName }: any) => agentName)).toEqual([null, agent!.name, null]);
  expect(rows.map(({ billPrice }: any) => billPrice)).toEqual([null, '100.00', '100.00']);
  const ofPool = async (query: Record<string, string>) =>
    (
      await house.call('billing', 'GET', url('checkQuery/sendSampleList'), { query: { billCustomerId: '78', ascs: 'sampleCode', ...query } })
    ).body.data.records.map(({ sampleCode }: any) => sampleCode);
  await add(...[0, 1, 2, 3, 9].map((state) => ({ sampleCode: `STATE${state}`, billCustomerId: '78', state, reported: state === 0 ? 0 : 1 })));
  expect(await ofPool({})).toEqual(['STATE0', 'STATE1']);
  expect([await ofPool({ ordered: '1' }), await ofPool({ ordered: '0' })]).toEqual([
    ['STATE2', 'STATE3'],
    ['STATE0', 'STATE1'],
  ]);
  expect([await ofPool({ billed: '1' }), await ofPool({ billed: '0', ordered: '1' })]).toEqual([['STATE3'], ['STATE2']]);
  expect((await post('sales', 'order/list', {})).data.total).toBe(0);
  expect(pastedCodes(' a1、Ａ2;a1\n')).toEqual(['A1', 'A2']);
});

it('a code pasted of any tube finds the lines of its requisition, and counts as known', async () => {
  const { requisitionId, codes } = await twoTubes(house.database);
  const [lineId] = await add({ requisitionId, sampleCode: codes[0], commodityId: '9' });
  const pool = await house.call('billing', 'GET', url('checkQuery/sendSampleList'), { query: { sampleCodeStr: codes[1].toLowerCase() } });
  expect(pool.body.data.records.map((row: any) => row.lineId)).toContain(lineId);
  const made = await post('billing', 'order/createOrder', { sampleCodes: [codes[1], 'NO-SUCH'] });
  expect(made.data.rows.filter(({ id, success }: any) => id === lineId || !success)).toMatchObject([
    { id: lineId, success: true },
    { id: '', code: 'NO-SUCH' },
  ]);
  const found = await post('billing', 'order/list', { sampleCodeStr: codes[1], current: 1 });
  expect(found.data.records.map(({ orderId }: any) => orderId)).toEqual([made.data.orders[0].orderId]);
  const unknown = (body: object, account = 'billing') => post(account, 'checkQuery/unknownCodes', body).then(({ data }) => data.unknown);
  await add({ sampleCode: 'OPEN1', salesmanId: null });
  const sampleCodeStr = `${codes[1]},open1，no-such`;
  expect(await unknown({ sampleCodeStr })).toEqual(['NO-SUCH']);
  expect(await unknown({ sampleCodeStr, isOrdered: 1 })).toEqual(['OPEN1', 'NO-SUCH']);
  // A plain order's code is none of the recheck list: it is told which order has it.
  const { orderNo } = made.data.orders[0];
  expect(await post('billing', 'checkQuery/unknownCodes', { sampleCodeStr, isOrdered: 1, list: 'recheck' })).toMatchObject({
    data: { unknown: ['OPEN1', 'NO-SUCH'], elsewhere: [{ code: codes[1], orderNo, isRecheck: 0 }] },
  });
  expect(await post('billing', 'checkQuery/unknownCodes', { sampleCodeStr, isOrdered: 1, list: 'plain' })).toMatchObject({
    data: { unknown: ['OPEN1', 'NO-SUCH'], elsewhere: [] },
  });
  expect(await post('sales', 'checkQuery/unknownCodes', { sampleCodeStr, isOrdered: 1, list: 'recheck' })).toMatchObject({ data: { elsewhere: [] } });
  // Nobody learns by a code that somebody else's client has it.
  expect(await unknown({ sampleCodeStr }, 'sales')).toEqual([codes[1], 'OPEN1', 'NO-SUCH']);
  const tooMany = Array.from({ length: 2_001 }, (_none, at) => `X${at}`).join(',');
  expect(await post('billing', 'order/list', { sampleCodeStr: tooMany })).toMatchObject({ refusal: 'bill.tooManyCodes', msg: '一次最多2,000个条码' });
});
