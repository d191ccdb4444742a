import fc from 'fast-check';
import { expect, it } from 'vitest';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { resendResult, resendResultRefusal, type KnownPush, type PushState } from './partnerResult.ts';

/** What greys an act on a result that is sent to a partner (domain/foresight.test.ts has the others). */
const parts = {
  resendResultRefusal: {
    both: (known: KnownPush) =>
      [resendResultRefusal(known), resendResult.decide({ known }, { id: '5', reason: '对方已修复' }, by(reception))] as const,
  },
} as const;

it.each(Object.entries(parts))('%s says what the rule says', (_name, { both }) => {
  fc.assert(
    fc.property(fc.constantFrom<PushState>(0, 1, 2, 3, 4), (pushState) => {
      const [row, server] = both({ partnerResultId: '5', name: '100000001', pushState });
      expect(row === null).toBe(server.accepted);
      if (row) expect(server).toEqual(row);
    }),
  );
});
