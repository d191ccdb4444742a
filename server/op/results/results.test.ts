import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { openPorts } from '#server/ports/ports.ts';
import { madeReport, mayRelease, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { pushResults } from './pushResults.ts';

let desk: Desk;
let partner: Server;
let interfaceId = '';
/** How the partner answers, and what it heard. */
let says: { readonly status: number; readonly text: string } = { status: 200, text: '{"code":200}' };
let heard: { readonly key: string; readonly body: Record<string, any> }[] = [];
/** What a push waits for before it is answered. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
let minutes = 0;
const start = Date.now();
const encoding = 'zhangJiaGangResult';
const dir = mkdtempSync(join(tmpdir(), 'accession-results-'));
const ports = openPorts(join(dir, 'sent'), openOutgoing({ allow: '127.0.0.1' }));

beforeAll(async () => {
  desk = await openDesk({ ports, blobDir: join(dir, 'blobs') });
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
  partner = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        heard.push({ key: String(request.headers['idempotency-key']), body: JSON.parse(Buffer.concat(parts).toString()) });
        const { status, text } = says;
        void meanwhile().then(() => response.writeHead(status).end(text));
      });
  });
  await new Promise<void>((done) => partner.listen(0, '127.0.0.1', done));
  // The demo's own partner hears of every client; the one opened here is alone.
  await desk.orm.execute(sql`update op_interface set is_disable = 1 where tenant_id = '000000'`);
  interfaceId = await openInterface();
});
afterAll(async () => {
  partner.close();
  await desk.close();
});
beforeEach(async () => {
  says = { status: 200, text: '{"code":200}' };
  heard = [];
  meanwhile = () => Promise.resolve();
  // Each test has its own reports; the pushes of the one before are no part of it.
  await desk.orm.execute(sql`delete from partner_result`);
});

const post = async (service: 'op' | 'report', path: string, body: object, account: 'admin' | 'audit2' = 'admin') => {
  const answer = await (await desk.as(account)).post(callPath(service, path, 'accession'), body, { 'idempotency-key': randomUUID() });
  return { status: answer.statusCode, ...answer.json<{ data: any; msg: string; problems?: { field: string }[] }>() };
};
const list = async (
  query: Record<string, string> = {},
  account: 'admin' | 'audit2' | 'reception' | 'ops' = 'admin',
  path = 'deafness/resultList',
) => {
  const answer = await (await desk.as(account)).get(callPath(path.startsWith('aishenpu') ? 'op' : 'sample', path, 'accession'), query);
  return { status: answer.statusCode, records: answer.json<{ data: { records: any[]; chart?: any[] } | null }>().data?.records ?? [] };
};
const push = () =>
  pushResults({ database: desk.database, partner: ports.partner, clock: () => start + minutes * 60_000 }, new AbortController().signal);
const states = async (one: Pick<MadeReport, 'reportId'>) =>
  (
    await desk.rows<{ kind: number; state: number; attempt: number }>(
      sql`select kind::int as kind, push_state::int as state, attempt from partner_result where report_id = ${one.reportId} order by id`,
    )
  ).map(({ kind, state, attempt }) => [kind, state, attempt]);

async function openInterface(): Promise<string> {
  const body = {
    interfaceName: encoding,
    interfaceEncoding: encoding,
    interfaceType: 2,
    operations: ['resultPush'],
    authKind: 'none',
    apiUrl: `http://127.0.0.1:${(partner.address() as AddressInfo).port}/results`,
    perMinute: 6000,
    burst: 1000,
    laboratoryId: desk.master.laboratoryId,
    sendSampleClientIds: [desk.master.clientId],
  };
  expect(await post('op', 'op-interface/submit', { ...body, sendSampleClientIds: [] })).toMatchObject({
    status: 400,
    problems: [{ field: 'sendSampleClientIds' }],
  });
  const lims = { ...body, interfaceType: 1, authKind: 'hmac', appKey: 'k', appSecret: 's' };
  expect(await post('op', 'op-interface/submit', lims)).toMatchObject({ status: 400, problems: [{ field: 'operations' }] });
  const { id } = (await post('op', 'op-interface/submit', body)).data;
  expect((await post('op', 'op-interface/test', { interfaceId: id })).data).toMatchObject({ isGood: true });
  expect(await post('op', 'op-interface/enable', { id })).toMatchObject({ status: 200 });
  return id;
}
async function issue(one: MadeReport): Promise<MadeReport> {
  await (await desk.as('audit2')).get(callPath('report', 'report-audit/file', 'accession'), { versionId: one.versionId });
  const said = await post('report', 'report-audit/audit', { versions: [{ versionId: one.versionId, pdfSha256: one.pdfSha256 }] }, 'audit2');
  expect(said.data?.[0]?.code, JSON.stringify(said)).toBeNull();
  return one;
}
/** Issued, and its hold time over. */
async function out(): Promise<MadeReport> {
  const one = await issue(await madeReport(desk));
  await desk.orm.execute(sql`update report_version set held_until = issue_time where id = ${one.versionId}`);
  await desk.orm.execute(sql`update partner_result set next_time = ${'2026-01-01 00:00:00'} where report_id = ${one.reportId}`);
  return one;
}
/** Its withdrawal is applied for, and decided by another person. */
async function applied(one: MadeReport): Promise<string> {
  const said = await post(
    'report',
    'report-audit/go-back-result-audit',
    { reportIds: [one.reportId], deApprovalOperate: 3, reason: '姓名有误' },
    'audit2',
  );
  expect(said.data?.[0]?.code, JSON.stringify(said)).toBeNull();
  const [row] = await desk.rows<{ id: string }>(
    sql`select id::text as id from de_approval where report_id = ${one.reportId} order by id desc limit 1`,
  );
  return row!.id;
}
const decide = (deApprovalId: string, isApproved: boolean) =>
  post('report', 'report-audit/de-approval-audit', { deApprovalIds: [deApprovalId], isApproved, ...(isApproved ? {} : { opinion: '无误' }) });
const setInterface = (isDisable: 0 | 1) => desk.orm.execute(sql`update op_interface set is_disable = ${isDisable} where id = ${interfaceId}`);

describe('a result that is issued', () => {
  it('leaves its push in the same transaction, waits out its hold time, is said once, and stands in the list', async () => {
    const one = await issue(await madeReport(desk));
    expect(await states(one)).toEqual([[1, 0, 0]]);
    await desk.orm.execute(sql`update partner_result set next_time = ${'2100-01-01 00:00:00'} where report_id = ${one.reportId}`);
    await push();
    expect(heard).toEqual([]);
    await desk.orm.execute(sql`update partner_result set next_time = ${'2026-01-01 00:00:00'} where report_id = ${one.reportId}`);
    await Promise.all([push(), push()]);
    await push();
    expect(heard).toHaveLength(1);
    const [said] = heard;
    const [row] = (await list()).records;
    expect(said?.key).toBe(`result.${row.partnerResultId}`);
    expect(said?.body).toMatchObject({
      pushKind: 'result',
      sampleCode: one.task.sampleCode,
      commodityCode: row.commodityCode,
      reportVersion: 1,
      qualitativeResult: 1,
      checkTimeTwo: '2026-11-20 11:00:00',
    });
    expect(said?.body['results'].length).toBeGreaterThan(0);
    expect(said?.body['results'][0]).toMatchObject({ value: '1' });
    expect(row).toMatchObject({
      pushState: 1,
      success: 1,
      remark: null,
      attempt: 1,
      sampleCode: one.task.sampleCode,
      checkTimeTwo: '2026-11-20 11:00:00',
    });
    expect(row.patientName).toBe(said?.body['personName']);
    // What was said stands in the log, without who it is about.
    const [line] = await desk.rows<{ operation: string; enter: string; type: number }>(
      sql`select l.operation, p.enter_masked as enter, l.credential_type::int as type from interface_log l join interface_payload p on p.log_id = l.id where l.call_key = ${said!.key}`,
    );
    expect(line).toMatchObject({ operation: 'resultPush', type: 1 });
    expect(line?.enter).not.toContain(row.patientName);
  });

  it('is said of each commodity of its report with what stands under that one’s panels', async () => {
    const one = await madeReport(desk);
    const ids = [desk.master.single, desk.master.nipt];
    await desk.orm.execute(sql`update report set commodity_ids = ${sql.param(ids)}::bigint[] where id = ${one.reportId}`);
    await issue(one);
    await desk.orm.execute(sql`update partner_result set next_time = ${'2026-01-01 00:00:00'}`);
    await push();
    const said = new Map(heard.map(({ body }) => [body['commodityCode'], body['results'].length]));
    expect([said.get('NIPT01'), said.get('CBC01') > 0, said.size]).toEqual([0, true, 2]);
  });

  it('is left to no interface that is off, of other clients or of another operation', async () => {
    const unserved = async (change: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => {
      await desk.orm.execute(sql`update op_interface set ${change} where id = ${interfaceId}`);
      const one = await issue(await madeReport(desk));
      await desk.orm.execute(sql`update op_interface set ${back} where id = ${interfaceId}`);
      return states(one);
    };
    expect(await unserved(sql`is_disable = 1`, sql`is_disable = 0`)).toEqual([]);
    const clients = sql`send_sample_client_ids = array[${desk.master.clientId}]::bigint[]`;
    expect(await unserved(sql`send_sample_client_ids = array[1]::bigint[]`, clients)).toEqual([]);
    expect(await unserved(sql`operations = array['reportQuery']`, sql`operations = array['resultPush']`)).toEqual([]);
  });

  it('says no more than the interface’s parameters name, under their names', async () => {
    const parameter = (parameterCode: string, fieldName: string) =>
      post('op', 'op-parameter/submit', { interfaceId, parameterCode, parameterName: parameterCode, type: 2, sort: 1, fieldName });
    expect(await parameter('tube', 'sampleCode')).toMatchObject({ status: 200 });
    expect(await parameter('verdict', 'qualitativeResultName')).toMatchObject({ status: 200 });
    const one = await out();
    await push();
    await desk.orm.execute(sql`update op_parameter set is_deleted = 1 where interface_id = ${interfaceId}`);
    expect(heard.map(({ body }) => body)).toEqual([{ tube: one.task.sampleCode, verdict: '阴性' }]);
  });
});

describe('a push that does not go through', () => {
  it('is tried again after 1, 5, 30 minutes, 2 and 12 hours, then left to a person, who has the same said under the same key', async () => {
    says = { status: 503, text: 'busy' };
    const one = await out();
    minutes = 0;
    for (const [at, pause] of [1, 5, 30, 120, 720].entries()) {
      await push();
      expect(await states(one)).toEqual([[1, 0, at + 1]]);
      minutes += pause - 0.5;
      await push();
      expect(heard).toHaveLength(at + 1);
      minutes += 1;
    }
    await push();
    expect(await states(one)).toEqual([[1, 2, 6]]);
    minutes += 10_000;
    await push();
    expect(heard).toHaveLength(6);
    const [row] = (await list({ pushState: '2' })).records;
    expect(row).toMatchObject({ success: 0, remark: 'HTTP 503', nextTime: null });
    const logged = await desk.rows(sql`select 1 from interface_log where call_key = ${`result.${row.partnerResultId}`} and credential_type = 2`);
    expect(logged).toHaveLength(6);

    const ids = [row.partnerResultId];
    expect((await post('op', 'partner-result/resend', { ids }, 'audit2')).status).toBe(403);
    expect((await post('op', 'partner-result/resend', { ids: [...ids, '1'] })).data.map((each: any) => [each.status, each.code])).toEqual([
      ['applied', null],
      ['refused', 'partnerResult.unknown'],
    ]);
    expect((await post('op', 'partner-result/resend', { ids })).data[0].status).toBe('repeat');
    // The breaker has opened after five failures in a row.
    await desk.orm.execute(sql`delete from interface_breaker`);
    says = { status: 200, text: '' };
    minutes = Math.max(minutes, (Date.now() - start) / 60_000 + 1);
    await push();
    expect(await states(one)).toEqual([[1, 1, 1]]);
    expect(heard.at(-1)).toEqual(heard[0]);
    expect((await post('op', 'partner-result/resend', { ids })).data[0]).toMatchObject({ status: 'conflict', code: 'partnerResult.state' });
  });

  it('is left at once where the partner says no, by its status or in its words', async () => {
    const one = await out();
    says = { status: 200, text: '{"code":500,"msg":"无此条码"}' };
    await push();
    expect(await states(one)).toEqual([[1, 3, 1]]);
    const [row] = (await list({ success: '0' })).records;
    expect(row).toMatchObject({ pushState: 3, remark: '无此条码' });
    const [line] = await desk.rows<{ fault: string }>(
      sql`select exception_content as fault from interface_log where call_key = ${`result.${row.partnerResultId}`}`,
    );
    expect(line?.fault).toBe('无此条码');
    says = { status: 422, text: '' };
    expect((await post('op', 'partner-result/resend', { ids: [row.partnerResultId] })).data[0].status).toBe('applied');
    await push();
    expect((await list()).records).toMatchObject([{ pushState: 3, remark: 'HTTP 422' }]);
  });

  it('loses no try while the breaker is open or the interface off', async () => {
    const one = await out();
    await desk.orm
      .execute(sql`insert into interface_breaker (tenant_id, interface_id, state, until_time) values ('000000', ${interfaceId}, 1, ${start + (minutes + 10) * 60_000})
      on conflict (tenant_id, interface_id) do update set state = 1, until_time = excluded.until_time`);
    await push();
    expect([heard.length, await states(one)]).toEqual([0, [[1, 0, 0]]]);
    minutes += 11;
    await setInterface(1);
    await push();
    expect((await list()).records).toMatchObject([{ pushState: 0, remark: '接口已停用, 启用后推送' }]);
    await setInterface(0);
    await push();
    expect([heard.length, await states(one)]).toEqual([1, [[1, 1, 1]]]);
  });
});

it('of a pause that a person ends what it kept waiting is due at once, and what waits for another time is not', async () => {
  const [one, other] = [await out(), await out()];
  await desk.orm.execute(sql`update partner_result set next_time = '2100-01-01 00:00:00' where report_id = ${other.reportId}`);
  await desk.orm
    .execute(sql`insert into interface_breaker (tenant_id, interface_id, state, until_time) values ('000000', ${interfaceId}, 1, ${start + (minutes + 10) * 60_000})
    on conflict (tenant_id, interface_id) do update set state = 1, until_time = excluded.until_time`);
  await push();
  expect((await post('op', 'op-interface/reset-breaker', { interfaceId })).status).toBe(200);
  // The server's own clock says when it was reset.
  minutes = Math.max(minutes, (Date.now() - start) / 60_000 + 1 / 60);
  await push();
  expect([await states(one), await states(other)]).toEqual([[[1, 1, 1]], [[1, 0, 0]]]);
});

describe('a report that is taken back', () => {
  it('cancels what was not said, and says nothing while it is being decided', async () => {
    const one = await out();
    const refused = await applied(one);
    await push();
    expect((await list()).records).toMatchObject([{ pushState: 0, isHeld: 1 }]);
    await decide(refused, false);
    const approved = await applied(one);
    await decide(approved, true);
    await push();
    expect([heard.length, await states(one)]).toEqual([0, [[1, 4, 0]]]);
    const [row] = (await list()).records;
    expect((await post('op', 'partner-result/resend', { ids: [row.partnerResultId] })).data[0]).toMatchObject({ code: 'partnerResult.state' });
  });

  it('has what was said taken back, by a message that tells nothing of what was found', async () => {
    const one = await out();
    await push();
    await decide(await applied(one), true);
    expect(await states(one)).toEqual([
      [1, 1, 1],
      [2, 0, 0],
    ]);
    minutes = Math.max(minutes, (Date.now() - start) / 60_000 + 1);
    await push();
    expect(await states(one)).toEqual([
      [1, 1, 1],
      [2, 1, 1],
    ]);
    const { body, key } = heard[1]!;
    expect(key).not.toBe(heard[0]?.key);
    expect(body).toMatchObject({ pushKind: 'withdrawal', reportNo: heard[0]?.body['reportNo'], reportVersion: 1 });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['results']));
    expect(body).not.toHaveProperty('qualitativeResult');
  });

  it('while it is being said counts as said', async () => {
    const one = await out();
    says = { status: 502, text: '' };
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      await decide(await applied(one), true);
    };
    await push();
    expect(await states(one)).toEqual([
      [1, 4, 1],
      [2, 0, 0],
    ]);
  });
});

