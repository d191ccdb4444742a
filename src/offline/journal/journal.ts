import type { QueueRow } from '#src/offline/store/operation.ts';
import { type ActEntry, asEntry, type DoneEntry, type JoinEntry, type JournalEntry } from './entry.ts';
import type { JournalDisk, JournalFile } from './journalDisk.ts';
import { Ledger } from './ledger.ts';
import { encodeRecord, readRecords } from './record.ts';

/** Where an act's text lies. `text`: in the file of another living page, as it was seen. */
type Place = { readonly name: string; readonly at: number; readonly length: number; readonly text?: ActEntry };
interface Found {
  readonly entry: JournalEntry;
  readonly place: Place;
}
interface Seen {
  readonly name: string;
  readonly found: readonly Found[];
  readonly faults: number;
  /** Bytes; behind the last whole record. */
  readonly end: number;
}
interface Dead extends Seen {
  readonly file: JournalFile;
}

/** One act the journal knows, without its text. */
export interface JournalAct {
  readonly opId: string;
  readonly turn: number;
  readonly seq: number;
  /** null while it is owed. */
  readonly done: DoneEntry | null;
}
export interface Survey {
  readonly acts: readonly JournalAct[];
  readonly queue: QueueRow | null;
  readonly join: JoinEntry | null;
  /** Damaged stretches found in the files; what lay in them is known to nobody. */
  readonly faults: number;
  /** Bytes of this page's own file. */
  readonly bytes: number;
}

const copyBytes = 1024 * 1024;
/** A file is written anew when it is larger than this and more than half of it is no longer needed, bytes. */
const spareBytes = 256 * 1024;

/**
 * The second copy (docs/offline.md#second-copy): every act once more, appended to a file of this page and flushed, outside IndexedDB.
 * Files of dead pages are taken over: one is gone on with, the others are copied into it and removed only after the flush,
 * so that at whatever point the page dies each act that is owed stands in some file.
 */
export class Journal {
  private ledger = new Ledger<Place>();
  private file: JournalFile | null = null;
  private name = '';
  private end = 0;
  private faults = 0;
  private readonly disk: JournalDisk;
  private readonly newName: () => string;

  constructor(disk: JournalDisk, newName: () => string) {
    this.disk = disk;
    this.newName = newName;
  }

  /** Takes over what dead pages left, looks at what living ones have, drops what is past keeping. Throws where the disk does. */
  survey(now: number): Promise<Survey> {
    return this.disk.alone(async () => {
      const names = await this.disk.list();
      const dead: Dead[] = [];
      const living: Seen[] = [];
      for (const name of names) {
        if (name === this.name) continue;
        if (await this.disk.claim(name)) {
          const file = await this.disk.open(name);
          dead.push({ file, ...seen(name, file.read(0, file.size()), false) });
        } else {
          const bytes = await this.disk.look(name);
          if (bytes) living.push(seen(name, bytes, true));
        }
      }
      if (this.file) dead.unshift({ file: this.file, ...seen(this.name, this.file.read(0, this.end), false) });
      this.ledger = new Ledger();
      for (const { found } of [...living, ...dead]) for (const { entry, place } of found) this.ledger.take(entry, place);
      this.faults += dead.reduce((sum, { faults }) => sum + faults, 0);
      await this.takeOver(dead, now);
      return { acts: this.ledger.acts().map(({ opId, turn, seq, done }) => ({ opId, turn, seq, done })), ...this.state() };
    });
  }

  private state(): Omit<Survey, 'acts'> {
    return { queue: this.ledger.queue, join: this.ledger.join, faults: this.faults, bytes: this.end };
  }

