import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tubesAtDoor } from '#server/lab/tasks/taskTesting.ts';
import { makeReport } from '#server/report/reports/makeReport.ts';
import { madeReport } from '#server/report/reports/makingTesting.ts';
import { openDesk, summaryPayload, type Account, type Desk } from '../deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-measures-')) });
});
afterAll(() => desk.close());

const [resample, concession, relabel, none] = [2, 3, 4, 6];
async function registered(sampleCodes: readonly string[], more: object = {}): Promise<string> {
  const asked = { caseCode: 'REJ02', stage: 1, severity: 2, content: '标签姓名与申请单不符', sampleCodes, isHold: 1, ...more };
  const said = await desk.act('online', 'reception', 'abnormal.submit', asked);
  expect(said).toMatchObject({ status: 'applied' });
  return said.result.caseId as string;
}
const decide = (caseId: string, measure: number, more: object = {}, account: Account = 'admin') =>
  desk.act('online', account, 'abnormal.process', { caseId, measure, ...more });
const standing = async (caseId: string) => (await desk.get('admin', 'abnormal-registration/detail', { id: caseId })).data;
const isHeld = async (code: string) =>
  (await desk.rows(sql`select 1 from abnormal_case_tube where sample_code = ${code} and is_held = 1`)).length > 0;
const awaited = (caseId: string) =>
  desk.rows<{ state: number; told: string; expectTime: string }>(
    sql`select state::int as state, thirdparty_bar_code as told, expect_time from expected_sample where source = 6 and partner = ${caseId} order by id`,
  );
/** Whoever it is of is not looked at here. */
const reasons = Object.fromEntries(['R-08', 'R-12', 'R-13'].map((rule) => [rule, '补采']));
const drawnAnew = (code: string) => ({ ...summaryPayload(desk, desk.master.single, { isResample: 1, originalSampleCode: code }), reasons });
const asked = (caseId: string) =>
  desk.rows<{ state: number }>(
    sql`select state::int as state from desk_notice where owner_id = ${caseId} and kind = 5 and receiver_name is not null order by id`,
  );

it('a new sample that is asked for is awaited and told of; its receipt closes the case and lets go of the old one, and taken back it is open again', async () => {
  const { sampleCodes } = await tubesAtDoor(desk);
  const [code] = sampleCodes as [string];
  const caseId = await registered([code]);
  expect(await decide(await registered(['UNKNOWN88']), resample)).toMatchObject({ code: 'abnormal.noneHere' });
  expect(await decide(caseId, resample, { dueTime: '2099-03-01 10:00:00' })).toMatchObject({ status: 'applied' });
  expect(await awaited(caseId)).toEqual([{ state: 0, told: code, expectTime: '2099-03-01 10:00:00' }]);
  expect((await asked(caseId)).length).toBeGreaterThan(0);
  // Something else is decided, and this again.
  expect(await decide(caseId, none)).toMatchObject({ status: 'applied' });
  expect([(await awaited(caseId))[0]?.state, (await asked(caseId)).filter(({ state }) => state === 0)]).toEqual([2, []]);
  expect(await decide(caseId, resample)).toMatchObject({ status: 'applied' });
  expect([(await awaited(caseId))[0]?.state, await isHeld(code)]).toEqual([0, true]);

  const fresh = drawnAnew(code);
  expect(await desk.act('online', 'reception', 'summary.enter', fresh)).toMatchObject({ status: 'applied' });
  expect([(await awaited(caseId))[0]?.state, await isHeld(code), await standing(caseId)]).toMatchObject([
    1,
    false,
    { state: 3, closeReason: `补采样本 ${fresh.tubes[0]!.sampleCode} 已收到` },
  ]);
  const [made] = await desk.rows<{ id: string }>(sql`select id::text as id from requisition where requisition_code = ${fresh.requisitionCode}`);
  const taken = {
    requisitionCode: fresh.requisitionCode,
    requisitionId: made!.id,
    sampleCodes: fresh.tubes.map(({ sampleCode }) => sampleCode),
    reason: '扫错',
  };
  expect(await desk.act('online', 'reception', 'summary.cancel', taken)).toMatchObject({ status: 'applied' });
  expect([(await awaited(caseId))[0]?.state, await isHeld(code), (await standing(caseId)).state]).toEqual([0, true, 2]);
});

