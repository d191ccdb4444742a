import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { addLines, type TestLine } from '#server/bill/billTesting.ts';
import { listExportJobs } from '#server/kernel/export/exportJob.ts';
import { rightsOf } from '#server/session/findAuthor.ts';
import { findSource } from '#server/steps.ts';
import { readRow } from '#server/storage/readRows.ts';
import { openHouse, type House } from '#server/walks/house.ts';

let house: House;
const ids: Record<string, string> = {};
beforeAll(async () => {
  house = await openHouse({ jobKinds: (database, blobs, jobs) => listExportJobs(database, blobs, jobs, findSource, rightsOf(database)) });
  const one = async (key: string, text: ReturnType<typeof sql>) =>
    void (ids[key] = (await readRow<{ id: string }>(
      house.database.orm,
      sql`select id::text as id from ${text} and tenant_id = '000000' order by id limit 1`,
    ))!.id);
  await one('customer', sql`client where is_bill = 1`);
  await one('unit', sql`send_sample_client where client_code = 'C0001'`);
  await one('laboratory', sql`laboratory where laboratory_code = 'SH01'`);
  await one('sales', sql`user_account where account = 'sales'`);
  await one('nipt', sql`commodity where commodity_code = 'NIPT01'`);
  await house.database.orm.execute(sql`update client set closing_day = 25 where id = ${ids['customer']!}`);
  await house.database.orm.execute(sql`update send_sample_client set bill_customer_id = ${ids['customer']!} where id = ${ids['unit']!}`);
});
afterAll(() => house.close());

const url = (path: string): string => callPath('bill', `checkQuery/${path}`, 'accession');
const get = async (account: string, path: string, query: Record<string, string>) => (await house.call(account, 'GET', url(path), { query })).body;
const add = (...lines: readonly TestLine[]) =>
  addLines(
    house.database,
    lines.map((line) => ({
      billCustomerId: ids['customer']!,
      sendSampleClientId: ids['unit']!,
      contractLaboratoryId: ids['laboratory']!,
      commodityId: ids['nipt']!,
      contactNumber: '13800000000',
      ...line,
    })),
  );

it('states a customer’s cycle by its closing day, to the fen, in list, sum and file; sales states its own clients', async () => {
  const [first, last, gift, open, red] = await add(
    { auditTime: '2026-06-26 00:00:00', price: 118_001 },
    { auditTime: '2026-07-25 23:59:59', price: 117_200, salesmanId: ids['sales']!, executeLaboratoryId: ids['laboratory']! },
    { auditTime: '2026-07-10 10:00:00', price: 0, chargeType: 2, businessType: 2 },
    { auditTime: '2026-07-11 10:00:00', price: null },
    { auditTime: '2026-07-12 10:00:00', price: 118_001, sign: -1, creditOf: '77' },
    { auditTime: '2026-06-25 23:59:59' },
    { auditTime: '2026-07-26 00:00:00' },
    { auditTime: '2026-07-10 10:00:00', excludedBy: 1 },
    { auditTime: '2026-07-10 10:00:00', state: 9 },
    { auditTime: '2026-07-10 10:00:00', state: 2, withdrawn: 1 },
  );
  const asked = { billCustomerId: ids['customer']!, cycleMonth: '2026-07', size: '100' };
  const { data } = await get('billing', 'customerQuery-list', asked);
  expect(data.records.map(({ lineId }: any) => lineId)).toEqual([first, gift, open, red, last]);
  expect(data.totals).toEqual({ qty: 3, totalAmountYuan: '1172.00' });
  expect(data.records.map(({ totalAmountYuan }: any) => totalAmountYuan)).toEqual(['1180.01', '0.00', null, '-1180.01', '1172.00']);
  const sum = { begin: '2026-06-26', end: '2026-07-25', qty: 3, totalAmountYuan: '1172.00', noPriceQty: 1 };
  expect((await get('billing', 'customerQuery-sum', asked)).data).toEqual(sum);
  expect((await get('billing', 'customerQuery-sum', { sendSampleClientId: ids['unit']!, cycleMonth: '2026-07' })).data).toEqual(sum);
  expect((await get('sales', 'customerQuery-sum', asked)).data).toEqual({ ...sum, qty: 1, noPriceQty: 0 });
  expect((await get('billing', 'customerQuery-list', { cycleMonth: '2026-07' })).data.total).toBe(0);
  expect(await get('billing', 'customerQuery-list', { ...asked, cycleMonth: '2026-13' })).toMatchObject({ success: false });

  const rows: Record<string, any> = {};
  for (const account of ['billing', 'sales']) {
    const begun = (
      await house.call(account, 'POST', url('customerQuery-download'), { body: { billCustomerId: ids['customer']!, cycleMonth: '2026-07' } })
    ).body.data;
    const state = async () => (await get(account, 'customerQuery-result', { taskId: begun.taskId })).data.state;
    await expect.poll(state, { timeout: 60_000 }).toBe(2);
    const fetched = await house.app.inject({
      method: 'GET',
      url: url('customerQuery-file'),
      query: { taskId: begun.taskId },
      headers: { 'blade-auth': `bearer ${await house.token(account)}` },
    });
    expect(fetched.statusCode).toBe(200);
    rows[account] = (await readXlsx(fetched.rawPayload)).sheets;
    expect(rows[account][0].rows).toHaveLength(begun.totalCount + 1);
    expect((await get('admin', 'customerQuery-result', { taskId: begun.taskId })).success).toBe(false);
  }
  const [lines, totals] = rows['billing'];
  expect(lines.rows).toHaveLength(6);
  expect(JSON.stringify(lines.rows)).toContain('测**');
  expect(JSON.stringify(lines.rows)).not.toContain('测试甲');
  expect(JSON.stringify([lines.rows, totals.rows])).not.toContain('13800000000');
  const told = new Map(totals.rows);
  expect([told.get('账期'), told.get('数量合计'), told.get('金额合计'), told.get('未定价数量')]).toEqual([
    '2026-06-26 ~ 2026-07-25',
    '3',
    '1172.00',
    '1',
  ]);
  expect(rows['sales'][0].rows).toHaveLength(2);
});

