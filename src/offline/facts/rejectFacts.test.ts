import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { codeType } from '#domain/code/codeStyle.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { opState } from '#src/offline/outbox/status.ts';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';

const desk = new DiskDesk();
beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.reset();
  const styles = [
    { styleName: '青禾申请单', codeType: codeType.requisition, sendSampleClientId: '2', pattern: 'QH\\d{6}' },
    { styleName: '申请单', codeType: codeType.requisition, pattern: 'A\\d{8}' },
    { styleName: '样本', codeType: codeType.sample, pattern: 'S\\d{4}' },
  ];
  await cacheDb.master.bulkPut(styles.map((row, at) => ({ resource: 'codeStyle', id: String(at), row: { ...row, isDisable: 0 } })));
});

const why = { rejectCode: 'REJ01', measure: 1, rejectReason: '无标签' } as const;
const reject = (codes: { requisitionCode: string; sampleCode?: string; sendSampleClientId?: string }) => enqueue(rejectSummary, { ...codes, ...why });
const refused = (field: string, text: string): object => ({
  code: 'refused',
  refusal: { code: 'command.badInput', problems: [{ field, params: { text: [expect.stringContaining(text), expect.any(String)] } }] },
});
const toCheck = async (opId: string): Promise<readonly string[]> => ((await opState(opId))?.toCheck ?? []).map(([text]) => text);
/** What the server says of a requisition; without it there is no network. */
const said = (data: unknown): void => void desk.calls.set('/enter-info/get-summary-info', () => ({ data }));

it('refuses codes that no style allows before it says saved, of a requisition that nobody has taken in', async () => {
  said(null);
  await expect(reject({ requisitionCode: '张三的样本' })).rejects.toMatchObject(refused('requisitionCode', '不像条码'));
  await expect(reject({ requisitionCode: 'B1234', sendSampleClientId: '2' })).rejects.toMatchObject(refused('requisitionCode', '青禾申请单'));
  await expect(reject({ requisitionCode: 'A26000001', sampleCode: '管一' })).rejects.toMatchObject(refused('sampleCode', '不像条码'));
  expect(await outboxDb.ops.count()).toBe(0);
  // The reason of the act is the reason for a style that is not ours, as long as a scanner may have read the code.
  const { opId } = await reject({ requisitionCode: 'B1234', sampleCode: 'X-99' });
  expect(await toCheck(opId)).toEqual(['条码是否另有所用']);
});

it('leaves to the server how a code must look that may be known there, and says so', async () => {
  const offline = await reject({ requisitionCode: '旧单' });
  expect(await toCheck(offline.opId)).toEqual(['条码, 以及此前是否已录入、交接或拒收']);
  // This desk itself has it now: what it says of it next is of a known one.
  const again = await reject({ requisitionCode: '旧单', sampleCode: '旧管' });
  expect(await toCheck(again.opId)).toEqual(['此前是否已录入、交接或拒收', '条码是否另有所用']);
  said({ requisitionCode: '别单', tubes: [{ sampleCode: 'S9999' }], entryPersonName: '王敏', receiveTime: '2026-11-21 09:00:00', entryState: 1 });
  await reject({ requisitionCode: '别单' });
});

it('refuses a tube that this desk has registered on another requisition', async () => {
  await reject({ requisitionCode: 'A26000001', sampleCode: 'S0001' });
  await expect(reject({ requisitionCode: 'A26000002', sampleCode: 'S0001' })).rejects.toMatchObject({
    refusal: { code: 'summary.sampleElsewhere', params: { sampleCode: 'S0001', requisitionCode: 'A26000001' } },
  });
});
