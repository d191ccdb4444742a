import 'fake-indexeddb/auto';
import Dexie, { RangeSet } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceDb, saveFact } from '#src/api/deviceDb.ts';
import { dropSession } from '#src/api/sessionStore.ts';
import { coalesced } from '#src/offline/platform/coalesce.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { outboxStore } from './outboxStore.ts';
import { queueView } from './queueView.ts';
import { observeOperation, observeOperations, observeOutbox, readOperations, type Observed, type OutboxStatus } from './status.ts';
import { DiskDesk, scan, wait } from '#src/offline/testing/diskDesk.ts';
import { installLocks } from '#src/offline/testing/locksShim.ts';

installLocks();
Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });

const desk = new DiskDesk();
const login = (userId: string): Promise<void> => desk.login(userId);

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
beforeEach(async () => {
  for (const db of [outboxDb, deviceDb]) await Promise.all(db.tables.map((table) => table.clear()));
  await login('ann');
});

/** Everything that was told, in order. */
async function watching<T>(what: Observed<T>): Promise<T[]> {
  const told: T[] = [];
  const { unsubscribe } = what.subscribe(
    (value) => told.push(value),
    (error: unknown) => expect.fail(String(error)),
  );
  stops.push(unsubscribe);
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
  return told;
}
const subjects = (operations: readonly OutboxOperation[] | undefined): readonly string[] => (operations ?? []).map(({ subject }) => subject);

/** What the service worker does when the answer comes. */
async function acknowledge(opId: string, resolvedAt = Date.now()): Promise<void> {
  await outboxStore.change(async (tx) => {
    const operation = await tx.find(opId);
    if (operation) await tx.put([{ ...operation, state: 'acked', resolvedAt }]);
  });
}

