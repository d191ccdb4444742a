import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { processDesk } from '#server/lab/process/processTesting.ts';
import { statusesOf, tasksOf, tubesAtDoor, waitingTasks, type StoredTask } from '#server/lab/tasks/taskTesting.ts';
import { makeReport } from '#server/report/reports/makeReport.ts';
import { madeReport, mayRelease, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { detailPayload, openDesk, summaryPayload, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { refreshClientBits } from '#server/spine/bill/clientBits.ts';
import { lineBackfill } from './lineBackfill.ts';
import { linesOf, movesOf, orderedAlone, pricedFor, staleLines } from './linesTesting.ts';
import { priceOpenLines } from './repriceLines.ts';

let desk: Desk;
let lab: ReturnType<typeof processDesk>;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-lines-')) });
  lab = processDesk(desk);
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
  await desk.orm.execute(sql`delete from price_policy where tenant_id = '000000'`);
  await pricedFor(desk, desk.master.single, 118_000, { stopPrice: 5_000 });
});
afterAll(() => desk.close());

const post = async (account: Account | 'billing', path: string, body: object, service: 'report' | 'bill' = 'report') => {
  const said = await (await desk.as(account as Account)).post(callPath(service, path, 'accession'), body, { 'idempotency-key': randomUUID() });
  expect(said.statusCode, said.body).toBe(200);
  const data = said.json<{ data: ManyAnswer[] }>().data;
  return Array.isArray(data) ? (data[0]?.code ?? null) : null;
};
async function issue({ versionId, pdfSha256 }: Pick<MadeReport, 'versionId' | 'pdfSha256'>): Promise<void> {
  await (await desk.as('audit2')).get(callPath('report', 'report-audit/file', 'accession'), { versionId });
  expect(await post('audit2', 'report-audit/audit', { versions: [{ versionId, pdfSha256 }] })).toBeNull();
}
async function issued(): Promise<MadeReport> {
  const one = await madeReport(desk);
  await issue(one);
  return one;
}
/** Its release is taken back within its hold time. */
const cancelled = ({ reportId }: MadeReport) => post('audit2', 'report-audit/cancel-audit', { reportIds: [reportId], reason: '姓名有误' });
async function issuedAgain(reportId: string): Promise<void> {
  const made = await makeReport(desk.database, desk.blobs, reportId, { tenantId: '000000', makerId: null, makerName: '系统' });
  if (made.outcome !== 'done') throw new Error(made.message[0]);
  const [version] = await desk.rows<{ sha256: string }>(sql`select draft_sha256 as sha256 from report_version where id = ${made.versionId}`);
  await issue({ versionId: made.versionId, pdfSha256: version!.sha256 });
}

