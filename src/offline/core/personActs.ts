import { discardCommandName, unsealCodes } from '#domain/kernel/offlineWire.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { isAnswerKept, isChangeable, type OutboxOperation, waitsFor } from '#src/offline/store/operation.ts';
import type { OutboxTx } from './ports.ts';
import { type NewOperation, queueOperation } from './queueOperation.ts';
import { settle } from './settle.ts';

/** The unresolved act a person wants to change. Throws OutboxError notFound, notYours or unknownOutcome. */
async function changeable(tx: OutboxTx, opId: string, userId: string): Promise<OutboxOperation> {
  const operation = await tx.find(opId);
  if (!operation || operation.resolvedAt !== null) throw new OutboxError('notFound');
  if (operation.authorId !== userId) throw new OutboxError('notYours');
  if (!isChangeable(operation)) throw new OutboxError('unknownOutcome');
  return operation;
}

/** Brings followers in line after a change; a dependence on an act that left moves to its heir, or ends. */
async function resettle(tx: OutboxTx, userId: string, left?: { readonly opId: string; readonly heirId: string | null }): Promise<void> {
  const operations = await tx.unresolved();
  const rewired = operations.map((operation) =>
    left && waitsFor(operation).includes(left.opId)
      ? { ...operation, waitsFor: waitsFor(operation).flatMap((opId) => (opId !== left.opId ? [opId] : left.heirId === null ? [] : [left.heirId])) }
      : operation,
  );
  const settled = new Map(settle(rewired, { userId }).map((operation) => [operation.opId, operation]));
  const changed = rewired.map((operation) => settled.get(operation.opId) ?? operation).filter((operation, index) => operation !== operations[index]);
  if (changed.length > 0) await tx.put(changed);
}

/** What stands in for another act: by default in its place, waiting for the same. */
export type Heir = Omit<NewOperation, 'dependsOn'> & Partial<Pick<NewOperation, 'dependsOn'>>;

/** A new act stands in for one the server refused or never saw: same place in its lanes, one transaction. */
export async function supersede(tx: OutboxTx, opId: string, fresh: Heir): Promise<OutboxOperation> {
  const old = await changeable(tx, opId, fresh.author.userId);
  await tx.put([{ ...old, state: 'superseded', supersededBy: fresh.opId, resolvedAt: fresh.now, blockedBy: null, heldBy: null }]);
  const { dependsOn = waitsFor(old) } = fresh;
  const heir = await queueOperation(tx, { ...fresh, dependsOn, waitsFor: waitsFor(old), supersedes: { opId, rank: old.rank } });
  await resettle(tx, fresh.author.userId, { opId, heirId: heir.opId });
  return (await tx.find(heir.opId)) ?? heir;
}

const sealFaults: ReadonlySet<string> = new Set(Object.values(unsealCodes));

/** True where trying the same key again could bring another answer; a kept refusal, and a seal the server cannot open, need a new act. */
export function canRepeatKey(operation: OutboxOperation): boolean {
  const { state, receipt } = operation;
  return !((state === 'rejected' || state === 'conflict') && (isAnswerKept(operation) || sealFaults.has(receipt?.code ?? '')));
}

/** The same act once more, now, under its own key: harmless whatever the server already did. */
export async function repeatKey(tx: OutboxTx, opId: string, userId: string): Promise<void> {
  const operation = await tx.find(opId);
  if (!operation || operation.resolvedAt !== null) throw new OutboxError('notFound');
  if (operation.authorId !== userId) throw new OutboxError('notYours');
  if (operation.state === 'sending') return;
  await tx.put([
    {
      ...operation,
      state: 'pending',
      isUnproven: false,
      heldBy: null,
      blockedBy: null,
      nextAttemptAt: 0,
      faults: 0,
      firstFaultAt: null,
      receipt: null,
      lastError: null,
    },
  ]);
  const transport = await tx.transport();
  await tx.save({ ...transport, nextAt: 0 });
  await resettle(tx, userId);
}

/** Characters the server keeps of a reason. */
const reasonLimit = 200;

/** The act by which another is given up; it goes to the server, so that the numbers stay explained. Throws OutboxError noReason. */
export function discardNote(
  { opId, seq, type, subject }: Pick<OutboxOperation, 'opId' | 'seq' | 'type' | 'subject'>,
  reason: string,
): Pick<NewOperation, 'type' | 'typeVersion' | 'lanes' | 'dependsOn' | 'subject'> & { readonly payload: { readonly reason: string } } {
  const words = reason.trim().slice(0, reasonLimit);
  if (words === '') throw new OutboxError('noReason');
  return {
    type: discardCommandName,
    typeVersion: 1,
    payload: { opId, seq, type, subject, reason: words } as { readonly reason: string },
    lanes: [`discard:${opId}`],
    dependsOn: [],
    subject,
  };
}

/** Gives an act up with a reason; the giving up is itself an act for the server (docs/offline.md#states-of-an-act). `fresh.seal` seals `discardNote` of it. */
export async function discard(
  tx: OutboxTx,
  opId: string,
  reason: string,
  fresh: Omit<NewOperation, 'type' | 'typeVersion' | 'payload' | 'lanes' | 'dependsOn' | 'subject' | 'supersedes'>,
): Promise<OutboxOperation> {
  const { author, now, seal } = fresh;
  const old = await changeable(tx, opId, author.userId);
  const { payload, ...note } = discardNote(old, reason);
  // Free words of a person may name a patient: they stand in the note alone where that is sealed.
  const words = seal ? { reason: '', noteId: fresh.opId } : { reason: payload.reason };
  await tx.put([
    {
      ...old,
      state: 'discarded',
      resolvedAt: now,
      blockedBy: null,
      heldBy: null,
      discard: { by: author.userId, byName: author.name, at: now, ...words },
    },
  ]);
  const queued = await queueOperation(tx, { ...fresh, ...note, ...(seal ? {} : { payload }) });
  await resettle(tx, author.userId, { opId, heirId: null });
  return queued;
}
