import { addDays, daysBetween, formatDate } from '#domain/kernel/dates.ts';
import type { EarlierRequisition } from '#domain/sample/rules/entryForm.ts';
import {
  earlierDays,
  entryBytes,
  markBytes,
  markedFrom,
  personMarks,
  plainText,
  type MarkedPerson,
  type RecentPersons,
} from '#domain/sample/rules/personMarks.ts';
import { call, servicePath } from '#src/api/call.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { cacheDb, claimCache } from './cacheDb.ts';
import { readContact } from './contact.ts';
import { canSeal, deskKeys } from './keys/deskKeys.ts';
import { fromBase64Url, utf8 } from './keys/bytes.ts';
import { openValue, sealValue } from './keys/sealValue.ts';

/** The index of persons received in the last 30 days (R-08, docs/offline.md): keyed marks, never a name. */
const keyName = 'personMarks';
const boundTo = (userId: string): string => `accession-person-marks-1|${userId}`;
/** A day fits behind a mark of forty bits in one number. */
const dayRange = 2 ** 13;

let sorted: { readonly seq: number; readonly numbers: Float64Array } | null = null;

const fetchPersons = (after: string): Promise<RecentPersons> =>
  call<RecentPersons>('GET', servicePath('sample', 'offline/recent-persons'), { query: { after }, quiet: true, timeoutMs: 60_000 });
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
const markAt = (bytes: Uint8Array, at: number): number => {
  let mark = 0;
  for (let index = 0; index < markBytes; index++) mark = mark * 256 + bytes[at + index]!;
  return mark;
};
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
    for (let at = 0; at < entries.length; at += entryBytes) numbers[count++] = markAt(entries, at) * dayRange + dayAt(entries, at);
  numbers.sort();
  sorted = { seq, numbers };
  return numbers;
}

/**
 * Earlier requisitions of a person as far as this desk knows: by day, without codes. Undefined where it cannot tell: no index yet, or
 * the desk is locked. Works without network.
 */
export async function earlierOf(person: MarkedPerson): Promise<readonly EarlierRequisition[] | undefined> {
  const session = await currentSession();
  const keys = deskKeys();
  const kept = session ? await cacheDb.worklists.get([session.userId, keyName]) : undefined;
  if (!session || !kept?.sealed || !canSeal() || keys?.userId !== session.userId) return undefined;
  const raw = await openValue(keys.dataKey, kept.sealed, boundTo(session.userId)).catch(() => undefined);
  if (typeof raw !== 'string') return undefined;
  const key = await crypto.subtle.importKey('raw', fromBase64Url(raw), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const marks = await Promise.all(
    personMarks(person).map(async (text) => markAt(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text))), 0)),
  );
  const numbers = await numbersInOrder();
  const since = (await today()) - earlierDays + 1;
  const days = new Set<number>();
  for (const mark of marks)
    for (let at = firstFrom(numbers, mark * dayRange + since); at < numbers.length && numbers[at]! < (mark + 1) * dayRange; at++)
      days.add(numbers[at]! % dayRange);
  return [...days]
    .sort((one, other) => other - one)
    .slice(0, 3)
    .map((day) => ({ requisitionCode: '', personName: plainText(person.personName), entryTime: `${addDays(markedFrom, day)} 00:00:00` }));
}

/** The place of the first number that is not below `least`. */
function firstFrom(numbers: Float64Array, least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
