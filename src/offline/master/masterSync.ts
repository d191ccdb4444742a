import { offlineResources } from '#domain/offlineResources.ts';
import { call, servicePath } from '#src/api/call.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { cacheDb, claimCache, type MasterRow } from '#src/offline/store/cacheDb.ts';
import { addSegment, fillSegments } from './masterSegments.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';

interface Changes {
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly isReset: boolean;
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly removed: Readonly<Record<string, readonly string[]>>;
  readonly denied: readonly string[];
}
export type FetchChanges = (names: readonly string[], since: string, limit: number) => Promise<Changes>;

/** As many as the server gives at once; and as many as a page takes in without a stop that somebody would feel. */
const [largePage, littlePage] = [5000, 500];
const idOf = new Map(offlineResources.map(({ name, id }) => [name, id]));

const fetchChanges: FetchChanges = (names, since, limit) =>
  call<Changes>('GET', servicePath('base', 'offline/changes'), {
    query: { resources: names, since, limit },
    quiet: true,
    timeoutMs: 60_000,
  });

/**
 * Brings this desk's copies of the master data up to date, from where the last sync ended; each page and its cursor are one
 * transaction, so a cut leaves whole pages and repeating does no harm. Answers how many rows changed; with `isLittle` null,
 * and nothing kept, where there is more than one page to take in: that is a worker's work.
 * Throws CallError where the server cannot be asked. Nothing without a login.
 */
export async function pullMaster(fetchPage: FetchChanges = fetchChanges, { isLittle = false } = {}): Promise<number | null> {
  const session = await currentSession();
  if (!session) return 0;
  await claimCache(session);
  let changed = 0;
  // What the desk has (another person's, with other rights) goes only when its successor is whole: a cut leaves it something to work with.
  const anew: Changes[] = [];
  const fetchFrom = (cursor: string): Promise<Changes> => fetchPage([...idOf.keys()], cursor, isLittle ? littlePage : largePage);
  let coming: Promise<Changes> | null = null;
  // Where the copies stand that the coming pages go on from; empty: there are none.
  let base = '';
  for (;;) {
    if (!coming) base = (await cacheDb.sync.get('master'))?.cursor ?? '';
    const changes: Changes = await (coming ?? fetchFrom(base));
    // Somebody else has signed in meanwhile: this page is not for them.
    if ((await currentSession())?.userId !== session.userId) return changed;
    if (isLittle && changes.hasMore) return null;
    // The next page is on its way while this one is put away.
    coming = changes.hasMore ? fetchFrom(changes.cursor) : null;
    coming?.catch(() => undefined);
    if (anew.length > 0 || (changes.isReset && base !== '')) anew.push(changes);
    if (anew.length > 0 && changes.hasMore) continue;
    const kept = await keep(anew.length > 0 ? anew : [changes], base);
    anew.length = 0;
    base = changes.cursor;
    if (kept === null) coming = null;
    else changed += kept;
    if (kept !== null && !changes.hasMore) return changed;
  }
}

/** Pages that hold together, in their order. Null where the copies are not any more what the pages go on from (emptied, the disk being full): they would leave a gap. */
async function keep(pages: readonly Changes[], base: string): Promise<number | null> {
  const last = pages.at(-1);
  if (!last) return 0;
  const isReset = pages.some((page) => page.isReset);
  // Copies of an earlier version of the console, which nobody has searched since.
  if (base !== '' && !isReset) await fillSegments();
  let changed = 0;
  const isKept = await cacheDb.transaction('rw', cacheDb.master, cacheDb.sync, cacheDb.segments, async () => {
    const known = await cacheDb.sync.get('master');
    if ((known?.cursor ?? '') !== base) return false;
    const isAnew = isReset || !known;
    const before = isAnew ? undefined : known;
    if (isAnew) await Promise.all([cacheDb.master.clear(), cacheDb.segments.clear()]);
    let tails = before?.tails ?? {};
    for (const page of pages) {
      for (const resource of new Set([...Object.keys(page.rows), ...Object.keys(page.removed)])) {
        const rows = (page.rows[resource] ?? []).map((row): MasterRow => ({ resource, id: String(row[idOf.get(resource) ?? 'id']), row }));
        const removed = page.removed[resource] ?? [];
        if (removed.length > 0) await cacheDb.master.bulkDelete(removed.map((id): [string, string] => [resource, id]));
        if (rows.length > 0) await cacheDb.master.bulkPut(rows);
        tails = await addSegment(resource, rows, removed, tails);
        changed += rows.length + removed.length;
      }
    }
    const isWhole = !last.hasMore;
    await cacheDb.sync.put({
      key: 'master',
      cursor: last.cursor,
      syncedAt: isWhole ? Date.now() : (known?.syncedAt ?? null),
      generation: changed > 0 || isAnew ? newUuid() : (before?.generation ?? newUuid()),
      epoch: before?.epoch ?? newUuid(),
      tails,
      // Counting goes through all rows: while they come, they are counted as they come.
      rowCount: isWhole && changed > 0 ? await cacheDb.master.count() : (before?.rowCount ?? 0) + changed,
      denied: last.denied,
    });
    return true;
  });
  return isKept ? changed : null;
}
