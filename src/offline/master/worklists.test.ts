import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { mostKeptRows } from '#domain/sample/mostKept.ts';
import { emptyCache } from '#src/offline/store/cacheDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { refreshWorklist, worklist } from './worklists.ts';

const { ask } = vi.hoisted(() => ({ ask: vi.fn<(name: string) => Promise<unknown>>() }));
vi.mock('#src/api/ask.ts', async (real) => ({ ...(await real<object>()), ask }));

const desk = new DiskDesk();
beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(async () => {
  ask.mockReset();
  await desk.reset();
  await emptyCache();
});
const served = (length: number, total: () => Promise<unknown>): void => {
  ask.mockImplementation((name) => (name.endsWith('-total') ? total() : Promise.resolve(Array.from({ length }, (_, id) => ({ id: String(id) })))));
};

it('keeps of how many a list is the beginning, and asks for that only where there may be more', async () => {
  served(3, () => Promise.reject(new Error('not to be asked')));
  await refreshWorklist('entry1');
  expect(await worklist('entry1')).not.toHaveProperty('total');
  expect(ask).toHaveBeenCalledTimes(1);
  served(mostKeptRows, () => Promise.resolve({ total: 3_456 }));
  await refreshWorklist('entry1');
  expect(await worklist('entry1')).toMatchObject({ total: 3_456 });
  // From memory, too.
  expect(await worklist('entry1')).toMatchObject({ total: 3_456 });
});

it('keeps the list where the server does not say how many there are', async () => {
  served(mostKeptRows, () => Promise.reject(new Error('older server')));
  await refreshWorklist('entry1');
  expect((await worklist('entry1'))?.rows).toHaveLength(mostKeptRows);
});
