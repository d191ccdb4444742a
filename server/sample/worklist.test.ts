import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntryWorkRow, LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { detailPayload, freshCode, openDesk, summaryPayload, type Account, type Desk } from './deskTesting.ts';
import { nowSql } from '#server/storage/clock.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function entryRow(account: Account, name: 'entry1' | 'entry2', requisitionCode: string): Promise<EntryWorkRow | undefined> {
  const { data } = await desk.get(account, 'offline/worklist', { name });
  return (data as EntryWorkRow[]).find((row) => row.requisitionCode === requisitionCode);
}
async function received(commodityId: string): Promise<ReturnType<typeof summaryPayload>> {
  const summary = summaryPayload(desk, commodityId, { doctorName: '林医生' });
  expect((await desk.act('online', 'reception', 'summary.enter', summary)).status).toBe('applied');
  return summary;
}

it('starts a single entry with what reception typed, and with nothing that is not typed there', async () => {
  const summary = await received(desk.master.single);
  const { requisitionCode, personName, telephone, samplingTime, birthDate, tubes } = summary;
  const row = await entryRow('entry1', 'entry1', requisitionCode);
  expect(row?.prefill).toEqual({
    personName,
    telephone,
    samplingTime,
    birthDate,
    sex: 2,
    age: 31,
    ageUnit: 1,
    doctorName: '林医生',
    testTubeNumber: tubes[0]?.testTubeNumber,
    sendSampleClientId: summary.sendSampleClientId,
    commodityIds: summary.commodityIds,
  });
  const info = await desk.get('entry1', 'enter-info/get-detail-info', { requisitionCode, enterStandard: 'nomal', pass: '1' });
  expect(info.data.prefill).toEqual(row?.prefill);
  const payload = detailPayload(summary, 'nomal', 1);
  expect(await desk.act('online', 'entry1', 'detail.enter', { ...payload, values: row?.prefill })).toMatchObject({
    status: 'applied',
    result: { labStatus: 103 },
  });
  const [kept] = await desk.rows(sql`select person_name, doctor_name, entry_state from requisition where requisition_code = ${requisitionCode}`);
  expect(kept).toEqual({ personName, doctorName: '林医生', entryState: 5 });
});

it('leaves both passes of a double entry to be typed: only what identifies the requisition stands there', async () => {
  const summary = await received(desk.master.double);
  const { requisitionCode, sendSampleClientId, commodityIds, telephone, personName, birthDate, tubes } = summary;
  for (const [account, name] of [
    ['entry1', 'entry1'],
    ['entry2', 'entry2'],
  ] as const) {
    const row = await entryRow(account, name, requisitionCode);
    expect(row?.prefill).toEqual({ sendSampleClientId, commodityIds });
    const { data } = await desk.get(account, 'enter-info/get-detail-info', { requisitionCode, pass: name.slice(-1) });
    expect(data.prefill).toEqual({ sendSampleClientId, commodityIds });
    const typed = [telephone, personName, birthDate, tubes[0]?.testTubeNumber ?? ''];
    expect(typed.filter((value) => JSON.stringify(row).includes(value))).toEqual([]);
  }
});

it('gives the lab what is handed over and waits, and what it received today, each tube once', async () => {
  const listed = async (): Promise<LabReceiveWorkRow[]> => (await desk.get('lab', 'offline/worklist', { name: 'labReceive' })).data;
  const isTrueToTheTables = async (): Promise<void> => {
    const wanted = await desk.rows<{ sampleCode: string; labStatus: number }>(sql`select s.sample_code, s.lab_status from sample s
      where (s.lab_status = 103 and exists (select 1 from sample_item i where i.sample_id = s.id and i.item_state = 3)) or (s.lab_status = 104 and s.lab_receive_time >= ${nowSql}::date)
      order by s.receive_time, s.id`);
    expect((await listed()).map(({ sampleCode, labStatus }) => ({ sampleCode, labStatus }))).toEqual(wanted);
  };
  await isTrueToTheTables();
  const [first, second, third] = (await listed()).filter(({ labStatus }) => labStatus === 103).map(({ sampleCode }) => sampleCode);
  const receive = async (code: string | undefined): Promise<void> => {
    expect(await desk.act('online', 'lab', 'labTask.receive', { code, inputMode: 'scan' })).toMatchObject({ status: 'applied' });
  };
  const cancel = async (sampleCode: string | undefined): Promise<void> => {
    expect(await desk.act('online', 'lab', 'labTask.cancelReceive', { sampleCode, reason: '误收' })).toMatchObject({ status: 'applied' });
  };
  await receive(first);
  await receive(second);
  await cancel(second);
  await receive(third);
  await cancel(third);
  await receive(third);
  await isTrueToTheTables();
  const now = new Map((await listed()).map(({ sampleCode, labStatus }) => [sampleCode, labStatus]));
  expect([first, second, third].map((code) => now.get(code ?? ''))).toEqual([104, 103, 104]);
  // Of yesterday: no longer listed.
  await desk.rows(sql`update sample set lab_receive_time = lab_receive_time - interval '1 day' where sample_code = ${first ?? ''}`);
  await isTrueToTheTables();
  expect((await listed()).some(({ sampleCode }) => sampleCode === first)).toBe(false);
});

it('says how long a queue is of which it gives the beginning, to whoever may have the list', async () => {
  await received(desk.master.double);
  for (const [account, name] of [
    ['entry1', 'entry1'],
    ['entry1', 'entry2'],
    ['reception', 'handover'],
    ['lab', 'labReceive'],
  ] as const) {
    const { data } = await desk.get(account, 'offline/worklist', { name });
    expect([name, (await desk.get(account, 'offline/worklist-total', { name })).data]).toEqual([name, { total: data.length }]);
  }
  expect((await desk.get('entry1', 'offline/worklist-total', { name: 'entry2' })).data.total).toBeGreaterThan(0);
  expect((await desk.get('lab', 'offline/worklist-total', { name: 'entry1' })).code).toBe(403);
});

it('opens a pass by the requisition’s code, by a tube’s, and by one that was replaced', async () => {
  const { requisitionCode, tubes } = await received(desk.master.double);
  const oldCode = tubes[0]!.sampleCode;
  const newCode = freshCode('0');
  expect(await desk.act('online', 'reception', 'sample.replaceCode', { sampleCode: oldCode, newCode, reason: '标签破损' })).toMatchObject({
    status: 'applied',
  });
  for (const code of [requisitionCode, newCode, oldCode])
    for (const [account, pass] of [
      ['entry1', '1'],
      ['entry2', '2'],
    ] as const)
      expect((await desk.get(account, 'enter-info/get-detail-info', { requisitionCode: code, pass })).data, code).toMatchObject({ requisitionCode });
  expect((await desk.get('entry1', 'enter-info/get-detail-info', { requisitionCode: freshCode('0'), pass: '1' })).status).toBe(404);
});
