import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dayStart, formatDateTime } from '#domain/kernel/dates.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { cancelSummary } from '#domain/sample/summaryCancel.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import type { SummaryPayload } from '#domain/sample/summaryInput.ts';
import { enqueue, type Enqueued } from '#src/offline/act/enqueue.ts';
import { discardOperation, editOperation } from '#src/offline/act/tray.ts';
import { observeOperations, opState } from '#src/offline/outbox/status.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';

const desk = new DiskDesk();
beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.reset();
});

const samplingTime = formatDateTime(Date.now() - 3_600_000);
const received = (requisitionCode: string, ...codes: readonly string[]): SummaryPayload =>
  ({
    requisitionCode,
    contractLaboratoryId: '1',
    sendSampleClientId: '2',
    commodityIds: ['3'],
    tubes: codes.map((sampleCode) => ({ sampleCode, sampleClassId: '4', sampleQuantity: 1, sampleCondition: [1] })),
    reasons: {},
    personName: '张三',
    sex: 1,
    age: 33,
    ageUnit: 1,
    samplingTime,
  }) as never;
const enter = (requisitionCode: string, ...codes: readonly string[]): Promise<Enqueued> => enqueue(enterSummary, received(requisitionCode, ...codes));
const refusal = (code: string, params: object = {}): object => ({ code: 'refused', refusal: { code, params: expect.objectContaining(params) } });

/** What the server says of a requisition; without it there is no network. */
const said = (data: unknown): void => void desk.calls.set('/enter-info/get-summary-info', () => ({ data }));

/** Waits where a person may still change it: no pass of the sender has it under way. */
async function waits({ opId }: Enqueued): Promise<string> {
  await desk.rest();
  await outboxDb.ops.update(opId, { state: 'pending', isUnknown: false, nextAttemptAt: Date.now() + 3_600_000 });
  return opId;
}
/** The server has taken it. */
async function answered({ opId }: Enqueued): Promise<void> {
  const act = (await outboxDb.ops.get(opId)) as OutboxOperation;
  await outboxDb.ops.delete(opId);
  const receipt = { opId, status: 'applied', serverSeq: '1', serverTime: '2026-11-21 10:00:00', duplicate: false } as never;
  await outboxDb.receipts.put({ ...act, state: 'acked', resolvedAt: Date.now(), receipt });
}

it('refuses codes that wait in its own queue with the sentence of the server, and saves nothing', async () => {
  const first = await enter('A1', 'S1', 'S2');
  const { createdAt } = (await opState(first.opId))!;
  const at = formatDateTime(createdAt);
  await expect(enter('A1', 'S9')).rejects.toMatchObject(refusal('summary.alreadyEntered', { requisitionCode: 'A1', by: 'ann', at }));
  await expect(enter('A2', 'S9', 'S2')).rejects.toMatchObject(
    refusal('summary.sampleTaken', { sampleCode: 'S2', requisitionCode: 'A1', by: 'ann', at }),
  );
  expect(await outboxDb.ops.count()).toBe(1);
  // The very same again is no second reception: the server says that it had been done.
  await enter('A1', 'S1', 'S2');
  await enter('A2', 'S9');
});

it('frees the codes of what was given up or undone, and keeps those of what was rejected', async () => {
  const first = await enter('A1', 'S1');
  await discardOperation(await waits(first), '扫错');
  const again = await enter('A1', 'S9');
  await answered(again);
  await expect(enter('A2', 'S9')).rejects.toMatchObject(refusal('summary.sampleTaken'));
  await enqueue(cancelSummary, { requisitionCode: 'A1', requisitionId: '7', sampleCodes: ['S9'], reason: '扫错' }, { dependsOn: [again.opId] });
  const third = await enter('A1', 'S9');
  await enqueue(rejectSummary, { requisitionCode: 'A1', rejectCode: 'REJ01', measure: 1, rejectReason: '无标签' });
  await expect(enter('A1', 'S8')).rejects.toMatchObject(refusal('summary.rejected', { requisitionCode: 'A1' }));
  expect((await opState(third.opId))?.state).toBe('pending');
  await enqueue(rejectSummary, { requisitionCode: 'A5', sampleCode: 'S5', rejectCode: 'REJ01', measure: 1, rejectReason: '无标签' });
  await expect(enter('A6', 'S5')).rejects.toMatchObject(refusal('summary.sampleTaken', { sampleCode: 'S5', requisitionCode: 'A5' }));
});

