import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, testPassword, type TestApp } from '#server/testing.ts';
import { sealWithSm2, openWithSm2, makeSm2Pair } from './sm2Key.ts';

const saber = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

let house: TestApp;
let key = '';
beforeAll(async () => {
  house = await openTestApp();
  key = (await house.app.inject('/api/blade-auth/oauth/public-key')).json().data.sm2PublicKey;
});
afterAll(() => house.close());

const token = (query: Record<string, string>, headers: Record<string, string> = {}, remoteAddress = '10.1.0.1') =>
  house.app.inject({ method: 'POST', url: '/api/blade-auth/token', query, headers: { authorization: saber, ...headers }, remoteAddress });
const login = (account: string, password = testPassword, remoteAddress = '10.1.0.1') =>
  token({ grantType: 'password', tenantId: '000000', account, password: sealWithSm2(password, key), type: 'account' }, {}, remoteAddress);

describe('SM2 passwords', () => {
  it('are opened with and without the leading 04, and nothing else is', () => {
    const pair = makeSm2Pair();
    const sealed = sealWithSm2('口令 pass-1', pair.publicKey);
    expect(openWithSm2(pair, sealed)).toBe('口令 pass-1');
    expect(openWithSm2(pair, `04${sealed}`)).toBe('口令 pass-1');
    expect(openWithSm2(makeSm2Pair(), sealed)).toBeNull();
    expect(openWithSm2(pair, `${sealed.slice(0, -2)}00`)).toBeNull();
    for (const junk of ['', 'admin', '04'.repeat(120), 'f'.repeat(202), 'a'.repeat(2_000)]) expect(openWithSm2(pair, junk)).toBeNull();
  });

  it('are sealed with a key that a restart keeps', async () => {
    const { createApp } = await import('#server/app.ts');
    const again = await createApp({ database: house.database, isCaptchaOn: false });
    expect((await again.inject('/api/blade-auth/oauth/public-key')).json().data.sm2PublicKey).toBe(key);
    await again.close();
    expect(key).toMatch(/^04[0-9a-f]{128}$/);
  });
});

describe('signing in by the public flavour', () => {
  it('answers the wrapped camelCase body, and its token opens the calls', async () => {
    const answer = await login('lab');
    expect(answer.statusCode).toBe(200);
    const { code, success, data } = answer.json();
    expect([code, success]).toEqual([200, true]);
    expect(data).toMatchObject({ tokenType: 'bearer', tenantId: '000000', account: 'lab', authority: 'lab', expiresIn: 3600 });
    expect(typeof data.userId).toBe('string');
    const own = await house.app.inject({ url: '/api/blade-system/user/info', headers: { 'blade-auth': `bearer ${data.accessToken}` } });
    expect(own.json().data).toMatchObject({ account: 'lab' });
    const roles = await house.app.inject({ url: '/api/user/getUserInfo', headers: { 'blade-auth': `bearer ${data.accessToken}` } });
    expect(roles.json().data.roles).toEqual(['lab']);
  });

  it('renews, and a used-up token ends the sign-in as everywhere', async () => {
    const { data } = (await login('sales')).json();
    const renewed = (await token({ grantType: 'refresh_token', refreshToken: data.refreshToken, scope: 'all' })).json();
    expect(renewed.data).toMatchObject({ account: 'sales', tokenType: 'bearer' });
    const access = (await token({ grantType: 'refresh_token', refreshToken: renewed.data.accessToken })).json();
    expect(access).toMatchObject({ code: 400, success: false, data: {} });
  });

  it('says what was wrong in the envelope, and locks an account after five tries under either flavour', async () => {
    const wrong = await login('entry1', 'not-this-one', '10.1.0.9');
    expect([wrong.statusCode, wrong.json()]).toEqual([
      400,
      expect.objectContaining({ code: 400, success: false, data: {}, msg: '用户名或密码错误' }),
    ]);
    for (let again = 0; again < 4; again++) await login('entry1', 'not-this-one', `10.1.1.${again}`);
    expect((await login('entry1', testPassword, '10.1.2.1')).json().msg).toBe('用户登录失败次数过多');
    await expect(house.as('entry1')).rejects.toThrow('用户登录失败次数过多');
    expect((await token({ grantType: 'password', tenantId: '999999', account: 'lab', password: sealWithSm2('x', key) })).json().msg).toBe(
      '用户租户不存在',
    );
    const unknown = await house.app.inject({ method: 'POST', url: '/api/blade-auth/token', headers: { authorization: 'Basic eDp5' } });
    expect([unknown.statusCode, unknown.json().code]).toEqual([400, 400]);
  });

  it('ends the sign-in by POST, and keeps the faults a client reports', async () => {
    const { accessToken } = (await login('audit1')).json().data;
    const headers = { 'blade-auth': `bearer ${accessToken}` };
    const sent = await house.app.inject({
      method: 'POST',
      url: '/api/user/send-logs',
      headers,
      payload: [{ type: 'error', message: 'broken', url: '/x', stack: 'at y' }],
    });
    expect(sent.json().code).toBe(200);
    expect((await house.app.inject({ method: 'POST', url: '/api/blade-auth/logout', headers })).json()).toMatchObject({
      code: 200,
      account: 'audit1',
    });
    expect((await house.app.inject({ url: '/api/blade-system/user/info', headers })).statusCode).toBe(401);
    const admin = (await login('admin')).json().data.accessToken;
    const faults = await house.app.inject({ url: '/api/blade-log/error/list', headers: { 'blade-auth': `bearer ${admin}` } });
    expect(faults.json().data.records[0]).toMatchObject({ title: 'broken', requestUri: '/x', createBy: 'audit1' });
  });
});

describe('with captchas on', () => {
  it('asks for one, once, and lets nobody in without', async () => {
    const { createApp } = await import('#server/app.ts');
    const app = await createApp({ database: house.database, isCaptchaOn: true });
    const ask = (grantType: string, headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/api/blade-auth/token',
        query: { grantType, tenantId: '000000', account: 'lab', password: sealWithSm2(testPassword, key) },
        headers: { authorization: saber, ...headers },
      });
    const { data, code } = (await app.inject('/api/blade-auth/captcha')).json();
    expect([code, typeof data.key, data.image.slice(0, 10)]).toEqual([200, 'string', 'data:image']);
    const { captchaTable } = await import('#server/storage/sessionTables.ts');
    const answers = await house.database.orm.select().from(captchaTable);
    const right = { 'captcha-key': data.key, 'captcha-code': answers.find((row) => row.key === data.key)?.answer ?? '' };
    expect((await ask('password', right)).json().code).toBe(400);
    expect((await ask('captcha', right)).json().data.account).toBe('lab');
    expect((await ask('captcha', right)).json().msg).toBe('验证码不正确');
    await app.close();
  });
});
