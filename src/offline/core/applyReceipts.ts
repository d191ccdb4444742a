import { authorUnprovenCode, type BatchAnswer, type Receipt } from '#domain/kernel/offlineWire.ts';
import type { LastError, OutboxOperation, TransportRow } from '#src/offline/store/operation.ts';
import { actBackoffMs, backoffMs, onlineDelayMs, quarantineMs } from './backoff.ts';
import type { Courier } from './ports.ts';
import { impersonal } from './impersonal.ts';
import { fullBatch } from './selectBatch.ts';

/** What a pass knows when it writes down an answer. */
export interface Applying {
  /** The acts that were sent and are still unresolved, as they stand in the store now, in the order they were sent. */
  readonly sent: readonly OutboxOperation[];
  readonly transport: TransportRow;
  /** Desk clock, ms. */
  readonly now: number;
  /** In [0, 1), anew at each call. */
  readonly random: () => number;
  /** How long the answer took, ms, and who heard it. */
  readonly tookMs?: number;
  readonly courier?: Courier;
}
export interface Applied {
  /** Every act that was sent, in its new state; an acked one leaves the unresolved. */
  readonly operations: readonly OutboxOperation[];
  readonly transport: TransportRow;
}
type Failure = Omit<LastError, 'at'>;

/** A server fault counts towards quarantine from this many on (docs/offline.md#states-of-an-act). */
const faultLimit = 8;

/** Takes in the answer of a batch: each receipt resolves its own act, an act without one is asked again under the same key. */
export function applyAnswer(answer: BatchAnswer, { sent, transport, now, random, tookMs = 0, courier }: Applying): Applied {
  const receipts = new Map(answer.results.map((receipt) => [receipt.opId, receipt]));
  const unansweredAt = new Set<string>();
  const operations = sent.map((operation) => {
    const receipt = receipts.get(operation.opId);
    if (receipt) return withReceipt(operation, receipt, now, random);
    // Followers of an unanswered act are unanswered because of it: the fault is not theirs.
    const isFollower = [...operation.lanes, ...operation.dependsOn].some((key) => unansweredAt.has(key));
    for (const key of [...operation.lanes, operation.opId]) unansweredAt.add(key);
    const failure: Failure = { kind: 'missing', http: 200, message: '' };
    // Our server says nothing of an act it has rolled back, and stops its lane there: nothing new is unknown.
    const after = isFollower ? waiting(operation, now, failure) : faulted(operation, now, failure, transport, random);
    return { ...after, isUnknown: operation.isUnknown };
  });
  return {
    operations,
    transport:
      answer.results.length > 0
        ? healthy(transport, now, sent.length, tookMs, courier)
        : { ...failed(transport, now, random, null), isLinkFault: false },
  };
}

const stateOf: Readonly<Record<Receipt['status'], OutboxOperation['state']>> = {
  applied: 'acked',
  repeat: 'acked',
  refused: 'rejected',
  conflict: 'conflict',
  blocked: 'blocked',
  kept: 'acked',
};

function withReceipt(operation: OutboxOperation, receipt: Receipt, now: number, random: () => number): OutboxOperation {
  const state = stateOf[receipt.status];
  // The server neither did nor kept it: whether an earlier send was done stays as unknown as it was.
  if (receipt.code === authorUnprovenCode)
    return { ...operation, state: 'held', heldBy: 'user', isUnproven: true, nextAttemptAt: now + actBackoffMs(operation.attempts, random()) };
  // A kept answer speaks of the key, whatever became of earlier sends; one that is not kept speaks of this send alone.
  const isUnknown = operation.isUnknown && receipt.serverSeq === '0';
  const answered: OutboxOperation = {
    ...operation,
    state,
    receipt: impersonal(receipt),
    isUnknown,
    heldBy: null,
    lastError: null,
    faults: 0,
    firstFaultAt: null,
    nextAttemptAt: 0,
  };
  if (state === 'acked') return { ...answered, resolvedAt: now };
  // If nothing on this desk explains it, `settle` makes it pending again: then not at once.
  return state === 'blocked' ? { ...answered, blockedBy: null, nextAttemptAt: now + actBackoffMs(operation.attempts, random()) } : answered;
}

function waiting(operation: OutboxOperation, now: number, failure: Failure): OutboxOperation {
  const state = operation.state === 'sending' ? 'pending' : operation.state;
  return { ...operation, state, isUnknown: true, lastError: { ...failure, at: now } };
}

function faulted(operation: OutboxOperation, now: number, failure: Failure, transport: TransportRow, random: () => number): OutboxOperation {
  const faults = operation.faults + 1;
  const firstFaultAt = operation.firstFaultAt ?? now;
  // Only while others get through is it this act's own fault rather than an outage.
  const isQuarantined = faults >= faultLimit && transport.lastSuccessAt > firstFaultAt;
  const delayMs = isQuarantined ? quarantineMs : actBackoffMs(faults, random());
  return {
    ...waiting(operation, now, failure),
    ...(isQuarantined ? { state: 'quarantined' as const } : {}),
    faults,
    firstFaultAt,
    nextAttemptAt: now + delayMs,
  };
}

