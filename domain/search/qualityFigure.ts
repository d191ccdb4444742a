import { goalSide } from '#domain/base/qualityIndex.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** How an index is worked out (docs/search.md#quality-indicators): a share of what is counted, or the median of minutes. */
export const figureKind = choices({ share: [1, '比率', 'Share'], median: [2, '中位数', 'Median'] });
/** The indexes that are counted here, by their codes; every other one is typed. */
export const computedIndexes = {
  Q101: figureKind.share,
  Q102: figureKind.share,
  Q103: figureKind.share,
  Q105: figureKind.share,
  Q106: figureKind.median,
  Q212: figureKind.median,
  Q313: figureKind.share,
  Q314: figureKind.share,
  Q315: figureKind.share,
} as const satisfies Readonly<Record<string, CodeOf<typeof figureKind>>>;
export type ComputedIndex = keyof typeof computedIndexes;
export const computedCodes = Object.keys(computedIndexes) as readonly ComputedIndex[];
export const isComputed = (indexCode: string): indexCode is ComputedIndex => Object.hasOwn(computedIndexes, indexCode);

/** What was counted or typed of one index. */
export interface Figure {
  readonly numerator: number | null;
  /** Of a median: how many times it is the middle of. */
  readonly denominator: number | null;
  /** A median, in minutes. */
  readonly value: number | null;
}
/** What an index says of itself: `%` and `‰` multiply its share. */
export interface Goal {
  readonly unit: string | null;
  readonly goalSide: CodeOf<typeof goalSide> | null;
  readonly goal: number | null;
}

const millionth = 1_000_000n;
const factorOf = (unit: string | null): bigint => (unit === '%' ? 100n : unit === '‰' ? 1_000n : 1n);
/** To two decimals, the half up; of what is not below zero. */
function hundredths(numerator: bigint, denominator: bigint): string {
  const rounded = (2n * 100n * numerator + denominator) / (2n * denominator);
  return `${rounded / 100n}.${String(rounded % 100n).padStart(2, '0')}`;
}
const exact = (value: number): bigint => BigInt(Math.round(value * Number(millionth)));

/** Nothing was there to be counted: neither good nor bad. */
export const isNotApplicable = ({ denominator }: Figure): boolean => denominator === 0;

/** The figure as it is shown, to two decimals; null: there is none. */
export function shownFigure({ numerator, denominator, value }: Figure, unit: string | null): string | null {
  if (denominator === 0) return null;
  if (value !== null) return hundredths(exact(value), millionth);
  return numerator === null || denominator === null ? null : hundredths(BigInt(numerator) * factorOf(unit), BigInt(denominator));
}

/** Whether the goal is met, by the figure as it is and not as it is rounded; null: there is no figure, or no goal. */
export function isGoalMet({ numerator, denominator, value }: Figure, { unit, goalSide: side, goal }: Goal): boolean | null {
  if (goal === null || denominator === 0) return null;
  if (value === null && (numerator === null || denominator === null)) return null;
  const [is, wanted] =
    value === null ? [BigInt(numerator ?? 0) * factorOf(unit) * millionth, exact(goal) * BigInt(denominator ?? 1)] : [exact(value), exact(goal)];
  return side === goalSide.atLeast ? is >= wanted : is <= wanted;
}
