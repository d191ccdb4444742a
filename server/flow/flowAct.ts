import { writeAudit } from '#server/kernel/act/audit.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import type { Written } from '#server/kernel/verbs/serveCalls.ts';

interface Done<T> {
  readonly answer: T;
  /** What the audit trail knows it by. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/** One act on processes with its audit entry. */
export async function flowAct<T>(
  tx: Tx,
  { writing, now }: Pick<Written<unknown>, 'writing' | 'now'>,
  action: string,
  work: () => Promise<Done<T>>,
): Promise<T> {
  const { answer, subject, before, after, reason } = await work();
  await writeAudit(tx, { ...writing, action, subject, before, after, reason: reason ?? null, now });
  return answer;
}
