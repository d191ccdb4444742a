import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officialDays } from '#domain/base/officialDays.ts';
import { dueTime, workCalendar } from '#domain/base/workCalendar.ts';
import { countedQuery } from '#domain/kernel/listing.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { incompleteReasonOf, incompleteReason, ownerOf, type IncompleteReason, type UnreportedTask } from '#domain/report/rules/incompleteReason.ts';
import { opensPeople } from '#domain/report/search/reportReviews.ts';
import { reportState, type ReportState } from '#domain/report/reportState.ts';
import { labStatus, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { audited } from '#server/lab/audit/auditTesting.ts';
import { closePeriods } from './closePeriods.ts';
import { tellChannels } from '#server/report/reports/deliveries.ts';
import { madeReport } from '#server/report/reports/makingTesting.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';
import { nowText } from '#server/storage/clock.ts';
import { newId } from '#server/storage/ids.ts';
import { recordset } from '#server/storage/recordset.ts';
import { incompleteReasonSql } from './incompleteReason.ts';
import { periodBackfill } from './periodBackfill.ts';
import { openReports, reportCalls } from './searchTesting.ts';

let desk: Desk;
const blobDir = mkdtempSync(join(tmpdir(), 'accession-report-search-'));
beforeAll(async () => {
  desk = await openReports(blobDir);
});
afterAll(() => desk.close());
const { get, data, many, issued, setState } = reportCalls(() => desk);

const print = (versionIds: readonly string[], more: object = {}, account: Account = 'audit2') =>
  many(account, 'report-print/save', { versionIds, copies: 1, ...more });

describe('a report is found', () => {
  const find = (query: object) => get('audit2', 'search', 'reportSearch/accurateQuery', query as Record<string, string>);
  const found = async (query: object): Promise<readonly string[]> => {
    const answer = await find(query);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: { records: { reportId: string }[] } }>().data.records.map(({ reportId }) => reportId);
  };

  it('by one whole number, or by a name with a client or a few days; too little is said, never listed', async () => {
    const { reportId, reportNo, task } = await issued();
    const [person] = await desk.rows<{ name: string; clientId: string; telephone: string | null; code: string }>(
      sql`select q.person_name as name, r.send_sample_client_id::text as client_id, q.telephone, q.requisition_code as code from report r join requisition q on q.id = r.requisition_id where r.id = ${reportId}`,
    );
    const { name: personName, clientId: sendSampleClientId, telephone, code } = person!;
    const today = nowText().slice(0, 10);
    for (const query of [
      { sampleCode: task.sampleCode },
      { sampleCode: task.sampleCode.toLowerCase() },
      { labCode: task.labCode! },
      { reportNo },
      { requisitionCode: code },
      { personName, sendSampleClientId },
      { personName, reportTimeBegin: today, reportTimeEnd: today },
      ...(telephone ? [{ telephone }] : []),
    ])
      expect(await found(query), JSON.stringify(query)).toContain(reportId);
    expect(await found({ sampleCode: task.sampleCode.slice(0, -1) })).toEqual([]);
    expect(await found({ personName: personName.slice(0, 1), sendSampleClientId })).toEqual([]);
    for (const query of [{}, { personName }, { sendSampleClientId }, { personName, reportTimeBegin: '2026-01-01', reportTimeEnd: '2026-02-01' }])
      expect((await find(query)).statusCode, JSON.stringify(query)).toBe(400);
    expect((await find({ personName })).json().msg).toContain('送检单位');
    expect((await get('audit2', 'search', 'reportSearch/accurateQuery/export')).statusCode).toBe(400);
  });

  it('with its versions, their hashes, who saw them and what was put on paper', async () => {
    const { reportId, versionId, sha256 } = await issued();
    await get('lab', 'report', 'report-audit/file', { versionId });
    expect(await print([versionId], { handedTo: '张护士', courierNumber: 'SF1' })).toEqual([null]);
    const trail = await data('lab', 'search', 'reportSearch/trail', { reportId });
    expect(trail.versions).toMatchObject([
      { versionNo: 1, state: 3, pdfSha256: sha256, chainHash: expect.stringMatching(/^[0-9a-f]{64}$/), isAuto: 0 },
    ]);
    expect(trail.views).toMatchObject([{ versionNo: 1, count: 1 }]);
    expect(trail.prints).toMatchObject([{ versionNo: 1, kind: 1, copies: 1, handedTo: '张护士', courierNumber: 'SF1', reason: null }]);
    expect(trail.receipts).toEqual([]);
    expect((await get('audit2', 'search', 'reportSearch/trail', { reportId: '1' })).statusCode).toBe(404);
  });

  it('with whom it was sent to: the patient by a message and a link, the client by mail', async () => {
    const { reportId, versionId } = await issued();
    const now = nowText();
    await desk.orm.execute(
      sql`update mail_message set state = 4, left_time = '2026-11-20 12:00:00', receiver_name = '门诊', email = 'ward@client.example' where version_id = ${versionId}`,
    );
    const mailed = (await desk.rows(sql`select 1 from mail_message where version_id = ${versionId}`)).length;
    await desk.orm
      .execute(sql`insert into sms_message (id, tenant_id, owner_id, is_resampling, requisition_id, requisition_code, sample_code, contract_laboratory_id, sms_config_id, telephone, person_name,
        sms_content, state, is_sign, trace, send_time, create_time, update_time)
      select ${newId()}, '000000', ${versionId}, 0, r.requisition_id, r.requisition_code, '1', r.laboratory_id, 0, '13812345678', '张晓明', '', 4, 0, '{}', '2026-11-20 13:00:00', ${now}, ${now} from report r where r.id = ${reportId}`);
    const linkId = newId();
    await desk.orm
      .execute(sql`insert into report_link (id, tenant_id, report_id, version_id, channel, receiver_name, token_sha256, expire_time, open_time, create_time)
      values (${linkId}, '000000', ${reportId}, ${versionId}, 4, '张晓明', ${'e'.repeat(64)}, ${now}, '2026-11-20 14:00:00', ${now})`);
    await desk.orm.execute(sql`insert into report_view (id, tenant_id, version_id, pdf_sha256, user_name, link_id, create_time)
      values (${newId()}, '000000', ${versionId}, ${'e'.repeat(64)}, '张晓明', ${linkId}, ${now})`);
    const { receipts, views } = await data('audit2', 'search', 'reportSearch/trail', { reportId });
    expect(receipts.map(({ channel, time }: { channel: number; time: string }) => [channel, time])).toEqual([
      [4, '2026-11-20 14:00:00'],
      [1, '2026-11-20 13:00:00'],
      ...Array.from({ length: mailed }, () => [2, '2026-11-20 12:00:00']),
    ]);
    expect(receipts[1]).toMatchObject({ versionNo: 1, receiver: expect.stringMatching(/ 138\*\*\*\*5678$/) });
    // Who opened it by their own link is a patient, named as anywhere.
    expect(views.map(({ userName }: { userName: string }) => userName)).toEqual([receipts[0].receiver]);
  });
});

