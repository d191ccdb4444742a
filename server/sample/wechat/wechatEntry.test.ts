import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshCode, openDesk, summaryPayload, type Account, type Desk } from '../deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await desk.orm.execute(sql`update send_sample_client set contract_laboratory_id = ${desk.master.laboratoryId} where id = ${desk.master.clientId}`);
});
afterAll(() => desk.close());

const entry = (sampleCode: string, more: object = {}) => ({
  sampleCode,
  sendSampleClientId: desk.master.clientId,
  commodityIds: [desk.master.single],
  personName: '受检者甲',
  sex: 2,
  age: 31,
  hospitalCode: `H${sampleCode}`,
  telephone: '19900001234',
  ...more,
});
const submit = (payload: object, account: Account = 'reception') => desk.act('online', account, 'wechatEntry.submit', payload);
const list = async (query: Record<string, string>, account: Account = 'reception') =>
  desk.get(account, 'wechatEnter/list-hospital-sample-code-info', query);
const records = async (query: Record<string, string>) => (await list(query)).data.records as any[];

it('what a hospital fills in is found by its codes, told anew until the sample comes, and then it is here', async () => {
  const code = freshCode('0');
  expect(await submit(entry(code))).toMatchObject({ status: 'applied' });
  const [row] = await records({ sampleCode: code });
  expect(row).toMatchObject({ personName: '受检者甲', sex: 2, age: 31, hospitalCode: `H${code}`, state: 0, receiveTime: null });
  expect(await submit(entry(code))).toMatchObject({ status: 'applied' });
  expect(await submit(entry(code, { age: 32 }))).toMatchObject({ status: 'applied', result: { expectedId: row.expectedId } });
  expect(await records({ sampleCode: code, sendSampleClientId: desk.master.clientId })).toMatchObject([{ age: 32 }]);
  // Twice at once there is one line.
  const twin = freshCode('0');
  await Promise.all([submit(entry(twin)), submit(entry(twin), 'admin')]);
  expect(await records({ sampleCode: twin })).toHaveLength(1);
  // The customers' desk awaits it, and a reception marks it.
  const awaited = await (await desk.as('reception')).get('/api/accession-lims-op/customer-query/receive-page', { barCodes: code });
  expect(awaited.json<{ data: any }>().data.records).toMatchObject([{ sampleCode: code, personName: '受检者甲' }]);
  const summary = summaryPayload(desk, desk.master.single);
  const received = await desk.act('online', 'reception', 'summary.enter', {
    ...summary,
    requisitionCode: code,
    tubes: [{ ...summary.tubes[0]!, sampleCode: code }],
  });
  expect(received, JSON.stringify(received)).toMatchObject({ status: 'applied' });
  expect(await records({ sampleCode: code })).toMatchObject([{ state: 1, receiveTime: expect.any(String) }]);
  expect(await submit(entry(code, { age: 33 }))).toMatchObject({ status: 'conflict', code: 'wechat.arrived' });
});

it('names the field that is wrong, and needs a client that is on', async () => {
  expect((await submit({ ...entry(freshCode('0')), personName: '' })).problems?.[0]).toMatchObject({ field: 'personName', text: '请输入受检者姓名' });
  expect(await submit(entry(freshCode('0'), { sendSampleClientId: desk.master.disabledClientId }))).toMatchObject({ code: 'wechat.client' });
});

it('another laboratory sees and changes none of it', async () => {
  const code = freshCode('0');
  await submit(entry(code));
  const { id } = await desk.me('reception');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) select '000000', ${id}, 'laboratory', array_agg(id) from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId}`,
  );
  expect(await records({ sampleCode: code })).toEqual([]);
  expect(await submit(entry(code, { age: 50 }))).toMatchObject({ code: expect.stringMatching(/notYours|403/) });
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  expect(await records({ sampleCode: code })).toMatchObject([{ age: 31 }]);
  expect((await list({}, 'entry1')).status).toBe(403);
});
