import { outboxEpoch, type SentBlob } from '#domain/kernel/offlineWire.ts';
import type { Command } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { offlineCommandByName } from '#domain/offlineCommands.ts';
import type { Session } from '#src/api/deviceDb.ts';
import { appVersion } from '#src/offline/platform/appVersion.ts';
import type { OutboxTx } from '#src/offline/core/ports.ts';
import { foreseenOrRefused } from '#src/offline/facts/foresee.ts';
import { headerOf, type NewOperation, queueOperation } from '#src/offline/core/queueOperation.ts';
import { noteInJournal } from '#src/offline/journal/secondCopy.ts';
import { canSeal, deskKeys } from '#src/offline/keys/deskKeys.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import type { BlobRow } from '#src/offline/store/outboxDb.ts';
import { deviceId, knownDeviceId } from '#src/offline/outbox/outboxStore.ts';
import { queueView } from '#src/offline/outbox/queueView.ts';
import { committed, onThisDesk, saveAct } from '#src/offline/outbox/saveAct.ts';
import { sealAct } from '#src/offline/seal/sealAct.ts';
import { kick } from '#src/offline/send/triggers.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';
import { knownWorker, type WhoWorks, whoWorks } from '#src/offline/keys/whoWorks.ts';

export interface EnqueueOptions {
  /** Acts that must have been applied before this one. */
  readonly dependsOn?: readonly string[];
  /** Images it refers to, with their sealed parts: on the disk in the same transaction. */
  readonly blobs?: { readonly sent: readonly SentBlob[]; readonly rows: readonly BlobRow[] };
  /** A key made earlier for the same press of the button, so that a double click saves one act; default: a new one. */
  readonly opId?: string;
  /** What the command's rule has just said of this payload (foresee.ts); left out, it is asked here. */
  readonly foreseen?: { readonly unknown: readonly Label[] };
  /** Written in the same transaction, or nothing is: what the act uses up on this desk. Await nothing but `tx` in it. */
  readonly alongside?: (tx: OutboxTx) => Promise<void>;
}
export interface Enqueued {
  readonly opId: string;
  readonly seq: number;
}

/**
 * Saves one act of the signed-in person on this computer's disk and starts sending. When it resolves, the act survives
 * a crash, a power cut, a logout and an update, and the screen may say 已保存到本机,待上传; before, it may not.
 * It lies there sealed and signed (docs/offline.md#signed-and-sealed); open only on plain-http pages, which have no WebCrypto.
 * Throws OutboxError and has then written nothing: `refused` where the command's own rule says no to it already.
 * `payload` is the command's input; it is frozen as it stands.
 */
export async function enqueue<Payload>(
  command: Command<any, any, any, any, any, any, Payload> | string,
  payload: Payload,
  { dependsOn = [], blobs, opId, alongside, foreseen }: EnqueueOptions = {},
): Promise<Enqueued> {
  const known = typeof command === 'string' ? offlineCommandByName(command) : command;
  if (!known) throw new OutboxError('unknownCommand');
  const { unknown: toCheck } = await foreseenOrRefused(known, payload, foreseen);
  const place: Place = { opId: opId ?? newUuid(), dependsOn, toCheck, ...(blobs ? { blobs: blobs.sent } : {}) };
  const saved = await onThisDesk(async () => {
    // What is known without asking the disk is not waited for.
    const fresh = checked(known, payload, place, knownWorker() ?? (await whoWorks()));
    const desk = knownDeviceId() ?? (await deviceId());
    // A key made just now is nobody else's.
    const isPlain = opId === undefined && !blobs && !alongside;
    return isPlain ? saveAct(sealUp(fresh, desk)) : saveOnce(await sealUp(fresh, desk), blobs?.rows ?? [], alongside);
  });
  // It is on the disk: who shows the queue need not read it back first.
  queueView.tell(saved);
  noteInJournal(saved);
  kick('enqueue');
  return { opId: saved.opId, seq: saved.seq };
}

/** Saves an act with its images and what it uses up, unless its key has been saved before. */
function saveOnce(fresh: NewOperation, blobs: readonly BlobRow[], alongside: EnqueueOptions['alongside']): Promise<OutboxOperation> {
  return committed(async (tx) => {
    const existing = await tx.find(fresh.opId);
    if (existing) return existing;
    if (blobs.length > 0) await tx.putBlobs(blobs);
    await alongside?.(tx);
    return queueOperation(tx, fresh);
  });
}

type Place = Pick<NewOperation, 'opId' | 'dependsOn'> & Partial<Pick<NewOperation, 'supersedes' | 'waitsFor' | 'blobs' | 'blobsLeft' | 'toCheck'>>;

/** What an act says of itself, checked, frozen and sealed. Throws OutboxError signedOut, locked, notOffline, mustUpdate or badInput. */
export const newOperation = async (command: Command, payload: unknown, place: Place): Promise<NewOperation> =>
  sealUp(checked(command, payload, place, await whoWorks()), await deviceId());

function checked(
  command: Command,
  payload: unknown,
  { opId, dependsOn, supersedes, waitsFor, blobs, blobsLeft, toCheck = [] }: Place,
  works: WhoWorks,
): NewOperation {
  if (!command.offline) throw new OutboxError('notOffline');
  const parsed = command.input.safeParse(payload);
  if (!parsed.success) {
    throw new OutboxError('badInput', { problems: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) });
  }
  // Plain JSON as given, taken now: what the form changes later is another act, and normalising is the server's own step.
  const frozen: unknown = JSON.parse(JSON.stringify(payload));
  const { author, now, clockOffsetMs } = envelopeOf(works);
  return {
    opId,
    author,
    type: command.name,
    typeVersion: command.version,
    payload: frozen,
    lanes: command.lanes(parsed.data),
    dependsOn,
    subject: command.subject(parsed.data),
    appVersion,
    now,
    clockOffsetMs,
    ...(supersedes ? { supersedes } : {}),
    ...(waitsFor ? { waitsFor } : {}),
    ...(toCheck.length > 0 ? { toCheck } : {}),
    ...(blobs ? { blobs } : {}),
    ...(blobsLeft === undefined ? {} : { blobsLeft }),
  };
}

/** Puts a seal and a signature in the place of the payload, where this page can. Throws OutboxError `locked`. */
export async function sealUp(fresh: NewOperation, desk: string): Promise<NewOperation> {
  if (!canSeal()) return fresh;
  const keys = deskKeys();
  if (keys?.userId !== fresh.author.userId) throw new OutboxError('locked');
  const seal = await sealAct(fresh.payload, headerOf(fresh), desk, keys);
  return { ...fresh, deviceId: desk, seal };
}

/** Author, time and version of an act made now. Throws OutboxError signedOut or mustUpdate. */
export const envelope = async (): Promise<Envelope> => envelopeOf(await whoWorks());

type Envelope = Pick<NewOperation, 'author' | 'appVersion' | 'now' | 'clockOffsetMs'>;
function envelopeOf({ session, offsetMs, minEpoch }: WhoWorks): Envelope {
  if (!session) throw new OutboxError('signedOut');
  if (minEpoch > outboxEpoch) throw new OutboxError('mustUpdate');
  return { author: authorOf(session), appVersion, now: Date.now(), clockOffsetMs: offsetMs };
}

const authorOf = ({ userId, realName, tenantId, deptId, roleId }: Session): NewOperation['author'] => ({
  userId,
  name: realName,
  tenantId,
  deptId,
  roleId,
});
