import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LoginOptions } from '#domain/session/loginOptions.ts';
import { deviceDb, saveFact } from '#src/api/deviceDb.ts';
import { callSettings } from '#src/api/request.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { LoginCard } from './LoginCard.tsx';

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Record<string, string>;
}
/** A server at the other end of the line: it answers by path, and remembers what it was asked. */
const asked: Asked[] = [];
let answers: Record<string, unknown> = {};
const options: LoginOptions = {
  isTenantMode: false,
  isCaptchaOn: false,
  hasPhone: true,
  providers: [],
  tokenSeconds: 3000,
  crypto: null,
  client: 'accession:accession_secret',
};
const ok = (data: unknown): unknown => ({ code: 200, success: true, data, msg: '' });
const ownFetch = globalThis.fetch;
let page: Mounted;

beforeEach(async () => {
  asked.length = 0;
  const pair = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  );
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
  answers = {
    'oauth/login-options': ok(options),
    'oauth/captcha': ok({ key: '', image: '' }),
    'oauth/public-key': ok({ publicKey: btoa(String.fromCharCode(...spki)) }),
    'oauth/demo-accounts': ok({ accounts: [], password: '' }),
    'tenant/info': ok({}),
  };
  callSettings.base = 'http://desk';
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const name = Object.keys(answers).find((path) => url.pathname.endsWith(path));
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, string>) : {};
    asked.push({ path: url.pathname, query: url.searchParams, headers: new Headers(init?.headers as Record<string, string>), body });
    const answer = name === undefined ? { code: 404, msg: 'not there' } : answers[name];
    if (answer instanceof Error) throw answer;
    return Response.json(answer);
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
  await changeLanguage('zh');
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
});

async function open(at = '/login', language: 'zh' | 'en' = 'zh'): Promise<void> {
  await changeLanguage(language);
  page = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <LoginCard />
      </MemoryRouter>
    </QueryClientProvider>,
    { language },
  );
  await until(() => asked.some(({ path }) => path.endsWith('login-options')));
  await page.settle(20);
}
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isSo(); tries++) await page.settle(20);
  expect(isSo(), document.body.textContent ?? '').toBe(true);
}
const shown = (): string => document.body.textContent ?? '';
const tab = (at: number): Promise<void> => page.click(`[role=tab]:nth-of-type(${at})`);
const fill = async (selector: string, text: string): Promise<void> => {
  await page.focus(selector);
  await page.type(text);
};
const button = (name: string): HTMLButtonElement => page.all('button').find(({ textContent }) => textContent?.includes(name)) as HTMLButtonElement;

it.each([
  ['zh', ['账号密码登录', '手机号登录', '第三方系统登录', '单点系统登录']],
  ['en', ['Account', 'Phone', 'Third party', 'SSO']],
] as const)('has a tab for each way in (%s), reached with the arrow keys', async (language, names) => {
  await open('/login', language);
  expect(page.all('[role=tab]').map(({ textContent }) => textContent)).toEqual(names);
  // The form takes the focus once it knows who was here last.
  await until(() => document.activeElement?.getAttribute('name') === 'username');
  await page.focus('[role=tab][aria-selected=true]');
  await page.press('ArrowRight');
  expect(page.find('[role=tab][aria-selected=true]').textContent).toBe(names[1]);
  expect(document.activeElement?.textContent).toBe(names[1]);
  // What was typed into a form stays while another is looked at.
  expect(page.find('input[name=username]')).toBeDefined();
});

it('lets in whoever is quicker than the answer whether a captcha is asked for', async () => {
  let answer = (): void => undefined;
  const slow = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (String(input).includes('oauth/captcha')) await new Promise<void>((resolve) => (answer = resolve));
    return slow(input, init);
  };
  await open();
  await fill('input[name=username]', 'lab');
  await fill('input[name=password]', 'secret-12');
  document.querySelector('form')!.requestSubmit();
  await page.settle(100);
  expect(asked.some(({ path }) => path.endsWith('oauth/token'))).toBe(false);
  answer();
  await until(() => asked.some(({ path }) => path.endsWith('oauth/token')));
});

