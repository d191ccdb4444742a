import { parseArgs } from 'node:util';
import { tally } from '#src/offline/testing/checker.ts';
import { LoopDisk, whyNoLoopDisk } from '../support/loopDisk.ts';
import { type Cycle, planOf, powerPlanOf } from './plan.ts';
import { soak } from './soak.ts';
import { torture } from './torture.ts';

/*
 * npm run torture -- --cycles 1000 --seed 7     strikes a desk so often and judges what became of its acts; the same seed plays the same plan
 * npm run torture -- --power-cut 20             cuts the power at the word "saved", on a disk in a file (root)
 * npm run torture -- --soak --desks 20 --minutes 60   many desks over a link that flaps
 * npm run torture -- --no-dedupe                the negative control, against a server that forgets its keys: green when acts are found doubled
 * The last line is the figures as JSON; the exit code is 0 where every law held.
 */
const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    'power-cut': { type: 'string' },
    soak: { type: 'boolean', default: false },
    desks: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '60' },
    'no-dedupe': { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const startedAt = Date.now();
const seconds = (): number => Math.round((Date.now() - startedAt) / 100) / 10;
const tell = values.quiet ? undefined : (line: string): void => console.log(`${seconds()} s  ${line}`);

let isEnough = false;
// Whoever ends a long run wants to know what has come of it so far; the second time it ends at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isEnough || values.soak) process.exit(1);
    isEnough = true;
  });
}

if (values.soak) await runSoak();
else if (values['power-cut'] === undefined) await runTorture(planOf(seed, Number(values.cycles)));
else await runPowerCuts(Number(values['power-cut']));

async function runSoak(): Promise<void> {
  const { violations, ...figures } = await soak({ desks: Number(values.desks), minutes: Number(values.minutes), seed, tell });
  conclude(violations, { desks: Number(values.desks), minutes: Number(values.minutes), ...figures });
}

async function runPowerCuts(cuts: number): Promise<void> {
  const reason = await whyNoLoopDisk();
  if (reason !== null) {
    console.log(`no power is cut here: ${reason}`);
    process.exitCode = 1;
    return;
  }
  const disk = new LoopDisk();
  try {
    await runTorture(powerPlanOf(seed, cuts), disk);
  } finally {
    await disk.remove();
  }
}

async function runTorture(plan: readonly Cycle[], disk?: LoopDisk): Promise<void> {
  const { violations, broken, told, ...figures } = await torture({ plan, disk, hasNoDedupe: values['no-dedupe'], tell, isEnough: () => isEnough });
  for (const line of broken) console.log(line);
  conclude(violations, { seed, ...tally(told, violations), ...figures });
}

function conclude(
  violations: readonly { law: string; opId: string; what: string }[],
  figures: { readonly doubled: number; readonly fault?: string | null } & Readonly<Record<string, unknown>>,
): void {
  for (const { law, opId, what } of violations.slice(0, 50)) console.log([law, opId, what].filter(Boolean).join(' '));
  console.log(JSON.stringify({ ...figures, seconds: seconds() }));
  const isGreen = (values['no-dedupe'] ? figures.doubled > 0 : violations.length === 0) && (figures.fault ?? null) === null;
  process.exitCode = isGreen ? 0 : 1;
}
