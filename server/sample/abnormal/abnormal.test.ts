import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workCalendar } from '#domain/base/workCalendar.ts';
import { caseDue } from '#domain/sample/abnormal/abnormalChoices.ts';
import { callPath } from '#domain/kernel/services.ts';
import { madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import { statusesOf, tubesAtDoor } from '#server/lab/tasks/taskTesting.ts';
import { detailPayload, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { remindCases } from './remindCases.ts';
import { rejectDesk } from '../reject/rejectTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const what = { caseCode: 'REJ02', stage: 1, severity: 1, content: '标签姓名与申请单不符' };
const submit = async (payload: object, account: Parameters<Desk['act']>[1] = 'reception') => {
  const said = await desk.act('online', account, 'abnormal.submit', { ...what, ...payload });
  expect(said).toMatchObject({ status: 'applied' });
  return said.result as { caseId: string; caseNo: string; state: number };
};
const holds = async (code: string) => (await desk.rows(sql`select 1 from abnormal_case_tube where sample_code = ${code} and is_held = 1`)).length;
const detail = async (id: string) => (await desk.get('admin', 'abnormal-registration/detail', { id })).data;

it('a case is due by its severity, in working days', () => {
  const october = workCalendar([
    ...['01', '02', '03', '06', '07', '08'].map((day) => ({ date: `2025-10-${day}`, kind: 1, name: '国庆节' })),
    { date: '2025-10-11', kind: 2, name: '调休上班' },
  ]);
  expect(caseDue('2025-09-30 16:00:00', 1, october)).toBe('2025-10-09 16:00:00');
  expect(caseDue('2025-09-30 16:00:00', 2, october)).toBe('2025-10-11 16:00:00');
});

it('a held sample is neither received nor reported until the last case that holds it is closed, by another person where it is critical', async () => {
  const { sampleCodes } = await tubesAtDoor(desk);
  const [code] = sampleCodes as [string];
  const one = await submit({ sampleCodes: [code, 'UNKNOWN77'], isHold: 1 });
  const other = await submit({ sampleCodes: [code], isHold: 1, severity: 3 }, 'lab');
  expect([one.caseNo, await holds(code)]).toEqual([expect.stringMatching(/^YC\d{6}-\d{4}$/), 2]);
  expect(await desk.act('online', 'lab', 'labTask.receive', { code })).toMatchObject({
    status: 'conflict',
    code: 'labTask.onHold',
    params: { caseNo: one.caseNo },
  });
  expect((await detail(one.caseId)).tubes.map((tube: { sampleCode: string; labStatus: number | null }) => [tube.sampleCode, tube.labStatus])).toEqual(
    [
      [code, 103],
      ['UNKNOWN77', null],
    ],
  );
  const process = (caseId: string, own: object) => desk.act('online', 'admin', 'abnormal.process', { caseId, measure: 4, ...own });
  expect(await process(one.caseId, { measure: 5 })).toMatchObject({ code: 'abnormal.dueNeeded' });
  expect(await process(one.caseId, { measure: 5, dueTime: '2099-01-01 10:00:00' })).toMatchObject({ status: 'applied' });
  expect(await process(one.caseId, { isClosed: 1 })).toMatchObject({ code: 'abnormal.reasonNeeded' });
  expect(await process(one.caseId, { isClosed: 1, closeReason: '标签已更正' })).toMatchObject({ status: 'applied' });
  expect(await process(one.caseId, {})).toMatchObject({ code: 'abnormal.closed' });
  expect([await holds(code), (await desk.act('online', 'lab', 'labTask.receive', { code })).code]).toEqual([1, 'labTask.onHold']);
  expect(await desk.act('online', 'reception', 'abnormal.withdraw', { caseId: other.caseId, reason: '误登' })).toMatchObject({
    code: 'abnormal.notYours',
  });
  expect(await desk.act('online', 'lab', 'abnormal.withdraw', { caseId: other.caseId, reason: '误登' })).toMatchObject({ status: 'applied' });
  expect([await holds(code), (await desk.act('online', 'lab', 'labTask.receive', { code })).status]).toEqual([0, 'applied']);
  // Opened again it holds again.
  expect((await desk.get('reception', 'abnormal-registration/restoreEdit', { id: one.caseId })).data).toMatchObject({
    form: { caseCode: 'REJ02', sampleCodes: [code, 'UNKNOWN77'] },
    refusal: null,
  });
  expect(await submit({ caseId: one.caseId, isHold: 1, content: '又不符' })).toMatchObject({ caseNo: one.caseNo, state: 2 });
  expect(await holds(code)).toBe(1);
  // A change of it is applied for by a sample that we have, whatever the label of another says.
  const mixed = await submit({ sampleCodes: ['000UNKNOWN', code], severity: 3 });
  const none = await submit({ sampleCodes: ['000UNKNOWN'], severity: 3 });
  expect([await detail(mixed.caseId), await detail(none.caseId)].map(({ sampleCodes: shown, firstSampleCode }) => [shown, firstSampleCode])).toEqual([
    // Codes of tests begin with digits of the clock: for a minute or two in three hours they come before this one.
    [['000UNKNOWN', code].sort().join('、'), code],
    ['000UNKNOWN', null],
  ]);
  // A critical one that one registered oneself.
  const own = await submit({ sampleCodes: [] }, 'admin');
  expect(await process(own.caseId, { isClosed: 1, closeReason: '误会' })).toMatchObject({ code: 'abnormal.self' });
  const board = (await desk.get('lab', 'abnormal-registration/board')).data as { state: number; caseCount: number }[];
  expect(board.find(({ state }) => state === 5)?.caseCount).toBeGreaterThan(0);
});

it('what was told of before it came is held once it is here, and known by its code alone again where its reception is taken back', async () => {
  const [labelled, other] = [summaryPayload(desk, desk.master.single), summaryPayload(desk, desk.master.single)];
  const code = labelled.tubes[0]!.sampleCode;
  const { caseId, caseNo } = await submit({ sampleCodes: [code], isHold: 1 });
  const told = await submit({ sampleCodes: [other.tubes[0]!.sampleCode], isHold: 0 });
  const tube = async (id: string) =>
    (await desk.rows(sql`select sample_id is not null as is_here, is_held from abnormal_case_tube where case_id = ${id}`))[0];
  for (const summary of [labelled, other])
    expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  expect([await tube(caseId), await tube(told.caseId)]).toEqual([
    { isHere: true, isHeld: 1 },
    { isHere: true, isHeld: 0 },
  ]);
  const { requisitionCode } = labelled;
  const [made] = await desk.rows<{ requisitionId: string }>(
    sql`select id::text as requisition_id from requisition where requisition_code = ${requisitionCode}`,
  );
  const taken = { requisitionCode, requisitionId: made!.requisitionId, sampleCodes: [code], reason: '扫错' };
  expect(await desk.act('online', 'reception', 'summary.cancel', taken)).toMatchObject({ status: 'applied' });
  expect(await tube(caseId)).toEqual({ isHere: false, isHeld: 0 });
  expect(await desk.act('online', 'reception', 'summary.enter', labelled)).toMatchObject({ status: 'applied' });
  expect(await desk.act('online', 'entry1', 'detail.enter', detailPayload(labelled, 'nomal', 1))).toMatchObject({ status: 'applied' });
  const [inner] = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} and execute_type = 1 and coalesce(is_disable, 0) = 0 order by id limit 1`,
  );
  const sent = await desk.act('online', 'reception', 'entrust.send', { sampleCode: code, entrustedLaboratoryId: inner!.id });
  expect(sent).toMatchObject({ code: 'entrust.onHold', msg: expect.stringContaining(caseNo) });
});

it('the samples of a case are rejected with it, all or none, and a recovery brings the case back', async () => {
  const { sampleCodes } = await tubesAtDoor(desk, { tubes: 2 });
  const acts = rejectDesk(desk);
  const photo = await desk.blobs.putWhole('000000', madeJpeg(2_222));
  const said = await desk.act('outbox', 'reception', 'abnormal.submit', { ...what, sampleCodes, isHold: 1, photos: [photo] });
  expect(said).toMatchObject({ status: 'applied' });
  const { caseId } = said.result as { caseId: string };
  const door = await acts.door('admin', 'abnormal-registration/addReject', { id: caseId, rejectCode: 'REJ02', reason: '无法更正' }, [
    madeJpeg(3_333),
  ]);
  expect(door).toMatchObject([{ status: 'applied' }]);
  expect([await statusesOf(desk, sampleCodes), await holds(sampleCodes[0]!), (await detail(caseId)).state]).toEqual([[111, 111], 0, 4]);
  expect((await detail(caseId)).photos).toHaveLength(2);
  expect(await acts.recordOf(sampleCodes[0]!)).toMatchObject({ source: 3, caseId });
  expect(await acts.recover([sampleCodes[0]!])).toMatchObject([{ status: 'applied' }]);
  expect((await detail(caseId)).state).toBe(2);
  const shown = await (
    await desk.as('lab')
  ).get(callPath('sample', 'abnormal-registration/photo', 'accession'), { id: caseId, photoId: (await detail(caseId)).photos[0].photoId });
  expect(shown.statusCode).toBe(200);
  // One that cannot be rejected keeps all of them.
  const listed = await tubesAtDoor(desk);
  await desk.act('online', 'lab', 'labTask.receive', { code: listed.sampleCodes[0] });
  const [task] = await desk.rows<{ id: string }>(sql`select id::text as id from lab_task where sample_code = ${listed.sampleCodes[0]}`);
  await desk.act('online', 'lab', 'labProcess.resample', { taskId: task!.id, reasonCode: 'ABN01' });
  const mixed = await submit({ sampleCodes: [sampleCodes[0], listed.sampleCodes[0]] });
  expect(await acts.door('admin', 'abnormal-registration/addReject', { id: mixed.caseId, rejectCode: 'REJ02', reason: '无法更正' })).toMatchObject([
    { code: 'reject.hasResults' },
  ]);
  expect(await statusesOf(desk, [sampleCodes[0]!])).toEqual([103]);
  const late = await desk.rows(sql`update abnormal_case set due_time = '2026-01-01 10:00:00' where id = ${mixed.caseId} returning id`);
  const page = (await desk.get('reception', 'abnormal-registration/page', { isOverdue: '1', sampleCode: sampleCodes[0]! })).data;
  expect([late.length, page.records.map((row: { caseId: string; isOverdue: number }) => [row.caseId, row.isOverdue])]).toEqual([
    1,
    [[mixed.caseId, 1]],
  ]);
});

it('samples of a case are not rejected while one is on its way to another laboratory, and it says where', async () => {
  const { sampleCodes } = await tubesAtDoor(desk);
  const [other] = await desk.rows<{ id: string; name: string }>(
    sql`select id::text as id, laboratory_name as name from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} and execute_type = 1 and coalesce(is_disable, 0) = 0 order by id limit 1`,
  );
  const sent = { sampleCode: sampleCodes[0]!, entrustedLaboratoryId: other!.id };
  expect(await desk.act('online', 'reception', 'entrust.send', sent)).toMatchObject({ status: 'applied' });
  const { caseId } = await submit({ sampleCodes });
  const said = await rejectDesk(desk).door('admin', 'abnormal-registration/addReject', { id: caseId, rejectCode: 'REJ02', reason: '无法更正' });
  expect(said).toMatchObject([{ code: 'reject.entrusted', text: `样本 ${sampleCodes[0]!} 已委托至 ${other!.name},请先取消委托` }]);
});

it('a case is called to mind four hours before it is due and when it is, once each', async () => {
  const { caseId } = await submit({ sampleCodes: [], severity: 3 });
  await desk.orm.execute(sql`update user_account set email = 'reception@example.com' where account = 'reception'`);
  await desk.orm.execute(sql`update abnormal_case set due_time = '2027-03-10 16:00:00' where id = ${caseId}`);
  const subjects = async (clock: string): Promise<string[]> => {
    await remindCases(desk.database, new AbortController().signal, () => clock);
    return (await desk.rows<{ subject: string }>(sql`select subject from desk_notice where owner_id = ${caseId} and kind = 4 order by id`)).map(
      ({ subject }) => subject.split(' ').at(-1)!,
    );
  };
  expect(await subjects('2027-03-10 11:59:00')).toEqual([]);
  expect(await subjects('2027-03-10 12:00:00')).toEqual(['即将到期']);
  expect(await subjects('2027-03-10 15:59:00')).toEqual(['即将到期']);
  expect(await subjects('2027-03-10 16:00:00')).toEqual(['即将到期', '已到期']);
  expect(await subjects('2027-03-11 16:00:00')).toEqual(['即将到期', '已到期']);
});
