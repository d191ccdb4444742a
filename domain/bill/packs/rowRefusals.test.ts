import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryPackRefusal, retryPacks, sendPackRefusal, sendPacks, type KnownPack } from './packActs.ts';

const known: fc.Arbitrary<KnownPack> = fc.record({
  taskId: fc.constant('1'),
  taskName: fc.constant('七月'),
  status: fc.constantFrom(0, 1, 2),
  sendState: fc.constantFrom(0, 1, 2),
  totalFalse: fc.constantFrom(0, 3),
  unsentCount: fc.constantFrom(0, 2),
});
const acting = {} as never;
const reconciliationTime = '2026-07-31 00:00:00';
/** What greys an act at a pack's row, beside what the rule says of the same pack. */
const parts = {
  retryPackRefusal: {
    both: (pack: KnownPack) => [retryPackRefusal(pack), retryPacks.decide({ pack }, { taskId: '1' }, acting)] as const,
  },
  sendPackRefusal: {
    both: (pack: KnownPack) => [sendPackRefusal(pack), sendPacks.decide({ pack }, { taskId: '1', reconciliationTime }, acting)] as const,
  },
};

it.each(Object.entries(parts))('%s says what the rule says', (_name, { both }) => {
  fc.assert(
    fc.property(known, (pack) => {
      const [row, server] = both(pack);
      expect(row === null).toBe(server.accepted);
      if (row) expect(server).toEqual(row);
    }),
  );
});
