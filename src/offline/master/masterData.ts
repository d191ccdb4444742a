import { liveQuery, type Observable } from 'dexie';
import { offlineResourceByName } from '#domain/offlineResources.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { cacheDb, type MasterRow } from '#src/offline/store/cacheDb.ts';
import { isNearlyFull } from '#src/offline/store/diskSpace.ts';
import { inTurn } from '#src/offline/platform/locks.ts';
import { findIds } from './masterFinder.ts';
import { isDisabledRow, normalised, textOf } from './masterSegment.ts';
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
  /** Aborted where nobody waits for the answer any more: it is empty then. */
  readonly signal?: AbortSignal;
}

const syncLock = 'master-sync';

let next: Promise<number | null> | null = null;

/**
 * Brings the copies up to date; null where the disk has room for acts only. Behind a pull that is under way, in another tab
 * or in a page that is just being left, one more waits for this page: it brings what changed since. A big load, the first above
 * all, runs in a worker, so that typing stays smooth. Throws CallError.
 */
export async function syncMasterData(): Promise<number | null> {
  // Nobody is signed in: not even a worker is started for nothing, the login is being drawn.
  if (!(await currentSession())) return 0;
  if (await isNearlyFull()) return null;
  next ??= inTurn(syncLock, async () => {
    next = null;
    if (typeof Worker === 'undefined') return pullMaster();
    const isFirst = (await cacheDb.sync.get('master'))?.syncedAt == null;
    return (isFirst ? null : await pullMaster(undefined, { isLittle: true })) ?? pullInWorker();
  });
  return next;
}

async function pullInWorker(): Promise<number> {
  const worker = new Worker(new URL('../../../workers/masterSync.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<{ changed: number } | { failed: string }>) =>
        'changed' in data ? resolve(data.changed) : reject(new Error(data.failed)),
      );
      // A worker that cannot even start must not leave the desk without its data.
      worker.addEventListener('error', () => void pullMaster().then((changed) => resolve(changed ?? 0), reject));
      worker.postMessage({ type: 'PULL' });
    });
  } finally {
    worker.terminate();
  }
}

type Row = MasterRow['row'];
type Where = NonNullable<SearchOptions['where']>;

function meets(row: Row, where: Where): boolean {
  if (where['isDisable'] === undefined && isDisabledRow(row)) return false;
  return Object.entries(where).every(([key, value]) => textOf(row[key]) === String(value));
}
/** The rows of these ids, in their order, that meet `where`; ids without a row are left out. */
async function rowsOf(resource: string, ids: readonly string[], where: Where): Promise<Row[]> {
  const found = await cacheDb.master.bulkGet(ids.map((id): [string, string] => [resource, id]));
  return found.flatMap((one) => (one && meets(one.row, where) ? [one.row] : []));
}

/** So many rows at a time are looked at where more is asked of them than their words. */
const portion = 200;

async function found(resource: string, query: string, limit: number, where: Where, signal: AbortSignal | undefined): Promise<readonly Row[]> {
  const { isDisable, ...further } = where;
  const isPlain = Object.keys(further).length === 0;
  const words = normalised(query).split(/\s+/).filter(Boolean);
  const ids = await findIds(resource, { words, limit: isPlain ? limit : Infinity, isDisabled: Number(isDisable ?? 0) === 1, signal });
  const rows: Row[] = [];
  for (let at = 0; at < ids.length && rows.length < limit; at += portion) rows.push(...(await rowsOf(resource, ids.slice(at, at + portion), where)));
  return rows.slice(0, limit);
}

/**
 * Rows of a cached resource by code, name, pinyin or initials, best first: exact code, code from its start, then name,
 * initials and pinyin. An empty query gives what this person picked last, then the first rows.
 */
export async function searchMaster(
  resource: string,
  query: string,
  { limit = 20, where = {}, signal }: SearchOptions = {},
): Promise<readonly MasterRecord[]> {
  if (query.trim() !== '') return found(resource, query, limit, where, signal);
  const [recent, first] = await Promise.all([recentPicks(resource), found(resource, '', limit, where, signal)]);
  const picked = (await rowsOf(resource, recent, where)).slice(0, limit);
  const id = offlineResourceByName(resource)?.id ?? 'id';
  return [...picked, ...first.filter((row) => !picked.some((one) => one[id] === row[id]))].slice(0, limit);
}

/** One row by its id, disabled or not; undefined where this desk has no copy. */
export async function getMaster(resource: string, id: string): Promise<MasterRecord | undefined> {
  return (await cacheDb.master.get([resource, id]))?.row;
}
/** Every copy of a resource, disabled ones too. For short ones: reads them all. */
export async function allMaster(resource: string): Promise<readonly MasterRecord[]> {
  return (await cacheDb.master.where('resource').equals(resource).toArray()).map(({ row }) => row);
}
const keptCopies = new Map<string, { readonly generation: string; readonly rows: Promise<readonly MasterRecord[]> }>();
/** allMaster for a resource of thousands of rows that every act asks for: read anew only where a sync brought something. */
export async function keptMaster(resource: string): Promise<readonly MasterRecord[]> {
  const generation = (await cacheDb.sync.get('master'))?.generation;
  const known = keptCopies.get(resource);
  if (known && known.generation === generation) return known.rows;
  const rows = allMaster(resource);
  if (generation === undefined) return rows;
  keptCopies.set(resource, { generation, rows });
  // What could not be read once is asked for again.
  rows.catch(() => keptCopies.delete(resource));
  return rows;
}
/** Whether this desk has all copies of a resource: not while its first load is under way, nor where it has none. */
export async function hasMaster(resource: string): Promise<boolean> {
  if ((await cacheDb.sync.get('master'))?.syncedAt == null) return false;
  return (await cacheDb.master.where('resource').equals(resource).limit(1).count()) > 0;
}

export async function masterAge(): Promise<MasterAge> {
  const sync = await cacheDb.sync.get('master');
  return { syncedAt: sync?.syncedAt ?? null, rowCount: sync ? (sync.rowCount ?? (await cacheDb.master.count())) : 0 };
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
