import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { numberKey } from '#src/offline/store/numberRows.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { outboxStore } from '#src/offline/outbox/outboxStore.ts';
import { installLocks } from '../testing/locksShim.ts';
import { MemoryJournalDisk } from '../testing/journalDisk.ts';
import { Journal } from './journal.ts';
import type { JournalLink } from './journalLink.ts';
import type { JournalAnswers, JournalAsk } from './journalTalk.ts';
import { CopyKeeper } from './secondCopy.ts';

installLocks();

let disk: MemoryJournalDisk;
let made = 0;
let appended = 0;
/** The disk refuses to take more. */
let isFull = false;
let stop: () => void = () => undefined;

/** The worker's part, in this thread: asked in order, and gone with the page. */
function linkTo(journalDisk: MemoryJournalDisk): JournalLink {
  const { disk: seenDisk, die } = journalDisk.page();
  const journal = new Journal(seenDisk, () => `journal-${String(++made).padStart(4, '0')}.log`);
  let last: Promise<unknown> = Promise.resolve();
  const answer = async (ask: JournalAsk): Promise<JournalAnswers[JournalAsk['kind']]> => {
    if (ask.kind === 'survey') return journal.survey(ask.now);
    if (ask.kind === 'read') return journal.read(ask.opIds);
    if (isFull) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    journal.append(structuredClone(ask.entries));
    appended += 1;
    return 0;
  };
  return {
    ask: ((ask: JournalAsk) => {
      const mine = last.then(() => answer(ask));
      last = mine.catch(() => undefined);
      return mine;
    }) as JournalLink['ask'],
    close: die,
  };
}

const keeper = (): CopyKeeper => new CopyKeeper(() => linkTo(disk));
const row = (opId: string, seq: number, more: Partial<OutboxOperation> = {}): OutboxOperation =>
  ({
    opId,
    seq,
    deviceId: 'desk-0001',
    epoch: 1,
    authorId: 'ann',
    authorName: 'Ann',
    createdAt: Date.now(),
    lanes: [`req:${opId}`],
    dependsOn: [],
    state: 'pending',
    attempts: 0,
    isUnknown: false,
    receipt: null,
    resolvedAt: null,
    supersededBy: null,
    discard: null,
    sealed: { alg: 'x', kid: 'k', epk: 'e', iv: 'i', ct: opId },
    sig: 's',
    ...more,
  }) as unknown as OutboxOperation;
const receipt = {
  opId: '',
  status: 'applied',
  duplicate: false,
  serverSeq: '7',
  serverTime: '2026-01-05 09:00:00',
  result: { personName: '张三' },
} as const;

async function commit(copy: CopyKeeper, ...rows: OutboxOperation[]): Promise<void> {
  await outboxStore.change(async (tx) => {
    await tx.put(rows);
    await tx.save({ key: 'queue', deviceId: 'desk-0001', seq: Math.max(...rows.map(({ seq }) => seq)), epoch: 1 });
  });
  copy.note(rows.filter(({ resolvedAt }) => resolvedAt === null));
}
const settled = (until: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await until()).toBe(true), { timeout: 10_000, interval: 20 });
/** Opens the page: its keeper, and the queue behind it. */
async function openPage(): Promise<CopyKeeper> {
  const copy = keeper();
  stop = copy.start();
  await outboxDb.open();
  await settled(() => copy.current.state === 'on');
  return copy;
}
async function loseDatabase(): Promise<void> {
  stop();
  await outboxDb.delete({ disableAutoOpen: false });
}
const written = (count: number): Promise<void> => settled(() => appended >= count);

beforeEach(() => {
  disk = new MemoryJournalDisk();
  appended = 0;
  isFull = false;
});
afterEach(loseDatabase);

