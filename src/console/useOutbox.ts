import { startTransition, useEffect, useMemo, useState } from 'react';
import type { OutboxOperation, StateCheckRow } from '#src/offline/store/operation.ts';
import {
  knownOperation,
  observeOperation,
  observeOperations,
  observeOutbox,
  observeStateCheck,
  type Observed,
  type OperationFilter,
  type OutboxStatus,
} from '#src/offline/outbox/status.ts';

interface Shared<T> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly current: () => T;
}

/** Counts in the frame of the page: a burst of scans redraws them a few times a second, behind what was scanned. */
const calmMs = 150;

/** One subscription for all components that ask the same; ended when the last one leaves. */
function shared<T>(observe: () => Observed<T>, initial: T, unreadable: T = initial): Shared<T> {
  let value = initial;
  let subscription: { unsubscribe: () => void } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const tellAll = (): void => {
    timer = undefined;
    for (const told of listeners) told();
  };
  const tell = (next: T): void => {
    value = next;
    timer ??= setTimeout(tellAll, calmMs);
  };
  return {
    current: () => value,
    subscribe(listener) {
      listeners.add(listener);
      subscription ??= observe().subscribe(tell, () => tell(unreadable));
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        timer = undefined;
        subscription?.unsubscribe();
        subscription = null;
      };
    },
  };
}

/** Drawn when nothing more urgent is: the whole frame of the page hangs on some of these. */
function useShared<T>({ subscribe, current }: Shared<T>): T {
  const [value, setValue] = useState(current);
  useEffect(() => {
    const take = (): void => startTransition(() => setValue(() => current()));
    take();
    return subscribe(take);
  }, [subscribe, current]);
  return value;
}

const nothingYet: OutboxStatus = {
  waiting: 0,
  sending: 0,
  blocked: 0,
  held: 0,
  isUpdateNeeded: false,
  refused: 0,
  conflict: 0,
  quarantined: 0,
  heldByOthers: 0,
  oldestWaitingAt: null,
  lastContactAt: null,
  connection: 'online',
  persisted: null,
  isReadable: true,
};
const status = shared(observeOutbox, nothingYet, { ...nothingYet, isReadable: false });
const stateCheck = shared<StateCheckRow | undefined>(observeStateCheck, undefined);

/** The truth about this desk's queue and link: computed from rows and receipts, shared by all who show it. */
export function useOutboxStatus(): OutboxStatus {
  return useShared(status);
}

/** What the server last said about this device's numbers; undefined before it was asked. */
export function useStateCheck(): StateCheckRow | undefined {
  return useShared(stateCheck);
}

/** One act of the signed-in person as it stands now; undefined while unknown. */
export function useOperation(opId: string | null | undefined): OutboxOperation | undefined {
  const [kept, setKept] = useState<OutboxOperation | undefined>();
  useEffect(() => {
    if (!opId) return undefined;
    const subscription = observeOperation(opId).subscribe(setKept, () => undefined);
    return () => subscription.unsubscribe();
  }, [opId]);
  // One just saved by this page is known before anything is told: its verdict is drawn in the same turn.
  return useMemo(() => (kept && kept.opId === opId ? kept : opId ? knownOperation(opId) : undefined), [kept, opId]);
}

const none: readonly OutboxOperation[] = [];

/** The signed-in person's acts, oldest first; empty while they are being read. */
export function useOperations(filter: OperationFilter = {}): readonly OutboxOperation[] {
  return useReadOperations(filter).operations ?? none;
}

export interface ReadOperations {
  /** undefined while they are being read. */
  readonly operations: readonly OutboxOperation[] | undefined;
  /** The storage of this computer could not be read. */
  readonly error: Error | null;
}
/** The same, telling apart not yet, nothing and not readable. */
export function useReadOperations(filter: OperationFilter = {}): ReadOperations {
  const [read, setRead] = useState<ReadOperations>({ operations: undefined, error: null });
  // A filter is written in place by its caller: equal ones are one.
  const key = JSON.stringify(filter);
  useEffect(() => {
    const subscription = observeOperations(JSON.parse(key) as OperationFilter).subscribe(
      (operations) => setRead({ operations, error: null }),
      (error: unknown) => setRead(({ operations }) => ({ operations, error: error instanceof Error ? error : new Error(String(error)) })),
    );
    return () => subscription.unsubscribe();
  }, [key]);
  return read;
}
