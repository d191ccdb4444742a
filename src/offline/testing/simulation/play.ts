import fc from 'fast-check';
import type { Violation } from '../checker.ts';
import { History, type Mutation } from './history.ts';
import { step } from './steps.ts';

export interface Play {
  readonly histories: number;
  readonly seed: number;
  /** Signed and sealed acts (https), or open ones (plain http). */
  readonly isSealed: boolean;
}

/** A history that broke a law. */
class Breach extends Error {
  readonly violations: readonly Violation[];
  constructor(violations: readonly Violation[]) {
    super(violations.map(({ law, opId, what }) => [law, opId, what].filter(Boolean).join(' ')).join('\n'));
    this.violations = violations;
  }
}

const histories = (isSealed: boolean, mutation: Mutation, onEnd: (history: History) => void) => {
  const setting = fc.record({ seed: fc.nat(), hasLocks: fc.boolean(), hasWorker: fc.boolean(), isSealed: fc.constant(isSealed) });
  return fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 5, maxLength: 30 }), setting, async (scheduler, steps, given) => {
    const history = new History(scheduler, given, mutation);
    await history.run(steps);
    const violations = history.judge(await history.heal());
    onEnd(history);
    if (violations.length > 0) throw new Breach(violations);
  });
};

/**
 * Plays seeded random histories and throws at the first that breaks a law, shrunk to its core. The message names seed and path;
 * with both the very history is played again, turn by turn:
 * `SIMULATION_SEED=… SIMULATION_PATH=… npx vitest run --project desk <file> -t <name>`. `SIMULATIONS` sets how many are played.
 */
export async function play({ histories: count, seed, isSealed }: Play, onEnd: (history: History) => void = () => undefined): Promise<void> {
  const { SIMULATION_SEED, SIMULATION_PATH, SIMULATIONS } = process.env;
  await fc.assert(histories(isSealed, {}, onEnd), {
    numRuns: Number(SIMULATIONS ?? count),
    seed: Number(SIMULATION_SEED ?? seed),
    ...(SIMULATION_PATH ? { path: SIMULATION_PATH } : {}),
  });
}

/** Plays a mutant until a law breaks; answers after how many histories and which, or null where it has survived them all. */
export async function hunt({ histories: count, seed, isSealed }: Play, mutation: Mutation) {
  const { failed, numRuns, errorInstance } = await fc.check(
    histories(isSealed, mutation, () => undefined),
    { numRuns: count, seed, endOnFailure: true },
  );
  if (!failed) return null;
  if (!(errorInstance instanceof Breach)) throw errorInstance;
  return { histories: numRuns, violations: errorInstance.violations };
}
