import fc from 'fast-check';
import { expect, it } from 'vitest';
import { netOf, taxOf } from './itemTax.ts';

it('takes the tax out of each item and adds them up', () => {
  const amounts = [236_000, 234_400, 42_000, 30_000];
  expect(amounts.map((amount) => netOf(amount, 6))).toEqual([222_642, 221_132, 39_623, 28_302]);
  expect(taxOf(amounts, 6)).toEqual({ net: 511_699, tax: 30_701 });
  // Of the sum it would be one fen less.
  expect(netOf(542_400, 6)).toBe(511_698);
});

it('rounds red ones as it does black ones, and takes nothing where there is no tax', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.integer({ min: 0, max: 1700 }), (amount, basisPoints) => {
      const net = netOf(amount, basisPoints / 100);
      const gross = (net * (10_000 + basisPoints)) / 10_000;
      return (
        netOf(-amount, basisPoints / 100) === (net === 0 ? 0 : -net) && netOf(amount, 0) === amount && net <= amount && Math.abs(gross - amount) <= 1
      );
    }),
  );
});
