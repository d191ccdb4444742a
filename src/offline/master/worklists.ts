import { mostKeptRows } from '#domain/sample/mostKept.ts';
import { ask } from '#src/api/ask.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { cacheDb, claimCache } from '#src/offline/store/cacheDb.ts';
import { canSeal, deskKeys } from '#src/offline/keys/deskKeys.ts';
import { openValue, sealValue } from '#src/offline/keys/sealValue.ts';

export type WorklistName = 'entry1' | 'entry2' | 'handover' | 'labReceive';
export interface KeptWorklist<Row> {
  readonly rows: readonly Row[];
  /** Desk clock, ms: when it was asked for, so that nothing done since can be in it. */
  readonly fetchedAt: number;
  /** Of how many it is the beginning; absent: it is whole, or the server did not say. */
  readonly total?: number;
}

/** Lists as they were opened last, gone with the key that opened them: a burst of scans asks for one again and again. */
const opened = new WeakMap<CryptoKey, Map<string, Opened>>();
interface Opened {
  readonly sealed: string;
  readonly rows: readonly unknown[];
}

const boundTo = (userId: string, name: string): string => `accession-worklist-1|${userId}|${name}`;

/** Fetches a work list for the signed-in person and keeps it on this desk, sealed, until they leave. Throws CallError; the kept list then stays. */
export async function refreshWorklist<Row>(name: WorklistName | (string & {})): Promise<readonly Row[]> {
  const asked = await currentSession();
  if (!asked) return [];
  const askedAt = Date.now();
  const rows = (await ask('GET sample/offline/worklist', {
    query: { name },
    quiet: true,
    timeoutMs: 30_000,
  })) as readonly unknown[] as readonly Row[];
  // How many there are is asked where they are not all here; a list without it is better than none.
  const counted =
    rows.length < mostKeptRows ? null : await ask('GET sample/offline/worklist-total', { query: { name }, quiet: true }).catch(() => null);
  // Somebody else may have signed in meanwhile: nothing of one person's list for another.
  const now = await currentSession();
  if (now?.userId !== asked.userId) return [];
  const keys = deskKeys();
  // Locked meanwhile: there is nothing to seal it with, and it is fetched again at the next look.
  if (canSeal() && keys?.userId !== asked.userId) return [];
  const kept = keys ? { sealed: await sealValue(keys.dataKey, rows, boundTo(asked.userId, name)) } : { rows };
  await claimCache(now);
  await cacheDb.worklists.put({ userId: asked.userId, name, ...kept, ...(counted ? { total: counted.total } : {}), fetchedAt: askedAt });
  return rows;
}

/** The list as this desk last got it; undefined: never, or not to be read while the desk is locked. */
export async function worklist<Row>(name: WorklistName | (string & {})): Promise<KeptWorklist<Row> | undefined> {
  const session = await currentSession();
  const kept = session ? await cacheDb.worklists.get([session.userId, name]) : undefined;
  if (!session || !kept) return undefined;
  const about = { fetchedAt: kept.fetchedAt, ...(kept.total === undefined ? {} : { total: kept.total }) };
  if (kept.rows) return { rows: kept.rows as readonly Row[], ...about };
  const keys = deskKeys();
  if (keys?.userId !== session.userId || kept.sealed === undefined) return undefined;
  const openedByKey = opened.get(keys.dataKey) ?? new Map<string, Opened>();
  opened.set(keys.dataKey, openedByKey);
  const last = openedByKey.get(name);
  if (last?.sealed === kept.sealed) return { rows: last.rows as readonly Row[], ...about };
  const rows = await openValue(keys.dataKey, kept.sealed, boundTo(session.userId, name)).catch(() => undefined);
  if (rows === undefined) return undefined;
  openedByKey.set(name, { sealed: kept.sealed, rows: rows as readonly unknown[] });
  return { rows: rows as readonly Row[], ...about };
}
