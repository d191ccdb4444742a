import { afterEach, beforeEach, expect, it } from 'vitest';
import { NumberLease } from './numberLease.ts';
import { installLocks } from '#src/offline/testing/locksShim.ts';

beforeEach(() => installLocks());
const leases: NumberLease[] = [];
afterEach(() => leases.splice(0).forEach((lease) => lease.end()));

/** Pages of one desk: each hears the others. */
function pages(count: number): { lease: NumberLease; clock: { now: number } }[] {
  const listeners: (() => void)[] = [];
  return Array.from({ length: count }, (_none, at) => {
    const clock = { now: 1000 };
    const channel = {
      postMessage: () => listeners.forEach((listener, other) => other !== at && setTimeout(listener)),
      addEventListener: (_type: string, listener: () => void) => void listeners.push(listener),
    } as unknown as BroadcastChannel;
    const lease = new NumberLease(
      () => navigator.locks,
      channel,
      () => clock.now,
    );
    leases.push(lease);
    return { lease, clock };
  });
}

it('is held by one page, and goes to the one that asks', async () => {
  const [one, other] = pages(2);
  expect(await one!.lease.hold()).toBe(true);
  expect(await other!.lease.hold()).toBe(true);
  expect([one!.lease.isHeld, other!.lease.isHeld]).toEqual([false, true]);
  expect(await one!.lease.hold()).toBe(true);
  expect([one!.lease.isHeld, other!.lease.isHeld]).toEqual([true, false]);
});

it('is given over only when what is being written is written', async () => {
  const [one, other] = pages(2);
  await one!.lease.hold();
  one!.lease.isBusy = true;
  const asked = other!.lease.hold();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([one!.lease.isHeld, other!.lease.isHeld]).toEqual([true, false]);
  one!.lease.rest();
  expect(await asked).toBe(true);
  expect(one!.lease.isHeld).toBe(false);
});

it('is taken from a page that does not answer, which does not trust it when it wakes', async () => {
  const [one, other] = pages(2);
  let isTold = false;
  one!.lease.onEnd = () => {
    isTold = true;
  };
  await one!.lease.hold();
  // Its turn does not come: it hears nothing and does not tick.
  one!.lease.isBusy = true;
  const asked = other!.lease.hold();
  one!.clock.now += 450;
  expect(one!.lease.isHeld).toBe(false);
  expect(await asked).toBe(true);
  expect(other!.lease.isHeld).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([one!.lease.isHeld, isTold]).toEqual([false, true]);
});

it('is never held where there are no locks', async () => {
  const lease = new NumberLease(() => undefined, null);
  expect(await lease.hold()).toBe(false);
  expect(lease.isHeld).toBe(false);
});
