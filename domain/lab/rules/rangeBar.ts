import { readNumber, readRange } from './referenceRange.ts';

/** A bar from 0 to 1: where the normal values lie on it, and where the value does. */
export interface RangeBar {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

const held = (place: number): number => Math.min(1, Math.max(0, place));

/**
 * A value beside its range, the normal third in the middle; an open end reaches the edge, what lies far outside stands at it. Null: either is no
 * number, or the value no more than a bound.
 */
export function rangeBar(value: string, referenceRange: string): RangeBar | null {
  const [range, number] = [readRange(referenceRange), readNumber(value)];
  if (range?.kind !== 'span' || !number || number.from !== number.to) return null;
  const { from, to } = range.span;
  const given = number.from;
  if (Number.isFinite(from) && Number.isFinite(to))
    return from === to ? null : { from: 1 / 3, to: 2 / 3, at: held(1 / 3 + (given - from) / (to - from) / 3) };
  const bound = Number.isFinite(to) ? to : from;
  if (bound === 0) return null;
  const off = (given - bound) / Math.abs(bound) / 3;
  return Number.isFinite(to) ? { from: 0, to: 2 / 3, at: held(2 / 3 + off) } : { from: 1 / 3, to: 1, at: held(1 / 3 + off) };
}
