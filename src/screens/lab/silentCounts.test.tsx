import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { TodayReceived } from './TodayReceived.tsx';

const row = { laboratoryId: '15', laboratoryName: '沪江检验所', commodityId: '7', commodityName: '血常规', receiveCount: 4, cancelCount: 0 };
const statistic = { records: [row], total: 1, totals: { receiveCount: 4, cancelCount: 0 }, chart: [] };
const answer = (data: unknown): Response => Response.json({ code: 200, success: true, data, msg: '' });
let isBroken = true;
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(() => {
  isBroken = true;
  globalThis.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (!pathname.endsWith('lab-task/receiveStatistics')) return answer(null);
    return isBroken ? Response.json({ code: 500, success: false, data: null, msg: '统计读取失败' }, { status: 500 }) : answer(statistic);
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
const person = { userId: '1', tenantId: '000000', account: 'lab', realName: '安', roleNames: [], deptId: '', roleId: '' };
async function open(screen: ReactNode): Promise<void> {
  await keepSession({ ...person, permissions: ['sample_view'], accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  page = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
  );
}

it('counts beside a list that could not be read say so, and come with another try', async () => {
  await open(<TodayReceived />);
  const failed = () => page.root.querySelector('[data-counts-failed]');
  await vi.waitFor(() => expect(failed()?.textContent).toContain('统计读取失败'));
  expect(page.root.textContent).not.toContain('血常规');
  isBroken = false;
  await page.run(() => failed()?.querySelector('button')?.click());
  await vi.waitFor(() => expect(page.root.textContent).toContain('血常规 4'));
  expect(failed()).toBeNull();
});
