import 'fake-indexeddb/auto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, CallError, servicePath } from './call.ts';
import { type CallEvent, onCallEvent } from './callEvents.ts';
import { deviceDb, type Session } from './deviceDb.ts';
import { publicKey as publicKeyOf } from './password.ts';
import { callSettings } from './request.ts';
import { login, logout, refresh, settleLogout } from './session.ts';
import { currentSession, keepSession, onSessionChange, sessionAtStart, type SessionChange } from './sessionStore.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Reply = { status?: number; body?: unknown; text?: string; hang?: boolean; drop?: boolean; delayMs?: number };

let seen: Seen[] = [];
let reply: (request: Seen) => Reply = () => ({});
let events: CallEvent[] = [];
let stopListening: () => void;
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const url = new URL(request.url ?? '/', 'http://desk');
    const one = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    seen.push(one);
    const { status = 200, body, text, hang, drop, delayMs = 0 } = reply(one);
    if (drop) return void request.socket.destroy();
    if (hang) return;
    setTimeout(() => {
      response.writeHead(status, { 'content-type': text === undefined ? 'application/json' : 'text/html' });
      response.end(text ?? JSON.stringify(body ?? { code: 200, success: true, data: null, msg: '操作成功' }));
    }, delayMs);
  });
});

const ann: Session = {
  userId: '1',
  tenantId: '000000',
  account: 'ann',
  realName: 'Ann',
  roleNames: ['entry1'],
  permissions: ['detail_enter'],
  deptId: '7',
  roleId: '8',
  accessToken: 'old',
  savedAt: 1,
  expiresAt: 2,
};
const tokenBody = (accessToken: string, userId = '1') => ({
  tenant_id: '000000',
  user_id: userId,
  account: 'ann',
  real_name: 'Ann',
  role_name: 'entry1,user',
  dept_id: '7',
  role_id: '8',
  access_token: accessToken,
  refresh_token: '',
  expires_in: 3600,
});
const isToken = (request: Seen): boolean => request.path === '/api/blade-auth/oauth/token';
const ok = (data: unknown): Reply => ({ body: { code: 200, success: true, data, msg: '操作成功' } });
const path = servicePath('base', 'laboratory/page');
const toasts = (): string[] => events.flatMap((event) => (event.type === 'failed' ? [event.message] : []));
const told = (type: CallEvent['type']): number => events.filter((event) => event.type === type).length;

async function failure(promise: Promise<unknown>): Promise<CallError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  callSettings.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  seen = [];
  events = [];
  reply = () => ({});
  callSettings.language = 'zh';
  await deviceDb.session.clear();
  await deviceDb.facts.clear();
  stopListening = onCallEvent((event) => events.push(event));
});
afterEach(() => stopListening());

