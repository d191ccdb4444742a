import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { queryClient } from '#src/console/queryClient.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen as Dashboard } from './DashboardScreen.tsx';
import { HomeScreen } from './HomeScreen.tsx';

const desk = new DiskDesk();
const ownFetch = globalThis.fetch;
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => desk.close());
let page: Mounted;
beforeEach(async () => {
  localStorage.clear();
  queryClient.clear();
  await desk.reset();
  const permissions = ['detail_enter_double', 'handover_save', 'dashboard_view', 'detail_enter', 'device_view'];
  const profile = { userId: 'ann', account: 'ann', name: '安然', organisation: '', menus: [], topMenus: [], permissions, fetchedAt: 1 };
  await deviceDb.profiles.put({ userId: 'ann', profile });
  await desk.login('ann');
});
afterEach(async () => {
  await vi.dynamicImportSettled();
  globalThis.fetch = ownFetch;
  await page.unmount();
});

const waiting = [{ bucket: 'd3', count: 3 }];
const figures = { at: '2026-11-29 09:00:00', perHour: null, waiting, clerks: [], isOwnOnly: false };
/** The figures of the day are known from before; what is asked for now fails so. */
async function open(screen: React.ReactNode, fails: () => Response, known: object | null = figures): Promise<void> {
  if (known) queryClient.setQueryData(['home', 'figures', 'ann'], known);
  globalThis.fetch = async () => fails();
  page = await mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
    { userId: 'ann' },
  );
  await page.run(() => void queryClient.refetchQueries());
}
const said = (): string => page.root.textContent ?? '';
const refused = (): Response => Response.json({ code: 500, success: false, msg: '服务器异常' }, { status: 500 });
const unreached = (): Response => {
  throw new TypeError('failed to fetch');
};

it('the dashboard says of figures it could not renew why, and offline only without network', async () => {
  await open(<Dashboard />, unreached);
  await vi.waitFor(() => expect(said()).toContain('离线, 数据截至 2026-11-29 09:00:00'));
  await page.unmount();
  queryClient.clear();
  await open(<Dashboard />, refused);
  await vi.waitFor(() => expect(said()).toContain('更新失败: 服务器异常, 数据截至 2026-11-29 09:00:00'));
  expect(said()).not.toContain('离线');
});

it('the home page calls no list offline that the server refused', async () => {
  await open(<HomeScreen />, refused);
  await vi.waitFor(() => expect(said()).toContain('数量读取失败'));
  expect(said()).not.toContain('离线');
  await page.unmount();
  queryClient.clear();
  await open(<HomeScreen />, unreached);
  await vi.waitFor(() => expect(said()).toContain('离线,数量未知'));
});

it('the home page hides no count it never got: what waits too long and silent desks stand there, not known', async () => {
  await open(<HomeScreen />, refused, null);
  for (const name of ['待录入超过1天', '失联前台']) {
    await vi.waitFor(() => expect(said()).toContain(name));
    const tile = [...page.root.querySelectorAll('a')].find(({ textContent }) => textContent?.includes(name));
    expect(tile?.textContent).toContain('数量读取失败');
    expect(tile?.textContent).not.toMatch(/\d\s*$/);
  }
});
