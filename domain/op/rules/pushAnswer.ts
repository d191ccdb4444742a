import { isBreakerFailure } from './breaker.ts';

/** What a third party's answer to a push means: it has it; ask again later; no, and asking again changes nothing. */
export type PushOutcome = 'done' | 'again' | 'refused';

/** So long a push waits after each try that failed, in minutes; one that fails after the last is left to a person. */
export const pushPauses = [1, 5, 30, 120, 720] as const;

/** Codes that say yes in an answer's `code`. */
const good = new Set(['0', '200', '0000', '00000']);

/**
 * Why a good answer says no all the same (docs/interfaces.md#results): JSON with `success` false, or without `success` and with a `code` that is
 * none of 0, 200, 0000; in their own words where they have some. Null: it says yes.
 */
export function refusalIn(text: string): string | null {
  const said = parsed(text);
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return null;
  const { success, code, msg, message } = said as Readonly<Record<string, unknown>>;
  const word = typeof success === 'boolean' || typeof success === 'string' ? String(success) : undefined;
  const number = typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
  const isNo = word === undefined ? number !== undefined && !good.has(number) : word === 'false';
  if (!isNo) return null;
  const why = [msg, message].find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof why === 'string' ? why.trim() : number === undefined ? 'success: false' : `code ${number}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Who answers no JSON has said all by the status.
    return null;
  }
}

/** `status`: of HTTP, null where nobody answered. */
export function pushOutcome(status: number | null, text: string): PushOutcome {
  if (status === null || isBreakerFailure(status)) return 'again';
  return status >= 200 && status < 300 && refusalIn(text) === null ? 'done' : 'refused';
}
