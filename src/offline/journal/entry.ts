import type { Receipt } from '#domain/kernel/offlineWire.ts';
import type { Discard, OutboxOperation, QueueRow, ResolvedState } from '#src/offline/store/operation.ts';

/** How often an act was taken up again after it had been resolved (a server restored from an older copy); from 0. */
type Turn = number;

/** An act as it was queued. */
export interface ActEntry {
  readonly kind: 'act';
  readonly turn: Turn;
  readonly row: OutboxOperation;
}
/** An act was resolved; of the answer only what proves it. Never a reason: people write names into it. */
export interface DoneEntry {
  readonly kind: 'done';
  readonly opId: string;
  readonly turn: Turn;
  readonly state: ResolvedState;
  /** Desk clock, ms. */
  readonly at: number;
  readonly receipt?: Pick<Receipt, 'status' | 'duplicate' | 'serverSeq' | 'serverTime'>;
  readonly supersededBy?: string;
  readonly discardedBy?: Omit<Discard, 'reason' | 'at'>;
}
/** The desk's id and numbers. */
export interface QueueEntry {
  readonly kind: 'queue';
  readonly queue: QueueRow;
  /** Desk clock, ms. */
  readonly at: number;
}
/** What proves this desk to the server should its databases be lost, by tenant; without a login it opens nothing. */
export interface JoinEntry {
  readonly kind: 'join';
  readonly joinMarks: Readonly<Record<string, string>>;
  /** Desk clock, ms. */
  readonly at: number;
}
export type JournalEntry = ActEntry | DoneEntry | QueueEntry | JoinEntry;
/** Entries about acts; of the others the last word counts. */
export type EntryOfAct = ActEntry | DoneEntry;

/** Only what is sealed is written: nothing about a patient lies in the open, nor on the disk's free places later. */
export const isSealed = ({ sealed }: OutboxOperation): boolean => sealed !== undefined;

/** What was read from a file and is an entry; null for what this code does not know. */
export function asEntry(value: unknown): JournalEntry | null {
  const { kind } = (value ?? {}) as { readonly kind?: unknown };
  return kind === 'act' || kind === 'done' || kind === 'queue' || kind === 'join' ? (value as JournalEntry) : null;
}

/** An act as it was when it was queued: waiting, unsent, unanswered. What the sender learned of it since is not kept twice. */
export function actEntry(operation: OutboxOperation, turn: Turn = 0): ActEntry {
  return {
    kind: 'act',
    turn,
    row: {
      ...operation,
      state: 'pending',
      heldBy: null,
      blockedBy: null,
      attempts: 0,
      isUnknown: false,
      isUnproven: false,
      faults: 0,
      firstFaultAt: null,
      nextAttemptAt: 0,
      lastError: null,
      receipt: null,
      resolvedAt: null,
      supersededBy: null,
      discard: null,
    },
  };
}

/** What a person ended is not taken up again. */
const never = Number.MAX_SAFE_INTEGER;

/** The mark of a resolved act. */
export function doneEntry(operation: OutboxOperation, turn: Turn): DoneEntry {
  const { opId, state, resolvedAt, receipt, supersededBy, discard } = operation;
  return {
    kind: 'done',
    opId,
    turn: state === 'acked' ? turn : never,
    state: state as ResolvedState,
    at: resolvedAt ?? 0,
    ...(receipt
      ? { receipt: { status: receipt.status, duplicate: receipt.duplicate, serverSeq: receipt.serverSeq, serverTime: receipt.serverTime } }
      : {}),
    ...(supersededBy === null ? {} : { supersededBy }),
    ...(discard === null ? {} : { discardedBy: discardedBy(discard) }),
  };
}

const discardedBy = ({ by, byName, noteId }: Discard): DoneEntry['discardedBy'] => ({ by, byName, ...(noteId === undefined ? {} : { noteId }) });

/** Lane of the note that a person gave an act up: says so without being opened. */
const discardLane = 'discard:';

/** What an act says of another one by itself: written in one record with it, so that neither can be lost alone. */
export function endedBy({ row }: ActEntry): DoneEntry | null {
  const note = row.lanes.find((lane) => lane.startsWith(discardLane));
  if (note !== undefined) {
    const by = { by: row.authorId, byName: row.authorName, noteId: row.opId };
    return { kind: 'done', opId: note.slice(discardLane.length), turn: never, state: 'discarded', at: row.createdAt, discardedBy: by };
  }
  if (row.supersedes === undefined) return null;
  return { kind: 'done', opId: row.supersedes, turn: never, state: 'superseded', at: row.createdAt, supersededBy: row.opId };
}