describe('a report on paper', () => {
  it('is printed once without and again with a reason, and has left the house', async () => {
    const { reportId, versionId } = await issued();
    const draft = await madeReport(desk);
    expect(await print([versionId, draft.versionId])).toEqual([null, 'reportPrint.notIssued']);
    expect(await print([versionId])).toEqual(['reportPrint.reason']);
    expect(await print([versionId], { reason: '客户遗失', copies: 2 })).toEqual([null]);
    const { prints } = await data('audit2', 'search', 'reportSearch/trail', { reportId });
    expect(prints).toMatchObject([
      { kind: 2, reason: '客户遗失', copies: 2 },
      { kind: 1, copies: 1 },
    ]);
    expect(await many('audit2', 'report-audit/cancel-audit', { reportIds: [reportId], reason: '姓名有误' })).toEqual(['report.left']);
  });

  it('is not given out while it is being corrected, nor once it was replaced', async () => {
    const { reportId, versionId } = await issued();
    for (const state of [reportState.recalling, reportState.withdrawn]) {
      await setState(reportId, state);
      expect(await print([versionId])).toEqual(['reportPrint.recalled']);
    }
    await setState(reportId, reportState.issued);
    await desk.orm.execute(sql`update report_version set state = 4 where id = ${versionId}`);
    expect(await print([versionId])).toEqual(['reportPrint.replaced']);
  });
});

