import 'fake-indexeddb/auto';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { daysBetween, formatDate } from '#domain/kernel/dates.ts';
import { entryBytes, markBytes, markedFrom, personMarks, type RecentPersons } from '#domain/sample/rules/personMarks.ts';
import { emptyCache } from '#src/offline/store/cacheDb.ts';
import { earlierOf, pullRecentPersons } from './recentPersons.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';

const desk = new DiskDesk();
beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.reset();
  await emptyCache();
  await desk.login('ann');
});

const key = Buffer.alloc(32, 7);
const person = { personName: '陆念安', telephone: '13912345678', credentialNo: null, commodityIds: ['11'] };
const dayOf = (ms: number): number => daysBetween(markedFrom, formatDate(ms));
function entry(day: number): string {
  const bytes = Buffer.alloc(entryBytes);
  createHmac('sha256', key)
    .update(personMarks(person)[0] ?? '')
    .digest()
    .copy(bytes, 0, 0, markBytes);
  bytes.writeUInt16BE(day, markBytes);
  return bytes.toString('base64');
}
const page = (entries: string, cursor: string, hasMore: boolean): RecentPersons => ({ key: key.toString('base64'), entries, cursor, hasMore });

it('goes on behind a page of nobody who can be marked, and finds the person of the next', async () => {
  expect(await earlierOf(person)).toBeUndefined();
  const day = dayOf(Date.now()) - 3;
  const asked: string[] = [];
  const pages: Readonly<Record<string, RecentPersons>> = { '': page('', '20', true), '20': page(entry(day), '30', false) };
  await pullRecentPersons(async (after) => {
    asked.push(after);
    if (asked.length > 5) throw new Error('asked for the same page again and again');
    return pages[after] ?? page('', after, false);
  });
  expect(asked).toEqual(['', '20']);
  expect((await earlierOf(person))?.map(({ entryTime }) => dayOf(Date.parse(`${entryTime.replace(' ', 'T')}+08:00`)))).toEqual([day]);
  expect(await earlierOf({ ...person, commodityIds: ['12'] })).toEqual([]);
  await pullRecentPersons(async (after) => {
    asked.push(after);
    return page('', after, false);
  });
  expect(asked.at(-1)).toBe('30');
});

it('leaves out what lies more than thirty days back', async () => {
  await pullRecentPersons(async () => page(entry(dayOf(Date.now()) - 31), '9', false));
  expect(await earlierOf(person)).toEqual([]);
});
