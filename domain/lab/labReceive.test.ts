import { expect, it } from 'vitest';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { cancelReceive, receiveSample } from './labReceive.ts';
import { receiveInput, type ReceivedSample } from './receiveState.ts';

const tube: ReceivedSample = {
  sampleCode: 'A1',
  requisitionCode: 'A26000001',
  labStatus: 103,
  labCode: null,
  receivedBy: null,
  labReceiveTime: null,
  rejectReason: null,
  executeLaboratoryId: '31',
  executeLaboratoryName: '沪江检验所',
  notHandedOver: [],
};
const receive = (samples: readonly ReceivedSample[], change: Record<string, unknown> = {}, laboratoryIds: readonly string[] | null = null) =>
  receiveSample.decide({ samples, laboratoryIds }, receiveInput.parse({ code: 'a1', ...change }), by(reception));

it('takes a handed-over tube in', () => {
  expect(receive([tube])).toMatchObject({ accepted: true, change: { sampleCode: 'A1', laboratoryId: '31', moves: [{ from: 103, to: 104 }] } });
});
it('says who and when to a repeat scan', () => {
  for (const labStatus of [104, 106, 107, 108] as const) {
    const outcome = receive([{ ...tube, labStatus, labCode: 'SH01-261121-0001', receivedBy: '孙涛', labReceiveTime: '2026-11-21 09:12:00' }]);
    expect(outcome).toMatchObject({
      accepted: true,
      repeat: true,
      change: { labCode: 'SH01-261121-0001', receivedBy: '孙涛', labReceiveTime: '2026-11-21 09:12:00', moves: [] },
    });
  }
});
it('says clearly why a tube is not taken in', () => {
  expect(receive([])).toMatchObject({ kind: 'refused', code: 'labTask.unknown', params: { code: 'A1' } });
  expect(receive([tube, { ...tube, sampleCode: 'A2' }])).toMatchObject({ code: 'labTask.ambiguous' });
  expect(receive([{ ...tube, labStatus: 101 }])).toMatchObject({ kind: 'conflict', code: 'labTask.notEntered' });
  expect(receive([{ ...tube, notHandedOver: ['血常规五分类'] }])).toMatchObject({
    kind: 'conflict',
    code: 'labTask.notHandedOver',
    params: { commodityNames: '血常规五分类' },
  });
  expect(receive([{ ...tube, labStatus: 111, rejectReason: '溶血' }])).toMatchObject({
    kind: 'refused',
    code: 'labTask.rejected',
    params: { reason: '溶血' },
  });
  expect(receive([{ ...tube, labStatus: 110 }])).toMatchObject({ code: 'labTask.terminated' });
  expect(receive([tube], {}, ['32'])).toMatchObject({ code: 'labTask.otherLaboratory' });
  expect(receive([tube], { laboratoryId: '32' })).toMatchObject({ code: 'labTask.otherLaboratory' });
});
it('takes a receipt back while nothing was examined, and keeps the lab code', () => {
  const cancel = (labStatus: ReceivedSample['labStatus'] | null, hasWork = false) =>
    cancelReceive.decide(
      { sample: labStatus ? { ...tube, labStatus, hasWork, labCode: 'SH01-261121-0001' } : null, laboratoryIds: null },
      { sampleCode: 'A1', reason: '扫错架' },
      by(reception),
    );
  expect(cancel(104)).toMatchObject({ accepted: true, change: { labCode: 'SH01-261121-0001', moves: [{ from: 104, to: 103 }] } });
  expect(cancel(106)).toMatchObject({ kind: 'conflict', code: 'labTask.notReceived' });
  expect(cancel(104, true)).toMatchObject({ kind: 'conflict', code: 'labTask.hasWork' });
  expect(cancel(null)).toMatchObject({ code: 'labTask.unknown' });
});
