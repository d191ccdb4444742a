import { deviceDb } from '#src/api/deviceDb.ts';
import { currentSession, onSessionChange } from '#src/api/sessionStore.ts';
import { coalesced } from '#src/offline/platform/coalesce.ts';
import { type Contact, readContact } from '#src/offline/platform/contact.ts';
import { type ChangedKeys, isOwnNews, onCommit } from '#src/offline/platform/mutations.ts';
import type { OutboxOperation, StateCheckRow, TransportRow } from '#src/offline/store/operation.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';

/** What the disk said last. */
export interface QueueFacts {
  /** null: nobody is signed in. */
  readonly userId: string | null;
  readonly contact: Contact;
  readonly persisted: boolean | null;
  readonly transport: TransportRow | null;
  readonly stateCheck: StateCheckRow | undefined;
}
interface Watcher {
  /** Resolved acts are wanted from here on, desk clock ms; Infinity: none. */
  readonly since: number;
  readonly tell: () => void;
  readonly fail: (error: unknown) => void;
}

/** Reading takes a quarter of the time at most; a quiet desk sees a change within a frame. */
const restMs = (tookMs: number): number => Math.min(250, Math.max(16, 3 * tookMs));
const retryMs = 5000;
const { ops, receipts, meta } = outboxDb;

/**
 * One copy of this desk's queue in the memory of this page, for all who show it, kept while anybody does. After a commit,
 * here, in another tab or in the service worker, only the rows it wrote are read, and bursts of commits are read together.
 */
class QueueView {
  private readonly watchers = new Set<Watcher>();
  private open = new Map<string, OutboxOperation>();
  private closed = new Map<string, OutboxOperation>();
  /** From where on `closed` is complete. */
  private since = Infinity;
  private facts: QueueFacts | null = null;
  private dirty: Set<string> | 'all' = 'all';
  private areFactsDirty = true;
  /** Told while a reading was under way that may not have seen them. */
  private toldNow = new Map<string, OutboxOperation>();
  /** Read as resolved and gone before anybody told of them: the worker may be answered while this page is busy. */
  private gone = new Set<string>();
  /** When the whole queue was read last, desk clock ms. */
  private wholeAt = 0;
  /** Another one with each forgetting: what was read for an older one is thrown away. */
  private generation = 0;
  private stop: (() => void) | null = null;
  private readonly refresh = coalesced(() => this.read(), restMs);

  /** Calls `tell` at once where the copy is there, then after every change; `fail` where the disk cannot be read. Answers the function that ends it. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    this.stop ??= this.start();
    if (watcher.since < this.since || !this.facts) {
      this.dirty = 'all';
      this.refresh();
    } else watcher.tell();
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size > 0) return;
      this.stop?.();
      this.stop = null;
      this.forget();
    };
  }

  /** null where nobody shows the queue, or it is not read yet. */
  get known(): QueueFacts | null {
    return this.facts;
  }
  /** True where the copy holds every act resolved since then. */
  reaches(since: number): boolean {
    return this.facts !== null && since >= this.since;
  }
  /** How many unresolved acts there are, everybody's. */
  get size(): number {
    return this.open.size;
  }
  /** Everybody's unresolved acts. */
  unresolved(): readonly OutboxOperation[] {
    return [...this.open.values()];
  }
  /** Everybody's acts of this desk, oldest first. */
  all(since: number): readonly OutboxOperation[] {
    const resolved = [...this.closed.values()].filter(({ resolvedAt }) => (resolvedAt ?? 0) >= since);
    return [...this.open.values(), ...resolved].sort((a, b) => a.seq - b.seq);
  }
  /** The signed-in person's acts, oldest first. */
  mine(since: number): readonly OutboxOperation[] {
    const userId = this.facts?.userId ?? null;
    return this.all(since).filter(({ authorId }) => authorId === userId);
  }
  find(opId: string): OutboxOperation | undefined {
    const found = this.open.get(opId) ?? this.closed.get(opId);
    return found?.authorId === this.facts?.userId ? found : undefined;
  }

  /** An act that has just been committed by this page: known without reading it back. Never before its commit. */
  tell(operation: OutboxOperation): void {
    const { opId } = operation;
    if (this.watchers.size === 0 || this.open.has(opId) || this.closed.has(opId) || this.gone.has(opId)) return;
    if (!this.facts) return this.readLater(opId);
    // The whole queue was read since it was made: it may have been there then, or resolved.
    if (operation.createdAt <= this.wholeAt) this.readLater(opId);
    this.toldNow.set(opId, operation);
    this.open.set(opId, operation);
    this.tellAll();
  }

  private readLater(opId: string): void {
    if (this.dirty !== 'all') this.dirty.add(opId);
    this.refresh();
  }

