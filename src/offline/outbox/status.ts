import { readFact } from '#src/api/deviceDb.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { type Connection, connectionOf, isLinkUp, readContact } from '#src/offline/platform/contact.ts';
import { needsPerson, type OperationState, type OutboxOperation, type StateCheckRow } from '#src/offline/store/operation.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { operationsHere, operationsOf } from './outboxStore.ts';
import { type QueueFacts, queueView } from './queueView.ts';

/** The truth about this desk's queue, from rows and receipts alone. Counts are of the signed-in person's acts unless said. */
export interface OutboxStatus {
  /** Saved here, no receipt yet, nobody needed: pending, sending, blocked, held for a session or an update. */
  readonly waiting: number;
  /** Of those: under way now. */
  readonly sending: number;
  /** Of those: behind an act that needs a person. */
  readonly blocked: number;
  /** Of those: waiting for a session or an update. */
  readonly held: number;
  readonly isUpdateNeeded: boolean;
  /** Need a person: refused by a rule, overtaken by somebody else, failing again and again. */
  readonly refused: number;
  readonly conflict: number;
  readonly quarantined: number;
  /** Acts of other people on this desk: counted, never shown or sent. */
  readonly heldByOthers: number;
  /** Desk clock, ms; null where nothing waits. */
  readonly oldestWaitingAt: number | null;
  /** Desk clock, ms; null: never. */
  readonly lastContactAt: number | null;
  readonly connection: Connection;
  /** The browser has promised not to evict; null: not asked yet. */
  readonly persisted: boolean | null;
  /** False where the storage of this computer cannot be read: then every count here is unknown, and nothing can be saved. */
  readonly isReadable: boolean;
}

export async function readStatus(): Promise<OutboxStatus> {
  const [operations, session, contact, persisted] = await Promise.all([
    outboxDb.ops.toArray(),
    currentSession(),
    readContact(),
    readFact('isPersisted'),
  ]);
  return statusOf(operations, { userId: session?.userId ?? null, contact, persisted: persisted ?? null });
}

function statusOf(
  operations: readonly OutboxOperation[],
  { userId, contact, persisted }: Pick<QueueFacts, 'userId' | 'contact' | 'persisted'>,
): OutboxStatus {
  const mine = operations.filter(({ authorId }) => authorId === userId);
  const waiting = mine.filter((operation) => !needsPerson(operation));
  const count = (state: OperationState): number => mine.filter((operation) => operation.state === state).length;
  const held = waiting.filter(({ state }) => state === 'held');
  return {
    waiting: waiting.length,
    sending: count('sending'),
    blocked: count('blocked'),
    held: held.length,
    isUpdateNeeded: held.some(({ heldBy }) => heldBy === 'update'),
    refused: count('rejected'),
    conflict: count('conflict'),
    quarantined: count('quarantined'),
    heldByOthers: operations.length - mine.length,
    oldestWaitingAt: waiting.length === 0 ? null : Math.min(...waiting.map(({ createdAt }) => createdAt)),
    lastContactAt: contact.okAt === 0 ? null : contact.okAt,
    connection: connectionOf(contact, Date.now(), isLinkUp()),
    persisted,
    isReadable: true,
  };
}

/** Something that is told now and after every change, until unsubscribed. `fail`: the disk cannot be read now; a later `tell` means that it can again. */
export interface Observed<T> {
  readonly subscribe: (tell: (value: T) => void, fail: (error: unknown) => void) => { readonly unsubscribe: () => void };
}

