import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSession, type TestSession } from './sessionTesting.ts';
import { sessionSettingsOf } from './sessionSettings.ts';

describe('a password that must be changed every 90 days', () => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openTestSession({ settings: { passwordDays: 90 } });
  });
  afterAll(() => session.close());

  it('is asked to be changed with 423 once it is older, by every call but those of the session', async () => {
    const fresh = await session.login('lab');
    expect((await session.get('/api/test/whoami', fresh.access_token)).statusCode).toBe(200);
    session.pass(91 * 86_400_000);
    const { access_token } = await session.login('lab');
    const refused = await session.get('/api/test/whoami', access_token);
    expect([refused.statusCode, refused.json().code, refused.json().msg]).toEqual([423, 423, '密码已过期,请修改密码']);
    expect((await session.get('/api/test/whoami', access_token, { 'accept-language': 'en' })).json().msg).toBe(
      'Your password has expired, change it',
    );
    expect((await session.get('/api/blade-auth/oauth/user-info', access_token)).statusCode).toBe(200);
  });
});

describe('settings of the session from the environment', () => {
  it('are the usual ones where nothing is said', () => {
    expect(sessionSettingsOf({})).toEqual({ isTenantMode: false, publicUrl: null, crypto: null, client: 'accession:accession_secret' });
  });
  it('are read', () => {
    const env = {
      TENANT_MODE: '1',
      TOKEN_SECONDS: '60',
      PASSWORD_DAYS: '90',
      PUBLIC_URL: 'https://lab.example/',
      CRYPTO: 'token,body',
      CRYPTO_KEY: 'k'.repeat(32),
      CLIENT_ID: 'north',
      CLIENT_SECRET: 'lab-1',
    };
    expect(sessionSettingsOf(env)).toEqual({
      isTenantMode: true,
      tokenSeconds: 60,
      passwordDays: 90,
      publicUrl: 'https://lab.example',
      crypto: { key: 'k'.repeat(32), isTokenSealed: true, isBodySealed: true },
      client: 'north:lab-1',
    });
  });
  it.each([
    [{ TOKEN_SECONDS: '-1' }, 'TOKEN_SECONDS'],
    [{ PASSWORD_DAYS: 'often' }, 'PASSWORD_DAYS'],
    [{ PUBLIC_URL: 'lab' }, 'PUBLIC_URL'],
    [{ CRYPTO: 'all', CRYPTO_KEY: 'k'.repeat(16) }, 'CRYPTO'],
    [{ CRYPTO: 'body', CRYPTO_KEY: 'short' }, 'CRYPTO_KEY'],
    [{ CLIENT_ID: 'a:b' }, 'CLIENT_ID'],
  ])('%j is refused by name', (env, name) => {
    expect(() => sessionSettingsOf(env)).toThrow(name);
  });
});
