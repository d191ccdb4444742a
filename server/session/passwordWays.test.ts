import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { userOauthTable } from '#server/storage/sessionTables.ts';
import { openTestApp, sealPassword, testPassword, type Caller, type TestApp } from '#server/testing.ts';

/** Every way a password is set refuses the same ones: what everybody tries first, and what says whose it is. */
let house: TestApp;
let admin: Caller;
const saber3 = `Basic ${Buffer.from('saber3:saber3_secret').toString('base64')}`;
interface Said {
  readonly code?: number;
  readonly error_code?: number;
  readonly msg: string;
  readonly refusal?: string;
  readonly data?: { readonly id?: string };
}
let roleId = '';
let deptId = '';
const idOf = async (query: ReturnType<typeof sql>): Promise<string> => String((await house.database.orm.execute<{ id: string }>(query)).rows[0]?.id);
beforeAll(async () => {
  house = await openTestApp();
  admin = await house.as('admin');
  roleId = await idOf(sql`select id from role where role_alias = 'sales'`);
  deptId = await idOf(sql`select id from department where is_deleted = 0 order by id limit 1`);
  await house.database.orm.execute(sql`update auth_client set grant_types = grant_types || ',register' where client_id = 'saber3'`);
});
afterAll(() => house.close());

const person = { account: 'xiaoming', realName: '李小明', name: 'Xiaoming', phone: '13912345678', email: 'ming.li@example.com' };
const post = async (path: string, body: object): Promise<Said> => (await admin.post(path, body)).json<Said>();
const anybody = async (path: string, query: Record<string, string>): Promise<Said> =>
  (await house.app.inject({ method: 'POST', url: path, query, headers: { authorization: saber3, 'tenant-id': '000000' } })).json<Said>();

const record = () => ({ ...person, roleId, deptId, status: 1 });
const saved = async (): Promise<string> =>
  (await idOf(sql`select coalesce((select id from user_account where account = 'xiaoming' and is_deleted = 0), 0) as id`)).replace(/^0$/, '') ||
  String((await post('/api/blade-system/user/submit', record())).data?.id);
const ways: Readonly<Record<string, (password: string) => Promise<Said>>> = {
  'a new account': async (password) => post('/api/blade-system/user/submit', { ...record(), account: 'xiaoming2', password }),
  'an account that is there': async (password) => post('/api/blade-system/user/submit', { id: await saved(), password }),
  'its other path': async (password) => post('/api/blade-system/user/update', { id: await saved(), password }),
  'a registration': async (password) =>
    anybody('/api/blade-auth/oauth/token', {
      grant_type: 'register',
      scope: 'all',
      account: 'xiaoming4',
      name: person.realName,
      username: person.name,
      phone: person.phone,
      email: person.email,
      password,
    }),
  'a guest’s registration': async (password) => {
    const oauthId = randomUUID();
    await house.database.orm.insert(userOauthTable).values({ id: oauthId, tenantId: '000000', source: 'x', subject: oauthId, seenTime: new Date() });
    const asked = { tenantId: '000000', name: person.realName, account: 'xiaoming', password, password2: password, oauthId };
    return anybody('/api/blade-user/register-guest', asked);
  },
};

it.each(Object.keys(ways))('%s', async (way) => {
  const set = ways[way]!;
  expect((await set('Password123!')).msg, 'common').toContain('过于常见');
  for (const own of ['Xiaoming-river-7', '李小明river-72', 'accession-2026-x']) expect((await set(own)).msg, own).toContain('密码不能包含');
  expect((await set('short1')).msg).toContain('密码须为');
});

it('one’s own change, and the tenant’s password for resets', async () => {
  const lab = await house.as('billing');
  const { rows } = await house.database.orm.execute<{ name: string; phone: string }>(
    sql`select real_name as name, phone from user_account where account = 'billing'`,
  );
  const { name, phone } = rows[0]!;
  const change = async (next: string): Promise<Said> => {
    const [oldPassword, newPassword] = await Promise.all([testPassword, next].map((text) => sealPassword(house.app, text)));
    return (await lab.post('/api/blade-user/update-password', { oldPassword, newPassword, newPassword1: newPassword })).json<Said>();
  };
  expect(await change('Qwerty123')).toMatchObject({ code: 400, refusal: 'password.common' });
  for (const own of ['billing-river-7', `${name}river-7`, `river${phone}x`])
    expect(await change(own), own).toMatchObject({ refusal: 'password.own' });
  expect(await change('river-lamp-42')).toMatchObject({ code: 200 });
  await post('/api/blade-system/param/submit', { paramName: '初始密码', paramKey: 'account.initPassword', paramValue: 'welcome123' });
  const saber = await house.app.inject({
    method: 'POST',
    url: '/api/blade-auth/token',
    query: { grantType: 'password', account: 'admin', password: await sealPassword(house.app, testPassword) },
    headers: { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` },
  });
  const reset = await house.app.inject({
    method: 'POST',
    url: '/api/blade-system/user/reset-password',
    query: { userIds: await saved() },
    headers: { 'blade-auth': `bearer ${saber.json<{ data: { accessToken: string } }>().data.accessToken}` },
  });
  expect(reset.json<Said>().msg).toContain('过于常见');
});
