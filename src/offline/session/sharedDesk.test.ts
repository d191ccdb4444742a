import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RejectInput, type RejectPayload, rejectSummary } from '#domain/sample/summaryReject.ts';
import { saveHandover } from '#domain/sample/handover.ts';
import { deviceDb } from '#src/api/deviceDb.ts';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { exportWaiting } from '#src/offline/journal/exportActs.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { deviceId } from '#src/offline/outbox/outboxStore.ts';
import { changeDeviceId } from '#src/offline/outbox/saveAct.ts';
import { opState, readOperations, readStatus } from '#src/offline/outbox/status.ts';
import { DiskDesk, scan, wait } from '#src/offline/testing/diskDesk.ts';
import { discardOperation, editOperation, retryOperation } from '#src/offline/act/tray.ts';

const desk = new DiskDesk();
beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(() => desk.reset());

const act = (code: string): Promise<{ opId: string }> => enqueue(scan, { code, personName: '章晴' });
const carrierOf = (opId: string): string | null | undefined => desk.other.ledger.get(opId)?.courierId;

/** Everything this origin keeps, as text. */
async function wholeDisk(): Promise<string> {
  const tables = [outboxDb, cacheDb, deviceDb].flatMap((db) => db.tables);
  return JSON.stringify(await Promise.all(tables.map(async (table) => [table.name, await table.toArray()])));
}

describe('two people at one desk', () => {
  it('lets the next person carry what the last one wrote; it stays theirs, and nobody else reads it', async () => {
    const { opId } = await act('T1');
    desk.lock();
    expect(await desk.contentOf(opId)).toBe('locked');
    await desk.logout();
    await desk.login('ben');
    expect(await desk.contentOf(opId)).toBe('other');
    expect(await opState(opId)).toBeUndefined();
    expect(await readOperations()).toEqual([]);
    // What is carried on a stick is everybody's, and nobody on the way reads it.
    const exported = await exportWaiting();
    expect(exported).toMatchObject({ count: 1, openCount: 0 });
    const text = await exported.blob.text();
    expect(JSON.parse(text)).toMatchObject({ acts: [{ authorName: 'ann', op: { opId, authorId: 'ann' } }] });
    expect(text).not.toContain('章晴');
    expect(text).not.toContain('"own"');
    expect(await readStatus()).toMatchObject({ waiting: 0, heldByOthers: 1 });
    await desk.send();
    expect(desk.other.ledger.get(opId)?.op).toMatchObject({ authorId: 'ann', payload: { code: 'T1', personName: '章晴' } });
    expect(carrierOf(opId)).toBe('ben');
    expect(await readStatus()).toMatchObject({ heldByOthers: 0 });
    await desk.login('ann');
    expect((await opState(opId))?.state).toBe('acked');
    expect(await desk.contentOf(opId)).toEqual({ code: 'T1', personName: '章晴' });
  });

  it('carries by the credential of the desk while nobody is signed in', async () => {
    await desk.giveCredential();
    const { opId } = await act('T1');
    await desk.logout();
    await desk.send();
    expect(carrierOf(opId)).toBeNull();
    expect(await outboxDb.ops.count()).toBe(0);
  });

  it('carries by the credential when the session is over and cannot be renewed', async () => {
    await desk.giveCredential();
    const { opId } = await act('T1');
    desk.other.tokens.clear();
    await desk.send();
    expect(carrierOf(opId)).toBeNull();
  });

  it('waits where there is neither session nor credential, and goes with the next of either', async () => {
    const { opId } = await act('T1');
    await desk.logout();
    await desk.send();
    expect((await outboxDb.ops.get(opId))?.state).toBe('pending');
    await desk.giveCredential();
    await desk.send();
    expect(carrierOf(opId)).toBeNull();
  });

  it('under another id brings what it did before under the old one, in the order of its lanes', async () => {
    const [first, other] = [await act('T1'), await act('T2')];
    const before = await deviceId();
    await changeDeviceId(before);
    const second = await act('T1');
    const after = await deviceId();
    expect(after).not.toBe(before);
    await desk.login('ben');
    await desk.send();
    expect(await outboxDb.ops.count()).toBe(0);
    expect(desk.other.applied).toEqual([first.opId, other.opId, second.opId]);
    expect([first, other, second].map(({ opId }) => desk.other.ledger.get(opId)?.deviceId)).toEqual([before, before, after]);
    expect([first, other, second].map(({ opId }) => desk.other.ledger.get(opId)?.op.seq)).toEqual([1, 2, 3]);
  });

  it('holds for its author what the server cannot prove to be theirs, and lets the rest go', async () => {
    const { opId } = await act('T1');
    await desk.rest();
    const row = (await outboxDb.ops.get(opId))!;
    await outboxDb.ops.put({ ...row, sig: row.sig!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) });
    const second = await act('T2');
    await desk.logout();
    await desk.login('ben');
    await desk.send();
    expect(await outboxDb.ops.get(opId)).toMatchObject({ state: 'held', heldBy: 'user', isUnproven: true });
    expect(carrierOf(second.opId)).toBe('ben');
    const asked = desk.other.seen.length;
    await desk.send();
    expect(desk.other.seen).toHaveLength(asked);
    await desk.login('ann');
    await outboxDb.ops.update(opId, { nextAttemptAt: 0 });
    await desk.send();
    expect(carrierOf(opId)).toBe('ann');
  });

  it('is rid of the acts of a person who may no longer work here: the server keeps them for a supervisor', async () => {
    const { opId } = await act('T1');
    desk.other.disabled.add('ann');
    await desk.login('ben');
    await desk.send();
    expect(desk.other.ledger.get(opId)?.receipt.status).toBe('kept');
    expect(await outboxDb.ops.count()).toBe(0);
    expect((await outboxDb.receipts.get(opId))?.state).toBe('acked');
  });

  it('lets nobody mend or discard the act of another', async () => {
    const { opId } = await act('T1');
    await desk.login('ben');
    for (const work of [() => editOperation(opId, {}), () => discardOperation(opId, '不要'), () => retryOperation(opId)]) {
      await expect(work()).rejects.toMatchObject({ name: 'OutboxError' });
    }
    expect((await outboxDb.ops.get(opId))?.resolvedAt).toBeNull();
  });
});

