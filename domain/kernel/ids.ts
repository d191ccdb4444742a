import { z } from 'zod';

const largest = 2n ** 63n - 1n;

/** An id as it is written: decimal, within a bigint. With a leading zero it would be another text of the same row, and slip past whoever compares ids. */
export function isId(text: string): boolean {
  return /^(?:0|[1-9]\d{0,18})$/.test(text) && BigInt(text) <= largest;
}

const fault = { error: 'wrongShape' };

/** The id of a row in a body: as text, whether it was sent as text or as a number. */
export const idText = z.union([z.string(), z.number()], fault).transform(String).refine(isId, fault);

/** At most `most` ids in a body: a list, or one text with commas as the contract's clients send it. */
export function idList(most: number) {
  const ids = z.array(idText).max(most);
  const text = z.string().transform((given): (string | number)[] => given.split(',').filter(Boolean));
  return z.union([ids, text.pipe(ids)], fault);
}
