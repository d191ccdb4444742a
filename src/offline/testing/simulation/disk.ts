import type { OutboxReader, OutboxStore, OutboxTx } from '../../core/ports.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { memoryTx, type MemoryTx, type Rows } from '../memoryStore.ts';
import type { Pace } from './pace.ts';

/** A page or worker as the disk knows it: it may be gone when its turn comes. */
export interface Holder {
  readonly name: string;
  readonly isAlive: boolean;
  /** Resolves at its next turn; never, where it has died by then. */
  readonly turn: (label: string, ms?: number) => Promise<void>;
}

/** strict: a commit is reported when it is on the disk. relaxed: it is reported before, and reaches the disk within half a minute. */
export type Durability = 'strict' | 'relaxed';

const writebackMs = 30_000;
const none: Rows = { ops: new Map(), meta: new Map() };

/**
 * The outbox database of one browser profile: read-write transactions one after another whoever makes them, each whole or not at all.
 * What a killed process has committed stays; of what it had not, nothing is left. A power cut takes what had not been flushed.
 */
export class Disk {
  durability: Durability = 'strict';
  /** When a transaction is called done: when it is committed, or already when its last request has succeeded. */
  reportsAt: 'complete' | 'request' = 'complete';
  /** Told after every commit, as IndexedDB tells all pages. */
  onCommit: () => void = () => undefined;
  #committed: Rows = none;
  #flushed: Rows = none;
  #outages = 0;
  #active: Holder | null = null;
  readonly #waiting: { readonly holder: Holder; readonly begin: () => void }[] = [];
  readonly #pace: Pace;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  get rows(): Rows {
    return this.#committed;
  }
  all(): readonly OutboxOperation[] {
    return [...this.#committed.ops.values()].sort((a, b) => a.seq - b.seq);
  }
  unresolved(): readonly OutboxOperation[] {
    return this.all().filter(({ resolvedAt }) => resolvedAt === null);
  }

  /** The database as one page or worker has it open; `bend` stands between it and whoever uses it. */
  open(holder: Holder, bend: (tx: MemoryTx) => OutboxTx = (tx) => tx): OutboxStore {
    return {
      read: async <T>(work: (tx: OutboxReader) => Promise<T>): Promise<T> => {
        await holder.turn('read');
        return work(bend(memoryTx(new Map(this.#committed.ops), new Map(this.#committed.meta))));
      },
      change: async <T>(work: (tx: OutboxTx) => Promise<T>): Promise<T> => {
        await this.#begin(holder);
        const ops = new Map(this.#committed.ops);
        const meta = new Map(this.#committed.meta);
        let answer: T;
        try {
          answer = await work(bend(memoryTx(ops, meta)));
        } catch (error) {
          this.#end();
          throw error;
        }
        const committed = this.#finish(holder, { ops, meta });
        if (this.reportsAt === 'complete') await committed;
        return answer;
      },
    };
  }

  /** The processes that died leave their transactions: nothing of them stands, the next one begins. */
  release(): void {
    if (this.#active && !this.#active.isAlive) this.#end();
  }

  /** What was not flushed is gone. All processes are dead already. */
  cutPower(): void {
    this.#outages += 1;
    this.#committed = this.#flushed;
  }

  async #finish(holder: Holder, rows: Rows): Promise<void> {
    await holder.turn('commit', 3);
    this.#commit(rows);
    this.#end();
    await holder.turn('complete');
  }

  #begin(holder: Holder): Promise<void> {
    return new Promise((begin) => {
      this.#waiting.push({ holder, begin });
      this.#next();
    });
  }
  #next(): void {
    while (!this.#active) {
      const next = this.#waiting.shift();
      if (!next) return;
      if (!next.holder.isAlive) continue;
      this.#active = next.holder;
      next.begin();
    }
  }
  #end(): void {
    this.#active = null;
    this.#next();
  }

  #commit(rows: Rows): void {
    this.#committed = rows;
    if (this.durability === 'strict') this.#flushed = rows;
    else void this.#writeBack(rows, this.#outages);
    this.onCommit();
  }

  async #writeBack(rows: Rows, outages: number): Promise<void> {
    await this.#pace.step('writeback', writebackMs);
    if (outages === this.#outages) this.#flushed = rows;
  }
}
