import type { Label } from '#domain/kernel/label.ts';
import type { Receipt, SentOperation } from '#domain/kernel/offlineWire.ts';

/**
 * Where an act stands (docs/offline.md#states-of-an-act). Unresolved: pending, sending, conflict, rejected, blocked, held, quarantined.
 * Resolved: acked (by a receipt of our server), superseded and discarded (by a person).
 */
export type OperationState = UnresolvedState | ResolvedState;
export type UnresolvedState = 'pending' | 'sending' | 'conflict' | 'rejected' | 'blocked' | 'held' | 'quarantined';
export type ResolvedState = 'acked' | 'superseded' | 'discarded';
/** auth: no valid session. user: only its author's session can bring it. update: this app is too old for the server. */
export type HeldReason = 'auth' | 'user' | 'update';

export interface LastError {
  /** network, timeout: nothing came back. server: something did. missing: answered, but not for this act. */
  readonly kind: 'network' | 'timeout' | 'server' | 'missing';
  /** HTTP status; 0 where there was none. */
  readonly http: number;
  readonly message: string;
  /** Desk clock, ms. */
  readonly at: number;
}

/** One act of a person as this desk keeps it. What `SentOperation` holds is frozen at the first commit. */
export interface OutboxOperation extends SentOperation {
  readonly deviceId: string;
  readonly tenantId: string;
  readonly authorName: string;
  readonly deptId: string;
  readonly roleId: string;
  /** Generation of the code that queued it. */
  readonly epoch: number;
  /** What a person recognises it by; no personal data. */
  readonly subject: string;
  /** Opens `sealed` for its author alone (seal/sealAct.ts); never sent. */
  readonly own?: string;
  /** What it waits for now, where that is no longer `dependsOn`: that is signed, and stays as it was written. */
  readonly waitsFor?: readonly string[];
  /** What this desk could not know when the act was saved, in general words: the server checks it. Never sent. */
  readonly toCheck?: readonly Label[];
  /** The server could not prove who wrote it: only its author's own session can bring it. */
  readonly isUnproven?: boolean;
  /** Images of it that are not whole on the server yet; it is not sent before them. */
  readonly blobsLeft?: number;
  /** Parts of them that the server does not hold yet: for the eye alone. */
  readonly partsLeft?: number;
  /** Size of its JSON, bytes. */
  readonly bytes: number;
  /** Desk clock, ms: when it was saved. */
  readonly createdAt: number;
  /** Place in its lanes: its own seq, or that of the act it stands in for. */
  readonly rank: number;
  readonly state: OperationState;
  readonly heldBy: HeldReason | null;
  /** The unresolved act that must be settled first, where the state is blocked. */
  readonly blockedBy: string | null;
  readonly attempts: number;
  /** True once it was sent without hearing what became of it: the server may have applied it. */
  readonly isUnknown: boolean;
  /** Faults of the server at this very act. */
  readonly faults: number;
  readonly firstFaultAt: number | null;
  /** Desk clock, ms; not sent before. */
  readonly nextAttemptAt: number;
  readonly lastError: LastError | null;
  /** The server's last answer. */
  readonly receipt: Receipt | null;
  /** Desk clock, ms. */
  readonly resolvedAt: number | null;
  readonly supersededBy: string | null;
  readonly discard: Discard | null;
}

export interface Discard {
  readonly by: string;
  readonly byName: string;
  /** In the words of who gave it up; empty where they stand sealed in the act `noteId`. */
  readonly reason: string;
  readonly noteId?: string;
  /** Desk clock, ms. */
  readonly at: number;
}

