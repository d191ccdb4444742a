import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { linesOf, movesOf, orderedAlone, pricedFor, staleLines } from '#server/bill/lines/linesTesting.ts';
import { statusesOf, tasksOf, tubesAtDoor, waitingTasks } from '#server/lab/tasks/taskTesting.ts';
import { madeReport, mayRelease, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { detailPayload, openDesk, summaryPayload, type Account, type Desk, type Said } from '../deskTesting.ts';

let desk: Desk;
let other: string;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-changes-')) });
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
  // Another commodity of the same form, worked on by another panel group.
  const [found] = await desk.rows<{
    id: string;
  }>(sql`select c.id::text as id from commodity c join panel p on p.tenant_id = c.tenant_id and p.id = any(c.panel_ids)
    where c.tenant_id = '000000' and c.execute_type = 1 and c.entry_form = 'nomal' and coalesce(c.is_double_entry, 0) = 0 and c.is_disable = 0 and p.panel_group_id not in (
      select q.panel_group_id from commodity d join panel q on q.id = any(d.panel_ids) where d.id = ${desk.master.single}) order by c.id limit 1`);
  if (!found) throw new Error('no second commodity');
  other = found.id;
  await desk.orm.execute(sql`delete from price_policy where tenant_id = '000000'`);
  await pricedFor(desk, desk.master.single, 118_000);
  await pricedFor(desk, other, 30_000);
});
afterAll(() => desk.close());

const items = (requisitionCode: string, addCommodityIds: readonly string[], removeCommodityIds: readonly string[] = []) => ({
  requisitionCode,
  applyType: 1,
  addCommodityIds,
  removeCommodityIds,
  applyReason: '医生改单',
});
const fields = (requisitionCode: string, changes: Readonly<Record<string, unknown>>) => ({
  requisitionCode,
  applyType: 2,
  changes: Object.entries(changes).map(([field, after]) => ({ field, after })),
  applyReason: '送检单写错',
});
const apply = (payload: object, account: Account = 'entry1'): Promise<Said> => desk.act('online', account, 'orderChange.apply', payload);
async function applied(payload: object, account: Account = 'entry1'): Promise<string> {
  const said = await apply(payload, account);
  expect(said).toMatchObject({ status: 'applied' });
  return said.result.orderChangeId as string;
}
const audit = (id: string, account: Account = 'admin', more: object = { auditStatus: 1 }): Promise<Said> =>
  desk.act('online', account, 'orderChange.audit', { id, ...more });
/** Applied for, shown with the same effects that the audit then keeps, and done. */
async function changed(payload: object): Promise<readonly (readonly [string, string])[]> {
  const id = await applied(payload);
  const shown = await desk.get('admin', 'order-change-record/detail', { id });
  expect(shown.status, shown.body).toBe(200);
  const foreseen = shown.data;
  expect(foreseen.refusal).toBeNull();
  expect(await audit(id)).toMatchObject({ status: 'applied' });
  const done = (await desk.get('admin', 'order-change-record/detail', { id })).data;
  expect(done).toMatchObject({ auditStatus: 1, effects: foreseen.effects });
  return done.effects;
}
const itemsOf = (requisitionCode: string) =>
  desk
    .rows<{ commodityId: string; itemState: number }>(
      sql`select i.commodity_id::text as commodity_id, i.item_state::int as item_state from sample_item i join requisition r on r.id = i.requisition_id where r.requisition_code = ${requisitionCode} order by i.id`,
    )
    .then((rows) => Object.fromEntries(rows.map(({ commodityId, itemState }) => [commodityId, itemState])));
const valuesOf = async (requisitionCode: string) =>
  (await desk.rows<Record<string, any>>(sql`select * from requisition where requisition_code = ${requisitionCode}`))[0]!;
