import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { installLocks } from '#src/offline/testing/locksShim.ts';

installLocks();
const { runOrTakeOver } = await import('./senderLock.ts');
afterEach(() => vi.useRealTimers());

it('leaves the place to a sender that moves, and takes it from one that hangs', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let end: () => void = () => undefined;
  const hanging = runOrTakeOver('a-place', () => new Promise<string>((resolve) => (end = () => resolve('at last'))));
  await Promise.resolve();
  vi.setSystemTime(Date.now() + 10_000);
  expect(await runOrTakeOver('a-place', async () => 'sent')).toBeNull();
  vi.setSystemTime(Date.now() + 6_000);
  expect(await runOrTakeOver('a-place', async () => 'sent')).toBe('sent');
  end();
  await hanging;
});