describe('a line follows its requisition', () => {
  it('from its entry, with its price; frozen at the issue, gone with the report, anew when it is out again', async () => {
    const one = await madeReport(desk);
    const { sampleCode } = one.task;
    expect(await linesOf(desk, sampleCode)).toMatchObject([{ state: 0, reported: 0, price: '118000', auditTime: null, sampleCode, businessType: 1 }]);
    await issue(one);
    const [line] = await linesOf(desk, sampleCode);
    expect(line).toMatchObject({ state: 1, reported: 1, price: '118000', auditTime: expect.any(String) });
    await cancelled(one);
    expect(await movesOf(desk, sampleCode)).toEqual([[1, 9, 0]]);
    await issuedAgain(one.reportId);
    expect(await movesOf(desk, sampleCode)).toEqual([
      [1, 9, 0],
      [1, 1, 0],
    ]);
    expect(await staleLines(desk, [sampleCode])).toEqual([]);
  });

  it('in an open order it is marked, in a sent one a red line takes it back', async () => {
    const [open, sent] = [await issued(), await issued()];
    const [[inOpen], [inSent]] = [await linesOf(desk, open.task.sampleCode), await linesOf(desk, sent.task.sampleCode)];
    await orderedAlone(desk, inOpen!.id, 0);
    await orderedAlone(desk, inSent!.id, 1);
    for (const one of [open, sent]) await cancelled(one);
    expect(await movesOf(desk, open.task.sampleCode)).toEqual([[1, 2, 1]]);
    expect(await movesOf(desk, sent.task.sampleCode)).toEqual([
      [1, 2, 0],
      [-1, 1, 0],
    ]);
    const [red] = (await linesOf(desk, sent.task.sampleCode)).slice(1);
    expect(red).toMatchObject({ price: '118000', reported: 1 });
    for (const one of [open, sent]) await issuedAgain(one.reportId);
    expect(await movesOf(desk, open.task.sampleCode)).toEqual([[1, 2, 0]]);
    expect(await movesOf(desk, sent.task.sampleCode)).toEqual([
      [1, 2, 0],
      [-1, 1, 0],
      [1, 1, 0],
    ]);
    expect(await staleLines(desk, [open.task.sampleCode, sent.task.sampleCode])).toEqual([]);
  });

  it('a stop takes it away or leaves it at its own price, and what is ordered is not stopped', async () => {
    const { tasks, sampleCodes } = await waitingTasks(desk);
    await lab.stop(tasks, { isBillable: 1 });
    expect(await linesOf(desk, sampleCodes[0]!)).toMatchObject([{ state: 0, price: '5000' }]);
    const other = await waitingTasks(desk);
    await lab.stop(other.tasks, { isBillable: 0 });
    expect(await movesOf(desk, other.sampleCodes[0]!)).toEqual([[1, 9, 0]]);
    const [record] = await desk.rows<{ id: string }>(
      sql`select id::text as id from lab_process_record where ${other.tasks[0]!.id}::bigint = any(task_ids)`,
    );
    expect((await lab.recoverStops([record!.id])).status).toBe(200);
    expect(await linesOf(desk, other.sampleCodes[0]!)).toMatchObject([{ state: 0, price: '118000' }]);
    const forced = await waitingTasks(desk);
    const [line] = await linesOf(desk, forced.sampleCodes[0]!);
    const orderNo = await orderedAlone(desk, line!.id, 0);
    const [answer] = await lab.stop(forced.tasks, { isBillable: 0 });
    expect(answer).toMatchObject({ code: 'process.settled', text: expect.stringContaining(orderNo) });
    expect(await staleLines(desk, [...sampleCodes, ...other.sampleCodes, ...forced.sampleCodes])).toEqual([]);
  });

  it('a rejection takes it away; what reception amends and corrects stands on it', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    const sampleCode = summary.tubes[0]!.sampleCode;
    await desk.act('online', 'reception', 'summary.enter', summary);
    expect(await linesOf(desk, sampleCode)).toEqual([]);
    await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
    expect(await movesOf(desk, sampleCode)).toEqual([[1, 0, 0]]);
    const applied = async (account: Account, name: string, payload: object) =>
      expect(await desk.act('online', account, name, payload)).toMatchObject({ status: 'applied' });
    const { requisitionCode } = summary;
    await applied('admin', 'detail.remove', { requisitionCode, reason: '录错' });
    expect(await movesOf(desk, sampleCode)).toEqual([[1, 9, 0]]);
    await applied('entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
    expect(await movesOf(desk, sampleCode)).toEqual([[1, 0, 0]]);
    await applied('reception', 'summary.amendItems', { requisitionCode, commodityIds: [desk.master.single, desk.master.nipt], reason: '加做' });
    expect(await staleLines(desk, [sampleCode])).toEqual([]);
    await applied('reception', 'summary.reject', { requisitionCode, rejectCode: 'REJ01', measure: 1, rejectReason: '无标签' });
    expect((await linesOf(desk, sampleCode)).every(({ state }) => state === 9)).toBe(true);
    expect(await staleLines(desk, [sampleCode])).toEqual([]);
  });
});

it('an excluded client’s lines have its bit from the beginning, and lose it where the commodity is an exception', async () => {
  const { clientId, single } = desk.master;
  await desk.orm.execute(sql`update send_sample_client set is_excluded = 1 where id = ${clientId}`);
  try {
    const { sampleCodes } = await tubesAtDoor(desk);
    const [line] = await linesOf(desk, sampleCodes[0]!);
    expect(line?.excludedBy).toBe(1);
    await desk.orm.execute(sql`update sales_line set excluded_by = 3 where id = ${line!.id}`);
    await desk.orm.execute(
      sql`insert into exclusion_exception (tenant_id, send_sample_client_id, commodity_id, reason, create_time) values ('000000', ${clientId}, ${single}, '试', now())`,
    );
    expect(await desk.orm.transaction((tx) => refreshClientBits(tx, '000000', [line!.id]))).toBe(1);
    expect((await linesOf(desk, sampleCodes[0]!))[0]?.excludedBy).toBe(2);
  } finally {
    await desk.orm.execute(sql`update send_sample_client set is_excluded = 0 where id = ${clientId}`);
    await desk.orm.execute(sql`delete from exclusion_exception`);
  }
});

