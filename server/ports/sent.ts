import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProviderAnswer } from '#domain/base/senderContracts.ts';
import { OutgoingRefusal } from './outgoing.ts';

const longestAnswer = 200;

/** Under which names providers say what they mean. */
const wordFields: ReadonlySet<string> = new Set([
  'msg',
  'message',
  'errmsg',
  'errormsg',
  'errormessage',
  'error_description',
  'desc',
  'description',
  'reason',
  'error',
]);

/** A provider's own message in an answer of theirs; '' where it has none. What else stands there may be of any system and is shown to nobody. */
export function ownMessage(body: string): string {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return '';
  }
  if (typeof answer !== 'object' || answer === null) return '';
  const found = Object.entries(answer).find(
    ([name, value]) => wordFields.has(name.toLowerCase()) && typeof value === 'string' && value.trim() !== '',
  );
  return found
    ? String(found[1])
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
    : '';
}

/** An answer as it may be shown and kept: shortened, our secrets struck out wherever they repeat them. */
export function shownAnswer(text: string, secrets: readonly (string | null)[]): string {
  let shown = text;
  for (const secret of secrets) if (secret) shown = shown.replaceAll(secret, '•••');
  return shown.length > longestAnswer ? `${shown.slice(0, longestAnswer)}…` : shown;
}

/** Does it and takes the time; whatever fails on the way is an answer, too. */
export async function answered(
  secrets: readonly (string | null)[],
  work: () => Promise<Pick<ProviderAnswer, 'isAccepted' | 'status' | 'text'>>,
): Promise<ProviderAnswer> {
  const started = performance.now();
  const made = await work().catch((error: unknown) => ({ isAccepted: false, status: null, text: faultText(error) }));
  return { ...made, text: shownAnswer(made.text, secrets), milliseconds: Math.round(performance.now() - started) };
}

/** Why somebody was not reached, without the address that was tried. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code } = cause as { code?: unknown };
  // The system's own sentence names the address that was tried; ours does not.
  if (cause instanceof OutgoingRefusal) return cause.message;
  return typeof code === 'string' ? code : cause.message;
}

/** Appends one line to `<dir>/<name>.jsonl`: where a stand-in leaves what a provider would have got. */
export async function leaveLine(dir: string, name: string, line: object): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await appendFile(join(dir, `${name}.jsonl`), `${JSON.stringify(line)}\n`, { mode: 0o600 });
}
