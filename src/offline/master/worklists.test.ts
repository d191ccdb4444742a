import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mostKeptRows } from '#domain/sample/mostKept.ts';
import { emptyCache } from '#src/offline/store/cacheDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { refreshWorklist, worklist } from './worklists.ts';

const desk = new DiskDesk();
beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.reset();
  await emptyCache();
});
/** The list answers with so many rows, its length with `total`, or with nothing; answers how often each was asked for. */
function served(length: number, total: number | null): Record<'list' | 'total', number> {
  const asked = { list: 0, total: 0 };
  desk.calls.set('/offline/worklist', () => {
    asked.list += 1;
    return { data: Array.from({ length }, (_, id) => ({ id: String(id) })) };
  });
  desk.calls.set('/offline/worklist-total', () => {
    asked.total += 1;
    return total === null ? null : { data: { total } };
  });
  return asked;
}

it('keeps of how many a list is the beginning, and asks for that only where there may be more', async () => {
  const short = served(3, 3);
  await refreshWorklist('entry1');
  expect(await worklist('entry1')).not.toHaveProperty('total');
  expect(short).toEqual({ list: 1, total: 0 });
  served(mostKeptRows, 3_456);
  await refreshWorklist('entry1');
  expect(await worklist('entry1')).toMatchObject({ total: 3_456 });
  // From memory, too.
  expect(await worklist('entry1')).toMatchObject({ total: 3_456 });
});

it('keeps the list where the server does not say how many there are', async () => {
  const asked = served(mostKeptRows, null);
  await refreshWorklist('entry1');
  expect((await worklist('entry1'))?.rows).toHaveLength(mostKeptRows);
  expect(asked).toEqual({ list: 1, total: 1 });
});
