/** Whole numbers, both ends included. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** How the numbers of a segment are written: a prefix and so many digits. */
export interface CodeShape {
  readonly prefix: string;
  readonly digits: number;
}

/** What of a segment nobody holds: ranges that came back, and everything from `next` to `last`. */
export interface NumberSpace {
  readonly free: readonly NumberRange[];
  readonly next: number;
  readonly last: number;
}

/** A block as the desk that holds it keeps it: everything from `next` on is unused. */
export interface HeldBlock extends CodeShape, NumberRange {
  readonly blockId: string;
  readonly segmentId: string;
  readonly segmentName: string;
  /** Code of `codeType`. */
  readonly codeType: number;
  readonly laboratoryId: string | null;
  readonly next: number;
}

/** Most numbers of one kind a desk may hold unused, and most it may ask for at once. */
export const mostHeld = 1000;
export const mostAtOnce = 500;
/** Most labels in one act. */
export const mostLabels = 200;
/** Below so many left the desk asks for more while it is online, and for so many. */
export const topUpBelow = 50;
export const topUpBy = 100;

export const countOf = ({ first, last }: NumberRange): number => Math.max(0, last - first + 1);
export const countAll = (ranges: readonly NumberRange[]): number => ranges.reduce((sum, range) => sum + countOf(range), 0);
export const leftIn = ({ next, last }: Pick<HeldBlock, 'next' | 'last'>): number => Math.max(0, last - next + 1);

/** `{ prefix: '9', digits: 8 }`, 7 -> `900000007`. */
export function codeOf({ prefix, digits }: CodeShape, number: number): string {
  return prefix + String(number).padStart(digits, '0');
}

/** The number behind a code; null where the code is not of this shape. */
export function numberOf({ prefix, digits }: CodeShape, code: string): number | null {
  const tail = code.slice(prefix.length);
  return code.startsWith(prefix) && tail.length === digits && /^\d+$/.test(tail) ? Number(tail) : null;
}

/** Ranges in order, neighbours joined. They must not overlap. */
export function merged(ranges: readonly NumberRange[]): readonly NumberRange[] {
  const joined: NumberRange[] = [];
  for (const range of ranges.filter((each) => countOf(each) > 0).toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1);
    if (before && before.last + 1 === range.first) joined[joined.length - 1] = { first: before.first, last: range.last };
    else joined.push(range);
  }
  return joined;
}

/**
 * Takes `count` numbers out of a segment: what came back goes first, lowest first, then fresh ones. Gives fewer where the
 * segment has no more; nothing is given twice and nothing is lost: given and space together are the space before.
 */
export function allot({ free, next, last }: NumberSpace, count: number): { readonly given: readonly NumberRange[]; readonly space: NumberSpace } {
  const given: NumberRange[] = [];
  const rest: NumberRange[] = [];
  let wanted = Math.max(0, count);
  const takeFrom = (range: NumberRange): NumberRange => {
    const taken = { first: range.first, last: range.first + Math.min(wanted, countOf(range)) - 1 };
    if (countOf(taken) > 0) given.push(taken);
    wanted -= countOf(taken);
    return { first: taken.last + 1, last: range.last };
  };
  for (const range of merged(free)) {
    const left = takeFrom(range);
    if (countOf(left) > 0) rest.push(left);
  }
  const fresh = takeFrom({ first: next, last });
  return { given: merged(given), space: { free: rest, next: fresh.first, last } };
}

/** Splits a held range at the first number that goes back; null for a part that is empty. */
export function splitAt({ first, last }: NumberRange, from: number): { readonly kept: NumberRange | null; readonly returned: NumberRange | null } {
  const at = Math.min(Math.max(from, first), last + 1);
  const part = (range: NumberRange): NumberRange | null => (countOf(range) > 0 ? range : null);
  return { kept: part({ first, last: at - 1 }), returned: part({ first: at, last }) };
}

/**
 * Takes the next `count` numbers for labels out of one block of a kind, the oldest block that has any left; fewer where it
 * has fewer: one act prints from one block. Null where nothing is left.
 */
export function takeNext(
  blocks: readonly HeldBlock[],
  count: number,
  isWanted: (block: HeldBlock) => boolean = () => true,
): { readonly block: HeldBlock; readonly taken: NumberRange; readonly blocks: readonly HeldBlock[] } | null {
  const block = blocks.find((each) => isWanted(each) && leftIn(each) > 0);
  if (!block || count < 1) return null;
  const taken = { first: block.next, last: Math.min(block.last, block.next + count - 1) };
  const after = { ...block, next: taken.last + 1 };
  return { block: after, taken, blocks: blocks.map((each) => (each === block ? after : each)) };
}

/** The codes of a range, in order. */
export function codesOf(shape: CodeShape, { first, last }: NumberRange): readonly string[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => codeOf(shape, first + index));
}

/** True where two segments could write the same code. */
export function canCollide(one: CodeShape & NumberRange, other: CodeShape & NumberRange): boolean {
  if (one.prefix.length + one.digits !== other.prefix.length + other.digits) return false;
  return codeOf(one, one.first) <= codeOf(other, other.last) && codeOf(other, other.first) <= codeOf(one, one.last);
}
