import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './LimsLogScreen.tsx';

const line = {
  interfaceLogId: '9',
  interfaceId: '1',
  interfaceName: '张家港',
  interfaceEncoding: 'zhangJiaGang',
  interfaceType: 1,
  thirdManufacturer: null,
  operation: 'requisitionPush',
  ip: '10.0.0.1',
  barCode: null,
  hospitalCode: null,
  thirdBarCode: 'ZJG0000001',
  rowCount: 2,
  refusedCount: 1,
  credentialType: 2,
  isReplayed: 0,
  exceptionContent: 'P03 × 1',
  apiUrl: '/x',
  statusCode: 200,
  milliseconds: 7,
  callKey: null,
  replayOf: null,
  enterParameter: '{}',
  resultParameter: '{}',
  createTime: '2026-11-20 12:00:00',
};
const status = { taskId: '77', mode: 'rebuilt', totalCount: 1, doneCount: 1 };
const rowSaid = { interfaceLogId: '9', name: '2026-11-20 12:00:00 张家港', replayLogId: '10' };
let posts: { path: string; body: unknown }[] = [];
let polls = 0;
let page: Mounted;
const ownFetch = globalThis.fetch;
beforeEach(() => {
  [posts, polls] = [[], 0];
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const ok = (data: unknown) => Response.json({ code: 200, success: true, msg: '', data });
    if (init?.method === 'POST') {
      posts.push({ path: pathname, body: JSON.parse(String(init.body)) });
      return ok({ taskId: '77' });
    }
    if (pathname.endsWith('replay-status')) {
      polls += 1;
      const isOver = polls > 1;
      const row = { ...rowSaid, outcome: isOver ? 'refused' : 'waiting', message: isOver ? ['1/1 行仍被拒绝: P03 × 1', '1 of 1'] : null };
      return ok({ ...status, state: isOver ? 2 : 1, doneCount: isOver ? 1 : 0, rows: [row] });
    }
    const records = [line, { ...line, interfaceLogId: '8', isReplayed: 1 }, { ...line, interfaceLogId: '7', credentialType: 1 }];
    return ok({ size: 20, current: 1, pages: 1, orders: [], searchCount: true, total: 3, records, chart: [], totals: {} });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
const shown = (): string => document.body.textContent ?? '';
async function until(isShown: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isShown(); turn++) await page.settle(30);
  expect(isShown(), shown()).toBe(true);
}
const button = (text: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(text));
async function open(permissions: readonly string[]): Promise<void> {
  const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions: [...permissions] };
  await keepSession({ ...person, deptId: '', roleId: '', accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  await changeLanguage('zh');
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/op/limsInterfaceLog']}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await until(() => shown().includes('P03 × 1'));
}

it('replays of the ticked lines those that may be, asks how and why, and tells what became of each', async () => {
  await open(['interfaceLog_view', 'interfaceLog_replay']);
  for (const box of page.all('tbody input[type=checkbox], [role=row] [role=checkbox]')) await page.run(() => box.click());
  await until(() => button('重放 1') !== undefined);
  await page.run(() => button('重放 1')?.click());
  await until(() => document.querySelector('[role=dialog]') !== null);
  await page.press('Ctrl+s');
  await until(() => document.querySelector('[role=dialog] [aria-invalid=true]') !== null);
  expect(posts).toEqual([]);
  await page.type('对照已补');
  await page.press('Ctrl+s');
  await until(() => posts.length === 1);
  expect(posts[0]).toMatchObject({
    path: expect.stringMatching(/op\/interface-logs\/replay$/),
    body: { ids: ['9'], mode: 'rebuilt', reason: '对照已补' },
  });
  await until(() => shown().includes('1/1 行仍被拒绝'));
  expect(shown()).toContain('已处理 1 / 1');
});

it('offers nothing to who may only look', async () => {
  await open(['interfaceLog_view']);
  expect(button('重放')).toBeUndefined();
});
