import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { releaseObstacles } from '#domain/report/rules/autoRelease.ts';
import { passedTwice, withResult } from '#server/lab/audit/auditTesting.ts';
import { markBy, statusesOf, tasksOf, waitingTasks, type StoredTask } from '#server/lab/tasks/taskTesting.ts';
import { pageTexts } from '#server/report/reportTesting.ts';
import { hoursAgo, openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { autoGenerate } from './generate.ts';
import { makeReport } from './makeReport.ts';
import { madeReport, mayRelease, type MadeReport } from './makingTesting.ts';
import { insertRecalls } from './takeBack.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-withdrawals-')) });
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
});
afterAll(() => desk.close());

const post = async (account: Account, path: string, body: object) => {
  const said = await (await desk.as(account)).post(callPath('report', path, 'accession'), body);
  return { status: said.statusCode, body: said.body, answers: said.json<{ data: ManyAnswer[] | null }>().data ?? [] };
};
const page = async (account: Account, path: string, query: Record<string, string>, service: 'report' | 'search' = 'report') =>
  (await (await desk.as(account)).get(callPath(service, path, 'accession'), query)).json<{ data: { records: Record<string, any>[] } | null }>().data
    ?.records;
const detail = async (reportId: string) =>
  (await (await desk.as('audit2')).get(callPath('report', 'report-audit/detail', 'accession'), { reportId })).json<{ data: Record<string, any> }>()
    .data;
const file = async (versionId: string) =>
  (await pageTexts((await (await desk.as('audit2')).get(callPath('report', 'report-audit/file', 'accession'), { versionId })).rawPayload)).join('');

const codeOf = ({ answers: [one] }: Awaited<ReturnType<typeof post>>): string | null | undefined => one?.code;
const goBack = (account: Account, { reportId }: Pick<MadeReport, 'reportId'>, deApprovalOperate: 1 | 2 | 3, reason = '姓名有误') =>
  post(account, 'report-audit/go-back-result-audit', { reportIds: [reportId], deApprovalOperate, reason });
const decide = (account: Account, deApprovalId: string, isApproved: boolean, opinion?: string) =>
  post(account, 'report-audit/de-approval-audit', { deApprovalIds: [deApprovalId], isApproved, ...(opinion ? { opinion } : {}) });
async function issue(version: Pick<MadeReport, 'versionId' | 'pdfSha256'>, account: Account = 'audit2'): Promise<void> {
  await (await desk.as(account)).get(callPath('report', 'report-audit/file', 'accession'), { versionId: version.versionId });
  const said = await post(account, 'report-audit/audit', { versions: [{ versionId: version.versionId, pdfSha256: version.pdfSha256 }] });
  expect(codeOf(said), said.body).toBeNull();
}
async function issued(): Promise<MadeReport> {
  const one = await madeReport(desk);
  await issue(one);
  return one;
}
/** Issued, and its hold time over. */
async function out(): Promise<MadeReport> {
  const one = await issued();
  await desk.orm.execute(sql`update report_version set held_until = issue_time where id = ${one.versionId}`);
  return one;
}
async function applied(operate: 1 | 2 | 3 = 3) {
  const one = await out();
  const said = await goBack('audit2', one, operate);
  expect(codeOf(said)).toBeNull();
  return { ...one, deApprovalId: (await detail(one.reportId))['withdrawal'].deApprovalId as string };
}
const taskOf = async ({ sampleCode, id }: StoredTask) => (await tasksOf(desk, [sampleCode])).find((task) => task.id === id)!;
const voids = (task: StoredTask) =>
  desk
    .rows<{ isVoid: number }>(sql`select is_void from result_audit where task_id = ${task.id} order by level`)
    .then((rows) => rows.map(({ isVoid }) => isVoid));