it('finds lines by all they are known by, and by pasted codes of any of their tubes', async () => {
  const [tube] = (
    await house.database.orm.execute<{
      id: string;
      code: string;
      other: string;
    }>(sql`select s.requisition_id::text as id, s.sample_code as code, t.sample_code as other
      from sample s join sample t on t.requisition_id = s.requisition_id and t.sample_code > s.sample_code where s.tenant_id = '000000' limit 1`)
  ).rows;
  const [a, b, c] = await add(
    { managerArea: '华东', sampleTime: '2026-01-02 08:00:00', supplementaryed: 1, sampleCode: 'WIDE1' },
    { managerArea: '华北', state: 0, reported: 0, auditTime: null, excludedBy: 2, requisitionId: tube!.id, sampleCode: tube!.code },
    { executeLaboratoryId: '99', state: 2, sampleCode: 'WIDE3' },
  );
  const found = async (query: Record<string, string>, account = 'billing') => {
    const { body } = await house.call(account, 'POST', url('integratedQuery-list'), { body: { current: 1, size: 200, ...query } });
    return body.data.records.map(({ lineId }: any) => lineId).filter((id: string) => [a, b, c].includes(id));
  };
  expect(await found({ managerArea: '华东', supplementaryed: '1', excluded: '0' })).toEqual([a]);
  expect(await found({ ifReported: '0', excluded: '1', billCustomerId: ids['customer']! })).toEqual([b]);
  expect(await found({ ordered: '1', billed: '0', executeLaboratoryId: '99' })).toEqual([c]);
  expect(await found({ sampleTimeBegin: '2026-01-02', sampleTimeEnd: '2026-01-02', contractLaboratoryId: ids['laboratory']! })).toEqual([a]);
  expect(await found({ sampleCodeStr: `wide1, ${tube!.other}` })).toEqual(expect.arrayContaining([a, b]));
  expect(await found({ sampleCodeStr: 'WIDE1' }, 'sales')).toEqual([]);
  const { body: told } = await house.call('billing', 'POST', url('integratedQuery-list'), { body: { sampleCodeStr: 'WIDE1' } });
  expect(told.data.records).toMatchObject([{ agentCustomerId: '12', agentCustomerName: null }]);
  const tooMany = Array.from({ length: 2_001 }, (_none, at) => `X${at}`).join(',');
  expect((await house.call('billing', 'POST', url('integratedQuery-list'), { body: { sampleCodeStr: tooMany } })).body).toMatchObject({
    refusal: 'bill.tooManyCodes',
  });
  const begun = await house.call('billing', 'POST', url('integratedQuery-download'), { body: { managerArea: '华东' } });
  expect(begun.body.data.totalCount).toBe(1);
});
