import type { Dexie } from 'dexie';
import { coalesced } from '#src/offline/platform/coalesce.ts';
import { onCommit } from '#src/offline/platform/mutations.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { queueView } from '#src/offline/outbox/queueView.ts';
import { type ActEntry, actEntry, doneEntry, isSealed, type JournalEntry } from './entry.ts';
import type { Survey } from './journal.ts';
import { canKeepJournal, type JournalLink, openJournalLink } from './journalLink.ts';
import { difference, heldKeys, missingEntries, putBack } from './restore.ts';

/** off: this browser, or a page without https, has no place for it. failing: the disk did not take it; tried again by itself. */
export type CopyState = 'off' | 'starting' | 'on' | 'failing';
export interface SecondCopy {
  readonly state: CopyState;
  /** Acts that were put back into the queue since this page was opened. */
  readonly restored: number;
  /** Damaged stretches of the journal that were passed over. */
  readonly faults: number;
  /** Bytes of this page's file. */
  readonly bytes: number;
  /** What the disk said last where the copy is failing. */
  readonly reason: string | null;
  /** What the browser said where it will not open the queue's database; null where it opens. */
  readonly queueFault: string | null;
}

/** The queue waits so long for its second copy at page start, ms: a slow disk must not keep a desk from working. */
const patienceMs = 5000;
/** An act is copied when nothing was saved for so long, or so long after it at the latest, ms. */
const restMs = 20;
const burstMs = 200;
/** Marks only spare the server some repeats: they may come late, and many together. */
const markGapMs = 2000;
const upkeepMs = 3_600_000;

/** This page's part in the second copy: writes what the queue commits, and puts back what the queue has lost. */
export class CopyKeeper {
  private link: JournalLink | null = null;
  private told: SecondCopy = { state: 'off', restored: 0, faults: 0, bytes: 0, reason: null, queueFault: null };
  private readonly listeners = new Set<() => void>();
  /** Acts by key -> turn, as the journal believes them. */
  private owed = new Map<string, number>();
  private resolved = new Map<string, number>();
  private heard = new Set<string>();
  private pending: JournalEntry[] = [];
  private marks: Readonly<Record<string, string>> = {};
  private isWriting = false;
  /** Desk clock, ms; null where nothing is pending. */
  private pendingSince: number | null = null;
  private writing: ReturnType<typeof setTimeout> | undefined;
  private isAllHeard = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly mark = coalesced(
    () => this.writeMarks().catch(() => undefined),
    () => markGapMs,
  );

  private readonly openLink: () => JournalLink | null;
  private readonly againMs: number;

  /** `againMs`: so long after a failure it is tried again. */
  constructor(openLink: () => JournalLink | null, againMs = 60_000) {
    this.openLink = openLink;
    this.againMs = againMs;
  }