/** Where all of it stands: report, versions, result, tube, audits. */
async function standing({ reportId, task }: Pick<MadeReport, 'reportId' | 'task'>) {
  const { state, versions } = await detail(reportId);
  const versionStates = versions.map((version: { state: number }) => version.state);
  return [state, versionStates, (await taskOf(task)).taskState, (await statusesOf(desk, [task.sampleCode]))[0], await voids(task)];
}
async function passSecondAgain(task: StoredTask): Promise<void> {
  const { mark } = await markBy(desk, 'audit2');
  const { id, name } = await desk.me('audit2');
  const facts = { checkUserIdTwo: id, checkUserNameTwo: name, checkTimeTwo: '2026-11-21 11:00:00' };
  await desk.orm.transaction((tx) => moveTasks(tx, '000000', [{ taskId: task.id, from: 4, to: 5, facts }], mark));
}
async function makeNext({ reportId, task }: MadeReport): Promise<MadeReport> {
  const made = await makeReport(desk.database, desk.blobs, reportId, { tenantId: '000000', makerId: null, makerName: '系统' });
  if (made.outcome !== 'done') throw new Error(made.message[0]);
  return { task, reportId, versionId: made.versionId, pdfSha256: (await detail(reportId))['pdfSha256'] };
}

describe('a report goes back', () => {
  it('at once before its issue: with its audits, on record, and on again with the second audit', async () => {
    const one = await madeReport(desk);
    expect(codeOf(await goBack('audit2', one, 3))).toBe('report.notIssued');
    expect((await goBack('audit1', one, 2)).status).toBe(403);
    expect(codeOf(await goBack('audit2', one, 2))).toBeNull();
    expect(await standing(one)).toEqual([6, [2], 4, 106, [0, 1]]);
    const records = await desk.rows(sql`select reason from lab_process_record where kind = 4 and ${one.task.id}::bigint = any(task_ids)`);
    expect(records).toMatchObject([{ reason: '姓名有误' }]);
    await passSecondAgain(one.task);
    expect((await detail(one.reportId))['state']).toBe(1);
    // Nothing of it was issued: there is nothing to amend.
    expect(await file((await makeNext(one)).versionId)).not.toContain('修订报告');

    const other = await madeReport(desk);
    await goBack('audit2', other, 1);
    expect(await standing(other)).toEqual([6, [2], 3, 104, [1, 1]]);
    expect(codeOf(await goBack('audit2', other, 1))).toBe('report.state');
  });

  it('at once within its hold time, with the version that was issued', async () => {
    const one = await issued();
    expect(codeOf(await goBack('audit2', one, 1))).toBeNull();
    expect(await standing(one)).toEqual([6, [5], 3, 104, [1, 1]]);
    expect((await detail(one.reportId))['versions']).toMatchObject([{ withdrawReason: '姓名有误', withdrawTime: expect.any(String) }]);
  });

  it.each([
    [1, 6, 3, 104, [1, 1]],
    [2, 6, 4, 106, [0, 1]],
    [3, 1, 5, 107, [0, 0]],
  ] as const)('by operation %i once it is out, decided by another person', async (operate, state, task, tube, audits) => {
    const one = await applied(operate);
    expect(await standing(one)).toEqual([5, [3], 6, 108, [0, 0]]);
    expect(codeOf(await decide('admin', one.deApprovalId, true))).toBeNull();
    expect(await standing(one)).toEqual([state, [5], task, tube, audits]);
  });

  it('stays issued where its withdrawal is rejected, and says what it waits for meanwhile', async () => {
    const one = await applied();
    expect(codeOf(await goBack('admin', one, 3))).toBe('report.applied');
    expect(codeOf(await post('audit2', 'report-audit/cancel-audit', { reportIds: [one.reportId], reason: '姓名有误' }))).toBe('report.state');
    expect((await detail(one.reportId))['withdrawal']).toMatchObject({
      reason: '姓名有误',
      applicantId: (await desk.me('audit2')).id,
      deApprovalOperate: 3,
    });
    const { task } = one;
    expect(await page('audit2', 'sampleDeApproval/page', { labCode: task.labCode ?? '' }, 'search')).toMatchObject([
      { deApprovalId: one.deApprovalId, deApprovalType: 1, state: 1, reportId: one.reportId },
    ]);
    expect(codeOf(await decide('audit2', one.deApprovalId, true))).toBe('withdrawal.own');
    expect((await decide('audit1', one.deApprovalId, true)).status).toBe(403);
    // The lab's own decision does not reach around it.
    for (const isPassed of [true, false])
      expect(await desk.act('online', 'admin', 'deApproval.decide', { id: one.deApprovalId, isPassed, opinion: '同意' })).toMatchObject({
        code: 'deApproval.report',
      });
    expect(codeOf(await decide('admin', one.deApprovalId, false))).toBe('withdrawal.opinionNeeded');
    expect(codeOf(await decide('admin', one.deApprovalId, false, '内容无误'))).toBeNull();
    expect(await standing(one)).toEqual([4, [3], 6, 108, [0, 0]]);
    expect((await detail(one.reportId))['withdrawal']).toBeNull();
    expect(codeOf(await decide('admin', one.deApprovalId, true))).toBe('withdrawal.decided');
    // Whoever applied is not who rejected: the next application may be theirs.
    expect(codeOf(await goBack('admin', one, 3))).toBeNull();
    expect((await detail(one.reportId))['state']).toBe(5);
  });

  it('is decided once by two who decide at once, and applied for once by two who apply', async () => {
    const one = await applied();
    const said = await Promise.all([decide('admin', one.deApprovalId, true), decide('admin', one.deApprovalId, false, '内容无误')]);
    expect(said.map(({ answers: [answer] }) => String(answer?.status)).toSorted()).toEqual(['applied', 'conflict']);
    expect([1, 4]).toContain((await detail(one.reportId))['state']);

    const other = await out();
    const both = await Promise.all([goBack('audit2', other, 3), goBack('admin', other, 1)]);
    expect(both.map(({ answers: [answer] }) => String(answer?.status)).toSorted()).toEqual(['applied', 'conflict']);
  });

  it('shows nothing of it to another laboratory', async () => {
    const one = await applied();
    const { id } = await desk.me('audit2');
    await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', '{1}')`);
    try {
      expect(codeOf(await goBack('audit2', one, 3))).toBe('report.unknown');
      expect(codeOf(await decide('audit2', one.deApprovalId, true))).toBe('withdrawal.unknown');
      expect(await page('audit2', 'sampleDeApproval/page', { deApprovalType: '1' }, 'search')).toEqual([]);
    } finally {
      await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
    }
  });
});

