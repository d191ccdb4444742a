import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { foreignErpActs } from '#server/walks/foreignErpActs.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
const ask = async (path: string, query: Record<string, string>) =>
  (await (await desk.as('admin')).get(callPath('search', path, 'accession'), query)).json<{ data: any }>().data;

it('shows a sent order with what the ERP has of it, its items and codes; told again once it failed', async () => {
  const { pushId } = (await foreignErpActs['erp.retry']!['its push']!(desk)) as { pushId: string };
  await desk.orm.execute(sql`update erp_push set item_results = '[{"itemNo":1,"text":"物料不存在"}]'::jsonb where id = ${pushId}`);
  await desk.orm.execute(
    sql`update sales_order set sync = 2, erp_amount = 9000, erp_number = 'X1' where id = (select doc_id from erp_push where id = ${pushId})`,
  );
  const [row] = (await ask('sales-query/order-synchronized', { sync: '2' })).records;
  expect(row).toMatchObject({ pushId, sync: 2, totalAmountYuan: '100.00', erpAmountYuan: '90.00', differenceYuan: '-10.00', erpState: 2 });
  const [item] = await ask('sales-query/orderSyncOne-detail', { orderId: row.orderId });
  expect(item).toMatchObject({ itemNo: 1, commodityErpCode: 'E1', totalAmountStr: '100.00', itemResult: '物料不存在' });
  expect(await ask('sales-query/orderSyncTwo-detail', { itemId: item.itemId })).toMatchObject([
    { sampleCode: expect.any(String), priceStr: '100.00' },
  ]);
  expect((await ask('billSync/billSyncPage', {})).records).toEqual([]);
  expect(await ask('billSync/billSyncItem', { billId: '1' })).toEqual([]);
  expect(await ask('billSync/billSyncBarCode', { billItemId: '1' })).toEqual([]);

  expect(await desk.act('online', 'admin', 'erp.reconcile', { pushId })).toMatchObject({ code: 'erp.state' });
  expect(await desk.act('online', 'admin', 'erp.retry', { pushId })).toMatchObject({ status: 'applied' });
  expect((await ask('sales-query/order-synchronized', {})).records[0]).toMatchObject({ sync: 0, erpState: 0 });
  // What was told and is not there any more as it was told can be told again; what agrees cannot.
  await desk.orm.execute(sql`update erp_push set state = 1 where id = ${pushId}`);
  await desk.orm.execute(sql`update sales_order set sync = 1 where id = ${row.orderId}`);
  expect(await desk.act('online', 'admin', 'erp.retry', { pushId })).toMatchObject({ code: 'erp.state' });
  await desk.orm.execute(sql`update sales_order set sync = 2 where id = ${row.orderId}`);
  expect(await desk.act('online', 'admin', 'erp.retry', { pushId })).toMatchObject({ status: 'applied' });
  // Once its sending was taken back there is nothing to tell again.
  await desk.orm.execute(sql`update sales_order set sended = 0, revision = 2, is_void_pending = 1 where id = ${row.orderId}`);
  expect(await desk.act('online', 'admin', 'erp.retry', { pushId })).toMatchObject({ code: 'erp.over' });
});

it('tells what became of a document in the language of whoever reads it, and the ERP’s own words as they are', async () => {
  const { pushId } = (await foreignErpActs['erp.retry']!['its push']!(desk)) as { pushId: string };
  const caller = await desk.as('admin');
  const orderId = String((await desk.orm.execute(sql`select doc_id::text as id from erp_push where id = ${pushId}`)).rows[0]?.['id']);
  const told = async (language: string): Promise<readonly unknown[]> => {
    const inIt = { 'accept-language': language };
    const synced = (await caller.get(callPath('search', 'sales-query/order-synchronized', 'accession'), {}, inIt)).json<{ data: any }>().data;
    const listed = (await caller.post(callPath('bill', 'order/list', 'accession'), { size: 100 }, inIt)).json<{ data: any }>().data;
    const shown = (await caller.get(callPath('bill', 'order/orderDetail', 'accession'), { orderId }, inIt)).json<{ data: any }>().data.order;
    const of = ({ records }: { records: any[] }) => records.find((row) => row.orderId === orderId);
    return [of(synced), of(listed), shown].map(({ syncResult }) => syncResult);
  };
  const say = (words: unknown) => desk.orm.execute(sql`update sales_order set sync_result = ${JSON.stringify(words)}::jsonb where id = ${orderId}`);
  await say(['结果未知, 稍后核对', 'Not known; it is looked up later']);
  expect(await told('zh-CN')).toEqual(Array(3).fill('结果未知, 稍后核对'));
  expect(await told('en')).toEqual(Array(3).fill('Not known; it is looked up later'));
  await say('物料不存在 / E1');
  expect(await told('en')).toEqual(Array(3).fill('物料不存在 / E1'));
});

it('keeps an account whose address is one, and asks for its secret again where that changes', async () => {
  const caller = await desk.as('admin');
  const save = async (more: object) =>
    (await caller.post(callPath('bill', 'erpAccount/save', 'accession'), more)).json<{
      data: { id: string } | null;
      problems?: { field: string }[];
    }>();
  await desk.orm.execute(sql`update erp_account set is_deleted = 1`);
  const account = { laboratoryId: desk.master.laboratoryId, accountName: '步测账套', erpKind: 1, taxRate: 6, appSecret: 'secret-1' };
  expect((await save({ ...account, url: 'ftp://erp' })).problems).toMatchObject([{ field: 'url' }]);
  const saved = await save({ ...account, url: 'https://erp.example/k3cloud/' });
  expect(saved.data?.id).toMatch(/^\d+$/);
  const { data: detail } = (await caller.get(callPath('bill', 'erpAccount/detail', 'accession'), { id: saved.data!.id })).json<{ data: any }>();
  expect(JSON.stringify(detail)).not.toContain('secret-1');
  expect((await save({ ...detail, url: 'https://other.example/' })).problems).toMatchObject([{ field: 'appSecret' }]);
});
