import { commandByName } from '#domain/commands.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { canRepeatKey, discard, repeatKey, supersede } from './core/personActs.ts';
import { committed, type Enqueued, envelope, newOperation } from './enqueue.ts';
import { toSent } from './operation.ts';
import { OutboxError } from './outboxError.ts';
import { outboxDb } from './outboxDb.ts';
import { deviceId, outboxStore } from './outboxStore.ts';
import { kick } from './triggers.ts';
import { newUuid } from './uuid.ts';

async function signedUser(): Promise<string> {
  const session = await currentSession();
  if (!session) throw new OutboxError('signedOut');
  return session.userId;
}

/**
 * 重试: sends an act again now. Its key stays where the server keeps no answer under it; where it does,
 * a new act with the same content stands in for it, to be judged anew. Answers the key that is waiting now. Throws OutboxError.
 */
export async function retryOperation(opId: string): Promise<string> {
  const userId = await signedUser();
  const fresh = { ...(await envelope()), opId: newUuid() };
  const nextId = await committed(async (tx) => {
    const old = await tx.find(opId);
    if (!old || canRepeatKey(old)) {
      await repeatKey(tx, opId, userId);
      return opId;
    }
    const { type, typeVersion, payload, lanes, subject } = old;
    return (await supersede(tx, opId, { ...fresh, type, typeVersion, payload, lanes, subject })).opId;
  });
  kick('person');
  return nextId;
}

/** 修改: a new act with another payload stands in for one that was refused or never sent, in the same place of its lanes. Throws OutboxError. */
export async function editOperation(opId: string, newPayload: unknown): Promise<Enqueued> {
  const old = (await outboxDb.ops.get(opId)) ?? null;
  if (!old) throw new OutboxError('notFound');
  const command = commandByName(old.type);
  if (!command) throw new OutboxError('unknownCommand');
  const fresh = await newOperation(command, newPayload, newUuid());
  const heir = await committed((tx) => supersede(tx, opId, fresh));
  kick('person');
  return { opId: heir.opId, seq: heir.seq };
}

/** 放弃: gives an act up; who, when and why go to the server as an act of their own. Throws OutboxError. */
export async function discardOperation(opId: string, reason: string): Promise<void> {
  const fresh = { ...(await envelope()), opId: newUuid() };
  await committed((tx) => discard(tx, opId, reason, fresh));
  kick('person');
}

/**
 * 导出待上传: every unresolved act of the signed-in person as a file, the last resort of a desk that cannot send.
 * Same keys: importing and later sending do not double anything. Contains personal data.
 */
export async function exportWaiting(): Promise<{ readonly name: string; readonly blob: Blob; readonly count: number }> {
  const userId = await signedUser();
  const device = await deviceId();
  const waiting = (await outboxStore.change((tx) => tx.unresolved())).filter(({ authorId }) => authorId === userId);
  const file = {
    format: 'accession-outbox',
    version: 1,
    deviceId: device,
    exportedAt: new Date().toISOString(),
    ops: waiting.map((operation) => ({ ...toSent(operation), state: operation.state, receipt: operation.receipt })),
  };
  const stamp = file.exportedAt.slice(0, 19).replace(/[-:T]/g, '');
  return {
    name: `accession-outbox-${device.slice(0, 8)}-${stamp}.json`,
    blob: new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' }),
    count: waiting.length,
  };
}
