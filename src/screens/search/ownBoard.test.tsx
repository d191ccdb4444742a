import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './BoardScreen.tsx';

const person = { userId: '1', tenantId: '000000', account: 'quality1', realName: '秦质', roleNames: [], deptId: '', roleId: '' };
const good = (data: unknown) => () => Response.json({ code: 200, success: true, msg: '', data });
const broken = () => Response.json({ code: 503, success: false, msg: '统计超时,请缩小条件', data: null }, { status: 503 });
const page = (total: number, more: object = {}) => ({ records: [], total, current: 1, size: 1, pages: 1, ...more });
const whole = { countTime: '2025-10-09', fromTime: '2025-10-09 00:00:00', toTime: '2025-10-09 23:59:59', receiveCount: 40, reportCount: 8 };
const totals = { receiveCount: 40, receivedRejectCount: 3, rejectRate: 7.5, reportCount: 8, overdueCount: 0 };

let answers: Record<string, () => Response | Promise<Response>> = {};
let asked: string[] = [];
const ownFetch = globalThis.fetch;
let board: Mounted;
beforeEach(async () => {
  asked = [];
  answers = {
    'tencent-api/boards': good([]),
    'incompleteReport/page': good(page(7)),
    'sample-count/list': good(page(1, { records: [whole], chart: [whole], totals, usual: {} })),
    'reject-record/reason-page': broken,
    labTurnoverPercentiles: good(page(0, { chart: [], totals: {}, usual: {} })),
  };
  globalThis.fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    asked.push(decodeURIComponent(`${url.pathname}${url.search}`).replaceAll('+', ' '));
    const [, answer = good(page(0))] = Object.entries(answers).find(([path]) => url.pathname.endsWith(path)) ?? [];
    return answer();
  };
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await board.unmount();
});
async function open(permissions: readonly string[], language: 'zh' | 'en' = 'zh'): Promise<void> {
  await changeLanguage(language);
  await keepSession({ ...person, permissions: [...permissions], accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  board = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/search/biFrame?laboratoryId=15&day.from=2025-10-01&day.to=2025-10-31']}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
    { language },
  );
}
const rights = ['bi_view', 'samplecount_view', 'incompletereport_view', 'reject_view', 'labturnoverpercentiles_view'];
const tile = (name: string): HTMLElement => board.find(`section[aria-label="${name}"]`);
const askedOf = (path: string): readonly string[] => asked.filter((one) => one.includes(path));

it('shows its own figures, one state a tile, and asks each list for the laboratory and the days', async () => {
  await open(rights);
  await vi.waitFor(() => expect(tile('接收与报告').textContent).toContain('拒收率(%)7.5'));
  expect(askedOf('sample-count/list')[0]).toMatch(/laboratoryId=15.*countedTimeBegin=2025-10-01 00:00:00.*countedTimeEnd=2025-10-31 23:59:59/);
  await vi.waitFor(() => expect(tile('拒收原因').textContent).toContain('统计超时,请缩小条件'));
  await vi.waitFor(() => expect(tile('实验室周转').textContent).toContain('这段时间没有记录'));
  expect(tile('未出报告').textContent).toBe('未出报告7');
  // What they may not see is neither shown nor asked for.
  expect([board.all('section[aria-label=待处理异常]'), askedOf('abnormal-registration')]).toEqual([[], []]);
  answers['reject-record/reason-page'] = good(page(0, { chart: [] }));
  const retry = [...tile('拒收原因').querySelectorAll('button')].find(({ textContent }) => textContent === '重试');
  await board.run(() => retry!.click());
  await vi.waitFor(() => expect(tile('拒收原因').textContent).toContain('这段时间没有记录'));
});

it('opens what a number counts, and leads to its list asked the same', async () => {
  await open(rights);
  await vi.waitFor(() => expect(tile('接收与报告').textContent).toContain('其中拒收3'));
  await board.run(() => tile('接收与报告').querySelector<HTMLElement>('button[aria-label="其中拒收 3"]')!.click());
  await vi.waitFor(() => expect(askedOf('sample-count/tubes').at(-1)).toMatch(/laboratoryId=15.*figure=6/));
  expect(tile('接收与报告').querySelector('h2 a')?.getAttribute('href')).toContain('/search/sampleCount?laboratoryId=15&countedTime.from=2025-10-01');
  expect(tile('未出报告且已超期').querySelector('h2 a')?.getAttribute('href')).toBe('/search/incompleteReportPage?laboratoryId=15&isOverdue=1');
});

it('says that it failed of a number, and never 0; speaks English', async () => {
  answers['incompleteReport/page'] = broken;
  await open(rights, 'en');
  await vi.waitFor(() => expect(tile('Reports not out').textContent).toContain('统计超时'));
  expect(tile('Reports not out').textContent).not.toContain('0');
  expect(tile('Received and reported')).toBeDefined();
});

it('tells who may see no statistic', async () => {
  await open(['bi_view']);
  await vi.waitFor(() => expect(board.root.textContent).toContain('您的角色没有可看的统计'));
});
