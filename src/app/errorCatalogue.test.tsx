import 'fake-indexeddb/auto';
import { act } from 'react';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, CallError } from '#src/api/call.ts';
import { deviceDb, saveFact } from '#src/api/deviceDb.ts';
import { callSettings } from '#src/api/request.ts';
import { keepSessionFresh } from '#src/api/session.ts';
import { currentSession, keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { ChangePasswordScreen } from '#src/screens/session/ChangePasswordScreen.tsx';
import { LoadFailed } from '#src/screens/errors/ErrorScreens.tsx';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { chunkTimeoutMs, loadScreen } from './loadScreen.ts';
import { useCallNotices } from './useCallNotices.ts';

/** The error catalogue (docs/contract.md#errors), row by row, as a person sees it: answers come in at the line, notices go out on the page. */
type Reply = { readonly status?: number; readonly body?: unknown; readonly html?: string; readonly isDead?: boolean };
const ownFetch = globalThis.fetch;
let reply: (path: string, token: string) => Reply;
let asked: { path: string; token: string }[] = [];
let page: Mounted;
/** The pages that calls lead to, and whatever tells of them. */
function App() {
  const [navigate, location] = [useNavigate(), useLocation()];
  useCallNotices({ navigate, state: { location } } as never);
  return (
    <div data-path={location.pathname}>
      <Routes>
        <Route path="/changepassword" element={<ChangePasswordScreen />} />
        <Route path="*" element={<p>home</p>} />
      </Routes>
    </div>
  );
}
const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions: [], deptId: '', roleId: '' };
const tokenBody = { user_id: '1', tenant_id: '000000', account: 'ann', real_name: '安', access_token: 'new', expires_in: 3600 };

beforeEach(async () => {
  asked = [];
  await changeLanguage('zh');
  callSettings.base = 'http://desk';
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const token = new Headers(init?.headers as Record<string, string>).get('blade-auth') ?? '';
    asked.push({ path: url.pathname, token });
    const { status = 200, body, html, isDead } = reply(url.pathname, token);
    if (isDead) throw new TypeError('Failed to fetch');
    return html === undefined ? Response.json(body, { status }) : new Response(html, { status, headers: { 'content-type': 'text/html' } });
  };
  await keepSession({ ...person, accessToken: 'old', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  page = await mount(
    <MemoryRouter>
      <App />
    </MemoryRouter>,
  );
});
afterEach(async () => {
  vi.useRealTimers();
  globalThis.fetch = ownFetch;
  await page.unmount();
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
});
const shown = (): string => document.body.textContent ?? '';
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isSo(); tries++) await page.settle(20);
  expect(isSo(), shown()).toBe(true);
}
const failureOf = (): Promise<CallError | null> =>
  call('GET', '/api/x').then(
    () => null,
    (error: unknown) => error as CallError,
  );
const ask = (): Promise<CallError | null> => act(failureOf);

describe('what a call says', () => {
  it.each([
    ['error_code before code', { status: 200, body: { error_code: 2004, code: 400, error_description: '说明一' } }, 2004, '说明一'],
    ['code before the HTTP status', { status: 400, body: { code: 461, msg: '说明二' } }, 461, '说明二'],
    ['the HTTP status where there is no code', { status: 404, body: { msg: '说明三' } }, 404, '说明三'],
    ['msg before error_description', { status: 200, body: { code: 400, msg: '先', error_description: '后' } }, 400, '先'],
    ['its own sentence where the answer has none', { status: 200, body: { code: 400 } }, 400, '系统错误'],
    ['a code above 2000 with error_description', { status: 200, body: { code: 2006, error_description: '用户租户未授权' } }, 2006, '用户租户未授权'],
    ['HTTP 500 as an answer', { status: 500, body: { code: 500, msg: '服务器异常' } }, 500, '服务器异常'],
  ] as const)('takes %s, in an error notice', async (_name, answer: Reply, code, text) => {
    reply = () => answer;
    const error = await ask();
    expect([error?.code, error?.message, error?.isTransport]).toEqual([code, text, false]);
    await until(() => shown().includes(text));
  });

  it.each([40000, 40004001, 40006001])('hands the whitelisted code %i to who asked, raw, without a notice', async (code) => {
    reply = () => ({ body: { code, msg: `只给调用者 ${code}`, data: { more: 1 } } });
    const error = await ask();
    expect([error?.code, error?.body]).toEqual([code, { code, msg: `只给调用者 ${code}`, data: { more: 1 } }]);
    expect(shown()).not.toContain('只给调用者');
  });

  it.each([
    ['a network error', { isDead: true }, '网络不可用'],
    ['HTTP above 500', { status: 502, html: '<h1>Bad gateway</h1>' }, '服务器暂不可用'],
  ] as const)('rejects %s as transport, without a notice', async (_name, answer: Reply, text) => {
    reply = () => answer;
    const error = await ask();
    expect(error?.isTransport).toBe(true);
    expect(error?.message).toContain(text);
    expect(page.all('[role=alert]').filter(({ textContent }) => textContent?.includes(text))).toHaveLength(0);
  });
});

