import type { JournalDisk, JournalFile } from '../journal/journalDisk.ts';

/** Thrown where the page is killed: nothing after it runs. */
export class PageKilled extends Error {}

interface Stored {
  /** What survives a power cut. */
  flushed: Uint8Array;
  /** What a living page reads. */
  now: Uint8Array;
  /** Writes since the last flush, in order. */
  pending: { readonly at: number; readonly bytes: Uint8Array }[];
}

const put = (bytes: Uint8Array, at: number, more: Uint8Array): Uint8Array => {
  const next = new Uint8Array(Math.max(bytes.length, at + more.length));
  next.set(bytes);
  next.set(more, at);
  return next;
};

/** The journal's files in memory: what was not flushed may be lost in part, and every step is a place to kill the page. */
export class MemoryJournalDisk {
  private readonly files = new Map<string, Stored>();
  private readonly owners = new Map<string, object>();
  private alone: Promise<unknown> = Promise.resolve();
  /** Asked before each step of any page. */
  step: () => void = () => undefined;
  /** What the browser believes to lie here, bytes. */
  counted = Infinity;

  /** The disk as one page sees it. */
  page(): { readonly disk: JournalDisk; readonly die: () => void } {
    const self = {};
    const take = (): void => this.step();
    const fileOf = (name: string): Stored => {
      const stored = this.files.get(name);
      if (!stored) throw new Error(`${name} is gone`);
      return stored;
    };
    const disk: JournalDisk = {
      list: async () => (take(), [...this.files.keys()].toSorted()),
      claim: async (name) => {
        take();
        const owner = this.owners.get(name);
        if (owner) return owner === self;
        this.owners.set(name, self);
        return true;
      },
      release: (name) => void this.owners.delete(name),
      open: async (name) => {
        take();
        if (this.owners.get(name) !== self) throw new Error(`${name} is not claimed`);
        if (!this.files.has(name)) this.files.set(name, { flushed: new Uint8Array(), now: new Uint8Array(), pending: [] });
        return this.open(fileOf(name));
      },
      look: async (name) => (take(), this.files.get(name)?.now ?? null),
      remove: async (name) => {
        take();
        if (!this.files.delete(name)) throw new Error(`${name} is gone`);
      },
      canLose: async (bytes) => bytes <= this.counted,
      alone: (work) => {
        const mine = this.alone.then(work);
        this.alone = mine.catch(() => undefined);
        return mine;
      },
    };
    const die = (): void => {
      for (const [name, owner] of this.owners) if (owner === self) this.owners.delete(name);
    };
    return { disk, die };
  }

  private open(stored: Stored): JournalFile {
    return {
      size: () => stored.now.length,
      read: (at, length) => stored.now.slice(at, at + length),
      write: (bytes, at) => {
        this.step();
        stored.pending.push({ at, bytes: bytes.slice() });
        stored.now = put(stored.now, at, bytes);
      },
      flush: () => {
        this.step();
        stored.flushed = stored.now;
        stored.pending = [];
      },
      truncate: (size) => {
        this.step();
        stored.now = stored.now.slice(0, size);
      },
      close: () => undefined,
    };
  }

  /** The power is cut: of each unflushed write any part is on the disk, `share` in [0, 1) anew at each call. */
  cutPower(share: () => number): void {
    for (const stored of this.files.values()) {
      let kept = stored.flushed;
      for (const { at, bytes } of stored.pending) {
        const part = share();
        if (part > 0.2) kept = put(kept, at, bytes.subarray(0, part > 0.8 ? bytes.length : Math.floor(bytes.length * part)));
      }
      Object.assign(stored, { flushed: kept, now: kept, pending: [] });
    }
  }
  /** Turns over one byte of a file. */
  spoil(name: string, at: number): void {
    const stored = this.files.get(name);
    if (!stored) throw new Error(`${name} is gone`);
    stored.now = stored.now.slice();
    stored.now[at]! ^= 0xff;
    stored.flushed = stored.now;
  }
  get names(): readonly string[] {
    return [...this.files.keys()];
  }
  bytesOf(name: string): number {
    return this.files.get(name)?.now.length ?? 0;
  }
}
