import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { openPorts } from '#server/ports/ports.ts';
import { madeReport, mayRelease } from '#server/report/reports/makingTesting.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { askAs, getFrom, openWayIn, postTo } from './partnerTesting.ts';
import { replaying } from './replay/replayJob.ts';
import { pushResults } from './results/pushResults.ts';

let desk: Desk;
let partner: Server;
let isDown = false;
/** What the partner took, by key. */
let taken: string[] = [];
let minutes = 0;
const start = Date.now();
const dir = mkdtempSync(join(tmpdir(), 'accession-day-'));
const ports = openPorts(join(dir, 'sent'), openOutgoing({ allow: '127.0.0.1' }));

beforeAll(async () => {
  desk = await openDesk({ ports, blobDir: join(dir, 'blobs') });
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
  partner = createServer((request, response) => {
    request.resume().on('end', () => {
      if (!isDown) taken.push(String(request.headers['idempotency-key']));
      response.writeHead(isDown ? 503 : 200).end('{"code":200}');
    });
  });
  await new Promise<void>((done) => partner.listen(0, '127.0.0.1', done));
  // The demo's own partner hears of every client; the one opened here is alone.
  await desk.orm.execute(sql`update op_interface set is_disable = 1 where tenant_id = '000000'`);
});
afterAll(async () => {
  partner.close();
  await desk.close();
});

const post = (path: string, body: object) => postTo(desk, path, body, 'ops');
const get = (path: string, query: Record<string, string>) => getFrom(desk, path, query, 'ops');
async function replay(ids: readonly string[]): Promise<any[]> {
  const { data, status, msg } = await post('interface-logs/replay', { ids, mode: 'rebuilt', reason: '对方已恢复' });
  expect(status, msg).toBe(200);
  await replaying(desk.database).run({ tenantId: '000000', taskId: data.taskId }, new AbortController().signal);
  return (await get('interface-logs/replay-status', { taskId: data.taskId })).rows;
}
const push = () =>
  pushResults({ database: desk.database, partner: ports.partner, clock: () => start + minutes * 60_000 }, new AbortController().signal);

/** A report that is out and due to be pushed. */
async function issued(): Promise<void> {
  const { reportId, versionId, pdfSha256 } = await madeReport(desk);
  const auditor = await desk.as('audit2');
  await auditor.get(callPath('report', 'report-audit/file', 'accession'), { versionId });
  await auditor.post(
    callPath('report', 'report-audit/audit', 'accession'),
    { versions: [{ versionId, pdfSha256 }] },
    { 'idempotency-key': versionId },
  );
  await desk.orm.execute(sql`update report_version set held_until = issue_time where id = ${versionId}`);
  await desk.orm.execute(sql`update partner_result set next_time = '2026-01-01 00:00:00' where report_id = ${reportId}`);
}
const pushes = () => desk.rows<{ id: string; state: number }>(sql`select id::text as id, push_state::int as state from partner_result order by id`);

it('a partner is down: the breaker opens, calls wait, and once it is back a replay says all of it once', async () => {
  const encoding = 'zhangJiaGangResult';
  const made = await postTo(desk, 'op-interface/submit', {
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
  });
  const interfaceId: string = made.data.id;
  expect((await postTo(desk, 'op-interface/test', { interfaceId })).data).toMatchObject({ isGood: true });
  expect(await postTo(desk, 'op-interface/enable', { id: interfaceId })).toMatchObject({ status: 200 });
  taken = [];

  isDown = true;
  await issued();
  for (const pause of [0, 1, 5, 30, 120]) {
    minutes += pause;
    await push();
  }
  expect(await get('op-interface/health', { interfaceId })).toMatchObject({ breakerState: 1, waitingCount: 1 });
  // What is issued meanwhile waits and loses no try; the first one's last try is the breaker's trial.
  await issued();
  await push();
  expect((await pushes()).map(({ state }) => state)).toEqual([0, 0]);
  minutes += 720;
  await desk.orm.execute(sql`update partner_result set next_time = '2100-01-01 00:00:00' where id = (select max(id) from partner_result)`);
  await push();
  expect((await pushes()).map(({ state }) => state)).toEqual([2, 0]);
  await desk.orm.execute(sql`update partner_result set next_time = '2026-01-01 00:00:00' where push_state = 0`);

  const { records } = await get('interface-logs/third-interface-page', { interfaceId, credentialType: '2', operation: 'resultPush', size: '50' });
  expect(records).toHaveLength(6);
  isDown = false;
  expect(await post('op-interface/reset-breaker', { interfaceId })).toMatchObject({ status: 200 });
  const ids = records.map((row: any) => row.interfaceLogId);
  expect((await replay(ids)).map(({ outcome }) => outcome)).toEqual(ids.map(() => 'queued'));
  await push();
  await push();
  const keys = (await pushes()).map(({ id, state }) => [`result.${id}`, state]);
  expect(keys.map(([, state]) => state)).toEqual([1, 1]);
  expect(taken.toSorted((a, b) => a.localeCompare(b))).toEqual(keys.map(([key]) => key));
  // What has arrived is not said again.
  expect((await replay(ids.slice(0, 1)))[0]).toMatchObject({ outcome: 'refused', message: [expect.stringContaining('已推送'), expect.anything()] });
  await push();
  expect(taken).toHaveLength(2);
});

it('a value without a mapping is mapped by one key, its call replayed, and everything of the partner is here once', async () => {
  const { id, code } = await openWayIn(desk);
  const set = (await post('parameter-mapping/submit', { code, dictValue: '性别', sort: 1 })).data.id as string;
  expect(await post('parameter-mapping/submit', { parentId: set, dictKey: 'F', dictValue: '2', sort: 1 })).toMatchObject({ status: 200 });
  const input = { interfaceId: id, type: 1, sort: 1 };
  await post('op-parameter/submit', { ...input, parameterCode: 'barcode', parameterName: '条码', fieldName: 'thirdBarCode', isRequired: 1 });
  expect(
    await post('op-parameter/submit', { ...input, parameterCode: 'sex', parameterName: '性别', fieldName: 'sex', mappingCode: code }),
  ).toMatchObject({
    status: 200,
  });
  const rows = ['F', '女', 'F', '女'].map((sex, at) => ({ barcode: `${code}-${at}`, sex }));
  const said = await askAs(desk, code, 'requisitionPush', rows);
  expect(said.rows.map((row) => row.code ?? row.outcome)).toEqual(['applied', 'P03', 'applied', 'P03']);

  const [missing] = (await get('parameter-mapping/unmapped', { mappingCode: code })).records;
  expect(missing).toMatchObject({ value: '女', count: 2, setId: set });
  await post('parameter-mapping/submit', { parentId: missing.setId, dictKey: missing.value, dictValue: '2', sort: 2 });
  const { records } = await get('interface-logs/internal-interface-page', { interfaceId: id, credentialType: '2' });
  expect(await replay(records.map((row: any) => row.interfaceLogId))).toMatchObject([{ outcome: 'done', message: null }]);

  const expected = await desk.rows<{ key: string; sex: string }>(
    sql`select external_key as key, values ->> 'sex' as sex from expected_sample where partner = ${code} order by external_key`,
  );
  expect(expected).toEqual(rows.map(({ barcode }) => ({ key: barcode.toUpperCase(), sex: '2' })));
  // The partner's own programme, which sends all of it again, is told that it had been done.
  expect((await askAs(desk, code, 'requisitionPush', rows)).rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'repeat'));
  expect((await askAs(desk, code, 'statusQuery', rows)).rows.every(({ outcome }) => outcome === 'applied')).toBe(true);
});
