import type { Dexie, Transaction } from 'dexie';
import { outboxEpoch } from '#domain/kernel/offlineWire.ts';
import { allNumberKeys, counted, numberRows } from '#src/offline/store/numberRows.ts';
import type { MetaRow, OutboxOperation, QueueRow } from '#src/offline/store/operation.ts';
import { type ActEntry, actEntry, type DoneEntry, doneEntry, isSealed, type JournalEntry } from './entry.ts';
import type { JournalAct, Survey } from './journal.ts';
import { keptMs } from './ledger.ts';

/** What the queue's database holds, by keys. */
export interface HeldKeys {
  readonly open: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
  readonly queue: QueueRow | null;
}
/** Where the two copies differ. */
export interface Difference {
  /** Acts the database lacks. */
  readonly lost: readonly JournalAct[];
  /** Acts the journal lacks, or believes resolved, with the turn they are to be written under. */
  readonly unwritten: readonly { readonly opId: string; readonly turn: number }[];
  /** Acts resolved without the journal's knowledge. */
  readonly unmarked: readonly JournalAct[];
}

/** Which acts only one of the two copies knows. A resolved act the database has cleared after 7 days is not lost. */
export function difference({ acts }: Survey, { open, closed }: HeldKeys, now: number): Difference {
  const known = new Map(acts.map((act) => [act.opId, act]));
  const isCleared = ({ done }: JournalAct): boolean => done !== null && done.at <= now - keptMs;
  return {
    lost: acts.filter((act) => !open.has(act.opId) && !closed.has(act.opId) && !isCleared(act)),
    unwritten: [...open].flatMap((opId) => {
      const act = known.get(opId);
      if (!act) return [{ opId, turn: 0 }];
      return act.done ? [{ opId, turn: act.turn + 1 }] : [];
    }),
    unmarked: acts.filter(({ opId, done }) => done === null && closed.has(opId)),
  };
}

/** An act as it goes back into the queue. One that is owed may have been sent already: that only the server can say, under the same key. */
export function restoredRow({ row }: ActEntry, doneOf: ReadonlyMap<string, DoneEntry | null>): OutboxOperation {
  const done = doneOf.get(row.opId) ?? null;
  if (!done) return { ...row, ...heirs(row, doneOf), isUnknown: true };
  return {
    ...row,
    state: done.state,
    resolvedAt: done.at,
    receipt: done.receipt ? { opId: row.opId, ...done.receipt } : null,
    supersededBy: done.supersededBy ?? null,
    discard: done.discardedBy ? { ...done.discardedBy, reason: '', at: done.at } : null,
  };
}

/** Who waited for an act that was replaced waits for what stands in for it. */
function heirs({ waitsFor, dependsOn }: OutboxOperation, doneOf: ReadonlyMap<string, DoneEntry | null>): Pick<OutboxOperation, 'waitsFor'> {
  const written = waitsFor ?? dependsOn;
  const heirOf = (opId: string): string => {
    const heir = doneOf.get(opId)?.supersededBy;
    return heir === undefined || heir === opId ? opId : heirOf(heir);
  };
  const now = written.map(heirOf);
  return now.every((opId, at) => opId === written[at]) ? {} : { waitsFor: now };
}

/** The desk goes on under the journal's id, unless it has already given out numbers under another one. */
export function restoredQueue(held: QueueRow | null, kept: QueueRow | null): QueueRow | null {
  if (!kept) return held;
  if (!held || (held.seq === 0 && held.deviceId !== kept.deviceId)) return { ...kept, epoch: Math.max(kept.epoch, outboxEpoch) };
  if (held.deviceId !== kept.deviceId) return held;
  return { ...held, seq: Math.max(held.seq, kept.seq), epoch: Math.max(held.epoch, kept.epoch) };
}

export async function heldKeys(db: Dexie): Promise<HeldKeys> {
  return db.transaction('r', ['ops', 'receipts', 'meta'], async (tx) => {
    const [open, closed, queue] = await Promise.all([
      tx.table('ops').toCollection().primaryKeys(),
      tx.table('receipts').toCollection().primaryKeys(),
      heldQueue(tx),
    ]);
    return { open: new Set(open as string[]), closed: new Set(closed as string[]), queue };
  });
}

/** The desk's id, and its highest number wherever that stands: in the counter, in a row of its own, or in an act. */
async function heldQueue(tx: Transaction): Promise<QueueRow | null> {
  const meta = tx.table<MetaRow, string>('meta');
  const lastSeq = async (name: string): Promise<unknown> => (await tx.table<OutboxOperation>(name).orderBy('seq').last())?.seq;
  const [row, last, ...seqs] = await Promise.all([
    meta.get('queue'),
    meta
      .where('key')
      .between(...allNumberKeys, true, true)
      .last(),
    lastSeq('ops'),
    lastSeq('receipts'),
  ]);
  return row?.key === 'queue' ? counted(row, last?.key, seqs) : null;
}

/** One strict transaction: acts the database lacks, and the desk's id and numbers. Answers how many acts it now owes again. */
export async function putBack(db: Dexie, texts: readonly ActEntry[], { acts, queue: kept }: Survey): Promise<number> {
  const doneOf = new Map(acts.map(({ opId, done }) => [opId, done]));
  return db.transaction('rw', ['ops', 'receipts', 'meta'], async (tx) => {
    const [ops, receipts, meta] = [tx.table<OutboxOperation>('ops'), tx.table<OutboxOperation>('receipts'), tx.table<MetaRow, string>('meta')];
    const keys = texts.map(({ row }) => row.opId);
    const [open, closed, held] = await Promise.all([ops.bulkGet(keys), receipts.bulkGet(keys), heldQueue(tx)]);
    // Another page may have been quicker.
    const rows = texts.filter((_, at) => !open[at] && !closed[at]).map((text) => restoredRow(text, doneOf));
    const owed = rows.filter(({ resolvedAt }) => resolvedAt === null);
    await ops.bulkPut(owed);
    await receipts.bulkPut(rows.filter(({ resolvedAt }) => resolvedAt !== null));
    const queue = restoredQueue(held, kept);
    if (queue && JSON.stringify(queue) !== JSON.stringify(held)) {
      // The numbers' own rows too: a page that counts from memory must not give one out again.
      await meta.bulkPut([queue, ...numberRows(held?.deviceId === queue.deviceId ? held.seq : 0, queue.seq)]);
    }
    return owed.length;
  });
}

/** What the journal has to be told so that it says what the database says. */
export async function missingEntries(db: Dexie, { unwritten, unmarked }: Difference): Promise<readonly JournalEntry[]> {
  const [open, closed] = await Promise.all([
    db.table<OutboxOperation>('ops').bulkGet(unwritten.map(({ opId }) => opId)),
    db.table<OutboxOperation>('receipts').bulkGet(unmarked.map(({ opId }) => opId)),
  ]);
  return [
    ...open.flatMap((row, at) => (row && isSealed(row) ? [actEntry(row, unwritten[at]!.turn)] : [])),
    ...closed.flatMap((row, at) => (row ? [doneEntry(row, unmarked[at]!.turn)] : [])),
  ];
}