/** Tells what `look` finds in the queue's copy in memory, where it differs from what was told before; looks every `everyMs` at most. */
function observed<T>(since: number, look: (facts: QueueFacts) => T, isSame: (a: T, b: T) => boolean, everyMs = 0): Observed<T> {
  return {
    subscribe(tell, fail) {
      let told: { readonly value: T } | null = null;
      const check = (): void => {
        const facts = queueView.known;
        if (!facts) return;
        const value = look(facts);
        if (told && isSame(told.value, value)) return;
        told = { value };
        tell(value);
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      const checkLater = (): void => {
        if (!told || everyMs === 0) return check();
        timer ??= setTimeout(() => {
          timer = undefined;
          check();
        }, everyMs);
      };
      const stop = queueView.watch({
        since,
        tell: checkLater,
        fail: (error) => {
          told = null;
          fail(error);
        },
      });
      const unsubscribe = (): void => {
        clearTimeout(timer);
        stop();
      };
      return { unsubscribe };
    },
  };
}

/** Counting goes over the whole queue: it must not be done for each act of a burst. */
const countMs = 40;

/** Tells the status at once and after every change, also by another tab or the service worker. */
export function observeOutbox(): Observed<OutboxStatus> {
  return observed(
    Infinity,
    (facts) => statusOf(queueView.unresolved(), facts),
    (a, b) => (Object.keys(a) as (keyof OutboxStatus)[]).every((key) => a[key] === b[key]),
    countMs,
  );
}

export interface OperationFilter {
  readonly states?: readonly OperationState[];
  readonly types?: readonly string[];
  /** Only acts of this lane, e.g. `req:A26000001`. */
  readonly lane?: string;
  /** Resolved ones only from here on, desk clock ms; default: all that are kept (7 days). */
  readonly since?: number;
  /** Everybody's of the tenant at this desk, beside the signed-in person's: their codes lie open, what they say does not. */
  readonly isOfDesk?: boolean;
}

function matching(
  operations: readonly OutboxOperation[],
  { states, types, lane }: Pick<OperationFilter, 'states' | 'types' | 'lane'>,
): readonly OutboxOperation[] {
  return operations.filter(
    (operation) =>
      (!states || states.includes(operation.state)) &&
      (!types || types.includes(operation.type)) &&
      (lane === undefined || operation.lanes.includes(lane)),
  );
}

/**
 * The signed-in person's acts, oldest first. From memory where a screen of this page shows so many of them: what this page
 * has saved is there at once, what another tab or the service worker wrote after a moment.
 */
export async function readOperations(filter: OperationFilter = {}): Promise<readonly OutboxOperation[]> {
  const { since = 0, isOfDesk = false } = filter;
  if (!isOfDesk && queueView.reaches(since)) return matching(queueView.mine(since), filter);
  const session = await currentSession();
  if (!session) return [];
  if (!isOfDesk) return matching(await operationsOf(session.userId, since), filter);
  const all = queueView.reaches(since) ? queueView.all(since) : await operationsHere(since);
  return matching(
    all.filter(({ tenantId }) => tenantId === session.tenantId),
    filter,
  );
}
export function observeOperations(filter: OperationFilter = {}): Observed<readonly OutboxOperation[]> {
  const { since = 0 } = filter;
  return observed(
    since,
    () => matching(queueView.mine(since), filter),
    (a, b) => a.length === b.length && a.every((operation, at) => operation === b[at]),
  );
}

/** One act of the signed-in person; undefined where it is unknown, another's, or acked so long ago that it was cleared. */
export async function opState(opId: string): Promise<OutboxOperation | undefined> {
  const session = await currentSession();
  const found = (await outboxDb.ops.get(opId)) ?? (await outboxDb.receipts.get(opId));
  return found?.authorId === session?.userId ? found : undefined;
}

/** The same from memory, where this page has it there. */
export const knownOperation = (opId: string): OutboxOperation | undefined => queueView.find(opId);

/** The same, told after every change. */
export function observeOperation(opId: string): Observed<OutboxOperation | undefined> {
  return {
    subscribe(tell, fail) {
      let isOver = false;
      // An act that was resolved before anybody looked is not in memory.
      void opState(opId).then((kept) => {
        if (kept && !isOver && !queueView.find(opId)) tell(kept);
      }, fail);
      const { unsubscribe } = observed(
        Date.now() - recentMs,
        () => queueView.find(opId),
        (a, b) => a === b,
      ).subscribe((operation) => {
        if (operation) tell(operation);
      }, fail);
      return {
        unsubscribe: () => {
          isOver = true;
          unsubscribe();
        },
      };
    },
  };
}
/** Room for a desk clock that is set back while an act is watched. */
const recentMs = 3_600_000;

/** What the server last said about this device's numbers; undefined before the first answer. */
export function observeStateCheck(): Observed<StateCheckRow | undefined> {
  return observed(
    Infinity,
    ({ stateCheck }) => stateCheck,
    (a, b) => a === b || (a?.at === b?.at && a?.reopened === b?.reopened),
  );
}
