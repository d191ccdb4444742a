import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { NumberLease, numberLease } from '#src/offline/store/numberLease.ts';
import { numberKey } from '#src/offline/store/numberRows.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { clearOldNumbers, outboxStore } from './outboxStore.ts';
import { DiskDesk, scan } from '#src/offline/testing/diskDesk.ts';
import { installLocks } from '#src/offline/testing/locksShim.ts';

const desk = new DiskDesk();
beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(() => desk.reset());

const act = async (code: string): Promise<number> => (await enqueue(scan, { code })).seq;
const counter = async (): Promise<number> => (await outboxStore.read((tx) => tx.queue())).seq;

/** What another tab writes whose news has not come here yet. */
async function unheard(seqs: readonly number[]): Promise<void> {
  const database = outboxDb.backendDB();
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(['ops', 'meta'], 'readwrite');
    for (const seq of seqs) transaction.objectStore('meta').add({ key: numberKey(seq) });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error(String(transaction.error)));
  });
}

it('gives out no number twice to a page that has not heard of the other, where there are no locks', async () => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  expect([await act('T1'), await act('T2')]).toEqual([1, 2]);
  await unheard([3, 4]);
  expect(await act('T3')).toBe(5);
  expect(await Promise.all([act('T4'), act('T5')])).toEqual([6, 7]);
  installLocks();
});

it('asks the disk again when another page has given out numbers', async () => {
  expect([await act('T1'), await act('T2')]).toEqual([1, 2]);
  const another = new NumberLease(() => navigator.locks, null);
  numberLease.end();
  expect(await another.hold()).toBe(true);
  const writing = act('T3');
  await outboxStore.change(async (tx) => tx.save({ ...(await tx.queue()), seq: 10 }));
  another.end();
  expect(await writing).toBe(11);
  expect(await act('T4')).toBe(12);
});

it('notes how far the counter is when a burst is over', async () => {
  await act('T1');
  await act('T2');
  await vi.waitFor(async () => expect(await outboxDb.meta.get('queue')).toMatchObject({ seq: 2 }));
  await outboxDb.ops.clear();
  expect(await act('T3')).toBe(3);
});

it('goes on where slower writers stopped, and they where it stopped', async () => {
  await act('T1');
  await act('T2');
  expect(await counter()).toBe(2);
  await outboxStore.change(async (tx) => tx.save({ ...(await tx.queue()), seq: 40 }));
  expect(await act('T3')).toBe(41);
  expect(await counter()).toBe(41);
  expect((await enqueue(scan, { code: 'T4' }, { opId: 'a-key-of-its-own' })).seq).toBe(42);
});

it('keeps the order in which it was asked, also across the ways of saving', async () => {
  const asked = Array.from({ length: 30 }, (_none, at) => (at % 7 === 3 ? null : `T${at}`));
  const saved = await Promise.all(asked.map((code, at) => (code ? act(code) : act(`slow-${at}`))));
  expect(saved).toEqual([...saved].sort((a, b) => a - b));
  const rows = (await outboxDb.ops.toArray()).sort((a: OutboxOperation, b: OutboxOperation) => a.seq - b.seq);
  expect(rows.map(({ seq }) => seq)).toEqual(saved);
});

it('writes nothing of an act that cannot be sealed, and the others beside it', async () => {
  await act('T1');
  const results = await Promise.allSettled([act('T2'), enqueue(scan, { code: '' }), act('T3')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await outboxDb.ops.toArray()).map(({ seq }) => seq).sort((a, b) => a - b)).toEqual([1, 2, 3]);
});

it('clears the rows of old numbers alone', async () => {
  await act('T1');
  await outboxStore.change(async (tx) => tx.save({ ...(await tx.queue()), seq: 20_000 }));
  await clearOldNumbers();
  expect(await counter()).toBe(20_000);
  expect(await outboxDb.meta.get(numberKey(10_001))).toBeDefined();
  expect(await outboxDb.meta.get(numberKey(9_999))).toBeUndefined();
  expect(await act('T2')).toBe(20_001);
});
