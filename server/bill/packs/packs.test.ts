import { getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LinePolicy } from '#domain/bill/lines/lineFacts.ts';
import { linePrice, type LineKind } from '#domain/bill/lines/linePrice.ts';
import { callPath } from '#domain/kernel/services.ts';
import { addLines, type TestLine } from '#server/bill/billTesting.ts';
import { readErpDoc } from '#server/bill/erp/readErpDoc.ts';
import { findAuthor } from '#server/session/findAuthor.ts';
import { salesLineTable } from '#server/storage/billTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import { openHouse, type House } from '#server/walks/house.ts';
import { makePack, workAtPacks } from './packJob.ts';

let house: House;
/** Commodities of the house with an ERP code. */
let [nipt, deaf] = ['', ''];
beforeAll(async () => {
  house = await openHouse();
  [nipt, deaf] = (
    await rows<{ id: string }>(
      sql`update commodity set erp_code = 'M' || id where id in (select id from commodity order by id limit 2) returning id::text as id`,
    )
  )
    .map(({ id }) => id)
    .toSorted() as [string, string];
});
afterAll(() => house.close());

const tenantId = '000000';
const rows = <Row>(statement: Parameters<typeof readRows>[1]) => readRows<Row>(house.database.orm, statement);
const url = (path: string): string => callPath('bill', `orderSystem/${path}`, 'accession');
const post = async (account: string, path: string, body: object) => (await house.call(account, 'POST', url(path), { body })).body as any;
const get = async (account: string, path: string, query: Record<string, string> = {}) =>
  (await house.call(account, 'GET', url(path), { query })).body as any;
const add = (...lines: readonly TestLine[]) => addLines(house.database, lines);
const work = () =>
  workAtPacks({
    database: house.database,
    findAuthor: (tenant, userId, roleIds) => findAuthor(house.database.orm, tenant, userId, roleIds),
    signal: new AbortController().signal,
  });
const begin = async (month: string, more: object = {}, account = 'billing') => {
  const said = await post(account, 'createOrderBySystem', {
    taskName: `打包 ${month}`,
    auditTimeStart: `${month}-01 00:00:00`,
    auditTimeEnd: `${month}-28 23:59:59`,
    ...more,
  });
  expect(said, said.msg).toMatchObject({ success: true });
  return said.data.taskId as string;
};
const packed = async (...asked: Parameters<typeof begin>) => {
  const taskId = await begin(...asked);
  await work();
  return taskId;
};
const summary = async (taskId: string, account = 'billing') => (await get(account, 'summary', { taskId })).data;
const counts = async (taskId: string, account = 'billing') => {
  const { total, totalSuccess, totalFalse } = (await summary(taskId, account)).pack;
  return [total, totalSuccess, totalFalse];
};
const ordersOf = (taskId: string) =>
  rows<{ orderId: string; orderNo: string; qty: number; sum: string; contractLaboratoryId: string }>(
    sql`select id::text as order_id, order_no, total_qty as qty, total_amount::text as sum, contract_laboratory_id::text as contract_laboratory_id from sales_order where task_id = ${taskId} order by total_amount desc`,
  );

/** Clients of the example: prices by contract and agent, one whose contract ended, one that is given to. */
const [c1, c2, c3, agent, customer, salesman] = ['201', '202', '203', '204', '205', '206'];
const policyOf = (sendSampleClientId: string, commodityId: string, billPrice: number, more: Partial<LinePolicy> = {}): LinePolicy => ({
  pricePolicyId: `${sendSampleClientId}${billPrice}`,
  sendSampleClientId,
  commodityId,
  agentClientId: null,
  billPrice,
  contractTimeBegin: '2026-01-01',
  contractTimeEnd: '2026-12-31',
  isDisable: 0,
  supplementPrice: null,
  recheckPrice: null,
  stopPrice: null,
  billErpCode: 'C001',
  ...more,
});
const policies = (): LinePolicy[] => [
  policyOf(c1, nipt, 118_000),
  policyOf(c1, nipt, 117_200, { agentClientId: agent, contractTimeBegin: '2026-06-01', contractTimeEnd: '2026-06-30', supplementPrice: 30_000 }),
  policyOf(c1, deaf, 42_000),
  policyOf(c2, nipt, 100_000, { contractTimeEnd: '2026-06-15' }),
  policyOf(c3, nipt, 90_000),
];
/** A line as the rule of prices has it. */
function lineOf(
  code: string,
  client: string,
  commodityId: string,
  day: string,
  { kind = 'test' as LineKind, original = '', known = policies(), ...more }: any = {},
): TestLine {
  const priced = linePrice(
    {
      client: {
        sendSampleClientId: client,
        agentCustomerId: agent,
        billCustomerId: customer,
        salesmanId: salesman,
        managerArea: null,
        isGiving: client === c3,
      },
      policies: known,
      redraw: original ? { receiveDate: original, isReported: false, livingCommodityIds: [] } : null,
      receiveTime: `${day} 09:00:00`,
      isFree: false,
      boughtCommodityIds: [],
    },
    { commodityId, kind, isOuter: false },
  );
  const whose = { sampleCode: `V${code}`, sendSampleClientId: client, agentCustomerId: agent, billCustomerId: customer, salesmanId: salesman };
  const times = { receiveTime: `${day} 09:00:00`, auditTime: '2026-07-10 10:00:00' };
  return { ...priced, ...whose, ...times, commodityId, supplementaryed: kind === 'supplement' ? 1 : 0, ...more };
}

