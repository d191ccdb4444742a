import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing.ts';

const third = (path: string): string => `/api/blade-user/user-third/${path}`;
let house: TestApp;
beforeAll(async () => {
  house = await openTestApp();
});
afterAll(() => house.close());

const post = async (account: string, path: string, body: unknown) => {
  const answer = await (await house.as(account)).post(path, body);
  return { status: answer.statusCode, ...answer.json<{ data: any; msg: string; problems?: { field: string }[] }>() };
};
const list = async (): Promise<Record<string, unknown>[]> =>
  (await (await house.as('admin')).get(third('list'), { size: '100' })).json<{ data: { records: Record<string, unknown>[] } }>().data.records;
const idOf = async (query: ReturnType<typeof sql>): Promise<string> => String((await house.database.orm.execute<{ id: string }>(query)).rows[0]?.id);
const salesRole = (): Promise<string> => idOf(sql`select id from role where role_alias = 'sales'`);
const adminRole = (): Promise<string> => idOf(sql`select id from role where role_alias = 'administrator'`);
const anyDept = (): Promise<string> => idOf(sql`select id from department where is_deleted = 0 order by id limit 1`);

it('is made with a password for one use, kept out, let in again, and shows in its own list alone', async () => {
  const record = { account: 'hospital1', realName: '市一医院', roleId: [await salesRole()], deptId: [await anyDept()] };
  const made = await post('ops', third('submit'), record);
  expect(made.status, made.msg).toBe(200);
  expect(made.data.oneTimePassword).toHaveLength(16);
  expect((await list()).map(({ account }) => account)).toEqual(['hospital1']);
  const { id } = made.data as { id: string };
  expect((await post('ops', third('disableUser'), { ids: id })).status).toBe(200);
  expect((await list())[0]?.['status']).toBe(2);
  expect((await post('ops', third('ableUser'), { ids: id })).status).toBe(200);
  expect((await list())[0]?.['status']).toBe(1);
  expect((await post('ops', third('update'), { id, realName: '市一' })).status).toBe(200);
  expect((await list())[0]?.['realName']).toBe('市一');
  expect((await post('ops', third('reset-password'), { ids: id })).data).toMatchObject([{ account: 'hospital1' }]);
});

it('lets in who registered themselves once they have roles', async () => {
  await house.database.orm.execute(
    sql`insert into user_account (id, tenant_id, account, real_name, status, role_ids, dept_ids) values (77, '000000', 'guest7', '访客', 3, '{}', '{}')`,
  );
  expect((await list()).map(({ account }) => account)).toContain('guest7');
  const early = await post('ops', third('ableUser'), { ids: '77' });
  expect([early.status, early.problems?.map(({ field }) => field)]).toEqual([400, ['roleIds', 'deptIds']]);
  expect((await post('ops', third('update'), { id: '77', roleId: [await salesRole()], deptId: [await anyDept()] })).status).toBe(200);
  expect((await list()).find(({ account }) => account === 'guest7')?.['status']).toBe(1);
});

it('leads to no account of the house, and makes nobody an administrator', async () => {
  const lab = await idOf(sql`select id from user_account where account = 'lab'`);
  expect((await list()).map(({ account }) => account)).not.toContain('lab');
  for (const path of ['disableUser', 'ableUser', 'reset-password']) expect((await post('ops', third(path), { ids: lab })).status, path).toBe(404);
  expect((await post('ops', third('update'), { id: lab, realName: '改' })).status).toBe(404);
  const record = { account: 'hospital2', realName: '二院', roleId: [await adminRole()], deptId: [await anyDept()] };
  expect((await post('ops', third('submit'), record)).status).toBe(403);
  expect((await post('lab', third('disableUser'), { ids: '77' })).status).toBe(403);
});

it('nobody stops their own account; one that is stopped is signed in no more', async () => {
  const ops = await idOf(sql`select id from user_account where account = 'ops'`);
  expect((await post('ops', '/api/blade-system/user/submit', { id: ops, status: 2 })).status).toBe(400);
  const caller = await house.as('billing');
  expect((await caller.get('/api/blade-system/user/info')).statusCode).toBe(200);
  const billing = await idOf(sql`select id from user_account where account = 'billing'`);
  expect((await post('ops', '/api/blade-system/user/submit', { id: billing, status: 2 })).status).toBe(200);
  // Who a token stands for is remembered for ten seconds at most.
  for (let tries = 0; tries < 60; tries += 1) {
    if ((await caller.get('/api/blade-system/user/info')).statusCode === 401) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  expect((await caller.get('/api/blade-system/user/info')).statusCode).toBe(401);
  // Let in again, they sign in anew: what they were signed in by is over for good.
  expect((await post('ops', '/api/blade-system/user/submit', { id: billing, status: 1 })).status).toBe(200);
  const { rows } = await house.database.orm.execute<{ signIns: string; open: string }>(
    sql`select count(*)::text as "signIns", count(*) filter (where revoked_time is null)::text as open from refresh_session where user_id = ${billing}`,
  );
  expect(rows).toEqual([{ signIns: '1', open: '0' }]);
  expect((await caller.get('/api/blade-system/user/info')).statusCode).toBe(401);
});
