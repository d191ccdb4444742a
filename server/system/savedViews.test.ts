import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SavedView } from '#domain/system/savedViewCalls.ts';
import { openTestApp, type TestApp } from '../testing.ts';

const at = '/api/blade-system/saved-view';
const screen = '/basic/laboratory';
const content = {
  search: { laboratoryName: '北京' },
  sort: { key: 'laboratoryCode', isDescending: true },
  columns: { order: ['laboratoryName'], hidden: { remark: true }, pins: {}, widths: { laboratoryName: 200 } },
};
let house: TestApp;
beforeAll(async () => {
  house = await openTestApp();
});
afterAll(() => house.close());

const views = async (account: string, of = screen): Promise<readonly SavedView[]> =>
  (await (await house.as(account)).get(`${at}/list`, { screen: of })).json().data;
const save = async (account: string, more: object) => (await house.as(account)).post(`${at}/save`, { screen, content, ...more });
const post = async (account: string, verb: string, body: object) => (await house.as(account)).post(`${at}/${verb}`, body);

test('a person keeps views of a list, under names of their own, and opens with one of them', async () => {
  const made = await save('entry1', { name: '  我的北京 ', isDefault: true });
  expect(made.statusCode, made.body).toBe(200);
  const { id } = made.json().data;
  expect(await views('entry1')).toEqual([expect.objectContaining({ id, name: '我的北京', content, isOwn: true, isShared: false, isDefault: true })]);
  expect(await views('entry1', '/basic/client')).toEqual([]);
  expect((await save('entry1', { name: '我的北京' })).statusCode).toBe(409);
  // A repeat with its key is one view.
  const twice = await house.as('entry1');
  for (let n = 0; n < 2; n++)
    expect((await twice.post(`${at}/save`, { screen, content, name: '重复' }, { 'idempotency-key': 'view-repeat-1' })).statusCode).toBe(200);
  expect((await views('entry1')).length).toBe(2);
  expect((await save('entry1', { id, name: '改名', content: { ...content, sort: null } })).statusCode).toBe(200);
  expect((await views('entry1')).find((one) => one.id === id)).toMatchObject({ name: '改名', content: { sort: null }, isDefault: true });
  expect((await post('entry1', 'set-default', { screen, id: null })).statusCode).toBe(200);
  expect((await views('entry1')).some(({ isDefault }) => isDefault)).toBe(false);
});

test('they are nobody else’s unless who may set parameters offers them to everybody', async () => {
  const [mine] = await views('entry1');
  expect(await views('entry2')).toEqual([]);
  expect((await post('entry2', 'remove', { id: mine!.id })).statusCode).toBe(404);
  expect((await save('entry2', { id: mine!.id, name: 'x' })).statusCode).toBe(404);
  expect((await post('entry2', 'set-default', { screen, id: mine!.id })).statusCode).toBe(404);
  expect((await save('entry2', { name: '大家的', isShared: true })).statusCode).toBe(403);
  const shared = (await save('admin', { name: '大家的', isShared: true })).json().data.id as string;
  expect(await views('entry2')).toEqual([expect.objectContaining({ id: shared, isShared: true, isOwn: false, isDefault: false })]);
  expect((await post('entry2', 'set-default', { screen, id: shared })).statusCode).toBe(200);
  expect((await views('entry2'))[0]?.isDefault).toBe(true);
  expect((await views('admin')).find(({ id }) => id === shared)?.isDefault).toBe(false);
  expect((await post('entry2', 'remove', { id: shared })).statusCode).toBe(403);
  expect((await save('admin', { id: shared, name: '大家的', isShared: false })).statusCode).toBe(200);
  expect(await views('entry2')).toEqual([]);
  expect((await post('admin', 'remove', { id: shared })).statusCode).toBe(200);
  expect(await views('admin')).toEqual([]);
});

test('a patient stays out of it, and what is no view is refused', async () => {
  const receipts = '/search/sample-receipt';
  const { resources } = await import('#domain/resources.ts');
  const found = resources.find(({ fields, screens }) => screens?.length && Object.values(fields).some(({ patient }) => patient));
  const route = found?.screens?.[0]?.route ?? receipts;
  const name = Object.entries(found!.fields).find(([, { patient }]) => patient)![0];
  const made = await save('admin', { screen: route, name: '某人', content: { ...content, search: { [name]: '张三', other: '1' } } });
  expect(made.statusCode, made.body).toBe(200);
  expect((await views('admin', route))[0]?.content.search).toEqual({ other: '1' });
  for (const body of [{ name: '' }, { name: 'x', content: {} }, { name: 'x', screen: 'javascript:1' }, { name: 'x'.repeat(41) }])
    expect((await save('admin', body)).statusCode, JSON.stringify(body)).toBe(400);
});
