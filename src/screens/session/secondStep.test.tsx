import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { callSettings } from '#src/api/request.ts';
import { currentSession, type SecondStep } from '#src/api/session.ts';
import { changeLanguage } from '#src/console/text.ts';
import { UiProvider } from '#src/ui/UiProvider.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';

const ownFetch = globalThis.fetch;
const person = { user_id: '1', tenant_id: '000000', account: 'ann', real_name: '安宁', access_token: 'token-1', expires_in: 3600 };
let asked: { path: string; query: URLSearchParams; body: string }[] = [];
let token: { status: number; body: object };

beforeEach(async () => {
  asked = [];
  token = { status: 400, body: { error_code: 2012, error_description: '动态验证码不正确' } };
  callSettings.base = 'http://desk';
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input));
    asked.push({ path: pathname, query: searchParams, body: typeof init?.body === 'string' ? init.body : '' });
    const answer = pathname.endsWith('oauth/token') ? token : { status: 404, body: { code: 404, msg: 'not there' } };
    return Response.json(answer.body, { status: answer.status });
  };
  await changeLanguage('zh');
});
afterEach(async () => {
  cleanup();
  globalThis.fetch = ownFetch;
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
});

const tokenCalls = () => asked.filter(({ path }) => path.endsWith('oauth/token'));
async function open(step: SecondStep, onBack = (): void => undefined): Promise<void> {
  await act(
    async () =>
      void render(
        <UiProvider language="zh" userId="">
          <SecondStepForm step={step} password="Secret-1" onBack={onBack} />
        </UiProvider>,
      ),
  );
}
const box = () => screen.getByLabelText<HTMLInputElement>('动态验证码');

it('asks for the code, tells a wrong one in place, and lets in with the right one', async () => {
  const user = userEvent.setup();
  await open({ ticket: 'ticket-1', setup: null });
  expect(document.activeElement).toBe(box());
  await user.click(screen.getByRole('button', { name: '登录' }));
  expect(screen.getByText('请输入验证器显示的 6 位数字, 或一个恢复码')).toBeDefined();
  expect(asked).toEqual([]);
  await user.type(box(), ' 000000 {Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('动态验证码不正确');
  expect(Object.fromEntries(tokenCalls()[0]!.query)).toMatchObject({ grant_type: 'password', second_ticket: 'ticket-1', second_code: '000000' });
  expect(await currentSession()).toBeFalsy();
  // What is wrong is typed over.
  expect([box().selectionStart, box().selectionEnd]).toEqual([0, box().value.length]);
  token = { status: 200, body: person };
  await user.clear(box());
  await user.type(box(), '123456{Enter}');
  await waitFor(async () => expect(await currentSession()).toMatchObject({ userId: '1', accessToken: 'token-1' }), { timeout: 10_000 });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(tokenCalls().map(({ query }) => query.get('second_code'))).toEqual(['000000', '123456']);
  // The password of the first step opens the desk's keys here and goes nowhere again.
  expect(asked.some(({ query, body }) => `${query} ${body}`.includes('Secret-1'))).toBe(false);
});

it('shows what an authenticator is set up with where there must be one, and leads back', async () => {
  const user = userEvent.setup();
  let backs = 0;
  const recoveryCodes = ['AAAA-1111', 'BBBB-2222'];
  await open({ ticket: 'ticket-1', setup: { secret: 'ABCDEFGH', address: 'otpauth://totp/x?secret=ABCDEFGH', recoveryCodes } }, () => (backs += 1));
  expect(screen.getByText('管理员须先设置双重验证才能登录。')).toBeDefined();
  expect(screen.getByRole('img', { name: '二维码' })).toBeDefined();
  expect(screen.getByText('ABCD EFGH')).toBeDefined();
  for (const code of recoveryCodes) expect(screen.getByText(code)).toBeDefined();
  // A recovery code does not set one up.
  expect(box().placeholder).toBe('请输入验证器显示的 6 位数字');
  await user.click(screen.getByRole('button', { name: '返回登录' }));
  expect([backs, asked.length]).toEqual([1, 0]);
});