describe('the copy of the queue in memory', () => {
  it('has an act as soon as it is saved, and not before', async () => {
    const told = await watching(observeOperations({ since: 0 }));
    const real = IDBObjectStore.prototype.put;
    let shown = -1;
    IDBObjectStore.prototype.put = function noted(this: IDBObjectStore, ...args: Parameters<typeof real>) {
      if (this.name === 'ops') this.transaction.addEventListener('complete', () => (shown = told.at(-1)?.length ?? 0));
      return real.apply(this, args);
    };
    await enqueue(scan, { code: 'T1' });
    IDBObjectStore.prototype.put = real;
    expect(shown).toBe(0);
    expect(subjects(told.at(-1))).toEqual(['T1']);
    expect(subjects(await readOperations({ lane: 'tube:T1' }))).toEqual(['T1']);
  });

  it('never has an act that was not saved', async () => {
    const told = await watching(observeOperations({ since: 0 }));
    await saveFact('minEpoch', 99);
    await expect(enqueue(scan, { code: 'T1' })).rejects.toMatchObject({ code: 'mustUpdate' });
    expect(subjects(await readOperations())).toEqual([]);
    expect(told.flat()).toEqual([]);
  });

  it('hears of what others write: single acts, many at once, receipts and cleared rows', async () => {
    const told = await watching(observeOperations({ since: 0 }));
    const { opId } = await enqueue(scan, { code: 'T0' });
    await acknowledge(opId);
    await vi.waitFor(() => expect(told.at(-1)?.map(({ state }) => state)).toEqual(['acked']));
    const template = told.at(-1)?.[0] as OutboxOperation;
    await outboxStore.change(async (tx) =>
      tx.put(
        Array.from({ length: 60 }, (_none, at) => ({ ...template, opId: `many-${at}`, seq: 2 + at, state: 'pending' as const, resolvedAt: null })),
      ),
    );
    await vi.waitFor(() => expect(told.at(-1)).toHaveLength(61));
    await outboxDb.receipts.where('resolvedAt').above(0).delete();
    await vi.waitFor(() => expect(told.at(-1)).toHaveLength(60));
  });

  it('agrees with the disk after acts, answers and reopenings in any order', async () => {
    const told = await watching(observeOperations({ since: 0 }));
    const saved = await Promise.all(Array.from({ length: 30 }, (_none, at) => enqueue(scan, { code: `T${at}` })));
    await Promise.all(saved.filter((_one, at) => at % 2 === 0).map(({ opId }) => acknowledge(opId)));
    await outboxStore.change(async (tx) => {
      const first = await tx.find(saved[0]?.opId ?? '');
      if (first) await tx.reopen([{ ...first, state: 'pending', resolvedAt: null }]);
    });
    const stored = [...(await outboxDb.ops.toArray()), ...(await outboxDb.receipts.toArray())].sort((a, b) => a.seq - b.seq);
    await vi.waitFor(() => expect(told.at(-1)).toEqual(stored));
  });

  describe('where the worker was answered before this page got to tell of its act', () => {
    /** An act that is on the disk, resolved, as its page still believes it: just saved. */
    async function overtaken(): Promise<OutboxOperation> {
      const { opId } = await enqueue(scan, { code: 'T0' });
      const template = (await outboxDb.ops.get(opId)) as OutboxOperation;
      await acknowledge(opId);
      const saved = { ...template, opId: 'overtaken', seq: template.seq + 1 };
      await outboxStore.change(async (tx) => tx.put([{ ...saved, state: 'acked' as const, resolvedAt: Date.now() }]));
      return saved;
    }

    it('reads what it heard meanwhile', async () => {
      const told = await watching(observeOperations({ since: 0 }));
      queueView.tell(await overtaken());
      await vi.waitFor(() => expect(told.at(-1)?.map(({ state }) => state)).toEqual(['acked', 'acked']));
    });

    it('believes what it has read meanwhile, also where resolved acts are not kept', async () => {
      const counts: OutboxStatus[] = await watching(observeOutbox());
      const saved = await overtaken();
      await wait(100);
      queueView.tell(saved);
      await vi.waitFor(() => expect(counts.at(-1)).toMatchObject({ waiting: 0 }));
      expect(await readOperations()).toMatchObject([{ state: 'acked' }, { state: 'acked' }]);
    });

    it('asks again for what it was told while it read the whole queue', async () => {
      const saved = await overtaken();
      const counts: OutboxStatus[] = await watching(observeOutbox());
      const real = IDBObjectStore.prototype.getAll;
      let isTold = false;
      IDBObjectStore.prototype.getAll = function noted(this: IDBObjectStore, ...args: Parameters<typeof real>) {
        const asked = real.apply(this, args);
        asked.addEventListener('success', () => {
          if (!isTold) queueView.tell(saved);
          isTold = true;
        });
        return asked;
      };
      Dexie.on.storagemutated.fire({ all: new RangeSet() });
      await vi.waitFor(() => expect(isTold).toBe(true));
      IDBObjectStore.prototype.getAll = real;
      await wait(200);
      await vi.waitFor(() => expect(counts.at(-1)).toMatchObject({ waiting: 0 }));
    });
  });

  it('shows nobody the acts of another', async () => {
    const told = await watching(observeOperations({ since: 0 }));
    const counts: OutboxStatus[] = await watching(observeOutbox());
    await enqueue(scan, { code: 'T1' });
    await vi.waitFor(() => expect(counts.at(-1)).toMatchObject({ waiting: 1, heldByOthers: 0 }));
    await login('bob');
    expect(subjects(await readOperations({ since: 0 }))).toEqual([]);
    await vi.waitFor(() => expect(told.at(-1)).toEqual([]));
    await vi.waitFor(() => expect(counts.at(-1)).toMatchObject({ waiting: 0, heldByOthers: 1 }));
    await dropSession('logout');
    await vi.waitFor(() => expect(counts.at(-1)).toMatchObject({ waiting: 0, heldByOthers: 1 }));
  });

  it('follows one act, also one that was resolved long before', async () => {
    const { opId } = await enqueue(scan, { code: 'T1' });
    await acknowledge(opId, 5);
    const old = await watching(observeOperation(opId));
    expect(old.at(-1)).toMatchObject({ state: 'acked', resolvedAt: 5 });
    const next = await enqueue(scan, { code: 'T2' });
    const fresh = await watching(observeOperation(next.opId));
    await acknowledge(next.opId);
    // The same may be told twice, where what was read comes behind what was heard.
    const states = (): unknown[] => fresh.map((operation) => operation?.state).filter((state, index, all) => state !== all[index - 1]);
    await vi.waitFor(() => expect(states()).toEqual(['pending', 'acked']));
  });
});

describe('coalesced', () => {
  it('runs at once, then once more for all that asked meanwhile, never two at a time', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const ask = coalesced(
      async () => {
        most = Math.max(most, ++running);
        runs += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
      },
      () => 1,
    );
    ask();
    expect(runs).toBe(1);
    for (let i = 0; i < 20; i++) ask();
    await vi.waitFor(() => expect(runs).toBe(2));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([runs, most]).toEqual([2, 1]);
  });
});
