import { outboxEpoch } from '#domain/kernel/offlineWire.ts';
import type { OutboxTx } from './core/ports.ts';
import { DeskChanged, type NewOperation, numbered, queueOperation } from './core/queueOperation.ts';
import { giveUpCopies } from './diskSpace.ts';
import { isOwnNews, onCommit, tellCommit } from './mutations.ts';
import { allNumberKeys, counted, isNumberKey, numberKey } from './numberRows.ts';
import type { MetaRow, OutboxOperation, QueueRow } from './operation.ts';
import { outboxDb } from './outboxDb.ts';
import { OutboxError } from './outboxError.ts';
import { forgetDeviceId, outboxStore } from './outboxStore.ts';

/** An act on its way to the disk; it is being sealed meanwhile. */
interface Asked {
  fresh: NewOperation | null;
  isOver: boolean;
  readonly sealing: Promise<unknown>;
  readonly take: (saved: OutboxOperation) => void;
  readonly fail: (error: unknown) => void;
}
let waiting: Asked[] = [];
let isWriting = false;

/** So long the counter is trusted as this page left it, ms; never longer than others take to give out the numbers that are kept. */
const trustMs = 2000;
let counter: { readonly queue: QueueRow; readonly at: number } | null = null;
let isWatching = false;

/** The counter as this page left it a moment ago, unless somebody else has used it since. */
function trusted(): QueueRow | null {
  if (!isWatching) {
    isWatching = true;
    onCommit((changed) => {
      const keys = changed('accession-outbox', 'meta');
      if (!isOwnNews() && (keys === 'all' || [...keys].some((key) => key === 'queue' || isNumberKey(key)))) counter = null;
    });
  }
  const age = counter ? Date.now() - counter.at : Infinity;
  return counter && age >= 0 && age < trustMs ? counter.queue : null;
}

/**
 * Saves an act that nobody has saved before, as fast as the disk allows: one strict transaction without the library's layers,
 * in which number and act are committed together. `sealing` must not ask this database for anything; acts that are asked
 * for while one is being committed share the next. Resolves at `complete`. Throws OutboxError, having written nothing.
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
    const sealed = sealing.then(
      (fresh) => {
        asked.fresh = fresh;
      },
      (error: unknown) => {
        asked.isOver = true;
        fail(error);
      },
    );
    const asked: Asked = { fresh: null, isOver: false, sealing: sealed, take, fail };
    waiting.push(asked);
    if (!isWriting) void writeAll();
  });
}

/** Commits all that wait, in their order, until nothing does. */
async function writeAll(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    const known = trusted();
    try {
      // With the counter known nothing is asked of the disk before it is written to; else it is asked while the seals are made.
      if (known) await Promise.all(group.map(({ sealing }) => sealing));
      const saved = await write(group, known).catch((error: unknown) => {
        // Somebody else has taken the number meanwhile: nothing was written.
        if ((error as { name?: unknown } | null)?.name === 'ConstraintError') return write(group, null);
        throw error;
      });
      tellCommit('accession-outbox', { ops: saved.map(({ opId }) => opId), meta: saved.map(({ seq }) => numberKey(seq)) });
      group.filter(({ isOver }) => !isOver).forEach(({ take }, at) => take(saved[at]!));
    } catch (error) {
      counter = null;
      for (const { isOver, fail } of group) if (!isOver) fail(error);
    }
  }
  isWriting = false;
}

/** An open transaction waits so long for a seal, ms. */
const patienceMs = 250;

function write(group: readonly Asked[], known: QueueRow | null): Promise<readonly OutboxOperation[]> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    let saved: readonly OutboxOperation[] = [];
    const transaction = outboxDb.backendDB().transaction(['ops', 'meta'], 'readwrite', { durability: 'strict' });
    transaction.oncomplete = () => resolve(saved);
    transaction.onabort = () => reject((failure ?? transaction.error ?? new Error('the transaction was aborted')) as Error);
    const put = (queue: QueueRow | undefined): void => {
      try {
        saved = putAll(transaction, group, queue);
        // All is asked for: the disk need not wait for the answers to come here and go back.
        transaction.commit();
      } catch (error) {
        failure = error;
        transaction.abort();
      }
    };
    if (known) return put(known);
    const startedAt = performance.now();
    const meta = transaction.objectStore('meta');
    const reading = meta.get('queue');
    const look = (): void => {
      const last = meta.openKeyCursor(IDBKeyRange.bound(...allNumberKeys), 'prev');
      last.onsuccess = () => {
        const isSealed = group.every(({ fresh, isOver }) => fresh !== null || isOver);
        const queue = reading.result as QueueRow | undefined;
        // Asking again keeps the transaction open.
        if (!isSealed && performance.now() - startedAt < patienceMs) look();
        else put(queue && counted(queue, last.result?.key));
      };
    };
    look();
  });
}

/** Throws OutboxError olderCode, DeskChanged, and what the disk throws. */
function putAll(transaction: IDBTransaction, group: readonly Asked[], queue: QueueRow | undefined): readonly OutboxOperation[] {
  // The very first act makes the desk's id: that is the slower way's business, as is a seal that does not come.
  if (!queue || group.some(({ fresh, isOver }) => fresh === null && !isOver)) throw new Error('not to be saved quickly');
  const ops = transaction.objectStore('ops');
  const meta = transaction.objectStore('meta');
  let { seq } = queue;
  const saved = group.flatMap(({ fresh, isOver }) => (isOver || !fresh ? [] : [numbered(fresh, queue, ++seq)]));
  if (saved.length === 0) return saved;
  for (const operation of saved) {
    ops.put(operation);
    // Fails, and everything with it, where the number has been given out.
    meta.add({ key: numberKey(operation.seq) } satisfies MetaRow);
  }
  // The counter's own row is brought up by the next slower writer: the numbers' rows say how far it is.
  const next: QueueRow = { ...queue, seq, epoch: outboxEpoch };
  if (queue.epoch !== outboxEpoch) meta.put(next);
  counter = { queue: next, at: Date.now() };
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
