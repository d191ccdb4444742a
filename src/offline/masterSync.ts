import { resources } from '#domain/resources.ts';
import { call, servicePath } from '#src/api/call.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { cacheDb, claimCache, type MasterRow, type SyncRow } from './cacheDb.ts';
import { newUuid } from './uuid.ts';

interface Changes {
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly isReset: boolean;
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly removed: Readonly<Record<string, readonly string[]>>;
  readonly denied: readonly string[];
}
export type FetchChanges = (names: readonly string[], since: string) => Promise<Changes>;

const pageSize = 2000;
const cached = resources.filter(({ offline, view }) => offline && !view);
const idOf = new Map(cached.map(({ name, id }) => [name, id]));

const fetchChanges: FetchChanges = (names, since) =>
  call<Changes>('GET', servicePath('base', 'offline/changes'), {
    query: { resources: names, since, limit: pageSize },
    quiet: true,
    timeoutMs: 60_000,
  });

/**
 * Brings this desk's copies of the master data up to date, from where the last sync ended; each page and its cursor are one
 * transaction, so a cut leaves whole pages and repeating does no harm. Answers how many rows changed.
 * Throws CallError where the server cannot be asked. Nothing without a login.
 */
export async function pullMaster(fetchPage: FetchChanges = fetchChanges): Promise<number> {
  const session = await currentSession();
  if (!session) return 0;
  await claimCache(session);
  let changed = 0;
  // What the desk has (another person's, with other rights) goes only when its successor is whole: a cut leaves it something to work with.
  const anew: Changes[] = [];
  for (;;) {
    const known = await cacheDb.sync.get('master');
    const changes = await fetchPage([...idOf.keys()], anew.at(-1)?.cursor ?? known?.cursor ?? '');
    // Somebody else has signed in meanwhile: this page is not for him.
    if ((await currentSession())?.userId !== session.userId) return changed;
    if (anew.length > 0 || (changes.isReset && known)) anew.push(changes);
    if (anew.length > 0 && changes.hasMore) continue;
    changed += await keep(anew.length > 0 ? anew : [changes], known);
    if (!changes.hasMore) return changed;
  }
}

/** Pages that hold together, in their order. */
async function keep(pages: readonly Changes[], known: SyncRow | undefined): Promise<number> {
  const last = pages.at(-1);
  if (!last) return 0;
  const isReset = pages.some((page) => page.isReset);
  let changed = 0;
  await cacheDb.transaction('rw', cacheDb.master, cacheDb.sync, async () => {
    if (isReset) await cacheDb.master.clear();
    for (const page of pages) {
      const rows = Object.entries(page.rows).flatMap(([resource, found]) =>
        found.map((row): MasterRow => ({ resource, id: String(row[idOf.get(resource) ?? 'id']), row })),
      );
      const removed = Object.entries(page.removed).flatMap(([resource, ids]) => ids.map((id): [string, string] => [resource, id]));
      await cacheDb.master.bulkDelete(removed);
      await cacheDb.master.bulkPut(rows);
      changed += rows.length + removed.length;
    }
    await cacheDb.sync.put({
      key: 'master',
      cursor: last.cursor,
      syncedAt: last.hasMore ? (known?.syncedAt ?? null) : Date.now(),
      generation: changed > 0 || isReset || !known ? newUuid() : known.generation,
      denied: last.denied,
    });
  });
  return changed;
}
