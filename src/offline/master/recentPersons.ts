import { daysBetween, formatDate } from '#domain/kernel/dates.ts';
import type { EarlierRequisition } from '#domain/sample/rules/entryForm.ts';
import { earlierDays, entryBytes, markBytes, markedFrom, type MarkedPerson, type RecentPersons } from '#domain/sample/rules/personMarks.ts';
import { ask } from '#src/api/ask.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { cacheDb, claimCache } from '#src/offline/store/cacheDb.ts';
import { readContact } from '#src/offline/platform/contact.ts';
import { canSeal, deskKeys } from '#src/offline/keys/deskKeys.ts';
import { fromBase64Url } from '#src/offline/keys/bytes.ts';
import { openValue, sealValue } from '#src/offline/keys/sealValue.ts';
import { earlierIn, marked, markAt, type PersonIndex } from './personIndex.ts';

/** The index of persons received in the last 30 days (R-08, docs/offline.md): keyed marks, never a name. */
const keyName = 'personMarks';
const boundTo = (userId: string): string => `accession-person-marks-1|${userId}`;

let sorted: { readonly seq: number; readonly numbers: Float64Array } | null = null;

const fetchPersons = (after: string): Promise<RecentPersons> =>
  ask('GET sample/offline/recent-persons', { query: { after }, quiet: true, timeoutMs: 60_000 });
/** Today as entries count days, by the server's clock as far as the desk knows it. */
const today = async (): Promise<number> => daysBetween(markedFrom, formatDate(Date.now() + (await readContact()).offsetMs));

/** Brings the index up to date for the signed-in person. Throws CallError; what was there stays. */
export async function pullRecentPersons(fetchPage = fetchPersons): Promise<void> {
  const session = await currentSession();
  const keys = deskKeys();
  // Only what can be sealed is kept: without WebCrypto the server alone looks.
  if (!session || !canSeal() || keys?.userId !== session.userId) return;
  await claimCache(session);
  for (;;) {
    const last = await cacheDb.personMarks.orderBy('seq').last();
    const page = await fetchPage(last?.cursor ?? '');
    if ((await currentSession())?.userId !== session.userId) return;
    const entries = fromBase64Url(page.entries);
    const sealed = await sealValue(keys.dataKey, page.key, boundTo(session.userId));
    const now = await today();
    await cacheDb.transaction('rw', cacheDb.personMarks, cacheDb.worklists, async () => {
      // Two tabs may pull at once: a page that is there already is not put twice.
      const newest = await cacheDb.personMarks.orderBy('seq').last();
      if (newest?.cursor !== last?.cursor) return;
      // A page of nobody who can be marked is kept for its cursor, or it would be asked for again and again.
      if (entries.length > 0 || page.hasMore)
        await cacheDb.personMarks.add({ entries, lastDay: entries.length > 0 ? lastDayOf(entries) : now, cursor: page.cursor });
      const old = await cacheDb.personMarks.filter(({ lastDay, seq }) => lastDay < now - earlierDays - 1 && seq !== newest?.seq).primaryKeys();
      await cacheDb.personMarks.bulkDelete(old);
      await cacheDb.worklists.put({ userId: session.userId, name: keyName, sealed, fetchedAt: Date.now() });
    });
    if (!page.hasMore) return;
  }
}

const dayAt = (entries: Uint8Array, at: number): number => entries[at + markBytes]! * 256 + entries[at + markBytes + 1]!;
function lastDayOf(entries: Uint8Array): number {
  let last = 0;
  for (let at = 0; at < entries.length; at += entryBytes) last = Math.max(last, dayAt(entries, at));
  return last;
}

/** All entries as numbers in order, so that a mark is found by halving; made anew where a part was added. */
async function numbersInOrder(): Promise<Float64Array> {
  const seq = ((await cacheDb.personMarks.orderBy('seq').lastKey()) as number | undefined) ?? 0;
  if (sorted?.seq === seq) return sorted.numbers;
  const parts = await cacheDb.personMarks.toArray();
  const numbers = new Float64Array(parts.reduce((sum, { entries }) => sum + entries.length / entryBytes, 0));
  let count = 0;
  for (const { entries } of parts)
    for (let at = 0; at < entries.length; at += entryBytes) numbers[count++] = marked(markAt(entries, at), dayAt(entries, at));
  numbers.sort();
  sorted = { seq, numbers };
  return numbers;
}

/**
 * The index as it is now. Undefined where this desk cannot tell: it has none yet, or it is locked. Works without network.
 */
export async function openPersonIndex(): Promise<PersonIndex | undefined> {
  const session = await currentSession();
  const keys = deskKeys();
  const kept = session ? await cacheDb.worklists.get([session.userId, keyName]) : undefined;
  if (!session || !kept?.sealed || !canSeal() || keys?.userId !== session.userId) return undefined;
  const raw = await openValue(keys.dataKey, kept.sealed, boundTo(session.userId)).catch(() => undefined);
  if (typeof raw !== 'string') return undefined;
  const key = await crypto.subtle.importKey('raw', fromBase64Url(raw), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return { key, numbers: await numbersInOrder(), since: (await today()) - earlierDays + 1 };
}

/** Earlier requisitions of a person as far as this desk knows; undefined where it cannot tell. Works without network. */
export async function earlierOf(person: MarkedPerson): Promise<readonly EarlierRequisition[] | undefined> {
  const index = await openPersonIndex();
  return index && earlierIn(index, person);
}
