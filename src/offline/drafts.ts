import { currentSession } from '#src/api/sessionStore.ts';
import { type DraftRow, outboxDb } from './outboxDb.ts';

/** Keeps what is being typed, per user and key (e.g. the screen's route and code): survives a crash, is sent nowhere. Nothing without a login. */
export async function saveDraft(key: string, value: unknown): Promise<void> {
  const session = await currentSession();
  if (session) await outboxDb.drafts.put({ userId: session.userId, key, value, savedAt: Date.now() });
}
export async function readDraft<T>(key: string): Promise<{ readonly value: T; readonly savedAt: number } | undefined> {
  const session = await currentSession();
  const row = session ? await outboxDb.drafts.get([session.userId, key]) : undefined;
  return row && { value: row.value as T, savedAt: row.savedAt };
}
export async function dropDraft(key: string): Promise<void> {
  const session = await currentSession();
  if (session) await outboxDb.drafts.delete([session.userId, key]);
}
/** The signed-in person's drafts, newest first. */
export async function listDrafts(): Promise<readonly DraftRow[]> {
  const session = await currentSession();
  if (!session) return [];
  const rows = await outboxDb.drafts.where('userId').equals(session.userId).toArray();
  return rows.sort((a, b) => b.savedAt - a.savedAt);
}
