import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { commandByName } from '#domain/commands.ts';
import { bodyOfMany } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { waitingTasks } from '#server/lab/tasks/taskTesting.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import type { Caller } from '#server/testing.ts';
import { newId } from '#server/storage/ids.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { linesOf as madeLines, pricedFor, staleLines } from '../lines/linesTesting.ts';
import { addLines, type TestLine } from '../billTesting.ts';
import { orderDocument, writeDocument } from '../documents/writeDocument.ts';

let desk: Desk;
let admin: Caller;
/** Two clients, two commodities, an outside laboratory. */
let [client, other, nipt, deaf, outside] = ['', '', '', '', ''];
beforeAll(async () => {
  desk = await openDesk();
  admin = await desk.as('admin');
  const clients = await desk.rows<{ id: string }>(
    sql`select id::text as id from send_sample_client where contract_laboratory_id = ${desk.master.laboratoryId} and coalesce(is_excluded, 0) = 0 and coalesce(is_giving, 0) = 0 order by id limit 2`,
  );
  [client, other] = clients.map(({ id }) => id) as [string, string];
  [nipt, deaf] = [desk.master.nipt, desk.master.single];
  const [house] = await desk.rows<{ id: string }>(sql`select id::text as id from laboratory where execute_type = 2 order by id limit 1`);
  outside = house?.id ?? '';
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.orm.execute(sql`update sales_order set is_whole = 0, total_qty = null, total_amount = null, sended = 0`);
  await desk.orm.execute(sql`update sales_order_item set is_whole = 0, last_line = null`);
  for (const table of [
    'sales_order_line',
    'sales_order_item',
    'sales_order',
    'sales_line',
    'exclusion_record',
    'exclusion_exception',
    'charge_change',
  ])
    await desk.orm.execute(sql`delete from ${sql.raw(table)} where true`);
  await desk.orm.execute(sql`update send_sample_client set is_excluded = 0, is_giving = 0`);
  await desk.orm.execute(sql`update commodity set charge_type = null`);
});

const lines = (...some: readonly TestLine[]): Promise<string[]> =>
  addLines(
    desk.database,
    some.map((line) => ({
      sendSampleClientId: client,
      commodityId: nipt,
      contractLaboratoryId: desk.master.laboratoryId,
      executeLaboratoryId: desk.master.laboratoryId,
      ...line,
    })),
  );
