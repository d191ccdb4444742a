import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { addLines, type TestLine } from '#server/bill/billTesting.ts';
import { orderedAlone, pricedFor } from '#server/bill/lines/linesTesting.ts';
import { madeReport, mayRelease } from '#server/report/reports/makingTesting.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { innerPricing } from './innerPriceJob.ts';

let desk: Desk;
let [a, b] = ['', ''];
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-related-')) });
  await mayRelease(desk, 'audit2', 1);
  await desk.orm.execute(sql`delete from price_policy where tenant_id = '000000'`);
  await pricedFor(desk, desk.master.single, 99_999);
  const made = await (
    await desk.as('admin')
  ).post(callPath('base', 'laboratory/save', 'accession'), { laboratoryName: '兄弟检验所', laboratoryCode: 'XD01', executeType: 1 });
  [a, b] = [desk.master.laboratoryId, made.json<{ data: { id: string } }>().data.id];
});
afterAll(() => desk.close());

const get = async (account: Account | 'billing' | 'sales', path: string, query: Record<string, string> = {}) =>
  (await desk.as(account as Account)).get(callPath('bill', `checkQuery/${path}`, 'accession'), query);
const price = async (values: object) => {
  const said = await (
    await desk.as('billing' as Account)
  ).post(
    callPath('bill', 'internalPrice/save', 'accession'),
    { validFrom: '2020-01-01', validTo: '2099-12-31', ...values },
    { 'idempotency-key': randomUUID() },
  );
  expect(said.statusCode, said.body).toBe(200);
};
const inner = async (id: string) =>
  (await desk.rows<{ fen: number | null }>(sql`select inner_price::float8 as fen from sales_line where id = ${id}`))[0]!.fen;
const add = (...lines: readonly TestLine[]) =>
  addLines(
    desk.database,
    lines.map((line) => ({ commodityId: desk.master.nipt, auditTime: '2031-07-10 10:00:00', ...line })),
  );
const run = () => innerPricing(desk.database).run({}, new AbortController().signal);

it('freezes the internal price with the issue, and a red line takes the same back', async () => {
  await price({ contractLaboratoryId: a, executeLaboratoryId: b, basisPoints: 3333 });
  const one = await madeReport(desk);
  await desk.orm.execute(sql`update sample set execute_laboratory_id = ${b} where sample_code = ${one.task.sampleCode}`);
  const audit2 = await desk.as('audit2');
  await audit2.get(callPath('report', 'report-audit/file', 'accession'), { versionId: one.versionId });
  const said = await audit2.post(callPath('report', 'report-audit/audit', 'accession'), {
    versions: [{ versionId: one.versionId, pdfSha256: one.pdfSha256 }],
  });
  expect(said.json<{ data: { code: string | null }[] }>().data[0]?.code, said.body).toBeNull();
  const lines = () =>
    desk.rows<{ id: string; sign: number; price: number; fen: number | null; execute: string }>(
      sql`select id::text as id, sign::int as sign, price::float8 as price, inner_price::float8 as fen, execute_laboratory_id::text as execute from sales_line
        where requisition_id = (select requisition_id from sample where sample_code = ${one.task.sampleCode}) order by id`,
    );
  // 999.99 × 33.33 % = 333.2966…
  expect(await lines()).toMatchObject([{ price: 99_999, fen: 33_330, execute: b }]);
  await orderedAlone(desk, (await lines())[0]!.id, 1);
  await desk.orm.execute(sql`update internal_price set basis_points = 1`);
  await audit2.post(
    callPath('report', 'report-audit/cancel-audit', 'accession'),
    { reportIds: [one.reportId], reason: '姓名有误' },
    { 'idempotency-key': randomUUID() },
  );
  expect(await lines()).toMatchObject([
    { sign: 1, fen: 33_330 },
    { sign: -1, fen: 33_330 },
  ]);
});

