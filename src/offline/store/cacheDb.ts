import Dexie, { type EntityTable, type Table } from 'dexie';

export interface MasterRow {
  readonly resource: string;
  readonly id: string;
  /** As the server sent it; carries `searchKey`: pinyin, initials, name and code, parted by U+0001. */
  readonly row: Readonly<Record<string, unknown>>;
}
/** What a search needs of some rows of a resource (masterSegment.ts). A later segment overrides what earlier ones say of a row. */
export interface SegmentRow {
  readonly seq?: number;
  readonly resource: string;
  readonly ids: readonly string[];
  /** A line a row: pinyin, initials, name, code. */
  readonly text: string;
  /** Where the lines begin, and where the last one ends. */
  readonly starts: Uint32Array;
  /** 1 where the row may not be used any more. */
  readonly disabled: Uint8Array;
  /** Rows that are no more. */
  readonly gone: readonly string[];
}
export interface SyncRow {
  readonly key: 'master';
  /** Opaque; good for all cached resources together. */
  readonly cursor: string;
  /** Desk clock, ms: when the server last said that there is nothing newer; null while the first load is under way. */
  readonly syncedAt: number | null;
  /** Another one with every change of the copies, never used again: what is held in memory knows by it when it is old. */
  readonly generation: string;
  /** Another one whenever the segments were made anew; undefined where copies of an earlier version were never packed. */
  readonly epoch?: string;
  /** Of each resource the seqs of its last segments that are small enough to be merged, oldest first. */
  readonly tails?: Readonly<Record<string, readonly number[]>>;
  /** How many rows there are; while the first load is under way, how many have come. */
  readonly rowCount?: number;
  /** Resources the user may not view. */
  readonly denied: readonly string[];
}
export interface WorklistRow {
  readonly userId: string;
  readonly name: string;
  /** Only where the page has no WebCrypto. */
  readonly rows?: readonly unknown[];
  /** The rows under the person's data key (`sealValue`). */
  readonly sealed?: string;
  readonly fetchedAt: number;
  /** Of how many it is the beginning. */
  readonly total?: number;
}
export interface PickRow {
  readonly userId: string;
  readonly resource: string;
  readonly id: string;
  readonly pickedAt: number;
}
/** A part of the index of recent persons, as it came. Without the key, which lies sealed among the work lists, it names nobody. */
export interface PersonMarksRow {
  readonly seq?: number;
  readonly entries: Uint8Array<ArrayBuffer>;
  /** The newest day of its entries, as they count days. */
  readonly lastDay: number;
  readonly cursor: string;
}
export interface OwnerRow {
  readonly key: 'owner';
  readonly userId: string;
  readonly tenantId: string;
}

/** `accession-cache`: copies of what the server holds. May be dropped at any time; what is one person's own goes with them. */
class CacheDb extends Dexie {
  declare master: Table<MasterRow, [resource: string, id: string]>;
  declare segments: Table<SegmentRow, number>;
  declare sync: EntityTable<SyncRow, 'key'>;
  declare worklists: Table<WorklistRow, [userId: string, name: string]>;
  declare picks: Table<PickRow, [userId: string, resource: string, id: string]>;
  declare personMarks: Table<PersonMarksRow, number>;
  declare owner: EntityTable<OwnerRow, 'key'>;

  constructor() {
    super('accession-cache');
    this.version(1).stores({
      master: '[resource+id], resource',
      sync: 'key',
      worklists: '[userId+name]',
      picks: '[userId+resource+id], [userId+resource+pickedAt]',
      owner: 'key',
    });
    // Lists of the first version lay open on the disk.
    this.version(2).upgrade((transaction) => transaction.table('worklists').clear());
    this.version(3).stores({ segments: '++seq, [resource+seq]' });
    this.version(4).stores({ personMarks: '++seq' });
  }
}

export const cacheDb = new CacheDb();

/** Empties the copies: for another tenant, and when the disk is full. */
export async function emptyCache(): Promise<void> {
  await cacheDb.transaction('rw', cacheDb.tables, async () => {
    await Promise.all(cacheDb.tables.map((table) => table.clear()));
  });
}

/** Forgets what is one person's own: their work lists and what they picked. At logout and when another one comes. */
export async function dropPersonal(): Promise<void> {
  await Promise.all([cacheDb.worklists.clear(), cacheDb.picks.clear(), cacheDb.personMarks.clear()]);
}

/**
 * Makes the copies those of this user. Another's work lists go; master data of the same tenant stays, so that the next
 * person can work without network too: at their first contact the server says whether their rights are the same, else it is fetched anew.
 */
export async function claimCache(user: { readonly userId: string; readonly tenantId: string }): Promise<void> {
  const owner = await cacheDb.owner.get('owner');
  if (owner?.userId === user.userId && owner.tenantId === user.tenantId) return;
  if (owner) await (owner.tenantId === user.tenantId ? dropPersonal() : emptyCache());
  await cacheDb.owner.put({ key: 'owner', userId: user.userId, tenantId: user.tenantId });
}
