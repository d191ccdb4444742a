import { execFileSync } from 'node:child_process';
import { findChromium } from '../../e2e/support/findChromium.ts';
import { openBackend } from './backend.ts';
import { playOutage } from './outage.ts';
import { whyNoLoopDisk } from '../../e2e/support/loopDisk.ts';
import { ourSystem } from './ours/system.ts';
import { peerKeys, peerSystems } from './peerSystem.ts';
import { keepFindings } from './keep.ts';
import { playPowerCut } from './powerCut.ts';
import { report, writeIntoDocs, type BySystem, type Circumstances, type Findings, type IdleDrain } from './report.ts';
import { playScenario, scenarios, type Outcome, type Scenario } from './scenarios.ts';
import { measureSpeed, newDesk, type Speed } from './speed.ts';
import type { Rig, System } from './system.ts';

const systemKeys = ['ours', ...peerKeys];
const partKeys = [...scenarios.map(({ key }) => key), 'power', 'speed', 'idle', 'behind', 'outage'];
/** Acts that are drained to a server that costs nothing: a morning's, and a day's of a busy desk. */
const idleCounts = [300, 2001] as const;
const stuckMs = 60_000;
const roundTripMs = 200;
const powerTrials = 5;

interface Wanted {
  readonly systems: readonly string[];
  readonly parts: readonly string[];
  readonly samples: number;
  readonly outageSeconds: number;
}

/** Reads `--only a,b` (systems, parts or both), `--samples N`, `--outage seconds`. Throws on what it does not know. */
function readArguments(given: readonly string[]): Wanted {
  let only: readonly string[] = [];
  let samples = 300;
  let outageSeconds = 60;
  const usage = `npm run bench:offline -- [--only ${[...systemKeys, ...partKeys].join(',')}] [--samples 300] [--outage 60]`;
  for (let at = 0; at < given.length; at += 2) {
    const [name, value = ''] = [given[at], given[at + 1]];
    if (name === '--only') only = value.split(',');
    else if (name === '--samples') samples = Number(value);
    else if (name === '--outage') outageSeconds = Number(value);
    else throw new Error(`unknown argument ${name}\n${usage}`);
  }
  const strange = only.filter((key) => !systemKeys.includes(key) && !partKeys.includes(key));
  if (strange.length > 0) throw new Error(`no such system or part: ${strange.join(', ')}\n${usage}`);
  if (!(samples >= 3 && outageSeconds >= 0)) throw new Error(usage);
  const chosen = (keys: readonly string[]): readonly string[] =>
    only.some((key) => keys.includes(key)) ? keys.filter((key) => only.includes(key)) : keys;
  return { systems: chosen(systemKeys), parts: chosen(partKeys), samples: Math.ceil(samples / 3) * 3, outageSeconds };
}

const say = (text: string): void => void process.stderr.write(`  ${text}\n`);

/**
 * `npm run bench:offline`: ours and the public queues in the same browser, one report. It goes into docs/offline.md once
 * every part of it was measured within a day, at once or in pieces.
 */