describe('turnaround', () => {
  const periods = async (query: Record<string, string>) =>
    (await data('audit2', 'search', 'comprehensive-query/report-period-page', query)).records as readonly Record<string, unknown>[];
  const rowsOf = (taskId: string) =>
    desk.rows<{ isOpen: number; reportTime: string }>(sql`select is_open::int as is_open, report_time from report_period where task_id = ${taskId}`);

  it('is counted by the cycle frozen with the task: the promise, the pause, the calendar', async () => {
    const made = await issued();
    const { laboratoryId, id: taskId } = made.task;
    const calendar = workCalendar(officialDays);
    const labReceiveTime = '2025-09-26 16:00:00';
    const pause = { from: '2025-09-28 10:00:00', to: '2025-09-29 10:00:00' };
    const run = async (pauses: readonly (typeof pause)[]) => {
      const due = (cycle: number) =>
        dueTime({ receiveTime: null, labReceiveTime }, { beginNode: 2, dateModel: 1, cycle, cutOffHour: null }, calendar, pauses);
      const [internal, external] = [due(4320), due(7200)];
      await desk.orm
        .execute(sql`update lab_task set lab_receive_time = ${labReceiveTime}, check_time_two = '2025-10-09 09:00:00', begin_node = 2, date_model = 1, internal_test_cycle = 4320,
        external_test_cycle = 7200, internal_due_time = ${internal.dueTime}, external_due_time = ${external.dueTime},
        due_steps = ${JSON.stringify({ internal: internal.steps, external: external.steps })}::jsonb where id = ${taskId}`);
      await desk.orm.execute(
        sql`update requisition set sampling_time = '2025-09-26 10:00:00' where id = (select requisition_id from lab_task where id = ${taskId})`,
      );
      await desk.orm.execute(sql`update report_version set issue_time = '2025-10-09 10:00:00' where id = ${made.versionId}`);
      await desk.orm.execute(sql`delete from report_period where task_id = ${taskId}`);
      await desk.orm.execute(sql`delete from setting where key = 'report.periodsBackfilled'`);
      await periodBackfill(desk.database).run({}, new AbortController().signal);
      return periods({ laboratoryId, reportTimeBegin: '2025-10-09', reportTimeEnd: '2025-10-09' });
    };
    expect(await run([])).toMatchObject([
      {
        taskId,
        beginTime: labReceiveTime,
        actuallyConsumeCycle: 5400,
        internalOverdueTime: '2025-09-30 16:00:00',
        exceedInternal: 1080,
        internallyStatus: 1,
        externalOverdueTime: '2025-10-10 16:00:00',
        exceedExternal: 0,
        externallyStatus: 0,
        preTestingCycle: 360,
        reportingCycle: 60,
      },
    ]);
    expect(await run([pause])).toMatchObject([{ internalOverdueTime: '2025-10-09 16:00:00', actuallyConsumeCycle: 3960, internallyStatus: 0 }]);
    const chart = await data('audit2', 'search', 'comprehensive-query/report-period-chart', {
      laboratoryId,
      reportTimeBegin: '2025-10-09',
      reportTimeEnd: '2025-10-09',
    });
    // 3,960 minutes in bars of 120.
    expect(chart).toEqual({
      width: 120,
      bins: [{ bin: 33, inTime: 1, overInternal: 0, overExternal: 0, unlimited: 0 }],
      count: 1,
      leftOut: 0,
      p50: 3960,
      p90: 3960,
      internal: { least: 4320, most: 4320 },
      external: { least: 7200, most: 7200 },
    });
  });

  it('asks for a laboratory first', async () => {
    const answer = await get('audit2', 'search', 'comprehensive-query/report-period-page');
    expect([answer.statusCode, answer.json().msg]).toEqual([400, '请选择检验所']);
    expect((await get('audit2', 'search', 'comprehensive-query/report-period-chart')).statusCode).toBe(400);
  });

  it('begins with the release, never was where that is taken back at once, and runs on where the report had left the house', async () => {
    const made = await issued();
    const { id: taskId } = made.task;
    const [first] = await rowsOf(taskId);
    expect(first).toMatchObject({ isOpen: 0 });
    expect(await many('audit2', 'report-audit/cancel-audit', { reportIds: [made.reportId], reason: '姓名有误' })).toEqual([null]);
    expect(await rowsOf(taskId)).toEqual([]);
    const left = await issued();
    await desk.orm.execute(sql`update report_version set held_until = issue_time - interval '1 minute' where id = ${left.versionId}`);
    const [stood] = await rowsOf(left.task.id);
    await desk.orm.transaction((tx) => tellChannels(tx, '000000', 'withdraw', left, nowText()));
    expect(await rowsOf(left.task.id)).toEqual([{ ...stood, isOpen: 1 }]);
    // Issued anew it keeps its first time.
    await desk.orm.execute(sql`update report_version set issue_time = issue_time + interval '1 day' where id = ${left.versionId}`);
    await desk.orm.transaction((tx) => closePeriods(tx, '000000', [left.reportId], nowText()));
    expect(await rowsOf(left.task.id)).toEqual([stood]);
  });
});

