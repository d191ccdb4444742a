import { outboxEpoch } from '#domain/kernel/offlineWire.ts';
import type { OutboxTx } from '#src/offline/core/ports.ts';
import { DeskChanged, type NewOperation, numbered, queueOperation } from '#src/offline/core/queueOperation.ts';
import { giveUpCopies } from '#src/offline/store/diskSpace.ts';
import { isOwnNews, onCommit, tellCommit } from '#src/offline/platform/mutations.ts';
import { numberLease } from '#src/offline/store/numberLease.ts';
import { allNumberKeys, counted, isNumberKey, numberKey } from '#src/offline/store/numberRows.ts';
import type { MetaRow, OutboxOperation, QueueRow } from '#src/offline/store/operation.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { forgetDeviceId, outboxStore } from './outboxStore.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';

/** An act on its way to the disk; it is being sealed meanwhile. */
interface Asked {
  readonly kind: 'act';
  fresh: NewOperation | null;
  isOver: boolean;
  readonly sealing: Promise<unknown>;
  readonly take: (saved: OutboxOperation) => void;
  readonly fail: (error: unknown) => void;
}
/** Something else that gives out numbers; deals with its own errors. */
interface Work {
  readonly kind: 'work';
  readonly run: () => Promise<void>;
  /** It leaves the counter as this page knows it. */
  readonly isHarmless: boolean;
}
/** All that gives out numbers in this page, one after the other, in the order in which it was asked for. */
let waiting: (Asked | Work)[] = [];
let isWriting = false;

/** The counter as this page left it. Without a lease it is believed so long, ms, and checked by the rows of the numbers. */
const trustMs = 2000;
let counter: { readonly queue: QueueRow; readonly at: number } | null = null;
let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const forget = (): void => {
    counter = null;
  };
  numberLease.onEnd = forget;
  onCommit((changed) => {
    const keys = changed('accession-outbox', 'meta');
    if (!isOwnNews() && (keys === 'all' || [...keys].some((key) => key === 'queue' || isNumberKey(key)))) forget();
  });
}
function known(isLeased: boolean): QueueRow | null {
  const age = counter ? Date.now() - counter.at : Infinity;
  return counter && (isLeased || (age >= 0 && age < trustMs)) ? counter.queue : null;
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
    return mapped(() => withNumbers(() => outboxStore.change(slowly)));
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
    const asked: Asked = { kind: 'act', fresh: null, isOver: false, sealing: sealed, take, fail };
    waiting.push(asked);
    if (!isWriting) void writeAll();
  });
}

/** Does what gives out numbers, or changes their counter, when it is its turn; nobody else on this desk does so meanwhile. */
export function withNumbers<T>(work: () => Promise<T>, isHarmless = false): Promise<T> {
  return new Promise((take, fail) => {
    waiting.push({ kind: 'work', run: () => work().then(take, fail), isHarmless });
    if (!isWriting) void writeAll();
  });
}

/** Commits all that wait, in their order, until nothing does. */
async function writeAll(): Promise<void> {
  watch();
  isWriting = true;
  while (waiting.length > 0) {
    const isLeased = numberLease.isHeld || (await numberLease.hold());
    numberLease.isBusy = true;
    const [next] = waiting;
    if (next?.kind === 'work') {
      waiting.shift();
      await next.run();
      if (!next.isHarmless) counter = null;
    } else {
      const end = waiting.findIndex(({ kind }) => kind === 'work');
      await writeGroup(waiting.splice(0, end === -1 ? waiting.length : end) as Asked[], isLeased);
    }
    numberLease.rest();
  }
  isWriting = false;
}

async function writeGroup(group: readonly Asked[], isLeased: boolean): Promise<void> {
  try {
    // With the counter known nothing is asked of the disk before it is written to; else it is asked while the seals are made.
    if (known(isLeased)) await Promise.all(group.map(({ sealing }) => sealing));
    // It may have been lost meanwhile, and the counter with it.
    const isSure = isLeased && (numberLease.isHeld || (await numberLease.hold()));
    const saved = await write(group, known(isSure), isSure).catch((error: unknown) => {
      // Somebody else has taken the number meanwhile: nothing was written.
      if ((error as { name?: unknown } | null)?.name === 'ConstraintError') return write(group, null, false);
      throw error;
    });
    tellCommit('accession-outbox', { ops: saved.map(({ opId }) => opId), meta: saved.map(({ seq }) => numberKey(seq)) });
    group.filter(({ isOver }) => !isOver).forEach(({ take }, at) => take(saved[at]!));
    if (isSure) keepCounterSoon();
  } catch (error) {
    counter = null;
    for (const { isOver, fail } of group) if (!isOver) fail(error);
  }
}

/** An open transaction waits so long for a seal, ms. */
const patienceMs = 250;

