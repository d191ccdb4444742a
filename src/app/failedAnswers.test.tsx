import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { rights } from '#domain/menu.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { pickerSourcesFor } from '#src/resource/pickerSources.ts';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { screens } from './screens.ts';

/** Every screen made by hand, before a server where everything fails: it says so, and shows no empty list and no 0 in its place. */

const person = { userId: '1', tenantId: '000000', account: 'admin', realName: '安', roleNames: [], deptId: '', roleId: '' };
const ownFetch = globalThis.fetch;
let open = 0;
let asked: string[] = [];
let page: Mounted | null = null;

beforeAll(async () => {
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    open += 1;
    if ((init?.method ?? 'GET') === 'GET') asked.push(pathname);
    try {
      return Response.json({ code: 500, success: false, data: null, msg: '服务器异常', requestId: 'req-1' }, { status: 500 });
    } finally {
      open -= 1;
    }
  };
  await changeLanguage('zh');
  const permissions = rights.map(({ code }) => code);
  await keepSession({ ...person, permissions, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e7 }, 'login');
  await startSessionState();
});
afterAll(() => {
  globalThis.fetch = ownFetch;
});
afterEach(async () => {
  await page?.unmount();
  page = null;
});

const routes = Object.keys(screens).filter((route) => !route.includes(':'));
it.each(routes)('%s says that it failed', async (route) => {
  const { Screen } = await screens[route]!();
  asked = [];
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }], { initialEntries: [route] });
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PickerSourcesContext value={pickerSourcesFor(() => true)}>
        <RouterProvider router={router} />
      </PickerSourcesContext>
    </QueryClientProvider>,
  );
  await vi.waitFor(async () => {
    await page!.settle();
    expect(open).toBe(0);
  });
  await page.settle();
  // Saved views say it in their menu.
  const told = asked.filter((path) => !path.endsWith('saved-view/list'));
  if (told.length > 0) await vi.waitFor(() => expect(document.body.textContent, told.join(' ')).toMatch(/服务器异常|重试|失败/));
  expect(document.body.textContent).not.toMatch(/共 0 条/);
});
