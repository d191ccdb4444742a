import { outboxEpoch } from '#domain/kernel/offlineWire.ts';
import type { OutboxStore, OutboxTx } from './core/ports.ts';
import { fullBatch } from './core/selectBatch.ts';
import { freshTransport, type OutboxOperation, type QueueRow } from './operation.ts';
import { outboxDb } from './outboxDb.ts';
import { newUuid } from './uuid.ts';

const { ops, receipts, meta } = outboxDb;

const tx: OutboxTx = {
  unresolved: async () => (await ops.toArray()).sort((a, b) => a.seq - b.seq),
  find: async (opId) => (await ops.get(opId)) ?? receipts.get(opId),
  async put(operations) {
    const unresolved = operations.filter(({ resolvedAt }) => resolvedAt === null);
    const resolved = operations.filter(({ resolvedAt }) => resolvedAt !== null);
    if (unresolved.length > 0) await ops.bulkPut(unresolved);
    if (resolved.length > 0) {
      await receipts.bulkPut(resolved);
      await ops.bulkDelete(resolved.map(({ opId }) => opId));
    }
  },
  async queue() {
    const row = await meta.get('queue');
    return row?.key === 'queue' ? row : ({ key: 'queue', deviceId: newUuid(), seq: 0, epoch: outboxEpoch } satisfies QueueRow);
  },
  async transport() {
    const row = await meta.get('transport');
    return row?.key === 'transport' ? row : freshTransport(fullBatch.maxOps);
  },
  save: async (row) => {
    await meta.put(row);
  },
};

/** The queue on this computer's disk. `change` resolves at `complete` of a strict transaction, never before (offline.md 3.5). */
export const outboxStore: OutboxStore = {
  change: (work) => outboxDb.transaction('rw', ops, receipts, meta, () => work(tx)),
};

/** This desk's id; made at the first call and kept for ever, in the same database as its numbers. */
export async function deviceId(): Promise<string> {
  const row = await meta.get('queue');
  if (row?.key === 'queue') return row.deviceId;
  return outboxStore.change(async (open) => {
    const queue = await open.queue();
    await open.save(queue);
    return queue.deviceId;
  });
}

/** Every act the signed-in user may see, unresolved or resolved since `since` (desk clock, ms); oldest first. */
export async function operationsOf(authorId: string, since: number): Promise<readonly OutboxOperation[]> {
  const [waiting, resolved] = await Promise.all([
    ops.toArray(),
    receipts.where('[authorId+resolvedAt]').between([authorId, since], [authorId, Infinity], true, true).toArray(),
  ]);
  return [...waiting.filter((operation) => operation.authorId === authorId), ...resolved].sort((a, b) => a.seq - b.seq);
}