/** The device's own counter; written with every new act in one transaction. */
export interface QueueRow {
  readonly key: 'queue';
  readonly deviceId: string;
  /** Highest seq ever given out. */
  readonly seq: number;
  /** Of those: given out under an earlier id. */
  readonly before?: number;
  /** Highest generation of code that has written here. */
  readonly epoch: number;
}
/** What the sender remembers between passes, in any page or worker. Times: desk clock, ms. */
export interface TransportRow {
  readonly key: 'transport';
  /** Failed sends in a row. */
  readonly failures: number;
  readonly nextAt: number;
  /** Of that: what the server asked for (`Retry-After`), ms. */
  readonly askedMs?: number;
  /** At most so many acts a batch: halved by 413 and by faults, doubled by success. */
  readonly batchLimit: number;
  readonly lastSuccessAt: number;
  /** True when the last failure said nothing about the server's health: nothing came back, or a page not ours. */
  readonly isLinkFault: boolean;
  /** `savedAt` of the session the server refused; any other session frees what waits for one. Never compared by age: clocks jump. */
  readonly refusedSession: number | null;
  /** Mark of the device credential the server refused. */
  readonly refusedDevice?: string | null;
  /** A refused courier is not asked again before. */
  readonly refusedUntil?: number;
  /** The app version the server called too old. */
  readonly refusedVersion: string | null;
}
/** What the server last said about this device's numbers. */
export interface StateCheckRow {
  readonly key: 'stateCheck';
  readonly at: number;
  readonly highestContiguousSeq: number;
  /** Numbers the server lacks and this desk cannot account for. */
  readonly unexplained: readonly number[];
  /** Acts the server had acknowledged and has lost since (restored from an older copy): queued again. */
  readonly reopened: number;
}
/** One for each number given out lately: a page that has not heard of it cannot give it out again. */
export interface NumberRow {
  readonly key: `number:${string}`;
}
export type MetaRow = QueueRow | TransportRow | StateCheckRow | NumberRow;

export const freshTransport = (batchLimit: number): TransportRow => ({
  key: 'transport',
  failures: 0,
  nextAt: 0,
  batchLimit,
  lastSuccessAt: 0,
  isLinkFault: false,
  refusedSession: null,
  refusedVersion: null,
});

/** The part that travels. */
export function toSent(operation: OutboxOperation): SentOperation {
  const { opId, seq, authorId, type, typeVersion, payload, payloadHash, lanes, dependsOn, occurredAt, clockOffsetMs, appVersion } = operation;
  const { supersedes, blobs, tenantId, deptId, roleId, keyId, sig, sealed } = operation;
  return {
    opId,
    seq,
    authorId,
    type,
    typeVersion,
    ...(sealed === undefined ? { payload } : { sealed }),
    payloadHash,
    lanes,
    dependsOn,
    occurredAt,
    clockOffsetMs,
    appVersion,
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(blobs === undefined ? {} : { blobs }),
    // What else is signed, and with which key.
    ...(sig === undefined ? {} : { tenantId, deptId, roleId, keyId: keyId ?? '', sig }),
  };
}

/** The acts that must be done before it, as things stand. */
export const waitsFor = (operation: OutboxOperation): readonly string[] => operation.waitsFor ?? operation.dependsOn;

/**
 * True where whoever is named may bring it to the server: its author always, anybody (null: the desk by itself) where it
 * is signed, unless the server could not prove the signature (docs/offline.md#signed-and-sealed).
 */
export function canCarry({ authorId, sig, isUnproven }: OutboxOperation, courierId: string | null): boolean {
  return authorId === courierId || (sig !== undefined && isUnproven !== true);
}

/** True where the server keeps its answer under this key: the same key would be answered alike for ever. */
export function isAnswerKept(operation: OutboxOperation): boolean {
  return operation.receipt !== null && operation.receipt.serverSeq !== '0';
}

/** True where it stands for a person to look at. */
export function needsPerson(operation: OutboxOperation): boolean {
  return operation.state === 'conflict' || operation.state === 'rejected' || operation.state === 'quarantined';
}

/**
 * True where a person may replace or discard it: the server refused it or does not know it, or failed on it so often
 * that waiting leads nowhere. An act whose answer is still out may have been applied: it can only be sent again.
 */
export function isChangeable({ state, isUnknown }: OutboxOperation): boolean {
  return (
    state === 'quarantined' ||
    (!isUnknown && (state === 'rejected' || state === 'conflict' || state === 'blocked' || state === 'pending' || state === 'held'))
  );
}
