import type { QueueRow } from '#src/offline/store/operation.ts';
import { type ActEntry, type DoneEntry, endedBy, type EntryOfAct, type JoinEntry, type JournalEntry } from './entry.ts';

/** Resolved acts are dropped so long after: as long as the queue itself keeps their receipts. */
export const keptMs = 7 * 24 * 3_600_000;

interface Line<Place> {
  act?: { readonly turn: number; readonly seq: number; readonly place: Place };
  done?: DoneEntry;
}
export interface KnownAct<Place> {
  readonly opId: string;
  readonly turn: number;
  readonly seq: number;
  readonly place: Place;
  /** null while it is owed. */
  readonly done: DoneEntry | null;
}

/** What the files of the journal say together, without the acts themselves: whatever the order, and however often they say it. */
export class Ledger<Place> {
  private readonly lines = new Map<string, Line<Place>>();
  private queueAt = -1;
  /** The device's id and highest number; null where nothing was found. */
  queue: QueueRow | null = null;
  /** The last word on how the desk proves itself; null where nothing was found. */
  join: JoinEntry | null = null;

  take(entry: JournalEntry, place: Place): void {
    if (entry.kind === 'queue') this.takeQueue(entry.queue, entry.at);
    else if (entry.kind === 'join') this.join = this.join && this.join.at > entry.at ? this.join : entry;
    else if (entry.kind === 'done') this.takeDone(entry);
    else this.takeAct(entry, place);
  }

  /** Every act whose text was found. */
  acts(): readonly KnownAct<Place>[] {
    return [...this.lines].flatMap(([opId, { act, done }]) =>
      act ? [{ opId, turn: act.turn, seq: act.seq, place: act.place, done: done && done.turn >= act.turn ? done : null }] : [],
    );
  }

  /** True where this very entry says what nothing else says and what must be kept: what is owed, and what was resolved less than 7 days ago. */
  isNeeded(entry: EntryOfAct, place: Place, now: number): boolean {
    const { act, done } = this.lines.get(entry.kind === 'act' ? entry.row.opId : entry.opId) ?? {};
    const isOwed = act !== undefined && !(done && done.turn >= act.turn);
    if (entry.kind === 'act') return act?.place === place && (isOwed || (done?.at ?? 0) > now - keptMs);
    // Of an act that is owed again, what resolved it the last time says nothing.
    return !isOwed && done === entry && done.at > now - keptMs;
  }

  private takeAct(entry: ActEntry, place: Place): void {
    const { opId, seq, deviceId, createdAt, epoch } = entry.row;
    const line = this.line(opId);
    if (!line.act || entry.turn >= line.act.turn) line.act = { turn: entry.turn, seq, place };
    this.takeQueue({ key: 'queue', deviceId, seq, epoch }, createdAt);
    const ended = endedBy(entry);
    if (ended) this.takeDone(ended);
  }
  private takeDone(entry: DoneEntry): void {
    const line = this.line(entry.opId);
    if (!line.done || entry.turn >= line.done.turn) line.done = entry;
  }
  /** The id is that of the latest word; the numbers are the highest said of that id. */
  private takeQueue(queue: QueueRow, at: number): void {
    const known = this.queue;
    if (known && known.deviceId !== queue.deviceId && at <= this.queueAt) return;
    this.queueAt = Math.max(this.queueAt, at);
    this.queue =
      known?.deviceId === queue.deviceId
        ? { ...known, seq: Math.max(queue.seq, known.seq), epoch: Math.max(queue.epoch, known.epoch) }
        : { ...queue, key: 'queue' };
  }
  private line(opId: string): Line<Place> {
    const line = this.lines.get(opId) ?? {};
    this.lines.set(opId, line);
    return line;
  }
}
