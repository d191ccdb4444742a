import { canCarry, type OutboxOperation, waitsFor } from '#src/offline/store/operation.ts';
import { isDue, quarantineMs } from './backoff.ts';

export interface BatchLimits {
  readonly maxOps: number;
  readonly maxBytes: number;
}
/** What the server takes at once (server/kernel/desk/offlineRoutes.ts), with room for the frame of the request. */
export const fullBatch: BatchLimits = { maxOps: 500, maxBytes: 1_900_000 };

/** Order within lanes: the place of the act, then the age of the row. */
export function inLaneOrder(operations: readonly OutboxOperation[]): readonly OutboxOperation[] {
  return [...operations].sort((a, b) => a.rank - b.rank || a.seq - b.seq);
}

const isActDue = ({ nextAttemptAt, state }: OutboxOperation, now: number): boolean =>
  isDue(nextAttemptAt, now, state === 'quarantined' ? quarantineMs : 0);

/** True where it may go now as far as it depends on itself alone. */
export function isSendable(operation: OutboxOperation, courierId: string | null, now: number): boolean {
  if (!canCarry(operation, courierId) || !isActDue(operation, now) || (operation.blobsLeft ?? 0) > 0) return false;
  const { state, heldBy } = operation;
  return state === 'pending' || state === 'quarantined' || (state === 'held' && heldBy !== 'user');
}

/**
 * What goes out next (docs/offline.md#sending): of each lane its first unresolved act and its followers in order,
 * the heads of all lanes first, oldest first; only acts that `courierId` may carry (null: the desk by itself); an act waits
 * for what it depends on and for its images. An act on which the server failed before goes alone, and only when nothing
 * else can go; one that is held goes alone too: it only asks whether the server has changed its mind.
 * `operations` are all unresolved acts of the desk; `deviceId`: only those it did under this id.
 */
export function selectBatch(
  operations: readonly OutboxOperation[],
  courierId: string | null,
  now: number,
  limits: BatchLimits = fullBatch,
  deviceId?: string,
): readonly OutboxOperation[] {
  const alone = { ...limits, maxOps: 1 };
  const sendable = (operation: OutboxOperation): boolean =>
    (deviceId === undefined || operation.deviceId === deviceId) && isSendable(operation, courierId, now);
  const clean = pick(operations, limits, (operation) => operation.faults === 0 && operation.state !== 'held' && sendable(operation));
  if (clean.length > 0) return clean;
  const held = pick(operations, alone, (operation) => operation.faults === 0 && sendable(operation));
  return held.length > 0 ? held : pick(operations, alone, (operation) => operation.faults > 0 && sendable(operation));
}

function pick(
  operations: readonly OutboxOperation[],
  limits: BatchLimits,
  isSendableNow: (operation: OutboxOperation) => boolean,
): readonly OutboxOperation[] {
  /** How many acts of its lanes stand before it; Infinity: its way is not free. */
  const depthAt = new Map<string, number>();
  /** Highest number among what goes before: the server does a batch by number, and one that stands in for a refused act has a late one. */
  const seqAt = new Map<string, number>();
  const unresolved = new Set(operations.map(({ opId }) => opId));
  const candidates: { readonly operation: OutboxOperation; readonly depth: number }[] = [];
  for (const operation of inLaneOrder(operations)) {
    let depth = 0;
    for (const lane of operation.lanes) depth = Math.max(depth, depthAt.get(lane) ?? 0);
    for (const opId of waitsFor(operation)) if (unresolved.has(opId)) depth = Math.max(depth, depthAt.get(opId) ?? Infinity);
    const keys = [...operation.lanes, ...waitsFor(operation)];
    const isInOrder = keys.every((key) => (seqAt.get(key) ?? 0) < operation.seq);
    const isFree = depth !== Infinity && isInOrder && isSendableNow(operation);
    if (isFree) candidates.push({ operation, depth });
    const after = isFree ? depth + 1 : Infinity;
    for (const key of [...operation.lanes, operation.opId]) {
      depthAt.set(key, after);
      seqAt.set(key, Math.max(seqAt.get(key) ?? 0, operation.seq));
    }
  }
  candidates.sort((a, b) => a.depth - b.depth || a.operation.rank - b.operation.rank || a.operation.seq - b.operation.seq);
  const chosen: OutboxOperation[] = [];
  let bytes = 0;
  for (const { operation } of candidates) {
    bytes += operation.bytes;
    if (chosen.length >= limits.maxOps || (chosen.length > 0 && bytes > limits.maxBytes)) break;
    chosen.push(operation);
  }
  return chosen;
}

/**
 * When the next act that `courierId` may carry could go, desk clock ms; null where nothing waits on time alone.
 * What is under way counts as due: its sender may be dead.
 */
export function nextDueAt(operations: readonly OutboxOperation[], courierId: string | null, now: number): number | null {
  let earliest: number | null = null;
  for (const operation of operations) {
    const { state, heldBy, nextAttemptAt, blobsLeft = 0 } = operation;
    const isWaiting = state === 'pending' || state === 'sending' || state === 'quarantined' || (state === 'held' && heldBy !== 'user');
    if (!isWaiting || blobsLeft > 0 || !canCarry(operation, courierId)) continue;
    const dueAt = isActDue(operation, now) ? now : nextAttemptAt;
    if (earliest === null || dueAt < earliest) earliest = dueAt;
  }
  return earliest;
}
