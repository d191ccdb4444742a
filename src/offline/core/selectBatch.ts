import type { OutboxOperation } from '../operation.ts';
import { isDue } from './backoff.ts';

export interface BatchLimits {
  readonly maxOps: number;
  readonly maxBytes: number;
}
export const fullBatch: BatchLimits = { maxOps: 50, maxBytes: 256 * 1024 };

/** Order within lanes: the place of the act, then the age of the row. */
export function inLaneOrder(operations: readonly OutboxOperation[]): readonly OutboxOperation[] {
  return [...operations].sort((a, b) => a.rank - b.rank || a.seq - b.seq);
}

function isSendable(operation: OutboxOperation, authorId: string, now: number): boolean {
  if (operation.authorId !== authorId || !isDue(operation.nextAttemptAt, now)) return false;
  const { state, heldBy } = operation;
  return state === 'pending' || state === 'quarantined' || (state === 'held' && heldBy !== 'user');
}

/**
 * What goes out next (offline.md 3.6): of each lane its first unresolved act and its followers in order,
 * the heads of all lanes first, oldest first; only acts of `authorId`; an act waits for what it depends on.
 * An act on which the server failed before goes alone, and only when nothing else can go.
 * `operations` are all unresolved acts of the desk.
 */
export function selectBatch(
  operations: readonly OutboxOperation[],
  authorId: string,
  now: number,
  limits: BatchLimits = fullBatch,
): readonly OutboxOperation[] {
  const clean = pick(operations, limits, (operation) => isSendable(operation, authorId, now) && operation.faults === 0);
  if (clean.length > 0) return clean;
  return pick(operations, { ...limits, maxOps: 1 }, (operation) => isSendable(operation, authorId, now) && operation.faults > 0);
}

function pick(
  operations: readonly OutboxOperation[],
  limits: BatchLimits,
  isSendableNow: (operation: OutboxOperation) => boolean,
): readonly OutboxOperation[] {
  /** How many acts of its lanes stand before it; Infinity: its way is not free. */
  const depthAt = new Map<string, number>();
  const unresolved = new Set(operations.map(({ opId }) => opId));
  const candidates: { readonly operation: OutboxOperation; readonly depth: number }[] = [];
  for (const operation of inLaneOrder(operations)) {
    let depth = 0;
    for (const lane of operation.lanes) depth = Math.max(depth, depthAt.get(lane) ?? 0);
    for (const opId of operation.dependsOn) if (unresolved.has(opId)) depth = Math.max(depth, depthAt.get(opId) ?? Infinity);
    const isFree = depth !== Infinity && isSendableNow(operation);
    if (isFree) candidates.push({ operation, depth });
    const after = isFree ? depth + 1 : Infinity;
    for (const key of [...operation.lanes, operation.opId]) depthAt.set(key, after);
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

/** When the next act could go, desk clock ms; null where nothing waits on time alone. What is under way counts as due: its sender may be dead. */
export function nextDueAt(operations: readonly OutboxOperation[], authorId: string, now: number): number | null {
  let earliest: number | null = null;
  for (const { authorId: author, state, heldBy, nextAttemptAt } of operations) {
    const isWaiting = state === 'pending' || state === 'sending' || state === 'quarantined' || (state === 'held' && heldBy !== 'user');
    if (author !== authorId || !isWaiting) continue;
    const dueAt = isDue(nextAttemptAt, now) ? now : nextAttemptAt;
    if (earliest === null || dueAt < earliest) earliest = dueAt;
  }
  return earliest;
}
