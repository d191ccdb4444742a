import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Refusal } from '#domain/kernel/outcome.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { repriceLines, repriceRefusal } from './repriceLine.ts';

const acting = by(reception);
const found = { price: 100, listPrice: 100, pricePolicyId: '3', priceReason: ['价', 'Price'] as const, priceParams: {}, erpCode: null };
const line = fc.record({
  sampleCode: fc.constant('700000001'),
  state: fc.constantFrom(0, 1, 1, 2, 3, 9),
  chargeType: fc.constantFrom(0, 1, 2),
  sign: fc.constantFrom(1, 1, -1),
  price: fc.constantFrom(null, 90),
});

/** What greys an act on a line at its row (domain/foresight.test.ts has the others). */
const rows = {
  repriceRefusal: {
    foretold: line.map((one) => ({
      row: repriceRefusal(one),
      server: repriceLines.decide(
        { line: { ...one, lineId: '5', before: { ...found, price: one.price } }, found },
        { lineId: '5', reason: '合同更正' },
        acting,
      ),
    })),
  },
};

it.each(Object.entries(rows))('%s says what the server says', (_name, { foretold }) => {
  const seen = { no: 0, yes: 0 };
  fc.assert(
    fc.property(foretold, ({ row, server }: { row: Refusal | null; server: ReturnType<typeof repriceLines.decide> }) => {
      expect(server.accepted).toBe(row === null);
      if (row) expect(row.code in repriceLines.refusals).toBe(true);
      seen[row ? 'no' : 'yes'] += 1;
    }),
    { seed: 7, numRuns: 1000 },
  );
  expect(Math.min(seen.no, seen.yes)).toBeGreaterThan(20);
});
