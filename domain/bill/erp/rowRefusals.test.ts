import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '#domain/kernel/command.ts';
import { erpAct, erpState, syncState } from '#domain/bill/billChoices.ts';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { reconcileErp, reconcileRefusal, retryErp, retryRefusal, type KnownPush } from './erpActs.ts';

interface Foretold {
  readonly row: Refusal | null;
  readonly server: Outcome<unknown>;
}
const acting = by(reception);
const push: fc.Arbitrary<KnownPush> = fc.record({
  pushId: fc.constant('5'),
  docNo: fc.constant('SO-1'),
  erpAct: fc.constantFrom(erpAct.push, erpAct.void),
  erpState: fc.constantFrom(erpState.waiting, erpState.done, erpState.failed, erpState.unknown),
  sync: fc.constantFrom(syncState.not, syncState.done, syncState.failed),
});

/** What greys an act on what the ERP is told (domain/foresight.test.ts has the others). */
const rows: Readonly<Record<string, { readonly command: Command; readonly foretold: fc.Arbitrary<Foretold> }>> = {
  retryRefusal: {
    command: retryErp as Command,
    foretold: push.map((one) => ({ row: retryRefusal(one), server: retryErp.decide({ push: one, isCurrent: true }, { pushId: '5' }, acting) })),
  },
  reconcileRefusal: {
    command: reconcileErp as Command,
    foretold: push.map((one) => ({
      row: reconcileRefusal(one),
      server: reconcileErp.decide({ push: one, isCurrent: true }, { pushId: '5' }, acting),
    })),
  },
};
it.each(Object.entries(rows))('%s never says the contrary of the server', (_name, { command, foretold }) => {
  const seen = { no: 0, yes: 0 };
  fc.assert(
    fc.property(foretold, ({ row, server }) => {
      if (row) expect(server.accepted).toBe(false);
      if (row) expect(row.code in command.refusals).toBe(true);
      seen[row ? 'no' : 'yes'] += 1;
    }),
    { seed: 7, numRuns: 1000 },
  );
  expect(Math.min(seen.no, seen.yes)).toBeGreaterThan(20);
});
