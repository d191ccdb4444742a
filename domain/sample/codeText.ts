import { z } from 'zod';

/** A scanned or typed code as it is kept: half-width, trimmed, upper case, without control characters (peers.md 4.3). */
export function normalCode(value: string): string {
  return value
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toUpperCase();
}

/** A code in a payload, at most `max` characters; normalised. */
export const codeText = (max = 32) => z.string().max(200).transform(normalCode).pipe(z.string().min(1).max(max));
/** Loose values of described fields: `check` normalises and judges them, so that a fault names its field. */
export const looseText = z.string().max(5_000).nullish();
export const looseNumber = z.union([z.number(), z.string().max(40)]).nullish();
export const looseFlag = z.union([z.boolean(), z.number(), z.string().max(8)]).nullish();
/** Reasons given for warnings, by the rule's code. */
export const reasonsInput = z.record(z.string().max(16), z.string().trim().max(200)).default({});
export const reasonInput = z.string().trim().min(1).max(200);
