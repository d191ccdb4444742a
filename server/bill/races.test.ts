import { AsyncResource } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { addLines, type TestLine } from '#server/bill/billTesting.ts';
import { readRow } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { openHouse, type House } from '#server/walks/house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const url = (path: string): string => callPath('bill', path, 'accession');
const post = async (account: string, path: string, body: object) => (await house.call(account, 'POST', url(path), { body })).body as any;
const add = (...lines: readonly TestLine[]) => addLines(house.database, lines);

/** Until so many sessions wait for another's lock; at most a second. The embedded engine has one session: there whoever comes next waits for the whole transaction. */
async function untilWaiting(tx: Tx, count: number): Promise<void> {
  if (house.database.kind === 'embedded') return;
  for (let round = 0; round < 20; round++) {
    const row = await readRow<{ n: number }>(
      tx,
      sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((row?.n ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
/** Acts that begin one after the other, each once those before it wait, while a transaction is open that has changed what they need. */
async function behind<T>(
  change: (tx: Tx) => Promise<unknown>,
  acts: readonly (() => Promise<T>)[],
  last: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<T[]> {
  const begun: Promise<T>[] = [];
  // What begins inside a transaction would count as a part of it.
  const free = acts.map((act) => AsyncResource.bind(act));
  await house.database.transaction(async (tx) => {
    await change(tx);
    for (const act of free) {
      begun.push(act());
      await untilWaiting(tx, begun.length);
    }
    await last(tx);
  });
  return Promise.all(begun);
}
const ordered = async (lineIds: readonly string[]): Promise<string> =>
  (await post('billing', 'order/createOrder', { lineIds })).data.orders[0].orderId;

it('sends no order one of whose lines is being withdrawn, and takes out of one what is withdrawn by then', async () => {
  const [sent, removed, one, other] = (await add({}, {}, {}, {})) as [string, string, string, string];
  const [toSend, toRemove, toEdit] = [await ordered([sent]), await ordered([removed]), await ordered([one, other])];
  const withdrawing =
    (...ids: readonly string[]) =>
    (tx: Tx) =>
      tx.execute(sql`update sales_line set withdrawn = 1 where id = ${anyId(ids)}`);
  const send = { orderIds: [toSend], reconciliationTime: '2026-07-31 00:00:00' };
  const [said] = await behind(withdrawing(sent), [() => post('billing', 'order/send', send)]);
  expect(said.data).toMatchObject([{ status: 'refused', code: 'order.lineWithdrawn' }]);

  // Whoever withdraws or bills has the lines and asks for the order then: who takes an order apart has nothing of it before its lines.
  const edit = { orderId: toEdit, version: 1, removeLineIds: [one], billUnitId: null, remark: '' };
  for (const [orderId, lineId, act] of [
    [toRemove, removed, () => post('billing', 'order/remove', { orderIds: [toRemove] })],
    [toEdit, one, () => post('billing', 'order/editOrder', edit)],
  ] as const) {
    const [done] = await behind(withdrawing(lineId), [act], (tx) =>
      tx.execute(sql`select 1 from sales_order where id = ${orderId} for update nowait`),
    );
    expect(done).toMatchObject({ success: true });
  }
  const left = await readRow<{ states: number[] }>(
    house.database.orm,
    sql`select array_agg(state::int order by id) as states from sales_line where id = ${anyId([removed, one, other])}`,
  );
  expect(left?.states).toEqual([9, 9, 2]);
});

it('makes a gift of a line somebody orders meanwhile, within its order', async () => {
  const [first, lineId] = (await add({ sendSampleClientId: '11' }, {})) as [string, string];
  await ordered([first]);
  const { orm } = house.database;
  const [client] = (
    await orm.execute(sql`select id::text as id, contract_laboratory_id::text as laboratory from send_sample_client
    where coalesce(is_giving, 0) = 0 and contract_laboratory_id is not null order by id limit 1`)
  ).rows as { id: string; laboratory: string }[];
  await orm.execute(sql`update sales_line set send_sample_client_id = ${client!.id} where id = ${lineId}`);
  const give = { sendSampleClientIds: [client!.id], reason: '赠' };
  // Whoever orders has the line and waits for a number.
  const [made, given] = await behind(
    (tx) => tx.execute(sql`select 1 from doc_counter for update`),
    [() => post('billing', 'order/createOrder', { lineIds: [lineId] }), () => post('admin', 'chargeTypeManage/giving', give)],
  );
  const { orderId } = made.data.orders[0];
  expect(given.data).toMatchObject([{ status: 'applied', answer: { orderCount: 1 } }]);
  const head = await readRow(orm, sql`select charge_type::int as charge_type, total_amount::int as amount from sales_order where id = ${orderId}`);
  expect(head).toEqual({ chargeType: 2, amount: 0 });
});
