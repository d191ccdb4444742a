import { setTimeout as wait } from 'node:timers/promises';
import type { Desk } from '../../e2e/support/desk.ts';
import type { Choice, Rig, System } from './system.ts';
import type { Fault } from './wire.ts';

/** What a scenario works with: all systems in one browser, each with a server and a wire of its own. */
export interface Stage {
  readonly rigs: readonly Rig[];
  /** Saves acts everywhere and keeps in mind which were said to be saved. */
  save(made: (rig: Rig) => Promise<Saved> | Saved): Promise<void>;
  each(work: (rig: Rig) => unknown): Promise<void>;
  /** Lets time pass; what browsers do by themselves is brought forward. */
  pass(seconds: number, isOver?: () => Promise<boolean>): Promise<void>;
  /** kill -9 of the whole browser, and its start on the same profile. */
  kill(): Promise<void>;
  reopen(): Promise<void>;
  /** What was said to be saved so far, as `record/edit`. */
  saved(rig: Rig): readonly string[];
}
type Saved = readonly ReturnType<Rig['act']>[];

export interface Scenario {
  readonly key: string;
  readonly title: string;
  readonly choice?: Choice;
  /** Default: every system. */
  readonly isFor?: (system: System) => boolean;
  /** Everything until all is well again; then up to 60 s are given. */
  play(stage: Stage): Promise<void>;
}

const count = 10;
const acts =
  (howMany: number, from = 1) =>
  (rig: Rig): Saved =>
    Array.from({ length: howMany }, (_none, index) => rig.act(from + index));
const badSeconds = 12;

/** The queue is there before the link is; then the server answers badly for a while. */
const answersBadly = (key: string, title: string, fault: Fault, then: (stage: Stage) => Promise<void> = () => Promise.resolve()): Scenario => ({
  key,
  title,
  async play(stage) {
    await stage.each((rig) => rig.wire.set('refuse'));
    await stage.save(acts(count));
    await stage.each((rig) => {
      rig.wire.fault(fault, rig.sends);
      rig.wire.set('pass');
    });
    await stage.pass(badSeconds);
    await stage.each((rig) => rig.wire.fault('none'));
    await then(stage);
  },
});

const refused = (status: '403' | '409' | '422', title: string): Scenario => ({
  key: status,
  title,
  async play(stage) {
    await stage.each((rig) => rig.wire.set('refuse'));
    await stage.save((rig) => rig.refusable([1, 2, 3, 4], status));
    await stage.each((rig) => {
      // Ours hears it from the real server, for the act; the wire says it to the others. It stays so.
      rig.wire.fault(status, (line) => rig.isAnsweredByWire && rig.carries(line));
      rig.wire.set('pass');
    });
  },
});

/** Something of the queue is on its way, or was: an attempt has been seen since. */
const isUnderWay = async (rig: Rig): Promise<boolean> => rig.wire.requests.some(({ line }) => rig.carries(line));

