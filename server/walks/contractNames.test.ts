import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Field } from '#domain/kernel/fields.ts';
import { listings } from '#domain/listings.ts';
import { resources } from '#domain/resources.ts';
import { openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';

// Names, booleans and sentences that the contract spells out, looked at in the answers themselves.
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const base = '/api/accession-lims-base';
const get = async (path: string, query: Record<string, string> = {}, account = 'admin') =>
  (await (await desk.as(account)).get(path, query)).json<{ code: number; msg: string; data: any }>();
const post = async (path: string, body: object, account = 'admin') =>
  (await (await desk.as(account)).post(path, body, { 'idempotency-key': randomUUID() })).json<{ code: number; msg: string; data: any }>();

it('receipts answer true and false, and names as text', async () => {
  const payload = summaryPayload(desk, desk.master.single);
  expect(await desk.act('online', 'reception', 'summary.enter', payload)).toMatchObject({ status: 'applied' });
  const path = '/api/accession-lims-search/comprehensive-query/sample-receiv-page';
  const row = (await get(path, { requisitionCode: payload.requisitionCode })).data.records[0];
  expect(row).toMatchObject({ rejection: false, resample: false });
  expect([typeof row.commodityNames, typeof row.panelName, typeof row.sendSampleClientCode]).toEqual(['string', 'string', 'string']);
  for (const [rejection, total] of [
    ['false', 1],
    ['0', 1],
    ['true', 0],
  ] as const)
    expect((await get(path, { requisitionCode: payload.requisitionCode, rejection })).data.total, rejection).toBe(total);
});

it('what can be switched off answers `disable` as its entity says, with who made and changed it', async () => {
  const affiliation = await post(`${base}/code-thirdparty-affiliation/save`, { affiliationName: '筛查项目' });
  const [row] = (await get(`${base}/code-thirdparty-affiliation/affiliation-page`)).data.records;
  expect(row).toMatchObject({ disable: 0, creator: '陈立', actionUserName: '陈立' });
  await post(`${base}/code-thirdparty-affiliation/disable`, { ids: affiliation.data.id });
  expect((await get(`${base}/code-thirdparty-affiliation/affiliation-page`)).data.records[0].disable).toBe(1);
});

it('mailboxes are answered as SMS configuration of type 2, too, page by page', async () => {
  for (const name of ['a', 'b', 'c'])
    await post(`${base}/emailManage/save`, {
      laboratoryId: desk.master.laboratoryId,
      deptName: '报告组',
      email: `${name}@example.com`,
      sendRange: 1,
      smtpHost: 'local',
      smtpPort: 25,
      mailSecurity: 3,
    });
  const whole = (await get(`${base}/smsConfig/page`, { smsConfigType: '2', size: '50' })).data;
  const mails = whole.records.filter((one: { email?: string }) => one.email);
  expect(mails.map((one: { email: string }) => one.email).toSorted()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
  expect(mails[0]).toMatchObject({ smsConfigType: 2, disable: false, deptName: '报告组' });
  expect(whole.total).toBe(whole.records.length);
  // Two a page: the same rows in the same order, each once.
  const paged: unknown[] = [];
  for (let current = 1; current <= Math.ceil(whole.total / 2); current += 1)
    paged.push(...(await get(`${base}/smsConfig/page`, { smsConfigType: '2', size: '2', current: String(current) })).data.records);
  expect(paged).toEqual(whole.records);
  const rules = (await get(`${base}/smsConfig/page`, { smsConfigType: '2', isRule: '1', size: '50' })).data;
  expect(rules.records.some((one: { email?: string }) => one.email)).toBe(false);
});

it('sales regions are words of the business dictionary wherever they are typed or searched', async () => {
  const words = (await get('/api/blade-system/dict-biz/dictionary', { code: 'business_region' })).data.map(
    (one: { dictValue: string }) => one.dictValue,
  );
  expect(words).toEqual(expect.arrayContaining(['华东', '西南']));
  const areas = [...resources, ...listings].flatMap(({ name, fields }) =>
    Object.entries<Field>(fields).flatMap(([key, field]) => (/manager?Area/.test(key) ? [`${name}: ${field.dictionary}`] : [])),
  );
  expect(areas.length).toBeGreaterThan(4);
  expect(areas.filter((one) => !one.endsWith(': business_region'))).toEqual([]);
});

it('a page has ten rows where nobody says otherwise, and the search service is asked by pageNum and pageSize', async () => {
  expect((await get(`${base}/commodity/page`)).data).toMatchObject({ current: 1, size: 10 });
  const path = '/api/accession-lims-search/comprehensive-query/sample-receiv-page';
  expect((await get(path)).data).toMatchObject({ current: 1, size: 10 });
  expect((await get(path, { pageNum: '2', pageSize: '3' })).data).toMatchObject({ current: 2, size: 3 });
  expect((await get(path, { pageIndex: '2', pageSize: '3' })).data).toMatchObject({ current: 2, size: 3 });
});

it('usable codes say whose they are by id and code', async () => {
  const answer = await get('/api/accession-lims-code/sample-code-apply/usable-code-range', { clientId: desk.master.clientId });
  expect(answer.data).toMatchObject({ clientId: desk.master.clientId, clientCode: 'C0001' });
});

it.each([
  ['/api/accession-lims-bill/pricePolicy/save', ['请输入参数名称', '请输入参数键值']],
  ['/api/blade-system/param/submit', ['请输入参数名称', '请输入参数键值']],
  ['/api/blade-system/dict/submit', ['请输入字典编号', '请输入字典名称', '请输入字典排序', '请选择封存']],
  ['/api/blade-system/dict-biz/submit', ['请输入字典编号', '请输入字典名称', '请输入字典排序', '请选择封存']],
  ['/api/blade-system/tenant-package/submit', ['请输入产品包名称', '请选择菜单']],
  ['/api/blade-user/register-guest', ['请先输入租户编号']],
])('%s asks for what is missing in the contract’s words', async (path, sentences) => {
  const { msg } = await post(path, { isSealed: '' });
  for (const sentence of sentences) expect(msg).toContain(sentence);
});
