import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policies, type PolicyName } from '#domain/system/policies.ts';
import { basic, openTestSession, type TestSession } from '#server/session/sessionTesting.ts';
import { addressKey } from '#server/kernel/core/addressKey.ts';
import { ok } from '#server/kernel/core/answers.ts';
import { partsOf, type CallName, type Contract } from '#domain/kernel/contract.ts';
import { callPath } from '#domain/kernel/services.ts';
import { everyContract } from '#domain/listings.ts';
import { openHouse, product, routesOf } from '#server/walks/house.ts';
import { costOfPage } from './requestLimits.ts';

let session: TestSession;
let served = 0;
beforeAll(async () => {
  session = await openTestSession({
    isCaptchaOn: true,
    extend: (app) => {
      app.get('/api/test/export', { config: { cost: 'export' } }, async () => ok((served += 1)));
      app.get('/api/test/page', { config: { cost: costOfPage } }, async () => ok(true));
      app.post('/api/test/scans', { config: { openBecause: 'a test' } }, async () => ok(true));
    },
  });
  await set('limit.logins', 4);
  await set('limit.sheets', 3);
  await set('limit.bigPages', 3);
});
afterAll(() => session.close());

async function set(key: string, value: number): Promise<void> {
  await session.database.orm.execute(sql`update param set param_value = ${String(value)} where param_key = ${key}`);
  await session.core.policies.refresh();
}
const login = async (account: string, address: string): Promise<string> => {
  await session.core.policies.refresh();
  const { key } = (await from(address).inject('/api/blade-auth/oauth/captcha')).json();
  const { rows } = await session.database.orm.execute<{ answer: string }>(sql`select answer from captcha where key = ${key}`);
  const answer = await session.token(
    { grant_type: 'captcha', username: account, password: session.seal('test-password-1') },
    { 'captcha-key': key, 'captcha-code': rows[0]?.answer ?? '' },
    address,
  );
  return answer.json().access_token;
};
const from = (remoteAddress: string) => ({
  inject: (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
    session.app.inject({ url, method, headers, remoteAddress }),
});
const bearer = (token: string) => ({ 'blade-auth': `bearer ${token}` });

describe('limits of requests', () => {
  it('are far above what a laboratory of fifty desks behind one address asks for in a minute', () => {
    const usual = (name: PolicyName): number => Number(policies[name].usual);
    // Everybody signs in at eight, mistypes once and asks for three captchas.
    expect(usual('loginsPerMinute')).toBeGreaterThanOrEqual(50 * 2 * 3);
    expect(usual('sheetsPerMinute')).toBeGreaterThanOrEqual(60);
  });

  it.each(['/api/blade-auth/oauth/captcha', '/api/blade-auth/captcha'])('stop a flood of %s from one address, and no other', async (url) => {
    const address = url.includes('oauth') ? '10.0.1.1' : '10.0.1.2';
    for (let n = 0; n < 4; n++) expect((await from(address).inject(url)).statusCode).toBe(200);
    const refused = await from(address).inject(url, { 'accept-language': 'en-US' });
    expect(refused.statusCode).toBe(429);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.json()).toMatchObject({
      code: 429,
      success: false,
      data: null,
      refusal: 'request.tooOften',
      msg: `Too many requests: try again in ${seconds} s`,
    });
    expect((await from(address).inject(url)).json().msg).toMatch(/^请求过于频繁,请\d+秒后再试$/);
    expect((await from('10.0.1.9').inject(url)).statusCode).toBe(200);
  });

  it('stop a flood of logins before a password is looked at', async () => {
    const query = { grant_type: 'password', username: 'lab', password: 'x' };
    for (let n = 0; n < 4; n++) expect((await session.token(query, {}, '10.0.2.1')).statusCode).toBe(400);
    expect((await session.token(query, {}, '10.0.2.1')).statusCode).toBe(429);
    const other = { url: '/api/blade-auth/token', query: { grantType: 'password' }, headers: { authorization: basic('saber:saber_secret') } };
    for (let n = 0; n < 4; n++) expect((await session.app.inject({ ...other, method: 'POST', remoteAddress: '10.0.2.2' })).statusCode).toBe(400);
    expect((await session.app.inject({ ...other, method: 'POST', remoteAddress: '10.0.2.2' })).statusCode).toBe(429);
  });

  it('count what a session asks for by itself, and only what costs', async () => {
    const [mine, theirs] = [await login('lab', '10.0.3.1'), await login('entry1', '10.0.3.1')];
    const desk = from('10.0.3.1');
    for (let n = 0; n < 3; n++) expect((await desk.inject('/api/test/export', bearer(mine))).statusCode).toBe(200);
    const before = served;
    expect((await desk.inject('/api/test/export', bearer(mine))).statusCode).toBe(429);
    expect(served).toBe(before);
    expect((await desk.inject('/api/test/export', bearer(theirs))).statusCode).toBe(200);
    for (let n = 0; n < 20; n++) {
      expect((await desk.inject('/api/test/page?size=100', bearer(mine))).statusCode).toBe(200);
      expect((await desk.inject('/api/test/scans', {}, 'POST')).statusCode).toBe(200);
    }
    for (let n = 0; n < 3; n++) expect((await desk.inject('/api/test/page?size=500', bearer(mine))).statusCode).toBe(200);
    expect((await desk.inject('/api/test/page?pageSize=500', bearer(mine))).statusCode).toBe(429);
    expect((await desk.inject('/api/test/page', bearer(mine))).statusCode).toBe(200);
  });

  it('are off at 0', async () => {
    await set('limit.logins', 0);
    for (let n = 0; n < 10; n++) expect((await from('10.0.4.1').inject('/api/blade-auth/oauth/captcha')).statusCode).toBe(200);
  });
});

