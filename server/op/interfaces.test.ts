import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { timelineAct, type Timeline } from '#domain/search/sampleDetail.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { partnerSignature } from '#server/ports/partner.ts';
import { openPorts } from '#server/ports/ports.ts';
import { openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { callInterface } from './interfaces/callInterface.ts';
import { pruneInterfaces } from './logs/pruneLogs.ts';
import { askAs, getFrom, openWayIn, postTo, type AskedHow } from './partnerTesting.ts';

let desk: Desk;
let thirdParty: Server;
let answers = 200;
/** What an answer waits for. */
let held: Promise<void> = Promise.resolve();
const ports = openPorts(join(tmpdir(), `accession-op-${process.pid}`), openOutgoing({ allow: '127.0.0.1' }));
const tenantId = '000000';

beforeAll(async () => {
  desk = await openDesk({ ports });
  thirdParty = createServer((request, response) => {
    request.resume().on('end', () => void held.then(() => response.writeHead(answers).end('{"msg":"heard"}')));
  });
  await new Promise<void>((done) => thirdParty.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  thirdParty.close();
  await desk.close();
});

const post = (path: string, body: object) => postTo(desk, path, body);
const get = (path: string, query: Record<string, string>) => getFrom(desk, path, query);
const wayIn = (more: object = {}) => openWayIn(desk, more);
const ask = (code: string, operation: string, rows: unknown, how: AskedHow = {}) => askAs(desk, code, operation, rows, how);

it('signs as the document says', () => {
  const path = '/api/accession-lims-op/partner/zhangJiaGang/requisitionPush';
  expect(partnerSignature('demo-secret-0001', 'POST', path, '1763827200', 'n-0001', '{"barcode":"ZJG0000001","sex":"F"}')).toBe(
    '1fb18420babf417a0035262c991f922b1d35262a8837788141c43cf2e1c931c6',
  );
});

it('takes five hundred requisitions of a partner, tells what is wrong with which, and answers where they stand', async () => {
  const { id, code } = await wayIn();
  const rowOf = (index: number) => ({
    thirdBarCode: `${code}-${index}`,
    commodityCodes: ['CBC01'],
    personName: '受检甲',
    telephone: '13812345678',
    sex: 2,
    samplingTime: '2025-11-22 08:30:00',
    ...(index % 100 === 7 ? { thirdBarCode: '' } : {}),
    ...(index % 100 === 13 ? { commodityCodes: ['NOSUCH'] } : {}),
    ...(index % 100 === 19 ? { samplingTime: '2025-13-01 00:00:00' } : {}),
    ...(index % 100 === 23 ? { remark: 'x'.repeat(501) } : {}),
  });
  const all = Array.from({ length: 500 }, (_none, index) => rowOf(index));
  const outcomes: string[] = [];
  for (const from of [0, 200, 400]) {
    const said = await ask(code, 'requisitionPush', all.slice(from, from + 200), { key: `push-${from}` });
    expect(said.status).toBe(200);
    outcomes.push(...said.rows.map(({ outcome, code: fault }) => fault ?? outcome));
  }
  const count = (what: string): number => outcomes.filter((one) => one === what).length;
  expect(['applied', 'P01', 'P05', 'P02', 'P04'].map(count)).toEqual([480, 5, 5, 5, 5]);
  const stored = () =>
    desk.rows<{ count: number; samples: number }>(
      sql`select count(*)::int as count, (select count(*)::int from sample) as samples from expected_sample where partner = ${code}`,
    );
  const [before] = await stored();
  expect(before?.count).toBe(480);
  // The same call, the same answer; without its key each row is known.
  expect((await ask(code, 'requisitionPush', all.slice(0, 200), { key: 'push-0' })).rows.filter(({ outcome }) => outcome === 'applied')).toHaveLength(
    192,
  );
  expect((await ask(code, 'requisitionPush', all.slice(0, 50))).rows.filter(({ outcome }) => outcome === 'repeat')).toHaveLength(46);
  expect(await stored()).toEqual([before]);
  expect((await ask(code, 'requisitionPush', [{ ...rowOf(0), sex: 1 }])).rows[0]).toMatchObject({ outcome: 'refused', code: 'P06' });
  expect(await ask(code, 'requisitionPush', [rowOf(1)], { key: 'push-0' })).toMatchObject({ status: 409, refusal: 'P08' });

  expect(
    (await ask(code, 'requisitionCancel', [`${code}-1`, { thirdBarCode: `${code}-1`, reason: '重复' }, 'NOBODY'])).rows.map(
      (row) => row.code ?? row.outcome,
    ),
  ).toEqual(['applied', 'repeat', 'P05']);
  // Whoever looks for the code is told that the partner took it back.
  const { events } = (await desk.get('admin', 'timeline', { code: `${code}-1` })).data as Timeline;
  expect(events.map(({ what, by }) => [what, by])).toEqual([timelineAct.told, timelineAct.cancelled].map((what) => [what, code]));
  expect((await ask(code, 'requisitionPush', [rowOf(1)])).rows[0].outcome).toBe('applied');

  // One of the client's tubes is here, and one of another client.
  const mine = summaryPayload(desk, desk.master.single);
  expect(await desk.act('online', 'reception', 'summary.enter', mine)).toMatchObject({ status: 'applied' });
  const other = summaryPayload(desk, desk.master.single);
  await desk.act('online', 'reception', 'summary.enter', other);
  const foreign = other.tubes[0]!.sampleCode;
  await desk.orm.execute(sql`update sample set send_sample_client_id = 1 where sample_code = ${foreign}`);
  const tube = mine.tubes[0]!.sampleCode;
  const states = await ask(code, 'statusQuery', [`${code}-0`, tube, foreign]);
  expect(states.rows.map((row) => [row.outcome, row.code, row.data?.labStatus, row.requisitionCode])).toEqual([
    ['applied', null, null, null],
    ['applied', null, 101, mine.requisitionCode],
    ['refused', 'P05', undefined, null],
  ]);
  const reports = await ask(code, 'reportQuery', [tube]);
  expect(reports.rows[0]).toMatchObject({ outcome: 'applied', data: { sampleCode: tube, reports: [] } });
  // What is here is neither told again nor taken back.
  expect((await ask(code, 'requisitionPush', [{ ...rowOf(2), thirdBarCode: tube }])).rows[0]).toMatchObject({ code: 'P06' });

  const page = await get('interface-logs/internal-interface-page', { thirdBarCode: `${code}-450`, size: '10' });
  expect(page.records).toHaveLength(1);
  const [line] = page.records;
  expect(line).toMatchObject({ credentialType: 2, rowCount: 100, refusedCount: 4, interfaceName: code });
  expect(line.enterParameter).not.toContain('受检甲');
  expect(line.enterParameter).not.toContain('13812345678');
  const raw = await desk.rows<{ raw: string }>(
    sql`select raw || coalesce((select string_agg(enter_parameter, '') from interface_payload), '') as raw from expected_sample where partner = ${code} limit 1`,
  );
  expect(raw[0]!.raw).not.toContain('13812345678');
  expect(await post('interface-logs/payload', { id: line.interfaceLogId })).toMatchObject({ status: 400 });
  const whole = await post('interface-logs/payload', { id: line.interfaceLogId, reason: '核对' });
  expect(whole.data.enterParameter).toContain('13812345678');
  const [noted] = await desk.rows<{ reason: string }>(
    sql`select reason from audit_entry where action = 'interfaceLog.payload' and subject = ${line.interfaceLogId}`,
  );
  expect(noted?.reason).toBe('核对');
  const removed = await post('interface-logs/remove', { ids: [line.interfaceLogId], reason: '测试' });
  expect(removed.data[0].status).toBe('applied');
  expect(await post('interface-logs/payload', { id: line.interfaceLogId, reason: '核对' })).toMatchObject({ status: 404 });
  expect(await get('op-interface/health', { interfaceId: id })).toMatchObject({ waitingCount: 480, breakerState: 0 });
  // The embedded engine's clock does not wait: a century later all of it may go, but for what is expected.
  await pruneInterfaces(desk.database, Date.now() + 100 * 365 * 24 * 3_600_000, new AbortController().signal);
  expect(
    await desk.rows(
      sql`select 1 from interface_log union all select 1 from interface_payload union all select 1 from interface_nonce union all select 1 from interface_answer`,
    ),
  ).toEqual([]);
});

it('hears nobody who cannot prove himself, twice, too often, or while it is off', async () => {
  const { id, code } = await wayIn({ perMinute: 1, burst: 3 });
  const row = [{ thirdBarCode: `${code}-1` }];
  const now = Math.floor(Date.now() / 1000);
  expect(await ask(code, 'requisitionPush', row, { appSecret: 'guessed' })).toMatchObject({ status: 401, refusal: 'P07' });
  expect(await ask(code, 'requisitionPush', row, { time: now - 301 })).toMatchObject({ status: 401, refusal: 'P07' });
  expect(await ask('nobody', 'requisitionPush', row)).toMatchObject({ status: 401, refusal: 'P07' });
  expect(await ask(code, 'somethingElse', row)).toMatchObject({ status: 403, refusal: 'P09' });
  expect(await ask(code, 'requisitionPush', row, { nonce: 'once' })).toMatchObject({ status: 200 });
  expect(await ask(code, 'requisitionPush', row, { nonce: 'once' })).toMatchObject({ status: 409, refusal: 'P08' });
  expect(await ask(code, 'requisitionPush', [])).toMatchObject({ status: 400 });
  const often = await ask(code, 'requisitionPush', row);
  expect(often).toMatchObject({ status: 429, refusal: 'P10' });
  expect(Number(often.headers['retry-after'])).toBeGreaterThan(0);
  expect(await post('op-interface/disable', { id })).toMatchObject({ status: 200 });
  expect(await ask(code, 'requisitionPush', row)).toMatchObject({ status: 403, refusal: 'P09' });
});

it('reads a message by the parameters and sets of its interface, and keeps what has no pair', async () => {
  const { id, code } = await wayIn();
  const set = await post('parameter-mapping/submit', { code, dictValue: '性别', sort: 1 });
  const pair = await post('parameter-mapping/submit', { parentId: set.data.id, dictKey: 'F', dictValue: '2', sort: 1 });
  expect(pair.status, pair.msg).toBe(200);
  const input = (parameterCode: string, fieldName: string, more: object = {}) =>
    post('op-parameter/submit', { interfaceId: id, parameterCode, parameterName: parameterCode, type: 1, sort: 1, fieldName, ...more });
  expect(await input('barcode', 'thirdBarCode', { isRequired: 1 })).toMatchObject({ status: 200 });
  expect(await input('sex', 'sex', { path: 'who.sex', mappingCode: code })).toMatchObject({ status: 200 });
  expect(await input('barcode', 'remark')).toMatchObject({ status: 400, problems: [{ field: 'parameterCode' }] });
  expect(await input('other', 'sex', { mappingCode: 'none', format: 'yyyy' })).toMatchObject({
    status: 400,
    problems: [{ field: 'format' }, { field: 'mappingCode' }],
  });
  const tried = await post('op-parameter/try', { interfaceId: id, body: '[{"barcode":"zjg1","who":{"sex":"F"}},{"who":{"sex":"X"}}]' });
  expect(tried.data.rows.map((row: any) => [row.values, row.faults.map((fault: any) => fault.code)])).toEqual([
    [{ thirdBarCode: 'ZJG1', sex: 2 }, []],
    [{}, ['P01', 'P03']],
  ]);
  expect((await ask(code, 'requisitionPush', [{ barcode: 'B1', who: { sex: 'X' } }])).rows[0]).toMatchObject({ code: 'P03' });
  const unmapped = async () =>
    (await get('parameter-mapping/unmapped', { mappingCode: code })).records.map((row: any) => [row.value, row.count, row.setId]);
  expect(await unmapped()).toEqual([['X', 1, set.data.id]]);
  await post('parameter-mapping/submit', { parentId: set.data.id, dictKey: 'X', dictValue: '3', sort: 2 });
  expect(await unmapped()).toEqual([]);
  expect((await ask(code, 'requisitionPush', [{ barcode: 'B1', who: { sex: 'X' } }])).rows[0]).toMatchObject({ outcome: 'applied' });
  // Sets stand alone in the list, pairs below theirs; neither goes while something hangs on it.
  expect((await get('parameter-mapping/list', { code })).records).toHaveLength(1);
  expect((await get('parameter-mapping/child-list', { parentId: set.data.id })).map((row: any) => row.dictKey)).toEqual(['F', 'X']);
  expect(await post('parameter-mapping/submit', { parentId: set.data.id, dictKey: 'X', dictValue: '1', sort: 2 })).toMatchObject({ status: 400 });
  expect(await post('parameter-mapping/remove', { id: set.data.id })).toMatchObject({ status: 409, msg: expect.stringMatching(/^请先删除子节点!/) });
  expect(await post('op-interface/remove', { id })).toMatchObject({ status: 409, msg: expect.stringMatching(/^接口已被使用,可停用/) });
});

it('is off until it was tried out, and again when where it goes has changed', async () => {
  const address = `http://127.0.0.1:${(thirdParty.address() as AddressInfo).port}/take`;
  const encoding = `third${randomUUID().slice(0, 8)}`;
  const body = {
    interfaceName: encoding,
    interfaceEncoding: encoding,
    interfaceType: 2,
    authKind: 'header',
    appKey: 'x-key',
    appSecret: 'S-42',
    apiUrl: address,
    burst: 30,
    laboratoryId: desk.master.laboratoryId,
  };
  expect(await post('op-interface/submit', { ...body, apiUrl: '' })).toMatchObject({ status: 400, problems: [{ field: 'apiUrl' }] });
  const { id } = (await post('op-interface/submit', body)).data;
  expect(await post('op-interface/enable', { id })).toMatchObject({ status: 409, refusal: 'opInterface.untested' });
  const calling = { database: desk.database, partner: ports.partner };
  const call = { tenantId, operation: 'result', body: '{"name":"张三"}', callKey: 'k1' };
  expect(await callInterface(calling, encoding, call)).toEqual({ outcome: 'disabled' });
  answers = 503;
  expect((await post('op-interface/test', { interfaceId: id })).data).toMatchObject({ isGood: false, status: 503 });
  answers = 200;
  expect((await post('op-interface/test', { interfaceId: id })).data).toMatchObject({ isGood: true, status: 200, text: 'heard' });
  expect(await post('op-interface/enable', { id })).toMatchObject({ status: 200 });

  const start = Date.now();
  let seconds = 0;
  const clocked = { ...calling, clock: () => start + seconds * 1000 };
  expect(await callInterface(clocked, encoding, call)).toMatchObject({ outcome: 'answered', answer: { status: 200 } });
  answers = 500;
  for (let failure = 0; failure < 5; failure++) expect(await callInterface(clocked, encoding, call)).toMatchObject({ answer: { status: 500 } });
  expect(await callInterface(clocked, encoding, call)).toMatchObject({ outcome: 'later', untilTime: start + 60_000 });
  answers = 200;
  seconds = 61;
  // Of several at the moment the pause is over one tries; it hears its answer after the other was turned away.
  let release = (): void => undefined;
  held = new Promise((resolve) => (release = resolve));
  const tries = [1, 2].map(() => callInterface(clocked, encoding, call));
  expect(await Promise.race(tries)).toMatchObject({ outcome: 'later' });
  release();
  expect((await Promise.all(tries)).map(({ outcome }) => outcome).toSorted()).toEqual(['answered', 'later']);
  expect(await callInterface(clocked, encoding, call)).toMatchObject({ outcome: 'answered' });
  answers = 500;
  for (let failure = 0; failure < 5; failure++) await callInterface(clocked, encoding, call);
  expect(await get('op-interface/health', { interfaceId: id })).toMatchObject({ breakerState: 1 });
  expect(await post('op-interface/reset-breaker', { interfaceId: id })).toMatchObject({ status: 200 });
  answers = 200;
  expect(await callInterface(clocked, encoding, call)).toMatchObject({ outcome: 'answered' });
  const { records } = await get('interface-logs/third-interface-page', { interfaceId: id, size: '50' });
  expect(records.map((row: any) => row.credentialType).filter((one: number) => one === 2)).toHaveLength(11);
  expect(JSON.stringify(records)).not.toMatch(/张三|S-42/);

  // Another address: whoever leads the secret there types it, and tries it out.
  expect(await post('op-interface/submit', { id, apiUrl: `${address}/else` })).toMatchObject({ status: 400, problems: [{ field: 'appSecret' }] });
  expect(await post('op-interface/submit', { id, apiUrl: `${address}/else`, appSecret: 'S-43' })).toMatchObject({ status: 200 });
  expect(await callInterface(calling, encoding, call)).toEqual({ outcome: 'disabled' });
  expect(await post('op-interface/enable', { id })).toMatchObject({ refusal: 'opInterface.untested' });
  expect(await post('op-interface/submit', { id, remark: '不影响' })).toMatchObject({ status: 200 });
});
