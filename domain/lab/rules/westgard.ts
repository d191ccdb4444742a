import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** What a measured control says of its run. */
export const controlVerdict = choices({
  inControl: [1, '在控', 'In control'],
  warning: [2, '警告', 'Warning'],
  rejected: [3, '失控', 'Out of control'],
});
export type ControlVerdict = CodeOf<typeof controlVerdict>;

/** The rules of Westgard, Barry, Hunt and Groth (1981); the first warns, the others reject. */
export const westgardRules = ['1-2s', '1-3s', '2-2s', 'R-4s', '4-1s', '10-x'] as const;
export type WestgardRule = (typeof westgardRules)[number];

/** A point on a control's chart. Points a person has excluded are not given. */
export interface ControlPoint {
  /** Standard deviations from the mean. */
  readonly z: number;
  /** What was measured together: R-4s looks at the controls of one run alone. */
  readonly runId: string;
}

/** Standard deviations of a value from the mean, free of the dust of binary fractions: 10.3 with mean 10 and sd 0.1 is 3, not more. */
export function zOf(value: number, { mean, sd }: { readonly mean: number; readonly sd: number }): number {
  if (!(sd > 0)) throw new RangeError('a control without spread has no limits');
  return Math.round(((value - mean) / sd) * 1e9) / 1e9;
}

/** Whether the newest points, `count` of them, are all beyond `limit` on one side. */
const areBeyond = (points: readonly ControlPoint[], count: number, limit: number): boolean => {
  const last = points.slice(-count);
  return last.length === count && (last.every(({ z }) => z > limit) || last.every(({ z }) => z < -limit));
};

/**
 * Judges the newest of a control's points, oldest first; `others`: of the same run on other controls of the same measure
 * (docs/lab.md#controls). Limits are strict: exactly two deviations are no warning.
 */
export function judgeControl(
  points: readonly ControlPoint[],
  others: readonly ControlPoint[] = [],
): { readonly verdict: ControlVerdict; readonly rules: readonly WestgardRule[] } {
  const newest = points.at(-1);
  if (!newest) return { verdict: controlVerdict.inControl, rules: [] };
  const ofRun = [...points, ...others].filter(({ runId }) => runId === newest.runId);
  const isApart = (one: number, other: number): boolean => (one > 2 && other < -2) || (one < -2 && other > 2);
  const broken: Readonly<Record<WestgardRule, boolean>> = {
    '1-2s': Math.abs(newest.z) > 2,
    '1-3s': Math.abs(newest.z) > 3,
    '2-2s': areBeyond(points, 2, 2),
    'R-4s': ofRun.some((other) => isApart(newest.z, other.z)),
    '4-1s': areBeyond(points, 4, 1),
    '10-x': areBeyond(points, 10, 0),
  };
  const rejecting = westgardRules.filter((rule) => rule !== '1-2s' && broken[rule]);
  if (rejecting.length > 0) return { verdict: controlVerdict.rejected, rules: rejecting };
  return broken['1-2s'] ? { verdict: controlVerdict.warning, rules: ['1-2s'] } : { verdict: controlVerdict.inControl, rules: [] };
}

/** So many points in control make a target of one's own (docs/lab.md#controls). */
export const pointsForTarget = 20;

/** Mean, standard deviation (of a sample, n - 1) and its share of the mean, %, of the first twenty values in control; null while there are fewer. */
export function cumulativeTarget(values: readonly number[]): { readonly mean: number; readonly sd: number; readonly cv: number } | null {
  const first = values.slice(0, pointsForTarget);
  if (first.length < pointsForTarget) return null;
  const mean = first.reduce((sum, value) => sum + value, 0) / first.length;
  const sd = Math.sqrt(first.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (first.length - 1));
  return { mean, sd, cv: (sd / Math.abs(mean)) * 100 };
}
