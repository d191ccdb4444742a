import { playScenario, scenarios, type Outcome } from './scenarios.ts';
import { ourSystem } from './ours/system.ts';
import { peerKeys, peerSystems } from './peerSystem.ts';
import { newDesk } from './speed.ts';
import type { Rig, System } from './system.ts';

export async function main(given: readonly string[]): Promise<void> {
  const only = given[0]?.split(',') ?? [];
  const keys = ['ours', ...peerKeys].filter((key) => !only.some((one) => one === 'ours' || peerKeys.includes(one)) || only.includes(key));
  const systems = [...(keys.includes('ours') ? [await ourSystem()] : []), ...(await peerSystems(keys))];
  const chosen = scenarios.filter(({ key }) => !only.some((one) => scenarios.some((two) => two.key === one)) || only.includes(key));
  for (const scenario of chosen) {
    const started = Date.now();
    const outcomes = await play(scenario, systems);
    console.log(scenario.key, Math.round((Date.now() - started) / 1000), 's');
    for (const { accepted, ...one } of outcomes)
      console.log('  ', JSON.stringify({ ...one, accepted: accepted.length, tookMs: Math.round(one.tookMs) }));
  }
  for (const system of systems) console.log(system.key, await system.close());
  process.exit(0);
}

async function play(scenario: (typeof scenarios)[number], systems: readonly System[]): Promise<Outcome[]> {
  const desk = newDesk();
  const rigs = new Map<string, Rig>();
  try {
    await desk.open();
    for (const system of systems.filter((one) => scenario.isFor?.(one) ?? true)) {
      const rig = await system.prepare(scenario.choice ?? {});
      rigs.set(system.key, rig);
      await rig.open(desk.context);
    }
    return await playScenario(scenario, rigs, desk, 60_000);
  } finally {
    for (const rig of rigs.values()) await rig.close();
    await desk.close();
  }
}
