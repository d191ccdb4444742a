import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allot, countAll, type NumberRange, type NumberSpace } from './numberBlock.ts';
import { countFates, gapsOf, rangesOf, runsOf, skipping, usableRanges, without, type NumberRun } from './usableRange.ts';

const numbersIn = (ranges: readonly NumberRange[]): number[] =>
  ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
const someNumbers = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 });
const run = (first: number, last: number, fate: NumberRun['fate']): NumberRun => ({ first, last, fate });

describe('ranges of numbers', () => {
  it('are made of numbers and give them back', () => {
    expect(rangesOf([3, 1, 2, 7, 2])).toEqual([
      { first: 1, last: 3 },
      { first: 7, last: 7 },
    ]);
    fc.assert(
      fc.property(someNumbers, (numbers) => {
        expect(numbersIn(rangesOf(numbers))).toEqual(numbers.toSorted((a, b) => a - b));
      }),
    );
  });
  it('lose exactly what is taken out of them', () => {
    expect(
      without(
        [{ first: 1, last: 10 }],
        [
          { first: 3, last: 4 },
          { first: 10, last: 12 },
        ],
      ),
    ).toEqual([
      { first: 1, last: 2 },
      { first: 5, last: 9 },
    ]);
    fc.assert(
      fc.property(someNumbers, someNumbers, (all, taken) => {
        expect(numbersIn(without(rangesOf(all), rangesOf(taken)))).toEqual(all.filter((each) => !taken.includes(each)).toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('giving numbers out', () => {
  it('never gives one twice and loses none, whatever is asked for and comes back in between', () => {
    const steps = fc.array(fc.record({ count: fc.integer({ min: 1, max: 9 }), isReturned: fc.boolean() }), { maxLength: 25 });
    fc.assert(
      fc.property(steps, (asked) => {
        let space: NumberSpace = { free: [], next: 1, last: 80 };
        const held = new Set<number>();
        for (const { count, isReturned } of asked) {
          const before = countAll(usableRanges(space));
          const { given, space: after } = allot(space, count);
          expect(countAll(given)).toBe(Math.min(count, before));
          for (const number of numbersIn(given)) {
            expect(held.has(number)).toBe(false);
            held.add(number);
          }
          space = after;
          if (isReturned) {
            for (const number of numbersIn(given)) held.delete(number);
            space = { ...space, free: [...space.free, ...given] };
          }
          // Held and usable together are the whole segment, without overlap.
          expect([...held, ...numbersIn(usableRanges(space))].toSorted((a, b) => a - b)).toEqual(numbersIn([{ first: 1, last: 80 }]));
        }
      }),
    );
  });
});

describe('numbers that are used though nobody was given them', () => {
  it('are left out, and no other', () => {
    fc.assert(
      fc.property(
        someNumbers,
        fc.integer({ min: 20, max: 40 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 19 }), { maxLength: 10 }),
        (used, next, back) => {
          const space: NumberSpace = { free: rangesOf(back), next, last: 60 };
          const before = numbersIn(usableRanges(space));
          expect(numbersIn(usableRanges(skipping(space, used)))).toEqual(before.filter((number) => !used.includes(number)));
        },
      ),
    );
  });
});

describe('the fate of numbers', () => {
  it('is told in runs: used outweighs void, void outweighs printed', () => {
    const runs = runsOf({ given: [{ first: 1, last: 10 }], printed: [1, 2, 3, 4, 5, 6], voided: [3, 5], used: [1, 5, 6] });
    expect(runs).toEqual([
      run(1, 1, 'used'),
      run(2, 2, 'printed'),
      run(3, 3, 'voided'),
      run(4, 4, 'printed'),
      run(5, 6, 'used'),
      run(7, 10, 'unprinted'),
    ]);
    expect(gapsOf(runs)).toEqual([
      { first: 2, last: 2 },
      { first: 4, last: 4 },
    ]);
    expect(countFates(runs)).toEqual({ given: 10, unprinted: 4, printed: 2, used: 3, voided: 1 });
  });
  it('has no gap before the first use, nor among void numbers', () => {
    expect(gapsOf([run(1, 9, 'printed')])).toEqual([]);
    expect(gapsOf([run(1, 4, 'voided'), run(5, 5, 'used')])).toEqual([]);
  });
  it('covers exactly what was given, each number once', () => {
    fc.assert(
      fc.property(someNumbers, someNumbers, someNumbers, someNumbers, (given, printed, voided, used) => {
        const runs = runsOf({ given: rangesOf(given), printed, voided, used });
        expect(numbersIn(runs)).toEqual(given.toSorted((a, b) => a - b));
        const { unprinted, printed: ofPrinted, used: ofUsed, voided: ofVoided, given: all } = countFates(runs);
        expect(unprinted + ofPrinted + ofUsed + ofVoided).toBe(all);
        const gaps = numbersIn(gapsOf(runs));
        expect(gaps.every((gap) => !used.includes(gap) && !voided.includes(gap))).toBe(true);
      }),
    );
  });
});
