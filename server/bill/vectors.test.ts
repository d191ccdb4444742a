import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { makeReport } from '#server/report/reports/makeReport.ts';
import { madeReport, mayRelease, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { findAuthor } from '#server/session/findAuthor.ts';
import { linesOf, pricedFor, staleLines } from './lines/linesTesting.ts';
import { workAtPacks } from './packs/packJob.ts';

/** From the tube to the red order, through the acts of those who do it. */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-vectors-')) });
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
  await desk.orm.execute(sql`delete from price_policy where tenant_id = '000000'`);
  await pricedFor(desk, desk.master.single, 117_200);
  const { id: salesmanId } = await desk.me('reception');
  await desk.orm
    .execute(sql`update send_sample_client set salesman_id = ${salesmanId}, agent_customer_id = coalesce(agent_customer_id, (select min(id) from client)),
    bill_customer_id = coalesce(bill_customer_id, (select min(id) from client)) where id = ${desk.master.clientId}`);
});
afterAll(() => desk.close());

const post = async (account: Account | 'billing', service: 'bill' | 'report', path: string, body: object) => {
  const said = await (await desk.as(account as Account)).post(callPath(service, path, 'accession'), body, { 'idempotency-key': randomUUID() });
  expect(said.statusCode, said.body).toBe(200);
  return said.json<{ data: any }>().data;
};
async function issue({ versionId, pdfSha256 }: Pick<MadeReport, 'versionId' | 'pdfSha256'>): Promise<void> {
  await (await desk.as('audit2')).get(callPath('report', 'report-audit/file', 'accession'), { versionId });
  expect((await post('audit2', 'report', 'report-audit/audit', { versions: [{ versionId, pdfSha256 }] }))[0].code ?? null).toBeNull();
}
async function issuedAgain(reportId: string): Promise<void> {
  const made = await makeReport(desk.database, desk.blobs, reportId, { tenantId: '000000', makerId: null, makerName: '系统' });
  if (made.outcome !== 'done') throw new Error(made.message[0]);
  const [version] = await desk.rows<{ sha256: string }>(sql`select draft_sha256 as sha256 from report_version where id = ${made.versionId}`);
  await issue({ versionId: made.versionId, pdfSha256: version!.sha256 });
}
async function ordered(path: string, sampleCode: string): Promise<{ orderId: string; totalQty: number; totalAmountStr: string }> {
  const lineIds = (await linesOf(desk, sampleCode)).filter(({ state }) => state === 1).map(({ id }) => id);
  const { orders, rows } = await post('billing', 'bill', `${path}/createOrder`, { lineIds });
  expect(orders, JSON.stringify(rows)).toHaveLength(1);
  return orders[0];
}
const standing = async (sampleCode: string) =>
  (await linesOf(desk, sampleCode)).map(({ sign, state, price, businessType }) => [sign, state, Number(price), businessType]);

it('a report taken back after its order was sent is a red line, packed into a red order; out again it is charged anew', async () => {
  const one = await madeReport(desk);
  await issue(one);
  const { sampleCode } = one.task;
  const { orderId } = await ordered('order', sampleCode);
  const now = (await linesOf(desk, sampleCode))[0]!.auditTime!.slice(0, 10);
  expect(await post('billing', 'bill', 'order/send', { orderIds: [orderId], reconciliationTime: `${now} 23:00:00` })).toMatchObject([
    { status: 'applied' },
  ]);
  expect((await post('audit2', 'report', 'report-audit/cancel-audit', { reportIds: [one.reportId], reason: '姓名有误' }))[0].code ?? null).toBeNull();
  expect(await standing(sampleCode)).toEqual([
    [1, 2, 117_200, 1],
    [-1, 1, 117_200, 1],
  ]);
  const { taskId } = await post('billing', 'bill', 'orderSystem/createOrderBySystem', {
    taskName: '红字',
    auditTimeStart: `${now} 00:00:00`,
    auditTimeEnd: `${now} 23:59:59`,
  });
  await workAtPacks({
    database: desk.database,
    findAuthor: (tenant, userId, roleIds) => findAuthor(desk.orm, tenant, userId, roleIds),
    signal: new AbortController().signal,
  });
  expect(
    await desk.rows(sql`select total_qty as qty, total_amount::int as sum, sign::int as sign from sales_order where task_id = ${taskId}`),
  ).toEqual([{ qty: -1, sum: -117_200, sign: -1 }]);
  await issuedAgain(one.reportId);
  expect((await standing(sampleCode)).at(-1)).toEqual([1, 1, 117_200, 1]);
  expect(await staleLines(desk, [sampleCode])).toEqual([]);
});

it('an order lets go of a line as its requisition has it now', async () => {
  const one = await madeReport(desk);
  await issue(one);
  const { sampleCode } = one.task;
  const { orderId } = await ordered('order', sampleCode);
  const { id: salesmanId } = await desk.me('audit1');
  await desk.orm.execute(sql`update send_sample_client set salesman_id = ${salesmanId} where id = ${desk.master.clientId}`);
  const [removed] = await post('billing', 'bill', 'order/remove', { orderIds: [orderId] });
  expect(removed.code ?? null).toBeNull();
  expect(await linesOf(desk, sampleCode)).toMatchObject([{ state: 1, salesmanId }]);
  expect(await staleLines(desk, [sampleCode])).toEqual([]);
});
