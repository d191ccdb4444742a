import type { OutboxReader, OutboxStore, OutboxTx } from '../core/ports.ts';
import { fullBatch } from '../core/selectBatch.ts';
import { freshTransport, type MetaRow, type OutboxOperation, type QueueRow, type TransportRow } from '#src/offline/store/operation.ts';

/** Thrown where the process is killed: nothing after it runs. */
export class Killed extends Error {}

export interface Rows {
  readonly ops: ReadonlyMap<string, OutboxOperation>;
  readonly meta: ReadonlyMap<string, MetaRow>;
}

/** What no part of the product may do. */
export interface MemoryTx extends OutboxTx {
  readonly remove: (opIds: readonly string[]) => void;
}

/** A transaction over rows in memory: writes go into the maps it was given. */
export function memoryTx(ops: Map<string, OutboxOperation>, meta: Map<string, MetaRow>): MemoryTx {
  return {
    remove: (opIds) => opIds.forEach((opId) => ops.delete(opId)),
    unresolved: async () => [...ops.values()].filter(({ resolvedAt }) => resolvedAt === null).sort((a, b) => a.seq - b.seq),
    find: async (opId) => ops.get(opId),
    put: async (operations) => {
      for (const operation of operations) ops.set(operation.opId, operation);
    },
    putBlobs: async () => undefined,
    reopen: async (operations) => {
      for (const operation of operations) ops.set(operation.opId, operation);
    },
    withSeq: async (seqs) => [...ops.values()].filter(({ seq }) => seqs.includes(seq)),
    queue: async () => (meta.get('queue') as QueueRow | undefined) ?? { key: 'queue', deviceId: 'desk-00000001', seq: 0, epoch: 1 },
    transport: async () => (meta.get('transport') as TransportRow | undefined) ?? freshTransport(fullBatch.maxOps),
    save: async (row) => {
      meta.set(row.key, row);
    },
  };
}

/** The outbox in memory, with explicit commits: transactions one after another, each whole or not at all, and a place to kill the process. */
export class MemoryStore implements OutboxStore {
  disk: Rows = { ops: new Map(), meta: new Map() };
  /** Asked at every commit: kill before it, after it, or not. */
  killAt: () => 'before' | 'after' | null = () => null;
  private last: Promise<unknown> = Promise.resolve();

  change<T>(work: (tx: OutboxTx) => Promise<T>): Promise<T> {
    const mine = this.last.then(async () => {
      const ops = new Map(this.disk.ops);
      const meta = new Map(this.disk.meta);
      const answer = await work(memoryTx(ops, meta));
      const kill = this.killAt();
      if (kill === 'before') throw new Killed('before commit');
      this.disk = { ops, meta };
      if (kill === 'after') throw new Killed('after commit');
      return answer;
    });
    this.last = mine.catch(() => undefined);
    return mine;
  }

  read<T>(work: (tx: OutboxReader) => Promise<T>): Promise<T> {
    return this.last.then(() => work(memoryTx(new Map(this.disk.ops), new Map(this.disk.meta))));
  }

  all(): readonly OutboxOperation[] {
    return [...this.disk.ops.values()].sort((a, b) => a.seq - b.seq);
  }
  unresolved(): readonly OutboxOperation[] {
    return this.all().filter(({ resolvedAt }) => resolvedAt === null);
  }
}