export const scenarios: readonly Scenario[] = [
  answersBadly('500', `server answers 500 for ${badSeconds} s`, '500'),
  answersBadly('401', `server answers 401 for ${badSeconds} s, then a new login`, '401', (stage) => stage.each((rig) => rig.resume())),
  refused('403', 'these acts may not be done: 403 for ever'),
  refused('422', 'they break a rule: 422 for ever'),
  refused('409', 'somebody else was first: 409 for ever'),
  {
    key: 'silent',
    title: `server takes requests and never answers for ${badSeconds} s`,
    choice: { ownTimeoutMs: 4000 },
    async play(stage) {
      await stage.each((rig) => rig.wire.set('refuse'));
      await stage.save(acts(count));
      await stage.each((rig) => {
        rig.wire.fault('silent', rig.sends);
        rig.wire.set('pass');
      });
      await stage.pass(badSeconds);
      await stage.each((rig) => rig.wire.fault('none'));
    },
  },
  {
    key: 'ackLost',
    title: 'applied, answer lost, then kill -9',
    async play(stage) {
      await stage.each((rig) => rig.wire.set('refuse'));
      await stage.save(acts(count));
      await stage.each((rig) => {
        rig.wire.clear();
        rig.wire.fault('cutAfterApply', rig.carries);
        rig.wire.set('pass');
      });
      await stage.pass(20, async () => (await Promise.all(stage.rigs.map(async (rig) => (await rig.ledger()).size > 0))).every(Boolean));
      await stage.kill();
      await stage.each((rig) => rig.wire.fault('none'));
      await stage.reopen();
    },
  },
  {
    key: 'inFlight',
    title: 'kill -9 with a request on its way that never arrives',
    async play(stage) {
      await stage.each((rig) => rig.wire.set('refuse'));
      await stage.save(acts(count));
      await stage.each((rig) => {
        rig.wire.clear();
        rig.wire.fault('silent', rig.carries);
        rig.wire.set('pass');
      });
      await stage.pass(20, async () => (await Promise.all(stage.rigs.map(isUnderWay))).every(Boolean));
      await wait(300);
      await stage.kill();
      await stage.each((rig) => rig.wire.fault('none'));
      await stage.reopen();
    },
  },
  {
    key: 'tabs',
    title: 'two tabs, server unreachable, 5 acts in each',
    async play(stage) {
      await stage.each((rig) => rig.openSecondTab());
      await stage.each((rig) => rig.wire.set('refuse'));
      await stage.save(acts(5));
      await stage.each((rig) => rig.useTab(0));
      await stage.save(acts(5, 6));
      await stage.each((rig) => rig.wire.set('pass'));
    },
  },
  {
    key: 'update',
    title: 'an update renames what handles a waiting act',
    isFor: ({ hasHandlers }) => hasHandlers,
    async play(stage) {
      await stage.each((rig) => rig.wire.set('refuse'));
      await stage.save(acts(5));
      await stage.each((rig) => {
        rig.wire.fault('500', rig.sends);
        rig.wire.set('pass');
      });
      await stage.each((rig) => rig.update());
      await stage.each((rig) => rig.wire.fault('none'));
    },
  },
  {
    key: 'poison',
    title: 'one act is refused for ever, five good ones behind it',
    async play(stage) {
      await stage.each((rig) => rig.wire.set('refuse'));
      await stage.save(acts(6));
      await stage.each((rig) => rig.poison([rig.act(1)]));
      await stage.each((rig) => rig.wire.set('pass'));
    },
  },
  {
    key: 'edits',
    title: 'a record made and twice changed offline: acts the server sees',
    async play(stage) {
      await stage.each((rig) => rig.wire.set('refuse'));
      await stage.save((rig) => [rig.act(1, 0), rig.act(1, 1), rig.act(1, 2)]);
      await stage.each((rig) => rig.wire.set('pass'));
    },
  },
];

/** Where the acts of one system ended. Each accepted act is in exactly one of delivered, lost, stuck and tray. */
export interface Outcome {
  readonly system: string;
  readonly asked: number;
  /** As `record/edit`: what the desk was told is saved. */
  readonly accepted: readonly string[];
  readonly delivered: number;
  /** Neither at the server nor on the desk. */
  readonly lost: number;
  /** On the desk, not at the server, and nobody is asked about it, after the time given. */
  readonly stuck: number;
  /** Stands before a person with its reason. */
  readonly tray: number;
  doubled: number;
  /** True when stuck acts went after the page was loaded anew. */
  readonly isFreedByReload: boolean;
  /** From health to the end, ms. */
  readonly tookMs: number;
}

