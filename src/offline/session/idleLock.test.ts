// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { testKeys } from '#src/offline/testing/testKeys.ts';
import { setDeskKeys } from '#src/offline/keys/deskKeys.ts';
import { deskLock, openDesk, startDeskLock } from './deskLock.ts';
import { startIdleLock } from './idleLock.ts';
import { wrapDataKey } from '#src/offline/keys/passwordWrap.ts';
import { knowPerson, notePerson } from '#src/offline/keys/knownPeople.ts';

const minuteMs = 60_000;
const { keys } = await testKeys('ann');
let stops: (() => void)[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
  const session = { userId: 'ann', tenantId: '000000', account: 'ann', realName: 'Ann', roleNames: [], permissions: [], deptId: '', roleId: '' };
  // Without a token nothing is asked of a server.
  const kept = { ...session, accessToken: '', savedAt: 1, expiresAt: 2 };
  await keepSession(kept, 'login');
  await knowPerson(kept);
  await notePerson('ann', { serverPublicKey: keys.epk, lockMinutes: 15, wrap: await wrapDataKey(keys.dataKey, 'Secret-1', 'ann', 1000) });
  stops = [await startDeskLock(), startIdleLock()];
  await openDesk({ userId: 'ann', dataKey: keys.dataKey });
  expect(deskLock().status).toBe('open');
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops) stop();
  setDeskKeys(null);
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
});
/** Time goes by; what is looked at meanwhile ends. */
async function pass(minutes: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(minutes * minuteMs);
  await new Promise((resolve) => setTimeout(resolve, 30));
}

it('locks after the minutes of the policy without a sign of a person', async () => {
  await pass(14);
  expect(deskLock().status).toBe('open');
  globalThis.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  await pass(14);
  expect(deskLock().status).toBe('open');
  await pass(2);
  expect(deskLock()).toEqual({ status: 'locked', because: 'person' });
});

it('never locks where the policy says so, nor where no password could open it again', async () => {
  await notePerson('ann', { lockMinutes: 0 });
  await pass(60);
  expect(deskLock().status).toBe('open');
  await notePerson('ann', { lockMinutes: 15, wrap: null });
  await pass(60);
  expect(deskLock().status).toBe('open');
});