it('a version that replaces one says so: its number, what it replaces, why, and what it prints otherwise', async () => {
  const one = await applied();
  await decide('admin', one.deApprovalId, true);
  await desk.orm.execute(
    sql`update requisition set person_name = '更正后' where id = (select requisition_id from report where id = ${one.reportId})`,
  );
  const next = await makeNext(one);
  const { versions, changes } = await detail(one.reportId);
  expect(changes).toEqual([[expect.stringMatching(/^受检者姓名: .+ → 更正后$/), expect.any(String)]]);
  const [, former] = versions;
  await issue(next);
  const text = await file(next.versionId);
  expect(text).toContain(`修订报告 第2版，替代 ${former.issueTime.slice(0, 16)} 签发的报告`);
  expect(text).toContain('修订原因：姓名有误');
  expect(text).toContain('更正后');
  expect(await standing(one)).toEqual([4, [3, 5], 6, 108, [0, 0]]);
  expect((await detail(one.reportId))['versions'][0]).toMatchObject({ amendReason: '姓名有误' });
});

it('whoever had received what was withdrawn is told, once, and it is written down by whom and when', async () => {
  const one = await issued();
  const to = [
    { channel: 2 as const, receiver: 'jyk@example.com' },
    { channel: 1 as const, receiver: '13900000000' },
    { channel: 2 as const, receiver: 'jyk@example.com' },
  ];
  await desk.orm.transaction((tx) => insertRecalls(tx, '000000', one, to, '2026-11-20 10:00:00'));
  const { reportNo } = await detail(one.reportId);
  const lines = async (query: Record<string, string> = {}) => (await page('audit2', 'report-recall/page', { reportNo, ...query })) ?? [];
  expect((await lines()).map(({ channel, state }) => `${channel} ${state}`).toSorted()).toEqual(['1 1', '2 1']);
  const [line] = await lines({ receiver: 'jyk' });
  const close = (toldTime: string, account: Account = 'audit2') =>
    post(account, 'report-recall/close', { recallIds: [line?.['recallId']], contactWay: 1, toldPerson: '李护士', toldTime });
  expect(codeOf(await close(hoursAgo(-24)))).toBe('recall.future');
  expect(codeOf(await close('2026-11-20 09:59:00'))).toBe('recall.early');
  expect((await close('2026-11-20 10:30:00', 'lab')).status).toBe(403);
  const both = await Promise.all([close('2026-11-20 10:30:00'), close('2026-11-20 10:30:00')]);
  expect(both.map((said) => String(codeOf(said))).toSorted()).toEqual(['null', 'recall.told']);
  expect(await lines({ state: '2' })).toMatchObject([
    { toldPerson: '李护士', contactWay: 1, toldTime: '2026-11-20 10:30:00', closerName: expect.any(String) },
  ]);
});

