import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeptDecision } from '#domain/desk/keptAct.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { outboxEpoch, type BatchAnswer } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { detailPayload, openDesk, summaryPayload, type Desk, type Door } from '#server/sample/deskTesting.ts';
import { opsPath, Outbox } from './outbox.ts';
import { filled, recordings, type Recording } from './recording.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const minute = 60_000;
const day = 24 * 60 * minute;
const at = (ms: number): { occurredAt: string } => ({ occurredAt: new Date(Date.now() + ms).toISOString() });
const enter = (door: Door, ms: number, summary = summaryPayload(desk, desk.master.single)) =>
  desk.act(door, 'reception', 'summary.enter', summary, at(ms));
const rowsOf = async (code: string): Promise<Record<string, any>[]> =>
  desk.rows(sql`select receive_time, create_time from requisition where requisition_code = ${code}`);
async function release(opId: string): Promise<KeptDecision | undefined> {
  const answer = await (await desk.as('admin')).post(callPath('sample', 'offline/kept/release', 'accession'), { opIds: [opId] });
  return answer.json<{ data: KeptDecision[] }>().data[0];
}

describe.each(['outbox', 'sealed'] as const)('%s: the time an act claims', (door) => {
  it.each([
    ['of an hour ahead', 60 * minute, 'time.future'],
    ['of eight days back', -8 * day, 'time.old'],
  ])('%s is a supervisor’s to judge: nothing is done, nothing is lost', async (_name, ms, reason) => {
    const summary = summaryPayload(desk, desk.master.single, { samplingTime: formatDateTime(Date.now() + Math.min(ms, 0) - 3 * 60 * minute) });
    const opId = crypto.randomUUID();
    const said = await desk.act(door, 'reception', 'summary.enter', summary, { ...at(ms), opId });
    expect(said).toMatchObject({ status: 'kept', code: reason });
    expect(await rowsOf(summary.requisitionCode)).toEqual([]);
    expect(await release(opId)).toMatchObject({ status: 'applied' });
    expect(await rowsOf(summary.requisitionCode)).toHaveLength(1);
  });

  it('may differ from ours by what two clocks differ, and never ends up after now', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    expect(await enter(door, 3 * minute, summary)).toMatchObject({ status: 'applied' });
    const [row] = await rowsOf(summary.requisitionCode);
    expect(String(row?.['receiveTime']) <= String(row?.['createTime'])).toBe(true);
  });
});

it('before the desk was registered is kept, and what follows from it waits with it', async () => {
  await enter('sealed', 0);
  const summary = summaryPayload(desk, desk.master.single);
  expect(await enter('sealed', -60 * minute, summary)).toMatchObject({ status: 'kept', code: 'time.beforeDesk' });
  expect(await enter('sealed', 0, { ...summary, personName: '受检改名' })).toMatchObject({ status: 'kept', code: 'time.afterKept' });
});

it('before what it follows from is kept; a few minutes are the clocks’', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  await desk.act('online', 'reception', 'summary.enter', summary);
  const entry = detailPayload(summary, 'nomal', 1);
  expect(await desk.act('outbox', 'entry1', 'detail.enter', entry, at(-30 * minute))).toMatchObject({ status: 'kept', code: 'time.beforeEarlier' });
  expect(await desk.act('outbox', 'entry2', 'detail.enter', entry, at(-2 * minute))).toMatchObject({ status: 'applied' });
});

it('before what it follows from in its own batch is kept as across batches, and what follows from it waits', async () => {
  const outbox = new Outbox(desk, 'admin');
  const back = (minutes: number) => ({ occurredAt: new Date(Date.now() - minutes * minute).toISOString() });
  const summary = summaryPayload(desk, desk.master.single);
  const other = summaryPayload(desk, desk.master.single);
  const ops = [
    await outbox.write('summary.enter', summary, back(40)),
    await outbox.write('summary.enter', other, back(40)),
    await outbox.write('detail.enter', detailPayload(summary, 'nomal', 1), back(70)),
    await outbox.write('detail.enter', detailPayload(summary, 'nomal', 1, { doctorName: '凌医生' }), back(30)),
    await outbox.write('detail.enter', detailPayload(other, 'nomal', 1), back(42)),
  ];
  expect((await outbox.send(ops)).map(({ status, code }) => [status, code])).toEqual([
    ['applied', undefined],
    ['applied', undefined],
    ['kept', 'time.beforeEarlier'],
    ['kept', 'time.afterKept'],
    ['applied', undefined],
  ]);
});

it('of a desk that was away for longer than a week everything is kept for a supervisor, who releases it', async () => {
  const [[, recording]] = recordings() as [readonly [string, Recording], ...unknown[]];
  const occurredAt = new Date(Date.now() - 8 * 24 * 3_600_000).toISOString();
  const ops = await Promise.all(recording.acts.map(({ op }) => filled(desk, { ...op, opId: `late-${op.opId}`, occurredAt })));
  const body = { deviceId: `late-${recording.deviceId}`.slice(0, 64), maxSeq: ops.length, epoch: outboxEpoch, ops };
  const answer = await (await desk.as('admin')).post(opsPath, body);
  expect(answer.statusCode, answer.body).toBe(200);
  const receipts = answer.json<{ data: BatchAnswer }>().data.results;
  expect(receipts.map(({ status, code }) => [status, code])).toEqual(ops.map(() => ['kept', 'time.old']));
  const released = await (
    await desk.as('admin')
  ).post(callPath('sample', 'offline/kept/release', 'accession'), { opIds: ops.map(({ opId }) => opId) });
  const decided = released.json<{ data: KeptDecision[] }>().data;
  // What was done under the other keys already is told as ever; nothing stays behind.
  expect(decided.filter(({ status }) => status === 'kept')).toEqual([]);
  expect(decided).toHaveLength(ops.length);
});
