import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policies, policyNames } from '#domain/system/policies.ts';
import { basic } from '#server/session/sessionTesting.ts';
import { seedPolicies } from '#server/session/seedPolicies.ts';
import { bringTenantMenus } from '#server/session/tenantMenus.ts';
import { openTestApp, sealPassword, testPassword, type Caller, type TestApp } from '#server/testing.ts';
import { nowSql } from '#server/storage/clock.ts';

interface ParamRow {
  readonly id: string;
  readonly paramKey: string;
  readonly paramValue: string;
}
interface Said {
  readonly code: number;
  readonly msg: string;
  readonly problems?: readonly { readonly field: string; readonly code: string }[];
}
const base = '/api/blade-system/param';
const rowsOf = async (caller: Caller): Promise<ParamRow[]> =>
  (await caller.get(`${base}/list`, { size: '100' })).json<{ data: { records: ParamRow[] } }>().data.records;
const rowOf = async (caller: Caller, key: string): Promise<ParamRow> => (await rowsOf(caller)).find(({ paramKey }) => paramKey === key)!;
const save = async (caller: Caller, body: object): Promise<Said> => (await caller.post(`${base}/submit`, body)).json<Said>();
const set = async (caller: Caller, key: string, paramValue: string): Promise<Said> => save(caller, { ...(await rowOf(caller, key)), paramValue });
const tryToken = (opened: TestApp, query: Record<string, string>, headers: Record<string, string> = {}) =>
  opened.app.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { scope: 'all', ...query },
    headers: { authorization: basic('accession:accession_secret'), ...headers },
  });

describe('parameters that the product reads', () => {
  let opened: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    opened = await openTestApp();
    admin = await opened.as('admin');
  });
  afterAll(() => opened.close());

  it('all stand on the screen with their usual values', async () => {
    const shown = new Map((await rowsOf(admin)).map((row) => [row.paramKey, row.paramValue]));
    for (const name of policyNames) expect([name, shown.get(policies[name].key)]).toEqual([name, policies[name].usual]);
  });

  it('take values of their kind alone, keep their key, and are not removed', async () => {
    expect(await set(admin, 'offline.grantHours', 'long')).toMatchObject({ code: 400, problems: [{ field: 'paramValue', code: 'notNumber' }] });
    expect(await set(admin, 'offline.workingHours', '20:00-08:00')).toMatchObject({ problems: [{ field: 'paramValue', code: 'wrongShape' }] });
    const row = await rowOf(admin, 'offline.grantHours');
    expect((await save(admin, { ...row, paramKey: 'other.key' })).msg).toBe('系统参数的键名不可修改');
    expect((await admin.post(`${base}/remove?ids=${row.id}`)).json<Said>().msg).toContain('不能删除');
    expect((await rowOf(admin, 'offline.grantHours')).paramValue).toBe('12');
    // In another case it is the same parameter, and a second one there is not.
    expect(await save(admin, { paramName: 'x', paramKey: 'OFFLINE.granthours', paramValue: '3' })).toMatchObject({
      problems: [{ field: 'paramKey', code: 'taken' }],
    });
  });

  it('leave everything else to its people', async () => {
    expect((await save(admin, { paramName: '电话', paramKey: 'desk.phone', paramValue: 'any text' })).code).toBe(200);
    expect((await admin.post(`${base}/remove?ids=${(await rowOf(admin, 'desk.phone')).id}`)).json<Said>().code).toBe(200);
  });

  it('are no other tenant’s', async () => {
    const { orm } = opened.database;
    await orm.execute(sql`insert into tenant (tenant_id, tenant_name) values ('111111', 'other')`);
    // Its administrator.
    await orm.execute(
      sql`insert into role select (jsonb_populate_record(r, '{"id": 777, "tenant_id": "111111"}'::jsonb)).* from role r where role_alias = 'administrator'`,
    );
    await opened.database.transaction((tx) => bringTenantMenus(tx, '111111'));
    await orm.execute(sql`update user_account set tenant_id = '111111', role_ids = '{777}' where account = 'ops'`);
    await orm.execute(sql`update user_credential set tenant_id = '111111' where user_id = (select id from user_account where account = 'ops')`);
    const password = await sealPassword(opened.app, testPassword);
    const signed = await tryToken(opened, { grant_type: 'password', username: 'ops', password }, { 'tenant-id': '111111' });
    const headers = { 'blade-auth': `bearer ${signed.json<{ access_token: string }>().access_token}` };
    for (const paramKey of ['offline.grantHours', 'its.own']) {
      const payload = { paramName: 'x', paramKey, paramValue: '99' };
      expect((await opened.app.inject({ method: 'POST', url: `${base}/submit`, payload, headers })).statusCode).toBe(403);
    }
    for (const path of ['list', 'value?paramKey=log.errorDays', 'export'])
      expect((await opened.app.inject({ url: `${base}/${path}`, headers })).statusCode).toBe(403);
    await orm.execute(sql`update param set tenant_id = '111111' where param_key = 'log.errorDays'`);
    // What another tenant has under the key of a policy steers nothing.
    expect((await opened.app.inject('/api/blade-auth/oauth/login-options')).json().data.tokenSeconds).toBe(3000);
    await opened.database.transaction((tx) => seedPolicies(tx, { tenantId: '000000', userId: '0', now: '2026-01-01 00:00:00' }));
    expect((await rowOf(admin, 'log.errorDays')).paramValue).toBe('90');
  });

  it('steer what they say: how many failures lock, and for how long', async () => {
    expect((await set(admin, 'account.failCount', '3')).code).toBe(200);
    const wrong = await sealPassword(opened.app, 'wrong-1');
    const attempt = async (password = wrong) =>
      (await tryToken(opened, { grant_type: 'password', username: 'billing', password })).json<{ error_code?: number }>().error_code;
    expect([await attempt(), await attempt(), await attempt(), await attempt()]).toEqual([2004, 2004, 2004, 2003]);
    await opened.database.orm.execute(sql`update login_failure set last_time = ${nowSql} - interval '6 minutes'`);
    expect(await attempt()).toBe(2003);
    expect((await set(admin, 'account.lockMinutes', '5')).code).toBe(200);
    expect(await attempt(await sealPassword(opened.app, testPassword))).toBeUndefined();
  });

  it('steer the age of tokens and passwords at once', async () => {
    expect((await set(admin, 'session.tokenSeconds', '600')).code).toBe(200);
    expect((await opened.app.inject('/api/blade-auth/oauth/login-options')).json().data.tokenSeconds).toBe(600);
    await opened.database.orm.execute(sql`update user_credential set changed_time = ${nowSql} - interval '40 days'`);
    expect((await set(admin, 'account.passwordDays', '30')).code).toBe(200);
    expect((await (await opened.as('lab')).get('/api/blade-system/menu/routes')).statusCode).toBe(423);
  });
});