it('packs a month to the fen: what can be ordered, what cannot and why; then what was priced meanwhile', async () => {
  const lines = [
    lineOf('L01', c1, nipt, '2026-05-31'),
    lineOf('L02', c1, nipt, '2026-06-01'),
    lineOf('L03', c1, nipt, '2026-06-30'),
    lineOf('L04', c1, nipt, '2026-07-01'),
    lineOf('L05', c1, deaf, '2026-07-01'),
    lineOf('L06', c2, nipt, '2026-06-16'),
    lineOf('L07', c1, nipt, '2026-06-01', { kind: 'supplement', supplementNo: 1 }),
    lineOf('L08', c3, nipt, '2026-07-01'),
    lineOf('L09', c1, nipt, '2026-07-02', { original: '2026-06-20' }),
    lineOf('L10', c1, nipt, '2026-07-01', { excludedBy: 2 }),
    lineOf('L11', c1, nipt, '2026-07-01', { reported: 0, state: 0, auditTime: null }),
    lineOf('L12', c1, deaf, '2026-07-01', { salesmanId: null }),
  ];
  expect(lines.map(({ price }) => price)).toEqual([118_000, 117_200, 117_200, 118_000, 42_000, null, 30_000, 0, 117_200, 118_000, 118_000, 42_000]);
  expect(lines[8]).toMatchObject({ businessType: 3 });
  const ids = await add(...lines);
  const taskId = await begin('2026-07');
  expect((await summary(taskId)).pack).toMatchObject({ total: 9, totalSuccess: 0, totalFalse: 2, status: 0 });
  await work();
  expect((await summary(taskId)).pack).toMatchObject({ total: 9, totalSuccess: 7, totalFalse: 2, status: 1, unsentCount: 2, sendState: 0 });
  const [o1, o2] = await ordersOf(taskId);
  expect([o1, o2]).toMatchObject([
    { qty: 6, sum: '542400' },
    { qty: 1, sum: '0' },
  ]);
  const left = (await get('billing', 'listFail', { taskId, ascs: 'sampleCode' })).data.records;
  expect(left.map(({ sampleCode, reasonText }: any) => [sampleCode, reasonText])).toEqual([
    ['VL06', '无价格(最近的合同已于 2026-06-15 到期)'],
    ['VL12', '缺销售员'],
  ]);
  expect((await summary(taskId)).reasons).toEqual([
    { reason: 'price', count: 1 },
    { reason: 'salesman', count: 1 },
  ]);
  expect((await get('billing', 'listFail', { taskId, reason: 'salesman' })).data.total).toBe(1);
  const done = (await get('billing', 'listSuccess', { taskId, ascs: 'sampleCode' })).data.records;
  expect(done.map(({ sampleCode, orderNo }: any) => [sampleCode, orderNo])).toEqual(
    ['01', '02', '03', '04', '05', '07', '08'].map((no) => [`VL${no}`, no === '08' ? o2!.orderNo : o1!.orderNo]),
  );

  // Sent: what holds a withdrawn sample is left, and said.
  await house.database.orm.execute(sql`update sales_line set withdrawn = 1 where id = ${ids[7]}`);
  const reconciliationTime = '2026-07-31 00:00:00';
  expect((await post('billing', 'sendByTaskIds', { taskIds: [taskId], reconciliationTime })).data).toMatchObject([{ status: 'applied' }]);
  expect((await post('billing', 'sendByTaskIds', { taskIds: [taskId], reconciliationTime })).data).toMatchObject([{ code: 'pack.sending' }]);
  await work();
  expect(await summary(taskId)).toMatchObject({
    pack: { sendState: 2, sendSuccess: 1, sendFalse: 1, unsentCount: 1, reconciliationTime },
    unsendable: [{ orderNo: o2!.orderNo, words: [`订单${o2!.orderNo}含已撤回样本VL08`, expect.any(String)] }],
  });
  expect(await rows(sql`select push_key from erp_push where doc_id in (${o1!.orderId}, ${o2!.orderId})`)).toEqual([
    { pushKey: `order:${o1!.orderId}:r1` },
  ]);
  const queued = { tenantId, doc: 'order' as const, docId: o1!.orderId, docNo: o1!.orderNo, contractLaboratoryId: '15', pushKey: 'x' };
  const doc = await readErpDoc(house.database, queued, 1, 6);
  if ('fault' in doc) throw new Error(doc.fault[0]);
  const nets = doc.items.map(({ net }) => net);
  expect(nets.toSorted((a, b) => b - a)).toEqual([222_642, 221_132, 39_623, 28_302]);
  expect(nets.reduce((sum, net) => sum + net, 0)).toBe(511_699);

  // The client gets a price: its line is ordered, the other waits.
  const { price, priceReason, priceParams } = lineOf('L06', c2, nipt, '2026-06-16', {
    known: [...policies(), policyOf(c2, nipt, 98_000, { contractTimeBegin: '2026-06-16' })],
  });
  await house.database.orm.execute(
    sql`update sales_line set price = ${price}, price_reason = ${JSON.stringify(priceReason)}::jsonb, price_params = ${JSON.stringify(priceParams)}::jsonb where id = ${ids[5]}`,
  );
  const second = await packed('2026-07');
  expect(await counts(second)).toEqual([2, 1, 1]);
  expect(await ordersOf(second)).toMatchObject([{ qty: 1, sum: '98000' }]);
  expect(await counts(await packed('2026-07'))).toEqual([1, 0, 1]);
  // What failed in the first one is there by now, and is told so.
  expect((await post('billing', 'retry', { taskIds: [taskId] })).data).toMatchObject([{ status: 'applied' }]);
  await work();
  expect(await counts(taskId)).toEqual([9, 7, 2]);
  expect((await get('billing', 'listFail', { taskId, reason: 'ordered' })).data.records[0].reasonText).toMatch(/^已在订单SO-/);
});

