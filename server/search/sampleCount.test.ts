import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemState } from '#domain/sample/itemState.ts';
import { callPath } from '#domain/kernel/services.ts';
import { waitingTasks } from '#server/lab/tasks/taskTesting.ts';
import { madeReport, mayRelease } from '#server/report/reports/makingTesting.ts';
import { countedBackfill, countedNightly } from '#server/report/search/countedBackfill.ts';
import { changeItems } from '#server/sample/change/changeTesting.ts';
import { hoursAgo, openDesk, summaryPayload, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { toldWrongly } from './countedTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-counts-')) });
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
});
afterAll(() => desk.close());

const get = async (path: string, query: Record<string, string>, account: Account = 'audit2') => {
  const answer = await (await desk.as(account)).get(callPath('search', path, 'accession'), query);
  return { status: answer.statusCode, data: answer.json<{ data: any }>().data };
};
const span = { countedTimeBegin: hoursAgo(24 * 40).slice(0, 10), countedTimeEnd: hoursAgo(-24).slice(0, 10) };
const totals = async (query: Record<string, string> = {}) => (await get('sample-count/list', { ...span, ...query })).data.totals;
/** What counting anew finds more of than before. */
async function more(before: Record<string, number>, query: Record<string, string> = {}): Promise<Record<string, number>> {
  const after = await totals(query);
  const counts = Object.keys(after).filter((key) => key !== 'rejectRate');
  return Object.fromEntries(counts.flatMap((key) => (after[key] === before[key] ? [] : [[key, after[key] - before[key]!]])));
}

it('counts what was received, of two commodities twice, what was rejected, and takes a recovered one out again', async () => {
  const before = await totals();
  const summary = summaryPayload(desk, desk.master.single, { commodityIds: [desk.master.single, desk.master.double] });
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  expect(await more(before)).toEqual({ receiveCount: 2 });
  const sampleCode = summary.tubes[0]!.sampleCode;
  await desk.act('online', 'reception', 'reject.add', { sampleCode, rejectCode: 'REJ05', measure: 2, reason: '空管' });
  expect(await more(before)).toEqual({ receiveCount: 2, rejectCount: 2, receivedRejectCount: 2 });
  // A part of what was received, whenever it was rejected: never more than all of it.
  const { receiveCount, receivedRejectCount, rejectRate } = await totals();
  expect(rejectRate).toBeCloseTo((100 * receivedRejectCount) / receiveCount, 0);
  await desk.orm.execute(sql`update sample set reject_time = ${hoursAgo(24 * 50)} where sample_code = ${sampleCode}`);
  expect(await more(before)).toEqual({ receiveCount: 2, receivedRejectCount: 2 });
  const [record] = await desk.rows<{ id: string }>(sql`select id::text as id from reject_record where sample_code = ${sampleCode}`);
  expect(await desk.act('online', 'admin', 'reject.recover', { rejectRecordId: record!.id, reason: '可用' })).toMatchObject({
    status: 'applied',
  });
  expect(await more(before)).toEqual({ receiveCount: 2 });
});

it('counts what was reported while the report stands, and what is overdue until then', async () => {
  const before = await totals();
  const report = await madeReport(desk);
  await (await desk.as('audit2')).get(callPath('report', 'report-audit/file', 'accession'), { versionId: report.versionId });
  const body = { versions: [{ versionId: report.versionId, pdfSha256: report.pdfSha256 }] };
  const said = await (await desk.as('audit2')).post(callPath('report', 'report-audit/audit', 'accession'), body, { 'idempotency-key': randomUUID() });
  expect(said.statusCode, said.body).toBe(200);
  const issued = await more(before);
  expect(issued).toMatchObject({ receiveCount: 1, reportCount: 1 });
  await desk.orm.execute(sql`update report_period set is_open = 1 where task_id = ${report.task.id}`);
  expect((await more(before))['reportCount']).toBeUndefined();
  const { tasks } = await waitingTasks(desk);
  const waiting = await totals();
  await desk.orm.execute(sql`update lab_task set external_due_time = ${hoursAgo(3)} where id = ${tasks[0]!.id}`);
  expect(await more(waiting)).toEqual({ overdueCount: 1 });
  await desk.orm.execute(sql`update lab_task set task_state = 7 where id = ${tasks[0]!.id}`);
  expect(await more(waiting)).toEqual({});
});

it('parts by period and client, and a number opens the samples it counts', async () => {
  const { data } = await get('sample-count/client-sample-count-list', { ...span, timeType: 'measure_week', size: '200' });
  expect(data.records.length).toBeGreaterThan(0);
  expect(data.totals).toEqual(await totals());
  for (const row of data.records) {
    expect(new Date(`${row.countTime}T00:00:00`).getDay()).toBe(1);
    const query = {
      receiveTimeBegin: row.fromTime,
      receiveTimeEnd: row.toTime,
      commodityId: row.commodityId,
      contractLaboratoryId: row.laboratoryId,
      sendSampleClientId: row.sendSampleClientId,
    };
    expect((await get('comprehensive-query/customer-search-page', query, 'admin')).data.total, JSON.stringify(query)).toBe(row.receiveCount);
  }
  const countsOf = (row: any): number[] => [
    row.receiveCount,
    row.reportCount,
    row.rejectCount,
    row.gobackCount,
    row.overdueCount,
    row.receivedRejectCount,
  ];
  const listed = async (query: Record<string, string>, figure: number) =>
    (await get('sample-count/tubes', { ...query, figure: String(figure + 1) })).data.total;
  // All of the span, and one number of each kind there is.
  for (const [figure, count] of countsOf(data.totals).entries()) {
    expect(await listed(span, figure), `figure ${figure}`).toBe(count);
    const row = data.records.find((one: any) => countsOf(one)[figure]! > 0);
    if (!row) continue;
    const { fromTime, toTime, laboratoryId, commodityId, sendSampleClientId } = row;
    const part = { countedTimeBegin: fromTime, countedTimeEnd: toTime, laboratoryId, commodityId, sendSampleClientId };
    expect(await listed(part, figure), JSON.stringify({ figure, ...part })).toBe(countsOf(row)[figure]);
  }
  // A year's number opens its rows, too; each is a row of its own, and nobody is told in clear who may not see it.
  const year = { countedTimeBegin: hoursAgo(24 * 360).slice(0, 10), countedTimeEnd: span.countedTimeEnd, figure: '1', size: '200' };
  const { records } = (await get('sample-count/tubes', year)).data;
  expect(new Set(records.map(({ countedId }: any) => countedId)).size).toBe(records.length);
  expect((await get('sample-count/tubes', { ...year, figure: '9' })).status).toBe(400);
  expect((await get('sample-count/tubes', year, 'reception')).status).toBe(403);
  const [first] = data.records;
  const own = (await get('sample-count/client-sample-count-list', { ...span, sendSampleClientId: first.sendSampleClientId, size: '200' })).data
    .records;
  expect(new Set(own.map(({ sendSampleClientName }: any) => sendSampleClientName))).toEqual(new Set([first.sendSampleClientName]));
});

