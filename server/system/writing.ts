import { deviceIdOf, onceOnly } from '#server/kernel/onceOnly.ts';
import type { Writing } from '#server/kernel/resourceWrite.ts';
import type { CallContext, Tx } from '#server/kernel/serve.ts';

/**
 * Runs a hand-written writing call once per `Idempotency-Key`, in one transaction. `type` is `resource.verb`; `unhashed`
 * names parts of the body that the ledger must not even keep a hash of.
 */
export function writeOnce<T>(
  { db, user, request }: CallContext<unknown>,
  type: string,
  work: (tx: Tx, writing: Writing) => Promise<T>,
  unhashed: readonly string[] = [],
): Promise<T> {
  return onceOnly(db, request, user, type, (tx, opId) => work(tx, { user, deviceId: deviceIdOf(request), opId }), unhashed);
}
