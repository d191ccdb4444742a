import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chargeType, excludedBit, lineState } from '#domain/bill/billChoices.ts';
import { callPath } from '#domain/kernel/services.ts';
import { addLines, type TestLine } from '#server/bill/billTesting.ts';
import { openHouse, type House } from '#server/walks/house.ts';
import { readRow } from '#server/storage/readRows.ts';

let house: House;
let ids: readonly string[] = [];
let clients: readonly string[] = [];
const idOf = async (text: ReturnType<typeof sql>): Promise<string> => String((await readRow<{ id: string }>(house.database.orm, text))?.id);
const get = async (account: string, path: string, query: Record<string, string> = {}, service: 'search' | 'bill' = 'search') =>
  (await house.call(account, 'GET', callPath(service, path, 'accession'), { query })).body;
const post = async (path: string, body: object) => (await house.call('billing', 'POST', callPath('bill', path, 'accession'), { body })).body.data;
const page = async (account: string, path: string, query: Record<string, string> = {}) => (await get(account, path, query)).data.records as any[];
const own = { personName: '欧阳娜娜', sampleTime: '2026-06-01 08:00:00' };

beforeAll(async () => {
  house = await openHouse();
  const sales = await idOf(sql`select id from user_account where account = 'sales'`);
  clients = (
    await house.database.orm.execute<{ id: string }>(
      sql`select id::text as id from send_sample_client where tenant_id = '000000' order by id limit 2`,
    )
  ).rows.map(({ id }) => id);
  const lines: TestLine[] = [
    { ...own, salesmanId: sales, sampleCode: 'SL0001', sendSampleClientId: clients[0]!, price: 118_000, auditTime: '2026-06-03 10:00:00' },
    { ...own, salesmanId: sales, sampleCode: 'SL0002', sendSampleClientId: clients[0]!, price: null },
    { ...own, sampleCode: 'SL0003', sendSampleClientId: clients[1]!, price: 42_000 },
    { ...own, sampleCode: 'SL0004', sendSampleClientId: clients[1]!, price: 42_000, excludedBy: excludedBit.sample },
    { ...own, sampleCode: 'SL0005', reported: 0, state: lineState.unreported, auditTime: null },
    { ...own, sampleCode: 'SL0006', price: 0, chargeType: chargeType.gift, businessType: 2 },
  ];
  ids = await addLines(house.database, lines);
});
afterAll(() => house.close());

it('lists what is reported and in no bill, with days waiting and the sum by client', async () => {
  const noBill = 'sales-query/report-no-bill';
  const rows = (await page('billing', noBill, { size: '500' })) as { readonly barCode: string }[];
  expect(
    rows
      .map(({ barCode }) => barCode)
      .filter((code) => code.startsWith('SL000'))
      .toSorted(),
  ).toEqual(['SL0001', 'SL0002', 'SL0003', 'SL0004', 'SL0006']);
  const [one] = await page('billing', noBill, { barCode: 'SL0001' });
  expect(one).toMatchObject({
    billPriceStr: '1180.00',
    state: lineState.open,
    orderNo: null,
    personName: '欧***',
    reportTime: '2026-06-03 10:00:00',
  });
  expect(one.waitingDays).toBeGreaterThan(100);
  const sum = (await get('billing', `${noBill}-sum`, { personName: own.personName })).data;
  expect([sum.qty, sum.noPriceQty, sum.excludedQty, sum.totalAmountYuan]).toEqual([4, 1, 1, '1600.00']);
  expect(sum.clients.slice(0, 2).map(({ qty, amountYuan }: any) => [qty, amountYuan])).toEqual([
    [2, 1180],
    [1, 420],
  ]);
  // By the contract 1 is charged, whoever tests it, and 2 a gift.
  const charged = async (code: string) =>
    (await page('billing', noBill, { personName: own.personName, chargeType: code })).map(({ barCode, chargeType: type }) => `${barCode} ${type}`);
  expect((await charged('1')).toSorted()).toEqual(['SL0001 1', 'SL0002 1', 'SL0003 1', 'SL0004 1']);
  expect(await charged('2')).toEqual(['SL0006 2']);
  const unordered = await get('billing', 'salesBillPool/reportedNoOrder', { personName: own.personName, chargeType: '2' }, 'bill');
  expect(unordered.data.records).toMatchObject([{ sampleCode: 'SL0006', chargeType: 2, chargeTypeStr: '赠送' }]);
  // A report that was taken back is none.
  await addLines(house.database, [{ sampleCode: 'SL0010', state: lineState.ordered, withdrawn: 1 }]);
  expect(await page('billing', noBill, { barCode: 'SL0010' })).toEqual([]);
  // Ordered it still waits for its bill, and is found by its order.
  const { orders } = await post('order/createOrder', { lineIds: [ids[0]] });
  const [{ orderNo, orderId }] = orders;
  expect(await page('billing', noBill, { orderNo })).toMatchObject([{ barCode: 'SL0001', state: lineState.ordered, orderNo }]);
  const related = (await get('billing', 'sales-query/related-orders', { sampleCode: 'sl0001' })).data;
  expect(related).toMatchObject([{ orderId, orderNo, totalAmountYuan: '1180.00', items: [{ priceStr: '1180.00' }] }]);
  expect((await get('billing', 'sales-query/related-orders', {})).code).toBe(400);
});