  /** Writes and flushes; on the disk when it returns. Throws where the disk does, or before the first survey. */
  append(entries: readonly JournalEntry[]): void {
    const { file, name } = this;
    if (!file) throw new Error('the journal is not open');
    let at = this.end;
    const records = entries.map(encodeRecord);
    for (const record of records) {
      file.write(record, at);
      at += record.length;
    }
    file.flush();
    // Only now: a write that failed half-way is written over by the next one.
    entries.forEach((entry, index) => {
      const { length } = records[index]!;
      this.ledger.take(entry, { name, at: this.end, length });
      this.end += length;
    });
  }

  /** The acts by their keys, as far as their text is found. */
  read(opIds: readonly string[]): readonly ActEntry[] {
    const wanted = new Set(opIds);
    return this.ledger.acts().flatMap(({ opId, place }) => (wanted.has(opId) ? (this.textAt(place) ?? []) : []));
  }

  private textAt({ name, at, length, text }: Place): ActEntry | null {
    if (text || name !== this.name || !this.file) return text ?? null;
    const entry = asEntry(readRecords(this.file.read(at, length)).records[0]?.value);
    return entry?.kind === 'act' ? entry : null;
  }

  private async takeOver(dead: readonly Dead[], now: number): Promise<void> {
    const needed = new Map(dead.map((each) => [each, each.found.filter((found) => this.isNeeded(found, now))]));
    const canShrink = await this.disk.canLose(dead.reduce((sum, { file }) => sum + file.size(), 0));
    const isFit = (each: Dead): boolean => (canShrink ? !isWasteful(each, needed.get(each) ?? []) : each.file.size() <= each.end);
    const resumed = dead.find((each) => each.faults === 0 && isFit(each));
    const own = resumed ?? (await this.fresh());
    const { queue, join } = this.ledger;
    this.file = own.file;
    this.name = own.name;
    this.end = own.end;
    // A torn end is cut off, so that nothing readable ever lies behind it.
    if (own.file.size() > own.end) own.file.truncate(own.end);
    const others = dead.filter((each) => each !== resumed);
    for (const each of others) this.copy(needed.get(each) ?? []);
    // Its flush also covers what an earlier page wrote into this file and did not live to flush: only then may others go.
    if (others.length > 0) this.append([...(queue ? [{ kind: 'queue' as const, queue, at: now }] : []), ...(join ? [join] : [])]);
    for (const { file, name } of others) {
      file.close();
      // What must stay is taken over once more by a later page; by then enough was written.
      if (canShrink) await this.disk.remove(name);
      this.disk.release(name);
    }
  }

  private async fresh(): Promise<Pick<Dead, 'file' | 'name' | 'end'>> {
    const name = this.newName();
    if (!(await this.disk.claim(name))) throw new Error(`${name} is taken`);
    return { name, file: await this.disk.open(name), end: 0 };
  }

  private isNeeded({ entry, place }: Found, now: number): boolean {
    return (entry.kind === 'act' || entry.kind === 'done') && this.ledger.isNeeded(entry, place, now);
  }

  private copy(found: readonly Found[]): void {
    let some: JournalEntry[] = [];
    let bytes = 0;
    for (const { entry, place } of found) {
      some.push(entry);
      bytes += place.length;
      if (bytes < copyBytes) continue;
      this.append(some);
      [some, bytes] = [[], 0];
    }
    if (some.length > 0) this.append(some);
  }
}

/** `isElsewhere`: the file is a living page's, its texts have to be kept as they were seen. */
function seen(name: string, bytes: Uint8Array, isElsewhere: boolean): Seen {
  const { records, faults, end } = readRecords(bytes);
  const found = records.flatMap(({ value, at, length }) => {
    const entry = asEntry(value);
    return entry ? [{ entry, place: { name, at, length, ...(isElsewhere && entry.kind === 'act' ? { text: entry } : {}) } }] : [];
  });
  return { name, found, faults, end };
}

function isWasteful({ end }: Dead, needed: readonly Found[]): boolean {
  const used = needed.reduce((sum, { place }) => sum + place.length, 0);
  return end > spareBytes && used < end / 2;
}