describe('the second copy', () => {
  it('fills an empty database before anybody reads from it, with keys, numbers, ranks and the id of the desk', async () => {
    const first = await openPage();
    await commit(first, row('a', 1), row('b', 2, { rank: 1 }), row('c', 3));
    await written(1);
    const before = await outboxDb.ops.toArray();
    await loseDatabase();
    const copy = keeper();
    stop = copy.start();
    // The very first reading of the page, without waiting for anything.
    const after = await outboxDb.ops.toArray();
    expect(after).toEqual(
      before.map((each) => ({
        ...each,
        heldBy: null,
        blockedBy: null,
        faults: 0,
        firstFaultAt: null,
        nextAttemptAt: 0,
        lastError: null,
        isUnknown: true,
        isUnproven: false,
      })),
    );
    expect(await outboxDb.meta.get('queue')).toEqual({ key: 'queue', deviceId: 'desk-0001', seq: 3, epoch: 1 });
    expect(await outboxDb.meta.where('key').startsWith('number:').primaryKeys()).toEqual([1, 2, 3].map(numberKey));
    expect(copy.current).toMatchObject({ state: 'on', restored: 3 });
  });

  it('does not owe again what was resolved, and keeps of its receipt what proves it and nothing personal', async () => {
    const first = await openPage();
    await commit(first, row('a', 1), row('b', 2), row('c', 3));
    await written(1);
    await commit(first, row('a', 1, { state: 'acked', resolvedAt: Date.now(), receipt: { ...receipt, opId: 'a' } }));
    const discard = { by: 'ann', byName: 'Ann', reason: '张三重复', at: 5 };
    await commit(first, row('b', 2, { state: 'discarded', resolvedAt: Date.now(), discard }), row('note', 4, { lanes: ['discard:b'] }));
    await written(3);
    await loseDatabase();
    const copy = await openPage();
    expect((await outboxDb.ops.toArray()).map(({ opId }) => opId)).toEqual(['c', 'note']);
    expect(await outboxDb.receipts.get('a')).toMatchObject({ state: 'acked', receipt: { opId: 'a', serverSeq: '7', status: 'applied' } });
    expect(await outboxDb.receipts.get('b')).toMatchObject({ state: 'discarded', discard: { by: 'ann', reason: '' } });
    expect(JSON.stringify(await outboxDb.receipts.toArray())).not.toContain('张三');
    expect(copy.current.restored).toBe(2);
  });

  it('puts back a part that is missing, and takes into the journal what only the database has', async () => {
    const first = await openPage();
    await commit(first, row('a', 1), row('b', 2));
    await written(1);
    stop();
    await outboxDb.ops.delete('a');
    await outboxStore.change((tx) => tx.put([row('late', 3)]));
    outboxDb.close({ disableAutoOpen: false });
    const copy = await openPage();
    expect(copy.current.restored).toBe(1);
    expect((await outboxDb.ops.toArray()).map(({ opId }) => opId)).toEqual(['a', 'b', 'late']);
    await written(2);
    await loseDatabase();
    const next = await openPage();
    expect(next.current.restored).toBe(3);
  });

  it('sends after an act of a replaced one: who waited for the old one waits for its heir', async () => {
    const first = await openPage();
    await commit(first, row('old', 1), row('follower', 2, { dependsOn: ['old'] }));
    await written(1);
    await commit(
      first,
      row('old', 1, { state: 'superseded', supersededBy: 'heir', resolvedAt: Date.now() }),
      row('heir', 3, { supersedes: 'old', rank: 1 }),
    );
    await written(2);
    await loseDatabase();
    await openPage();
    expect(await outboxDb.ops.get('follower')).toMatchObject({ dependsOn: ['old'], waitsFor: ['heir'] });
    expect(await outboxDb.receipts.get('old')).toMatchObject({ state: 'superseded', supersededBy: 'heir' });
  });

  it('owes an act once more that the server has lost after its receipt', async () => {
    const first = await openPage();
    await commit(first, row('a', 1));
    await written(1);
    await commit(first, row('a', 1, { state: 'acked', resolvedAt: Date.now(), receipt: { ...receipt, opId: 'a' } }));
    await written(2);
    await outboxStore.change((tx) => tx.reopen([row('a', 1)]));
    await written(3);
    await loseDatabase();
    const copy = await openPage();
    expect(copy.current.restored).toBe(1);
  });

  it('is completed from the database once the disk takes more again', async () => {
    const first = await openPage();
    isFull = true;
    await commit(first, row('a', 1));
    await settled(() => first.current.state === 'failing');
    isFull = false;
    stop();
    outboxDb.close({ disableAutoOpen: false });
    await openPage();
    await written(1);
    await loseDatabase();
    expect((await openPage()).current.restored).toBe(1);
  });

  it('goes on by itself after a failure, whatever is saved meanwhile', async () => {
    const copy = new CopyKeeper(() => linkTo(disk), 200);
    stop = copy.start();
    await outboxDb.open();
    await settled(() => copy.current.state === 'on');
    isFull = true;
    await commit(copy, row('a', 1));
    await settled(() => copy.current.state === 'failing');
    await commit(copy, row('b', 2));
    isFull = false;
    await settled(() => copy.current.state === 'on');
    await settled(async () => (await copy.owedActs()).length === 2);
    await commit(copy, row('c', 3));
    await settled(async () => (await copy.owedActs()).length === 3);
  });

  it('tells a desk that lost its databases by what it proves itself, also after its file was written anew', async () => {
    const first = keeper();
    stop = first.start();
    await vi.waitFor(() => expect(first.current.state).toBe('on'));
    await first.noteJoinMark('000000', 'mark-1');
    await first.noteJoinMark('000001', 'mark-2');
    const written = appended;
    await first.noteJoinMark('000001', 'mark-2');
    expect(appended).toBe(written);
    stop();
    await outboxDb.delete({ disableAutoOpen: false });
    const next = keeper();
    stop = next.start();
    await vi.waitFor(() => expect(next.current.state).toBe('on'));
    expect([next.joinMark('000000'), next.joinMark('000001'), next.joinMark('000002')]).toEqual(['mark-1', 'mark-2', undefined]);
    expect(await next.owedActs()).toEqual([]);
  });
  it('holds nothing that is not sealed', async () => {
    const { sealed: _sealed, ...open } = row('open', 1, { payload: { personName: '张三' } });
    const first = await openPage();
    await commit(first, open, row('a', 2));
    await written(1);
    stop();
    outboxDb.close({ disableAutoOpen: false });
    const copy = await openPage();
    expect((await copy.owedActs()).map((entry) => entry.row.opId)).toEqual(['a']);
  });

  it('opens the queue all the same where there is no place for a journal', async () => {
    const copy = new CopyKeeper(() => null);
    stop = copy.start();
    await outboxStore.change((tx) => tx.put([row('a', 1)]));
    copy.note([row('a', 1)]);
    expect(copy.current).toMatchObject({ state: 'off', restored: 0, queueFault: null });
    expect(await copy.owedActs()).toEqual([]);
  });

  it('gives up a database only when a person says so, and fills the new one', async () => {
    const first = await openPage();
    await commit(first, row('a', 1), row('b', 2));
    await written(1);
    expect((await first.owedActs()).map((entry) => entry.row.opId)).toEqual(['a', 'b']);
    await outboxDb.ops.clear();
    expect(await first.startAfresh()).toBe(2);
    expect(await outboxDb.ops.count()).toBe(2);
  });
});