it('fills in who was here last, but never moves the focus away from somebody who is typing', async () => {
  const account = (): HTMLInputElement => document.querySelector<HTMLInputElement>('input[name=username]')!;
  await saveFact('lastAccount', 'lab');
  await open();
  await until(() => account().value === 'lab');
  expect((document.activeElement as HTMLInputElement).name).toBe('password');
  await page.unmount();
  // The disk is busy, and answers only when they have begun.
  let free = (): void => undefined;
  const busy = deviceDb.transaction('rw', deviceDb.facts, () => Dexie.waitFor(new Promise<void>((resolve) => (free = resolve))));
  await open();
  account().focus();
  free();
  await busy;
  await page.settle(200);
  expect((document.activeElement as HTMLInputElement).name).toBe('username');
  expect(account().value).toBe('');
});

it('has filled in who was here last before the focus moves on: nobody marks a field that changes under them', async () => {
  await saveFact('lastAccount', 'lab');
  const found: string[] = [];
  const look = ({ target }: FocusEvent): void => {
    if ((target as HTMLInputElement).name === 'password') found.push(document.querySelector<HTMLInputElement>('input[name=username]')!.value);
  };
  document.addEventListener('focusin', look);
  await open();
  await until(() => found.length > 0).finally(() => document.removeEventListener('focusin', look));
  expect(found).toEqual(['lab']);
});

it('asks for the tenant in tenant mode, unless the address says which', async () => {
  answers['oauth/login-options'] = ok({ ...options, isTenantMode: true });
  await open();
  await until(() => page.all('input[name=tenant]').length === 1);
  await fill('input[name=tenant]', '100200');
  await fill('input[name=username]', 'ann');
  await fill('input[name=password]', 'secret-1');
  answers['oauth/token'] = { error_code: 2002, error_description: '用户租户不存在' };
  await page.click('button[type=submit]');
  await until(() => shown().includes('用户租户不存在'));
  const token = asked.find(({ path }) => path.endsWith('oauth/token'));
  expect([token?.headers.get('tenant-id'), token?.query.get('tenantId')]).toEqual(['100200', '100200']);
  expect(token?.query.get('password')).not.toContain('secret-1');
  await page.unmount();

  answers['tenant/info'] = ok({ tenantId: '300400' });
  await open();
  await page.settle(50);
  expect(page.all('input[name=tenant]')).toHaveLength(0);
});

it('checks a phone number, sends a code, and counts down until the next', async () => {
  await open();
  await tab(2);
  const send = (): HTMLButtonElement => button('发送验证码');
  for (const [typed, text] of [
    ['', '手机号码不能为空'],
    ['138', '手机号码长度不为11位'],
    ['02112345678', '手机号码格式不正确'],
  ] as const) {
    await fill('input[name=phone]', typed);
    await page.run(() => send().click());
    expect(shown()).toContain(text);
  }
  expect(asked.some(({ path }) => path.endsWith('send-validate'))).toBe(false);
  answers['oauth/sms/send-validate'] = ok({ id: 'sending-1', seconds: 60 });
  await fill('input[name=phone]', '13800138000');
  await page.run(() => send().click());
  await until(() => shown().includes('秒后重发'));
  expect(button('秒后重发').disabled).toBe(true);
  const sent = asked.find(({ path }) => path.endsWith('send-validate'));
  expect(sent?.query.get('phone')).not.toContain('13800138000');

  answers['oauth/token'] = { error_code: 2004, error_description: '验证码错误或已过期' };
  await fill('input[name=phone-code]', '123456');
  await page.click('button[type=submit][aria-busy], [role=tabpanel] > form button[type=submit]');
  await until(() => shown().includes('验证码错误或已过期'));
  const token = asked.find(({ path }) => path.endsWith('oauth/token'))?.query;
  expect([token?.get('grant_type'), token?.get('id'), token?.get('value')]).toEqual(['sms_code', 'sending-1', '123456']);
});