/** `queue`: the counter where it is known. `isSure`: and nobody else can have changed it. */
function write(group: readonly Asked[], queue: QueueRow | null, isSure: boolean): Promise<readonly OutboxOperation[]> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    let saved: readonly OutboxOperation[] = [];
    const stores = queue === null ? ['ops', 'meta', 'receipts'] : isSure ? ['ops'] : ['ops', 'meta'];
    const transaction = outboxDb.backendDB().transaction(stores, 'readwrite', { durability: 'strict' });
    transaction.oncomplete = () => resolve(saved);
    transaction.onabort = () => reject((failure ?? transaction.error ?? new Error('the transaction was aborted')) as Error);
    const put = (now: QueueRow | undefined): void => {
      try {
        if (isSure && !numberLease.isHeld) throw new Error('another may give out numbers now');
        saved = putAll(transaction, group, now, isSure);
        // All is asked for: the disk need not wait for the answers to come here and go back.
        transaction.commit();
      } catch (error) {
        failure = error;
        transaction.abort();
      }
    };
    if (queue) return put(queue);
    const startedAt = performance.now();
    const meta = transaction.objectStore('meta');
    const lastOf = (store: string): IDBRequest<IDBCursor | null> => transaction.objectStore(store).index('seq').openKeyCursor(null, 'prev');
    const [reading, waits, done] = [meta.get('queue'), lastOf('ops'), lastOf('receipts')];
    const look = (): void => {
      const last = meta.openKeyCursor(IDBKeyRange.bound(...allNumberKeys), 'prev');
      last.onsuccess = () => {
        const isSealed = group.every(({ fresh, isOver }) => fresh !== null || isOver);
        const row = reading.result as QueueRow | undefined;
        // Asking again keeps the transaction open.
        if (!isSealed && performance.now() - startedAt < patienceMs) look();
        else put(row && counted(row, last.result?.key, [waits.result?.key, done.result?.key]));
      };
    };
    look();
  });
}

/** Throws OutboxError olderCode, DeskChanged, and what the disk throws. */
function putAll(transaction: IDBTransaction, group: readonly Asked[], queue: QueueRow | undefined, isSure: boolean): readonly OutboxOperation[] {
  // The very first act makes the desk's id: that is the slower way's business, as is a seal that does not come.
  if (!queue || group.some(({ fresh, isOver }) => fresh === null && !isOver)) throw new Error('not to be saved quickly');
  const ops = transaction.objectStore('ops');
  let { seq } = queue;
  const saved = group.flatMap(({ fresh, isOver }) => (isOver || !fresh ? [] : [numbered(fresh, queue, ++seq)]));
  if (saved.length === 0) return saved;
  for (const operation of saved) ops.put(operation);
  if (!isSure) {
    const meta = transaction.objectStore('meta');
    // Fails, and everything with it, where the number has been given out.
    for (const operation of saved) meta.add({ key: numberKey(operation.seq) } satisfies MetaRow);
  }
  // The counter's own row is brought up later, or by the next slower writer: the acts themselves say how far it is.
  counter = { queue: { ...queue, seq, epoch: outboxEpoch }, at: Date.now() };
  return saved;
}

const keepMs = 300;
let keepTimer: ReturnType<typeof setTimeout> | undefined;

/** Brings the counter's row up when a burst is over: until then the highest number is that of the last act. */
function keepCounterSoon(): void {
  clearTimeout(keepTimer);
  keepTimer = setTimeout(() => {
    void withNumbers(noteCounter, true).catch(() => undefined);
  }, keepMs);
  (keepTimer as { unref?: () => void }).unref?.();
}

function noteCounter(): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!counter || !numberLease.isHeld) return resolve();
    const transaction = outboxDb.backendDB().transaction('meta', 'readwrite');
    transaction.objectStore('meta').put(counter.queue);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });
}

/** Writes down how far the counter is, before acts are cleared that say so. */
export const keepCounter = (): Promise<void> => withNumbers(() => outboxStore.change(async (tx) => tx.save(await tx.queue())));

/**
 * One strict transaction. A full disk costs the copies first and is tried once more;
 * then OutboxError `quota`, else `storage`, and the form keeps what was typed.
 */
export async function committed<T>(work: (tx: OutboxTx) => Promise<T>): Promise<T> {
  const change = (): Promise<T> => withNumbers(() => outboxStore.change(work));
  try {
    return await change();
  } catch (error) {
    if (isSaid(error)) throw error;
    if (!isQuota(error)) throw new OutboxError('storage', { cause: error });
  }
  await giveUpCopies();
  return mapped(change);
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

/**
 * Gives this desk another id, where the server takes the one it has for somebody else's; its numbers go on, and what waits
 * keeps the id it was signed under. Nothing where another page was quicker.
 */
export async function changeDeviceId(refused: string): Promise<void> {
  await withNumbers(() =>
    outboxStore.change(async (tx) => {
      const queue = await tx.queue();
      if (queue.deviceId === refused) await tx.save({ ...queue, deviceId: newUuid(), before: queue.seq });
    }),
  );
  forgetDeviceId();
}
