import { liveQuery, type Observable } from 'dexie';
import { readFact } from '#src/api/deviceDb.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { type Connection, connectionOf, isLinkUp, readContact } from './contact.ts';
import { needsPerson, type OperationState, type OutboxOperation, type StateCheckRow } from './operation.ts';
import { outboxDb } from './outboxDb.ts';
import { operationsOf } from './outboxStore.ts';

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
  const mine = operations.filter(({ authorId }) => authorId === session?.userId);
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
    persisted: persisted ?? null,
    isReadable: true,
  };
}

/** Tells the status at once and after every change, also by another tab or the service worker. */
export function observeOutbox(): Observable<OutboxStatus> {
  return liveQuery(readStatus);
}

export interface OperationFilter {
  readonly states?: readonly OperationState[];
  readonly types?: readonly string[];
  /** Only acts of this lane, e.g. `req:A26000001`. */
  readonly lane?: string;
  /** Resolved ones only from here on, desk clock ms; default: all that are kept (7 days). */
  readonly since?: number;
}

/** The signed-in person's acts, oldest first. */
export async function readOperations({ states, types, lane, since = 0 }: OperationFilter = {}): Promise<readonly OutboxOperation[]> {
  const session = await currentSession();
  if (!session) return [];
  const isWanted = (operation: OutboxOperation): boolean =>
    (!states || states.includes(operation.state)) &&
    (!types || types.includes(operation.type)) &&
    (lane === undefined || operation.lanes.includes(lane));
  return (await operationsOf(session.userId, since)).filter(isWanted);
}
export function observeOperations(filter: OperationFilter = {}): Observable<readonly OutboxOperation[]> {
  return liveQuery(() => readOperations(filter));
}

/** One act of the signed-in person; undefined where it is unknown, another's, or acked so long ago that it was cleared. */
export async function opState(opId: string): Promise<OutboxOperation | undefined> {
  const session = await currentSession();
  const found = (await outboxDb.ops.get(opId)) ?? (await outboxDb.receipts.get(opId));
  return found?.authorId === session?.userId ? found : undefined;
}
export function observeOperation(opId: string): Observable<OutboxOperation | undefined> {
  return liveQuery(() => opState(opId));
}

/** What the server last said about this device's numbers; undefined before the first answer. */
export function observeStateCheck(): Observable<StateCheckRow | undefined> {
  return liveQuery(async () => {
    const row = await outboxDb.meta.get('stateCheck');
    return row?.key === 'stateCheck' ? row : undefined;
  });
}