describe('a call', () => {
  it('carries the headers of the contract and unwraps the envelope', async () => {
    await keepSession(ann, 'login');
    reply = () => ok({ records: [1], total: 1 });
    expect(await call('GET', path, { query: { current: 1, size: 10, name: '', ids: ['1', '2'], none: undefined } })).toEqual({
      records: [1],
      total: 1,
    });
    const [{ headers, query, path: asked } = {} as Seen] = seen;
    expect(asked).toBe('/api/accession-lims-base/laboratory/page');
    expect(Object.fromEntries(query)).toEqual({ current: '1', size: '10', ids: '1,2' });
    expect(headers['blade-auth']).toBe('bearer old');
    expect(headers['blade-requested-with']).toBe('BladeHttpRequest');
    expect(headers['accept-language']).toBe('zh-CN');
    expect(headers.authorization).toMatch(/^Basic /);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('sends JSON, and answers a body without envelope whole', async () => {
    reply = () => ({ body: { key: 'k', image: 'i' } });
    expect(await call('POST', path, { body: { a: 1 } })).toEqual({ key: 'k', image: 'i' });
    expect(seen[0]?.body).toBe('{"a":1}');
    expect(seen[0]?.headers['content-type']).toContain('application/json');
    expect(seen[0]?.headers['blade-auth']).toBeUndefined();
  });
});

describe('the error catalogue (docs/contract.md#errors)', () => {
  it('takes the code from error_code, else code, else the HTTP status, and the message from msg, else error_description, else its own', async () => {
    const cases: [Reply, number, string][] = [
      [{ status: 400, body: { error_code: 2004, code: 400, error_description: '用户名或密码错误' } }, 2004, '用户名或密码错误'],
      [{ status: 400, body: { code: 400, msg: '业务异常', error_description: 'x' } }, 400, '业务异常'],
      [{ status: 404, body: {} }, 404, '系统错误'],
      [{ status: 200, body: { code: 403, msg: '请求被拒绝' } }, 403, '请求被拒绝'],
      [{ status: 500, body: { code: 500, msg: '服务器异常' } }, 500, '服务器异常'],
    ];
    for (const [answer, code, message] of cases) {
      reply = () => answer;
      const error = await failure(call('GET', path));
      expect([error.kind, error.code, error.message]).toEqual(['answer', code, message]);
      expect(error.requestId).not.toBe('');
    }
    expect(toasts()).toEqual(cases.map(([, , message]) => message));
  });

  it('speaks the language of the user where the server has no sentence', async () => {
    callSettings.language = 'en';
    reply = () => ({ status: 404, body: {} });
    expect((await failure(call('GET', path))).message).toBe('System error');
    expect(seen[0]?.headers['accept-language']).toBe('en-US');
  });

  it('rejects whitelisted codes with the raw answer and without a toast; a quiet call toasts nothing', async () => {
    for (const code of [40000, 40004001, 40006001]) {
      reply = () => ({ body: { code, msg: 'm', more: code } });
      const error = await failure(call('GET', path));
      expect(error.code).toBe(code);
      expect(error.body).toMatchObject({ more: code });
    }
    reply = () => ({ status: 400, body: { code: 400, msg: 'm', problems: [{ field: 'a', code: 'required', params: {} }] } });
    expect((await failure(call('GET', path, { quiet: true }))).problems).toHaveLength(1);
    expect(toasts()).toEqual([]);
  });

  it('sends to the change of the password at 423', async () => {
    reply = () => ({ status: 423, body: { code: 423, msg: '请先修改密码' } });
    expect((await failure(call('GET', path))).code).toBe(423);
    expect(told('passwordChange')).toBe(1);
    expect(toasts()).toEqual([]);
  });

  it('says in our server’s own words why it cannot now, and may try again', async () => {
    reply = () => ({ status: 503, body: { code: 503, success: false, msg: '统计超时, 请缩小条件' } });
    const error = await failure(call('GET', path));
    expect([error.isTransport, error.isSaid, error.message]).toEqual([true, true, '统计超时, 请缩小条件']);
    reply = () => ({ status: 503, body: { error: 'upstream' } });
    const proxy = await failure(call('GET', path));
    expect([proxy.isTransport, proxy.isSaid, proxy.message]).toEqual([true, false, '服务器暂不可用(503)']);
  });

  it('rejects what is not our server as transport, without a toast', async () => {
    const cases: [Reply, CallError['kind']][] = [
      [{ status: 502, body: { code: 200 } }, 'broken'],
      [{ status: 503, text: 'busy' }, 'broken'],
      [{ status: 200, text: '<html>portal</html>' }, 'broken'],
      [{ drop: true }, 'network'],
    ];
    for (const [answer, kind] of cases) {
      reply = () => answer;
      const error = await failure(call('GET', path));
      expect([error.kind, error.isTransport]).toEqual([kind, true]);
    }
    expect(toasts()).toEqual([]);
  });

  it('tells a time-out from a cancelled call', async () => {
    reply = () => ({ hang: true });
    expect((await failure(call('GET', path, { timeoutMs: 50 }))).kind).toBe('timeout');
    const abort = new AbortController();
    const pending = failure(call('GET', path, { signal: abort.signal }));
    abort.abort();
    expect((await pending).kind).toBe('aborted');
  });
});

describe('401', () => {
  it('renews the token once for all who wait, and repeats each request once', async () => {
    await keepSession(ann, 'login');
    reply = (request) =>
      isToken(request)
        ? { body: tokenBody('new'), delayMs: 30 }
        : request.headers['blade-auth'] === 'bearer new'
          ? ok('done')
          : { status: 401, body: { code: 401, msg: '请求未授权' } };
    expect(await Promise.all([call('GET', path), call('POST', path, { body: { a: 1 } }), call('GET', path)])).toEqual(['done', 'done', 'done']);
    const renewals = seen.filter(isToken);
    expect(renewals).toHaveLength(1);
    expect(Object.fromEntries(renewals[0]?.query ?? [])).toMatchObject({ grant_type: 'refresh_token', tenantId: '000000', scope: 'all' });
    expect(renewals[0]?.headers['x-refresh-transport']).toBe('cookie');
    expect(seen).toHaveLength(7);
    expect(await currentSession()).toMatchObject({ accessToken: 'new', permissions: ['detail_enter'], roleNames: ['entry1', 'user'] });
    expect(toasts()).toEqual([]);
  });

  it('ends the session when the refresh is refused: said once, in the words of the spec', async () => {
    await keepSession(ann, 'login');
    const changes: SessionChange[] = [];
    const stop = onSessionChange((_session, change) => changes.push(change));
    reply = (request) =>
      isToken(request)
        ? { status: 400, body: { error_code: 2010, error_description: '令牌刷新错误或无效' } }
        : { body: { code: 401, msg: '请求未授权' } };
    const errors = await Promise.all([failure(call('GET', path)), failure(call('GET', path))]);
    stop();
    expect(errors.map(({ code }) => code)).toEqual([401, 401]);
    expect(events.filter(({ type }) => type === 'expired')).toEqual([{ type: 'expired', message: '用户令牌不可用，请重新登录' }]);
    expect(changes).toEqual(['expired']);
    expect(await currentSession()).toBeNull();
    expect(toasts()).toEqual([]);
  });

  it('ends the session when the 401 comes again with the new token', async () => {
    await keepSession(ann, 'login');
    reply = (request) => (isToken(request) ? { body: tokenBody('new') } : { status: 401, body: { code: 401, msg: '请求未授权' } });
    expect((await failure(call('GET', path))).code).toBe(401);
    expect(seen.filter((request) => !isToken(request))).toHaveLength(2);
    expect(told('expired')).toBe(1);
    expect(await currentSession()).toBeNull();
  });

  it('keeps the session when nobody could decide: server down, proxy error, too many requests', async () => {
    for (const answer of [
      { drop: true },
      { status: 503, body: { error_code: 5002 } },
      { status: 500, body: { error_code: 5000 } },
      { status: 429, body: { code: 429 } },
    ] satisfies Reply[]) {
      await keepSession(ann, 'login');
      reply = (request) => (isToken(request) ? answer : { status: 401, body: { code: 401 } });
      await failure(call('GET', path));
      expect(await currentSession()).toMatchObject({ accessToken: 'old' });
    }
    expect(told('expired')).toBe(0);
  });

  it('never lends the session to the person of another cookie', async () => {
    await keepSession(ann, 'login');
    reply = (request) => (isToken(request) ? { body: tokenBody('new', '2') } : { status: 401, body: { code: 401 } });
    await failure(call('GET', path));
    expect(await currentSession()).toBeNull();
  });

  it('does not renew for nobody', async () => {
    reply = () => ({ status: 401, body: { code: 401, msg: '缺失令牌,鉴权失败' } });
    expect((await failure(call('GET', path))).code).toBe(401);
    expect(seen).toHaveLength(1);
    expect(told('expired')).toBe(0);
  });
});

describe('a session', () => {
  const publicKey =
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gunVTLw7onLRnrq0/IzW7yWR7QkrmBL7jTKEn5u+qKhbwKfBstIs+bMY2Zkp18gnTxKLxoS2tFczGkPLPgizskuemMghRniWaoLcyehkd3qqGElvW/VDL5AaWTg0nLVkjRo9z+40RQzuVaE8AkAFmxZzow3x+VJYKdjykkJ0iT9wCS0DRTXu269V264Vf/3jvredZiKRkgwlL9xNAwxXFg0x/XFw005UWVRIkdgcKWTjpBP2dPwVZ4WWC+9aGVd+Gyn1o0CLelf4rEjGoXbAAEgAqeGUxrcIlbjXfbcmwIDAQAB';

  it('begins with password and captcha, encrypted, with the refresh token left to the cookie', async () => {
    reply = (request) => (request.path.endsWith('public-key') ? ok({ publicKey }) : { body: tokenBody('fresh') });
    const session = await login({ account: 'ann', password: '密码 12345678', captcha: { key: 'K', text: 'abcde' } });
    expect(session).toMatchObject({ userId: '1', accessToken: 'fresh', realName: 'Ann' });
    const asked = seen.find(isToken);
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({ grant_type: 'captcha', username: 'ann', type: 'account' });
    expect(asked?.query.get('password')).not.toContain('12345678');
    expect(asked?.query.get('password')).toHaveLength(344);
    expect(asked?.headers).toMatchObject({ 'captcha-key': 'K', 'captcha-code': 'abcde', 'tenant-id': '000000', 'x-refresh-transport': 'cookie' });
    expect(asked?.body).toBe('');
  });

  it('says the public key failed in the words of the spec, and goes on with a kept one', async () => {
    reply = (request) => (request.path.endsWith('public-key') ? { status: 500, body: { code: 500 } } : { body: tokenBody('fresh') });
    expect((await failure(login({ account: 'ann', password: 'x' }))).message).toBe('公钥获取失败');
    await deviceDb.facts.put({ key: 'publicKey', value: publicKey });
    expect((await login({ account: 'ann', password: 'x' })).accessToken).toBe('fresh');
  });

  it('uses the key the server gave where this desk cannot keep it', async () => {
    reply = (request) => (request.path.endsWith('public-key') ? ok({ publicKey }) : { body: tokenBody('fresh') });
    deviceDb.close({ disableAutoOpen: true });
    try {
      expect(await publicKeyOf()).toBe(publicKey);
    } finally {
      await deviceDb.open();
    }
  });

  it('ends without network too, and settles it with the server later', async () => {
    await keepSession(ann, 'login');
    reply = () => ({ drop: true });
    await logout();
    expect(await currentSession()).toBeNull();
    seen = [];
    reply = () => ok(true);
    await settleLogout();
    await settleLogout();
    expect(seen.map(({ path: asked }) => asked)).toEqual(['/api/blade-auth/oauth/logout']);
  });

  it('is still owed to nobody once somebody else has signed in, also while their keys are being fetched', async () => {
    await keepSession(ann, 'login');
    reply = () => ({ drop: true });
    await logout();
    await deviceDb.facts.put({ key: 'publicKey', value: publicKey });
    reply = () => ({ body: tokenBody('fresh') });
    seen = [];
    await login({ account: 'ann', password: 'x' }, () => settleLogout());
    expect(seen.map(({ path: asked }) => asked)).not.toContain('/api/blade-auth/oauth/logout');
  });

  it('is read again at a start whose database does not open at once', async () => {
    await keepSession(ann, 'login');
    deviceDb.close({ disableAutoOpen: false });
    // Dexie itself tries four times in a row.
    let left = 6;
    const really = indexedDB.open.bind(indexedDB);
    const open = vi.spyOn(indexedDB, 'open').mockImplementation((...asked) => {
      left -= 1;
      if (left >= 0) throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
      return really(...asked);
    });
    expect(await sessionAtStart()).toMatchObject({ userId: ann.userId });
    expect(left).toBeLessThan(0);
    open.mockRestore();
  });

  it('switches department and role by renewing', async () => {
    await keepSession(ann, 'login');
    reply = () => ({ body: tokenBody('switched') });
    await refresh({ deptId: '70', roleId: '80' });
    expect(seen[0]?.headers).toMatchObject({ 'dept-id': '70', 'role-id': '80' });
    expect(await currentSession()).toMatchObject({ accessToken: 'switched' });
  });
});
