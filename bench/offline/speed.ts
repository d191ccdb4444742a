import { setTimeout as wait } from 'node:timers/promises';
import { Desk } from '../../e2e/support/desk.ts';
import { bareWrites, keepNames } from '../house.ts';
import type { Choice, Rig, System } from './system.ts';
import type { WireRequest } from './wire.ts';

/** What one system did on its own in a browser of its own. Times ms. */
export interface Speed {
  /** Each save, one after the other, page online, server unreachable. */
  readonly enqueue: readonly number[];
  /** Bare strict IndexedDB writes in the same page, in turns with them. */
  readonly bare: readonly number[];
  readonly accepted: number;
  /** From the first request of the queue until the last that carries acts is answered. */
  readonly drainMs: number;
  readonly delivered: number;
  readonly requests: number;
  /** On the wire from link-up until empty, both ways, all requests. */
  readonly bytes: number;
  /** From link-up until the last act is answered. */
  readonly emptyMs: number;
}

const browserArguments = ['--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows', '--disable-renderer-backgrounding'];
export const newDesk = (profile?: string): Desk => new Desk(undefined, { more: browserArguments, ...(profile ? { profile } : {}) });

/** Until `isDone`, at most `limitMs`; the browser's own doings are brought forward every 5 s. True when done. */
export async function settle(rigs: readonly Rig[], isDone: () => Promise<boolean>, limitMs: number, everyMs = 100): Promise<boolean> {
  const until = performance.now() + limitMs;
  for (let nudgeAt = 0; ;) {
    if (await isDone()) return true;
    if (performance.now() > until) return false;
    if (performance.now() > nudgeAt) {
      for (const rig of rigs) await rig.nudge();
      nudgeAt = performance.now() + 5000;
    }
    await wait(everyMs);
  }
}

/** Saves `count` acts with the server unreachable, then lets them go over a link of `roundTripMs`. */
export async function measureSpeed(system: System, count: number, roundTripMs: number, choice: Choice = {}): Promise<Speed> {
  const desk = newDesk();
  const rig = await system.prepare(choice);
  try {
    await desk.open();
    await desk.context.addInitScript(keepNames);
    await rig.open(desk.context);
    rig.wire.set('refuse');
    const page = desk.context.pages().at(-1);
    if (!page) throw new Error(`${system.key} has no page`);
    const [took, bare, taken]: [number[], number[], string[]] = [[], [], []];
    // In turns, so that both see the same machine.
    for (let round = 0; round < rounds; round++) {
      const acts = Array.from({ length: count / rounds }, (_none, index) => rig.act(1 + round * (count / rounds) + index));
      const saved = await rig.save(acts);
      took.push(...saved.took);
      taken.push(...saved.taken);
      bare.push(...(await bareWrites(page, acts.length)));
    }
    rig.wire.setRoundTrip(roundTripMs);
    rig.wire.clear();
    const upAt = performance.now();
    rig.wire.set('pass');
    // The server is asked only when the wire has fallen silent: asking costs it time that is being measured.
    const isEmpty = async (): Promise<boolean> => {
      const asked = rig.wire.requests.filter(({ line }) => rig.sends(line));
      if (asked.length === 0 || asked.some(({ isOpen }) => isOpen) || performance.now() - lastEnd(asked) < silenceMs) return false;
      const ledger = await rig.ledger();
      return taken.every((name) => ledger.has(name));
    };
    // One at a time is the slowest that was seen; three times that is stuck.
    await settle([rig], isEmpty, 3 * count * roundTripMs);
    // The last answer is still on its way.
    await wait(2 * roundTripMs + 300);
    const carried = rig.wire.requests.filter(({ line }) => rig.carries(line));
    const sent = rig.wire.requests.filter(({ line }) => rig.sends(line));
    const ledger = await rig.ledger();
    const endedAt = lastEnd(carried);
    return {
      enqueue: took,
      bare,
      accepted: taken.length,
      delivered: taken.filter((name) => ledger.has(name)).length,
      requests: sent.length,
      drainMs: endedAt - (sent[0]?.at ?? Number.NaN),
      bytes: rig.wire.requests.reduce((sum, { up, down }) => sum + up + down, 0),
      emptyMs: endedAt - upAt,
    };
  } finally {
    await rig.close();
    await desk.close();
  }
}

const rounds = 3;
const silenceMs = 1500;
const lastEnd = (requests: readonly WireRequest[]): number => Math.max(...requests.map(({ endedAt }) => endedAt ?? 0));
