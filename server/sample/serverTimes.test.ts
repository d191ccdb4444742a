import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { isReceivedApart } from '#domain/kernel/actTime.ts';
import type { FoundTube } from '#domain/sample/foundTubeRow.ts';
import { detailPayload, openDesk, summaryPayload, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  // Noon: acts of forty minutes ago are today's whenever this runs.
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
  vi.setSystemTime(`${formatDateTime(Date.now()).slice(0, 10)}T12:00:00+08:00`);
  desk = await openDesk();
});
afterAll(async () => {
  await desk.close();
  vi.useRealTimers();
});

const back = (minutes: number) => ({ occurredAt: new Date(Date.now() - minutes * 60_000).toISOString() });
/** Of one of the acts that a found tube tells. */
const actApart = (tube: FoundTube, what: FoundTube['acts'][number]['what']): boolean | undefined => {
  const act = tube.acts.find((one) => one.what === what);
  return act && isReceivedApart(act.at, act.serverTime);
};
const apart = (row: Record<string, string>, name: string): boolean => isReceivedApart(row[`${name}Time`]!, row[`${name}ServerTime`]);

it('is told with every time of an act that a desk sent later', async () => {
  const summary = { ...summaryPayload(desk, desk.master.single), courierNumber: 'SF1300000000071' };
  const { requisitionCode } = summary;
  const { sampleCode } = summary.tubes[0]!;
  const done = async (...act: Parameters<Desk['act']>) => expect(await desk.act(...act), act[2]).toMatchObject({ status: 'applied' });
  await done('outbox', 'reception', 'summary.enter', summary, back(40));
  const [waiting] = (await desk.get('entry1', 'enter-info/single-enter-page', { requisitionCode })).data.records;
  expect(apart(waiting, 'receive')).toBe(true);
  await done('outbox', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1), back(35));
  const handoverKey = randomUUID();
  await done('outbox', 'reception', 'handover.save', { handoverKey, commodityId: desk.master.single, sampleCodes: [sampleCode] }, back(30));
  await done('outbox', 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) }, back(20));
  await done('outbox', 'lab', 'labTask.receive', { code: sampleCode }, back(10));

  const [today] = (await desk.get('reception', 'enter-info/today-list', { requisitionCode })).data.records;
  const { data: summaryRow } = await desk.get('reception', 'enter-info/get-summary-info', { requisitionCode });
  const { data: handover } = await desk.get('reception', 'sample-handover/detail', { handoverKey });
  const [received] = (await desk.get('lab', 'lab-task/today-receive-page', { sampleCode }, 'lab')).data.records;
  const [task] = (await desk.get('lab', 'labReceive/labReceivePage', { sampleCode }, 'search')).data.records;
  const [found] = (await desk.get('admin', 'comprehensive-query/customer-search-page', { sampleCode }, 'search')).data.records;
  const [tube] = (await desk.get('lab', 'enter-info/find-code', { code: sampleCode })).data;
  const [parcel] = (await desk.get('reception', 'shunFeng/list', { courierNumber: 'SF1300000000071' })).data.records;
  const { tubes } = (await desk.get('admin', 'timeline', { code: sampleCode })).data;
  const [open] = (await desk.get('admin', 'incompleteReport/page', { sampleCode }, 'search')).data.records;
  expect([parcel, tubes[0], open].map((row) => apart(row, 'receive'))).toEqual([true, true, true]);
  expect([today, summaryRow, handover.items[0]].map((row) => apart(row, 'receive'))).toEqual([true, true, true]);
  expect([apart(task, 'receive'), apart(task, 'labReceive'), apart(found, 'receive')]).toEqual([true, true, true]);
  expect([apart(handover, 'create'), apart(handover, 'sign'), apart(received, 'act')]).toEqual([true, true, true]);
  expect(['summary.enter', 'handover.save', 'handover.sign', 'labTask.receive'].map((what) => actApart(tube, what))).toEqual([
    true,
    true,
    true,
    true,
  ]);

  const abnormal = { caseCode: 'REJ02', stage: 1, severity: 3, content: '标签不符', isHold: 0, isTold: false, sampleCodes: [sampleCode], photos: [] };
  await done('outbox', 'reception', 'abnormal.submit', abnormal, back(25));
  const [unfit] = (await desk.get('reception', 'abnormal-registration/page', { sampleCode })).data.records;
  expect(apart(unfit, 'found')).toBe(true);

  const late = summaryPayload(desk, desk.master.single);
  await done('outbox', 'reception', 'summary.enter', late, back(40));
  const lateReject = { requisitionCode: late.requisitionCode, rejectCode: 'REJ05', rejectReason: '空管', measure: 2 };
  await done('outbox', 'reception', 'summary.reject', lateReject, back(22));
  for (const [list, service] of [
    ['reject-record/reject-page', 'sample'],
    ['labRejection/labRejectionPage', 'search'],
  ] as const) {
    const [standing] = (await desk.get('reception', list, { requisitionCode: late.requisitionCode }, service)).data.records;
    expect(apart(standing, 'applyCreate'), list).toBe(true);
  }

  // At the desk itself both are one moment.
  const rejected = summaryPayload(desk, desk.master.single);
  await done('online', 'reception', 'summary.enter', rejected);
  const reject = { requisitionCode: rejected.requisitionCode, rejectCode: 'REJ05', rejectReason: '空管', measure: 2 };
  await done('outbox', 'reception', 'summary.reject', reject);
  const [other] = (await desk.get('lab', 'enter-info/find-code', { code: rejected.requisitionCode })).data;
  expect(['summary.enter', 'summary.reject'].map((what) => actApart(other, what))).toEqual([false, false]);
  expect(other.acts.find(({ what }: FoundTube['acts'][number]) => what === 'summary.reject').serverTime).toEqual(expect.any(String));
});
