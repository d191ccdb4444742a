import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { callSettings } from '#src/api/request.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { InfoForm, type OwnInfo } from './InfoForm.tsx';

const ownFetch = globalThis.fetch;
let answers: Record<string, { status: number; body: object }> = {};
let asked: { path: string; body: Record<string, unknown> }[] = [];
let page: Mounted;
let saved = 0;
const info: OwnInfo = {
  id: '1',
  account: 'ann',
  realName: '安宁',
  name: null,
  phone: '13900000001',
  isPhoneProven: 0,
  email: '',
  sex: 3,
  avatar: '',
  roleName: '',
  deptName: '',
  postName: '',
};
const required = { field: 'password', code: 'required', params: { label: ['当前密码', 'Current password'] } };

beforeEach(async () => {
  [asked, saved] = [[], 0];
  callSettings.base = 'http://desk';
  const pair = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  );
  const publicKey = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))));
  answers = {
    'public-key': { status: 200, body: { code: 200, data: { publicKey } } },
    'phone/send-code': { status: 200, body: { code: 200, success: true, data: { id: 'sending-1', seconds: 60 } } },
    'update-info': { status: 400, body: { code: 400, msg: '请输入当前密码', problems: [required] } },
  };
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    if (typeof init?.body === 'string') asked.push({ path: pathname, body: JSON.parse(init.body) as Record<string, unknown> });
    const found = Object.entries(answers).find(([path]) => pathname.endsWith(path))?.[1];
    return Response.json(found?.body ?? { code: 404, msg: 'not there' }, { status: found?.status ?? 404 });
  };
  await changeLanguage('zh');
  const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安宁', roleNames: [], permissions: [], deptId: '', roleId: '' };
  await keepSession({ ...person, accessToken: 'old', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await act(startSessionState);
  page = await mount(<InfoForm info={info} onSaved={() => (saved += 1)} />);
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
});
const shown = (): string => document.body.textContent ?? '';
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isSo(); tries++) await page.settle(20);
  expect(isSo(), shown()).toBe(true);
}
const boxOf = (label: string): HTMLInputElement => {
  const line = page.all('label').find(({ textContent }) => textContent?.includes(label));
  return document.getElementById((line as HTMLLabelElement | undefined)?.htmlFor ?? '') as HTMLInputElement;
};
async function fill(label: string, text: string): Promise<void> {
  await act(async () => boxOf(label).focus());
  await page.type(text);
}
const saves = () => asked.filter(({ path }) => path.endsWith('update-info'));

it('tells at its field that the password is wanted, keeps what was typed, and sends it sealed', async () => {
  await fill('用户姓名', '安宁宁');
  await page.click('button[type=submit]');
  await until(() => shown().includes('请输入当前密码'));
  expect(boxOf('用户姓名').value).toBe('安宁宁');
  await until(() => document.activeElement === boxOf('当前密码'));
  expect(boxOf('当前密码').type).toBe('password');
  answers['update-info'] = { status: 200, body: { code: 200, success: true, data: { id: '1' } } };
  await fill('当前密码', 'secret-12');
  await page.click('button[type=submit]');
  await until(() => saved === 1);
  const { body } = saves().at(-1)!;
  expect(body).toMatchObject({ realName: '安宁宁', phone: '13900000001' });
  expect(String(body['password'])).toMatch(/^[\w+/=]{300,}$/);
  expect(body['codeValue']).toBeUndefined();
  // It is typed for each change.
  expect(boxOf('当前密码').value).toBe('');
});

it('says whether the number can log in, sends a code to the one that is typed, and sends that code along', async () => {
  expect(shown()).toContain('未验证, 不能用于登录');
  const send = (): HTMLButtonElement => page.all('button').find(({ textContent }) => /验证码|重发/.test(textContent ?? '')) as HTMLButtonElement;
  await fill('手机号码', '139');
  await act(async () => send().click());
  await until(() => shown().includes('手机号码长度不为11位'));
  expect(asked).toEqual([]);
  await fill('手机号码', '13900000002');
  await act(async () => send().click());
  await until(() => shown().includes('验证码已发送到 13900000002'));
  expect(asked.at(-1)).toMatchObject({ path: '/api/blade-user/phone/send-code', body: { phone: '13900000002' } });
  expect(send().disabled).toBe(true);
  answers['update-info'] = { status: 200, body: { code: 200, success: true, data: { id: '1' } } };
  await fill('短信验证码', '123456');
  await fill('当前密码', 'secret-12');
  await page.click('button[type=submit]');
  await until(() => saved === 1);
  expect(saves().at(-1)!.body).toMatchObject({ phone: '13900000002', codeId: 'sending-1', codeValue: '123456' });
});
