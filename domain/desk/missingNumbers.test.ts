import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingBetween } from './missingNumbers.ts';

describe('missing numbers', () => {
  it('are the ranges between those that are there', () => {
    expect(missingBetween(1, 6, [1, 4])).toEqual([
      { first: 2, last: 3 },
      { first: 5, last: 6 },
    ]);
    expect(missingBetween(5, 5, [])).toEqual([{ first: 5, last: 5 }]);
    expect(missingBetween(5, 5, [5])).toEqual([]);
    expect(missingBetween(1, 2_000_000_000, [1])).toEqual([{ first: 2, last: 2_000_000_000 }]);
  });
  it('and those that are there are the whole', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 10, max: 60 })), (list) => {
        const present = list.toSorted((a, b) => a - b);
        const gaps = missingBetween(10, 60, present).flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
        expect([...present, ...gaps].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 51 }, (_, at) => 10 + at));
      }),
    );
  });
});
