import { addDays } from '#domain/kernel/dates.ts';
import type { EarlierRequisition } from '#domain/sample/rules/entryForm.ts';
import { markBytes, markedFrom, personMarks, plainText, type MarkedPerson } from '#domain/sample/rules/personMarks.ts';
import { utf8 } from '#src/offline/keys/bytes.ts';

/** The index of persons received lately, opened: it may be handed to a worker. */
export interface PersonIndex {
  /** HMAC-SHA-256, cannot be read out. */
  readonly key: CryptoKey;
  /** Marks with their days behind them, in order. */
  readonly numbers: Float64Array;
  /** The first day that counts, days since `markedFrom`. */
  readonly since: number;
}
/** A day fits behind a mark of forty bits in one number. */
const dayRange = 2 ** 13;

export const markAt = (bytes: Uint8Array, at: number): number => {
  let mark = 0;
  for (let index = 0; index < markBytes; index++) mark = mark * 256 + bytes[at + index]!;
  return mark;
};
/** A mark and its day as one number. */
export const marked = (mark: number, day: number): number => mark * dayRange + day;

/** Earlier requisitions of a person by an index: by day, without codes, the latest three. */
export async function earlierIn({ key, numbers, since }: PersonIndex, person: MarkedPerson): Promise<readonly EarlierRequisition[]> {
  const marks = await Promise.all(
    personMarks(person).map(async (text) => markAt(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text))), 0)),
  );
  const days = new Set<number>();
  for (const mark of marks)
    for (let at = firstFrom(numbers, marked(mark, since)); at < numbers.length && numbers[at]! < marked(mark + 1, 0); at++)
      days.add(numbers[at]! % dayRange);
  return [...days]
    .sort((one, other) => other - one)
    .slice(0, 3)
    .map((day) => ({ requisitionCode: '', personName: plainText(person.personName), entryTime: `${addDays(markedFrom, day)} 00:00:00` }));
}

/** The place of the first number that is not below `least`. */
function firstFrom(numbers: Float64Array, least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