describe('too many requests', () => {
  const tooOften = { status: 429, body: { code: 429, msg: '请求过于频繁,请1秒后再试', refusal: 'request.tooOften', params: { seconds: 1 } } };

  it('wait and go on by themselves, and say so: whoever asked hears nothing of it', async () => {
    let refusals = 2;
    reply = () => (refusals-- > 0 ? tooOften : { body: { code: 200, data: 'the list' } });
    const answer = call('GET', '/api/x');
    await until(() => shown().includes('请求过于频繁,1 秒后自动继续'));
    expect(await act(() => answer)).toBe('the list');
    expect(asked).toHaveLength(3);
  });

  it('are told where it does not end', async () => {
    reply = () => tooOften;
    const error = await ask();
    expect([error?.code, error?.isTransport, asked.length]).toEqual([429, false, 4]);
    await until(() => shown().includes('请1秒后再试'));
  });

  it('of another kind are answered at once: a code is not sent twice', async () => {
    reply = () => ({ status: 429, body: { code: 429, msg: '请30秒后再发送' } });
    expect([(await ask())?.message, asked.length]).toEqual(['请30秒后再发送', 1]);
  });
});

describe('the session', () => {
  it('renews the token at a first 401 and repeats the request', async () => {
    reply = (path, token) =>
      path.endsWith('oauth/token')
        ? { body: tokenBody }
        : token.endsWith('new')
          ? { body: { code: 200, data: 1 } }
          : { status: 401, body: { code: 401 } };
    expect(await ask()).toBeNull();
    expect(asked.map(({ path, token }) => [path.split('/').at(-1), token])).toEqual([
      ['x', 'bearer old'],
      ['token', ''],
      ['x', 'bearer new'],
    ]);
  });

  it.each([
    ['the refresh fails', { status: 400, body: { error_code: 2010, error_description: '令牌刷新错误或无效' } }],
    ['the 401 comes again', { body: tokenBody }],
  ] as const)('ends where %s: said once, and nobody is signed in', async (_name, renewal: Reply) => {
    reply = (path) => (path.endsWith('oauth/token') ? renewal : { status: 401, body: { code: 401, msg: '请求未授权' } });
    await act(() => Promise.all([failureOf(), failureOf()]));
    await until(() => shown().includes('用户令牌不可用，请重新登录'));
    expect(shown().split('用户令牌不可用').length - 1).toBe(1);
    expect(shown()).not.toContain('请求未授权');
    expect(await currentSession()).toBeNull();
  });

  it('goes to the change of the password at 423, and says why', async () => {
    reply = () => ({ status: 423, body: { code: 423, msg: '密码已过期,请修改密码' } });
    await act(startSessionState);
    await ask();
    await until(() => page.all('[data-path="/changepassword"]').length === 1);
    await until(() => shown().includes('密码已过期,请修改密码'));
    expect(page.find('main h1').textContent).toBe('修改密码');
  });

  it('looks every 10 s whether the token has the configured age, and renews it then', async () => {
    reply = () => ({ body: tokenBody });
    await saveFact('tokenSeconds', 60);
    const since = Date.now();
    await keepSession({ ...person, accessToken: 'old', savedAt: since, expiresAt: since + 1e6 }, 'login');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: since });
    const stop = keepSessionFresh();
    const renewals = (): number => asked.filter(({ path }) => path.endsWith('oauth/token')).length;
    const pass = async (ms: number): Promise<void> => {
      vi.advanceTimersByTime(ms);
      await page.settle(60);
    };
    for (let times = 0; times < 5; times++) await pass(10_000);
    expect(renewals()).toBe(0);
    await pass(10_000);
    await until(() => renewals() === 1);
    stop();
  });
});

describe('a chunk that does not come', () => {
  it('is given up after 120 s, not before', async () => {
    reply = () => ({ body: { code: 200 } });
    expect(chunkTimeoutMs).toBe(120_000);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let outcome = '';
    void loadScreen(() => new Promise(() => undefined)).then(({ state }) => (outcome = state));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(outcome).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await until(() => outcome === 'failed');
  });

  it('is said in place, with a retry', async () => {
    let tries = 0;
    await page.unmount();
    page = await mount(
      <MemoryRouter>
        <LoadFailed onRetry={() => (tries += 1)} />
      </MemoryRouter>,
    );
    await until(() => shown().includes('页面加载失败'));
    await page.run(() => (page.all('button').find(({ textContent }) => textContent?.includes('重试')) as HTMLButtonElement).click());
    expect(tries).toBe(1);
  });
});
