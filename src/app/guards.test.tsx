import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, RouterProvider, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { dropSession, keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { setDeskKeys } from '#src/offline/keys/deskKeys.ts';
import { deskLock, lockDesk, openDesk, startDeskLock } from '#src/offline/session/deskLock.ts';
import { knowPerson, notePerson } from '#src/offline/keys/knownPeople.ts';
import { testKeys } from '#src/offline/testing/testKeys.ts';
import { UiProvider } from '#src/ui/UiProvider.tsx';
import { Guard, UnlockedOnly } from './guards.tsx';
import { router } from './routes.tsx';

let stop: (() => void) | null = null;
afterEach(async () => {
  cleanup();
  stop?.();
  setDeskKeys(null);
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
});

it('a locked desk shows its lock under every address, also those that ask for no login', async () => {
  const { keys } = await testKeys('ann');
  const session = { userId: 'ann', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions: [], deptId: '', roleId: '' };
  const kept = { ...session, accessToken: '', savedAt: 1, expiresAt: 2 };
  await keepSession(kept, 'login');
  await knowPerson(kept);
  await notePerson('ann', { serverPublicKey: keys.epk });
  await startSessionState();
  stop = await startDeskLock();
  await openDesk({ userId: 'ann', dataKey: keys.dataKey });
  render(
    <UiProvider language="zh" userId="ann">
      <MemoryRouter initialEntries={['/changepassword']}>
        <Routes>
          <Route
            path="/changepassword"
            element={
              <UnlockedOnly>
                <p>outside</p>
              </UnlockedOnly>
            }
          />
          <Route path="/*" element={<Guard>{null}</Guard>} />
        </Routes>
      </MemoryRouter>
    </UiProvider>,
  );
  expect(screen.getByText('outside')).toBeDefined();
  await act(lockDesk);
  expect(screen.queryByText('outside')).toBeNull();
  expect(screen.getByRole('heading', { name: '已锁屏' })).toBeDefined();
  // Afterwards it is the page that was wanted.
  await act(() => openDesk({ userId: 'ann', dataKey: keys.dataKey }));
  await waitFor(() => expect(screen.getByText('outside')).toBeDefined());
});

it('a password that must be changed first can be changed on a desk that has no keys yet', async () => {
  const session = { userId: 'ann', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions: [], deptId: '', roleId: '' };
  const kept = { ...session, accessToken: '', savedAt: 1, expiresAt: 2 };
  await keepSession(kept, 'login');
  await knowPerson(kept);
  await startSessionState();
  stop = await startDeskLock();
  const page = (
    <UnlockedOnly>
      <p>outside</p>
    </UnlockedOnly>
  );
  const at = (state: unknown) => (
    <UiProvider language="zh" userId="ann">
      <MemoryRouter initialEntries={[{ pathname: '/changepassword', state }]}>
        <Routes>
          <Route path="/changepassword" element={page} />
          <Route path="/*" element={<Guard>{null}</Guard>} />
        </Routes>
      </MemoryRouter>
    </UiProvider>
  );
  const asked = render(at({ reason: '请先修改密码' }));
  await waitFor(() => expect(deskLock()).toEqual({ status: 'locked', because: 'start' }));
  expect(screen.getByText('outside')).toBeDefined();
  asked.unmount();
  render(at(null));
  expect(screen.queryByText('outside')).toBeNull();
});

it('a locked desk shows its lock alone, and afterwards everything where it was', async () => {
  const { keys } = await testKeys('ann');
  // Without a token nothing is asked of a server.
  const session = { userId: 'ann', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions: [], deptId: '', roleId: '' };
  const kept = { ...session, accessToken: '', savedAt: 1, expiresAt: 2 };
  await keepSession(kept, 'login');
  await knowPerson(kept);
  await notePerson('ann', { serverPublicKey: keys.epk });
  await startSessionState();
  stop = await startDeskLock();
  await openDesk({ userId: 'ann', dataKey: keys.dataKey });
  render(
    <UiProvider language="zh" userId="ann">
      <MemoryRouter initialEntries={['/sample/summary-enter?edit=1']}>
        <Routes>
          <Route
            path="/*"
            element={
              <Guard>
                <input aria-label="typed" />
              </Guard>
            }
          />
        </Routes>
      </MemoryRouter>
    </UiProvider>,
  );
  const box = screen.getByLabelText<HTMLInputElement>('typed');
  fireEvent.change(box, { target: { value: '只在屏幕上' } });

  await act(lockDesk);
  expect(screen.getByRole('heading', { name: '已锁屏' })).toBeDefined();
  expect(box.style.display).toBe('none');
  expect(document.querySelector('[data-lock-layer]')?.textContent).toContain('安');

  await act(() => openDesk({ userId: 'ann', dataKey: keys.dataKey }));
  await waitFor(() => expect(document.querySelector('[data-lock-layer]')).toBeNull());
  // The very same field: nothing was drawn anew.
  expect(screen.getByLabelText('typed')).toBe(box);
  expect(box.value).toBe('只在屏幕上');
  expect(box.style.display).not.toBe('none');
});

/** Every address of the route table, and some that stand behind its last line. */
const addresses = [
  ...router.routes.flatMap(({ children = [] }) => children.flatMap(({ path }) => (path && path !== '/*' ? [path] : []))),
  '/',
  '/lock',
  '/wel/index',
  '/sample/summary-enter',
  '/myiframe/b-1',
  '/nowhere',
];
const at = async (path: string): Promise<string> => {
  await act(async () => router.navigate(path));
  return router.state.location.pathname;
};

it('leads from every address of the route table to the lock while the desk is locked', async () => {
  const session = { userId: 'ann', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions: [], deptId: '', roleId: '' };
  const kept = { ...session, accessToken: '', savedAt: 1, expiresAt: 2 };
  await keepSession(kept, 'login');
  await knowPerson(kept);
  await startSessionState();
  stop = await startDeskLock();
  render(
    <UiProvider language="zh" userId="ann">
      <RouterProvider router={router} />
    </UiProvider>,
  );
  await waitFor(() => expect(deskLock().status).toBe('locked'));
  expect(addresses.length).toBeGreaterThan(10);
  for (const path of addresses) {
    expect(await at(path), path).toBe('/lock');
    expect(screen.getByRole('button', { name: '解锁' }), path).toBeDefined();
  }
});

it('leads from every address that asks for a login to the login while nobody is signed in', async () => {
  await startSessionState();
  await dropSession('logout');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider language="zh" userId="">
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  );
  // A password is changed by who has one.
  const open = ['/login', '/403', '/404', '/500'];
  for (const path of addresses) expect(await at(path), path).toBe(open.includes(path) ? path : '/login');
});
