import { useEffect, useState, useSyncExternalStore } from 'react';
import { canSeal, deskKeys, onKeysChange } from '#src/offline/keys/deskKeys.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';

interface Read {
  /** With whose keys. */
  readonly userId: string | null;
  readonly payloads: ReadonlyMap<string, unknown>;
}
const none: ReadonlyMap<string, unknown> = new Map();

/** What acts say, by opId, for their author's eyes: each is opened once, a moment after it is shown; none while the desk is locked. */
export function useOpenedPayloads<Payload>(operations: readonly OutboxOperation[]): ReadonlyMap<string, Payload> {
  const userId = useSyncExternalStore(onKeysChange, workingUser, workingUser);
  const [read, setRead] = useState<Read>({ userId: null, payloads: none });
  const payloads = userId !== null && read.userId === userId ? read.payloads : none;
  useEffect(() => {
    let isGone = false;
    const missing = operations.filter(({ opId }) => !payloads.has(opId));
    if (userId === null || missing.length === 0) return undefined;
    void Promise.all(missing.map(async (operation) => [operation.opId, await openPayload(operation)] as const)).then((said) => {
      // One that cannot be opened is not asked again and again.
      const fresh = said.map(([opId, act]) => [opId, act.isReadable ? act.payload : null] as const);
      if (!isGone) setRead({ userId, payloads: new Map([...payloads, ...fresh]) });
    });
    return () => {
      isGone = true;
    };
  }, [operations, payloads, userId]);
  return payloads as ReadonlyMap<string, Payload>;
}
/** '' where a page cannot seal: there acts lie open. */
const workingUser = (): string | null => (canSeal() ? (deskKeys()?.userId ?? null) : '');
