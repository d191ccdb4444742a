import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './CancelReceiveScreen.tsx';

const row = (sampleCode: string, status: number) => ({ recordId: sampleCode, sampleCode, labStatus: status, actTime: '2026-11-23 09:00:00' });
const received = [row('T1', labStatus.received), row('T2', labStatus.firstAudited)];
const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], deptId: '', roleId: '' };
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(async () => {
  globalThis.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const records = pathname.endsWith('today-receive-page') ? received : [];
    const data = pathname.endsWith('-page') ? { records, total: records.length, current: 1, size: 10, pages: 1 } : null;
    return Response.json({ code: 200, success: true, msg: '', data });
  };
  const session = { ...person, permissions: ['lab_cancel_receive', 'sample_view'] };
  await keepSession({ ...session, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

it('takes a receipt back from its row, and greys the row of an examined tube with the sentence of the rule', async () => {
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(page.all('[data-act=cancel]')).toHaveLength(2));
  const [open, examined] = page.all('[data-act=cancel]');
  const shown = (): string => document.querySelector('[role=dialog]')?.textContent ?? '';
  expect([open!.dataset['tip'], examined!.dataset['tip']]).toEqual([undefined, '样本 T2 状态为一审通过,没有可取消的接收']);
  await page.run(() => examined!.click());
  await page.settle(50);
  expect(shown()).toBe('');
  await page.run(() => open!.click());
  await vi.waitFor(() => expect(shown()).toContain('取消接收 T1'));
});
