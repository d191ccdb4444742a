import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { setDeskKeys } from '#src/offline/keys/deskKeys.ts';
import { deskLock, openDesk, startDeskLock } from '#src/offline/session/deskLock.ts';
import { knowPerson, notePerson } from '#src/offline/keys/knownPeople.ts';
import { testKeys } from '#src/offline/testing/testKeys.ts';
import { UiProvider } from '#src/ui/UiProvider.tsx';
import { LockDialog } from './LockDialog.tsx';

let stop: (() => void) | null = null;
afterEach(async () => {
  cleanup();
  stop?.();
  setDeskKeys(null);
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
});

it('asks for a lock password once, refuses an empty one, locks, and keeps nothing of it in clear', async () => {
  const user = userEvent.setup();
  const { keys } = await testKeys('ann');
  const session = { userId: 'ann', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions: [], deptId: '', roleId: '' };
  const kept = { ...session, accessToken: '', savedAt: 1, expiresAt: 2 };
  await keepSession(kept, 'login');
  await knowPerson(kept);
  await notePerson('ann', { serverPublicKey: keys.epk });
  await startSessionState();
  stop = await startDeskLock();
  await openDesk({ userId: 'ann', dataKey: keys.dataKey });
  let isClosed = false;
  await act(
    async () =>
      void render(
        <UiProvider language="zh" userId="ann">
          <LockDialog onClose={() => (isClosed = true)} />
        </UiProvider>,
      ),
  );
  const dialog = within(await screen.findByRole('dialog', { name: '设置锁屏密码' }));
  await user.click(dialog.getByRole('button', { name: '锁屏' }));
  expect(dialog.getByText('锁屏密码不能为空')).toBeDefined();
  await user.type(dialog.getByLabelText('锁屏密码'), 'Zebra-4711{Enter}');
  await waitFor(() => expect(deskLock().status).toBe('locked'), { timeout: 20_000 });
  await waitFor(() => expect(isClosed).toBe(true));
  const stored = [
    JSON.stringify(await Promise.all(deviceDb.tables.map((table) => table.toArray()))),
    JSON.stringify({ ...localStorage, ...sessionStorage }),
  ].join();
  expect(stored).not.toContain('Zebra');
  expect(stored).not.toContain(btoa('Zebra-4711'));
});