/** Calls that take a file and are not counted, and why. */
const cheapFiles: Readonly<Record<string, string>> = {
  'sample/requisition-image/upload': 'a desk’s own call: a page must come in',
  'sample/abnormal-registration/processing': 'photographs, which nobody reads',
  'sample/abnormal-registration/processingBatch': 'as above',
  'sample/abnormal-registration/addReject': 'as above',
  'sample/reject-record/addReject': 'as above',
  'sample/reject-record/reject-recovery': 'as above',
  'sample/reject-record/trackBatch': 'as above',
  'lab/lab-process/stop-recovery': 'as above',
  'user/upload-avatar': 'a picture of 256 KB, which nobody reads',
  'base/signature/save': 'a picture, which nobody reads',
  'base/sign-user/save': 'a form without a file',
  'flow/manager/deploy-upload': 'a drawing of 512 KB and 100 nodes at most',
};

describe('every call that costs much', () => {
  it('is counted: once a minute’s share is used up, each is told to wait before its body is read', async () => {
    const house = await openHouse();
    try {
      const told = async (method: string, path: string) => {
        const { status, text } = await house.answer('admin', method as 'GET', path, method === 'POST' ? { body: {} } : {});
        return status === 429 ? JSON.parse(text).refusal : status;
      };
      const taking = Object.entries<Contract>(everyContract).flatMap(([name, { isUpload }]) => (isUpload ? [partsOf(name as CallName)] : []));
      const counted = taking.filter(({ service, path }) => !Object.hasOwn(cheapFiles, `${service}/${path}`));
      expect(Object.keys(cheapFiles).filter((name) => !taking.some(({ service, path }) => `${service}/${path}` === name))).toEqual([]);
      const routes = routesOf(house.app).filter(({ url }) => /\/(import|export)$/.test(url));
      expect([counted.length > 6, routes.length > 100]).toEqual([true, true]);
      const all = [
        ...counted.map(({ method, service, path }) => ({ method, url: callPath(service, path, product) })),
        // What a desk that cannot send has kept must come in, as its own calls must.
        ...routes.filter(({ method, url }) => method !== 'HEAD' && !/:|offline\/import/.test(url)),
      ];
      const { body } = await house.call('admin', 'GET', '/api/blade-system/param/page', { query: { paramKey: 'limit.sheets' } });
      const limited = await house.call('admin', 'POST', '/api/blade-system/param/submit', { body: { ...body.data.records[0], paramValue: '1' } });
      expect(limited.status, limited.body.msg).toBe(200);
      // The one of each kind that is allowed.
      for (const kind of ['/export', '/import']) {
        const { method, url } = all.find((one) => one.url.endsWith(kind))!;
        expect(await told(method, url)).not.toBe('request.tooOften');
      }
      const free: string[] = [];
      for (const { method, url } of all) if ((await told(method, url)) !== 'request.tooOften') free.push(`${method} ${url}`);
      expect(free).toEqual([]);
    } finally {
      await house.close();
    }
  });
});

it('counts an address as what one house has', () => {
  expect(addressKey('192.0.2.1')).toBe('192.0.2.1');
  expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(addressKey('2001:DB8:0:7:1:2:3:4')).toBe('2001:db8:0:7::/64');
  expect(addressKey('2001:db8::7:1:2:3:4')).toBe('2001:db8:0:7::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});
