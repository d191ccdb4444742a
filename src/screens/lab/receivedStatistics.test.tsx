import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './ReceivedStatisticsScreen.tsx';

const rows = [
  { countTime: '2026-W06', laboratoryName: '沪江检验所', commodityName: '血常规', receiveCount: 3, cancelCount: 0 },
  { countTime: '2026-W05', laboratoryName: '沪江检验所', commodityName: '血常规', receiveCount: 4, cancelCount: 1 },
  { countTime: '2026-W05', laboratoryName: '沪江检验所', commodityName: '无创', receiveCount: 2, cancelCount: 0 },
];
const statistic = (records: readonly object[]) => ({
  records,
  total: records.length,
  totals: { receiveCount: 9, cancelCount: 1 },
  chart:
    records.length === 0
      ? []
      : [
          { countTime: '2026-W05', receiveCount: 6, cancelCount: 1 },
          { countTime: '2026-W06', receiveCount: 3, cancelCount: 0 },
        ],
});
let asked: URLSearchParams[] = [];
let said: () => Response | null = () => Response.json({ code: 200, success: true, data: statistic(rows), msg: '' });
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(() => {
  asked = [];
  globalThis.fetch = async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (!pathname.endsWith('lab-task/receiveStatistics')) return Response.json({ code: 200, success: true, data: [], msg: '' });
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
async function open(): Promise<void> {
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
  expect([...drawn.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual(['2026-W0561', '2026-W0630']);
  expect(page.all('[role=grid] tbody tr')).toHaveLength(3);
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
