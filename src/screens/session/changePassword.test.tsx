import 'fake-indexeddb/auto';
import { act } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { callSettings } from '#src/api/request.ts';
import { currentSession, keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ChangePasswordScreen } from './ChangePasswordScreen.tsx';

const ownFetch = globalThis.fetch;
let answer: unknown;
let sent: Record<string, string>[] = [];
let page: Mounted;
function Elsewhere() {
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  return <p data-elsewhere>{JSON.stringify([pathname, state])}</p>;
}
beforeEach(async () => {
  sent = [];
  callSettings.base = 'http://desk';
  const pair = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  );
  const publicKey = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))));
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    if (pathname.endsWith('public-key')) return Response.json({ code: 200, data: { publicKey } });
    if (!pathname.endsWith('update-password')) return Response.json({ code: 423, msg: '密码已过期,请修改密码' }, { status: 423 });
    sent.push(JSON.parse(String(init?.body)) as Record<string, string>);
    return Response.json(answer);
  };
  await changeLanguage('zh');
  const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions: [], deptId: '', roleId: '' };
  await keepSession({ ...person, accessToken: 'old', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await act(startSessionState);
  page = await mount(
    <MemoryRouter initialEntries={[{ pathname: '/changepassword', state: { reason: '密码已过期,请修改密码', from: '/basic/customer?name=a' } }]}>
      <Routes>
        <Route path="/changepassword" element={<ChangePasswordScreen />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
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
async function fill(...texts: readonly string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    await act(async () => page.all('form input')[at]?.focus());
    await page.type(text);
  }
  await page.click('button[type=submit]');
}

it('says why it is asked for, and what is wrong with a new password, before anything is sent', async () => {
  expect(shown()).toContain('密码已过期,请修改密码');
  await fill('', '', '');
  expect(shown()).toContain('请输入');
  // The focus is in the first field at fault; who is made to change has no way back to what is refused.
  expect(document.activeElement).toBe(page.all('form input')[0]);
  expect(page.all('button').map((button) => button.textContent)).toEqual(expect.arrayContaining(['修改密码', '退出登录']));
  expect(shown()).not.toContain('返回');
  await fill('old-pass-1', 'short', 'short');
  expect(shown()).toContain('新密码须为 8 至 64 位,包含字母和数字');
  await fill('old-pass-1', 'old-pass-1', 'old-pass-1');
  expect(page.all('[aria-invalid=true]')).toHaveLength(1);
  await fill('old-pass-1', 'new-pass-1', 'new-pass-2');
  expect(page.all('[aria-invalid=true]')).toHaveLength(1);
  expect(sent).toEqual([]);
});

it('shows the refusal of the server in place, and asks for a new login once it is done, that leads where they wanted to go', async () => {
  answer = { code: 400, success: false, msg: '原密码不正确!' };
  await fill('wrong-pass-1', 'new-pass-1', 'new-pass-1');
  await until(() => shown().includes('原密码不正确!'));
  expect(page.all('form input').map((input) => (input as HTMLInputElement).value)).toEqual(['wrong-pass-1', 'new-pass-1', 'new-pass-1']);
  // What the server has against the new one is told at its box, until it is another.
  answer = { code: 400, success: false, msg: '密码过于常见,容易被猜到,请换一个', refusal: 'password.common' };
  await fill('old-pass-1', 'password-1', 'password-1');
  await until(() => shown().includes('密码过于常见'));
  expect(page.all('[aria-invalid=true]').map((box) => (box as HTMLInputElement).value)).toEqual(['password-1']);
  answer = { code: 200, success: true, data: true };
  await fill('old-pass-1', 'new-pass-1', 'new-pass-1');
  await until(() => sent.length === 3);
  for (let tries = 0; tries < 100 && (await currentSession()) !== null; tries++) await page.settle(20);
  expect(await currentSession()).toBeNull();
  await until(() => page.all('[data-elsewhere]').length === 1);
  expect(JSON.parse(page.find('[data-elsewhere]').textContent ?? '')).toEqual(['/login', { from: '/basic/customer?name=a' }]);
  expect(JSON.stringify(sent)).not.toContain('pass-1');
});
