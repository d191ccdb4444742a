import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allot,
  canCollide,
  codeOf,
  codesOf,
  countAll,
  countOf,
  leftIn,
  merged,
  numberOf,
  splitAt,
  takeNext,
  type HeldBlock,
  type NumberRange,
  type NumberSpace,
} from './numberBlock.ts';

const shape = { prefix: '9', digits: 8 };
const numbersOf = (ranges: readonly NumberRange[]): number[] =>
  ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
const block = (range: NumberRange, blockId = 'b'): HeldBlock => ({
  ...shape,
  ...range,
  blockId,
  segmentId: 's',
  segmentName: '',
  codeType: 2,
  laboratoryId: null,
  next: range.first,
});

describe('codes of a segment', () => {
  it('are the prefix and so many digits, and back', () => {
    expect(codeOf(shape, 7)).toBe('900000007');
    expect(numberOf(shape, '900000007')).toBe(7);
    for (const other of ['800000007', '90000007', '9000000007', '9ABCDEFGH', '9 0000007', '']) expect(numberOf(shape, other), other).toBeNull();
    fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999 }), (number) => numberOf(shape, codeOf(shape, number)) === number));
  });
  it('collide only where two segments can write the same code', () => {
    const one = { prefix: '9', digits: 8, first: 1, last: 1000 };
    expect(canCollide(one, { ...one, first: 1001, last: 2000 })).toBe(false);
    expect(canCollide(one, { ...one, first: 1000, last: 2000 })).toBe(true);
    expect(canCollide(one, { prefix: '90', digits: 7, first: 5, last: 6 })).toBe(true);
    expect(canCollide(one, { prefix: '9', digits: 9, first: 1, last: 1000 })).toBe(false);
    expect(canCollide(one, { ...one, prefix: '8' })).toBe(false);
  });
});

describe('a segment', () => {
  it('gives what came back first, lowest first, then fresh numbers', () => {
    const space: NumberSpace = {
      free: [
        { first: 41, last: 45 },
        { first: 11, last: 12 },
      ],
      next: 101,
      last: 110,
    };
    const { given, space: after } = allot(space, 9);
    expect(given).toEqual([
      { first: 11, last: 12 },
      { first: 41, last: 45 },
      { first: 101, last: 102 },
    ]);
    expect(after).toEqual({ free: [], next: 103, last: 110 });
    expect(allot(after, 100)).toEqual({ given: [{ first: 103, last: 110 }], space: { free: [], next: 111, last: 110 } });
    expect(allot({ free: [], next: 111, last: 110 }, 5).given).toEqual([]);
  });
  it('neither loses nor doubles a number, whatever is taken', () => {
    const ranges = fc
      .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
      .map((list) => merged(list.map((number) => ({ first: number, last: number }))));
    fc.assert(
      fc.property(ranges, fc.integer({ min: 61, max: 90 }), fc.integer({ min: -1, max: 100 }), (free, next, count) => {
        const space = { free, next, last: 80 };
        const { given, space: after } = allot(space, count);
        const all = (each: NumberSpace): number[] => [
          ...numbersOf(each.free),
          ...numbersOf([{ first: each.next, last: Math.max(each.last, each.next - 1) }]),
        ];
        expect([...numbersOf(given), ...all(after)].toSorted((a, b) => a - b)).toEqual(all(space).toSorted((a, b) => a - b));
        expect(countAll(given)).toBe(Math.min(Math.max(0, count), all(space).length));
      }),
    );
  });
  it('is split where a desk gives back', () => {
    const held = { first: 10, last: 19 };
    expect(splitAt(held, 15)).toEqual({ kept: { first: 10, last: 14 }, returned: { first: 15, last: 19 } });
    expect(splitAt(held, 10)).toEqual({ kept: null, returned: held });
    expect(splitAt(held, 3)).toEqual({ kept: null, returned: held });
    expect(splitAt(held, 20)).toEqual({ kept: held, returned: null });
  });
});

describe('a desk', () => {
  it('takes from its oldest block that has any left, one block an act', () => {
    const [first, second] = [block({ first: 1, last: 3 }, 'one'), block({ first: 50, last: 60 }, 'two')];
    const taken = takeNext([first, second], 5);
    expect(taken?.taken).toEqual({ first: 1, last: 3 });
    expect(codesOf(shape, { first: 1, last: 3 })).toEqual(['900000001', '900000002', '900000003']);
    const again = takeNext(taken!.blocks, 5);
    expect([again?.block.blockId, again?.taken]).toEqual(['two', { first: 50, last: 54 }]);
    expect(leftIn(again!.block)).toBe(6);
    expect(takeNext([first], 0)).toBeNull();
    expect(takeNext([first], 1, ({ codeType }) => codeType === 3)).toBeNull();
  });
});

/** A segment with two desks, played at random: what a server and its desks may do with numbers. */
interface World {
  space: NumberSpace;
  readonly held: HeldBlock[][];
  readonly used: { readonly desk: number; readonly number: number }[];
  readonly lost: NumberRange[];
}
type Step =
  | { readonly kind: 'reserve' | 'print'; readonly desk: number; readonly count: number }
  | { readonly kind: 'return' | 'lose'; readonly desk: number; readonly at: number };
const last = 120;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('reserve' as const, 'print' as const),
    desk: fc.integer({ min: 0, max: 1 }),
    count: fc.integer({ min: 1, max: 25 }),
  }),
  fc.record({ kind: fc.constantFrom('return' as const, 'lose' as const), desk: fc.integer({ min: 0, max: 1 }), at: fc.nat(5) }),
);
function play(world: World, { kind, desk, ...rest }: Step): void {
  const own = world.held[desk]!;
  if (kind === 'reserve' && 'count' in rest) {
    const { given, space } = allot(world.space, rest.count);
    world.space = space;
    own.push(...given.map((range) => block(range, `${desk}-${range.first}-${world.used.length}`)));
  } else if (kind === 'print' && 'count' in rest) {
    const taken = takeNext(own, rest.count);
    if (!taken) return;
    own.splice(0, own.length, ...taken.blocks);
    world.used.push(...numbersOf([taken.taken]).map((number) => ({ desk, number })));
  } else if ('at' in rest && own.length > 0) {
    const [chosen] = own.splice(rest.at % own.length, 1);
    const { returned } = splitAt(chosen!, chosen!.next);
    if (!returned) return;
    if (kind === 'lose') world.lost.push(returned);
    else world.space = { ...world.space, free: merged([...world.space.free, returned]) };
  }
}

describe('any sequence of reserving, printing, returning and losing on two desks', () => {
  it('uses no number twice and accounts for every one', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const world: World = { space: { free: [], next: 1, last }, held: [[], []], used: [], lost: [] };
        for (const each of steps) {
          play(world, each);
          const held = world.held.flat().map(({ next, last: end }) => ({ first: next, last: end }));
          const all = [
            ...world.used.map(({ number }) => number),
            ...numbersOf([...held.filter((range) => countOf(range) > 0), ...world.space.free, ...world.lost]),
            ...numbersOf([{ first: world.space.next, last }]),
          ];
          expect(all.length).toBe(last);
          expect(new Set(all).size).toBe(last);
        }
      }),
      { numRuns: 500 },
    );
  });
});
