import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { itemProgress } from '#domain/search/itemProgress.ts';
import { timelineAct, type Timeline } from '#domain/search/sampleDetail.ts';
import { linesOf, orderedAlone, pricedFor } from '#server/bill/lines/linesTesting.ts';
import { waitingTasks } from '#server/lab/tasks/taskTesting.ts';
import { madeReport, mayRelease, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';

type Person = Account | 'billing' | 'sales';
let desk: Desk;
let report: MadeReport;
let codes: Readonly<
  Record<'sampleCode' | 'requisitionCode' | 'labCode' | 'testTubeNumber' | 'hospitalCode' | 'courierNumber' | 'reportNo' | 'personName', string>
>;

const get = async (account: Person, path: string, query: Record<string, string> = {}, service: 'search' | 'sample' = 'search') => {
  const answer = await (await desk.as(account as Account)).get(callPath(service, path, 'accession'), query);
  return { status: answer.statusCode, data: answer.json<{ data: any }>().data };
};
const customers = async (account: Person, query: Record<string, string>) =>
  (await get(account, 'comprehensive-query/customer-search-page', query)).data.records as any[];
const timelineOf = async (account: Person, code: string): Promise<Timeline> => (await get(account, 'timeline', { code }, 'sample')).data;
const whats = ({ events }: Pick<Timeline, 'events'>): string[] => events.map(({ what }) => what);

beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-samples-')) });
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
  await desk.orm.execute(sql`delete from price_policy where tenant_id = '000000'`);
  await pricedFor(desk, desk.master.single, 118_000);
  report = await madeReport(desk);
  const [row] = await desk.rows<typeof codes>(
    sql`update requisition r set hospital_code = 'HOSP-7001', courier_number = 'SF7001', telephone = '13812345678', credential_no = '11010519491231002X', patient_no = 'ZY20417'
      from sample s, report_task x, report p where s.sample_code = ${report.task.sampleCode} and r.id = s.requisition_id and x.task_id = ${report.task.id} and p.id = x.report_id
      returning s.sample_code, r.requisition_code, s.lab_code, s.test_tube_number, r.hospital_code, r.courier_number, p.report_no, r.person_name`,
  );
  codes = row!;
});
afterAll(() => desk.close());

it('says how far each product is, from the lab to its report', async () => {
  const { sampleCodes } = await waitingTasks(desk);
  const of = async (sampleCode: string) => (await customers('billing', { sampleCode }))[0];
  expect(await of(sampleCodes[0]!)).toMatchObject({ progress: itemProgress.testing, ifReported: 0, reportTime: null });
  expect(await of(codes.sampleCode)).toMatchObject({ progress: itemProgress.toReport, ifReported: 0 });
  await (await desk.as('audit2')).get(callPath('report', 'report-audit/file', 'accession'), { versionId: report.versionId });
  const body = { versions: [{ versionId: report.versionId, pdfSha256: report.pdfSha256 }] };
  const said = await (await desk.as('audit2')).post(callPath('report', 'report-audit/audit', 'accession'), body, { 'idempotency-key': randomUUID() });
  expect(said.statusCode, said.body).toBe(200);
  const row = await of(codes.sampleCode);
  expect(row).toMatchObject({ progress: itemProgress.reported, ifReported: 1, billPriceStr: '1180.00' });
  expect(row.reportTime).not.toBeNull();
  const detail = (await get('audit1', 'comprehensive-query/commodity-detail', { requisitionCode: codes.requisitionCode })).data;
  expect(detail).toMatchObject([{ sampleCode: codes.sampleCode, progress: itemProgress.reported, ifReported: 1, itemState: 3 }]);
});

it('masks patients where they may not be seen, and finds them by whole names and numbers alone', async () => {
  const [masked] = await customers('billing', { sampleCode: codes.sampleCode });
  const stars = codes.personName.slice(0, 1) + '*'.repeat(Math.max(codes.personName.length - 1, 1));
  expect(masked).toMatchObject({ personName: stars, contactNumber: '138****5678', credentialNo: '110***********002X', patientNo: '*****17' });
  const [whole] = await customers('admin', { sampleCode: codes.sampleCode });
  expect(whole).toMatchObject({ personName: codes.personName, contactNumber: '13812345678', credentialNo: '11010519491231002X' });
  const found = async (query: Record<string, string>) => (await customers('billing', query)).map(({ sampleCode }) => sampleCode);
  expect(await found({ personName: codes.personName, receiveTimeBegin: '2020-01-01' })).toContain(codes.sampleCode);
  expect(await found({ personName: codes.personName.slice(0, 1) })).toEqual([]);
  expect(await found({ contactNumber: '13812345678' })).toContain(codes.sampleCode);
  expect(await found({ contactNumber: '138123' })).toEqual([]);
  expect(await found({ credentialNo: '11010519491231002x' })).toContain(codes.sampleCode);
});

