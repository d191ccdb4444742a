import { execFileSync } from 'node:child_process';
import { findChromium } from '../../e2e/support/findChromium.ts';
import { openBackend } from './backend.ts';
import { playOutage } from './outage.ts';
import { ourSystem } from './ours/system.ts';
import { peerKeys, peerSystems } from './peerSystem.ts';
import { playPowerCut, whyNoLoopDisk, type PowerCut } from './powerCut.ts';
import { report, writeIntoDocs, type Findings } from './report.ts';
import { playScenario, scenarios, type Outcome, type Scenario } from './scenarios.ts';
import { measureSpeed, newDesk, type Speed } from './speed.ts';
import type { Rig, System } from './system.ts';

const systemKeys = ['ours', ...peerKeys];
const partKeys = [...scenarios.map(({ key }) => key), 'power', 'speed', 'behind', 'outage'];
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

/** `npm run bench:offline`: ours and the public queues in the same browser, one table; a whole run also goes into docs/offline.md. */
export async function main(given: readonly string[]): Promise<void> {
  const wanted = readArguments(given);
  const systems = [...(wanted.systems.includes('ours') ? [await ourSystem()] : []), ...(await peerSystems(wanted.systems))];
  const isWanted = (part: string): boolean => wanted.parts.includes(part);
  const outcomes: { title: string; bySystem: Map<string, Outcome> }[] = [];
  for (const scenario of scenarios.filter(({ key }) => isWanted(key)))
    outcomes.push({ title: scenario.title, bySystem: await told(scenario.key, () => play(scenario, systems)) });
  const powerCut = isWanted('power') ? await told('power', () => cutPower(systems)) : null;
  const speeds = isWanted('speed') ? await eachSpeed(systems, (system) => measureSpeed(system, wanted.samples, roundTripMs)) : null;
  const behind = isWanted('behind')
    ? await eachSpeed(
        systems.filter(({ key }) => key !== 'ours'),
        (system) => measureBehind(system, wanted.samples),
      )
    : null;
  const outage = isWanted('outage')
    ? {
        seconds: wanted.outageSeconds,
        bySystem: await told('outage', () => withRigs(systems, (rigs, desk) => playOutage(rigs, desk, wanted.outageSeconds, stuckMs))),
      }
    : null;
  for (const system of systems) countDoubled(system.key, await system.close(), outcomes);
  const browser = execFileSync(await findChromium(), ['--version', '--no-sandbox'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const findings: Findings = { systems, browser, outcomes, powerCut, speeds, behind, outage, roundTripMs };
  const text = report(findings, new Date().toISOString().slice(0, 10));
  console.log(`\n${text}\n`);
  if (wanted.systems.length === systemKeys.length && wanted.parts.length === partKeys.length) writeIntoDocs(text);
  process.exit(0);
}

async function eachSpeed(systems: readonly System[], measure: (system: System) => Promise<Speed>): Promise<Map<string, Speed>> {
  const found = new Map<string, Speed>();
  for (const system of systems) found.set(system.key, await told(`speed of ${system.key}`, () => measure(system)));
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

async function play(scenario: Scenario, systems: readonly System[]): Promise<Map<string, Outcome>> {
  const taking = systems.filter((system) => scenario.isFor?.(system) ?? true);
  const outcomes = await withRigs(
    taking,
    async (rigs, desk) => {
      for (const rig of rigs.values()) await rig.open(desk.context);
      return playScenario(scenario, rigs, desk, stuckMs);
    },
    scenario.choice,
  );
  return new Map(outcomes.map((outcome) => [outcome.system, outcome]));
}

async function cutPower(systems: readonly System[]): Promise<Map<string, PowerCut> | string> {
  const reason = await whyNoLoopDisk();
  if (reason !== null) return reason;
  const found = new Map<string, PowerCut>();
  for (const system of systems) found.set(system.key, await playPowerCut(system, powerTrials));
  return found;
}

/** What only the stored data tell: an act applied more than once, or not at all though its receipt says so. */
function countDoubled(
  key: string,
  counts: ReadonlyMap<string, number> | null,
  outcomes: readonly { bySystem: ReadonlyMap<string, Outcome> }[],
): void {
  if (!counts) return;
  for (const { bySystem } of outcomes) {
    const outcome = bySystem.get(key);
    if (!outcome) continue;
    outcome.doubled = outcome.accepted.filter((name) => (counts.get(name) ?? 0) > 1).length;
    const stored = outcome.accepted.filter((name) => counts.has(name)).length;
    if (stored < outcome.delivered) throw new Error(`${key}: ${outcome.delivered} acts were called delivered, ${stored} are stored`);
  }
}