interface Row {
  readonly id: string;
  readonly status: string;
  readonly code: string | null;
  readonly text: string | null;
  readonly answer?: { readonly lines: number; readonly left: number; readonly leftOrders: readonly string[]; readonly leftOrderCount: number };
}
/** Several acts by one request. */
async function many(name: string, payloads: readonly object[]): Promise<readonly Row[]> {
  const command = commandByName(name)!;
  const answer = await admin.post(callPath(command.service, command.path, 'accession'), bodyOfMany(command.many!, payloads as never), {
    'idempotency-key': randomUUID(),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: readonly Row[] }>().data;
}
const why = { reason: '合同未签', applicant: '李经理' };
const onClient = (name: string, sendSampleClientId = client) => many(name, [{ sendSampleClientId, ...why }]);
const bits = async (): Promise<number[]> =>
  (await desk.rows<{ bits: number }>(sql`select excluded_by::int as bits from sales_line order by id`)).map((row) => row.bits);
const charges = () =>
  desk.rows(
    sql`select id::text as id, business_type::int as b, charge_type::int as t, charge_type_before::int as tb, price::float8 as p, price_before::float8 as pb, list_price::float8 as lp, excluded_by::int as e from sales_line order by id`,
  );
const flags = () =>
  desk.rows(
    sql`select (select json_agg(json_build_array(coalesce(is_excluded, 0), coalesce(is_giving, 0)) order by id) from send_sample_client where id in (${client}, ${other})) as clients,
      (select json_agg(charge_type order by id) from commodity where id in (${nipt}, ${deaf})) as commodities, (select count(*)::int from exclusion_exception) as exceptions`,
  );
const page = async (path: string, query: Record<string, string> = {}) =>
  (await admin.get(callPath('bill', path, 'accession'), query)).json<{ data: { records: Record<string, any>[]; total: number } }>().data;

it('keeps a sample out that was excluded by itself when its client is restored', async () => {
  const [x, y] = await lines({ sampleCode: 'X1' }, { sampleCode: 'Y1' });
  const [excluded] = await onClient('exclusion.excludeClient');
  expect(excluded).toMatchObject({ status: 'applied', answer: { lines: 2, left: 0 } });
  expect(await many('exclusion.excludeSample', [{ lineId: x, ...why }])).toMatchObject([{ status: 'applied', answer: { lines: 1 } }]);
  expect(await bits()).toEqual([3, 1]);
  expect(await onClient('exclusion.restoreClient')).toMatchObject([{ status: 'applied', answer: { lines: 2 } }]);
  expect(await bits()).toEqual([2, 0]);
  // What stands so already is told so, and takes nobody along.
  expect(
    await many('exclusion.excludeSample', [
      { lineId: x, ...why },
      { lineId: y, ...why },
      { lineId: '9', ...why },
    ]),
  ).toMatchObject([
    { status: 'conflict', code: 'exclusion.sampleExcluded', text: '样本X1已排除' },
    { status: 'applied' },
    { status: 'refused', code: 'exclusion.unknownLine' },
  ]);
  expect(await onClient('exclusion.restoreClient')).toMatchObject([{ status: 'conflict', code: 'exclusion.notExcluded' }]);
  expect((await page('excludeSampleCode/listExcludeSampleCodes')).records.map((row) => row['sampleCode'])).toEqual(['X1', 'Y1']);
  const notes = await page('excludeSampleCode/listExcludeHistory', { sampleCode: 'X1' });
  expect(notes).toMatchObject({
    total: 1,
    records: [{ sampleCode: 'X1', commodityId: nipt, sendSampleClientId: client, ...why, creator: expect.any(String) }],
  });
  expect((await page('excludeSendSampleClient/listExcludeHistory')).records).toMatchObject([
    { sendSampleClientId: client, commodityId: null, ...why },
  ]);
  expect((await page('excludeSendSampleClient/listRestoreHistory')).total).toBe(1);
  expect((await page('excludeSampleCode/listRestoreHistory')).total).toBe(0);
});

it('bills one commodity of an excluded client, until that ends', async () => {
  await lines({ commodityId: nipt }, { commodityId: deaf });
  const exception = { sendSampleClientId: client, commodityId: deaf, ...why };
  expect(await many('exclusion.restoreCommodity', [exception])).toMatchObject([{ status: 'conflict', code: 'exclusion.notExcluded' }]);
  await onClient('exclusion.excludeClient');
  expect(await many('exclusion.restoreCommodity', [exception])).toMatchObject([{ id: deaf, status: 'applied', answer: { lines: 1 } }]);
  expect(await bits()).toEqual([1, 0]);
  expect((await page('excludeSendSampleClient/listCommodityRestore')).records).toMatchObject([
    { sendSampleClientId: client, commodityId: deaf, ...why },
  ]);
  expect((await page('excludeSendSampleClient/listRestoreHistory')).records).toMatchObject([{ commodityId: deaf }]);
  expect(await many('exclusion.endCommodityRestore', [exception])).toMatchObject([{ status: 'applied', answer: { lines: 1 } }]);
  expect(await bits()).toEqual([1, 1]);
  expect((await page('excludeSendSampleClient/listCommodityRestore')).total).toBe(0);
});

it('finds lines by pasted codes, whatever stands between them, and names those it does not know', async () => {
  const [tube] = await desk.rows<{ code: string; requisitionId: string }>(
    sql`select sample_code as code, requisition_id::text as "requisitionId" from sample where requisition_id is not null order by id limit 1`,
  );
  if (!tube) throw new Error('the demo has no tube');
  const [lineId] = await lines({ requisitionId: tube.requisitionId, sampleCode: tube.code, contactNumber: '13812345678' });
  const url = callPath('bill', 'excludeSampleCode/listBySampleCodeStr', 'accession');
  const answer = await admin.post(url, { sampleCodeStr: `${tube.code.toLowerCase()}、ＮＯ１;no2\n${tube.code}` });
  expect(answer.json()).toMatchObject({ data: { lines: [{ lineId, excludedBy: 0, contactNumber: '138****5678' }], unknown: ['NO1', 'NO2'] } });
  const tooMany = await admin.post(url, { sampleCodeStr: Array.from({ length: 2_001 }, (_none, at) => `C${at}`).join(' ') });
  expect([tooMany.statusCode, tooMany.json<{ msg: string }>().msg]).toEqual([400, '一次最多2,000个条码']);
});

it('makes open lines of a client gifts and gives them back exactly what they cost', async () => {
  await lines({ price: 118_000, listPrice: 118_000 }, { price: null, listPrice: null, state: 0, reported: 0 }, { sendSampleClientId: other });
  const before = await charges();
  expect(await many('chargeType.giving', [{ sendSampleClientId: client, reason: '科研合作' }])).toMatchObject([
    { status: 'applied', answer: { lines: 2 } },
  ]);
  expect(await charges()).toMatchObject([
    { b: 2, t: 2, tb: 0, p: 0, pb: 118_000, lp: 118_000 },
    { b: 2, t: 2, tb: 0, p: 0, pb: null },
    { t: 0, p: 10_000 },
  ]);
  expect(await many('chargeType.giving', [{ sendSampleClientId: client, reason: '科研合作' }])).toMatchObject([{ code: 'chargeType.already' }]);
  expect(await many('chargeType.givingRestore', [{ sendSampleClientId: client, reason: '结束' }])).toMatchObject([{ status: 'applied' }]);
  expect(await charges()).toEqual(before);
  const changes = await desk.rows(sql`select act::int as act, before, after, reason from charge_change order by id`);
  expect(changes).toHaveLength(4);
  expect(changes[0]).toMatchObject({
    act: 1,
    before: { chargeType: 0, price: 118_000 },
    after: { chargeType: 2, price: 0, priceBefore: 118_000 },
    reason: '科研合作',
  });
});

/** An order of lines; `sended` says whether it has left the house. */
async function order(lineIds: readonly string[], sended: 0 | 1): Promise<string> {
  const id = newId();
  const found = await desk.rows<{ lineId: string; commodityId: string; price: number }>(
    sql`select id::text as line_id, commodity_id::text as commodity_id, price::float8 as price from sales_line where id = ${anyId(lineIds)} order by id`,
  );
  const head = {
    id,
    tenantId: '000000',
    sign: 1 as const,
    orderNo: `SO-${id}`,
    billCustomerId: '13',
    sendSampleClientId: client,
    contractLaboratoryId: desk.master.laboratoryId,
  };
  const times = { createTime: '2026-07-31 12:00:00', updateTime: '2026-07-31 12:00:00' };
  await desk.orm.transaction(async (tx) => {
    await writeDocument(
      tx,
      orderDocument,
      { ...head, ...times, chargeType: 0, businessType: 1 },
      found.map((line) => ({ ...line, commodityCode: 'N', commodityErpCode: 'E', supplementaryed: 0, salesmanId: null })),
    );
    await tx.execute(sql`update sales_line set state = 2 where id = ${anyId(lineIds)}`);
    await tx.execute(sql`update sales_order set sended = ${sended} where id = ${id}`);
  });
  return id;
}
const orders = () =>
  desk.rows(
    sql`select charge_type::int as t, charge_type_before::int as tb, total_qty as qty, total_amount::int as amount, revision, is_deleted::int as gone from sales_order order by id`,
  );

it('writes unsent orders anew, names sent ones, and touches no order by an exclusion', async () => {
  const ids = await lines({ price: 118_000 }, { price: 117_200 }, { price: 42_000, commodityId: deaf }, { price: 118_000 }, {});
  const open = await order(ids.slice(0, 3), 0);
  const sent = await order([ids[3]!], 1);
  const counted = await admin.get(callPath('bill', 'chargeTypeManage/counts', 'accession'), { sendSampleClientIds: client });
  expect(counted.json()).toMatchObject({ data: { lines: 1, samples: 1, unsentLines: 3, unsentOrders: 1, sentLines: 1, sentOrders: 1 } });
  const [excluded] = await onClient('exclusion.excludeClient');
  expect(excluded?.answer).toMatchObject({ lines: 1, left: 4, leftOrders: [`SO-${sent}`, `SO-${open}`], leftOrderCount: 2 });
  expect(await many('exclusion.excludeSample', [{ lineId: ids[0], ...why }])).toMatchObject([
    { status: 'refused', text: expect.stringContaining(`SO-${open}`) },
  ]);
  expect(await bits()).toEqual([0, 0, 0, 0, 1]);
  await onClient('exclusion.restoreClient');

  const [before, beforeOrders] = [await charges(), await orders()];
  const [given] = await many('chargeType.giving', [{ sendSampleClientId: client, reason: '赠' }]);
  expect(given).toMatchObject({
    status: 'applied',
    answer: { lines: 4, orders: [`SO-${open}`], orderCount: 1, left: 1, leftOrders: [`SO-${sent}`] },
  });
  expect(await orders()).toEqual([
    { t: 2, tb: 0, qty: 3, amount: 0, revision: 2, gone: 0 },
    { t: 0, tb: null, qty: 1, amount: 118_000, revision: 1, gone: 0 },
  ]);
  await many('chargeType.givingRestore', [{ sendSampleClientId: client, reason: '结束' }]);
  expect(await charges()).toEqual(before);
  expect(await orders()).toEqual([{ ...beforeOrders[0], revision: 3 }, beforeOrders[1]]);

  // An order is of one charge type: what is purchased leaves it.
  const [bought] = await many('chargeType.buy', [{ commodityId: deaf, reason: '外购' }]);
  expect(bought).toMatchObject({ answer: { lines: 1, orderCount: 1, left: 0 } });
  expect((await orders())[0]).toMatchObject({ t: 0, qty: 2, amount: 235_200, revision: 4 });
  expect(await desk.rows(sql`select state::int as state, charge_type::int as t from sales_line where id = ${ids[2]}`)).toEqual([{ state: 1, t: 1 }]);
});

it('gives lines that an order lets go of the bit of their client as it is then', async () => {
  const ids = await lines({}, {}, {}, {});
  const [removed, edited] = [await order(ids.slice(0, 1), 0), await order(ids.slice(1, 3), 0)];
  const edit = async (orderId: string, lineIds: object) => {
    const path = callPath('bill', 'order/editOrder', 'accession');
    const [{ version } = { version: 0 }] = await desk.rows<{ version: number }>(sql`select version from sales_order where id = ${orderId}`);
    const answer = await admin.post(path, { orderId, version, billUnitId: null, remark: '', ...lineIds }, { 'idempotency-key': randomUUID() });
    expect(answer.json(), answer.body).toMatchObject({ success: true });
  };
  await onClient('exclusion.excludeClient');
  expect(await bits()).toEqual([0, 0, 0, 1]);
  expect(await many('order.remove', [{ orderId: removed }])).toMatchObject([{ status: 'applied' }]);
  await edit(edited, { removeLineIds: [ids[1]] });
  expect(await bits()).toEqual([1, 1, 0, 1]);
  // They were ordered by force, and their client is restored meanwhile.
  const [again, both] = [await order(ids.slice(0, 1), 0), await order([ids[1]!, ids[3]!], 0)];
  await onClient('exclusion.restoreClient');
  expect(await bits()).toEqual([1, 1, 0, 1]);
  expect(await many('order.remove', [{ orderId: again }])).toMatchObject([{ status: 'applied' }]);
  await edit(both, { removeLineIds: [ids[1]] });
  expect(await bits()).toEqual([0, 0, 0, 1]);
});

it('withdraws what leaves its order by an act together with its red line, as where a person takes it out', async () => {
  const [credited, ...others] = await lines({ commodityId: deaf, isCredited: 1 }, {}, {});
  const [red] = await lines({ commodityId: deaf, sign: -1, creditOf: credited! });
  await order([credited!, ...others], 0);
  expect(await many('chargeType.buy', [{ commodityId: nipt, reason: '外购' }])).toMatchObject([
    { status: 'applied', answer: { lines: 2, orderCount: 1 } },
  ]);
  expect(await desk.rows(sql`select id::text as id, state::int as state from sales_line order by id`)).toEqual([
    { id: credited, state: 9 },
    ...others.map((id) => ({ id, state: 2 })),
    { id: red, state: 9 },
  ]);
});

it('takes a line out of its order that has no price once it is no gift, and removes an order nothing stays in', async () => {
  const [id] = await lines({ chargeType: 2, chargeTypeBefore: 0, businessType: 2, price: 0, priceBefore: null });
  await order([id!], 0);
  await desk.orm.execute(sql`update sales_order set charge_type = 2`);
  await desk.orm.execute(sql`update send_sample_client set is_giving = 1 where id = ${client}`);
  expect(await many('chargeType.givingRestore', [{ sendSampleClientId: client, reason: '结束' }])).toMatchObject([{ status: 'applied' }]);
  expect(await desk.rows(sql`select state::int as state, price from sales_line`)).toEqual([{ state: 1, price: null }]);
  expect(await orders()).toMatchObject([{ gone: 1 }]);
});

it('leaves an order alone that the ERP is voiding, and names it', async () => {
  const [id] = await lines({ chargeType: 2, chargeTypeBefore: 0, businessType: 2, price: 0, priceBefore: null });
  const voided = await order([id!], 0);
  await desk.orm.execute(sql`update sales_order set charge_type = 2, is_void_pending = 1`);
  await desk.orm.execute(sql`update send_sample_client set is_giving = 1 where id = ${client}`);
  const counted = await admin.get(callPath('bill', 'chargeTypeManage/counts', 'accession'), { sendSampleClientIds: client });
  expect(counted.json()).toMatchObject({ data: { unsentLines: 0, unsentOrders: 0, sentLines: 1, sentOrders: 1 } });
  expect(await many('chargeType.givingRestore', [{ sendSampleClientId: client, reason: '结束' }])).toMatchObject([
    { status: 'applied', answer: { lines: 0, orderCount: 0, left: 1, leftOrders: [`SO-${voided}`] } },
  ]);
  expect(await orders()).toMatchObject([{ t: 2, qty: 1, revision: 1, gone: 0 }]);
  expect(await desk.rows(sql`select state::int as state, charge_type::int as t, price::int as price from sales_line`)).toEqual([
    { state: 2, t: 2, price: 0 },
  ]);
});

it('works a share of the bill price out anew that was frozen while its line was a gift', async () => {
  const inner = () => desk.rows<{ fen: number | null }>(sql`select inner_price::int as fen from sales_line order by id`);
  const [brother = { id: '' }] = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where execute_type = 1 and id <> ${desk.master.laboratoryId} order by id limit 1`,
  );
  const path = callPath('bill', 'internalPrice/save', 'accession');
  const share = { contractLaboratoryId: desk.master.laboratoryId, executeLaboratoryId: brother.id, validFrom: '2020-01-01', validTo: '2099-12-31' };
  await desk.orm.execute(sql`delete from internal_price`);
  expect((await admin.post(path, { ...share, basisPoints: 3500 }, { 'idempotency-key': randomUUID() })).statusCode).toBe(200);
  const gift = { chargeType: 2, chargeTypeBefore: 0, businessType: 2, price: 0, executeLaboratoryId: brother.id } as const;
  // One of its price, one without a price yet, and one whose share was frozen before it was given away.
  await lines(
    { ...gift, priceBefore: 117_200, innerPrice: 0 },
    { ...gift, priceBefore: null, innerPrice: 0 },
    { ...gift, priceBefore: 100_000, innerPrice: 7 },
  );
  await desk.orm.execute(sql`update send_sample_client set is_giving = 1 where id = ${client}`);
  expect(await many('chargeType.givingRestore', [{ sendSampleClientId: client, reason: '结束' }])).toMatchObject([{ answer: { lines: 3 } }]);
  expect(await inner()).toEqual([{ fen: 41_020 }, { fen: null }, { fen: 7 }]);
});

it('agrees with the door of lines: what an act made of a requisition under way is what would be made of it', async () => {
  await desk.orm.execute(sql`delete from price_policy`);
  await pricedFor(desk, deaf, 118_000);
  const { sampleCodes } = await waitingTasks(desk);
  const of = { sendSampleClientId: desk.master.clientId };
  const [fresh] = await madeLines(desk, sampleCodes[0]!);
  for (const [name, payload] of [
    ['chargeType.giving', { ...of, reason: '赠' }],
    ['chargeType.buy', { commodityId: deaf, reason: '外购' }],
    ['exclusion.excludeClient', { ...of, ...why }],
    ['exclusion.restoreClient', { ...of, ...why }],
    ['chargeType.givingRestore', { ...of, reason: '结束' }],
    ['chargeType.buyRestore', { commodityId: deaf, reason: '结束' }],
  ] as const) {
    expect(await many(name, [payload])).toMatchObject([{ status: 'applied', answer: { lines: 1 } }]);
    expect(await staleLines(desk, sampleCodes), name).toEqual([]);
  }
  const told = ({ price, priceReason, chargeType, businessType }: Record<string, any>) => ({ price, priceReason, chargeType, businessType });
  expect(told((await madeLines(desk, sampleCodes[0]!))[0]!)).toEqual(told(fresh!));
  expect(told(fresh!)).toMatchObject({ price: '118000', chargeType: 0 });
});

it('undoes any acts so that lines, prices, charge types and flags are what they were', async () => {
  const [billed] = await lines(
    { sampleCode: 'A' },
    { commodityId: deaf, price: null },
    { sendSampleClientId: other, executeLaboratoryId: outside, chargeType: 1 },
  );
  await lines(
    { sendSampleClientId: other, commodityId: deaf, state: 0, reported: 0 },
    { sampleCode: 'B', businessType: 4, price: 0 },
    { sign: -1, creditOf: billed!, price: 10_000 },
  );
  await lines({ state: 9, chargeType: 0 });
  const at = { sendSampleClientId: client, ...why };
  const [line] = await lines({ sampleCode: 'Z' });
  /** Each act with what undoes it. */
  const pairs = [
    ['exclusion.excludeClient', 'exclusion.restoreClient', at],
    ['exclusion.excludeClient', 'exclusion.restoreClient', { ...at, sendSampleClientId: other }],
    ['exclusion.restoreCommodity', 'exclusion.endCommodityRestore', { ...at, commodityId: deaf }],
    ['exclusion.excludeSample', 'exclusion.restoreSample', { lineId: line, ...why }],
    ['chargeType.giving', 'chargeType.givingRestore', { sendSampleClientId: client, reason: '赠' }],
    ['chargeType.giving', 'chargeType.givingRestore', { sendSampleClientId: other, reason: '赠' }],
    ['chargeType.buy', 'chargeType.buyRestore', { commodityId: nipt, reason: '外购' }],
    ['chargeType.buy', 'chargeType.buyRestore', { commodityId: deaf, reason: '外购' }],
  ] as const;
  const isExcluded = async (id: string): Promise<boolean> =>
    (await desk.rows(sql`select 1 from send_sample_client where id = ${id} and is_excluded = 1`)).length > 0;
  const stand = async () => ({ charges: await charges(), flags: await flags() });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(pairs.length - 1), fc.boolean()), { minLength: 1, maxLength: 12 }), async (acts) => {
      const before = await stand();
      const done: string[][] = [];
      for (const [which, isUndoing] of acts) {
        const pair = pairs[which]!;
        const [name, undo] = isUndoing ? [pair[1], pair[0]] : [pair[0], pair[1]];
        // What excepts a commodity of a client who is restored by now can be ended, and not begun again: there is nothing to except from.
        if (name === 'exclusion.endCommodityRestore' && !(await isExcluded(client))) continue;
        const [said] = await many(name, [pair[2]]);
        // What may not be done then changes nothing.
        if (said?.status === 'applied') done.push([undo, String(which)]);
      }
      for (const [undo, which] of done.toReversed()) expect(await many(undo!, [pairs[Number(which)]![2]])).toMatchObject([{ status: 'applied' }]);
      expect(await stand()).toEqual(before);
    }),
    // The first once could not be undone.
    {
      numRuns: 12,
      examples: [
        [
          [
            [0, false],
            [2, false],
            [0, true],
            [2, true],
          ],
        ],
      ],
    },
  );
});
