/** How a value lies to its reference range, as the wire says it; a word that is not the normal one is high (docs/lab.md#judging). */
export type ResultStatus = 'normal' | 'high' | 'low';

/** Numbers from one bound to another; an open end is infinite and never included. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly hasFrom: boolean;
  readonly hasTo: boolean;
}
/** What is normal: numbers, or words. */
export type ReferenceRange = { readonly kind: 'span'; readonly span: Span } | { readonly kind: 'words'; readonly words: readonly string[] };

const number = String.raw`[-−]?\d+(?:\.\d+)?`;
const between = new RegExp(String.raw`^(${number})\s*[~～–—-]\s*(${number})$`);
const bounded = new RegExp(String.raw`^(<=|>=|[<>≤≥＜＞])\s*(${number})$`);
const alone = new RegExp(`^${number}$`);

const numberOf = (text: string): number => Number(text.replace('−', '-'));
function boundedSpan(sign: string, bound: number): Span {
  const isUpper = ['<', '≤', '<=', '＜'].includes(sign);
  const isIncluded = ['≤', '≥', '<=', '>='].includes(sign);
  return isUpper
    ? { from: -Infinity, to: bound, hasFrom: false, hasTo: isIncluded }
    : { from: bound, to: Infinity, hasFrom: isIncluded, hasTo: false };
}

/** Whether a value is told in words: none of them is higher than another. */
export const isToldInWords = (referenceRange: string | null): boolean => readRange(referenceRange ?? '')?.kind === 'words';

/**
 * Reads a reference range as items carry it: `3.5~9.5`, `-3~3`, `<45`, `≥4`, or words that are normal (`未检出`, `阴性/弱阳性`).
 * Null where it is empty or turned round: then a person judges.
 */
export function readRange(text: string): ReferenceRange | null {
  const given = text.trim();
  const [, from, to] = between.exec(given) ?? [];
  if (from !== undefined && to !== undefined) {
    const span = { from: numberOf(from), to: numberOf(to), hasFrom: true, hasTo: true };
    return span.from <= span.to ? { kind: 'span', span } : null;
  }
  const [, sign, bound] = bounded.exec(given) ?? [];
  if (sign && bound) return { kind: 'span', span: boundedSpan(sign, numberOf(bound)) };
  const words = given
    .split(/[/、,，|]/)
    .map((word) => word.trim())
    .filter(Boolean);
  return words.length > 0 ? { kind: 'words', words } : null;
}

/** A value as an instrument or a person gives it: `5.1`, or no more than a bound (`<5`). Null where it is a word. */
export function readNumber(text: string): Span | null {
  const given = text.trim();
  if (alone.test(given)) {
    const value = numberOf(given);
    return { from: value, to: value, hasFrom: true, hasTo: true };
  }
  const [, sign, bound] = bounded.exec(given) ?? [];
  return sign && bound ? boundedSpan(sign, numberOf(bound)) : null;
}

const isBelow = (value: Span, range: Span): boolean => value.to < range.from || (value.to === range.from && !(value.hasTo && range.hasFrom));
const isWithin = (value: Span, range: Span): boolean =>
  (value.from > range.from || (value.from === range.from && (range.hasFrom || !value.hasFrom))) &&
  (value.to < range.to || (value.to === range.to && (range.hasTo || !value.hasTo)));
const turned = ({ from, to, hasFrom, hasTo }: Span): Span => ({ from: -to, to: -from, hasFrom: hasTo, hasTo: hasFrom });

/**
 * Whether all that a value may be lies between bounds, which belong to it: "less than nine" is not surely four. Null: it is no number. An open
 * end is null.
 */
export function liesBetween(value: string, min: number | null, max: number | null): boolean | null {
  const span = readNumber(value);
  return span && isWithin(span, { from: min ?? -Infinity, to: max ?? Infinity, hasFrom: min !== null, hasTo: max !== null });
}

/**
 * Where a value lies. `unclear`: it says too little (`<5` against `3~10`) and is done again. Null: the range is none, or a word
 * stands against numbers, so that a person judges.
 */
export function judgeValue(value: string, range: string): ResultStatus | 'unclear' | null {
  const normal = readRange(range);
  const given = value.trim();
  if (!normal || given === '') return null;
  if (normal.kind === 'words') return normal.words.includes(given) ? 'normal' : 'high';
  const numbers = readNumber(given);
  if (!numbers) return null;
  if (isWithin(numbers, normal.span)) return 'normal';
  if (isBelow(numbers, normal.span)) return 'low';
  return isBelow(turned(numbers), turned(normal.span)) ? 'high' : 'unclear';
}
