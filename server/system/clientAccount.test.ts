import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing.ts';

const base = (path: string): string => `/api/accession-lims-base/${path}`;
const own = (path: string): string => base(`client-account/${path}`);
let house: TestApp;
let role: string;
let dept: string;
const clients: string[] = [];

const post = async (account: string, path: string, body: unknown) => {
  const answer = await (await house.as(account)).post(path, body);
  return { status: answer.statusCode, ...answer.json<{ data: any; msg: string; problems?: { field: string }[] }>() };
};
const list = async (query: Record<string, string> = {}): Promise<Record<string, unknown>[]> =>
  (await (await house.as('ops')).get(own('page'), { size: '100', ...query })).json<{ data: { records: Record<string, unknown>[] } }>().data.records;
const idOf = async (query: ReturnType<typeof sql>): Promise<string> => String((await house.database.orm.execute<{ id: string }>(query)).rows[0]?.id);
const accounts = async (query: Record<string, string> = {}): Promise<unknown[]> =>
  (await list(query)).map(({ account }) => String(account)).toSorted();

beforeAll(async () => {
  house = await openTestApp();
  role = await idOf(sql`select id from role where role_alias = 'sales'`);
  dept = await idOf(sql`select id from department where is_deleted = 0 order by id limit 1`);
  for (const [clientCode, clientName] of [
    ['H001', '市一医院'],
    ['H002', '市二医院'],
  ])
    clients.push(String((await post('ops', base('send-sample-client/save'), { clientCode, clientName })).data.id));
});
afterAll(() => house.close());

it('is made by hand for one client, and says who, how and whose numbers', async () => {
  const record = { account: 'nurse1', name: '张护士', sendSampleClientId: clients[0], roleId: [role], deptId: [dept] };
  const made = await post('ops', own('submit'), record);
  expect(made.status, made.msg).toBe(200);
  expect(made.data.oneTimePassword).toHaveLength(16);
  const segment = { segmentName: '市一自有', codeType: 1, sendSampleClientId: clients[0], prefix: 'HA', digits: 6, firstNumber: 1, lastNumber: 999 };
  expect((await list())[0]).toMatchObject({
    account: 'nurse1',
    name: '张护士',
    sendSampleClientName: '市一医院',
    buildType: 2,
    status: 1,
    selfNumberSegment: 0,
  });
  expect((await post('ops', '/api/accession-lims-code/number-segment/save', segment)).status).toBe(200);
  const { rows } = await house.database.orm.execute<{ name: string }>(sql`select real_name as name from user_account where account = 'ops'`);
  expect((await list())[0]).toMatchObject({ selfNumberSegment: 1, creator: rows[0]?.name, groupNames: null });
  expect((await post('ops', own('submit'), { id: made.data.id, name: '张护士长', buildType: 1 })).status).toBe(200);
  expect((await list({ name: '护士长' }))[0]).toMatchObject({ name: '张护士长', buildType: 2, sendSampleClientId: clients[0] });
});

it('is opened for a client as one of many: called as the client, once', async () => {
  const asked = (at: number) => ({ sendSampleClientId: clients[at], roleId: [role], deptId: [dept], buildType: 1 });
  for (const at of [0, 1]) expect((await post('ops', own('submit'), asked(at))).status).toBe(200);
  expect(await accounts({ buildType: '1' })).toEqual(['H001', 'H002']);
  expect((await list({ buildType: '1' })).map(({ name }) => String(name)).toSorted()).toEqual(['市一医院', '市二医院']);
  expect(await post('ops', own('submit'), asked(1))).toMatchObject({ status: 400, msg: '该单位已有系统账号: H002' });
  expect(await accounts({ sendSampleClientId: clients[0] ?? '' })).toEqual(['H001', 'nurse1']);
});

it('needs a client; leads to no account of the house and to none of another list', async () => {
  const nobody = { account: 'nobody', name: '无单位', roleId: [role], deptId: [dept] };
  expect((await post('ops', own('submit'), nobody)).problems).toMatchObject([{ field: 'sendSampleClientId' }]);
  expect((await post('ops', own('submit'), { ...nobody, sendSampleClientId: '9' })).problems).toMatchObject([{ field: 'sendSampleClientId' }]);
  const lab = await idOf(sql`select id from user_account where account = 'lab'`);
  const third = (await post('ops', '/api/blade-user/user-third/submit', { account: 'partner', realName: '伙伴', roleId: [role], deptId: [dept] }))
    .data.id;
  for (const id of [lab, third]) {
    for (const path of ['enable', 'disable', 'reset-password']) expect((await post('ops', own(path), { ids: id })).status, path).toBe(404);
    expect((await post('ops', own('submit'), { id, name: '改' })).status).toBe(404);
  }
  expect(await accounts()).toEqual(['H001', 'H002', 'nurse1']);
});

it('is stopped, let in again and given a new password by those who may; counts for the tenant’s quota', async () => {
  const [row] = await list({ account: 'H002' });
  expect((await post('ops', own('disable'), { ids: row?.['accountId'] })).status).toBe(200);
  expect((await list({ account: 'H002' }))[0]?.['status']).toBe(2);
  expect((await post('ops', own('enable'), { ids: row?.['accountId'] })).status).toBe(200);
  expect((await list({ account: 'H002' }))[0]?.['status']).toBe(1);
  expect((await post('ops', own('reset-password'), { ids: row?.['accountId'] })).data).toMatchObject([{ account: 'H002' }]);
  expect((await (await house.as('sales')).get(own('page'))).statusCode).toBe(200);
  expect((await post('sales', own('disable'), { ids: row?.['accountId'] })).status).toBe(403);
  expect((await (await house.as('lab')).get(own('page'))).statusCode).toBe(403);
  await house.database.orm.execute(
    sql`update tenant set account_number = (select count(*) from user_account where tenant_id = '000000' and is_deleted = 0) where tenant_id = '000000'`,
  );
  const more = await post('ops', own('submit'), {
    account: 'nurse2',
    name: '李护士',
    sendSampleClientId: clients[1],
    roleId: [role],
    deptId: [dept],
  });
  expect([more.status, more.msg]).toEqual([400, expect.stringContaining('租户账号额度已满')]);
});