it('reveals who a tube is of to who may and says why, and notes each look before it answers', async () => {
  const asked = async (account: Person, body: object) => {
    const answer = await (await desk.as(account as Account)).post(callPath('search', 'comprehensive-query/reveal', 'accession'), body);
    return { status: answer.statusCode, ...answer.json<{ data?: unknown; refusal?: string; msg: string }>() };
  };
  const noted = () =>
    desk.rows<object>(sql`select user_name, subject, reason, before, after from audit_entry where action = 'patient.reveal' order by id`);
  const { id, name } = await desk.me('sales');
  await desk.orm.execute(sql`update sales_line set salesman_id = ${id} where sample_code = ${codes.sampleCode}`);
  const reason = '客户来电核对';
  expect((await asked('billing', { sampleCode: codes.sampleCode, reason })).status).toBe(403);
  for (const body of [
    { sampleCode: codes.sampleCode },
    { sampleCode: codes.sampleCode, reason: ' ' },
    { sampleCode: codes.sampleCode, reason: '长'.repeat(201) },
  ])
    expect((await asked('sales', body)).status, JSON.stringify(body)).toBe(400);
  // Somebody else's client, another tenant and no tube at all are one answer, and no look.
  const unknown = { status: 404, refusal: 'sample.unknown' };
  const [foreign] = await desk.rows<{ sampleCode: string }>(
    sql`select sample_code from sample s where tenant_id = '000000' and not exists (select 1 from sales_line l where l.sample_id = s.id and l.salesman_id = ${id}) limit 1`,
  );
  for (const sampleCode of [foreign!.sampleCode, 'A00000000', codes.requisitionCode + 'X'])
    expect(await asked('sales', { sampleCode, reason })).toMatchObject(unknown);
  await desk.orm.execute(sql`update sample set tenant_id = '999999' where sample_code = ${codes.sampleCode}`);
  expect(await asked('sales', { sampleCode: codes.sampleCode, reason })).toMatchObject(unknown);
  await desk.orm.execute(sql`update sample set tenant_id = '000000' where sample_code = ${codes.sampleCode}`);
  expect(await noted()).toEqual([]);
  const clear = { personName: codes.personName, telephone: '13812345678', credentialNo: '11010519491231002X', patientNo: 'ZY20417' };
  for (const sampleCode of [codes.sampleCode, codes.sampleCode.toLowerCase()])
    expect((await asked('sales', { sampleCode, reason: ` ${reason} ` })).data).toEqual(clear);
  const look = { userName: name, subject: codes.sampleCode, reason, before: null, after: null };
  expect(await noted()).toEqual([look, look]);
});

it('tells values from the first audit on, and to nobody before', async () => {
  const items = async (query: Record<string, string>) => (await get('audit1', 'comprehensive-query/item-detail', query)).data as any[];
  const rows = await items({ sampleCode: codes.sampleCode });
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ values }) => values !== null)).toBe(true);
  expect(await items({ labCode: codes.labCode })).toEqual(rows);
  await desk.orm.execute(sql`update lab_task set task_state = ${taskState.firstAudit} where id = ${report.task.id}`);
  const hidden = await items({ sampleCode: codes.sampleCode });
  expect(hidden.map(({ itemId }) => itemId)).toEqual(rows.map(({ itemId }) => itemId));
  expect(hidden.every(({ values, resultStatus }) => values === null && resultStatus === null)).toBe(true);
  await desk.orm.execute(sql`update lab_task set task_state = ${taskState.issued} where id = ${report.task.id}`);
  expect((await get('audit1', 'comprehensive-query/item-detail')).status).toBe(400);
});