async function issued(): Promise<MadeReport & { requisitionCode: string; sampleCode: string }> {
  const one = await madeReport(desk);
  await (await desk.as('audit2')).get(callPath('report', 'report-audit/file', 'accession'), { versionId: one.versionId });
  const said = await desk.act('online', 'audit2', 'report.audit', { versionId: one.versionId, pdfSha256: one.pdfSha256 });
  expect(said).toMatchObject({ status: 'applied' });
  const [row] = await desk.rows<{ requisitionCode: string }>(sql`select requisition_code from lab_task where id = ${one.task.id}`);
  return { ...one, ...row!, sampleCode: one.task.sampleCode };
}
const reportsOf = (requisitionCode: string) =>
  desk.rows<{
    state: number;
    versions: number[];
  }>(sql`select r.state::int as state, array(select v.state::int from report_version v where v.report_id = r.id order by v.version_no) as versions
    from report r where r.requisition_code = ${requisitionCode} order by r.id`);

describe('a project change', () => {
  it('at 103, handed over: what was handed over is cancelled, what comes instead counts as handed over', async () => {
    const { requisitionCode, sampleCodes } = await tubesAtDoor(desk);
    const effects = await changed(items(requisitionCode, [other], [desk.master.single]));
    expect(effects.map(([zh]) => zh)).toEqual([expect.stringContaining('撤项'), expect.stringContaining('已交接')]);
    expect(await itemsOf(requisitionCode)).toEqual({ [desk.master.single]: 4, [other]: 3 });
    expect(await statusesOf(desk, sampleCodes)).toEqual([103]);
    expect(await staleLines(desk, sampleCodes)).toEqual([]);
    // Its tasks are those of what is ordered now; taken back by another change, all is as it was.
    await changed(items(requisitionCode, [desk.master.single], [other]));
    expect(await itemsOf(requisitionCode)).toEqual({ [desk.master.single]: 3, [other]: 4 });
    const said = await desk.act('online', 'lab', 'labTask.receive', { code: sampleCodes[0]! });
    expect(said).toMatchObject({ status: 'applied' });
    expect((await tasksOf(desk, sampleCodes)).length).toBe(1);
  });

  it('at 104 makes and voids waiting tasks, and lets a lab task that has begun be', async () => {
    const { requisitionCode, sampleCodes, tasks } = await waitingTasks(desk);
    await changed(items(requisitionCode, [other]));
    expect((await tasksOf(desk, sampleCodes)).map(({ taskState }) => taskState)).toEqual([1, 1]);
    await changed(items(requisitionCode, [], [other]));
    expect((await tasksOf(desk, sampleCodes)).map(({ taskState }) => taskState)).toEqual([1, 9]);
    expect(await itemsOf(requisitionCode)).toMatchObject({ [other]: 4 });
    expect(await apply(items(requisitionCode, [], [desk.master.single]))).toMatchObject({ code: 'orderChange.lastItem' });
    await desk.orm.execute(sql`update lab_task set task_state = 2 where id = ${tasks[0]!.id}`);
    expect(await apply(items(requisitionCode, [other], [desk.master.single]))).toMatchObject({ code: 'orderChange.begun' });
    expect(await staleLines(desk, sampleCodes)).toEqual([]);
  });

  it('at 107 adds a task, and keeps the results and audits there are', async () => {
    const one = await madeReport(desk);
    const [{ requisitionCode }] = (await desk.rows<{ requisitionCode: string }>(
      sql`select requisition_code from lab_task where id = ${one.task.id}`,
    )) as [{ requisitionCode: string }];
    const { sampleCode } = one.task;
    expect(await statusesOf(desk, [sampleCode])).toEqual([107]);
    await changed(items(requisitionCode, [other]));
    expect(await statusesOf(desk, [sampleCode])).toEqual([104]);
    expect((await tasksOf(desk, [sampleCode])).map(({ taskState }) => taskState)).toEqual([5, 1]);
    expect(await desk.rows(sql`select 1 from result_audit where task_id = ${one.task.id} and is_void = 0`)).toHaveLength(2);
    expect(await apply(items(requisitionCode, [], [desk.master.single]))).toMatchObject({ code: 'orderChange.hasResults' });
  });

  it('at 108 leaves what was issued and charged: the new item is reported and billed beside it', async () => {
    const { requisitionCode, sampleCode } = await issued();
    const [line] = await linesOf(desk, sampleCode);
    await orderedAlone(desk, line!.id, 0);
    const effects = await changed(items(requisitionCode, [other]));
    expect(effects.map(([zh]) => zh).join()).toContain('补充报告');
    expect(await statusesOf(desk, [sampleCode])).toEqual([104]);
    expect(await reportsOf(requisitionCode)).toEqual([{ state: 4, versions: [3] }]);
    expect(await movesOf(desk, sampleCode)).toEqual([
      [1, 2, 0],
      [1, 0, 0],
    ]);
    expect(await staleLines(desk, [sampleCode])).toEqual([]);
    expect(await apply(items(requisitionCode, [], [desk.master.single]))).toMatchObject({ status: expect.stringMatching(/refused|conflict/) });
  });

  it('refuses another form, an unsigned handover, and what is charged', async () => {
    const { requisitionCode, sampleCodes } = await tubesAtDoor(desk);
    expect(await apply(items(requisitionCode, [desk.master.nipt]))).toMatchObject({ code: 'orderChange.formDiffers' });
    await desk.orm.execute(sql`update sample_item set item_state = 2 where sample_code = ${sampleCodes[0]!}`);
    expect(await apply(items(requisitionCode, [other], [desk.master.single]))).toMatchObject({ code: 'orderChange.listed' });
    await desk.orm.execute(sql`update sample_item set item_state = 3 where sample_code = ${sampleCodes[0]!}`);
    const [line] = await linesOf(desk, sampleCodes[0]!);
    await orderedAlone(desk, line!.id, 0);
    expect(await apply(items(requisitionCode, [other], [desk.master.single]))).toMatchObject({ code: 'orderChange.settled' });
  });
});