/** Plays one scenario with all systems at once. `settleMs`: how long what waits may take when all is well again. */
export async function playScenario(scenario: Scenario, rigsBySystem: ReadonlyMap<string, Rig>, desk: Desk, settleMs: number): Promise<Outcome[]> {
  const rigs = [...rigsBySystem.values()];
  const accepted = new Map<Rig, string[]>(rigs.map((rig) => [rig, []]));
  const asked = new Map<Rig, number>(rigs.map((rig) => [rig, 0]));
  const each = async (work: (rig: Rig) => unknown): Promise<void> => void (await Promise.all(rigs.map(work)));
  const pass = async (ms: number, isOver: () => Promise<boolean>): Promise<void> => {
    const until = performance.now() + ms;
    for (let nudgeAt = 0; performance.now() < until && !(await isOver()); await wait(200)) {
      if (performance.now() < nudgeAt) continue;
      await each((rig) => rig.nudge());
      nudgeAt = performance.now() + 3000;
    }
  };
  const stage: Stage = {
    rigs,
    each,
    pass: (seconds, isOver = () => Promise.resolve(false)) => pass(seconds * 1000, isOver),
    save: (made) =>
      each(async (rig) => {
        const wanted = await made(rig);
        asked.set(rig, (asked.get(rig) ?? 0) + wanted.length);
        const { taken } = await rig.save(wanted);
        accepted.get(rig)?.push(...taken);
      }),
    kill: () => desk.kill(),
    async reopen() {
      await desk.open();
      for (const rig of rigs) await rig.open(desk.context);
    },
    saved: (rig) => accepted.get(rig) ?? [],
  };
  await scenario.play(stage);
  const healthyAt = performance.now();
  const endedAt = new Map<Rig, number>();
  const isSettled = async (rig: Rig): Promise<boolean> => {
    if (endedAt.has(rig)) return true;
    const { stuck } = await standing(rig, stage.saved(rig));
    if (stuck.length === 0) endedAt.set(rig, performance.now());
    return stuck.length === 0;
  };
  await pass(settleMs, async () => (await Promise.all(rigs.map(isSettled))).every(Boolean));
  const outcomes: Outcome[] = [];
  for (const [system, rig] of rigsBySystem) {
    const names = stage.saved(rig);
    const at = await standing(rig, names);
    outcomes.push({
      system,
      asked: asked.get(rig) ?? 0,
      accepted: names,
      delivered: names.length - at.lost.length - at.stuck.length - at.tray.length,
      lost: at.lost.length,
      stuck: at.stuck.length,
      tray: at.tray.length,
      doubled: names.filter((name) => (at.ledger.get(name) ?? 0) > 1).length,
      isFreedByReload: at.stuck.length > 0 && (await isFreed(rig, desk, names, pass)),
      tookMs: (endedAt.get(rig) ?? performance.now()) - healthyAt,
    });
  }
  return outcomes;
}

interface Standing {
  readonly ledger: ReadonlyMap<string, number>;
  readonly lost: readonly string[];
  readonly stuck: readonly string[];
  readonly tray: readonly string[];
}
async function standing(rig: Rig, names: readonly string[]): Promise<Standing> {
  const [ledger, held] = [await rig.ledger(), await rig.held()];
  const open = names.filter((name) => !ledger.has(name));
  // A replicated database keeps the record, not each act: a change that another has overwritten is gone.
  const isHeld = (name: string): boolean => held.waiting.includes(name);
  return {
    ledger,
    tray: open.filter((name) => held.tray.includes(name)),
    stuck: open.filter((name) => !held.tray.includes(name) && isHeld(name)),
    lost: open.filter((name) => !held.tray.includes(name) && !isHeld(name)),
  };
}

/** Whether what was stuck goes once the page is loaded anew: then a person who restarts the browser would be helped. */
async function isFreed(
  rig: Rig,
  desk: Desk,
  names: readonly string[],
  pass: (ms: number, isOver: () => Promise<boolean>) => Promise<void>,
): Promise<boolean> {
  await rig.open(desk.context);
  const isGone = async (): Promise<boolean> => (await standing(rig, names)).stuck.length === 0;
  await pass(10_000, isGone);
  return isGone();
}
