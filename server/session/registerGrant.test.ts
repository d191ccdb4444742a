import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, sealPassword, type TestApp } from '#server/testing.ts';
import { nowSql } from '#server/storage/clock.ts';

const authorization = `Basic ${Buffer.from('saber3:saber3_secret').toString('base64')}`;
const asked = { account: 'liwen', username: '小文', name: '李文', password: 'long-enough-1', phone: '19900001234', email: 'li@example.com' };

describe('the grant register', () => {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await openTestApp();
  });
  afterAll(() => opened.close());

  const register = async (query: Record<string, string>, headers: Record<string, string> = {}) =>
    (
      await opened.app.inject({
        method: 'POST',
        url: '/api/blade-auth/oauth/token',
        query: { grant_type: 'register', scope: 'all', ...query },
        headers: { authorization, 'tenant-id': '000000', ...headers },
      })
    ).json();
  const enter = async () =>
    (
      await opened.app.inject({
        method: 'POST',
        url: '/api/blade-auth/oauth/token',
        query: { grant_type: 'password', scope: 'all', username: 'liwen', password: await sealPassword(opened.app, asked.password) },
        headers: { authorization },
      })
    ).json();

  it('is for clients alone to which an administrator gave it', async () => {
    expect(await register(asked)).toMatchObject({ error_code: 3003 });
    const admin = await opened.as('admin');
    const { data } = (await admin.get('/api/blade-system/client/detail', { id: 'saber3' })).json();
    const authorizedGrantTypes = `${String(data.authorizedGrantTypes)},register`;
    expect((await admin.post('/api/blade-system/client/submit', { ...data, authorizedGrantTypes })).json().code).toBe(200);
  });

  it('says what is wrong, in the order of the specification', async () => {
    const said = async (query: Record<string, string>) => (await register({ ...asked, ...query })).error_description;
    expect(await said({ account: '', password: '' })).toBe('请先输入账号名称');
    expect(await said({ password: '' })).toBe('请先输入密码');
    expect(await said({ account: 'a b c' })).toContain('账号须为');
    expect(await said({ phone: '138' })).toBe('手机号码长度不为11位');
    expect(await said({ email: 'nobody' })).toBe('电子邮箱格式不正确');
    expect(await said({ password: 'short' })).toContain('密码须为');
    expect(await said({ account: 'LAB' })).toBe('当前账号已被使用!');
    expect(await register({ ...asked, phone: '138' }, { 'accept-language': 'en-US' })).toMatchObject({
      error_code: 2000,
      error_description: 'phone number length is not 11',
    });
    expect(await register(asked, { 'tenant-id': '777777' })).toMatchObject({ error_code: 2002 });
  });

  it('answers without a token, and lets nobody in before an administrator did', async () => {
    const body = await register(asked);
    expect(body).toMatchObject({ account: 'liwen', real_name: '李文', tenant_id: '000000', access_token: '', refresh_token: '', expires_in: 0 });
    expect((await register(asked)).error_description).toBe('当前账号已被使用!');
    expect(await enter()).toMatchObject({ error_code: 2005, error_description: '账号待管理员审核' });
    const { orm } = opened.database;
    const { rows } = await orm.execute(sql`select name, phone, email from user_account where account = 'liwen'`);
    expect(rows).toEqual([{ name: '小文', phone: '19900001234', email: 'li@example.com' }]);
    await orm.execute(
      sql`update user_account set status = 1, role_ids = (select array_agg(id) from role where role_alias = 'sales') where account = 'liwen'`,
    );
    expect(await enter()).toMatchObject({ account: 'liwen', role_name: 'sales' });
  });

  it('takes a hundred that wait and no more', async () => {
    const { orm } = opened.database;
    await orm.execute(sql`insert into user_account (id, tenant_id, account, real_name, name, status, sex, role_ids, dept_ids, create_user, create_time, update_user, update_time)
      select 900000 + n, '000000', 'waits' || n, 'w', 'w', 3, 3, '{}', '{}', 0, ${nowSql}, 0, ${nowSql}
      from generate_series(1, 100) n`);
    expect((await register({ ...asked, account: 'onemore' })).error_description).toBe('待审核的注册申请过多,请稍后再试');
  });
});