it('counts no commodity that was taken off its order after the handover, in counts, receipts and the customer search', async () => {
  const before = await totals();
  const { requisitionCode } = await waitingTasks(desk, { commodities: ['BIO07', 'THY05'] });
  const receipts = async () => {
    const answer = await (await desk.as('admin')).get(callPath('lab', 'lab-task/receiveStatistics', 'accession'), { timeType: 'measure_day' });
    return answer.json<{ data: any }>().data.totals.receiveCount;
  };
  const received = await receipts();
  const found = async () => (await get('comprehensive-query/customer-search-page', { requisitionCode }, 'admin')).data.total;
  expect([(await more(before))['receiveCount'], await found()]).toEqual([2, 2]);
  const [removed] = await desk.rows<{ id: string }>(
    sql`select id::text as id from commodity where tenant_id = '000000' and commodity_code = 'THY05'`,
  );
  await changeItems(desk, requisitionCode, { remove: [removed!.id] });
  const states = await desk.rows<{ itemState: number }>(
    sql`select i.item_state from sample_item i join sample s on s.id = i.sample_id where s.requisition_code = ${requisitionCode} order by 1`,
  );
  expect(states.map((one) => one.itemState)).toEqual([itemState.handedOver, itemState.cancelled]);
  expect([(await more(before))['receiveCount'], await found(), await receipts()]).toEqual([1, 1, received - 1]);
});

it('counts what an earlier version took in and issued, before and after it is told', async () => {
  const year = { countedTimeBegin: hoursAgo(24 * 360).slice(0, 10), countedTimeEnd: span.countedTimeEnd, timeType: 'measure_month' };
  const counts = async () => {
    const { records, totals: all } = (await get('sample-count/client-sample-count-list', { ...year, size: '200' })).data;
    return { records, all };
  };
  await desk.orm.execute(sql`update report_period set is_open = 0`);
  const before = await counts();
  expect(before.all.reportCount).toBeGreaterThan(0);
  await desk.orm.execute(sql`update sample set commodity_ids = null`);
  await desk.orm.execute(sql`update report_period set contract_laboratory_id = null`);
  await desk.orm.execute(sql`update lab_task set report_time = null`);
  expect(await counts()).toEqual(before);
  await countedBackfill(desk.database).run({}, new AbortController().signal);
  expect(await counts()).toEqual(before);
  expect(await toldWrongly(desk)).toEqual([]);
  // What a node of the former version changed since stands corrected the next morning.
  await desk.orm.execute(sql`update sample set commodity_ids = '{}'`);
  await desk.orm.execute(sql`update report_period set send_sample_client_id = 1`);
  await desk.orm.execute(sql`update lab_task t set report_time = null where exists (select 1 from report_period p where p.task_id = t.id)`);
  await desk.orm.execute(sql`update requisition set update_time = ${hoursAgo(20)}`);
  expect((await toldWrongly(desk)).length).toBeGreaterThan(2);
  await countedNightly(desk.database).run({}, new AbortController().signal);
  expect(await toldWrongly(desk)).toEqual([]);
  expect(await counts()).toEqual(before);
});

it('asks for a span that can be counted, keeps to laboratories, and needs the right to it', async () => {
  expect((await get('sample-count/list', { countedTimeBegin: '2020-01-01', timeType: 'measure_day' })).status).toBe(400);
  expect((await get('sample-count/list', span, 'reception')).status).toBe(403);
  const { id } = await desk.me('audit2');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) select '000000', ${id}, 'laboratory', array_agg(id) from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId}`,
  );
  const limited = await totals();
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  expect(limited.receiveCount).toBeLessThan((await totals()).receiveCount);
});

it('is given up after five seconds on PostgreSQL, and says so', async () => {
  // The embedded engine works at one statement at a time: nothing stands in its way there, and nothing can stop it.
  if (desk.database.kind === 'embedded') return;
  const inTheWay = await desk.database.pool.connect();
  try {
    await inTheWay.query('begin');
    await inTheWay.query('lock table sample in access exclusive mode');
    const answer = await (await desk.as('audit2')).get(callPath('search', 'sample-count/list', 'accession'), span);
    expect([answer.statusCode, answer.json<{ msg: string }>().msg]).toEqual([503, '统计超时, 请缩小条件']);
  } finally {
    await inTheWay.query('rollback');
    inTheWay.release();
  }
  expect((await get('sample-count/list', span)).status).toBe(200);
});