  get current(): SecondCopy {
    return this.told;
  }
  /** Hears of every change; answers the function that ends it. */
  observe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  private tell(change: Partial<SecondCopy>): void {
    this.told = { ...this.told, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Once, at page start, before anything opens the queue: stands between its database and all who open it. Answers the function that ends it. */
  start(): () => void {
    this.link = this.openLink();
    if (this.link) this.tell({ state: 'starting' });
    const whenOpen = (db?: Dexie): Promise<void> => {
      this.tell({ queueFault: null });
      // Within the opening: nobody reads or sends before the copies were compared.
      return this.link ? Promise.race([this.check(db ?? outboxDb), after(patienceMs)]) : Promise.resolve();
    };
    outboxDb.on('ready', whenOpen as () => Promise<void>, true);
    void this.open();
    // Said while the page can still say it; the worker writes what it has heard.
    const leave = (): void => void this.writePending();
    globalThis.addEventListener?.('pagehide', leave);
    const stops = [
      () => globalThis.removeEventListener?.('pagehide', leave),
      onCommit((changed) => this.hear(changed('accession-outbox', 'ops'), changed('accession-outbox', 'receipts'))),
      queueView.watch({ since: Infinity, tell: () => undefined, fail: () => void this.open() }),
    ];
    this.checkIn(upkeepMs);
    return () => {
      clearTimeout(this.timer);
      clearTimeout(this.writing);
      outboxDb.on('ready').unsubscribe(whenOpen as () => Promise<void>);
      for (const stop of stops) stop();
      this.link?.close();
      this.link = null;
      this.tell({ state: 'off' });
    };
  }

  /** Tries to open the queue's database; false where the browser will not. */
  async open(): Promise<boolean> {
    try {
      await outboxDb.open();
      return true;
    } catch (error) {
      this.tell({ queueFault: String((error as Error | null)?.message ?? error) });
      return false;
    }
  }

  /**
   * A person has decided to give up a database that will not open: it is deleted, and a new one is filled from the journal.
   * Nothing else ever deletes it. Throws where it cannot be deleted or nothing could be read from the journal.
   */
  async startAfresh(): Promise<number> {
    const before = this.told.restored;
    await this.survey();
    await outboxDb.delete({ disableAutoOpen: false });
    await outboxDb.open();
    return this.told.restored - before;
  }

  /**
   * Acts as they were committed, noted in the journal; returns at once. It is written when the queue rests for a moment:
   * a flush in the middle of a burst would make the next commit wait for the disk.
   */
  note(operations: readonly OutboxOperation[]): void {
    // What is not written now is found by the next comparison.
    if (!this.link || this.told.state === 'failing') return;
    this.pending.push(...operations.filter(isSealed).map((operation) => actEntry(operation)));
    const now = Date.now();
    this.pendingSince ??= now;
    clearTimeout(this.writing);
    this.writing = setTimeout(() => void this.writePending(), Math.max(0, Math.min(restMs, this.pendingSince + burstMs - now)));
  }

  /** What proves this desk in a house should its credential be lost; undefined where the journal has nothing, or was not read yet. */
  joinMark(tenantId: string): string | undefined {
    return this.marks[tenantId];
  }
  /** Keeps what proves this desk in a house; written only where it says something new. Never throws. */
  async noteJoinMark(tenantId: string, joinMark: string): Promise<void> {
    if (!this.link || this.told.state !== 'on' || this.marks[tenantId] === joinMark) return;
    this.marks = { ...this.marks, [tenantId]: joinMark };
    await this.append([{ kind: 'join', joinMarks: this.marks, at: Date.now() }]).catch(() => undefined);
  }

  private async writePending(): Promise<void> {
    this.pendingSince = null;
    if (this.isWriting) return;
    this.isWriting = true;
    try {
      while (this.pending.length > 0) await this.append(this.pending.splice(0));
    } catch {
      this.pending = [];
    } finally {
      this.isWriting = false;
    }
  }

  /** Every act the journal holds that is owed. Empty where there is no journal. Throws where it cannot be read. */
  async owedActs(): Promise<readonly ActEntry[]> {
    if (!this.link) return [];
    const { acts } = await this.survey();
    return this.link.ask({ kind: 'read', opIds: acts.filter(({ done }) => done === null).map(({ opId }) => opId) });
  }

  private async survey(): Promise<Survey> {
    if (!this.link) throw new Error('there is no second copy');
    const survey = await this.link.ask({ kind: 'survey', now: Date.now() });
    this.owed = new Map(survey.acts.filter(({ done }) => done === null).map(({ opId, turn }) => [opId, turn]));
    this.resolved = new Map(survey.acts.filter(({ done }) => done !== null).map(({ opId, turn }) => [opId, turn]));
    this.marks = survey.join?.joinMarks ?? {};
    this.tell({ faults: survey.faults, bytes: survey.bytes });
    return survey;
  }

  /** Compares both copies and completes each from the other. Never throws. */
  private async check(db: Dexie): Promise<void> {
    const { link } = this;
    if (!link) return;
    try {
      const survey = await this.survey();
      const held = await heldKeys(db);
      const found = difference(survey, held, Date.now());
      const texts = found.lost.length > 0 ? await link.ask({ kind: 'read', opIds: found.lost.map(({ opId }) => opId) }) : [];
      const owed = texts.length > 0 || survey.queue ? await putBack(db, texts, survey) : 0;
      this.tell({ state: 'on', reason: null, restored: this.told.restored + owed });
      const { queue } = await heldKeys(db);
      await this.append([
        ...(await missingEntries(db, found)),
        ...(queue && JSON.stringify(queue) !== JSON.stringify(survey.queue) ? [{ kind: 'queue' as const, queue, at: Date.now() }] : []),
      ]);
    } catch (error) {
      this.fail(link, error);
    }
  }

  private async append(entries: readonly JournalEntry[]): Promise<void> {
    const { link } = this;
    if (!link || entries.length === 0) return;
    for (const entry of entries) {
      if (entry.kind === 'act') this.owed.set(entry.row.opId, entry.turn);
      if (entry.kind === 'done') this.owed.delete(entry.opId);
      if (entry.kind === 'done') this.resolved.set(entry.opId, entry.turn);
    }
    try {
      await link.ask({ kind: 'append', entries });
      if (this.told.state !== 'on') this.tell({ state: 'on', reason: null });
    } catch (error) {
      this.fail(link, error);
      throw error;
    }
  }

  /** What was not written is found by the next comparison. A worker that failed may hold files: another one begins anew. */
  private fail(link: JournalLink, error: unknown): void {
    // Others that waited for the same worker fail with it.
    if (link !== this.link) return;
    link.close();
    const isImpossible = (error as Error | null)?.name === 'SecurityError' || (error as Error | null)?.name === 'NotSupportedError';
    this.link = isImpossible ? null : this.openLink();
    this.tell({ state: isImpossible ? 'off' : 'failing', reason: String((error as Error | null)?.message ?? error) });
    if (!isImpossible) this.checkIn(this.againMs);
  }

  private checkIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.checkIn(upkeepMs);
      if (outboxDb.isOpen()) void this.check(outboxDb);
    }, ms);
  }

  private hear(open: ReadonlySet<string> | 'all', closed: ReadonlySet<string> | 'all'): void {
    if (!this.link || this.told.state === 'failing') return;
    if (open === 'all' || closed === 'all') this.isAllHeard = true;
    else {
      for (const key of open) if (this.resolved.has(key)) this.heard.add(key);
      for (const key of closed) if (this.owed.has(key)) this.heard.add(key);
    }
    if (this.isAllHeard || this.heard.size > 0) this.mark();
  }

  private async writeMarks(): Promise<void> {
    const keys = this.isAllHeard ? [...this.owed.keys(), ...this.resolved.keys()] : [...this.heard];
    this.heard = new Set();
    this.isAllHeard = false;
    if (keys.length === 0) return;
    const [open, closed] = await Promise.all([outboxDb.ops.bulkGet(keys), outboxDb.receipts.bulkGet(keys)]);
    await this.append(
      keys.flatMap((key, at): JournalEntry[] => {
        const [waiting, done] = [open[at], closed[at]];
        const owedTurn = this.owed.get(key);
        const resolvedTurn = this.resolved.get(key);
        if (done && owedTurn !== undefined) return [doneEntry(done, owedTurn)];
        // The server had lost it and it is owed once more.
        if (waiting && resolvedTurn !== undefined && owedTurn === undefined) return [actEntry(waiting, resolvedTurn + 1)];
        return [];
      }),
    );
  }
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const secondCopy = new CopyKeeper(() => (canKeepJournal() ? openJournalLink() : null));

/** Notes acts that have just been committed, in the second copy; returns at once. Nothing where this page keeps none. */
export function noteInJournal(...operations: readonly OutboxOperation[]): void {
  secondCopy.note(operations);
}
