import { countAll, countOf, merged, type NumberRange, type NumberSpace } from './numberBlock.ts';

/** What of a segment can still be given out: ranges that came back, then everything fresh; in order, neighbours joined. */
export function usableRanges({ free, next, last }: NumberSpace): readonly NumberRange[] {
  return merged([...free, { first: next, last }]);
}

/** `ranges` without `taken`. Both are in any order and do not overlap among themselves. */
export function without(ranges: readonly NumberRange[], taken: readonly NumberRange[]): readonly NumberRange[] {
  const holes = merged(taken);
  return merged(ranges).flatMap((range) => {
    const left: NumberRange[] = [];
    let from = range.first;
    for (const hole of holes) {
      if (hole.last < from || hole.first > range.last) continue;
      if (hole.first > from) left.push({ first: from, last: hole.first - 1 });
      from = hole.last + 1;
    }
    if (from <= range.last) left.push({ first: from, last: range.last });
    return left;
  });
}

/** Single numbers as ranges; one that stands twice counts once. */
export function rangesOf(numbers: Iterable<number>): readonly NumberRange[] {
  return merged([...new Set(numbers)].map((number) => ({ first: number, last: number })));
}

/** What became of numbers that were given out. `used`: a sample or requisition carries it; that outweighs all else. */
export type NumberFate = 'unprinted' | 'printed' | 'used' | 'voided';
export interface NumberRun extends NumberRange {
  readonly fate: NumberFate;
}
export interface Fates {
  readonly given: readonly NumberRange[];
  readonly printed: Iterable<number>;
  readonly voided: Iterable<number>;
  readonly used: Iterable<number>;
}

/** The given numbers as runs of one fate each, in order: together exactly what was given. */
export function runsOf({ given, printed, voided, used }: Fates): readonly NumberRun[] {
  const all = merged(given);
  const within = (numbers: Iterable<number>): readonly NumberRange[] => without(all, without(all, rangesOf(numbers)));
  const usedRanges = within(used);
  const voidedRanges = without(within(voided), usedRanges);
  const printedRanges = without(within(printed), [...usedRanges, ...voidedRanges]);
  const rest = without(all, [...usedRanges, ...voidedRanges, ...printedRanges]);
  const tagged = (ranges: readonly NumberRange[], fate: NumberFate): NumberRun[] => ranges.map((range) => ({ ...range, fate }));
  return [
    ...tagged(usedRanges, 'used'),
    ...tagged(voidedRanges, 'voided'),
    ...tagged(printedRanges, 'printed'),
    ...tagged(rest, 'unprinted'),
  ].toSorted((a, b) => a.first - b.first);
}

/**
 * Gaps: numbers below the highest used one that are neither used nor void. A laboratory that counts by its last number must
 * be able to say where each of them is.
 */
export function gapsOf(runs: readonly NumberRun[]): readonly NumberRange[] {
  const highest = Math.max(-1, ...runs.filter(({ fate }) => fate === 'used').map(({ last }) => last));
  const open = runs.filter(({ fate, last }) => fate !== 'used' && fate !== 'voided' && last < highest);
  return merged(open.map(({ first, last }) => ({ first, last })));
}

/** Count of each fate. */
export function countFates(runs: readonly NumberRun[]): Readonly<Record<NumberFate, number>> & { readonly given: number } {
  const of = (fate: NumberFate): number => countAll(runs.filter((run) => run.fate === fate));
  return {
    given: runs.reduce((sum, run) => sum + countOf(run), 0),
    unprinted: of('unprinted'),
    printed: of('printed'),
    used: of('used'),
    voided: of('voided'),
  };
}

/** A space that never gives these numbers: somebody uses them already, though nobody was given them. What lies below them stays free. */
export function skipping({ free, next, last }: NumberSpace, used: readonly number[]): NumberSpace {
  const reach = Math.max(next - 1, ...used.filter((number) => number >= next && number <= last));
  return { free: without([...free, { first: next, last: reach }], rangesOf(used)), next: reach + 1, last };
}
