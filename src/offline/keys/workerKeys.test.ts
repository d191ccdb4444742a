import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HeldKey } from './deskKeys.ts';
import { importDataKey } from './makeKeys.ts';
import { heedKeyMessage, keptMs } from './workerKeys.ts';

const held: HeldKey = { userId: 'ann', dataKey: await importDataKey(crypto.getRandomValues(new Uint8Array(32))) };
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What the worker answers a page that asks. */
function asked(userId: string): unknown {
  const answers: unknown[] = [];
  const port = { postMessage: (answer: unknown) => answers.push(answer) } as unknown as MessagePort;
  expect(heedKeyMessage({ type: 'WANT_KEY', userId }, port)).toBeUndefined();
  return answers[0];
}

it('gives the page that comes what the page that went has left, to nobody else', () => {
  expect(asked('ann')).toBeNull();
  void heedKeyMessage({ type: 'KEEP_KEY', held });
  expect(asked('ben')).toBeNull();
  expect(asked('ann')).toBe(held);
  void heedKeyMessage({ type: 'DROP_KEY' });
  expect(asked('ann')).toBeNull();
});

it('forgets after a minute, and keeps the worker alive until then', async () => {
  const first = heedKeyMessage({ type: 'KEEP_KEY', held });
  const done = vi.fn<() => void>();
  void first?.then(done);
  await vi.advanceTimersByTimeAsync(keptMs / 2);
  // Another page goes: its minute counts.
  const second = heedKeyMessage({ type: 'KEEP_KEY', held: { ...held } });
  await vi.advanceTimersByTimeAsync(keptMs / 2);
  expect(done).toHaveBeenCalled();
  expect(asked('ann')).not.toBeNull();
  await vi.advanceTimersByTimeAsync(keptMs / 2);
  await second;
  expect(asked('ann')).toBeNull();
});

it('leaves other messages alone', () => {
  expect(heedKeyMessage({ type: 'DRAIN' })).toBeUndefined();
});

it('is done with the key once it is fetched or dropped: a new version cannot take over from a worker that waits', async () => {
  const fetched = heedKeyMessage({ type: 'KEEP_KEY', held });
  expect(asked('ann')).toBe(held);
  await expect(Promise.race([fetched?.then(() => 'done'), vi.advanceTimersByTimeAsync(1000)])).resolves.toBe('done');
  // A second page of the same person that comes meanwhile has it too, for as long as the worker lives.
  expect(asked('ann')).toBe(held);
  const dropped = heedKeyMessage({ type: 'KEEP_KEY', held });
  void heedKeyMessage({ type: 'DROP_KEY' });
  await expect(Promise.race([dropped?.then(() => 'done'), vi.advanceTimersByTimeAsync(1000)])).resolves.toBe('done');
});

it('waits for one key at a time: the page that goes last leaves its key in place of the one before', async () => {
  const first = heedKeyMessage({ type: 'KEEP_KEY', held });
  void heedKeyMessage({ type: 'KEEP_KEY', held: { ...held } });
  await expect(Promise.race([first?.then(() => 'done'), vi.advanceTimersByTimeAsync(1000)])).resolves.toBe('done');
  void heedKeyMessage({ type: 'DROP_KEY' });
});
