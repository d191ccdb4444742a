import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { openPorts } from '#server/ports/ports.ts';
import { madeReport, mayRelease, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { tellChannels } from '#server/report/reports/deliveries.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { nowText } from '#server/storage/clock.ts';
import { pushResults } from './pushResults.ts';

const tenantId = '000000';
const dir = mkdtempSync(join(tmpdir(), 'accession-results-'));
const ports = openPorts(dir, openOutgoing({ allow: '127.0.0.1' }));
let desk: Desk;
let partner: Server;
const heard: { headers: IncomingHttpHeaders; body: any }[] = [];
let says: { status: number; text: string } = { status: 200, text: '{"success":true,"msg":"收到"}' };
let interfaceId = '';
/** ms since 1970, moved on by the tests. */
let now = Date.now();
const push = (): Promise<void> => pushResults({ database: desk.database, partner: ports.partner, clock: () => now }, new AbortController().signal);

beforeAll(async () => {
  desk = await openDesk({ ports, blobDir: join(dir, 'blobs') });
  await desk.orm.execute(sql`update op_interface set is_deleted = 1 where tenant_id = ${tenantId}`);
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
  partner = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      heard.push({ headers: request.headers, body: JSON.parse(body) });
      response.writeHead(says.status, { 'content-type': 'application/json' }).end(says.text);
    });
  });
  await new Promise<void>((done) => partner.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/results`;
  const made = await post('op-interface/submit', {
    interfaceName: '爱深谱',
    interfaceEncoding: 'aiShenPu',
    interfaceType: 2,
    operations: ['resultPush'],
    authKind: 'none',
    apiUrl: address,
    perMinute: 6000,
    burst: 1000,
    laboratoryId: desk.master.laboratoryId,
  });
  expect(made.status, made.body).toBe(200);
  interfaceId = made.data.id;
  await desk.orm.execute(sql`update op_interface set is_disable = 0, tested_time = ${nowText()} where id = ${interfaceId}`);
  now = Date.now() + 3_600_000;
});
afterAll(async () => {
  partner.close();
  await desk.close();
});
beforeEach(() => {
  says = { status: 200, text: '{"success":true,"msg":"收到"}' };
  heard.length = 0;
});

async function post(path: string, body: object, account: Account = 'admin') {
  const answer = await (await desk.as(account)).post(callPath('op', path, 'accession'), body, { 'idempotency-key': randomUUID() });
  return { status: answer.statusCode, body: answer.body, ...answer.json<{ data: any }>() };
}
const list = async (query: Record<string, string>, account: Account = 'audit2', path = 'aishenpu/list', service: 'op' | 'sample' = 'op') => {
  const answer = await (await desk.as(account)).get(callPath(service, path, 'accession'), query);
  return { status: answer.statusCode, records: answer.statusCode === 200 ? answer.json<{ data: { records: any[] } }>().data.records : [] };
};
/** A report of a fresh tube that is out, in the time of its hold. */
async function issued(): Promise<MadeReport> {
  const report = await madeReport(desk);
  await (await desk.as('audit2')).get(callPath('report', 'report-audit/file', 'accession'), { versionId: report.versionId });
  const said = await (
    await desk.as('audit2')
  ).post(
    callPath('report', 'report-audit/audit', 'accession'),
    { versions: [{ versionId: report.versionId, pdfSha256: report.pdfSha256 }] },
    { 'idempotency-key': randomUUID() },
  );
  expect(said.statusCode, said.body).toBe(200);
  await desk.orm.execute(sql`update partner_result set next_time = ${nowText()} where version_id = ${report.versionId}`);
  return report;
}
const rowsOf = ({ versionId }: MadeReport) =>
  desk.rows<any>(
    sql`select id::text as id, kind::int as kind, push_state::int as push_state, attempt, success::int as success, remark, next_time, left_time from partner_result where version_id = ${versionId} order by id`,
  );
const resend = (id: string, account: Account = 'admin') => desk.act('online', account, 'partnerResult.resend', { id, reason: '对方已修复' });

it('tells the partner of an issued report once its hold is over, once, and lists what it said', async () => {
  const report = await issued();
  expect(await rowsOf(report)).toMatchObject([{ kind: 1, pushState: 0, attempt: 0 }]);
  await push();
  await push();
  expect(heard).toHaveLength(1);
  expect(heard[0]!.body).toMatchObject({ resultKind: 1, sampleCode: report.task.sampleCode, reportVersion: 1, commodityCode: 'CBC01' });
  const [row] = (await list({ sampleCode: report.task.sampleCode })).records;
  expect(row).toMatchObject({ kind: 1, pushState: 1, success: 1, attempt: 1, remark: expect.stringContaining('收到'), nextTime: null });
  expect(row.patientName).toBe(heard[0]!.body.personName);
  // What people read of the call names no patient.
  const [log] = await desk.rows<{
    operation: string;
    masked: string;
  }>(sql`select l.operation, p.enter_masked as masked from interface_log l join interface_payload p on p.log_id = l.id
    where l.interface_id = ${interfaceId} order by l.id desc limit 1`);
  expect(log!.operation).toBe('resultPush');
  expect(log!.masked).not.toContain(heard[0]!.body.personName);
  // No other partner's list has it.
  expect((await list({ sampleCode: report.task.sampleCode }, 'audit2', 'deafness/resultList', 'sample')).records).toEqual([]);
});

it('tries what was not heard again after 1, 5, 30 min, 2 and 12 h under the same key, then has failed; it can be sent again', async () => {
  const report = await issued();
  says = { status: 503, text: 'down' };
  const waits: number[] = [];
  for (let at = 0; at < 6; at++) {
    await push();
    const [row] = await rowsOf(report);
    if (row.pushState !== 0) break;
    const next = new Date(`${row.nextTime.replace(' ', 'T')}+08:00`).getTime();
    waits.push(Math.round((next - now) / 60_000));
    now = next + 1_000;
  }
  expect(waits).toEqual([1, 5, 30, 120, 720]);
  expect(new Set(heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  const [failed] = await rowsOf(report);
  expect(failed).toMatchObject({ pushState: 2, attempt: 6, success: 0, nextTime: null, leftTime: null });
  says = { status: 200, text: '{}' };
  const again = await resend(failed.id);
  expect(again).toMatchObject({ status: 'applied' });
  expect(await resend(failed.id)).toMatchObject({ status: 'conflict', code: 'partnerResult.notFailed' });
  now += 60_000 + 3_600_000;
  await push();
  expect(await rowsOf(report)).toMatchObject([{ pushState: 1, attempt: 1, success: 1 }]);
});

it('a no is a no: of HTTP, and within a good answer', async () => {
  for (const answer of [
    { status: 422, text: '{"msg":"无此条码"}' },
    { status: 200, text: '{"success":false,"msg":"无此条码"}' },
  ]) {
    const report = await issued();
    says = answer;
    await push();
    expect(await rowsOf(report), answer.text).toMatchObject([{ pushState: 3, success: 0, remark: expect.stringContaining('无此条码') }]);
  }
});

it('a withdrawal cancels what was not sent, and is told to who has the result; held ones wait', async () => {
  const told = (move: 'hold' | 'resume' | 'withdraw', { reportId, versionId }: MadeReport) =>
    desk.database.transaction((tx) => tellChannels(tx, tenantId, move, { reportId, versionId }, nowText()));
  const unsent = await issued();
  await told('hold', unsent);
  await push();
  expect(heard).toEqual([]);
  await told('withdraw', unsent);
  expect(await rowsOf(unsent)).toMatchObject([{ kind: 1, pushState: 4 }]);
  const sent = await issued();
  await push();
  await told('withdraw', sent);
  await push();
  expect(await rowsOf(sent)).toMatchObject([
    { kind: 1, pushState: 1 },
    { kind: 2, pushState: 1 },
  ]);
  expect(heard.map(({ body }) => [body.resultKind, body.sampleCode])).toEqual([
    [1, sent.task.sampleCode],
    [2, sent.task.sampleCode],
  ]);
  expect(heard[1]!.body.qualitativeResult).toBeNull();
});

it('waits while its interface is off, without losing a try', async () => {
  const report = await issued();
  await desk.orm.execute(sql`update op_interface set is_disable = 1 where id = ${interfaceId}`);
  await push();
  expect(await rowsOf(report)).toMatchObject([{ pushState: 0, attempt: 0, leftTime: null }]);
  await desk.orm.execute(sql`update op_interface set is_disable = 0 where id = ${interfaceId}`);
  now += 660_000;
  await push();
  expect(await rowsOf(report)).toMatchObject([{ pushState: 1, attempt: 1 }]);
});

it('only what the interface is for: its laboratory and clients; others see and send none of it', async () => {
  const [other] = await desk.rows<{ id: string }>(sql`select id::text as id from send_sample_client where id <> ${desk.master.clientId} limit 1`);
  await desk.orm.execute(sql`update op_interface set send_sample_client_ids = array[${other!.id}]::bigint[] where id = ${interfaceId}`);
  expect(await rowsOf(await issued())).toEqual([]);
  await desk.orm.execute(sql`update op_interface set send_sample_client_ids = array[${desk.master.clientId}]::bigint[] where id = ${interfaceId}`);
  const report = await issued();
  says = { status: 400, text: '' };
  await push();
  const [row] = await rowsOf(report);
  const { id } = await desk.me('admin');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) select ${tenantId}, ${id}, 'laboratory', array_agg(id) from laboratory where tenant_id = ${tenantId} and id <> ${desk.master.laboratoryId}`,
  );
  expect((await list({}, 'admin')).records).toEqual([]);
  expect(await resend(row.id)).toMatchObject({ code: expect.stringMatching(/notYours|403/) });
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  expect((await list({}, 'reception')).status).toBe(403);
});

it('an interface sends results or is asked, never both', async () => {
  const body = {
    interfaceName: '错',
    interfaceEncoding: 'odd',
    authKind: 'hmac',
    appKey: 'a',
    appSecret: 'b',
    laboratoryId: desk.master.laboratoryId,
  };
  const said = await post('op-interface/submit', {
    ...body,
    interfaceType: 1,
    operations: ['resultPush'],
    sendSampleClientIds: [desk.master.clientId],
  });
  expect(said).toMatchObject({ status: 400, problems: [{ field: 'operations' }] });
  expect(await post('op-interface/submit', { ...body, interfaceType: 2, operations: ['statusQuery'], apiUrl: 'local' })).toMatchObject({
    status: 400,
    problems: [{ field: 'operations' }],
  });
});
