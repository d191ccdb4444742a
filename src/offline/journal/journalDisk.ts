/** An open file; nothing else writes to it. Sizes and places in bytes. Everything throws where the disk does. */
export interface JournalFile {
  readonly size: () => number;
  readonly read: (at: number, length: number) => Uint8Array;
  readonly write: (bytes: Uint8Array, at: number) => void;
  /** What was written before is on the disk when this returns. */
  readonly flush: () => void;
  readonly truncate: (size: number) => void;
  readonly close: () => void;
}

/** Where the journal's files lie. A file belongs to the page that has claimed its name; a page that dies leaves its file unclaimed. */
export interface JournalDisk {
  readonly list: () => Promise<readonly string[]>;
  /** False where a living page has it. Held until released or until this page dies. */
  readonly claim: (name: string) => Promise<boolean>;
  readonly release: (name: string) => void;
  /** Made where there is none. Only under a claim. */
  readonly open: (name: string) => Promise<JournalFile>;
  /** What a living page's file holds now; null where it is gone. */
  readonly look: (name: string) => Promise<Uint8Array | null>;
  readonly remove: (name: string) => Promise<void>;
  /**
   * True where so many bytes may leave the disk. After a power cut Chromium may count less than lies here; what it then
   * takes away below nothing it believes to be 4 GB, and refuses every further write of the whole origin.
   */
  readonly canLose: (bytes: number) => Promise<boolean>;
  /** One page at a time. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}
