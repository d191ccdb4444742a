import { expect, it } from 'vitest';
import { goalSide } from '#domain/base/qualityIndex.ts';
import { isComputed, isGoalMet, isNotApplicable, shownFigure } from './qualityFigure.ts';

const share = (numerator: number, denominator: number) => ({ numerator, denominator, value: null });
const median = (value: number | null, denominator = 6) => ({ numerator: null, denominator, value });
const atMost = (goal: number, unit = '%') => ({ unit, goalSide: goalSide.atMost, goal });
const atLeast = (goal: number, unit = '%') => ({ unit, goalSide: goalSide.atLeast, goal });

it.each([
  [share(2, 1_600), '%', '0.13'],
  [share(1, 8), '%', '12.50'],
  [share(1, 3), '%', '33.33'],
  [share(2, 3), '%', '66.67'],
  [share(0, 5), '%', '0.00'],
  [share(5, 5), '%', '100.00'],
  [share(1, 8), '‰', '125.00'],
  [share(1, 8), null, '0.13'],
  [median(1_440), 'min', '1440.00'],
  [median(1_335.5), 'min', '1335.50'],
  [median(0), 'min', '0.00'],
] as const)('%j in %s is shown as %s', (figure, unit, shown) => {
  expect(shownFigure(figure, unit)).toBe(shown);
});

it('compares with the goal what was not rounded', () => {
  // 0.125 %, shown as 0.13: more than 0.1, and at 0.125 as good as 0.125.
  expect(isGoalMet(share(2, 1_600), atMost(0.1))).toBe(false);
  expect(isGoalMet(share(2, 1_600), atMost(0.125))).toBe(true);
  // Shown as 0.10, and yet more.
  expect(shownFigure(share(1_001, 1_000_000), '%')).toBe('0.10');
  expect(isGoalMet(share(1_001, 1_000_000), atMost(0.1))).toBe(false);
  // Shown as 99.00, and yet less.
  expect(isGoalMet(share(98_999, 100_000), atLeast(99))).toBe(false);
  expect(isGoalMet(share(99, 100), atLeast(99))).toBe(true);
  expect(isGoalMet(median(1_440.5), atMost(1_440, 'min'))).toBe(false);
  expect(isGoalMet(median(1_440), atMost(1_440, 'min'))).toBe(true);
});

it('of nothing counted there is no figure, and no goal is met or missed', () => {
  for (const nothing of [share(0, 0), median(null, 0)]) {
    expect(isNotApplicable(nothing)).toBe(true);
    expect(shownFigure(nothing, '%')).toBeNull();
    expect(isGoalMet(nothing, atMost(0.1))).toBeNull();
  }
  expect(isGoalMet(share(1, 2), { unit: '%', goalSide: null, goal: null })).toBeNull();
  expect([
    isGoalMet({ numerator: null, denominator: null, value: null }, atMost(1)),
    shownFigure({ numerator: null, denominator: null, value: null }, '%'),
  ]).toEqual([null, null]);
});

it('knows which are counted here: the others are typed', () => {
  expect(['Q101', 'Q104', 'Q105', 'Q207', 'Q211', 'Q212', 'Q315', 'toString'].map(isComputed)).toEqual([
    true,
    false,
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
});