describe('a change of information', () => {
  it('at 108 withdraws what tells it: the name by a new version, the telephone by none', async () => {
    const { requisitionCode, sampleCode } = await issued();
    await changed(fields(requisitionCode, { telephone: '13900001234' }));
    expect(await statusesOf(desk, [sampleCode])).toEqual([108]);
    expect(await reportsOf(requisitionCode)).toEqual([{ state: 4, versions: [3] }]);
    expect((await valuesOf(requisitionCode))['telephone']).toBe('13900001234');
    const effects = await changed(fields(requisitionCode, { personName: '更正后' }));
    expect(effects.map(([zh]) => zh).join()).toContain('另出修订报告');
    expect(await statusesOf(desk, [sampleCode])).toEqual([107]);
    expect(await reportsOf(requisitionCode)).toEqual([{ state: 1, versions: [5] }]);
    expect(await movesOf(desk, sampleCode)).toEqual([[1, 9, 0]]);
    const row = await valuesOf(requisitionCode);
    expect([row['personName'], row['detail'].personName]).toEqual(['更正后', '更正后']);
    expect(row['grams']).toContain('更正');
    expect(await desk.rows(sql`select 1 from sms_message where requisition_code = ${requisitionCode} and state in (1, 2)`)).toEqual([]);
  });

  it('shows what stands as it was typed to who may apply, and masked to who looks on', async () => {
    const { requisitionCode } = await issued();
    await desk.orm.execute(
      sql`update user_account set role_ids = array(select id from role where role_alias = 'quality' and tenant_id = '000000') where account = 'sales' and tenant_id = '000000'`,
    );
    await desk.orm.execute(sql`delete from role_menu where role_id = (select id from role where role_alias = 'quality' and tenant_id = '000000')
      and menu_id in (select id from menu where code in ('orderChange_force', 'orderChange_audit'))`);
    const personOf = async (account: string): Promise<Record<string, string>> =>
      (await (await desk.as(account)).get(callPath('sample', 'order-change-record/current', 'accession'), { code: requisitionCode })).json().data
        .values;
    const { personName, telephone } = await personOf('reception');
    expect(await personOf('sales')).toMatchObject({
      personName: personName!.slice(0, 1) + '*'.repeat([...personName!].length - 1),
      telephone: `${telephone!.slice(0, 3)}****${telephone!.slice(-4)}`,
    });
    // An application, too, tells what was and what is to be.
    const id = await applied(fields(requisitionCode, { personName: '更正后', bedNo: '12' }), 'reception');
    const changesTo = async (account: string): Promise<readonly unknown[]> =>
      (await (await desk.as(account)).get(callPath('sample', 'order-change-record/detail', 'accession'), { id }))
        .json()
        .data.changes.map(({ before, after }: any) => [before, after]);
    expect(await changesTo('reception')).toEqual([
      [personName, '更正后'],
      [null, '12'],
    ]);
    expect(await changesTo('sales')).toEqual([
      [personName!.slice(0, 1) + '*'.repeat([...personName!].length - 1), '更**'],
      [null, '12'],
    ]);
  });

  it('at 108 another client takes the report and the price along, unless it is in an order', async () => {
    const [client] = await desk.rows<{ id: string }>(
      sql`select id::text as id from send_sample_client where tenant_id = '000000' and id <> ${desk.master.clientId} and is_disable = 0 and is_deleted = 0 order by id limit 1`,
    );
    const [free, charged] = [await issued(), await issued()];
    const [line] = await linesOf(desk, charged.sampleCode);
    await orderedAlone(desk, line!.id, 0);
    const to = { sendSampleClientId: client!.id };
    expect(await apply(fields(charged.requisitionCode, to))).toMatchObject({ code: 'orderChange.settled' });
    await changed(fields(free.requisitionCode, to));
    expect(await statusesOf(desk, [free.sampleCode])).toEqual([107]);
    expect(await reportsOf(free.requisitionCode)).toEqual([{ state: 1, versions: [5] }]);
    expect(await desk.rows(sql`select 1 from sample where sample_code = ${free.sampleCode} and send_sample_client_id = ${client!.id}`)).toHaveLength(
      1,
    );
    expect(await desk.rows(sql`select 1 from report where id = ${free.reportId} and send_sample_client_id = ${client!.id}`)).toHaveLength(1);
    expect(await staleLines(desk, [free.sampleCode])).toEqual([]);
  });

  it('at 107 makes the version anew that waits for its audit; at 101 and 103 it follows what is calculated', async () => {
    const one = await madeReport(desk);
    const [row] = await desk.rows<{ requisitionCode: string }>(sql`select requisition_code from lab_task where id = ${one.task.id}`);
    await changed(fields(row!.requisitionCode, { personName: '更正后' }));
    expect(await reportsOf(row!.requisitionCode)).toEqual([{ state: 1, versions: [2] }]);
    const summary = summaryPayload(desk, desk.master.single);
    await desk.act('online', 'reception', 'summary.enter', summary);
    await changed(fields(summary.requisitionCode, { birthDate: '1990-03-07' }));
    const received = await valuesOf(summary.requisitionCode);
    expect([received['birthDate'], received['reception'].birthDate]).toEqual(['1990-03-07', '1990-03-07']);
    expect(received['age']).not.toBe(31);
    expect(await apply(fields(summary.requisitionCode, { sampleCode: 'X1' }))).toMatchObject({ code: 'orderChange.field' });
    expect(await apply(fields(summary.requisitionCode, { sex: 9 }))).toMatchObject({ code: 'command.badInput' });
  });
});

