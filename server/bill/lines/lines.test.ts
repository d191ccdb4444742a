import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overlapping, priceAt, type PricePeriod } from '#domain/base/priceAt.ts';
import { addDays } from '#domain/kernel/dates.ts';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { excludedBit } from '#domain/bill/billChoices.ts';
import { callPath } from '#domain/kernel/services.ts';
import { processDesk } from '#server/lab/process/processTesting.ts';
import { statusesOf, tasksOf, tubesAtDoor, waitingTasks, type StoredTask } from '#server/lab/tasks/taskTesting.ts';
import { makeReport } from '#server/report/reports/makeReport.ts';
import { madeReport, mayRelease, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { detailPayload, openDesk, summaryPayload, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { refreshClientBits } from '#server/spine/bill/clientBits.ts';
import { priceAtSql } from '#server/spine/bill/priceAtSql.ts';
import { newId } from '#server/storage/ids.ts';
import { recordset } from '#server/storage/recordset.ts';
import { followingMaster } from './followMaster.ts';
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
/** What whoever agrees to its withdrawal is told. */
const billed = async ({ reportId }: MadeReport) =>
  (await (await desk.as('audit2')).get(callPath('report', 'report-audit/billed', 'accession'), { reportId })).json<{
    data: { documents: unknown[] };
  }>().data.documents;
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
    await desk.orm.execute(sql`update sales_line set excluded_by = ${excludedBit.sample} where id = ${line!.id}`);
    await cancelled(one);
    expect(await movesOf(desk, sampleCode)).toEqual([[1, 9, 0]]);
    await issuedAgain(one.reportId);
    expect(await movesOf(desk, sampleCode)).toEqual([
      [1, 9, 0],
      [1, 1, 0],
    ]);
    // A sample that is not charged stays so.
    expect((await linesOf(desk, sampleCode)).map((each) => each.excludedBy)).toEqual([excludedBit.sample, excludedBit.sample]);
    expect(await staleLines(desk, [sampleCode])).toEqual([]);
  });

  it('in an open order it is marked, in a sent one a red line takes it back', async () => {
    const [open, sent] = [await issued(), await issued()];
    const [[inOpen], [inSent]] = [await linesOf(desk, open.task.sampleCode), await linesOf(desk, sent.task.sampleCode)];
    await orderedAlone(desk, inOpen!.id, 0);
    const sentNo = await orderedAlone(desk, inSent!.id, 1);
    expect([await billed(open), await billed(sent)]).toEqual([[], [{ no: sentNo, isBill: false, amountYuan: '-1180.00' }]]);
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
    // A stop that is charged and ordered stays: the order would hold half a price for whole work.
    const [halved] = await linesOf(desk, sampleCodes[0]!);
    const halvedNo = await orderedAlone(desk, halved!.id, 0);
    const [charged] = await desk.rows<{ id: string }>(
      sql`select id::text as id from lab_process_record where ${tasks[0]!.id}::bigint = any(task_ids)`,
    );
    expect(await lab.recoverStops([charged!.id])).toMatchObject({
      status: 200,
      data: [{ code: 'process.settled', text: expect.stringContaining(halvedNo) }],
    });
    expect(await linesOf(desk, sampleCodes[0]!)).toMatchObject([{ price: '5000' }]);
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
    await applied('admin', 'detail.remove', { requisitionCode, pass: 1, reason: '录错' });
    expect(await movesOf(desk, sampleCode)).toEqual([[1, 9, 0]]);
    await applied('entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
    expect(await movesOf(desk, sampleCode)).toEqual([[1, 0, 0]]);
    const [other] = await desk.rows<{ id: string }>(
      sql`select o.id::text as id from commodity o join commodity c on c.tenant_id = o.tenant_id and c.entry_form = o.entry_form and c.id = ${desk.master.single}
        where o.id <> c.id and o.is_double_entry = 0 and o.is_disable = 0 order by o.id limit 1`,
    );
    await applied('reception', 'summary.amendItems', { requisitionCode, commodityIds: [desk.master.single, other!.id], reason: '加做' });
    expect(await movesOf(desk, sampleCode)).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
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
    expect(await desk.orm.transaction((tx) => priceOpenLines(tx, '000000'))).toEqual([]);
    const [line] = await linesOf(desk, sampleCode);
    const untilDay = (day: string) =>
      desk.orm.execute(
        sql`update price_policy set is_disable = 0, contract_time_end = ${day}, update_time = now() - interval '30 seconds' where tenant_id = '000000'`,
      );
    const priced = () => desk.orm.transaction((tx) => priceOpenLines(tx, '000000'));
    await untilDay('2020-01-31');
    expect(await priced()).toContain(line!.id);
    expect(await linesOf(desk, sampleCode)).toMatchObject([{ state: 1, price: null }]);
    // Begun to be saved before the line was looked at in vain, and there after it: it is not missed.
    await untilDay('2099-12-31');
    expect(await priced()).toContain(line!.id);
    expect(await linesOf(desk, sampleCode)).toMatchObject([{ state: 1, price: '118000' }]);
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

  it('are found by a policy that was saved while the line was kept out of orders, or was a gift', async () => {
    const policies = (isDisable: 0 | 1) =>
      desk.orm.execute(
        sql`update price_policy set is_disable = ${isDisable}, update_time = now() - interval '30 minutes' where tenant_id = '000000'`,
      );
    const sought = () => desk.orm.transaction((tx) => priceOpenLines(tx, '000000'));
    /** A line without a price, last looked at an hour ago; a policy is saved between the two acts. */
    const between = async (act: (lineId: string) => Promise<string | null>, back: (lineId: string) => Promise<string | null>) => {
      await policies(1);
      const { sampleCode } = (await issued()).task;
      const [line] = await linesOf(desk, sampleCode);
      expect([line!.price, await act(line!.id)]).toEqual([null, null]);
      await desk.orm.execute(sql`update sales_line set update_time = now() - interval '1 hour' where id = ${line!.id}`);
      await policies(0);
      await sought();
      expect(await back(line!.id)).toBeNull();
      await sought();
      expect(await linesOf(desk, sampleCode)).toMatchObject([{ state: 1, price: '118000' }]);
    };
    const sample = (act: string) => (lineId: string) =>
      post('billing', `excludeSampleCode/${act}`, { lineIds: [lineId], reason: '合同未签', applicant: '李经理' }, 'bill');
    await between(sample('exclude'), sample('restore'));
    const gift = (act: string) => () =>
      post('billing', `chargeTypeManage/${act}`, { sendSampleClientIds: [desk.master.clientId], reason: '赠送' }, 'bill');
    await between(gift('giving'), gift('givingRestore'));
  });
});

it('the price of a day is the same by a statement as by the rule', async () => {
  const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2027-01-01', days));
  const agent = fc.constantFrom(null, '7', '8');
  const period = fc.record({
    from: day,
    length: fc.integer({ min: 0, max: 30 }),
    agent,
    price: fc.integer({ min: 0, max: 1e7 }),
    isDisable: fc.constantFrom(0, 0, 1),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(period, { maxLength: 6 }),
      fc.array(fc.record({ date: day, agent }), { minLength: 5, maxLength: 20 }),
      async (wanted, asked) => {
        const policies: PricePeriod[] = [];
        for (const { from, length, agent: agentClientId, price: billPrice, isDisable } of wanted) {
          const [contractTimeBegin, contractTimeEnd] = [from, addDays(from, length)];
          const fresh = {
            pricePolicyId: newId(),
            sendSampleClientId: '5',
            commodityId: '6',
            agentClientId,
            billPrice,
            contractTimeBegin,
            contractTimeEnd,
            isDisable,
          };
          if (!overlapping(fresh, policies)) policies.push(fresh);
        }
        await desk.orm.execute(sql`delete from price_policy where send_sample_client_id = 5`);
        for (const one of policies)
          await desk.orm
            .execute(sql`insert into price_policy (id, tenant_id, send_sample_client_id, commodity_id, agent_client_id, bill_price, contract_time_begin, contract_time_end, bill_erp_code, is_disable,
            is_deleted, version, change_seq, create_time, update_time) values (${one.pricePolicyId}, '000000', 5, 6, ${one.agentClientId}, ${one.billPrice}, ${one.contractTimeBegin}, ${one.contractTimeEnd}, 'E',
            ${one.isDisable}, 0, 1, 0, now(), now())`);
        const rows = asked.map(({ date, agent: agentId }, no) => ({ no, agent_customer_id: agentId, receive_time: `${date} 23:30:00` }));
        const found = await desk.rows<{ price: string | null }>(
          sql`select ${priceAtSql} as price from (select x.*, '000000' as tenant_id, 5::bigint as send_sample_client_id, 6::bigint as commodity_id
            from ${recordset('x', { no: 'integer', agent_customer_id: 'bigint', receive_time: 'timestamptz' }, rows)}) l order by l.no`,
        );
        const ruled = asked.map(
          ({ date, agent: agentClientId }) => priceAt(policies, { sendSampleClientId: '5', commodityId: '6', agentClientId, date }).price,
        );
        expect(found.map(({ price }) => (price === null ? null : Number(price)))).toEqual(ruled);
      },
    ),
    { seed: 7, numRuns: 40 },
  );
  await desk.orm.execute(sql`delete from price_policy where send_sample_client_id = 5`);
});

it('what has no price is listed by client and commodity with why, and what is under way is estimated by today’s policies', async () => {
  const { clientId, nipt, single } = desk.master;
  const get = async (path: string, query: Record<string, string>) =>
    (await (await desk.as('billing' as Account)).get(callPath('bill', path, 'accession'), query)).json<{
      data: { records: Record<string, any>[]; totals?: any };
    }>().data;
  const { sampleCodes } = await tubesAtDoor(desk);
  const [line] = await linesOf(desk, sampleCodes[0]!);
  const before = await get('checkQuery/estimatePage', { sendSampleClientId: clientId, commodityId: single });
  const sum = (key: string): number => before.records.reduce((total, row) => total + Number(row[key]), 0);
  const [open] = await desk.rows<{ n: number; priced: number }>(
    sql`select count(*)::int as n, count(price)::int as priced from sales_line where state = 0 and excluded_by = 0 and commodity_id = ${single} and send_sample_client_id = ${clientId}`,
  );
  expect([sum('qty'), sum('pricedQty') + sum('noPriceQty'), before.totals.qty]).toEqual([open!.n, open!.n, open!.n]);
  await desk.orm.execute(sql`update price_policy set bill_price = bill_price + 100 where commodity_id = ${single}`);
  const after = await get('checkQuery/estimatePage', { sendSampleClientId: clientId, commodityId: single });
  expect(Number(after.totals.totalAmountYuan)).toBeGreaterThan(Number(before.totals.totalAmountYuan));
  await desk.orm.execute(sql`update price_policy set bill_price = bill_price - 100 where commodity_id = ${single}`);
  await desk.orm.execute(
    sql`update sales_line set commodity_id = ${nipt}, price = null, price_reason = '["合同自 {from} 起生效", "The contract begins on {from}"]', price_params = '{"from": "2027-01-01"}' where id = ${line!.id}`,
  );
  const { records } = await get('order/getNoPrice', { commodityId: nipt });
  expect(records.find(({ lineIds }) => lineIds.includes(line!.id))).toMatchObject({
    sendSampleClientId: clientId,
    priceReason: '合同自 2027-01-01 起生效',
  });
  expect(await get('order/getNoPrice', { commodityId: nipt, contractLaboratoryId: '1' })).toMatchObject({ records: [] });
});

it('what is in no order follows its client, also where its price is frozen; what is ordered stays', async () => {
  const [open, ordered] = [await issued(), await issued()];
  const [[inOpen], [inOrder]] = [await linesOf(desk, open.task.sampleCode), await linesOf(desk, ordered.task.sampleCode)];
  await orderedAlone(desk, inOrder!.id, 0);
  const [client] = await desk.rows<{ id: string; salesmanId: string | null }>(
    sql`select id::text as id, salesman_id::text as salesman_id from send_sample_client where id = ${desk.master.clientId}`,
  );
  const { id: other } = await desk.me('audit1');
  const follow = async (salesmanId: string | null) => {
    await desk.orm.execute(sql`update send_sample_client set salesman_id = ${salesmanId} where id = ${client!.id}`);
    await followingMaster(desk.database).run({}, new AbortController().signal);
  };
  await follow(other);
  expect(await linesOf(desk, open.task.sampleCode)).toMatchObject([{ salesmanId: other, price: inOpen!.price, auditTime: inOpen!.auditTime }]);
  expect(await linesOf(desk, ordered.task.sampleCode)).toMatchObject([{ salesmanId: client!.salesmanId, state: 2 }]);
  await follow(client!.salesmanId);
  expect(await linesOf(desk, open.task.sampleCode)).toMatchObject([{ salesmanId: client!.salesmanId }]);
  expect(await staleLines(desk, [open.task.sampleCode, ordered.task.sampleCode])).toEqual([]);
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
