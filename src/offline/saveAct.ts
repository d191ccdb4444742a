import { outboxEpoch } from '#domain/kernel/offlineWire.ts';
import type { OutboxTx } from './core/ports.ts';
import { DeskChanged, type NewOperation, numbered, queueOperation } from './core/queueOperation.ts';
import { giveUpCopies } from './diskSpace.ts';
import { tellCommit } from './mutations.ts';
import type { OutboxOperation, QueueRow } from './operation.ts';
import { outboxDb } from './outboxDb.ts';
import { OutboxError } from './outboxError.ts';
import { forgetDeviceId, outboxStore } from './outboxStore.ts';

/** An act on its way to the disk; it is being sealed meanwhile. */
interface Asked {
  fresh: NewOperation | null;
  isOver: boolean;
  readonly take: (saved: OutboxOperation) => void;
  readonly fail: (error: unknown) => void;
}
let waiting: Asked[] = [];
let isWriting = false;

/**
 * Saves an act that nobody has saved before, as fast as the disk allows: one strict transaction without the library's layers,
 * in which number and act are committed together. It is opened while `sealing` is still under way - which must not ask this
 * database for anything - and acts that are asked for while one is being committed share the next. Resolves at `complete`.
 * Throws OutboxError, having written nothing.
 */
export async function saveAct(sealing: Promise<NewOperation>): Promise<OutboxOperation> {
  if (!outboxDb.isOpen()) await outboxDb.open().catch(() => undefined);
  try {
    return await quickSave(sealing);
  } catch (error) {
    if (isSaid(error)) throw error;
    const fresh = await sealing;
    const slowly = (tx: OutboxTx): Promise<OutboxOperation> => queueOperation(tx, fresh);
    if (!isQuota(error)) return committed(slowly);
    await giveUpCopies();
    return mapped(() => outboxStore.change(slowly));
  }
}

function quickSave(sealing: Promise<NewOperation>): Promise<OutboxOperation> {
  return new Promise((take, fail) => {
    const asked: Asked = { fresh: null, isOver: false, take, fail };
    sealing.then(
      (fresh) => {
        asked.fresh = fresh;
      },
      (error: unknown) => {
        asked.isOver = true;
        fail(error);
      },
    );
    waiting.push(asked);
    if (!isWriting) write();
  });
}

/** An open transaction waits so long for a seal, ms. */
const patienceMs = 250;

/** Commits all that wait, in their order. */
function write(): void {
  const group = waiting;
  waiting = [];
  isWriting = true;
  let failure: unknown;
  let saved: readonly OutboxOperation[] = [];
  const end = (isDone: boolean): void => {
    const left = group.filter(({ isOver }) => !isOver);
    if (isDone) tellCommit('accession-outbox', { ops: saved.map(({ opId }) => opId), meta: ['queue'] });
    left.forEach((asked, at) => (isDone ? asked.take(saved[at]!) : asked.fail(failure)));
    isWriting = false;
    if (waiting.length > 0) write();
  };
  try {
    const transaction = outboxDb.backendDB().transaction(['ops', 'meta'], 'readwrite', { durability: 'strict' });
    const meta = transaction.objectStore('meta');
    transaction.oncomplete = () => end(true);
    transaction.onabort = () => {
      failure ??= transaction.error ?? new Error('the transaction was aborted');
      end(false);
    };
    const startedAt = performance.now();
    const look = (): void => {
      const reading = meta.get('queue');
      reading.onsuccess = () => {
        try {
          if (group.some(({ fresh, isOver }) => fresh === null && !isOver)) {
            // Asking again keeps the transaction open.
            if (performance.now() - startedAt < patienceMs) return look();
            throw new Error('the seal did not come in time');
          }
          saved = putAll(transaction, group, reading.result as QueueRow | undefined);
          // All is asked for: the disk need not wait for the answers to come here and go back.
          transaction.commit();
        } catch (error) {
          failure = error;
          transaction.abort();
        }
      };
    };
    look();
  } catch (error) {
    failure = error;
    end(false);
  }
}

/** Throws OutboxError olderCode, and what the disk throws. */
function putAll(transaction: IDBTransaction, group: readonly Asked[], queue: QueueRow | undefined): readonly OutboxOperation[] {
  // The very first act makes the desk's id: that is the slower way's business.
  if (!queue) throw new Error('this desk has no number yet');
  const ops = transaction.objectStore('ops');
  let { seq } = queue;
  const saved = group.flatMap(({ fresh, isOver }) => (isOver || !fresh ? [] : [numbered(fresh, queue, ++seq)]));
  for (const operation of saved) ops.put(operation);
  if (saved.length > 0) transaction.objectStore('meta').put({ ...queue, seq, epoch: outboxEpoch } satisfies QueueRow);
  return saved;
}

/**
 * One strict transaction. A full disk costs the copies first and is tried once more;
 * then OutboxError `quota`, else `storage`, and the form keeps what was typed.
 */
export async function committed<T>(work: (tx: OutboxTx) => Promise<T>): Promise<T> {
  try {
    return await outboxStore.change(work);
  } catch (error) {
    if (isSaid(error)) throw error;
    if (!isQuota(error)) throw new OutboxError('storage', { cause: error });
  }
  await giveUpCopies();
  return mapped(() => outboxStore.change(work));
}

async function mapped<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isSaid(error)) throw error;
    throw new OutboxError(isQuota(error) ? 'quota' : 'storage', { cause: error });
  }
}

/** Not the disk's fault. */
const isSaid = (error: unknown): boolean => error instanceof OutboxError || error instanceof DeskChanged;

/** Dexie reports a full disk as itself or as the inner error of an abort. */
function isQuota(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, inner, failures } = error as { name?: unknown; inner?: unknown; failures?: unknown };
  return name === 'QuotaExceededError' || isQuota(inner) || (Array.isArray(failures) && failures.some(isQuota));
}

/** Does work that seals for this desk; once more where the queue has been made anew under this page. */
export async function onThisDesk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DeskChanged)) throw error;
    forgetDeviceId();
    return work();
  }
}
