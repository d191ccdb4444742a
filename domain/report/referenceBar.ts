import { readNumber, readRange } from '#domain/lab/rules/referenceRange.ts';

/** A value drawn beside its range: shares of the bar's width, from 0 to 1. */
export interface ReferenceBar {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

const third = 1 / 3;
const edge = 0.03;
const within = (share: number): number => Math.round(Math.min(1 - edge, Math.max(edge, share)) * 1000) / 1000;

/** Where a value lies on a bar whose middle third is normal, or whose one open end is; null where either is no number. */
export function referenceBar(value: string, range: string): ReferenceBar | null {
  const normal = readRange(range);
  const number = readNumber(value);
  if (normal?.kind !== 'span' || !number) return null;
  // A bound alone (`<5`) stands at its bound.
  const at = Number.isFinite(number.from) ? number.from : number.to;
  const { from, to } = normal.span;
  if (Number.isFinite(from) && Number.isFinite(to))
    return from < to ? { from: third, to: 2 * third, at: within(third + ((at - from) / (to - from)) * third) } : null;
  if (Number.isFinite(to)) return to > 0 ? { from: 0, to: 2 * third, at: within((at / to) * 2 * third) } : null;
  return from > 0 ? { from: third, to: 1, at: within((at / from) * third) } : null;
}
