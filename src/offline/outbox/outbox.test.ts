import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveFact } from '#src/api/deviceDb.ts';
import { dropSession } from '#src/api/sessionStore.ts';
import { accept, refuse } from '#domain/kernel/outcome.ts';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import { connectionOf, readContact } from '#src/offline/platform/contact.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { setDeskKeys } from '#src/offline/keys/deskKeys.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { exportWaiting } from '#src/offline/journal/exportActs.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { deviceId, outboxStore } from './outboxStore.ts';
import { checkState, clearOldReceipts } from '#src/offline/send/stateCheck.ts';
import { checkConnection } from '#src/offline/send/triggers.ts';
import { opState, readOperations, readStatus } from './status.ts';
import { DiskDesk, scan, wait } from '#src/offline/testing/diskDesk.ts';
import { discardOperation, retryOperation } from '#src/offline/act/tray.ts';

const desk = new DiskDesk();
const { party } = desk;
beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(() => desk.reset());

describe('enqueue', () => {
  it('saves an act whole before it answers: number, author, version, lanes, seal, signature', async () => {
    const { opId, seq } = await enqueue(scan, { code: 'T1' });
    const row = await outboxDb.ops.get(opId);
    expect(row).toMatchObject({
      opId,
      seq,
      authorId: 'ann',
      type: 'test.scan',
      typeVersion: 3,
      payloadHash: '',
      lanes: ['tube:T1'],
      subject: 'T1',
      deviceId: await deviceId(),
    });
    expect(row?.payload).toBeUndefined();
    expect(await desk.contentOf(opId)).toEqual({ code: 'T1' });
    expect(row && (await party.unseal(row))).toEqual({ code: 'T1' });
    expect(row && (await party.isSigned(row, await deviceId()))).toBe(true);
    expect(row?.occurredAt).toMatch(/[+-]\d\d:\d\d$/);
  });

  it('numbers concurrent acts without gaps and keeps them in the order they were asked', async () => {
    const saved = await Promise.all(Array.from({ length: 60 }, (_, index) => enqueue(scan, { code: `T${index}` })));
    expect(saved.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(new Set(saved.map(({ opId }) => opId)).size).toBe(60);
  });

  it('takes one press of a button once', async () => {
    const first = await enqueue(scan, { code: 'T1' }, { opId: 'key-of-the-press' });
    const second = await enqueue(scan, { code: 'T1' }, { opId: 'key-of-the-press' });
    expect(second).toEqual(first);
    expect(await outboxDb.ops.count()).toBe(1);
  });

  it('freezes what was given', async () => {
    const payload = { code: 'T1' };
    const { opId } = await enqueue(scan, payload);
    payload.code = 'changed';
    expect(await desk.contentOf(opId)).toEqual({ code: 'T1' });
  });

  it.each([
    ['badInput', async () => enqueue(scan, { code: '' })],
    ['notOffline', async () => enqueue({ ...scan, offline: false }, { code: 'T1' })],
    ['unknownCommand', async () => enqueue('no.such', {})],
    ['signedOut', async () => dropSession('logout').then(() => enqueue(scan, { code: 'T1' }))],
    ['locked', async () => (setDeskKeys(null), enqueue(scan, { code: 'T1' }))],
    ['locked', async () => (setDeskKeys(await party.keysOf('ben')), enqueue(scan, { code: 'T1' }))],
    ['mustUpdate', async () => saveFact('minEpoch', 99).then(() => enqueue(scan, { code: 'T1' }))],
    [
      'olderCode',
      async () => outboxStore.change(async (tx) => tx.save({ ...(await tx.queue()), epoch: 99 })).then(() => enqueue(scan, { code: 'T1' })),
    ],
  ] as const)('refuses with %s and writes nothing', async (code, work) => {
    await expect(work()).rejects.toMatchObject({ name: 'OutboxError', code });
    expect(await outboxDb.ops.count()).toBe(0);
  });

  it('asks the command’s own rule, so that no screen can forget it, and keeps what only the server can check', async () => {
    const judged = {
      ...scan,
      refusals: { 'scan.no': ['不要 {code}', 'Not {code}'] as const },
      decide: (isBad: boolean, { code }: { code: string }) => (isBad ? refuse('scan.no', { code }) : accept({})),
      foresee: ({ code }: { code: string }) => ({ state: code === 'BAD', unknown: code === 'T9' ? [['管', 'the tube'] as const] : [] }),
    } as unknown as typeof scan;
    await expect(enqueue(judged, { code: 'BAD' })).rejects.toMatchObject({
      code: 'refused',
      label: ['不要 BAD', 'Not BAD'],
      refusal: { code: 'scan.no' },
    });
    expect(await outboxDb.ops.count()).toBe(0);
    await enqueue(judged, { code: 'T9' });
    // A screen that has asked is not asked again.
    await enqueue(judged, { code: 'BAD' }, { foreseen: { unknown: [] } });
    expect((await outboxDb.ops.orderBy('seq').toArray()).map(({ toCheck }) => toCheck)).toEqual([[['管', 'the tube']], undefined]);
  });

  it('says of an act that nothing is looked up for what is left to the server', async () => {
    await enqueue({ ...scan, leftToServer: [['管', 'the tube']] }, { code: 'T1' });
    expect((await outboxDb.ops.orderBy('seq').toArray()).map(({ toCheck }) => toCheck)).toEqual([[['管', 'the tube']]]);
  });

  it('drops the copies when the disk is full, and saves', async () => {
    await cacheDb.master.put({ resource: 'client', id: '1', row: {} });
    fillDisk(1);
    await enqueue(scan, { code: 'T1' });
    expect(await outboxDb.ops.count()).toBe(1);
    expect(await cacheDb.master.count()).toBe(0);
  });

  it('says so when the disk stays full, and leaves no trace', async () => {
    fillDisk(2);
    const error = await enqueue(scan, { code: 'T1' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(OutboxError);
    expect((error as OutboxError).code).toBe('quota');
    expect((error as OutboxError).label[0]).toContain('存储空间不足');
    expect(await outboxDb.ops.count()).toBe(0);
    expect((await enqueue(scan, { code: 'T2' })).seq).toBe(1);
  });
});

/** The engine itself refuses the next `times` additions, as a full disk does. */
function fillDisk(times: number): void {
  let left = times;
  const real = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function full(this: IDBObjectStore, ...args: Parameters<typeof real>) {
    if (this.name !== 'ops' || left === 0) return real.apply(this, args);
    left -= 1;
    if (left === 0) IDBObjectStore.prototype.put = real;
    throw new DOMException('full', 'QuotaExceededError');
  };
}

describe('sending over HTTP', () => {
  it('keeps everything while nobody answers and delivers it once when somebody does', async () => {
    for (let i = 0; i < 5; i++) await enqueue(scan, { code: `T${i}` });
    // The wishes to send of several acts are one: the attempt that fails may come a moment later.
    await vi.waitFor(async () => expect((await readContact()).failures).toBeGreaterThan(0));
    expect(await readStatus()).toMatchObject({ waiting: 5, refused: 0 });
    await desk.send();
    expect(desk.other.applied).toHaveLength(5);
    expect(await readStatus()).toMatchObject({ waiting: 0, sending: 0, oldestWaitingAt: null, connection: 'unsteady' });
    expect((await readOperations({ states: ['acked'] })).map(({ receipt }) => receipt?.status)).toEqual(Array(5).fill('applied'));
  });

  it('submits a refused act anew, gives one up with a reason, and exports what is left', async () => {
    desk.other.rule = ({ type }) => (type === 'test.scan' ? 'refused' : 'applied');
    const first = await enqueue(scan, { code: 'T1' });
    const second = await enqueue(scan, { code: 'T2' });
    await desk.send();
    expect(await readStatus()).toMatchObject({ waiting: 0, refused: 2 });
    await discardOperation(second.opId, '样本重复');
    await desk.send();
    const { reason, noteId = '' } = (await opState(second.opId))?.discard ?? {};
    expect(reason).toBe('');
    expect(await desk.contentOf(noteId)).toMatchObject({ reason: '样本重复', opId: second.opId });
    expect(desk.other.ledger.get(noteId)?.op.payload).toMatchObject({ reason: '样本重复', opId: second.opId });
    const exported = await exportWaiting();
    expect(exported.count).toBe(1);
    expect(JSON.parse(await exported.blob.text())).toMatchObject({
      format: 'accession-desk-acts',
      acts: [{ deviceId: await deviceId(), authorName: 'ann', op: { opId: first.opId, payloadHash: '' } }],
    });
    desk.other.rule = () => 'applied';
    const again = await retryOperation(first.opId);
    expect(again).not.toBe(first.opId);
    await desk.send();
    expect((await opState(again))?.state).toBe('acked');
    expect((await opState(first.opId))?.state).toBe('superseded');
    expect(desk.other.ledger.get(again)?.op).toMatchObject({ payload: { code: 'T1' }, supersedes: first.opId });
  });
});

describe('what the server holds', () => {
  it('queues again, under its own key, what the server has lost, and names what nobody can explain', async () => {
    const { opId } = await enqueue(scan, { code: 'T1' });
    await enqueue(scan, { code: 'T2' });
    await desk.send();
    await outboxStore.change(async (tx) => tx.save({ ...(await tx.queue()), seq: 5 }));
    desk.state = { highestContiguousSeq: 0, highestSeq: 4, gaps: [1, 3] };
    expect(await checkState()).toEqual({ unexplained: [3], reopened: 1 });
    expect(['pending', 'sending']).toContain((await opState(opId))?.state);
    desk.other.ledger.delete(opId);
    await desk.send();
    expect((await opState(opId))?.state).toBe('acked');
    expect(await outboxDb.ops.count()).toBe(0);
  });

  it('is compared after each break of the link, when the database is another copy, and once an hour, while the page stays open', async () => {
    const { opId } = await enqueue(scan, { code: 'T1' });
    await desk.send();
    await checkState();
    expect(await checkConnection()).toBe(true);
    desk.state = { highestContiguousSeq: 0, highestSeq: 0, gaps: [1] };
    expect(await checkConnection()).toBe(true);
    expect((await opState(opId))?.state).toBe('acked');

    // It goes away, and comes back as an older copy of itself.
    desk.isDown = true;
    expect(await checkConnection()).toBe(false);
    desk.isDown = false;
    expect(await checkConnection()).toBe(true);
    expect((await opState(opId))?.state).toBe('pending');
    desk.other.ledger.delete(opId);
    await desk.send();
    expect((await opState(opId))?.state).toBe('acked');

    // It was away and back between two looks.
    const reopenedBy = async (): Promise<string | undefined> => {
      expect(await checkConnection()).toBe(true);
      const { state } = (await opState(opId)) ?? {};
      desk.other.ledger.delete(opId);
      await desk.send();
      return state;
    };
    await saveFact('lastFailureAt', Date.now() - 7_200_000);
    expect(await reopenedBy()).toBe('acked');
    desk.copy = 'second';
    expect(await reopenedBy()).toBe('pending');
    expect(await reopenedBy()).toBe('acked');
    await outboxStore.change(async (tx) =>
      tx.save({ key: 'stateCheck', at: Date.now() - 3_700_000, highestContiguousSeq: 1, unexplained: [], reopened: 0 }),
    );
    expect(await reopenedBy()).toBe('pending');
  });

  it('misses nothing that was on its way while it was asked', async () => {
    const { opId } = await enqueue(scan, { code: 'T1' });
    desk.isDown = false;
    // The server says what it holds; then the act comes, and its receipt is here before the answer is.
    desk.whileAsked = () => desk.send();
    desk.state = { highestContiguousSeq: 0, highestSeq: 0, gaps: [1] };
    expect(await checkState()).toEqual({ unexplained: [], reopened: 0 });
    expect((await opState(opId))?.state).toBe('acked');
  });

  it('gives out no number the server already has', async () => {
    desk.isDown = false;
    desk.state = { highestSeq: 40, highestContiguousSeq: 40 };
    await checkState();
    expect((await enqueue(scan, { code: 'T1' })).seq).toBe(41);
  });

  it('clears receipts after 7 days and nothing else', async () => {
    desk.other.rule = ({ payload }) => ((payload as { code?: string }).code === 'T2' ? 'refused' : 'applied');
    const { opId } = await enqueue(scan, { code: 'T1' });
    const given = await enqueue(scan, { code: 'T2' });
    await desk.send();
    await discardOperation(given.opId, '不需要');
    await desk.send();
    desk.isDown = true;
    await enqueue(scan, { code: 'T3' });
    await wait();
    expect(await clearOldReceipts(Date.now() + 6 * 86_400_000)).toBe(0);
    expect(await clearOldReceipts(Date.now() + 8 * 86_400_000)).toBeGreaterThan(0);
    expect(await opState(opId)).toBeUndefined();
    expect((await opState(given.opId))?.state).toBe('discarded');
  });
});

describe('the link', () => {
  const contact = { okAt: 1_000_000, failAt: 0, failures: 0, offsetMs: 0, minEpoch: 1 };
  it('is judged by answers and their absence', () => {
    expect(connectionOf(contact, 1_000_500, true)).toBe('online');
    expect(connectionOf(contact, 1_000_500, false)).toBe('offline');
    expect(connectionOf({ ...contact, failures: 1, failAt: 1_000_400 }, 1_000_500, true)).toBe('unsteady');
    expect(connectionOf({ ...contact, failures: 2, failAt: 1_000_400 }, 1_000_500, true)).toBe('offline');
    expect(connectionOf({ ...contact, failAt: 990_000 }, 1_000_500, true)).toBe('unsteady');
    expect(connectionOf({ ...contact, okAt: 0, failures: 1 }, 1_000_500, true)).toBe('offline');
  });

  it('learns the offset of the clock from answers', async () => {
    await enqueue(scan, { code: 'T1' });
    await desk.send();
    const { offsetMs, failures } = await readContact();
    expect(Math.abs(offsetMs - (Date.parse('2026-05-20T01:00:00.000Z') - Date.now()))).toBeLessThan(5000);
    expect(failures).toBe(0);
  });
});
