import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './QualityScreen.tsx';

const person = { userId: '1', tenantId: '000000', account: 'ops', realName: '安', roleNames: [], deptId: '', roleId: '' };
const permissions = ['view', 'save', 'recompute', 'close', 'reopen'].map((verb) => `qualityIndexValue_${verb}`);
const index = (indexCode: string, more: object) => ({
  qualityIndexId: indexCode.slice(1),
  indexCode,
  indexName: `指标${indexCode}`,
  phase: 1,
  numeratorText: '污染的',
  denominatorText: '全部',
  unit: '%',
  goalSide: 1,
  goal: 0.1,
  cells: [],
  ...more,
});
const cell = (month: string, more: object) => ({
  month,
  numerator: null,
  denominator: 0,
  value: null,
  source: 1,
  version: 1,
  updateTime: `${month}-28 01:40:00`,
  ...more,
});
const months = Array.from({ length: 12 }, (_, at) => ({
  month: `2025-${String(at + 1).padStart(2, '0')}`,
  state: at === 0 ? 1 : 0,
  closeUserName: at === 0 ? '吴桐' : null,
  closeTime: at === 0 ? '2025-02-03 09:00:00' : null,
  reason: null,
  typistIds: at === 11 ? ['1'] : ['8'],
  uncounted: [],
}));
const year = {
  laboratoryId: '15',
  year: '2025',
  months,
  rows: [
    index('Q101', {
      cells: [cell('2025-01', { numerator: 1, denominator: 1_600 }), cell('2025-12', { numerator: 2, denominator: 1_600 })],
    }),
    index('Q104', { cells: [cell('2025-01', { numerator: 1, denominator: 8, source: 2 })] }),
    index('Q212', { unit: 'min', goal: 3_000, cells: [cell('2025-11', { value: 2_520, denominator: 6 }), cell('2025-12', {})] }),
  ],
};
const tube = {
  countedId: '1',
  sampleCode: 'S1',
  requisitionCode: 'A1',
  reportNo: null,
  personName: '张*',
  sendSampleClientId: '3',
  sendSampleClientName: '甲院',
  countedTime: '2025-12-10 09:00:00',
  isNumerator: 1,
  minutes: null,
};
let answers: Record<string, () => Response> = {};
let asked: { readonly path: string; readonly query: string; readonly body: Record<string, any> }[] = [];
const good = (data: unknown) => () => Response.json({ code: 200, success: true, msg: '', data });
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(async () => {
  asked = [];
  answers = {
    'quality-index-value/page': good(year),
    'quality-index-value/tubes': good({
      records: [tube, { ...tube, countedId: '2', sampleCode: 'S2' }],
      total: 2,
      current: 1,
      size: 20,
      pages: 1,
      orders: [],
      searchCount: true,
    }),
    'quality-index-value/save': good({ laboratoryId: '15', month: '2025-12' }),
  };
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    asked.push({ path: url.pathname, query: decodeURIComponent(url.search), body: init?.body ? JSON.parse(String(init.body)) : {} });
    const [, answer = good(null)] = Object.entries(answers).find(([path]) => url.pathname.endsWith(path)) ?? [];
    return answer();
  };
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
async function open(place = '/search/qualityIndicator?laboratoryId=15&year=2025', language: 'zh' | 'en' = 'zh'): Promise<void> {
  await changeLanguage(language);
  await keepSession({ ...person, permissions, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[place]}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
    { language },
  );
}
const askedOf = (path: string) => asked.filter((one) => one.path.endsWith(path));
const cellOf = (code: string, at: number): string => page.find(`tr[data-index=${code}]`).querySelectorAll('td')[at]?.textContent ?? '';
const named = (name: string): HTMLElement => page.find(`button[aria-label="${name}"]`);
const button = (text: string): HTMLButtonElement => page.all('button').find(({ textContent }) => textContent?.startsWith(text)) as HTMLButtonElement;

it('shows each figure with its numbers and whether it meets the goal, by a mark and its word', async () => {
  await open();
  await vi.waitFor(() => expect(page.all('tr[data-index]')).toHaveLength(3));
  expect(page.all('thead th')).toHaveLength(14);
  expect(cellOf('Q101', 0)).toBe('≤ 0.1 %');
  // 0.125 %: above the goal, though it is shown rounded; one of 1,600 is 0.0625 %.
  expect([cellOf('Q101', 12), cellOf('Q101', 1)]).toEqual(['0.13 ✗2/1600', '0.06 ✓1/1600']);
  expect([cellOf('Q212', 11), cellOf('Q212', 12), cellOf('Q212', 10)]).toEqual(['2520.00 ✓n=6', '不适用 n=0', '—']);
  const marks = page.all('tr[data-index=Q101] [role=img]').map((one) => one.getAttribute('aria-label'));
  expect(marks).toEqual(['达标', '未达标']);
});

it('begins in January with the year whose last month is to be closed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-05T09:00:00+08:00') });
  try {
    await open('/search/qualityIndicator?laboratoryId=15');
    await vi.waitFor(() => expect(page.find('[data-quality-month]').textContent).toContain('2025-12'));
    expect(askedOf('quality-index-value/page')[0]?.query).toContain('year=2025');
  } finally {
    vi.useRealTimers();
  }
});

