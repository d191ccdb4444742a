import { expect, it } from 'vitest';
import { mutants } from '../testing/simulation/mutants.ts';
import { hunt } from '../testing/simulation/play.ts';

/** What the laws of the queue (docs/offline.md#laws) find in a queue that breaks one. The seed is fixed: each mutant needs as many histories in every run, most of them fewer than ten. */
const histories = 2000;

it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'a queue with the mistake "%s" does not survive',
  async (_name, { laws, mutation }) => {
    const caught = await hunt({ histories, seed: 20_261_121, isSealed: true }, mutation);
    if (!caught) throw new Error(`it survived ${histories} histories`);
    // For the right reason, and not because the mutant runs into something else.
    expect(
      caught.violations.filter(({ law }) => laws.includes(law)),
      `after ${caught.histories}`,
    ).not.toEqual([]);
  },
  60_000,
);
