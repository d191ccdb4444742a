import { currentSession } from '#src/api/sessionStore.ts';
import { canSeal, type DeskKeys, deskKeys, nextKeys } from '#src/offline/keys/deskKeys.ts';
import { openValue, sealValue } from '#src/offline/keys/sealValue.ts';
import { type DraftRow, outboxDb } from './outboxDb.ts';

const boundTo = (userId: string, key: string): string => `accession-draft-1|${userId}|${key}`;

/** Sealing takes a moment: what is saved last stays last, and what was dropped does not come back. */
let lastWrite: Promise<unknown> = Promise.resolve();
function inOrder<T>(write: () => Promise<T>): Promise<T> {
  const mine = lastWrite.then(write, write);
  lastWrite = mine.catch(() => undefined);
  return mine;
}

/**
 * Keeps what is being typed, per user and key (e.g. the screen's route and code): survives a crash, is sent nowhere, lies on
 * the disk sealed. Nothing without a login, and nothing while the desk is locked: there is no key to seal it with.
 */
export function saveDraft(key: string, value: unknown): Promise<void> {
  // Known a moment longer than the session: what was typed last is still theirs.
  const keys = deskKeys();
  // Taken now: the form goes on being typed in.
  const frozen: unknown = structuredClone(value);
  return inOrder(async () => {
    if (keys) {
      const sealed = await sealValue(keys.dataKey, frozen, boundTo(keys.userId, key));
      await outboxDb.drafts.put({ userId: keys.userId, key, sealed, savedAt: Date.now() });
    } else if (!canSeal()) {
      const session = await currentSession();
      if (session) await outboxDb.drafts.put({ userId: session.userId, key, value: frozen, savedAt: Date.now() });
    }
  });
}

/** Waits while the desk is locked. Undefined where nothing was kept, or what was kept cannot be opened any more. */
export async function readDraft<T>(key: string): Promise<{ readonly value: T; readonly savedAt: number } | undefined> {
  const session = await currentSession();
  if (!session) return undefined;
  await lastWrite;
  const row = await outboxDb.drafts.get([session.userId, key]);
  if (!row) return undefined;
  if (row.sealed === undefined) return { value: row.value as T, savedAt: row.savedAt };
  const { dataKey } = await nextKeys();
  const opened = await openValue(dataKey, row.sealed, boundTo(row.userId, key)).then(
    (value) => ({ value: value as T }),
    () => null,
  );
  return opened ? { ...opened, savedAt: row.savedAt } : undefined;
}

export function dropDraft(key: string): Promise<void> {
  const keys = deskKeys();
  return inOrder(async () => {
    const userId = keys?.userId ?? (await currentSession())?.userId;
    if (userId !== undefined) await outboxDb.drafts.delete([userId, key]);
  });
}

/** The signed-in person's drafts by key, newest first. */
export async function listDrafts(): Promise<readonly Pick<DraftRow, 'key' | 'savedAt'>[]> {
  const session = await currentSession();
  if (!session) return [];
  const rows = await outboxDb.drafts.where('userId').equals(session.userId).toArray();
  return rows.map(({ key, savedAt }) => ({ key, savedAt })).sort((a, b) => b.savedAt - a.savedAt);
}

/** Drafts that an older release left open on the disk are sealed as soon as their owner's key is here. */
export async function sealOpenDrafts({ userId, dataKey }: DeskKeys): Promise<void> {
  const rows = await outboxDb.drafts.where('userId').equals(userId).toArray();
  for (const { key, value, sealed, savedAt } of rows) {
    if (sealed === undefined) await outboxDb.drafts.put({ userId, key, sealed: await sealValue(dataKey, value, boundTo(userId, key)), savedAt });
  }
}