it('counts in English, too, and says where no messages can be sent', async () => {
  answers['oauth/login-options'] = ok({ ...options, hasPhone: false });
  await open('/login', 'en');
  await tab(2);
  await until(() => shown().includes('No SMS platform is set up'));
  expect(button('Send code').disabled).toBe(true);
  await page.unmount();
  answers['oauth/login-options'] = ok(options);
  answers['oauth/sms/send-validate'] = ok({ id: 'sending-1', seconds: 60 });
  await open('/login', 'en');
  await tab(2);
  await fill('input[name=phone]', '13800138000');
  await page.run(() => button('Send code').click());
  await until(() => /\d+ seconds to resend/.test(shown()));
});

it('offers the providers of each kind, and says where there is none', async () => {
  answers['oauth/login-options'] = ok({ ...options, providers: [{ source: 'partner', kind: 'social', name: ['合作伙伴', 'Partner'] }] });
  await open();
  await tab(3);
  await until(() => shown().includes('使用 合作伙伴 登录'));
  await tab(4);
  expect(shown()).toContain('没有配置此登录方式');
});

it('says what went wrong at a provider, and keeps its code out of the address', async () => {
  await open('/login?error=access_denied&state=social.x');
  await until(() => shown().includes('您在第三方系统取消了登录'));
  await page.unmount();
  answers['oauth/token'] = { error_code: 2007, error_description: '登录请求已失效,请重新发起' };
  await open('/login?code=c1&state=sso.s1');
  await until(() => shown().includes('登录请求已失效'));
  const token = asked.find(({ path }) => path.endsWith('oauth/token'))?.query;
  expect([token?.get('grant_type'), token?.get('code'), token?.get('state')]).toEqual(['authorization_code', 'c1', 'sso.s1']);
});

it('lets a guest ask for an account, by the rules in their order', async () => {
  answers['oauth/token'] = { user_id: '-1', oauth_id: 'guest-1', tenant_id: '', user_name: '张新', role_name: 'guest', access_token: '' };
  await open('/login?code=c2&state=social.s2');
  await until(() => shown().includes('账号注册'));
  expect(page.find<HTMLInputElement>('input[name=register-name]').value).toBe('张新');
  const submit = (): Promise<void> => page.run(() => button('提交').click());
  for (const [field, typed, before] of [
    ['tenantId', '000000', '请先输入租户编号'],
    ['account', 'zhangxin', '请先输入账号名称'],
    ['password', 'long-enough-1', '请先输入密码'],
    ['password2', 'other', '请先输入密码'],
    ['password2', 'long-enough-1', '两次密码输入不一致'],
  ] as const) {
    await submit();
    expect(shown()).toContain(before);
    // The sentence stands at the field that is wanted, and the focus is there.
    expect(page.all('[aria-invalid=true]').map((box) => box.getAttribute('name'))).toEqual([`register-${field}`]);
    expect(document.activeElement?.getAttribute('name')).toBe(`register-${field}`);
    await fill(`input[name=register-${field}]`, typed);
  }
  expect(asked.some(({ path }) => path.endsWith('register-guest'))).toBe(false);
  // Registration failure: the server's own sentence, else one of ours (docs/contract.md#errors).
  answers['register-guest'] = { code: 400, success: false, msg: '当前账号已被使用!' };
  await submit();
  await until(() => shown().includes('当前账号已被使用!'));
  answers['register-guest'] = new TypeError('Failed to fetch');
  await submit();
  await until(() => shown().includes('提交失败'));
  answers['register-guest'] = ok(true);
  await submit();
  await until(() => shown().includes('注册申请已提交,请耐心等待管理员通过!'));
  const { body } = asked.findLast(({ path }) => path.endsWith('register-guest'))!;
  expect(body).toMatchObject({ tenantId: '000000', name: '张新', account: 'zhangxin', oauthId: 'guest-1' });
  expect(JSON.stringify(body)).not.toContain('long-enough-1');
  expect(page.all('input[name=register-account]')).toHaveLength(0);
});

it('says 公钥获取失败 where the key cannot be had', async () => {
  answers['oauth/public-key'] = { code: 500, success: false, msg: 'x' };
  await open();
  await fill('input[name=username]', 'ann');
  await fill('input[name=password]', 'secret-1');
  await page.click('button[type=submit]');
  await until(() => shown().includes('公钥获取失败'));
});