it('finds one timeline by any code of a sample, and leaves what is billed to who sees bills', async () => {
  const [line] = await linesOf(desk, codes.sampleCode);
  const orderNo = await orderedAlone(desk, line!.id, 0);
  const whole = await timelineOf('admin', codes.sampleCode);
  const { personName: _name, ...byCode } = codes;
  for (const code of [...Object.values(byCode), orderNo, codes.sampleCode.toLowerCase()]) {
    const { tubes, events } = await timelineOf('admin', code);
    expect(
      tubes.map(({ sampleCode }) => sampleCode),
      code,
    ).toContain(codes.sampleCode);
    if (tubes.length === 1) expect(events, code).toEqual(whole.events);
    // A scan outside of every scan step leads to the plain page by the same codes.
    const found = (await get('admin', 'enter-info/find-code', { code }, 'sample')).data as { sampleCode: string }[];
    expect(
      found.map(({ sampleCode }) => sampleCode),
      code,
    ).toContain(codes.sampleCode);
  }
  expect(whole.events.map(({ at }) => at)).toEqual(whole.events.map(({ at }) => at).toSorted());
  expect(whats(whole)).toEqual(
    expect.arrayContaining([
      'summary.enter',
      'detail.enter',
      'handover.sign',
      'labTask.receive',
      timelineAct.reportMade,
      'report.audit',
      timelineAct.orderMade,
    ]),
  );
  const issue = whole.events.find(({ toStatus }) => toStatus === 108);
  expect(issue).toMatchObject({ what: 'report.audit', sampleCode: codes.sampleCode, fromStatus: 107 });

  const auditor = await timelineOf('audit1', codes.sampleCode);
  expect(whats(auditor)).not.toContain(timelineAct.orderMade);
  expect((await timelineOf('audit1', orderNo)).tubes).toEqual([]);
  // Who sees neither samples nor reports is told when who did what, and of the order which.
  const biller = await timelineOf('billing', codes.sampleCode);
  expect(biller.tubes).toMatchObject([{ personName: null }]);
  expect(biller.events.filter(({ why, content }) => why !== null || content !== null).map(({ what, content }) => [what, content])).toEqual([
    [timelineAct.orderMade, orderNo],
  ]);
  const { data } = await get('audit1', 'comprehensive-query/barcode-detail', { sampleCode: codes.sampleCode });
  expect([data.tube.sampleCode, data.steps]).toEqual([codes.sampleCode, auditor.events]);
  expect((await get('audit1', 'comprehensive-query/barcode-detail', { sampleCode: 'A00000000' })).status).toBe(404);
});

it('shows a salesperson the samples of their own clients alone', async () => {
  const { id } = await desk.me('sales');
  const seen = async () => [
    (await customers('sales', { sampleCode: codes.sampleCode })).length,
    (await timelineOf('sales', codes.sampleCode)).tubes.length,
  ];
  await desk.orm.execute(sql`update sales_line set salesman_id = null where sample_code = ${codes.sampleCode}`);
  expect(await seen()).toEqual([0, 0]);
  await desk.orm.execute(sql`update sales_line set salesman_id = ${id} where sample_code = ${codes.sampleCode}`);
  expect(await seen()).toEqual([1, 1]);
  expect((await customers('sales', { sampleCode: codes.sampleCode }))[0]).toMatchObject({ billPriceStr: '1180.00' });
});

it('lists the requisitions of an order to who sees both, each once and masked as everywhere', async () => {
  const [order] = await desk.rows<{ id: string }>(
    sql`select x.order_id::text as id from sales_order_line x join sales_line l on l.tenant_id = x.tenant_id and l.id = x.line_id where l.sample_code = ${codes.sampleCode}`,
  );
  await desk.orm.execute(sql`update requisition set original_sample_code = '026000009' where requisition_code = ${codes.requisitionCode}`);
  const list = (account: Person, orderId: string) => get(account, 'requisition-related/list', { orderId }, 'sample');
  const row = { requisitionCode: codes.requisitionCode, sampleCode: codes.sampleCode, labStatus: 108, originalSampleCode: '026000009' };
  const { data } = await list('admin', order!.id);
  expect(data).toMatchObject([{ ...row, personName: codes.personName }]);
  expect(data[0].reportTime).not.toBeNull();
  expect((await list('audit1', order!.id)).data).toEqual([]);
  expect((await list('billing', order!.id)).status).toBe(403);
  expect((await list('admin', 'x')).status).toBe(400);
  await desk.orm.execute(sql`update sales_order set is_deleted = 1 where id = ${order!.id}`);
  expect((await list('admin', order!.id)).data).toEqual([]);
});