/** An answer is worth waiting for so long, ms: more acts at once while it is quick, fewer where it is slow. */
const quickMs = 1500;
const slowMs = 4000;

function healthy(transport: TransportRow, now: number, sentCount: number, tookMs: number, courier?: Courier): TransportRow {
  const { batchLimit } = transport;
  const fewer = Math.min(batchLimit, Math.max(50, Math.ceil(sentCount / 2)));
  return {
    ...transport,
    failures: 0,
    nextAt: 0,
    batchLimit: Math.min(fullBatch.maxOps, tookMs > slowMs ? fewer : tookMs > quickMs ? batchLimit : batchLimit * 2),
    lastSuccessAt: now,
    isLinkFault: false,
    // Whatever was refused before, this courier and this version are taken now.
    refusedVersion: null,
    ...(courier?.userId === null ? { refusedDevice: null } : { refusedSession: null }),
  };
}
function failed(transport: TransportRow, now: number, random: () => number, retryAfterMs: number | null): TransportRow {
  const failures = transport.failures + 1;
  // What the server asks for is a lower bound; the jitter comes on top.
  const delayMs = retryAfterMs === null ? backoffMs(failures, random()) : retryAfterMs + Math.floor(random() * 1000);
  return { ...transport, failures, nextAt: now + delayMs, askedMs: retryAfterMs ?? 0 };
}

export interface Transient {
  readonly cause: 'network' | 'timeout' | 'server';
  readonly http: number;
  readonly message: string;
  readonly isFault: boolean;
  readonly isLinkFault: boolean;
  readonly retryAfterMs: number | null;
  /** The server has been found alive since. */
  readonly isBack?: boolean;
}

/**
 * Nothing is known of any act of the batch: all stay; a batch on which our server failed is halved until the culprit is
 * alone, and one that was not answered in time until the link can carry it.
 */
export function applyTransient(failure: Transient, { sent, transport, now, random }: Applying): Applied {
  const error: Failure = { kind: failure.cause, http: failure.http, message: failure.message };
  const next = { ...failed(transport, now, random, failure.retryAfterMs), isLinkFault: failure.isLinkFault };
  // The time that was spent waiting for this answer counts: who is back is tried soon.
  const nextAt = failure.isBack ? Math.min(next.nextAt, now + onlineDelayMs(random())) : next.nextAt;
  const smaller = sent.length > 1 && (failure.isFault || failure.cause === 'timeout') ? { batchLimit: Math.ceil(sent.length / 2) } : {};
  const isCulprit = failure.isFault && sent.length === 1;
  return {
    operations: sent.map((operation) => (isCulprit ? faulted(operation, now, error, transport, random) : waiting(operation, now, error))),
    transport: { ...next, nextAt, ...smaller },
  };
}

/** 413: half as many at once; a single act that is too large needs a person. */
export function applyTooLarge({ sent, transport, now }: Applying): Applied {
  if (sent.length > 1) {
    const error: Failure = { kind: 'server', http: 413, message: '' };
    return {
      operations: sent.map((operation) => ({ ...waiting(operation, now, error), isUnknown: operation.isUnknown })),
      transport: { ...transport, batchLimit: Math.ceil(sent.length / 2) },
    };
  }
  const receipt = (opId: string): Receipt => ({
    opId,
    status: 'refused',
    duplicate: false,
    serverSeq: '0',
    serverTime: '',
    code: 'offline.tooLarge',
    params: {},
  });
  return {
    operations: sent.map((operation) => ({ ...operation, state: 'rejected' as const, heldBy: null, receipt: receipt(operation.opId) })),
    transport,
  };
}

/** 401 or 426 for the whole batch: its acts wait for a session or an update; no attempt is counted, nothing is thrown away. */
export function applyHeld(
  reason: 'auth' | 'update',
  refused: { readonly appVersion: string; readonly courier: Courier },
  { sent, transport, now, random }: Applying,
): Applied {
  const next = failed(transport, now, random, null);
  const { courier } = refused;
  // Another courier need not wait for what this one was told; an app that is too old is so whoever sends.
  const stop =
    reason === 'update'
      ? { nextAt: next.nextAt, refusedVersion: refused.appVersion }
      : {
          nextAt: transport.nextAt,
          refusedUntil: next.nextAt,
          ...(courier.userId === null ? { refusedDevice: courier.mark } : { refusedSession: courier.savedAt }),
        };
  return {
    operations: sent.map((operation) => ({
      ...operation,
      state: 'held' as const,
      heldBy: reason,
      attempts: Math.max(0, operation.attempts - 1),
      nextAttemptAt: next.nextAt,
    })),
    transport: { ...next, ...stop, isLinkFault: false },
  };
}
