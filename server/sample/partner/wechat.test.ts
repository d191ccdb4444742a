import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { toMs } from '#domain/kernel/dates.ts';
import { freshCode, hoursAgo, openDesk, summaryPayload, type Desk } from '../deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Once: told a second later it would be another content. */
const samplingTime = hoursAgo(2);
const told = (sampleCode: string, more: object = {}) => ({
  sampleCode,
  sendSampleClientId: desk.master.clientId,
  contractLaboratoryId: desk.master.laboratoryId,
  commodityIds: [desk.master.single],
  personName: '受检者甲',
  sex: 2,
  age: 31,
  telephone: '19900001234',
  samplingTime,
  hospitalCode: `H${sampleCode}`,
  ...more,
});
const submit = (payload: object, account: 'reception' | 'lab' = 'reception') => desk.act('online', account, 'wechatEntry.submit', payload);
const list = async (query: Record<string, string>, account: 'reception' | 'lab' = 'reception') => {
  const answer = await (await desk.as(account)).get(callPath('sample', 'wechatEnter/list-hospital-sample-code-info', 'accession'), query);
  return { status: answer.statusCode, records: answer.json<{ data: { records: any[] } | null }>().data?.records ?? [] };
};
const lines = (code: string) => desk.rows<{ id: string }>(sql`select id::text as id from expected_sample where source = 2 and bar_code = ${code}`);

it('keeps a line for each code, told again and better until its tube is here', async () => {
  const sampleCode = freshCode('0');
  expect((await submit(told(sampleCode), 'lab')).code).toBe('403');
  const first = await submit(told(sampleCode));
  expect(first.status, JSON.stringify(first)).toBe('applied');
  const hours = (toMs(first.result.expectTime) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(72);
  expect((await submit(told(sampleCode))).result).toEqual(first.result);
  expect((await submit(told(sampleCode, { personName: '受检者乙', department: '儿科' }))).result.expectedId).toBe(first.result.expectedId);
  expect(await lines(sampleCode)).toHaveLength(1);
  expect((await list({ sampleCode })).records).toMatchObject([
    { personName: '受检者乙', department: '儿科', state: 0, commodityNames: expect.any(String), hospitalCode: `H${sampleCode}` },
  ]);
  // What was given up comes back with what is told of it now.
  await desk.orm.execute(sql`update expected_sample set state = 2, close_reason = '不送了' where bar_code = ${sampleCode}`);
  expect((await submit(told(sampleCode))).status).toBe('applied');
  expect((await list({ sampleCode })).records).toMatchObject([{ state: 0, closeReason: null, personName: '受检者甲' }]);

  // The tube is received at the clients' desk, as whatever is on its list.
  const tube = { sampleClassId: desk.master.blood, sampleQuantity: 1 };
  const here = await desk.act('online', 'reception', 'partner.receive', { partner: 'customer', thirdpartyBarCode: sampleCode, tube });
  expect(here.status, JSON.stringify(here)).toBe('applied');
  expect((await list({ sampleCode, state: '1' })).records).toMatchObject([{ requisitionCode: sampleCode, receiveTime: expect.any(String) }]);
  expect(await submit(told(sampleCode, { personName: '受检者丙' }))).toMatchObject({ status: 'conflict', code: 'wechatEntry.received' });
});

it('is told once by two at the same moment', async () => {
  const sampleCode = freshCode('0');
  const both = await Promise.all([submit(told(sampleCode)), submit(told(sampleCode))]);
  expect(new Set(both.map(({ result }) => result.expectedId)).size).toBe(1);
  expect(await lines(sampleCode)).toHaveLength(1);
});

it('says which value is none: a tube that is here, a client, its laboratory, a commodity', async () => {
  const received = summaryPayload(desk, desk.master.single);
  await desk.act('online', 'reception', 'summary.enter', received);
  expect((await submit(told(received.tubes[0]!.sampleCode))).code).toBe('wechatEntry.received');
  const code = freshCode('0');
  expect((await submit(told(code, { sendSampleClientId: desk.master.disabledClientId }))).code).toBe('wechatEntry.client');
  await desk.orm.execute(sql`update send_sample_client set contract_laboratory_id = null where id = ${desk.master.clientId}`);
  expect((await submit(told(code, { contractLaboratoryId: null }))).code).toBe('wechatEntry.laboratory');
  await desk.orm.execute(sql`update send_sample_client set contract_laboratory_id = ${desk.master.laboratoryId} where id = ${desk.master.clientId}`);
  expect((await submit(told(code, { commodityIds: ['1'] }))).code).toBe('wechatEntry.commodity');
  expect((await submit(told(code, { personName: '' }))).status).toBe('refused');
  expect(await lines(code)).toEqual([]);
  expect((await submit(told(code, { contractLaboratoryId: null }))).status).toBe('applied');
});

it('is found by either code and the client, within the person’s laboratories', async () => {
  const sampleCode = freshCode('0');
  await submit(told(sampleCode));
  const codes = async (query: Record<string, string>) => (await list(query)).records.map((row) => row.sampleCode);
  expect(await codes({ hospitalCode: `H${sampleCode}` })).toEqual([sampleCode]);
  expect(await codes({ sampleCode, sendSampleClientId: desk.master.clientId })).toEqual([sampleCode]);
  expect(await codes({ sampleCode, sendSampleClientId: '1' })).toEqual([]);
  expect((await list({}, 'lab')).status).toBe(403);
  const { id } = await desk.me('reception');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', array[1]::bigint[])`,
  );
  expect(await codes({ sampleCode })).toEqual([]);
  expect((await submit(told(sampleCode, { personName: '受检者丁' }))).status).toBe('refused');
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
});
