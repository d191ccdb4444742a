import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatDate } from '#domain/kernel/dates.ts';
import { detailPayload, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

it('a receipt that was taken back is none: not in the list of the day, not in its counts, and waiting on the desks again', async () => {
  const { master } = desk;
  const summary = summaryPayload(desk, master.single);
  const code = summary.tubes[0]!.sampleCode;
  const handoverKey = randomUUID();
  await desk.act('online', 'reception', 'summary.enter', summary);
  await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
  await desk.act('online', 'reception', 'handover.save', { handoverKey, commodityId: master.single, sampleCodes: [code] });
  await desk.act('online', 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) });

  // Any day: a test that runs over midnight counts the same.
  const span = { actTimeBegin: '2000-01-01', actTimeEnd: formatDate(Date.now() + 2 * 86_400_000) };
  const counted = async () => {
    const { receiveCount, cancelCount } = (await desk.get('lab', 'lab-task/receiveStatistics', span, 'lab')).data.totals;
    return [receiveCount, cancelCount];
  };
  const listed = async () => (await desk.get('lab', 'lab-task/today-receive-page', { sampleCode: code }, 'lab')).data.total;
  const onDesks = async () => {
    const rows: { sampleCode: string; labStatus: number }[] = (await desk.get('lab', 'offline/worklist', { name: 'labReceive' })).data;
    return rows.find(({ sampleCode }) => sampleCode === code)?.labStatus;
  };

  const [before = 0, cancelledBefore = 0] = await counted();
  expect(await desk.act('outbox', 'lab', 'labTask.receive', { code })).toMatchObject({ status: 'applied' });
  expect(await counted()).toEqual([before + 1, cancelledBefore]);
  expect(await onDesks()).toBe(104);
  expect(await desk.act('online', 'lab', 'labTask.cancelReceive', { sampleCode: code, reason: '管壁破损' })).toMatchObject({ status: 'applied' });
  expect(await listed()).toBe(0);
  expect(await counted()).toEqual([before, cancelledBefore + 1]);
  expect(await onDesks()).toBe(103);
  expect((await desk.get('lab', 'lab-task/cancel-receive-page', { sampleCode: code }, 'lab')).data.records).toMatchObject([{ reason: '管壁破损' }]);
  // Received anew it stands once, whatever was taken back before.
  expect(await desk.act('outbox', 'lab', 'labTask.receive', { code })).toMatchObject({ status: 'applied' });
  expect(await counted()).toEqual([before + 1, cancelledBefore + 1]);
});
