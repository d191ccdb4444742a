import { writeAudit } from '#server/kernel/audit.ts';
import { deviceIdOf, onceOnly } from '#server/kernel/onceOnly.ts';
import type { CallContext, Tx } from '#server/kernel/serve.ts';
import type { Acting } from './runs.ts';

interface Done<T> {
  readonly answer: T;
  /** What the audit trail knows it by. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/** One act on processes: once per `Idempotency-Key`, one transaction, one audit entry. */
export function flowOnce<T>(
  { database, request, user, now }: CallContext<unknown>,
  action: string,
  work: (tx: Tx, acting: Acting) => Promise<Done<T>>,
): Promise<T> {
  return onceOnly(database, request, user, action, async (tx, opId) => {
    const { answer, subject, before, after, reason } = await work(tx, { user, now });
    await writeAudit(tx, { user, deviceId: deviceIdOf(request), opId, action, subject, before, after, reason: reason ?? null, now });
    return answer;
  });
}
