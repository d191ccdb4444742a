import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What somebody outside answered, in his own words. */
export interface ProviderAnswer {
  /** He says that he took it. */
  readonly isAccepted: boolean;
  /** His status: of HTTP or SMTP; null where he was not reached. */
  readonly status: number | null;
  /** His words, shortened, without our secrets. */
  readonly text: string;
  readonly milliseconds: number;
}

const longestAnswer = 2_000;

/** An answer as it may be shown and kept: shortened, our secrets struck out wherever he repeats them. */
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

function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code } = cause as { code?: unknown };
  return [typeof code === 'string' ? code : '', cause.message].filter(Boolean).join(': ');
}

/** Appends one line to `<dir>/<name>.jsonl`: where a stand-in leaves what a provider would have got. */
export async function leaveLine(dir: string, name: string, line: object): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await appendFile(join(dir, `${name}.jsonl`), `${JSON.stringify(line)}\n`, { mode: 0o600 });
}
