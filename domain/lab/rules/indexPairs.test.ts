import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areTooNear, indexClashes, indexDistance, isSheetCode, leastDistance } from './indexPairs.ts';

it('compares indices of different lengths from the side on which they are read', () => {
  expect(indexDistance('CGGAACTG', 'CAGAACAGAA')).toBe(2);
  expect(indexDistance('CGGAACTG', 'CAGAACAGAA', 'tail')).toBe(7);
  expect(indexDistance('acgt', 'ACGT')).toBe(0);
  expect(indexDistance('ACGTACGT', '')).toBe(0);
});

it('needs a distance in one of the two, not in both', () => {
  const near = { i7: 'AACCGGTT', i5: 'AAAAAAAA' };
  expect(areTooNear(near, { i7: 'AACCGGTA', i5: 'AAAAAACC' }, false)).toBe(true);
  expect(areTooNear(near, { i7: 'AACCGGTA', i5: 'AAAAACCC' }, false)).toBe(false);
  expect(areTooNear(near, { i7: 'AACCGAAA', i5: 'AAAAAAAA' }, false)).toBe(false);
  // Without a second index the first one alone tells them apart.
  expect(areTooNear({ i7: 'AACC', i5: '' }, { i7: 'AACG', i5: '' }, false)).toBe(true);
  expect(areTooNear({ i7: 'CGGAACTG', i5: 'CGGAACTG' }, { i7: 'CGGAACTG', i5: 'CAGAACAGAA' }, false)).toBe(true);
  expect(areTooNear({ i7: 'CGGAACTG', i5: 'CGGAACTG' }, { i7: 'CGGAACTG', i5: 'CAGAACAGAA' }, true)).toBe(false);
});

it('tells each clashing pair once, and nothing of empty places', () => {
  const at = (well: string, i7: string, i5 = ''): { well: string; i7: string; i5: string } => ({ well, i7, i5 });
  const places = [at('A01', 'AACCGGTT'), at('B01', 'TTGGCCAA'), at('C01', 'AACCGGTA'), at('D01', ''), at('E01', '')];
  expect(indexClashes(places, false).map((pair) => pair.map(({ well }) => well))).toEqual([['A01', 'C01']]);
});

it('is as near from either side, and never where one index is far enough', () => {
  const index = fc.string({ unit: fc.constantFrom('A', 'C', 'G', 'T'), minLength: 6, maxLength: 10 });
  const pair = fc.record({ i7: index, i5: index });
  fc.assert(
    fc.property(pair, pair, fc.boolean(), (one, other, isSecondReversed) => {
      expect(areTooNear(one, other, isSecondReversed)).toBe(areTooNear(other, one, isSecondReversed));
      expect(areTooNear(one, one, isSecondReversed)).toBe(true);
      if (indexDistance(one.i7, other.i7) >= leastDistance) expect(areTooNear(one, other, isSecondReversed)).toBe(false);
    }),
  );
});

it('knows what a sequencer takes as a name', () => {
  expect(['LAB2509-001', 'a_b'].every(isSheetCode)).toBe(true);
  for (const bad of ['', 'a b', 'a.b', 'a/b', 'a,b', "a'b", 'a&b', 'a\\b', 'a[b', 'a|b']) expect(isSheetCode(bad), bad).toBe(false);
});
