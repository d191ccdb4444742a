import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './ReceivedStatisticsScreen.tsx';

const span = { fromTime: '2026-01-26 00:00:00', toTime: '2026-02-01 23:59:59', laboratoryId: '15', commodityId: '7' };
const rows = [
  { ...span, countTime: '2026-02-02', laboratoryName: '沪江检验所', commodityName: '血常规', receiveCount: 3, cancelCount: 0 },
  { ...span, countTime: '2026-01-26', laboratoryName: '沪江检验所', commodityName: '血常规', receiveCount: 4, cancelCount: 1 },
  { ...span, commodityId: '8', countTime: '2026-01-26', laboratoryName: '沪江检验所', commodityName: '无创', receiveCount: 2, cancelCount: 0 },
];
const statistic = (records: readonly object[]) => ({
  records,
  total: records.length,
  totals: { receiveCount: 9, cancelCount: 1 },
  chart:
    records.length === 0
      ? []
      : [
          { fromTime: span.fromTime, toTime: span.toTime, countTime: '2026-01-26', receiveCount: 6, cancelCount: 1 },
          { fromTime: '2026-02-02 00:00:00', toTime: '2026-02-08 23:59:59', countTime: '2026-02-02', receiveCount: 3, cancelCount: 0 },
        ],
});
let asked: URLSearchParams[] = [];
let opened: URLSearchParams[] = [];
let said: () => Response | null = () => Response.json({ code: 200, success: true, data: statistic(rows), msg: '' });
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(() => {
  asked = [];
  opened = [];
  globalThis.fetch = async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (pathname.endsWith('receiveStatistics-tubes')) opened.push(searchParams);
    if (!pathname.endsWith('lab-task/receiveStatistics')) return Response.json({ code: 200, success: true, data: null, msg: '' });
    asked.push(searchParams);
    const answer = said();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
const person = { userId: '1', tenantId: '000000', account: 'lab', realName: '安', roleNames: [], deptId: '', roleId: '' };
async function open(permissions: readonly string[] = ['sample_view']): Promise<void> {
  await keepSession({ ...person, permissions: [...permissions], accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  for (let turn = 0; turn < 100 && !/接收数9|网络不可用|没有接收/.test(page.root.textContent ?? ''); turn++) await page.settle(30);
}

it('draws what the server says of the whole list, tells its totals, and lists a page of it', async () => {
  await open();
  expect(page.find('[data-totals]').textContent).toBe('接收数9取消数1');
  for (let turn = 0; turn < 100 && page.all('caption').length === 0; turn++) await page.settle(30);
  const drawn = page.find('caption').parentElement!;
  expect([...drawn.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual(['2026-01-2661', '2026-02-0230']);
  expect(page.all('[role=grid] tbody tr')).toHaveLength(3);
});

it('opens what a number and a bar count, a bar without one commodity; 0 opens nothing, nor does anything for who may not see it', async () => {
  await open();
  await vi.waitFor(() => expect(page.all('caption').length).toBeGreaterThan(0));
  expect(page.all('button[aria-label="2026-02-02 · 沪江检验所 · 血常规 · 取消数 0"]')).toHaveLength(0);
  await page.click('button[aria-label="2026-01-26 · 沪江检验所 · 血常规 · 接收数 4"]');
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  const common = { actTimeBegin: span.fromTime, actTimeEnd: span.toTime };
  expect(Object.fromEntries(opened[0]!)).toMatchObject({ ...common, figure: '1', laboratoryId: '15', commodityId: '7' });
  await page.click('button[aria-label="2026-01-26 取消数 1"]');
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  expect(Object.fromEntries(opened[1]!)).toMatchObject({ ...common, figure: '2' });
  expect(opened[1]!.has('commodityId')).toBe(false);
  await page.unmount();
  await open([]);
  await vi.waitFor(() => expect(page.all('caption').length).toBeGreaterThan(0));
  expect(page.all('button[aria-label*="接收数"]')).toHaveLength(0);
});

it('says that the server cannot be reached, and that nothing was received', async () => {
  said = () => null;
  await open();
  expect(page.root.textContent).toContain('网络不可用');
  await page.unmount();
  said = () => Response.json({ code: 200, success: true, data: statistic([]), msg: '' });
  await open();
  expect(page.root.textContent).toContain('这段时间没有接收');
});
