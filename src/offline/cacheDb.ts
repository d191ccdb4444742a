import Dexie, { type EntityTable, type Table } from 'dexie';

export interface MasterRow {
  readonly resource: string;
  readonly id: string;
  /** As the server sent it; carries `searchKey`: pinyin, initials, name and code, parted by U+0001. */
  readonly row: Readonly<Record<string, unknown>>;
}
export interface SyncRow {
  readonly key: 'master';
  /** Opaque; good for all cached resources together. */
  readonly cursor: string;
  /** Desk clock, ms: when the server last said that there is nothing newer; null while the first load is under way. */
  readonly syncedAt: number | null;
  /** Another one with every change of the copies, never used again: indexes in memory know by it when they are old. */
  readonly generation: string;
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
}
export interface PickRow {
  readonly userId: string;
  readonly resource: string;
  readonly id: string;
  readonly pickedAt: number;
}
export interface OwnerRow {
  readonly key: 'owner';
  readonly userId: string;
  readonly tenantId: string;
}

/** `accession-cache`: copies of what the server holds. May be dropped at any time; emptied at logout and when another user comes. */
class CacheDb extends Dexie {
  declare master: Table<MasterRow, [resource: string, id: string]>;
  declare sync: EntityTable<SyncRow, 'key'>;
  declare worklists: Table<WorklistRow, [userId: string, name: string]>;
  declare picks: Table<PickRow, [userId: string, resource: string, id: string]>;
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
  }
}

export const cacheDb = new CacheDb();

/** Empties the copies: at logout, for another user, and when the disk is full. */
export async function emptyCache(): Promise<void> {
  await cacheDb.transaction('rw', cacheDb.tables, async () => {
    await Promise.all(cacheDb.tables.map((table) => table.clear()));
  });
}

/** Makes the copies those of this user; another user's, or another tenant's, are dropped first. */
export async function claimCache(user: { readonly userId: string; readonly tenantId: string }): Promise<void> {
  const owner = await cacheDb.owner.get('owner');
  if (owner?.userId === user.userId && owner.tenantId === user.tenantId) return;
  if (owner) await emptyCache();
  await cacheDb.owner.put({ key: 'owner', userId: user.userId, tenantId: user.tenantId });
}
