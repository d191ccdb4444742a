import { setTimeout as wait } from 'node:timers/promises';
import type { Desk } from '../../e2e/support/desk.ts';
import { settle } from './speed.ts';
import type { Rig } from './system.ts';

/** What a desk does when the server is back after a real outage. */
export interface Return {
  /** How long it was gone. */
  readonly seconds: number;
  readonly accepted: number;
  readonly delivered: number;
  /** From link-up until it asks the server anything, ms; null: not within the time given. */
  readonly firstMs: number | null;
  /** Requests of every kind in the second from then on. */
  readonly inFirstSecond: number;
  /** The most in any second. */
  readonly peak: number;
  /** From link-up until the last answer to its queue, ms. */
  readonly emptyMs: number;
}

export const outageActs = 50;
/** A near server: with a far one nobody could make a storm. */
const roundTripMs = 20;

/** All desks lose their server for `seconds` of real time, with acts waiting; nothing is set forward, so back-offs stand where they would. */
export async function playOutage(rigs: ReadonlyMap<string, Rig>, desk: Desk, seconds: number, stuckMs: number): Promise<ReadonlyMap<string, Return>> {
  const all = [...rigs.values()];
  for (const rig of all) await rig.open(desk.context);
  for (const rig of all) rig.wire.set('refuse');
  const downAt = performance.now();
  const accepted = new Map<Rig, string[]>();
  for (const rig of all) {
    const { taken } = await rig.save(Array.from({ length: outageActs }, (_none, index) => rig.act(index + 1)));
    accepted.set(rig, taken);
  }
  await wait(Math.max(0, seconds * 1000 - (performance.now() - downAt)));
  for (const rig of all) {
    rig.wire.setRoundTrip(roundTripMs);
    rig.wire.clear();
    rig.wire.set('pass');
  }
  const upAt = performance.now();
  const missing = async (rig: Rig): Promise<number> => {
    const ledger = await rig.ledger();
    return (accepted.get(rig) ?? []).filter((name) => !ledger.has(name)).length;
  };
  await settle(all, async () => (await Promise.all(all.map(missing))).every((left) => left === 0), stuckMs, 1000);
  const returns = new Map<string, Return>();
  for (const [key, rig] of rigs) {
    const asked = rig.wire.requests.map(({ at }) => at);
    const first = asked[0] ?? null;
    const within = (from: number): number => asked.filter((at) => at >= from && at < from + 1000).length;
    const taken = accepted.get(rig) ?? [];
    returns.set(key, {
      seconds,
      accepted: taken.length,
      delivered: taken.length - (await missing(rig)),
      firstMs: first === null ? null : first - upAt,
      inFirstSecond: first === null ? 0 : within(first),
      peak: Math.max(0, ...asked.map(within)),
      emptyMs: Math.max(0, ...rig.wire.requests.filter(({ line }) => rig.carries(line)).map(({ endedAt }) => (endedAt ?? upAt) - upAt)),
    });
  }
  return returns;
}