it('says of each line whether it is reported, ordered and billed; prices and orders to who sees billable lines', async () => {
  const collection = 'sampleCollection/sampleCollectionPage';
  const rows = (await page('billing', collection, { personName: own.personName })).toSorted((a, b) => a.sampleCode.localeCompare(b.sampleCode));
  expect(rows.map(({ ifReported, ifOrdered, ifBilled }) => [ifReported, ifOrdered, ifBilled])).toEqual([
    [1, 1, 0],
    [1, 0, 0],
    [1, 0, 0],
    [1, 0, 0],
    [0, 0, 0],
    [1, 0, 0],
  ]);
  expect(rows[0]).toMatchObject({ billPriceStr: '1180.00', sampleTime: '2026-06-01 08:00:00', personName: '欧***' });
  expect((await page('billing', collection, { personName: own.personName, ifOrdered: '1' })).map(({ sampleCode }) => sampleCode)).toEqual(['SL0001']);
  expect(await page('billing', collection, { personName: own.personName, ifOrdered: '0', ifReported: '0' })).toMatchObject([
    { sampleCode: 'SL0005' },
  ]);
  // Part of a name finds nobody where names are masked.
  expect(await page('billing', collection, { personName: '欧阳' })).toEqual([]);
  expect((await get('billing', 'sampleCollection/relatedOrders', { sampleCode: 'SL0001' })).data).toHaveLength(1);
  expect((await get('billing', 'sampleCollection/relatedBills', { sampleCode: 'SL0001' })).data).toEqual([]);
});

it('shows a salesperson their own clients alone, in lists, sums and documents', async () => {
  const codes = async (path: string) =>
    (await page('sales', path, { size: '500' })).map((row) => (row.barCode ?? row.sampleCode) as string).toSorted();
  expect(await codes('sales-query/report-no-bill')).toEqual(['SL0001', 'SL0002']);
  expect(await codes('sampleCollection/sampleCollectionPage')).toEqual(['SL0001', 'SL0002']);
  expect((await get('sales', 'sales-query/report-no-bill-sum')).data).toMatchObject({ qty: 2, totalAmountYuan: '1180.00' });
  const { orders } = await post('order/createOrder', { lineIds: [ids[2]] });
  expect(orders).toHaveLength(1);
  expect((await get('sales', 'sampleCollection/relatedOrders', { sampleCode: 'SL0003' })).data).toEqual([]);
  expect((await get('sales', 'sampleCollection/relatedOrders', { sampleCode: 'SL0001' })).data).toHaveLength(1);
});

it('says of what is reported and not ordered how to reach its person in part, and how it came', async () => {
  const requisitionId = await idOf(
    sql`update requisition set telephone = '13812345678', age = 31, credential_no = '11010519491231002X', courier_number = 'SF1000000001', receive_remark = '加急' where id = (select min(id) from requisition where tenant_id = '000000') returning id`,
  );
  await addLines(house.database, [{ sampleCode: 'SL0009', requisitionId }]);
  const [row] = (await get('billing', 'salesBillPool/reportedNoOrder', { sampleCode: 'SL0009' }, 'bill')).data.records;
  expect(row).toMatchObject({ contactNumber: '138****5678', credentialNo: '110***********002X', courierNumber: 'SF1000000001', remarks: '加急' });
  expect(row.logisticsInputTime).toMatch(/^\d{4}-/);
  const [whole] = await page('admin', 'sales-query/report-no-bill', { barCode: 'SL0009' });
  expect(whole).toMatchObject({ age: 31, contactNumber: '13812345678', idCard: '11010519491231002X' });
  const [masked] = await page('billing', 'sales-query/report-no-bill', { barCode: 'SL0009' });
  expect(masked).toMatchObject({ contactNumber: '138****5678', idCard: '110***********002X' });
});
