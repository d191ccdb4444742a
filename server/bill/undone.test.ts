import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { addLines } from '#server/bill/billTesting.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { openHouse, type House } from '#server/walks/house.ts';

let house: House;
/** Two clients and two commodities of the house. */
let [client, other, nipt, deaf] = ['', '', '', ''];
const rows = (statement: Parameters<typeof readRows>[1]) => readRows<Record<string, any>>(house.database.orm, statement);
beforeAll(async () => {
  house = await openHouse();
  const two = async (table: string): Promise<string[]> =>
    (await rows(sql`select id::text as id from ${sql.raw(table)} where tenant_id = '000000' and is_deleted = 0 order by id desc limit 2`)).map(
      ({ id }) => id,
    );
  [client = '', other = ''] = await two('send_sample_client');
  [nipt = '', deaf = ''] = await two('commodity');
});
afterAll(() => house.close());

const post = async (path: string, body: object) => (await house.call('admin', 'POST', callPath('bill', path, 'accession'), { body })).body;
const reconciliationTime = '2026-07-31 18:00:00';
const why = { reason: '合同未签', applicant: '李经理' };

/** Lines of both clients in all that acts tell apart. */
const made = (): Promise<string[]> =>
  addLines(house.database, [
    { sendSampleClientId: client, commodityId: nipt, price: 100 },
    { sendSampleClientId: client, commodityId: nipt, price: 100 },
    { sendSampleClientId: client, commodityId: deaf, price: 250 },
    { sendSampleClientId: client, commodityId: deaf, price: null, listPrice: null },
    { sendSampleClientId: other, commodityId: nipt, price: 70 },
    { sendSampleClientId: other, commodityId: deaf, price: 30, excludedBy: 2 },
    { sendSampleClientId: other, commodityId: deaf, price: 40 },
  ]);
const standing = (ids: readonly string[]) =>
  rows(sql`select l.id::text as id, l.state::int as state, l.price, l.list_price, l.price_before, l.charge_type::int as charge_type, l.charge_type_before::int as charge_type_before,
      l.business_type::int as business_type, l.sign::int as sign, l.excluded_by::int as excluded_by, l.withdrawn::int as withdrawn, l.reported::int as reported, l.salesman_id,
      exists (select 1 from sales_order_line x where x.line_id = l.id) as is_ordered from sales_line l where l.id = ${anyId(ids)} order by l.id`);
const flags = () =>
  rows(sql`select (select json_agg(json_build_array(coalesce(is_excluded, 0), coalesce(is_giving, 0)) order by id) from send_sample_client where id in (${client}, ${other})) as clients,
      (select json_agg(charge_type order by id) from commodity where id in (${nipt}, ${deaf})) as commodities`);

/** As if nothing had been done before. */
async function cleared(): Promise<void> {
  const { orm } = house.database;
  for (const name of ['bill', 'sales_order']) {
    const table = sql.raw(name);
    await orm.execute(sql`update ${table} set is_whole = 0, total_qty = null, total_amount = null, sended = 0`);
    await orm.execute(sql`update ${sql.raw(`${name}_item`)} set is_whole = 0, last_line = null`);
    for (const part of [`${name}_line`, `${name}_item`, name]) await orm.execute(sql`delete from ${sql.raw(part)} where true`);
  }
  for (const name of ['erp_push', 'bill_email', 'charge_change', 'sales_line']) await orm.execute(sql`delete from ${sql.raw(name)} where true`);
  await orm.execute(sql`update send_sample_client set is_excluded = 0, is_giving = 0 where id in (${client}, ${other})`);
  await orm.execute(sql`update commodity set charge_type = null where id in (${nipt}, ${deaf})`);
}

/** Acts that set something, with what takes it back. */
const pairs = (ids: readonly string[]) =>
  [
    ['excludeSendSampleClient/exclude', 'excludeSendSampleClient/restore', { sendSampleClientIds: [client], ...why }],
    ['excludeSampleCode/exclude', 'excludeSampleCode/restore', { lineIds: [ids[2]], ...why }],
    ['chargeTypeManage/giving', 'chargeTypeManage/givingRestore', { sendSampleClientIds: [client], reason: '赠' }],
    ['chargeTypeManage/giving', 'chargeTypeManage/givingRestore', { sendSampleClientIds: [other], reason: '赠' }],
    ['chargeTypeManage/commodityBuy', 'chargeTypeManage/commodityRestore', { commodityIds: [nipt], reason: '外购' }],
  ] as const;
/** Orders and bills with one of the lines in them. */
const documentsOf = (kind: 'order' | 'bill', ids: readonly string[]) =>
  rows(
    kind === 'order'
      ? sql`select o.id::text as id, o.sended::int as sended, o.version from sales_order o where o.is_deleted = 0 and exists (select 1 from sales_order_line x where x.order_id = o.id and x.line_id = ${anyId(ids)}) order by o.id`
      : sql`select b.id::text as id, b.sended::int as sended, b.version from bill b where b.is_deleted = 0 and exists (select 1 from bill_line y where y.bill_id = b.id and y.line_id = ${anyId(ids)}) order by b.id`,
  );