it('opens what a number counts', async () => {
  await open();
  await vi.waitFor(() => expect(page.all('tr[data-index]')).toHaveLength(3));
  await page.run(() => named('Q101 2025-12 分子 2').click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('S2'));
  expect(askedOf('tubes').at(-1)?.query).toMatch(/laboratoryId=15.*indexCode=Q101.*month=2025-12.*part=numerator/);
});

it('takes a typed figure of an open month, and offers none of a closed one', async () => {
  await open();
  await vi.waitFor(() => expect(page.all('tr[data-index]')).toHaveLength(3));
  expect(page.all('button[aria-label="Q104 2025-01 填报"]')).toHaveLength(0);
  await page.run(() => named('Q104 2025-12 填报').click());
  await vi.waitFor(() => expect(document.querySelectorAll('[role=dialog] input').length).toBeGreaterThan(1));
  const [numerator, denominator] = document.querySelectorAll<HTMLInputElement>('[role=dialog] form input');
  await page.run(() => numerator!.focus());
  await page.type('3');
  await page.run(() => denominator!.focus());
  await page.type('50');
  await page.press('Ctrl+S');
  await vi.waitFor(() => expect(askedOf('save')).toHaveLength(1));
  expect(askedOf('save')[0]?.body).toMatchObject({
    laboratoryId: '15',
    month: '2025-12',
    qualityIndexId: '104',
    version: 0,
    numerator: 3,
    denominator: 50,
  });
});

it('greys the close of a month for who typed of it, says why, and offers to open a closed one', async () => {
  await open();
  await vi.waitFor(() => expect(page.find('[data-quality-month]').textContent).toContain('2025-12'));
  expect([button('关闭月份').disabled, button('关闭月份').title]).toEqual([true, '须由未填报该月数据的人关闭']);
  await page.run(() => button('2025-11').click());
  expect(button('关闭月份').disabled).toBe(false);
  await page.run(() => button('2025-01').click());
  expect(page.find('[data-quality-month]').textContent).toContain('由 吴桐 于 2025-02-03 09:00:00 关闭');
  expect(button('关闭月份')).toBeUndefined();
  await page.run(() => button('重开月份').click());
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('原因'));
});

it('asks for a laboratory, says that it failed and asks again, and speaks English', async () => {
  await open('/search/qualityIndicator');
  expect(page.root.textContent).toContain('请选择检验所');
  expect(asked.filter(({ path }) => path.endsWith('quality-index-value/page'))).toHaveLength(0);
  await page.unmount();
  answers['quality-index-value/page'] = () => Response.json({ code: 500, success: false, msg: '服务器出错', data: null }, { status: 500 });
  await open();
  await vi.waitFor(() => expect(button('重试')).toBeDefined());
  answers['quality-index-value/page'] = good(year);
  await page.run(() => button('重试').click());
  await vi.waitFor(() => expect(page.all('tr[data-index]')).toHaveLength(3));
  await page.unmount();
  answers['quality-index-value/page'] = good({ ...year, rows: [] });
  await open(undefined, 'en');
  await vi.waitFor(() => expect(page.root.textContent).toContain('No quality index has a goal yet'));
});
