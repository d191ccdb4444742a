import type { Table, Transaction } from 'dexie';
import { outboxEpoch } from '#domain/kernel/offlineWire.ts';
import type { OutboxStore, OutboxTx } from '#src/offline/core/ports.ts';
import { fullBatch } from '#src/offline/core/selectBatch.ts';
import { allNumberKeys, counted, keptNumbers, numberKey, numberRows } from '#src/offline/store/numberRows.ts';
import { freshTransport, type MetaRow, type OutboxOperation } from '#src/offline/store/operation.ts';
import { type BlobRow, outboxDb } from '#src/offline/store/outboxDb.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';

const { ops, receipts, meta, blobs } = outboxDb;

const metaTables = new WeakMap<OutboxTx, Table<MetaRow, string>>();

/** Where rows of other parts of this desk lie that must change with the queue. Throws for a transaction of another store. */
export function metaOf(tx: OutboxTx): Table<MetaRow, string> {
  const rows = metaTables.get(tx);
  if (!rows) throw new Error('not a transaction of this store');
  return rows;
}

/** Clears the rows of numbers that no page can still believe to be free. */
export async function clearOldNumbers(): Promise<void> {
  const { seq } = await outboxStore.read((tx) => tx.queue());
  await meta
    .where('key')
    .between(numberKey(0), numberKey(Math.max(0, seq - keptNumbers)))
    .delete();
}

/** The tables are those of the transaction itself: nothing here hangs on who is on the stack after an await. */
function openTx(transaction: Transaction): OutboxTx {
  const waiting = transaction.table<OutboxOperation, string>('ops');
  const resolved = transaction.table<OutboxOperation, string>('receipts');
  const rows = transaction.table<MetaRow, string>('meta');
  /** The counter as it was read here. */
  let readSeq = 0;
  const tx: OutboxTx = {
    unresolved: async () => (await waiting.toArray()).sort((a, b) => a.seq - b.seq),
    find: async (opId) => (await waiting.get(opId)) ?? (await resolved.get(opId)),
    async put(operations) {
      const open = operations.filter(({ resolvedAt }) => resolvedAt === null);
      const closed = operations.filter(({ resolvedAt }) => resolvedAt !== null);
      if (open.length > 0) await waiting.bulkPut(open);
      if (closed.length === 0) return;
      await resolved.bulkPut(closed);
      await waiting.bulkDelete(closed.map(({ opId }) => opId));
    },
    putBlobs: async (parts) => {
      await transaction.table<BlobRow, string>('blobs').bulkPut([...parts]);
    },
    async reopen(operations) {
      await resolved.bulkDelete(operations.map(({ opId }) => opId));
      await waiting.bulkPut([...operations]);
    },
    withSeq: async (seqs) => [...(await waiting.where('seq').anyOf(seqs).toArray()), ...(await resolved.where('seq').anyOf(seqs).toArray())],
    async queue() {
      const [row, open, closed, last] = await Promise.all([
        rows.get('queue'),
        waiting.orderBy('seq').last(),
        resolved.orderBy('seq').last(),
        rows
          .where('key')
          .between(...allNumberKeys, true, true)
          .last(),
      ]);
      const queue = counted(row?.key === 'queue' ? row : { key: 'queue', deviceId: newUuid(), seq: 0, epoch: outboxEpoch }, last?.key, [
        open?.seq,
        closed?.seq,
      ]);
      readSeq = queue.seq;
      return queue;
    },
    async transport() {
      const row = await rows.get('transport');
      return row?.key === 'transport' ? row : freshTransport(fullBatch.maxOps);
    },
    save: async (row) => {
      const given = row.key === 'queue' ? numberRows(readSeq, row.seq) : [];
      await (given.length > 0 ? rows.bulkPut([row, ...given]) : rows.put(row));
    },
  };
  metaTables.set(tx, rows);
  return tx;
}

/** The queue on this computer's disk. `change` resolves at `complete` of a strict transaction, never before (docs/offline.md#enqueue). */
export const outboxStore: OutboxStore = {
  read: (work) => outboxDb.transaction('r', ops, receipts, meta, (transaction) => work(openTx(transaction))),
  change: (work) => outboxDb.transaction('rw', ops, receipts, meta, blobs, (transaction) => work(openTx(transaction))),
};

let knownId: string | null = null;
let asking: Promise<string> | null = null;

/** This desk's id; made at the first call and kept until the server takes it for another's (`changeDeviceId`), in the same database as its numbers. */
export async function deviceId(): Promise<string> {
  if (knownId !== null) return knownId;
  // One question for all who ask meanwhile: they go on in the order in which they asked.
  asking ??= askDeviceId().finally(() => {
    asking = null;
  });
  return asking;
}

async function askDeviceId(): Promise<string> {
  const row = await meta.get('queue');
  if (row?.key === 'queue') return (knownId = row.deviceId);
  return outboxStore.change(async (open) => {
    const queue = await open.queue();
    await open.save(queue);
    return queue.deviceId;
  });
}

/** The same where it is known without asking the disk. */
export const knownDeviceId = (): string | null => knownId;

/** The database has been made anew under this page: what it was called before no longer holds. */
export function forgetDeviceId(): void {
  knownId = null;
}

/** Every act the signed-in user may see, unresolved or resolved since `since` (desk clock, ms); oldest first. */
export async function operationsOf(authorId: string, since: number): Promise<readonly OutboxOperation[]> {
  const [waiting, resolved] = await Promise.all([
    ops.toArray(),
    receipts.where('[authorId+resolvedAt]').between([authorId, since], [authorId, Infinity], true, true).toArray(),
  ]);
  return [...waiting.filter((operation) => operation.authorId === authorId), ...resolved].sort((a, b) => a.seq - b.seq);
}
/** Everybody's acts of this desk: the unresolved ones, and those resolved since then. */
export async function operationsHere(since: number): Promise<readonly OutboxOperation[]> {
  const [waiting, resolved] = await Promise.all([ops.toArray(), receipts.where('resolvedAt').aboveOrEqual(since).toArray()]);
  return [...waiting, ...resolved].sort((a, b) => a.seq - b.seq);
}
