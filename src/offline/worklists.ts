import { call, servicePath } from '#src/api/call.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { cacheDb, claimCache } from './cacheDb.ts';

export type WorklistName = 'entry1' | 'entry2' | 'handover' | 'labReceive';
export interface KeptWorklist<Row> {
  readonly rows: readonly Row[];
  /** Desk clock, ms. */
  readonly fetchedAt: number;
}

/** Fetches a work list for the signed-in person and keeps it on this desk until he leaves. Throws CallError; the kept list then stays. */
export async function refreshWorklist<Row>(name: WorklistName | (string & {})): Promise<readonly Row[]> {
  const asked = await currentSession();
  if (!asked) return [];
  const rows = await call<readonly Row[]>('GET', servicePath('sample', 'offline/worklist'), { query: { name }, quiet: true, timeoutMs: 30_000 });
  // Somebody else may have signed in meanwhile: nothing of one person's list for another.
  const now = await currentSession();
  if (now?.userId !== asked.userId) return [];
  await claimCache(now);
  await cacheDb.worklists.put({ userId: asked.userId, name, rows, fetchedAt: Date.now() });
  return rows;
}

/** The list as this desk last got it; undefined: never. */
export async function worklist<Row>(name: WorklistName | (string & {})): Promise<KeptWorklist<Row> | undefined> {
  const session = await currentSession();
  const kept = session ? await cacheDb.worklists.get([session.userId, name]) : undefined;
  return kept && { rows: kept.rows as readonly Row[], fetchedAt: kept.fetchedAt };
}
