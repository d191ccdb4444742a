import { z } from 'zod';

/** A scanned or typed code as it is kept: half-width, trimmed, upper case, without control characters (docs/scanning.md#clean-codes). */
export function normalCode(value: string): string {
  return value
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toUpperCase();
}

/** A code in a payload, at most `max` characters; normalised. */
export const codeText = (max = 32) => z.string().max(200).transform(normalCode).pipe(z.string().min(1).max(max));
/** Codes as they were scanned or pasted: by line, blank or comma; each once. */
export const codesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\s,;，；、]+/u)
      .map(normalCode)
      .filter((code) => code !== ''),
  ),
];
/** Several codes: a list, or one text of them. */
export const codesText = (max: number, most: number) =>
  z.union([z.string().max(200_000).transform(codesIn), z.array(z.string().max(200))]).pipe(z.array(codeText(max)).min(1).max(most));
/** Reasons given for warnings, by the rule's code. */
export const reasonsInput = z.record(z.string().max(16), z.string().trim().max(200)).default({});
export const reasonInput = z.string().trim().min(1).max(200);