export async function main(given: readonly string[]): Promise<void> {
  const wanted = readArguments(given);
  const whyNoPower = await whyNoLoopDisk();
  const systems = [...(wanted.systems.includes('ours') ? [await ourSystem()] : []), ...(await peerSystems(wanted.systems))];
  const fresh = await measure(systems, wanted, whyNoPower === null);
  const circumstances: Circumstances = {
    systems,
    browser: execFileSync(await findChromium(), ['--version', '--no-sandbox'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
    roundTripMs,
    whyNoPower,
    today: new Date().toISOString().slice(0, 10),
  };
  console.log(`\n${report(fresh, circumstances)}\n`);
  if (wanted.systems.length === systemKeys.length) {
    const all = keepFindings(fresh, systems.map(({ key, version }) => `${key} ${version}`).join(', '));
    const missing = partKeys.filter((part) => !isIn(all, part) && (part !== 'power' || whyNoPower === null));
    if (missing.length === 0) writeIntoDocs(report(all, circumstances));
    else say(`docs/offline.md is written when these are measured too: ${missing.join(', ')}`);
  }
  process.exit(0);
}

const isIn = (findings: Findings, part: string): boolean =>
  Object.keys((findings as unknown as Record<string, object | undefined>)[part] ?? findings.outcomes[part] ?? {}).length > 0;

async function measure(systems: readonly System[], wanted: Wanted, canCutPower: boolean): Promise<Findings> {
  const isWanted = (part: string): boolean => wanted.parts.includes(part);
  const outcomes: Record<string, BySystem<Outcome>> = {};
  for (const scenario of scenarios.filter(({ key }) => isWanted(key)))
    outcomes[scenario.key] = await told(scenario.key, () => play(scenario, systems));
  const each = (part: string, work: (system: System) => Promise<Speed>, some = systems) =>
    isWanted(part) ? bySystem(some, (system) => told(`${part} of ${system.key}`, () => work(system))) : undefined;
  const power =
    isWanted('power') && canCutPower
      ? await bySystem(systems, (system) => told(`power of ${system.key}`, () => playPowerCut(system, powerTrials)))
      : undefined;
  const speed = await each('speed', (system) => measureSpeed(system, wanted.samples, roundTripMs));
  const others = systems.filter(({ key }) => key !== 'ours');
  const behind = await each('behind', (system) => measureBehind(system, wanted.samples), others);
  const idle = isWanted('idle') ? await bySystem(systems, (system) => told(`idle of ${system.key}`, () => measureIdle(system))) : undefined;
  const outage = isWanted('outage')
    ? await told('outage', () => withRigs(systems, (rigs, desk) => playOutage(rigs, desk, wanted.outageSeconds, stuckMs)))
    : undefined;
  for (const system of systems) countDoubled(system.key, await system.close(), Object.values(outcomes));
  return {
    outcomes,
    ...(power ? { power } : {}),
    ...(speed ? { speed } : {}),
    ...(behind ? { behind } : {}),
    ...(idle ? { idle } : {}),
    ...(outage ? { outage: Object.fromEntries(outage) } : {}),
  };
}

async function bySystem<T>(systems: readonly System[], work: (system: System) => Promise<T>): Promise<BySystem<T>> {
  const found: Record<string, T> = {};
  for (const system of systems) found[system.key] = await work(system);
  return found;
}

/** The drain once more, with our server doing what the library's server receives. */
async function measureBehind(system: System, samples: number): Promise<Speed> {
  const backend = await openBackend();
  try {
    // One act a request needs no more of them to show its pace.
    return await measureSpeed(system, system.isOneByOne ? Math.ceil(samples / 15) * 3 : samples, roundTripMs, { backend });
  } finally {
    await backend.close();
  }
}

/** The drain alone, every server answering at once. */
async function measureIdle(system: System): Promise<IdleDrain> {
  if (system.isOneByOne) return { few: await measureSpeed(system, 60, roundTripMs, { isIdle: true }) };
  const [few, many] = idleCounts;
  return {
    few: await measureSpeed(system, few, roundTripMs, { isIdle: true }),
    many: await measureSpeed(system, many, roundTripMs, { isIdle: true }),
  };
}

async function told<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now();
  say(`${what} ...`);
  const found = await work();
  say(`${what}: ${Math.round((Date.now() - started) / 1000)} s`);
  return found;
}

/** All systems in one browser, each in a rig of its own. */
async function withRigs<T>(
  systems: readonly System[],
  work: (rigs: ReadonlyMap<string, Rig>, desk: ReturnType<typeof newDesk>) => Promise<T>,
  choice = {},
): Promise<T> {
  const desk = newDesk();
  const rigs = new Map<string, Rig>();
  try {
    await desk.open();
    for (const system of systems) rigs.set(system.key, await system.prepare(choice));
    return await work(rigs, desk);
  } finally {
    for (const rig of rigs.values()) await rig.close();
    await desk.close();
  }
}

async function play(scenario: Scenario, systems: readonly System[]): Promise<BySystem<Outcome>> {
  const taking = systems.filter((system) => scenario.isFor?.(system) ?? true);
  const outcomes = await withRigs(
    taking,
    async (rigs, desk) => {
      for (const rig of rigs.values()) await rig.open(desk.context);
      return playScenario(scenario, rigs, desk, stuckMs);
    },
    scenario.choice,
  );
  return Object.fromEntries(outcomes.map((outcome) => [outcome.system, outcome]));
}

/** What only the stored data tell: an act applied more than once, or not at all though its receipt says so. */
function countDoubled(key: string, counts: ReadonlyMap<string, number> | null, outcomes: readonly BySystem<Outcome>[]): void {
  if (!counts) return;
  for (const found of outcomes) {
    const outcome = found[key];
    if (!outcome) continue;
    outcome.doubled = outcome.accepted.filter((name) => (counts.get(name) ?? 0) > 1).length;
    const stored = outcome.accepted.filter((name) => counts.has(name)).length;
    if (stored < outcome.delivered) throw new Error(`${key}: ${outcome.delivered} acts were called delivered, ${stored} are stored`);
  }
}
