import { saveFact } from '#src/api/deviceDb.ts';
import { dropKeptImages } from './imageCache.ts';
import { emptyCache } from './cacheDb.ts';

export interface DiskSpace {
  /** Bytes this origin uses, and may use at most. */
  readonly used: number;
  readonly quota: number;
}

/** Images stop here, so that text is never refused for their sake (docs/offline.md#pictures). */
const imageShare = 0.8;
const imageLeftBytes = 200 * 1024 * 1024;
/** An act takes some 2 KB, and as much in the journal: days of a busy desk. */
const lowBytes = 20 * 1024 * 1024;

/** What the browser says of this origin's room on the disk; null where it does not say. */
export async function diskSpace(): Promise<DiskSpace | null> {
  const storage = (globalThis.navigator as Navigator | undefined)?.storage as StorageManager | undefined;
  const { usage, quota } = (await storage?.estimate?.().catch(() => undefined)) ?? {};
  return usage === undefined || quota === undefined || quota === 0 ? null : { used: usage, quota };
}

/** True while images may be taken: at most 80 % used and at least 200 MB left. Where the browser says nothing, the disk itself will. */
export async function canTakeImages(): Promise<boolean> {
  const space = await diskSpace();
  return space === null || (space.used <= space.quota * imageShare && space.quota - space.used >= imageLeftBytes);
}

/** Gives up what can be fetched again: copies of master data and worklists, and screens that need the network anyway. Never an act. */
export async function giveUpCopies(): Promise<void> {
  await Promise.allSettled([emptyCache(), dropKeptImages(), (globalThis as { readonly caches?: CacheStorage }).caches?.delete('online-screens')]);
}

/** True where so little is left that copies are not fetched again: the room is for acts. */
export async function isNearlyFull(): Promise<boolean> {
  const space = await diskSpace();
  return space !== null && space.quota - space.used < lowBytes;
}

/** Asks the browser not to evict this origin; its answer is shown, not believed. */
export async function askPersistence(): Promise<void> {
  const storage = (globalThis.navigator as Navigator | undefined)?.storage as StorageManager | undefined;
  if (!storage?.persist) return;
  await saveFact('isPersisted', (await storage.persisted()) || (await storage.persist()));
}