const customers = (count: number, auditTime: string, more: TestLine = {}): TestLine[] =>
  Array.from({ length: count }, (_none, at) => ({ auditTime, billCustomerId: String(300 + (at % 3)), ...more }));

it('goes on where it was killed, twice at once, and doubles nothing', async () => {
  await add(...customers(9, '2026-03-05 10:00:00'));
  const taskId = await begin('2026-03');
  let looks = 0;
  // Dead behind the first group.
  const killed = { get aborted() { return looks++ > 0; } } as unknown as AbortSignal; // oxfmt-ignore
  await makePack(house.database, { tenantId, taskId }, killed);
  expect(await counts(taskId)).toEqual([9, 3, 0]);
  expect((await post('billing', 'retry', { taskIds: [taskId] })).data).toMatchObject([{ status: 'conflict', code: 'pack.packing' }]);
  await Promise.all([work(), work()]);
  expect((await summary(taskId)).pack).toMatchObject({ total: 9, totalSuccess: 9, totalFalse: 0, status: 1 });
  expect((await ordersOf(taskId)).map(({ qty }) => qty)).toEqual([3, 3, 3]);
});

it('of two packs of a month at once a line is in one order; more than an order holds become several', async () => {
  const [model] = await add({ auditTime: '2026-04-06 10:00:00', billCustomerId: '399' }, ...customers(6, '2026-04-05 10:00:00'));
  // 2,000 more of one customer.
  const names = sql.raw(
    Object.values(getTableColumns(salesLineTable))
      .map(({ name }) => `"${name}"`)
      .filter((name) => !['"id"', '"supplement_no"'].includes(name))
      .join(', '),
  );
  await house.database.orm.execute(
    sql`insert into sales_line (id, supplement_no, ${names}) select n, n, ${names} from sales_line, generate_series(1, 2000) n where id = ${model}`,
  );
  const [one, other] = [await begin('2026-04'), await begin('2026-04')];
  await Promise.all([makePack(house.database, { tenantId, taskId: one }, new AbortController().signal), work()]);
  const [first, second] = [await counts(one), await counts(other)];
  expect([first[0], second[0], first[1]! + second[1]!, first[2]! + second[2]!]).toEqual([2_007, 2_007, 2_007, 2_007]);
  expect(
    (
      await rows<{ n: number; lines: number }>(
        sql`select count(*)::int as n, sum(o.total_qty)::int as lines from sales_order o where o.task_id in (${one}, ${other})`,
      )
    )[0],
  ).toEqual({ n: 5, lines: 2_007 });
});

