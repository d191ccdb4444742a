import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { openPorts } from '#server/ports/ports.ts';
import { openTestApp, type TestApp } from '#server/testing.ts';
import { openTestProvider, type TestProvider } from './providerTesting.ts';

const authorization = `Basic ${Buffer.from('saber3:saber3_secret').toString('base64')}`;

describe('a login at a configured provider', () => {
  let opened: TestApp;
  let provider: TestProvider;
  beforeAll(async () => {
    opened = await openTestApp({ ports: openPorts(join(tmpdir(), `accession-sent-${process.pid}`), openOutgoing({ allow: '127.0.0.1' })) });
    provider = await openTestProvider({ appId: 'lab-console', secret: 'a secret & more' });
    const admin = await opened.as('admin');
    const common = {
      authorizeUrl: `${provider.url}/authorize`,
      tokenUrl: `${provider.url}/token`,
      userUrl: `${provider.url}/user`,
      appId: 'lab-console',
      appSecret: 'a secret & more',
    };
    for (const body of [
      { ...common, source: 'partner', providerName: '合作伙伴', providerNameEn: 'Partner', providerKind: 1, secretStyle: 2, sort: 1 },
      {
        ...common,
        source: 'directory',
        providerName: '集团目录',
        providerKind: 2,
        secretStyle: 1,
        subjectField: 'profile.uid',
        accountField: 'login',
        sort: 2,
      },
      { ...common, source: 'wrong', providerName: '配置错误', providerKind: 1, secretStyle: 2, appSecret: 'other', sort: 3 },
    ])
      expect((await admin.post('/api/blade-system/login-provider/submit', body)).json().code).toBe(200);
  });
  afterAll(async () => {
    await opened.close();
    await provider.close();
  });

  /** A browser that keeps its cookies: goes to the provider and comes back with what it was given. */
  async function comeBack(source: string): Promise<{ code: string; state: string; cookie: string }> {
    const begun = await opened.app.inject({ url: `/api/blade-auth/oauth/render/${source}`, headers: { host: 'console.example' } });
    expect(begun.statusCode).toBe(302);
    const back = await provider.visit(String(begun.headers.location));
    expect(`${back.origin}${back.pathname}`).toBe('http://console.example/login');
    const cookie = String(begun.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '', cookie: cookie.split(';', 1)[0] ?? '' };
  }
  const finish = async (query: Record<string, string>, cookie = '', headers: Record<string, string> = {}) =>
    opened.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { grant_type: 'social', scope: 'all', ...query },
      headers: { authorization, cookie, ...headers },
    });
  const quota = (most: ReturnType<typeof sql>) =>
    opened.database.orm.execute(sql`update tenant set account_number = ${most} where tenant_id = '000000'`);
  const register = async (body: Record<string, string>) =>
    (await opened.app.inject({ method: 'POST', url: '/api/blade-user/register-guest', query: body })).json();

  it('is offered on the login page, without its secrets', async () => {
    const answer = await opened.app.inject('/api/blade-auth/oauth/login-options');
    expect(answer.json().data).toMatchObject({
      isTenantMode: false,
      tokenSeconds: 3000,
      crypto: null,
      providers: [
        { source: 'partner', kind: 'social', name: ['合作伙伴', 'Partner'] },
        { source: 'directory', kind: 'sso', name: ['集团目录', '集团目录'] },
        { source: 'wrong', kind: 'social' },
      ],
    });
    expect(answer.body).not.toContain('secret &');
  });

  it('answers a person without an account as a guest, who asks for one and comes in once it is given', async () => {
    provider.user = { sub: 'p-1', name: '张新' };
    const first = await comeBack('partner');
    const guest = (await finish({ code: first.code, state: first.state, source: 'partner' }, first.cookie)).json();
    expect(guest).toMatchObject({ user_id: '-1', role_name: 'guest', access_token: '', refresh_token: '', user_name: '张新', tenant_id: '000000' });
    expect(guest.oauth_id).toMatch(/^[0-9a-f-]{36}$/);

    const asked = {
      tenantId: '000000',
      name: '张新',
      account: 'zhangxin',
      password: 'long-enough-1',
      password2: 'long-enough-1',
      oauthId: guest.oauth_id,
    };
    expect((await register({ ...asked, tenantId: '', account: '' })).msg).toBe('请先输入租户编号');
    expect((await register({ ...asked, account: '', password: '' })).msg).toBe('请先输入账号名称');
    expect((await register({ ...asked, password: '' })).msg).toBe('请先输入密码');
    expect((await register({ ...asked, password2: 'other' })).msg).toBe('两次密码输入不一致');
    expect((await register({ ...asked, password: 'short', password2: 'short' })).code).toBe(400);
    for (const account of ['lab', 'LAB']) expect((await register({ ...asked, account })).msg).toBe('当前账号已被使用!');
    expect((await register({ ...asked, oauthId: '11111111-1111-1111-1111-111111111111' })).msg).toBe('第三方登录已失效,请重新登录');
    // Whoever waits to be let in takes one of the tenant's accounts, too.
    await quota(sql`(select count(*) from user_account where tenant_id = '000000' and is_deleted = 0)`);
    expect((await register(asked)).msg).toMatch(/^租户账号额度已满/);
    await quota(sql`-1`);
    expect(await register(asked)).toMatchObject({ code: 200, data: true });
    expect((await register({ ...asked, account: 'zhangxin2' })).msg).toBe('第三方登录已失效,请重新登录');

    const second = await comeBack('partner');
    const waiting = (await finish({ code: second.code, state: second.state }, second.cookie)).json();
    expect(waiting).toMatchObject({ error_code: 2005, error_description: '账号待管理员审核' });

    const { orm } = opened.database;
    await orm.execute(
      sql`update user_account set status = 1, role_ids = (select array_agg(id) from role where role_alias = 'sales') where account = 'zhangxin'`,
    );
    const third = await comeBack('partner');
    const body = (await finish({ code: third.code, state: third.state, grant_type: 'social' }, third.cookie)).json();
    expect(body).toMatchObject({ account: 'zhangxin', real_name: '张新', role_name: 'sales', token_type: 'bearer' });
    const info = await opened.app.inject({ url: '/api/blade-auth/oauth/user-info', headers: { 'blade-auth': `bearer ${body.access_token}` } });
    expect(info.json().account).toBe('zhangxin');
    const admin = await opened.as('admin');
    const logged = (await admin.get('/api/blade-log/auth-log/page', { grantType: 'social' })).json().data.records;
    expect(logged.map((row: { errorCode: number | null }) => row.errorCode)).toEqual([null, 2005, 2008]);
  });

  it('binds the account that the own directory names, and refuses whom it does not know', async () => {
    provider.user = { profile: { uid: 77 }, login: 'billing', name: 'Zheng' };
    const first = await comeBack('directory');
    // A client of the family sends the state as its tenant (docs/wire.md#token).
    const query = { grant_type: 'authorization_code', code: first.code, redirect_uri: 'http://console.example/login', tenantId: first.state };
    expect((await finish(query, first.cookie, { 'tenant-id': first.state })).json()).toMatchObject({ account: 'billing', tenant_id: '000000' });
    provider.user = { profile: { uid: 77 }, login: 'renamed' };
    const again = await comeBack('directory');
    expect((await finish({ ...query, code: again.code, state: again.state }, again.cookie)).json().account).toBe('billing');
    provider.user = { profile: { uid: 78 }, login: 'stranger' };
    const stranger = await comeBack('directory');
    expect((await finish({ ...query, code: stranger.code, state: stranger.state }, stranger.cookie)).json()).toMatchObject({ error_code: 2008 });
  });

  it('never brings in an administrator by what the directory names, bound before or not', async () => {
    const bindings = async (): Promise<unknown> =>
      (
        await opened.database.orm.execute(
          sql`select subject from user_oauth o join user_account u on u.id = o.user_id where u.account in ('admin', 'ops')`,
        )
      ).rows;
    provider.user = { profile: { uid: 666 }, login: 'admin' };
    const named = await comeBack('directory');
    expect((await finish({ code: named.code, state: named.state }, named.cookie)).json()).toMatchObject({
      error_code: 2008,
      error_description: '超级管理员须用账号密码登录',
    });
    expect(await bindings()).toEqual([]);
    // Bound while they were none.
    provider.user = { profile: { uid: 667 }, login: 'ops' };
    const before = await comeBack('directory');
    expect((await finish({ code: before.code, state: before.state }, before.cookie)).json().account).toBe('ops');
    const { orm } = opened.database;
    const roles = (await orm.execute<{ ids: string }>(sql`select role_ids::text as ids from user_account where account = 'ops'`)).rows[0]?.ids;
    await orm.execute(
      sql`update user_account set role_ids = role_ids || (select id from role where role_alias = 'administrator' and tenant_id = '000000') where account = 'ops'`,
    );
    const after = await comeBack('directory');
    expect((await finish({ code: after.code, state: after.state }, after.cookie)).json().error_code).toBe(2008);
    await orm.execute(sql`update user_account set role_ids = ${roles}::bigint[] where account = 'ops'`);
  });

  it('takes a login back only once, in the browser that began it, of the provider it was begun at', async () => {
    provider.user = { sub: 'p-9' };
    const one = await comeBack('partner');
    const code = async (query: Record<string, string>, cookie: string): Promise<number> => (await finish(query, cookie)).json().error_code;
    expect(await code({ code: one.code, state: one.state }, '')).toBe(2007);
    expect(await code({ code: one.code, state: one.state }, one.cookie)).toBe(2007);
    const two = await comeBack('partner');
    expect(await code({ code: two.code, state: two.state, source: 'directory' }, two.cookie)).toBe(2007);
    const three = await comeBack('partner');
    expect(await code({ code: 'made up', state: three.state }, three.cookie)).toBe(2007);
    expect(await code({ code: three.code, state: 'made up' }, three.cookie)).toBe(2007);
    expect(await code({ code: '', state: '' }, '')).toBe(2000);
  });

  it('is refused where the provider refuses us, and leads back where there is none', async () => {
    provider.user = { sub: 'p-2' };
    const came = await comeBack('wrong');
    expect((await finish({ code: came.code, state: came.state }, came.cookie)).json()).toMatchObject({
      error_code: 2007,
      error_description: '第三方系统未确认登录,请重试',
    });
    const none = await opened.app.inject('/api/blade-auth/oauth/render/nobody');
    expect(none.headers.location).toBe('/login?error=provider_unknown');
  });
});