describe('prices', () => {
  it('are found once a policy is there, and what has one changes by a person alone, for a reason', async () => {
    await desk.orm.execute(sql`update price_policy set is_disable = 1 where tenant_id = '000000'`);
    const one = await issued();
    const { sampleCode } = one.task;
    expect(await linesOf(desk, sampleCode)).toMatchObject([{ state: 1, price: null }]);
    expect(await desk.orm.transaction((tx) => priceOpenLines(tx, '000000'))).toBe(0);
    await desk.orm.execute(sql`update price_policy set is_disable = 0, update_time = now() + interval '1 second' where tenant_id = '000000'`);
    expect(await desk.orm.transaction((tx) => priceOpenLines(tx, '000000'))).toBeGreaterThan(0);
    const [line] = await linesOf(desk, sampleCode);
    expect(line).toMatchObject({ state: 1, price: '118000' });
    await desk.orm.execute(sql`update price_policy set bill_price = 98000, update_time = now() + interval '9 seconds' where tenant_id = '000000'`);
    await desk.orm.transaction((tx) => priceOpenLines(tx, '000000'));
    expect(await linesOf(desk, sampleCode)).toMatchObject([{ price: '118000' }]);
    const reprice = () => post('billing', 'salesBillPool/reprice', { lineIds: [line!.id], reason: '合同更正' }, 'bill');
    expect(await reprice()).toBeNull();
    expect(await linesOf(desk, sampleCode)).toMatchObject([{ price: '98000' }]);
    expect(
      await desk.rows(sql`select act, before ->> 'price' as was, after ->> 'price' as is_now, reason from charge_change where line_id = ${line!.id}`),
    ).toEqual([{ act: 5, was: '118000', isNow: '98000', reason: '合同更正' }]);
    await orderedAlone(desk, line!.id, 0);
    expect(await reprice()).toBe('line.ordered');
    await desk.orm.execute(sql`update price_policy set bill_price = 118000 where tenant_id = '000000'`);
  });
});

it('what was entered before lines were kept gets them', async () => {
  const [one, { sampleCodes }] = [await issued(), await tubesAtDoor(desk)];
  const codes = [one.task.sampleCode, ...sampleCodes];
  await desk.orm.execute(sql`delete from sales_line where sample_code = any(${sql.param(codes)}::text[])`);
  await lineBackfill(desk.database).run({}, new AbortController().signal);
  expect(await movesOf(desk, codes[0]!)).toEqual([[1, 1, 0]]);
  expect(await movesOf(desk, codes[1]!)).toEqual([[1, 0, 0]]);
  expect(await staleLines(desk, codes)).toEqual([]);
});

it('whatever is done to a requisition, its lines are what the rule says', async () => {
  const acts = ['stop', 'stopCharged', 'recover', 'resample', 'resampleBack', 'cancelReceive', 'receive'] as const;
  const done = async (what: (typeof acts)[number], codes: readonly string[], at: number): Promise<void> => {
    const tasks = await tasksOf(desk, codes);
    const task: StoredTask | undefined = tasks[at % Math.max(1, tasks.length)];
    const code = codes[at % codes.length]!;
    const record = async (kind: number) =>
      (
        await desk.rows<{ id: string }>(
          sql`select id::text as id from lab_process_record where kind = ${kind} and state = 1 and sample_code = any(${sql.param([...codes])}::text[]) limit 1`,
        )
      )[0]?.id;
    if (what === 'stop' && task) await lab.stop([task], { isBillable: 0 });
    if (what === 'stopCharged' && task) await lab.stop([task], { isBillable: 1 });
    if (what === 'resample' && task) await lab.resample([task]);
    if (what === 'recover') {
      const id = await record(1);
      if (id) await lab.recoverStops([id]);
    }
    if (what === 'resampleBack') {
      const id = await record(2);
      if (id) await desk.act('online', 'lab', 'labProcess.resampleRecover', { recordId: id, reason: '不需要' });
    }
    if (what === 'cancelReceive') await desk.act('online', 'lab', 'labTask.cancelReceive', { sampleCode: code, reason: '错收' });
    if (what === 'receive') await desk.act('online', 'lab', 'labTask.receive', { code });
  };
  const step = fc.record({ what: fc.constantFrom(...acts), at: fc.integer({ min: 0, max: 2 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 7 }), async (steps) => {
      const { sampleCodes } = await waitingTasks(desk, { tubes: 2 });
      for (const { what, at } of steps) {
        await done(what, sampleCodes, at);
        expect(await staleLines(desk, sampleCodes), what).toEqual([]);
      }
      const [living] = await desk.rows<{ n: number }>(
        sql`select count(*)::int as n from sales_line where sign = 1 and state <> 9 and requisition_id = (select requisition_id from sample where sample_code = ${sampleCodes[0]!})`,
      );
      expect(living!.n).toBeLessThan(2);
      expect(await statusesOf(desk, sampleCodes)).toHaveLength(2);
    }),
    { seed: 3, numRuns: 6, endOnFailure: true },
  );
});