it('a group that cannot be written keeps no other up, and is tried anew', async () => {
  await add(...customers(2, '2026-05-05 10:00:00'), ...customers(1, '2026-05-05 10:00:00', { contractLaboratoryId: '777' }));
  const { orm } = house.database;
  const [{ month } = { month: '' }] = await rows<{ month: string }>(sql`select to_char(now() at time zone 'Asia/Shanghai', 'YYMM') as month`);
  // Somebody else's order has the number that would be its.
  const taken = sql`insert into sales_order (id, tenant_id, order_no, bill_customer_id, send_sample_client_id, contract_laboratory_id, charge_type, business_type, item_count, create_time, update_time)
    values (1, ${tenantId}, ${`SO-777-${month}-00001`}, 1, 1, 777, 0, 1, 1, now(), now())`;
  await orm.execute(taken);
  const taskId = await packed('2026-05');
  expect((await summary(taskId)).pack).toMatchObject({ total: 3, totalSuccess: 2, totalFalse: 1, status: 2 });
  expect((await summary(taskId)).reasons).toEqual([{ reason: 'fault', count: 1 }]);
  await orm.execute(sql`delete from sales_order where id = 1`);
  await post('billing', 'retry', { taskIds: [taskId] });
  await work();
  expect((await summary(taskId)).pack).toMatchObject({ total: 3, totalSuccess: 3, totalFalse: 0, status: 1 });
  expect((await post('billing', 'retry', { taskIds: [taskId] })).data).toMatchObject([{ code: 'pack.noFails' }]);
  expect(
    await post('billing', 'createOrderBySystem', { taskName: 'x', auditTimeStart: '2019-01-01 00:00:00', auditTimeEnd: '2019-01-31 00:00:00' }),
  ).toMatchObject({
    refusal: 'pack.empty',
  });
});

it('shows whoever sees a part of it that part alone, and takes no more than its maker sees', async () => {
  const [mine] = await rows<{ id: string }>(sql`select id::text as id from user_account where account = 'sales'`);
  const auditTime = '2026-02-05 10:00:00';
  await add({ auditTime, salesmanId: mine!.id }, { auditTime }, { auditTime, contractLaboratoryId: '16', salesmanId: null });
  const others = await packed('2026-02', { contractLaboratoryId: '16' });
  const taskId = await packed('2026-02');
  expect(await counts(taskId)).toEqual([3, 2, 1]);
  expect(await counts(taskId, 'sales')).toEqual([1, 1, 0]);
  expect((await get('sales', 'listSuccess', { taskId })).data.total).toBe(1);
  expect((await get('sales', 'listFail', { taskId })).data.total).toBe(0);
  expect((await get('sales', 'list')).data.records.map((row: any) => row.taskId)).toEqual([taskId]);
  expect(await get('sales', 'summary', { taskId: others })).toMatchObject({ code: 404 });
  const [billing] = await rows<{ id: string }>(sql`select id::text as id from user_account where account = 'billing'`);
  await house.database.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values (${tenantId}, ${billing!.id}, 'laboratory', '{16}')`,
  );
  expect(await counts(taskId)).toEqual([1, 0, 1]);
  expect((await get('billing', 'list')).data.records.map((row: any) => row.taskId)).toEqual([taskId, others]);
  expect(await counts(await packed('2026-02'))).toEqual([1, 0, 1]);
});
