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
  for (;;) {
    const known = await cacheDb.sync.get('master');
    const changes = await fetchPage([...idOf.keys()], known?.cursor ?? '');
    // The copies were emptied meanwhile (logout, another user): this page belongs to nobody.
    if ((await currentSession())?.userId !== session.userId) return changed;
    changed += await keep(changes, known);
    if (!changes.hasMore) return changed;
  }
}

async function keep(changes: Changes, known: SyncRow | undefined): Promise<number> {
  const rows = Object.entries(changes.rows).flatMap(([resource, found]) =>
    found.map((row): MasterRow => ({ resource, id: String(row[idOf.get(resource) ?? 'id']), row })),
  );
  const removed = Object.entries(changes.removed).flatMap(([resource, ids]) => ids.map((id): [string, string] => [resource, id]));
  await cacheDb.transaction('rw', cacheDb.master, cacheDb.sync, async () => {
    if (changes.isReset) await cacheDb.master.clear();
    await cacheDb.master.bulkDelete(removed);
    await cacheDb.master.bulkPut(rows);
    const isChanged = rows.length + removed.length > 0 || changes.isReset;
    await cacheDb.sync.put({
      key: 'master',
      cursor: changes.cursor,
      syncedAt: changes.hasMore ? (known?.syncedAt ?? null) : Date.now(),
      generation: isChanged || !known ? newUuid() : known.generation,
      denied: changes.denied,
    });
  });
  return rows.length + removed.length;
}