it('freezes it, too, where a person found the price it is a share of', async () => {
  await desk.orm.execute(sql`update price_policy set is_disable = 1 where tenant_id = '000000'`);
  const one = await madeReport(desk);
  await desk.orm.execute(sql`update sample set execute_laboratory_id = ${b} where sample_code = ${one.task.sampleCode}`);
  const audit2 = await desk.as('audit2');
  await audit2.get(callPath('report', 'report-audit/file', 'accession'), { versionId: one.versionId });
  await audit2.post(callPath('report', 'report-audit/audit', 'accession'), { versions: [{ versionId: one.versionId, pdfSha256: one.pdfSha256 }] });
  const [line] = await desk.rows<{ id: string; price: number | null }>(
    sql`select id::text as id, price::float8 as price from sales_line where requisition_id = (select requisition_id from sample where sample_code = ${one.task.sampleCode})`,
  );
  expect([line!.price, await inner(line!.id)]).toEqual([null, null]);
  await desk.orm.execute(sql`update price_policy set is_disable = 0 where tenant_id = '000000'`);
  await desk.orm.execute(sql`update internal_price set basis_points = 5000, update_time = now() - interval '1 hour' where basis_points is not null`);
  const said = await (
    await desk.as('billing' as Account)
  ).post(callPath('bill', 'salesBillPool/reprice', 'accession'), { lineIds: [line!.id], reason: '补价格' }, { 'idempotency-key': randomUUID() });
  expect(said.json<any>().data).toMatchObject([{ status: 'applied' }]);
  // Half of 999.99.
  expect(await inner(line!.id)).toBe(50_000);
});

it('sets a pair off both ways by month; what has no internal price says so until there is one', async () => {
  await price({ contractLaboratoryId: b, executeLaboratoryId: a, commodityId: desk.master.nipt, innerPrice: '50.01' });
  const [given, open, taken, , , same] = await add(
    { contractLaboratoryId: a, executeLaboratoryId: b, innerPrice: 10_003 },
    { contractLaboratoryId: a, executeLaboratoryId: b, price: null },
    { contractLaboratoryId: b, executeLaboratoryId: a },
    { contractLaboratoryId: b, executeLaboratoryId: a, sign: -1, creditOf: '78', innerPrice: 2_000 },
    { contractLaboratoryId: b, executeLaboratoryId: a, state: 9, innerPrice: 9_999 },
    { contractLaboratoryId: a, executeLaboratoryId: a },
  );
  const july = { auditTimeBegin: '2031-07-01', auditTimeEnd: '2031-07-31' };
  const pairs = async (query: Record<string, string> = july) => (await get('billing', 'related-list', query)).json<any>().data.records;
  const isFirst = BigInt(a) < BigInt(b);
  expect(await pairs()).toMatchObject([{ month: '2031-07', unpricedQty: 2 }]);
  await run();
  expect([await inner(given!), await inner(open!), await inner(taken!), await inner(same!)]).toEqual([10_003, null, 5_001, null]);
  const [pair] = await pairs();
  // Given 100.03; taken 50.01 less the red 20.00.
  expect([pair.amountYuan, pair.otherAmountYuan, pair.netYuan, pair.unpricedQty]).toEqual(
    isFirst ? ['100.03', '30.01', '70.02', 1] : ['30.01', '100.03', '-70.02', 1],
  );
  expect([pair.qty, pair.otherQty]).toEqual(isFirst ? [2, 0] : [0, 2]);
  const matrix = (await get('billing', 'related-matrix', { month: '2031-12' })).json<any>().data;
  expect(matrix.find((cell: any) => cell.month === '2031-07')).toMatchObject({ netYuan: pair.netYuan, unpricedQty: 1, lineCount: 4 });
  expect((await get('billing', 'related-matrix', { month: '2032-07' })).json<any>().data).toEqual([]);
  const lines = (await get('billing', 'related-lines', { laboratoryId: b, otherLaboratoryId: a, month: '2031-07', size: '50' })).json<any>().data
    .records;
  expect(lines.map(({ totalAmountYuan }: any) => totalAmountYuan).toSorted()).toEqual(['-20.00', '100.03', '50.01', null]);
  const file = await get('billing', 'related-list/export', july);
  expect(file.statusCode).toBe(200);
  // Sales see their own clients, of which no pair can be set off.
  expect((await get('sales', 'related-list')).statusCode).toBe(403);
  expect((await get('billing', 'related-lines', { month: 'x' })).statusCode).toBe(400);
});