  private start(): () => void {
    const stops = [
      onCommit((changed) => this.hear(changed)),
      onSessionChange((session) => {
        // What belonged to another person leaves the memory at once.
        if ((session?.userId ?? null) !== this.facts?.userId) this.forget();
        this.areFactsDirty = true;
        this.refresh();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  private forget(): void {
    this.generation += 1;
    this.open = new Map();
    this.closed = new Map();
    this.toldNow = new Map();
    this.gone = new Set();
    this.since = Infinity;
    this.facts = null;
    this.dirty = 'all';
    this.areFactsDirty = true;
  }

  private hear(changed: (database: string, table: string) => ChangedKeys): void {
    const touched = (database: string, table: string): boolean => {
      const keys = changed(database, table);
      return keys === 'all' || keys.size > 0;
    };
    const notes = changed('accession-outbox', 'meta');
    if (
      touched('accession-device', 'facts') ||
      touched('accession-device', 'session') ||
      notes === 'all' ||
      notes.has('transport') ||
      notes.has('stateCheck')
    ) {
      this.areFactsDirty = true;
    }
    // What this page has saved was told before, and needs no reading.
    for (const table of isOwnNews() ? [] : ['ops', 'receipts']) {
      const keys = changed('accession-outbox', table);
      if (keys === 'all') this.dirty = 'all';
      else if (this.dirty !== 'all') for (const key of keys) this.dirty.add(key);
    }
    // A turn later: commits that are told in one turn are read together.
    setTimeout(() => {
      if (this.isDirty()) this.refresh();
    });
  }

  private isDirty(): boolean {
    return this.areFactsDirty || this.dirty === 'all' || this.dirty.size > 0;
  }

  private async read(): Promise<void> {
    if (this.watchers.size === 0 || !this.isDirty()) return;
    const { generation } = this;
    const wanted = Math.min(...[...this.watchers].map(({ since }) => since));
    try {
      const facts = this.areFactsDirty || !this.facts ? await this.readFacts() : this.facts;
      const isWhole = this.dirty === 'all' || facts.userId !== this.facts?.userId || wanted < this.since;
      const keys = this.dirty === 'all' ? [] : [...this.dirty];
      this.dirty = new Set();
      this.toldNow = new Map();
      const place = isWhole ? await this.readAll(facts, wanted) : await this.readSome(keys);
      // Somebody else signed in meanwhile, or nobody looks any more: this was read for a memory that is gone.
      if (generation !== this.generation) return;
      place();
      this.facts = facts;
      this.tellAll();
    } catch (error) {
      this.dirty = 'all';
      this.areFactsDirty = true;
      for (const { fail } of this.watchers) fail(error);
      setTimeout(() => this.refresh(), retryMs);
    }
  }

  private async readFacts(): Promise<QueueFacts> {
    this.areFactsDirty = false;
    const [session, contact, persisted, [transport, stateCheck]] = await Promise.all([
      currentSession(),
      readContact(),
      deviceDb.facts.get('isPersisted'),
      meta.bulkGet(['transport', 'stateCheck']),
    ]);
    return {
      userId: session?.userId ?? null,
      contact,
      persisted: typeof persisted?.value === 'boolean' ? persisted.value : null,
      transport: transport?.key === 'transport' ? transport : null,
      stateCheck: stateCheck?.key === 'stateCheck' ? stateCheck : undefined,
    };
  }

  private async readAll({ userId }: QueueFacts, since: number): Promise<() => void> {
    const [waiting, resolved] = await outboxDb.transaction('r', ops, receipts, () =>
      Promise.all([ops.toArray(), userId === null || since === Infinity ? [] : receipts.where('resolvedAt').aboveOrEqual(since).toArray()]),
    );
    return () => {
      this.closed = byId(resolved);
      this.open = byId([...waiting, ...[...this.toldNow.values()].filter(({ opId }) => !this.closed.has(opId))]);
      this.since = since;
      this.wholeAt = Date.now();
      for (const opId of this.toldNow.keys()) this.readLater(opId);
    };
  }

  private async readSome(keys: readonly string[]): Promise<() => void> {
    if (keys.length === 0) return () => undefined;
    // The sender waits for its turn on these tables meanwhile: no row is asked for that nobody shows.
    const [waiting, resolved] = await outboxDb.transaction('r', ops, receipts, () =>
      Promise.all([readOpen(keys), this.since === Infinity ? [] : receipts.bulkGet([...keys])]),
    );
    return () =>
      keys.forEach((key, at) => {
        const row = resolved[at];
        if (!waiting[at] && !row && !this.open.has(key)) this.gone.add(key);
        place(this.open, key, waiting[at]);
        place(this.closed, key, row && (row.resolvedAt ?? 0) >= this.since ? row : undefined);
      });
  }

  private tellAll(): void {
    for (const { tell } of this.watchers) tell();
  }
}

/** From so many rows on the table whole is one question instead of as many. */
const manyKeys = 40;

async function readOpen(keys: readonly string[]): Promise<readonly (OutboxOperation | undefined)[]> {
  if (keys.length < manyKeys) return ops.bulkGet([...keys]);
  const rows = byId(await ops.toArray());
  return keys.map((key) => rows.get(key));
}

function place(rows: Map<string, OutboxOperation>, key: string, row: OutboxOperation | undefined): void {
  if (row) rows.set(key, row);
  else rows.delete(key);
}

const byId = (rows: readonly OutboxOperation[]): Map<string, OutboxOperation> => new Map(rows.map((row) => [row.opId, row]));

export const queueView = new QueueView();
