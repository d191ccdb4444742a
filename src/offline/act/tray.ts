import { offlineCommandByName } from '#domain/offlineCommands.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { canRepeatKey, discard, discardNote, repeatKey, supersede } from '#src/offline/core/personActs.ts';
import type { NewOperation } from '#src/offline/core/queueOperation.ts';
import { type Enqueued, type EnqueueOptions, envelope, newOperation, sealUp } from './enqueue.ts';
import { foreseenOrRefused } from '#src/offline/facts/foresee.ts';
import { noteInJournal } from '#src/offline/journal/secondCopy.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import { type OutboxOperation, waitsFor } from '#src/offline/store/operation.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { deviceId } from '#src/offline/outbox/outboxStore.ts';
import { committed, onThisDesk } from '#src/offline/outbox/saveAct.ts';
import { kick } from '#src/offline/send/triggers.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';

async function signedUser(): Promise<string> {
  const session = await currentSession();
  if (!session) throw new OutboxError('signedOut');
  return session.userId;
}

/** The unresolved act as it stands. Throws OutboxError notFound. */
async function waitingAct(opId: string): Promise<OutboxOperation> {
  const found = await outboxDb.ops.get(opId);
  if (!found) throw new OutboxError('notFound');
  return found;
}
/** What an heir takes over: its place, what it waits for, its images. */
const placeOf = (old: OutboxOperation): Pick<NewOperation, 'dependsOn' | 'waitsFor' | 'supersedes' | 'blobs' | 'blobsLeft'> => ({
  dependsOn: waitsFor(old),
  waitsFor: waitsFor(old),
  supersedes: { opId: old.opId, rank: old.rank },
  ...(old.blobs ? { blobs: old.blobs, blobsLeft: old.blobsLeft ?? 0 } : {}),
});

/**
 * 重试: sends an act again now. Its key stays where the server keeps no answer under it; where it does,
 * a new act with the same content stands in for it, to be judged anew. Answers the key that is waiting now. Throws OutboxError.
 */
export async function retryOperation(opId: string): Promise<string> {
  const userId = await signedUser();
  const old = await waitingAct(opId);
  const isSameKey = canRepeatKey(old);
  // Whatever became of it since: the same key is harmless.
  if (isSameKey) await committed((tx) => repeatKey(tx, opId, userId));
  const heir = isSameKey ? null : await replace(opId, () => renewed(old, userId));
  kick('person');
  return heir?.opId ?? opId;
}

/** Puts an act in the place of another. Throws OutboxError. */
async function replace(opId: string, made: () => Promise<NewOperation>): Promise<OutboxOperation> {
  const heir = await onThisDesk(async () => {
    const fresh = await made();
    return committed((tx) => supersede(tx, opId, fresh));
  });
  noteInJournal(heir);
  return heir;
}

/** The same content as a new act. Throws OutboxError locked, notYours or unreadable. */
async function renewed(old: OutboxOperation, userId: string): Promise<NewOperation> {
  if (old.authorId !== userId) throw new OutboxError('notYours');
  const opened = await openPayload(old);
  if (!opened.isReadable) throw new OutboxError(opened.why === 'locked' ? 'locked' : 'unreadable');
  const { type, typeVersion, lanes, subject } = old;
  const place = placeOf(old);
  return sealUp({ ...(await envelope()), ...place, opId: newUuid(), type, typeVersion, payload: opened.payload, lanes, subject }, await deviceId());
}

/** 修改: a new act with another payload stands in for one that was refused or never sent, in the same place of its lanes. Throws OutboxError: `refused` where the command's own rule says no to it already. */
export async function editOperation(opId: string, newPayload: unknown, foreseen?: EnqueueOptions['foreseen']): Promise<Enqueued> {
  const old = await waitingAct(opId);
  const command = offlineCommandByName(old.type);
  if (!command) throw new OutboxError('unknownCommand');
  const { unknown: toCheck } = await foreseenOrRefused(command, newPayload, foreseen, old);
  const heir = await replace(opId, () => newOperation(command, newPayload, { ...placeOf(old), opId: newUuid(), toCheck }));
  kick('person');
  return { opId: heir.opId, seq: heir.seq };
}

/** 放弃: gives an act up; who, when and why go to the server as an act of their own. Throws OutboxError. */
export async function discardOperation(opId: string, reason: string): Promise<void> {
  const userId = await signedUser();
  const old = await waitingAct(opId);
  if (old.authorId !== userId) throw new OutboxError('notYours');
  const note = await onThisDesk(async () => {
    const fresh = await sealUp({ ...(await envelope()), ...discardNote(old, reason), opId: newUuid() }, await deviceId());
    return committed((tx) => discard(tx, opId, reason, fresh));
  });
  noteInJournal(note);
  kick('person');
}