/** As the ERP's word that it voided them leaves documents. */
const voided = async (): Promise<void> => {
  for (const table of ['sales_order', 'bill'])
    await house.database.orm.execute(sql`update ${sql.raw(table)} set is_void_pending = 0 where is_void_pending = 1`);
};
const idsOf = (kind: 'order' | 'bill', id: string) => (kind === 'order' ? { orderIds: [id] } : { billIds: [id] });
async function takeBack(kind: 'order' | 'bill', ids: readonly string[]): Promise<void> {
  for (const { id, sended } of await documentsOf(kind, ids)) {
    if (sended === 1) expect((await post(`${kind}/cancelSend`, idsOf(kind, id))).data).toMatchObject([{ status: 'applied' }]);
    await voided();
    expect((await post(`${kind}/remove`, idsOf(kind, id))).data).toMatchObject([{ status: 'applied' }]);
  }
}

const act = fc.record({
  kind: fc.constantFrom('order', 'order', 'edit', 'send', 'cancel', 'remove', 'bill', 'sendBill', 'cancelBill', 'set', 'set', 'reset'),
  at: fc.nat(4),
  take: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
});
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** Does it where it may be done; answers the pair that was set or taken back by it. */
async function doAct({ kind, at, take }: Act, ids: readonly string[]): Promise<{ readonly pair: number; readonly isSet: boolean } | null> {
  const lineIds = take.map((of) => ids[of]!);
  const one = async (which: 'order' | 'bill') => {
    const all = await documentsOf(which, ids);
    return all[at % Math.max(all.length, 1)];
  };
  if (kind === 'set' || kind === 'reset') {
    const [name, undo, body] = pairs(ids)[at]!;
    const said = await post(kind === 'set' ? name : undo, body);
    return said.data?.[0]?.status === 'applied' ? { pair: at, isSet: kind === 'set' } : null;
  }
  if (kind === 'order') await post('order/createOrder', { lineIds });
  if (kind === 'bill') await post('bill/createBill', { lineIds, billName: '', remark: '' });
  const order = await one('order');
  const bill = await one('bill');
  if (order && kind === 'edit') {
    const inside = (await rows(sql`select line_id::text as id from sales_order_line where order_id = ${order['id']} order by line_id`)).map(
      ({ id }) => id,
    );
    const change = at % 2 === 0 ? { removeLineIds: inside.slice(0, 1) } : { addLineIds: lineIds.filter((id) => !inside.includes(id)) };
    await post('order/editOrder', { orderId: order['id'], version: order['version'], billUnitId: null, remark: '甲', ...change });
  }
  if (order && (kind === 'send' || kind === 'cancel' || kind === 'remove'))
    await post(`order/${kind === 'cancel' ? 'cancelSend' : kind}`, { orderIds: [order['id']], reconciliationTime });
  if (bill && (kind === 'sendBill' || kind === 'cancelBill'))
    await post(`bill/${kind === 'sendBill' ? 'send' : 'cancelSend'}`, { billIds: [bill['id']], reconciliationTime });
  if (at > 2) await voided();
  return null;
}

it('whatever is ordered, billed, excluded, given and bought in, in whatever order: undone, lines, prices, charge types and flags are as before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 14 }), fc.boolean(), async (acts, isFlagsFirst) => {
      await cleared();
      const ids = await made();
      const before = { lines: await standing(ids), flags: await flags() };
      const set: { readonly pair: number; readonly isSet: boolean }[] = [];
      for (const one of acts) {
        const done = await doAct(one, ids);
        if (done) set.push(done);
        // What is billed is what stands in bills, and what is ordered stands in one order, at any moment.
        expect(
          await rows(sql`select l.id from sales_line l where l.id = ${anyId(ids)} and ((l.state = 3) <> exists (select 1 from bill_line y where y.line_id = l.id)
            or (l.state in (2, 3)) <> exists (select 1 from sales_order_line x where x.line_id = l.id))`),
        ).toEqual([]);
      }
      const takeFlagsBack = async (): Promise<void> => {
        for (const { pair, isSet } of set.toReversed()) {
          const [name, undo, body] = pairs(ids)[pair]!;
          expect((await post(isSet ? undo : name, body)).data).toMatchObject([{ status: 'applied' }]);
        }
      };
      await takeBack('bill', ids);
      if (isFlagsFirst) {
        // Only what is in no sent order moves.
        for (const { id } of (await documentsOf('order', ids)).filter(({ sended }) => sended === 1))
          await post('order/cancelSend', { orderIds: [id] });
        await voided();
        await takeFlagsBack();
      }
      await takeBack('order', ids);
      if (!isFlagsFirst) await takeFlagsBack();
      expect({ lines: await standing(ids), flags: await flags() }).toEqual(before);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});
