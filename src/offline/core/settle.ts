import { canCarry, needsPerson, type OutboxOperation, waitsFor } from '#src/offline/store/operation.ts';
import { inLaneOrder } from './selectBatch.ts';

/** Who is signed in, for the question whose unsigned acts may move; null: nobody. */
export interface Signed {
  readonly userId: string | null;
}

/**
 * Brings states in line with who is signed in and with what stands before them in their lanes; answers the acts that changed.
 * Acts that only their author can bring become held:user while another works (docs/offline.md#signed-and-sealed), followers of an act that needs a person become blocked,
 * and both go back to pending when their cause is gone. `operations` are all unresolved acts.
 */
export function settle(operations: readonly OutboxOperation[], { userId }: Signed): readonly OutboxOperation[] {
  /** Lane or opId -> the act that stands in the way. */
  const causes = new Map<string, string>();
  const changed: OutboxOperation[] = [];
  for (const operation of inLaneOrder(operations)) {
    const cause = [...operation.lanes, ...waitsFor(operation)].map((key) => causes.get(key)).find((opId) => opId !== undefined) ?? null;
    const next = moved(operation, userId, cause);
    if (next !== operation) changed.push(next);
    if (needsPerson(next) || next.state === 'blocked' || (next.state === 'held' && next.heldBy === 'user')) {
      for (const key of [...next.lanes, next.opId]) if (!causes.has(key)) causes.set(key, next.opId);
    }
  }
  return changed;
}

function moved(operation: OutboxOperation, userId: string | null, cause: string | null): OutboxOperation {
  const { state, heldBy } = operation;
  const isMovable = state === 'pending' || state === 'blocked' || state === 'held';
  if (!isMovable) return operation;
  if (!canCarry(operation, userId)) {
    // Nobody is signed in: whoever comes next may be its author.
    const isHeld = (state === 'held' && heldBy === 'user') || (userId === null && !operation.isUnproven);
    return isHeld ? operation : { ...operation, state: 'held', heldBy: 'user', blockedBy: null };
  }
  if (cause !== null)
    return state === 'blocked' && operation.blockedBy === cause ? operation : { ...operation, state: 'blocked', heldBy: null, blockedBy: cause };
  const isWronglyStopped = state === 'blocked' || (state === 'held' && heldBy === 'user');
  if (!isWronglyStopped) return operation;
  // Stopped by the server for a reason this desk does not know: asked again, but not at once.
  const isByServer = (state === 'blocked' && operation.blockedBy === null) || operation.isUnproven === true;
  const nextAttemptAt = isByServer ? operation.nextAttemptAt : 0;
  return { ...operation, state: 'pending', heldBy: null, blockedBy: null, nextAttemptAt };
}

/** At the start of a pass nothing can be under way: what was being sent is unknown and goes again under its own key. */
export function recover(operations: readonly OutboxOperation[]): readonly OutboxOperation[] {
  return operations.filter(({ state }) => state === 'sending').map((operation) => ({ ...operation, state: 'pending' as const, isUnknown: true }));
}

/** Frees what waited for a session or an update that has come. */
export function release(operations: readonly OutboxOperation[], reason: 'auth' | 'update'): readonly OutboxOperation[] {
  return operations
    .filter(({ state, heldBy }) => state === 'held' && heldBy === reason)
    .map((operation) => ({ ...operation, state: 'pending' as const, heldBy: null, nextAttemptAt: 0 }));
}
