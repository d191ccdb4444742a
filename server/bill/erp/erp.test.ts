import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addLines } from '#server/bill/billTesting.ts';
import { orderDocument, writeDocument } from '#server/bill/documents/writeDocument.ts';
import { openErpStandIn, type ErpStandIn } from '#server/ports/erpTesting.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { openPorts } from '#server/ports/ports.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing.ts';
import { claim, pushDocuments } from './pushDocuments.ts';
import { reconcileErp } from './reconcileErp.ts';

const tenantId = '000000';
const { erp } = openPorts(mkdtempSync(join(tmpdir(), 'accession-erp-')), openOutgoing({ allow: '127.0.0.1' }));
const signal = new AbortController().signal;
let opened: TestDatabase;
let standIn: ErpStandIn;
/** Minutes since the day began. */
let minutes = 0;
const clock = (): string => `2026-08-01 ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
const run = () => pushDocuments({ database: opened.database, erp, signal, clock });
const rows = (statement: Parameters<typeof readRows>[1]) => readRows<Record<string, any>>(opened.database.orm, statement);
const laboratories = { kingdee: '15', yonyou: '16' } as const;

beforeAll(async () => {
  opened = await openTestDatabase();
  standIn = await openErpStandIn();
  for (const [kind, laboratoryId] of Object.entries(laboratories))
    await opened.database.orm.execute(sql`insert into erp_account (id, tenant_id, laboratory_id, account_name, erp_kind, url, account_set, tax_rate)
      values (${newId()}, ${tenantId}, ${laboratoryId}, ${kind}, ${kind === 'kingdee' ? 1 : 2}, ${standIn.url}, 'set-1', 6)`);
});
beforeEach(() => {
  standIn.clear();
  minutes = 0;
});
afterAll(async () => {
  standIn.close();
  await opened.close();
});

/** An order of 2 × 10.00 that was sent, its push queued. */
async function sent({ laboratory = laboratories.kingdee as string, erpCode = 'C001' as string | null, itemCode = 'NIPT' as string | null } = {}) {
  const lines = await addLines(opened.database, [
    { price: 1000, contractLaboratoryId: laboratory },
    { price: 1000, contractLaboratoryId: laboratory },
  ]);
  const id = newId();
  const orderNo = `SO-${id}`;
  const head = {
    id,
    tenantId,
    sign: 1 as const,
    billCustomerId: '13',
    billName: '甲医院',
    contractLaboratoryId: laboratory,
    chargeType: 0,
    businessType: 1,
  };
  const times = { createTime: clock(), updateTime: clock() };
  await opened.database.transaction(async (tx) => {
    await writeDocument(
      tx,
      orderDocument,
      { ...head, ...times, orderNo, sendSampleClientId: '11', erpCode },
      lines.map((lineId) => ({
        lineId,
        commodityId: '1',
        commodityCode: '无创',
        commodityErpCode: itemCode,
        supplementaryed: 0,
        salesmanId: '14',
        price: 1000,
      })),
    );
    await tx.execute(sql`update sales_order set sended = 1, reconciliation_time = '2026-07-31 10:00:00' where id = ${id}`);
  });
  await queue(id, 'push', laboratory);
  return { id, orderNo, laboratory };
}
/** As sending and cancelling queue what the ERP is told. */
async function queue(id: string, act: 'push' | 'void', laboratory: string): Promise<void> {
  await opened.database.orm
    .execute(sql`insert into erp_push (id, tenant_id, push_key, doc, doc_id, doc_no, revision, act, contract_laboratory_id, create_time, update_time)
    values (${newId()}, ${tenantId}, ${`order:${id}:r1${act === 'void' ? ':void' : ''}`}, 'order', ${id}, ${`SO-${id}`}, 1, ${act}, ${laboratory}, ${clock()}, ${clock()})`);
}
const cancelSending = async ({ id, laboratory }: { readonly id: string; readonly laboratory: string }): Promise<void> => {
  await opened.database.orm.execute(sql`update sales_order set sended = 0, revision = 2, is_void_pending = 1, sync = 0 where id = ${id}`);
  await queue(id, 'void', laboratory);
};
const orderOf = async (id: string) =>
  (
    await rows(
      sql`select sync::int as sync, sync_result, erp_number, erp_amount::int as erp_amount, is_void_pending::int as is_void_pending from sales_order where id = ${id}`,
    )
  )[0]!;
const pushesOf = (id: string) =>
  rows(sql`select act, state::int as state, tries, fault, item_results from erp_push where doc_id = ${id} order by id`);

it.each(['kingdee', 'yonyou'] as const)('%s: tells a document once, through lost answers and kills', async (kind) => {
  const order = await sent({ laboratory: laboratories[kind] });
  // Its answer is lost: nobody knows, and the next try finds it.
  standIn.switches.loses = /BatchSave|\/add$/;
  await run();
  expect(await pushesOf(order.id)).toEqual([{ act: 'push', state: 3, tries: 1, fault: null, itemResults: null }]);
  expect(await orderOf(order.id)).toMatchObject({ sync: 0, syncResult: [expect.stringContaining('结果未知'), expect.any(String)] });
  standIn.switches.loses = null;
  await run();
  expect((await pushesOf(order.id))[0]).toMatchObject({ tries: 1 });
  // Somebody takes it up and dies with it before a word: it is left alone until the lease is over.
  minutes = 5;
  const [{ pushId } = {}] = await rows(sql`select id::text as push_id from erp_push where doc_id = ${order.id}`);
  expect(await opened.database.transaction((tx) => claim(tx, tenantId, pushId, clock()))).toMatchObject({ tries: 2, wasUnknown: true });
  minutes = 10;
  await run();
  expect((await pushesOf(order.id))[0]).toMatchObject({ state: 3, tries: 2 });
  minutes = 16;
  await Promise.all([run(), run()]);
  expect((await pushesOf(order.id))[0]).toMatchObject({ state: 1, tries: 3 });
  expect(await orderOf(order.id)).toMatchObject({ sync: 1, erpAmount: 2000, erpNumber: expect.any(String) });
  expect(standIn.made.length).toBe(1);
  const [there] = standIn.documents.values();
  expect(there).toMatchObject({ isAudited: true, amount: 2000 });
  expect(JSON.stringify(there!.body)).not.toContain('测试甲');

  // Cancelled: taken back once, also where that answer is lost.
  await cancelSending(order);
  standIn.switches.loses = /Delete$|delete$/;
  await run();
  expect(await orderOf(order.id)).toMatchObject({ isVoidPending: 1 });
  standIn.switches.loses = null;
  minutes = 18;
  await run();
  expect(await orderOf(order.id)).toMatchObject({ isVoidPending: 0, sync: 0, erpNumber: null });
  expect(standIn.documents.size).toBe(0);
});

it('two servers at once tell each once', async () => {
  const orders = [await sent(), await sent(), await sent({ laboratory: laboratories.yonyou })];
  await Promise.all([run(), run(), run()]);
  expect(new Set(standIn.made).size).toBe(standIn.made.length);
  expect(standIn.made.length).toBe(orders.length);
  for (const { id } of orders) expect(await pushesOf(id)).toMatchObject([{ state: 1, tries: 1 }]);
});

it('sends nothing where codes are missing, and names them all; a mended one goes', async () => {
  const order = await sent({ erpCode: null, itemCode: null });
  await run();
  expect(standIn.acts).toEqual([]);
  expect((await pushesOf(order.id))[0]).toMatchObject({ state: 2, fault: ['缺ERP编码: 甲医院、无创', 'ERP code missing: 甲医院, 无创'] });
  expect(await orderOf(order.id)).toMatchObject({ sync: 2, syncResult: [expect.stringContaining('缺ERP编码'), expect.any(String)] });
  const refused = await sent({ itemCode: 'REFUSED' });
  await run();
  expect((await pushesOf(refused.id))[0]).toMatchObject({ state: 2, itemResults: [{ itemNo: 1, text: '物料不存在' }] });
});

it('adopts what is there at our amount alone, and leaves anything else to a person', async () => {
  const order = await sent();
  standIn.documents.set(`SAL_SaleOrder/${order.orderNo}`, { number: order.orderNo, amount: 1999, isAudited: true, body: {}, bizId: null });
  await run();
  expect((await pushesOf(order.id))[0]).toMatchObject({ state: 2, fault: [`ERP单据${order.orderNo}金额19.99不一致`, expect.any(String)] });
  expect(await orderOf(order.id)).toMatchObject({ sync: 2, erpAmount: 1999 });
  expect(standIn.made).toEqual([]);
});

it('does not tell what was cancelled before, and a void waits until its push is known', async () => {
  const early = await sent();
  await cancelSending(early);
  await run();
  await run();
  expect(standIn.made).toEqual([]);
  expect(await pushesOf(early.id)).toMatchObject([
    { act: 'push', state: 2 },
    { act: 'void', state: 1 },
  ]);
  expect(await orderOf(early.id)).toMatchObject({ isVoidPending: 0 });

  const late = await sent();
  standIn.switches.loses = /BatchSave/;
  await run();
  await cancelSending(late);
  standIn.switches.loses = null;
  await run();
  expect(await pushesOf(late.id)).toMatchObject([
    { state: 3, tries: 1 },
    { state: 0, tries: 0 },
  ]);
  minutes = 2;
  await run();
  await run();
  expect(await pushesOf(late.id)).toMatchObject([{ state: 1 }, { act: 'void', state: 1 }]);
  expect(standIn.documents.size).toBe(0);
});

it('waits where the ERP is not reached, and the night tells what it has not', async () => {
  const order = await sent();
  standIn.switches.isDown = true;
  await run();
  expect((await pushesOf(order.id))[0]).toMatchObject({ state: 0, tries: 1 });
  standIn.switches.isDown = false;
  minutes = 1;
  await run();
  expect(await orderOf(order.id)).toMatchObject({ sync: 1 });
  const reconcile = () => reconcileErp({ database: opened.database, erp, signal, clock });
  const there = standIn.documents.get(`SAL_SaleOrder/${order.orderNo}`)!;
  there.isAudited = false;
  await reconcile();
  expect(await orderOf(order.id)).toMatchObject({ sync: 2, syncResult: [expect.stringContaining('未审核'), expect.any(String)] });
  there.isAudited = true;
  await reconcile();
  expect(await orderOf(order.id)).toMatchObject({ sync: 1, syncResult: null });
  standIn.documents.delete(`SAL_SaleOrder/${order.orderNo}`);
  await reconcile();
  expect(await orderOf(order.id)).toMatchObject({ sync: 2, syncResult: [expect.stringContaining('无此单据'), expect.any(String)], erpNumber: null });
});
