import { outboxEpoch, type SentBlob } from '#domain/kernel/offlineWire.ts';
import type { Command } from '#domain/kernel/command.ts';
import { commandByName } from '#domain/commands.ts';
import type { Session } from '#src/api/deviceDb.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { appVersion } from './appVersion.ts';
import { emptyCache } from './cacheDb.ts';
import { readContact } from './contact.ts';
import type { OutboxTx } from './core/ports.ts';
import { headerOf, type NewOperation, queueOperation } from './core/queueOperation.ts';
import { canSeal, deskKeys } from './keys/deskKeys.ts';
import { OutboxError } from './outboxError.ts';
import type { BlobRow } from './outboxDb.ts';
import { deviceId, outboxStore } from './outboxStore.ts';
import { queueView } from './queueView.ts';
import { sealAct } from './seal/sealAct.ts';
import { kick } from './triggers.ts';
import { newUuid } from './uuid.ts';

export interface EnqueueOptions {
  /** Acts that must have been applied before this one. */
  readonly dependsOn?: readonly string[];
  /** Images it refers to, with their sealed parts: on the disk in the same transaction. */
  readonly blobs?: { readonly sent: readonly SentBlob[]; readonly rows: readonly BlobRow[] };
  /** A key made earlier for the same press of the button, so that a double click saves one act; default: a new one. */
  readonly opId?: string;
}
export interface Enqueued {
  readonly opId: string;
  readonly seq: number;
}

/**
 * Saves one act of the signed-in person on this computer's disk and starts sending. When it resolves, the act survives
 * a crash, a power cut, a logout and an update, and the screen may say 已保存到本机,待上传; before, it may not.
 * It lies there sealed and signed (offline.md 3.9); open only on plain-http pages, which have no WebCrypto.
 * Throws OutboxError and has then written nothing. `payload` is the command's input; it is frozen as it stands.
 */
export async function enqueue<Input>(
  command: Command<Input> | string,
  payload: Input,
  { dependsOn = [], blobs, opId }: EnqueueOptions = {},
): Promise<Enqueued> {
  const known = typeof command === 'string' ? commandByName(command) : command;
  if (!known) throw new OutboxError('unknownCommand');
  const fresh = await newOperation(known, payload, { opId: opId ?? newUuid(), dependsOn, ...(blobs ? { blobs: blobs.sent } : {}) });
  const saved = await committed(async (tx) => {
    // A key made just now is nobody else's.
    const existing = opId === undefined ? undefined : await tx.find(opId);
    if (existing) return existing;
    if (blobs) await tx.putBlobs(blobs.rows);
    return queueOperation(tx, fresh);
  });
  // It is on the disk: who shows the queue need not read it back first.
  queueView.tell(saved);
  kick('enqueue');
  return { opId: saved.opId, seq: saved.seq };
}

type Place = Pick<NewOperation, 'opId' | 'dependsOn'> & Partial<Pick<NewOperation, 'supersedes' | 'waitsFor' | 'blobs' | 'blobsLeft'>>;

/** What an act says of itself, checked, frozen and sealed. Throws OutboxError signedOut, locked, notOffline, mustUpdate or badInput. */
export async function newOperation(command: Command, payload: unknown, place: Place): Promise<NewOperation> {
  if (!command.offline) throw new OutboxError('notOffline');
  const parsed = command.input.safeParse(payload);
  if (!parsed.success) {
    throw new OutboxError('badInput', { problems: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) });
  }
  // Plain JSON as given, taken now: what the form changes later is another act, and normalising is the server's own step.
  const frozen: unknown = JSON.parse(JSON.stringify(payload));
  return sealUp({
    ...(await envelope()),
    ...place,
    type: command.name,
    typeVersion: command.version,
    payload: frozen,
    lanes: command.lanes(parsed.data),
    subject: command.subject(parsed.data),
  });
}

/** Puts a seal and a signature in the place of the payload, where this page can. Throws OutboxError `locked`. */
export async function sealUp(fresh: NewOperation): Promise<NewOperation> {
  if (!canSeal()) return fresh;
  const keys = deskKeys();
  if (keys?.userId !== fresh.author.userId) throw new OutboxError('locked');
  const { payload, ...rest } = fresh;
  return { ...rest, seal: await sealAct(payload, headerOf(fresh), await deviceId(), keys) };
}

/** Author, time and version of an act made now. Throws OutboxError signedOut or mustUpdate. */
export async function envelope(): Promise<Pick<NewOperation, 'author' | 'appVersion' | 'now' | 'clockOffsetMs'>> {
  // Read each time: another tab may have let somebody else in, and an act must never carry the wrong name.
  const [session, { offsetMs, minEpoch }] = await Promise.all([currentSession(), readContact()]);
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

/**
 * One strict transaction. A full disk costs the copies first and is tried once more;
 * then OutboxError `quota`, else `storage`, and the form keeps what was typed.
 */
export async function committed<T>(work: (tx: OutboxTx) => Promise<T>): Promise<T> {
  try {
    return await outboxStore.change(work);
  } catch (error) {
    if (error instanceof OutboxError) throw error;
    if (!isQuota(error)) throw new OutboxError('storage', { cause: error });
  }
  await emptyCache().catch(() => undefined);
  try {
    return await outboxStore.change(work);
  } catch (error) {
    if (error instanceof OutboxError) throw error;
    throw new OutboxError(isQuota(error) ? 'quota' : 'storage', { cause: error });
  }
}

/** Dexie reports a full disk as itself or as the inner error of an abort. */
function isQuota(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, inner, failures } = error as { name?: unknown; inner?: unknown; failures?: unknown };
  return name === 'QuotaExceededError' || isQuota(inner) || (Array.isArray(failures) && failures.some(isQuota));
}