describe('what is not out', () => {
  const page = async (query: Record<string, string>) => data('audit2', 'search', 'incompleteReport/page', query);
  const reasonOf = async (sampleCode: string) =>
    (await page({ sampleCode })).records.map((row: { incompleteReason: number; incompleteOwner: number }) => [
      row.incompleteReason,
      row.incompleteOwner,
    ]);
  const one = (reason: IncompleteReason) => [[reason, ownerOf[reason]]];

  it('is told by the rule of the domain, row for row', async () => {
    const codes = <Code extends number>(set: { readonly options: readonly { readonly code: unknown }[] }) =>
      set.options.map(({ code }) => code as Code);
    const task = fc.record<UnreportedTask>({
      labStatus: fc.constantFrom(...codes<LabStatus>(labStatus)),
      taskState: fc.constantFrom(null, ...codes<TaskState>(taskState)),
      round: fc.constantFrom(1, 2, 3),
      isDelayed: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
      reportState: fc.constantFrom(null, ...codes<ReportState>(reportState)),
      isUnconfigured: fc.boolean(),
    });
    const rows = fc.sample(task, { numRuns: 3000, seed: 11 });
    const shape = {
      at: 'int',
      lab_status: 'smallint',
      task_state: 'smallint',
      round: 'int',
      is_delayed: 'boolean',
      report_state: 'smallint',
      is_unconfigured: 'boolean',
    };
    const given = rows.map((row, at) => ({
      at,
      lab_status: row.labStatus,
      task_state: row.taskState,
      round: row.round,
      is_delayed: row.isDelayed,
      report_state: row.reportState,
      is_unconfigured: row.isUnconfigured,
    }));
    const reason = incompleteReasonSql({
      labStatus: sql`x.lab_status`,
      taskState: sql`x.task_state`,
      round: sql`x.round`,
      isDelayed: sql`x.is_delayed`,
      reportState: sql`x.report_state`,
      isUnconfigured: sql`x.is_unconfigured`,
    });
    const told = await desk.rows<{ reason: number }>(sql`select ${reason} as reason from ${recordset('x', shape, given)} order by x.at`);
    expect(told.map(({ reason: said }) => said)).toEqual(rows.map(incompleteReasonOf));
    expect(new Set(told.map(({ reason: said }) => said)).size).toBe(incompleteReason.options.length);
  });

  it('says why and whose turn it is, from the first audit to the correction', async () => {
    const task = await audited(desk);
    expect(await reasonOf(task.sampleCode)).toEqual(one(incompleteReason.toFirstAudit));
    const { reportId, versionId, task: mine } = await issued();
    expect(await reasonOf(mine.sampleCode)).toEqual([]);
    await setState(reportId, reportState.recalling);
    expect(await reasonOf(mine.sampleCode)).toEqual(one(incompleteReason.correcting));
    await setState(reportId, reportState.issued);
    const made = await madeReport(desk);
    expect(await reasonOf(made.task.sampleCode)).toEqual(one(incompleteReason.toAudit));
    await desk.orm.execute(
      sql`update report set state = 7, fault = ${JSON.stringify(['无报告配置', 'No report configuration'])}::jsonb where id = ${made.reportId}`,
    );
    expect(await reasonOf(made.task.sampleCode)).toEqual(one(incompleteReason.noConfig));
    await desk.orm.execute(sql`update lab_task set promised_time = '2099-01-01 00:00:00' where id = ${made.task.id}`);
    expect(await reasonOf(made.task.sampleCode)).toEqual(one(incompleteReason.delayed));
    expect(versionId).toMatch(/^\d+$/);
  });

  it('is counted by reason as it is listed', async () => {
    const counts = (await data('audit2', 'search', 'incompleteReport/counts')) as { incompleteReason: number; count: number; overdueCount: number }[];
    expect(counts.length).toBeGreaterThan(2);
    for (const { incompleteReason: reason, count, overdueCount } of counts) {
      expect((await page({ incompleteReason: String(reason) })).total).toBe(count);
      expect((await page({ incompleteReason: String(reason), isOverdue: '1' })).total).toBe(overdueCount);
    }
    const all = await page({ size: '500' });
    expect(all.total).toBe(counts.reduce((sum, { count }) => sum + count, 0));
    expect(new Set(all.records.map(({ rowId }: { rowId: string }) => rowId)).size).toBe(all.records.length);
  });
});