describe('an act that is mended', () => {
  const handover = (handoverKey: string, sampleCode: string) => ({ handoverKey, commodityId: '7', sampleCodes: [sampleCode] });

  it('is judged by its own rule again: what it says no to leaves the old act as it was', async () => {
    const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    desk.other.rule = ({ payload }) => ((payload as { handoverKey?: string }).handoverKey === second ? 'refused' : 'applied');
    await enqueue(saveHandover, handover(first, 'S1'));
    const { opId } = await enqueue(saveHandover, handover(second, 'S2'));
    await desk.send();
    await expect(editOperation(opId, handover(second, 'S1'))).rejects.toMatchObject({ code: 'refused', refusal: { code: 'handover.notReady' } });
    expect((await outboxDb.ops.get(opId))?.state).toBe('rejected');
    expect(await outboxDb.ops.count()).toBe(1);
    const heir = await editOperation(opId, handover(second, 'S3'));
    expect(await outboxDb.ops.get(heir.opId)).toMatchObject({ supersedes: opId, toCheck: [expect.anything(), expect.anything()] });
    await desk.send();
    // A screen that has asked is not asked again.
    const told = await editOperation(heir.opId, handover(second, 'S1'), { unknown: [] });
    expect((await outboxDb.ops.get(told.opId))?.toCheck).toBeUndefined();
  });
});

const rejection = (requisitionCode: string, personName: string): RejectPayload => ({
  requisitionCode,
  personName,
  rejectCode: 'REJ01',
  rejectReason: `${personName}的样本溶血`,
  measure: 1,
});

describe('what lies on the disk', () => {
  it('names no patient: not in acts, refusals, corrections, discards or receipts', async () => {
    desk.other.rule = ({ type }) => (type === rejectSummary.name ? 'refused' : 'applied');
    const ids: string[] = [];
    for (const code of ['A26000001', 'A26000002', 'A26000003']) ids.push((await enqueue(rejectSummary, rejection(code, '章晴') as RejectInput)).opId);
    await desk.send();
    // What a careless rule would say of a patient.
    for (const kept of desk.other.ledger.values()) {
      const said = {
        params: { personName: '章晴', by: 'ann' },
        problems: [{ field: 'personName', code: 'rule', params: { text: ['章晴', '章晴'] } }],
      };
      kept.receipt = { ...kept.receipt, ...said, result: { personName: '章晴', sampleCode: 'T1' } };
    }
    await outboxDb.ops.toCollection().modify({ state: 'pending', receipt: null });
    await desk.send();
    expect((await outboxDb.ops.get(ids[0]!))?.receipt).toMatchObject({ params: { by: 'ann' }, problems: [{ field: 'personName', code: 'rule' }] });
    desk.isDown = true;
    await editOperation(ids[0]!, rejection('A26000001', '章晴晴'));
    await discardOperation(ids[1]!, '章晴要求取消');
    await retryOperation(ids[2]!);
    expect(await wholeDisk()).not.toContain('章晴');
    desk.other.rule = () => 'applied';
    await desk.send();
    await wait();
    expect(await outboxDb.ops.count()).toBe(0);
    expect(await outboxDb.receipts.count()).toBe(6);
    expect(await wholeDisk()).not.toContain('章晴');
  });

  it('holds no token', async () => {
    await desk.giveCredential('a-secret-credential');
    await act('T1');
    desk.isDown = false;
    await desk.send();
    const queue = JSON.stringify(await Promise.all(outboxDb.tables.map((table) => table.toArray())));
    expect(queue).not.toContain('token-ann');
    expect(queue).not.toContain('a-secret-credential');
  });
});