it('of a critical case that its own registrar decided the receipt of the new sample does not close it', async () => {
  const { sampleCodes } = await tubesAtDoor(desk);
  const said = await desk.act('online', 'admin', 'abnormal.submit', {
    caseCode: 'REJ02',
    stage: 1,
    severity: 1,
    content: '不符',
    sampleCodes,
    isHold: 0,
  });
  const { caseId } = said.result as { caseId: string };
  expect(await decide(caseId, resample)).toMatchObject({ status: 'applied' });
  const fresh = drawnAnew(sampleCodes[0]!);
  expect(await desk.act('online', 'reception', 'summary.enter', fresh)).toMatchObject({ status: 'applied' });
  expect([(await awaited(caseId))[0]?.state, (await standing(caseId)).state]).toEqual([1, 2]);
});

it('a concession is printed on the report, on what was drawn before, too, until something else is decided', async () => {
  const { task, reportId } = await madeReport(desk);
  const caseId = await registered([task.sampleCode], { isHold: 0 });
  expect(await decide(caseId, concession)).toMatchObject({ code: 'abnormal.noteNeeded' });
  const comments = async (): Promise<readonly string[]> => {
    const [{ state } = { state: 0 }] = await desk.rows<{ state: number }>(sql`select state::int as state from report where id = ${reportId}`);
    expect(state).toBe(1);
    const made = await makeReport(desk.database, desk.blobs, reportId, { tenantId: '000000', makerId: null, makerName: '系统' });
    expect(made.outcome).toBe('done');
    const [version] = await desk.rows<{ comments: readonly string[] }>(
      sql`select facts -> 'comments' as comments from report_version where report_id = ${reportId} order by version_no desc limit 1`,
    );
    return version!.comments;
  };
  const note = '样本轻度溶血,结果仅供参考';
  expect(await decide(caseId, concession, { measureText: note, isClosed: 1, closeReason: '临床同意' })).toMatchObject({ status: 'applied' });
  expect(await comments()).toContain(note);
  await registered([task.sampleCode], { caseId, isHold: 0 });
  expect(await decide(caseId, none)).toMatchObject({ status: 'applied' });
  expect(await comments()).not.toContain(note);
});

it('a label that is to be corrected: the change that was applied for keeps the case open until it is audited, which closes it', async () => {
  const { sampleCodes, requisitionCode } = await tubesAtDoor(desk);
  const caseId = await registered(sampleCodes);
  expect(await decide(caseId, relabel)).toMatchObject({ status: 'applied' });
  const change = { requisitionCode, applyType: 2, changes: [{ field: 'personName', after: '改正后' }], applyReason: '标签写错' };
  const apply = async (): Promise<string> => {
    const said = await desk.act('online', 'entry1', 'orderChange.apply', change);
    expect(said).toMatchObject({ status: 'applied' });
    return said.result.orderChangeId as string;
  };
  const first = await apply();
  expect(await decide(caseId, relabel, { isClosed: 1, closeReason: '已更正' })).toMatchObject({ status: 'conflict', code: 'abnormal.changeOpen' });
  expect(await desk.act('online', 'admin', 'orderChange.audit', { id: first, auditStatus: 2, auditOpinion: '姓名无误' })).toMatchObject({
    status: 'applied',
  });
  expect([(await standing(caseId)).state, await isHeld(sampleCodes[0]!)]).toEqual([2, true]);
  const second = await apply();
  expect(await desk.act('online', 'admin', 'orderChange.audit', { id: second, auditStatus: 1 })).toMatchObject({ status: 'applied' });
  expect([await standing(caseId), await isHeld(sampleCodes[0]!)]).toMatchObject([{ state: 3, closeReason: '信息变更已通过' }, false]);
});
