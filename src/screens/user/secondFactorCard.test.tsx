import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { callSettings } from '#src/api/request.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { changeLanguage } from '#src/console/text.ts';
import { UiProvider } from '#src/ui/UiProvider.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';

const ownFetch = globalThis.fetch;
const since = '2026-11-01 08:00:00';
let asked: { path: string; body: Record<string, string> }[] = [];
let answers: Record<string, { status: number; body: object }> = {};
const ok = (data: unknown) => ({ status: 200, body: { code: 200, success: true, data, msg: '' } });
const no = (msg: string) => ({ status: 400, body: { code: 400, success: false, data: null, msg } });

beforeEach(async () => {
  asked = [];
  callSettings.base = 'http://desk';
  const algorithm = { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
  const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['encrypt', 'decrypt']);
  const spki = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))));
  answers = { 'oauth/public-key': ok({ publicKey: spki }) };
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    if (init?.method === 'POST') asked.push({ path: pathname.split('/').at(-1)!, body: JSON.parse(String(init.body)) as Record<string, string> });
    const name = Object.keys(answers).find((path) => pathname.endsWith(path));
    const answer = (name === undefined ? undefined : answers[name]) ?? no('not there');
    return Response.json(answer.body, { status: answer.status });
  };
  await changeLanguage('zh');
  const session = { userId: '1', tenantId: '000000', account: 'ann', realName: '安宁', roleNames: [], permissions: [], deptId: '', roleId: '' };
  await keepSession({ ...session, accessToken: 'token', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
});
afterEach(async () => {
  cleanup();
  globalThis.fetch = ownFetch;
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
});

async function open(state: object): Promise<void> {
  answers['user/second-factor'] = ok(state);
  await act(
    async () =>
      void render(
        <UiProvider language="zh" userId="1">
          <QueryClientProvider client={new QueryClient()}>
            <SecondFactorCard />
          </QueryClientProvider>
        </UiProvider>,
      ),
  );
}

it('is turned on with the password and the first code; a fault is told in place', async () => {
  const user = userEvent.setup();
  await open({ since: null, recoveryLeft: 0, isRequired: false });
  await user.click(await screen.findByRole('button', { name: '开启双重验证' }));
  expect(screen.getByText('请输入登录密码')).toBeDefined();
  expect(asked).toEqual([]);
  answers['second-factor-begin'] = no('密码不正确');
  await user.type(screen.getByLabelText(/登录密码/), 'wrong-1{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('密码不正确');
  answers['second-factor-begin'] = ok({ secret: 'ABCDEFGH', address: 'otpauth://totp/x?secret=ABCDEFGH', recoveryCodes: ['AAAA-1111'] });
  await user.click(screen.getByRole('button', { name: '开启双重验证' }));
  expect(await screen.findByText('ABCD EFGH')).toBeDefined();
  expect(screen.getByText('AAAA-1111')).toBeDefined();
  // The password is sealed, and not asked for again.
  expect(asked.at(-1)!.body['password']).toMatch(/^[\w+/=]{300,}$/);
  expect(screen.queryByLabelText(/登录密码/)).toBeNull();
  await user.click(screen.getByRole('button', { name: '验证并开启' }));
  expect(screen.getByText('请输入动态验证码')).toBeDefined();
  answers['second-factor-confirm'] = ok(true);
  answers['user/second-factor'] = ok({ since, recoveryLeft: 10, isRequired: false });
  await user.type(screen.getByLabelText(/动态验证码/), ' 123456 {Enter}');
  expect(await screen.findByText(`已于 ${since} 开启, 剩余恢复码 10 个。`)).toBeDefined();
  expect(asked.at(-1)).toEqual({ path: 'second-factor-confirm', body: { code: '123456' } });
  expect(screen.queryByText('ABCD EFGH')).toBeNull();
});

it('is turned off with password and code, and says when few recovery codes are left', async () => {
  const user = userEvent.setup();
  await open({ since, recoveryLeft: 2, isRequired: false });
  const off = await screen.findByRole('button', { name: '关闭双重验证' });
  expect(document.body.textContent).toContain('恢复码所剩不多');
  await user.type(screen.getByLabelText(/登录密码/), 'Secret-1');
  await user.click(off);
  expect(screen.getByText('请输入动态验证码')).toBeDefined();
  expect(asked).toEqual([]);
  answers['second-factor-remove'] = ok(true);
  answers['user/second-factor'] = ok({ since: null, recoveryLeft: 0, isRequired: false });
  await user.type(screen.getByLabelText(/动态验证码或恢复码/), 'AAAA-1111{Enter}');
  expect(await screen.findByRole('button', { name: '开启双重验证' })).toBeDefined();
  expect(asked.at(-1)).toMatchObject({ path: 'second-factor-remove', body: { code: 'AAAA-1111' } });
  expect(screen.getByLabelText<HTMLInputElement>(/登录密码/).value).toBe('');
});

it('cannot be turned off where it is required', async () => {
  await open({ since, recoveryLeft: 10, isRequired: true });
  await waitFor(() => expect(document.body.textContent).toContain('管理员必须使用双重验证, 不能关闭'));
  expect(screen.queryByRole('button', { name: /双重验证$/ })).toBeNull();
  expect(screen.queryByLabelText(/登录密码/)).toBeNull();
});
