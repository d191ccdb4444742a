import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rejectRecords } from '#domain/sample/reject/rejectRows.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ListingScreen } from './ListingScreen.tsx';

const ownFetch = globalThis.fetch;
let asked: string[] = [];
let page: Mounted;
beforeEach(async () => {
  asked = [];
  globalThis.fetch = async (input) => {
    asked.push(new URL(input instanceof Request ? input.url : String(input), 'http://desk').pathname);
    return Response.json({ code: 200, success: true, msg: '', data: { records: [], total: 0, current: 1, size: 20, pages: 0 } });
  };
  const screen = { ...rejectRecords.screens?.[0], route: '/sample/operate-reject', title: rejectRecords.title };
  const router = createMemoryRouter([{ path: '*', element: <ListingScreen list={rejectRecords} screen={screen} /> }]);
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

const exports = (): string[] => asked.filter((path) => path.includes('export'));

it('exports what is shown by Ctrl+E wherever the focus is, and nothing from behind an open drawer', async () => {
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0));
  await page.press('Ctrl+e');
  await vi.waitFor(() => expect(exports()).toHaveLength(1));
  await page.press('Alt+s');
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBe(null));
  await page.press('Ctrl+e');
  await page.press('Escape');
  expect(exports()).toHaveLength(1);
});