describe('the lists', () => {
  it('are of a partner’s own interfaces, of the person’s laboratories, and mask who it is', async () => {
    const one = await out();
    await push();
    expect((await list({}, 'admin', 'aishenpu/list')).records).toEqual([]);
    await desk.orm.execute(sql`update partner_result set partner = 'AiShenPu' where report_id = ${one.reportId}`);
    expect((await list()).records).toEqual([]);
    expect((await list({ sampleCode: one.task.sampleCode }, 'admin', 'aishenpu/list')).records).toHaveLength(1);
    const days = (await list({}, 'admin', 'aishenpu/days')).records;
    expect(days).toEqual([
      {
        checkDate: '2026-11-20',
        fromTime: '2026-11-20 00:00:00',
        toTime: '2026-11-20 23:59:59',
        doneCount: 1,
        waitingCount: 0,
        failedCount: 0,
        cancelledCount: 0,
        doneRate: 100,
      },
    ]);
    expect((await list({}, 'reception', 'aishenpu/list')).status).toBe(403);
    const shown = async (account: 'admin' | 'ops') => (await list({}, account, 'aishenpu/list')).records.map(({ patientName }) => patientName);
    const [[whole], [masked]] = [await shown('admin'), await shown('ops')];
    expect(masked).toBe(`${whole.slice(0, 1)}${'*'.repeat(whole.length - 1)}`);

    const { id } = await desk.me('audit2');
    const scope = (laboratory: string) =>
      desk.orm.execute(
        sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', array[${laboratory}]::bigint[])`,
      );
    await scope('1');
    expect(await list({}, 'audit2', 'aishenpu/list')).toEqual({ status: 200, records: [] });
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
    await scope(desk.master.laboratoryId);
    expect((await list({}, 'audit2', 'aishenpu/list')).records).toHaveLength(1);
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  });
});