describe('a policy that the environment settles', () => {
  it('cannot be changed on the screen, and its parameter changes nothing', async () => {
    const opened = await openTestApp({ session: { tokenSeconds: 100 } });
    const admin = await opened.as('admin');
    expect((await set(admin, 'session.tokenSeconds', '600')).msg).toContain('TOKEN_SECONDS');
    expect((await set(admin, 'login.captcha', '0')).msg).toContain('CAPTCHA');
    // As it stands it may be saved, with another remark say.
    expect((await save(admin, { ...(await rowOf(admin, 'login.captcha')), remark: '由环境变量决定' })).code).toBe(200);
    expect((await opened.app.inject('/api/blade-auth/oauth/login-options')).json().data).toMatchObject({ tokenSeconds: 100, isCaptchaOn: false });
    await opened.close();
  });
});

describe('the captcha', () => {
  it('is asked for until somebody turns it off, also from who signed in with it', async () => {
    const opened = await openTestApp({ isCaptchaOn: undefined });
    const password = await sealPassword(opened.app, testPassword);
    const plain = async () => (await tryToken(opened, { grant_type: 'password', username: 'admin', password })).json<{ error_code?: number }>();
    expect((await plain()).error_code).toBe(4001);
    const { key } = (await opened.app.inject('/api/blade-auth/oauth/captcha')).json<{ key: string }>();
    const { rows } = await opened.database.orm.execute<{ answer: string }>(sql`select answer from captcha where key = ${key}`);
    const signed = await tryToken(
      opened,
      { grant_type: 'captcha', username: 'admin', password },
      { 'captcha-key': key, 'captcha-code': rows[0]!.answer },
    );
    const headers = { 'blade-auth': `bearer ${signed.json<{ access_token: string }>().access_token}` };
    const caller: Caller = {
      token: '',
      get: (url, query = {}) => opened.app.inject({ method: 'GET', url, query, headers }),
      post: (url, body) => opened.app.inject({ method: 'POST', url, payload: body as object, headers }),
    };
    expect((await set(caller, 'login.captcha', '0')).code).toBe(200);
    expect((await plain()).error_code).toBeUndefined();
    expect((await opened.app.inject('/api/blade-auth/oauth/captcha')).json().data.isOn).toBe(false);
    await opened.close();
  });
});

describe('an installation that kept policies in the table setting', () => {
  it('goes on with what it had, where that is well-formed', async () => {
    const opened = await openTestApp();
    const admin = await opened.as('admin');
    await opened.database.orm.execute(sql`delete from param`);
    await opened.database.orm.execute(
      sql`insert into setting (key, value) values ('offline.grantHours', '2.5'::jsonb), ('offline.workingHours', '"always"'::jsonb)`,
    );
    await opened.database.transaction((tx) => seedPolicies(tx, { tenantId: '000000', userId: '0', now: '2026-01-01 00:00:00' }));
    const shown = await rowsOf(admin);
    expect(shown).toHaveLength(policyNames.length);
    expect(shown.find(({ paramKey }) => paramKey === 'offline.grantHours')?.paramValue).toBe('2.5');
    expect(shown.find(({ paramKey }) => paramKey === 'offline.workingHours')?.paramValue).toBe('08:00-20:00');
    await opened.close();
  });
});
