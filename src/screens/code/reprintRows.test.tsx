import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jobState } from '#domain/code/printJob.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen as Applications } from './SampleCodeApplyScreen.tsx';
import { Screen as Reprints } from './SampleCodeReprintScreen.tsx';

const row = (printId: string, state: number) => ({
  printId,
  applyId: printId,
  requisitionCode: `K${printId}`,
  firstCode: `K${printId}`,
  jobState: state,
});
const records = [row('1', jobState.waiting), row('2', jobState.released)];
const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], deptId: '', roleId: '' };
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(async () => {
  globalThis.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const data = pathname.endsWith('-page') ? { records, total: records.length, current: 1, size: 10, pages: 1 } : null;
    return Response.json({ code: 200, success: true, msg: '', data });
  };
  const permissions = ['code_print', 'sampleCodeApply_view', 'sampleCodeReprint_view'];
  await keepSession({ ...person, permissions, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

it.each([
  ['reprints', Reprints],
  ['applications', Applications],
])('greys 打印 of released labels in the list of %s, with the sentence of the rule', async (_name, Screen) => {
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(page.all('[data-act=print]')).toHaveLength(2));
  const [waiting, released] = page.all('[data-act=print]');
  expect([waiting!.dataset['tip'], released!.dataset['tip']]).toEqual([undefined, '此批标签已放行: 请用“重打”并填写原因']);
  await page.run(() => released!.click());
  await page.settle(50);
  expect(document.querySelector('[role=dialog]')).toBeNull();
});
