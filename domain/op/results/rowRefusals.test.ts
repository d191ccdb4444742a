import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { pushState } from './partnerResult.ts';
import { resendResultRefusal, resendResults, type KnownPush } from './resendResult.ts';

interface Foretold {
  readonly row: Refusal | null;
  readonly server: Outcome<unknown>;
}
const push = fc
  .constantFrom(pushState.waiting, pushState.done, pushState.failed, pushState.refused, pushState.cancelled)
  .map((state): KnownPush => ({ partnerResultId: '1', reportNo: 'A26000001', pushState: state }));

/** What greys acts on pushes (domain/foresight.test.ts has the others). */
const parts: Readonly<Record<string, { readonly foretold: fc.Arbitrary<Foretold> }>> = {
  resendResultRefusal: {
    foretold: push.map((one) => ({ row: resendResultRefusal(one), server: resendResults.decide({ push: one }, { id: '1' }, by(reception)) })),
  },
};

it.each(Object.entries(parts))('%s says what the rule says', (_name, { foretold }) => {
  const seen = { no: 0, yes: 0 };
  fc.assert(
    fc.property(foretold, ({ row, server }) => {
      if (row) expect(server).toEqual(row);
      seen[row ? 'no' : 'yes'] += 1;
    }),
    { seed: 7 },
  );
  expect(Math.min(seen.no, seen.yes)).toBeGreaterThan(5);
});