describe('a report goes out by itself', () => {
  const run = () => autoGenerate(desk.database, desk.blobs).run({}, new AbortController().signal);
  const press = async (isOn: 0 | 1, laboratoryId?: string) =>
    expect(
      (await post('audit2', 'report-strategy/auto-release-switch', { isOn, reason: '仪器校准', ...(laboratoryId ? { laboratoryId } : {}) })).status,
    ).toBe(200);
  async function ready() {
    const task = await passedTwice(desk);
    const [{ id: reportId }] = (await desk.rows<{ id: string }>(sql`select report_id::text as id from report_task where task_id = ${task.id}`)) as [
      { id: string },
    ];
    return { task, reportId };
  }
  const ran = async (one: { readonly reportId: string }) => {
    await run();
    const { state, keptBack } = await detail(one.reportId);
    return [state, keptBack?.[0] ?? null];
  };

  beforeAll(async () => {
    const { id } = await desk.me('audit2');
    await desk.orm
      .execute(sql`update release_criterion set state = 2, approver_id = ${id}, approve_time = now(), review_date = '2999-01-01', age_from = null, age_to = null,
      panel_group_ids = array(select id from panel_group)`);
    await desk.orm.execute(sql`update report_strategy set is_auto_release = 1, criterion_id = (select id from release_criterion limit 1)`);
  });
  afterAll(() => desk.orm.execute(sql`update report_strategy set is_auto_release = 0`));

  it('where it is clean, by the criterion and its approver’s hand, and says so on paper', async () => {
    const one = await ready();
    expect(await ran(one)).toEqual([4, null]);
    expect(await statusesOf(desk, [one.task.sampleCode])).toEqual([108]);
    const { versions, versionId } = await detail(one.reportId);
    expect(versions).toMatchObject([{ state: 3, auditorName: '自动审核', criterionVersion: expect.stringMatching(/第\d+版$/) }]);
    expect(await file(versionId)).toContain(`自动审核 ${versions[0].criterionVersion}`);
    const [stored] = await desk.rows<{ signatures: { slot: string; userId: string }[]; chainHash: string }>(
      sql`select signatures, chain_hash from report_version where id = ${versionId}`,
    );
    expect(stored).toMatchObject({ chainHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(stored?.signatures.slice(-1)).toMatchObject([{ slot: 'released', userId: (await desk.me('audit2')).id }]);
    await run();
    expect((await detail(one.reportId))['versions'].length).toBe(1);
  });

  it('as a replay of its criterion says of it, and of what was issued by hand why it would not have', async () => {
    const [out, kept] = [await ready(), await ready()];
    await desk.orm.execute(sql`update sample set sample_condition = '{2}' where id = (select sample_id from lab_task where id = ${kept.task.id})`);
    await run();
    const { versionId, pdfSha256 } = await detail(kept.reportId);
    await issue({ versionId, pdfSha256 });
    const [{ id }] = (await desk.rows<{ id: string }>(sql`select id::text as id from release_criterion limit 1`)) as [{ id: string }];
    const replay = async (criterionId = id) =>
      (await desk.as('audit2')).get(callPath('report', 'release-criterion/replay', 'accession'), { criterionId });
    const judged = async () => {
      const { data } = (await replay()).json<{
        data: { reports: { reportId: string; isAuto: boolean; isWithdrawn: boolean; why: readonly string[] | null }[] };
      }>();
      return [out, kept].map(({ reportId }) => {
        const { isAuto, isWithdrawn, why } = data.reports.find((one) => one.reportId === reportId)!;
        return [isAuto, isWithdrawn, why?.[0] ?? null];
      });
    };
    expect(await judged()).toEqual([
      [true, false, null],
      [false, false, releaseObstacles.condition[0]],
    ]);
    // Written otherwise, before anybody approves it.
    await desk.orm.execute(sql`update release_criterion set age_from = 149`);
    expect((await judged())[0]).toEqual([true, false, releaseObstacles.age[0]]);
    await desk.orm.execute(sql`update release_criterion set age_from = null`);
    expect(codeOf(await goBack('audit2', out, 3))).toBeNull();
    expect((await judged())[0]).toEqual([true, true, null]);
    expect((await replay('1')).statusCode).toBe(404);
  });

  it('never a second time: its next version awaits a person', async () => {
    const one = await ready();
    await run();
    expect(codeOf(await goBack('audit2', one, 3))).toBeNull();
    expect(await ran(one)).toEqual([3, releaseObstacles.repeated[0]]);
  });

  it.each([
    [
      'comments',
      (id: string) =>
        sql`update requisition set explained = '[{"rule":"R","text":["溶血","Haemolysis"],"reason":"","isPrinted":true,"reportText":null}]' where id = (select requisition_id from lab_task where id = ${id})`,
    ],
    ['condition', (id: string) => sql`update sample set sample_condition = '{2}' where id = (select sample_id from lab_task where id = ${id})`],
    ['result', (id: string) => sql`update lab_task set detection_result = 2 where id = ${id}`],
    ['signals', (id: string) => sql`update lab_task set signals = '{delta}' where id = ${id}`],
    ['change', (id: string) => sql`update requisition set entry_state = 3 where id = (select requisition_id from lab_task where id = ${id})`],
    ['record', (id: string) => sql`update lab_task set round = 2 where id = ${id}`],
    ['hands', (id: string) => sql`update lab_task set check_user_id_one = check_user_id_two where id = ${id}`],
  ] as const)('not where something stands in the way: %s', async (obstacle, disturb) => {
    const one = await ready();
    await desk.orm.execute(disturb(one.task.id));
    expect(await ran(one)).toEqual([3, releaseObstacles[obstacle][0]]);
  });

  it('not once it is stopped, for its laboratory or for all, nor without authority or an approved criterion that is not overdue', async () => {
    const { id } = await desk.me('audit2');
    const kept = async (obstacle: keyof typeof releaseObstacles) => expect(await ran(await ready())).toEqual([3, releaseObstacles[obstacle][0]]);
    await press(0, desk.master.laboratoryId);
    await kept('off');
    await press(1, desk.master.laboratoryId);
    await press(0);
    await kept('off');
    await press(1);
    await desk.orm.execute(sql`update sign_user set is_disable = 1 where user_id = ${id} and sign_level = 3`);
    await kept('noAuthority');
    await desk.orm.execute(sql`update sign_user set is_disable = 0 where user_id = ${id} and sign_level = 3`);
    await desk.orm.execute(sql`update release_criterion set review_date = '2000-01-01'`);
    await kept('overdue');
    await desk.orm.execute(sql`update release_criterion set review_date = '2999-01-01', state = 1`);
    await kept('noCriterion');
    await desk.orm.execute(sql`update release_criterion set state = 2, age_from = 150`);
    await kept('age');
    await desk.orm.execute(sql`update release_criterion set age_from = null, panel_group_ids = '{1}'`);
    await kept('group');
    await desk.orm.execute(sql`update release_criterion set panel_group_ids = array(select id from panel_group)`);
    expect(await ran(await ready())).toEqual([4, null]);
  });
});

it('no way back leaves an issued version behind, and none that is out leaves its results in the house', async () => {
  const ways = {
    make: (one: MadeReport) => makeReport(desk.database, desk.blobs, one.reportId, { tenantId: '000000', makerId: null, makerName: '系统' }),
    issue: async ({ reportId }: MadeReport) => {
      const { versionId, pdfSha256, state } = await detail(reportId);
      if (state === 3) await issue({ versionId, pdfSha256 });
    },
    holdOver: ({ reportId }: MadeReport) => desk.orm.execute(sql`update report_version set held_until = issue_time where report_id = ${reportId}`),
    cancel: ({ reportId }: MadeReport) => post('audit2', 'report-audit/cancel-audit', { reportIds: [reportId], reason: '姓名有误' }),
    back1: (one: MadeReport) => goBack('audit2', one, 1),
    back2: (one: MadeReport) => goBack('audit2', one, 2),
    back3: (one: MadeReport) => goBack('audit2', one, 3),
    agree: async ({ reportId }: MadeReport) => decide('admin', (await detail(reportId))['withdrawal']?.deApprovalId ?? '7', true),
    reject: async ({ reportId }: MadeReport) => decide('admin', (await detail(reportId))['withdrawal']?.deApprovalId ?? '7', false, '内容无误'),
    second: async ({ task }: MadeReport) => ((await taskOf(task)).taskState === 4 ? passSecondAgain(task) : undefined),
  } as const;
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const sequences = fc.sample(fc.array(fc.constantFrom(...names), { minLength: 12, maxLength: 12 }), { seed: 11, numRuns: 3 });
  for (const sequence of [['issue', 'holdOver', 'back2', 'agree', 'second', 'make', 'issue', 'back3', 'make', 'issue'] as const, ...sequences]) {
    const one = await madeReport(desk);
    for (const name of sequence) {
      await ways[name](one);
      const { state, versions } = await detail(one.reportId);
      const issuedCount = versions.filter((version: { state: number }) => version.state === 3).length;
      const { taskState } = await taskOf(one.task);
      const isOut = state === 4 || state === 5;
      expect([issuedCount, taskState === 6], `${sequence.join()} at ${name}`).toEqual([Number(isOut), isOut]);
      expect(versions.filter((version: { state: number }) => version.state === 1).length, `${sequence.join()} at ${name}`).toBe(Number(state === 3));
      const open = await desk.rows(sql`select 1 from de_approval where report_id = ${one.reportId} and state = 1`);
      expect(open.length).toBe(Number(state === 5));
    }
  }
});

it('what a partial report does not print is reported by another once it is final', async () => {
  await desk.orm.execute(sql`update report_strategy set group_mode = 2, wait_mode = 2`);
  await desk.orm.execute(sql`update report_config set is_disable = 1`);
  await desk.orm.execute(
    sql`update report_config set is_disable = 0, panel_group_ids = '{}' where id = (select min(id) from report_config where is_deleted = 0)`,
  );
  const { tasks, sampleCodes } = await waitingTasks(desk, { commodities: ['BIO07', 'THY05'] });
  await withResult(desk, tasks);
  const { mark } = await markBy(desk, 'audit2');
  const pass = async (id: string) => {
    for (const from of [3, 4] as const)
      await desk.orm.transaction((tx) => moveTasks(tx, '000000', [{ taskId: id, from, to: from === 3 ? 4 : 5 }], mark));
  };
  const reports = () =>
    desk.rows<{ reportId: string; reportNo: string; state: number; taskIds: string[] }>(
      sql`select r.id::text as report_id, r.report_no, r.state::int as state, array(select t.task_id::text from report_task t where t.report_id = r.id) as task_ids from report r
        where r.requisition_id = (select requisition_id from sample where sample_code = ${sampleCodes[0]!}) order by r.id`,
    );
  const [first, second] = tasks;
  await pass(first!.id);
  const [main] = await reports();
  const version = await makeNext({ reportId: main!.reportId, task: first!, versionId: '', pdfSha256: '' });
  await issue(version);
  await pass(second!.id);
  expect((await reports()).map(({ state, taskIds }) => [state, taskIds])).toEqual([
    [4, [first!.id]],
    [1, [second!.id]],
  ]);
});