it('asks the server about what it has answered: it may have been taken back elsewhere', async () => {
  await answered(await enter('A1', 'S1'));
  await expect(enter('A2', 'S1')).rejects.toMatchObject(refusal('summary.sampleTaken'));
  said({
    requisitionCode: 'A1',
    tubes: [{ sampleCode: 'S7' }],
    entryPersonName: '王敏',
    receiveTime: '2026-11-21 09:00:00',
    entryState: 6,
  });
  await expect(enter('A1', 'S3')).rejects.toMatchObject(refusal('summary.rejected', { by: '王敏', at: '2026-11-21 09:00:00' }));
  await enter('A2', 'S1');
  said(null);
  await enter('A1', 'S3');
});

it('names what it cannot tell of another person’s act, and refuses what its codes show', async () => {
  await enter('A1', 'S1');
  await desk.login('ben');
  await expect(enter('A1', 'S2')).rejects.toMatchObject(refusal('summary.alreadyEntered', { by: 'ann' }));
  await expect(enter('A2', 'S1')).rejects.toMatchObject(refusal('summary.sampleTaken', { by: 'ann' }));
  const { opId } = await enter('A1', 'S1');
  expect(((await opState(opId))?.toCheck ?? []).map(([text]) => text)).toContain('与本机已接的同号申请单是否相同');
});

it('knows by their codes what another person has taken in here and the server has answered, also while the queue is shown', async () => {
  await answered(await enter('A1', 'S1'));
  await answered(await enqueue(rejectSummary, { requisitionCode: 'A5', sampleCode: 'S5', rejectCode: 'REJ01', measure: 1, rejectReason: '无标签' }));
  await desk.login('ben');
  const refuses = async (): Promise<void> => {
    await expect(enter('A1', 'S2')).rejects.toMatchObject(refusal('summary.alreadyEntered', { by: 'ann' }));
    await expect(enter('A2', 'S1')).rejects.toMatchObject(refusal('summary.sampleTaken', { by: 'ann', requisitionCode: 'A1' }));
    await expect(enter('A5', 'S9')).rejects.toMatchObject(refusal('summary.rejected', { by: 'ann' }));
  };
  await refuses();
  const shown = await new Promise<{ readonly own: number; readonly stop: () => void }>((resolve, fail) => {
    const { unsubscribe } = observeOperations({ since: dayStart() }).subscribe(
      ({ length }) => resolve({ own: length, stop: () => unsubscribe() }),
      fail,
    );
  });
  await refuses();
  expect(shown.own).toBe(0);
  shown.stop();
  // Another house at the same desk hears nothing of it.
  await desk.login('cy', { tenantId: '000001' });
  await enter('A1', 'S2');
  await desk.login('ben');
  // Taken back elsewhere since, it is no reception any more.
  said(null);
  await enter('A2', 'S1');
});

it('mends an act without meeting itself, nor what was saved after it', async () => {
  const first = await enter('A1', 'S1');
  await enter('A2', 'S2');
  const mended = await editOperation(await waits(first), received('A1', 'S1', 'S2'));
  expect(await desk.contentOf(mended.opId)).toEqual(received('A1', 'S1', 'S2'));
});

it('asks why a person is received again whom this desk has received itself, before the index of persons knows of it', async () => {
  const person = { telephone: '13912345678' };
  const first = await enqueue(enterSummary, { ...received('A1', 'S1'), ...person });
  const again = { ...received('A2', 'S2'), ...person };
  await expect(enqueue(enterSummary, again)).rejects.toMatchObject(refusal('entry.needsReason'));
  await expect(enqueue(enterSummary, again)).rejects.toThrow();
  await enqueue(enterSummary, { ...received('A3', 'S3'), ...person, commodityIds: ['9'] });
  await enqueue(enterSummary, { ...again, reasons: { 'R-08': '新申请' } });
  await discardOperation(await waits(first), '扫错');
  await enqueue(enterSummary, { ...received('A4', 'S4'), ...person, reasons: { 'R-08': '新申请' } });
});
