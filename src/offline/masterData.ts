import { liveQuery, type Observable } from 'dexie';
import { currentSession } from '#src/api/sessionStore.ts';
import { cacheDb } from './cacheDb.ts';
import { isNearlyFull } from './diskSpace.ts';
import { inTurn } from './locks.ts';
import { searchIndex, type SearchIndex } from './masterIndex.ts';
import { pullMaster } from './masterSync.ts';

export type MasterRecord = Readonly<Record<string, unknown>>;
export interface MasterAge {
  /** Desk clock, ms: when the copies were last known to be complete; null: never. */
  readonly syncedAt: number | null;
  readonly rowCount: number;
}
export interface SearchOptions {
  /** Default 20. */
  readonly limit?: number;
  /** Only rows whose fields have exactly these values, by wire name. Without `isDisable` in it only enabled rows are found. */
  readonly where?: Readonly<Record<string, string | number>>;
}

const syncLock = 'master-sync';

let next: Promise<number> | null = null;

/**
 * Brings the copies up to date; null where the disk has room for acts only. Behind a pull that is under way, in another tab
 * or in a page that is just being left, one more waits for this page: it brings what changed since. The first, big load runs
 * in a worker, so that typing stays smooth. Throws CallError.
 */
export async function syncMasterData(): Promise<number | null> {
  if (await isNearlyFull()) return null;
  next ??= inTurn(syncLock, async () => {
    next = null;
    const isFirst = (await cacheDb.sync.get('master'))?.syncedAt == null;
    return isFirst && typeof Worker !== 'undefined' ? pullInWorker() : pullMaster();
  });
  return next;
}

async function pullInWorker(): Promise<number> {
  const worker = new Worker(new URL('../../workers/masterSync.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<{ changed: number } | { failed: string }>) =>
        'changed' in data ? resolve(data.changed) : reject(new Error(data.failed)),
      );
      // A worker that cannot even start must not leave the desk without its data.
      worker.addEventListener('error', () => void pullMaster().then(resolve, reject));
      worker.postMessage({ type: 'PULL' });
    });
  } finally {
    worker.terminate();
  }
}

interface Held {
  readonly generation: string;
  readonly index: SearchIndex;
}
const held = new Map<string, Promise<Held>>();

/** The index of one resource: built when first searched, and anew when the copies have changed. */
async function indexOf(resource: string): Promise<SearchIndex> {
  const generation = (await cacheDb.sync.get('master'))?.generation ?? '';
  const known = await held.get(resource);
  if (known?.generation === generation) return known.index;
  const made = cacheDb.master
    .where('resource')
    .equals(resource)
    .toArray()
    .then((rows) => ({ generation, index: searchIndex(resource, rows) }));
  held.set(resource, made);
  return (await made).index;
}

/**
 * Rows of a cached resource by code, name, pinyin or initials, best first: exact code, code from its start, then name,
 * initials and pinyin. An empty query gives what this person picked last, then the first rows.
 */
export async function searchMaster(
  resource: string,
  query: string,
  { limit = 20, where = {} }: SearchOptions = {},
): Promise<readonly MasterRecord[]> {
  const index = await indexOf(resource);
  if (query.trim() !== '') return index.search(query, limit, where);
  const picked = index.only(await recentPicks(resource), where).slice(0, limit);
  return [...picked, ...index.search('', limit, where).filter((row) => !picked.includes(row))].slice(0, limit);
}

/** One row by its id, disabled or not; undefined where this desk has no copy. */
export async function getMaster(resource: string, id: string): Promise<MasterRecord | undefined> {
  return (await cacheDb.master.get([resource, id]))?.row;
}
/** Every copy of a resource, disabled ones too. */
export async function allMaster(resource: string): Promise<readonly MasterRecord[]> {
  return (await indexOf(resource)).all();
}

export async function masterAge(): Promise<MasterAge> {
  const [sync, rowCount] = await Promise.all([cacheDb.sync.get('master'), cacheDb.master.count()]);
  return { syncedAt: sync?.syncedAt ?? null, rowCount };
}
export function observeMasterAge(): Observable<MasterAge> {
  return liveQuery(masterAge);
}

const picksKept = 20;

/** Remembers that the signed-in person picked a row: it is offered first next time. */
export async function rememberPick(resource: string, id: string): Promise<void> {
  const session = await currentSession();
  if (!session) return;
  const { userId } = session;
  await cacheDb.transaction('rw', cacheDb.picks, async () => {
    await cacheDb.picks.put({ userId, resource, id, pickedAt: Date.now() });
    const all = await cacheDb.picks
      .where('[userId+resource+pickedAt]')
      .between([userId, resource, 0], [userId, resource, Infinity])
      .sortBy('pickedAt');
    await cacheDb.picks.bulkDelete(all.slice(0, -picksKept).map((pick): [string, string, string] => [userId, resource, pick.id]));
  });
}
/** Ids the signed-in person picked last, newest first. */
export async function recentPicks(resource: string): Promise<readonly string[]> {
  const session = await currentSession();
  if (!session) return [];
  const picks = await cacheDb.picks
    .where('[userId+resource+pickedAt]')
    .between([session.userId, resource, 0], [session.userId, resource, Infinity])
    .sortBy('pickedAt');
  return picks.reverse().map(({ id }) => id);
}