describe('audits of reports', () => {
  it('say who released what and how long after the second audit, and how much each person did', async () => {
    const { versionId, reportNo } = await issued();
    const { name } = await desk.me('audit2');
    const list = await data('audit2', 'search', 'comprehensive-query/report-review-page', { reportNo });
    expect(list.records).toMatchObject([
      { versionId, versionNo: 1, auditorName: name, checkerTwo: name, isAuto: 0, amendReason: null, checkTimeTwo: '2026-11-20 11:00:00' },
    ]);
    const [{ auditTime, reviewMinutes }] = list.records as [{ auditTime: string; reviewMinutes: number }];
    expect(reviewMinutes).toBe(Math.floor((Date.parse(auditTime.replace(' ', 'T')) - Date.parse('2026-11-20T11:00:00')) / 60_000));
    await desk.orm.execute(sql`update report_version set amend_reason = '姓名更正' where id = ${versionId}`);
    const people = (query: Record<string, string>) => data('audit2', 'search', 'comprehensive-query/report-review-people', query);
    expect(await people({ reportNo })).toEqual([{ auditorId: expect.stringMatching(/^\d+$/), auditorName: name, byHand: 0, auto: 0, amended: 1 }]);
    const whole = await data('audit2', 'search', 'comprehensive-query/report-review-page', {});
    for (const person of await people({}))
      for (const [figure, counted] of Object.entries(opensPeople)) {
        const opened = countedQuery(counted, figure, person, {});
        const count = opened ? (await data('audit2', 'search', 'comprehensive-query/report-review-page', opened)).total : 0;
        expect(count, `${person.auditorName} ${figure}`).toBe(person[figure]);
      }
    const [all] = (await people({})) as [{ byHand: number; auto: number; amended: number }];
    expect(all.byHand + all.auto + all.amended).toBe(whole.total);
  });
});