describe('an application', () => {
  it('is open once, decided once and by another person, cancelled by who applied, and told by its effects', async () => {
    const { requisitionCode, sampleCodes } = await tubesAtDoor(desk);
    const [one, two] = await Promise.all([apply(items(requisitionCode, [other])), apply(items(requisitionCode, [other]), 'entry2')]);
    expect([one.status, two.status].toSorted()).toEqual(['applied', 'conflict']);
    const id = ((one.status === 'applied' ? one : two).result as { orderChangeId: string }).orderChangeId;
    const winner: Account = one.status === 'applied' ? 'entry1' : 'entry2';
    const loser: Account = winner === 'entry1' ? 'entry2' : 'entry1';
    expect(await desk.act('online', loser, 'orderChange.cancel', { id, reason: '不需要' })).toMatchObject({ code: 'orderChange.notYours' });
    expect(await audit(id, 'admin', { auditStatus: 2 })).toMatchObject({ code: 'orderChange.opinionNeeded' });
    expect(await desk.act('online', winner, 'orderChange.cancel', { id, reason: '不需要' })).toMatchObject({ status: 'applied' });
    expect(await audit(id)).toMatchObject({ status: 'conflict', code: 'orderChange.decided' });
    expect(await itemsOf(requisitionCode)).toEqual({ [desk.master.single]: 3 });

    const own = await applied(items(requisitionCode, [other]), 'admin');
    expect(await audit(own)).toMatchObject({ code: 'orderChange.self' });
    expect(await desk.act('online', 'admin', 'orderChange.cancel', { id: own, reason: '重来' })).toMatchObject({ status: 'applied' });

    const last = await applied(items(requisitionCode, [other]));
    const said = await Promise.all([audit(last), audit(last, 'admin', { auditStatus: 2, auditOpinion: '不同意' })]);
    expect(said.map(({ status }) => status).toSorted()).toEqual(['applied', 'conflict']);
    expect(said.find(({ status }) => status === 'conflict')!.msg).toMatch(/于 \d{4}-\d\d-\d\d/);
    expect(await staleLines(desk, sampleCodes)).toEqual([]);
  });

  it('is refused where what it speaks of was changed meanwhile, and names the fields', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    await desk.act('online', 'reception', 'summary.enter', summary);
    await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
    const { requisitionCode } = summary;
    expect(await apply({ ...fields(requisitionCode, {}), changes: [{ field: 'bedNo', before: '9', after: '10' }] })).toMatchObject({
      code: 'orderChange.stale',
    });
    const id = await applied(fields(requisitionCode, { patientNo: 'M1' }));
    const forced = await desk.act('online', 'admin', 'orderChange.force', fields(requisitionCode, { patientNo: 'M2' }));
    expect(forced).toMatchObject({ code: 'orderChange.open' });
    await desk.orm.execute(sql`update requisition set detail = detail || '{"patientNo": "M3"}' where requisition_code = ${requisitionCode}`);
    const said = await audit(id);
    expect(said).toMatchObject({ status: 'conflict', code: 'orderChange.stale' });
    expect(said.msg).toContain('门诊/住院号');
    await desk.act('online', 'entry1', 'orderChange.cancel', { id, reason: '已变' });
    expect(await desk.act('online', 'admin', 'orderChange.force', fields(requisitionCode, { patientNo: 'M2' }))).toMatchObject({ status: 'applied' });
    expect((await valuesOf(requisitionCode))['patientNo']).toBe('M2');
  });

  it('is not forced once there is a result, and shows a stranger nothing', async () => {
    const one = await madeReport(desk);
    const [row] = await desk.rows<{ requisitionCode: string }>(sql`select requisition_code from lab_task where id = ${one.task.id}`);
    const { requisitionCode } = row!;
    expect(await desk.act('online', 'admin', 'orderChange.force', fields(requisitionCode, { bedNo: '12' }))).toMatchObject({
      code: 'orderChange.tooLate',
    });
    const { id } = await desk.me('entry2');
    await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', '{1}')`);
    try {
      expect(await apply(fields(requisitionCode, { bedNo: '12' }), 'entry2')).toMatchObject({ code: 'command.notYours' });
      expect((await desk.get('entry2', 'order-change-record/current', { code: requisitionCode })).status).toBe(404);
      expect((await desk.get('entry2', 'order-change-record/apply-page')).data.records).toEqual([]);
    } finally {
      await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
    }
  });
});
