import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { seedParcels } from '#server/demo/seedParcels.ts';
import { CourierFault, parcelDigest } from '#server/ports/parcels.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { openPorts } from '#server/ports/ports.ts';
import { requisitionWire } from '#domain/sample/parcel/parcelRows.ts';
import { deliveryHours, statusOf } from '#domain/sample/parcel/parcelStatus.ts';
import { hoursAgo, openDesk, summaryPayload, type Account, type Desk } from '../deskTesting.ts';
import { announce } from '../partner/partnerTesting.ts';
import { eventsOf, followParcels } from './followParcels.ts';

const dir = mkdtempSync(join(tmpdir(), 'accession-parcels-'));
const ports = openPorts(dir, openOutgoing({ allow: '127.0.0.1' }));
const checkword = 'testcheckword';
const way = [
  { acceptTime: '2026-03-01 16:10:00', acceptAddress: '苏州市', remark: '已揽收', opCode: '50' },
  { acceptTime: '2026-03-02 08:00:00', acceptAddress: '上海市', remark: '派送中', opCode: '44' },
  { acceptTime: '2026-03-02 09:25:00', acceptAddress: '上海市', remark: '已签收', opCode: '80' },
];
/** What the courier knows, by number; anything else said in its place. */
const known = new Map<string, readonly object[]>();
let says: object | null = null;
const asked: URLSearchParams[] = [];
const courier: Server = createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => (body += piece));
  request.on('end', () => {
    const form = new URLSearchParams(body);
    asked.push(form);
    const numbers: string[] = JSON.parse(form.get('msgData') ?? '{}').trackingNumber;
    const isRight = form.get('msgDigest') === parcelDigest(form.get('msgData') ?? '', form.get('timestamp') ?? '', checkword);
    const routeResps = numbers.map((mailNo) => ({ mailNo, routes: known.get(mailNo) ?? [] }));
    const apiResultData = JSON.stringify({ success: true, errorCode: 'S0000', msgData: { routeResps } });
    const good = isRight ? { apiResultCode: 'A1000', apiResultData } : { apiResultCode: 'A1006', apiErrorMsg: `wrong digest for ${checkword}` };
    response.writeHead(200).end(JSON.stringify(says ?? good));
  });
});
let url = '';
let desk: Desk;
let accountId = '';
const pushKey = 'a-key-nobody-knows';
let now = Date.now();
const follow = (): Promise<void> =>
  followParcels({ database: desk.database, courier: ports.courier, clock: () => now }, new AbortController().signal);

beforeAll(async () => {
  await new Promise<void>((done) => courier.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(courier.address() as AddressInfo).port}/std/service`;
  desk = await openDesk({ ports });
  const made = await (
    await desk.as('admin')
  ).post(
    callPath('op', 'courier-account/save', 'accession'),
    { accountName: '顺丰', apiUrl: url, partnerId: 'LAB', checkword, phoneTail: '1234', pushKey },
    { 'idempotency-key': randomUUID() },
  );
  expect(made.statusCode, made.body).toBe(200);
  accountId = made.json<{ data: { id: string } }>().data.id;
});
afterAll(async () => {
  courier.close();
  await desk.close();
});
beforeEach(() => {
  says = null;
  asked.length = 0;
});

let numbers = 1000;
/** A requisition that came in a parcel; no number is the beginning of another, which a search would find, too. */
async function received(courierNumber = `SF${Date.now()}${++numbers}`): Promise<{ courierNumber: string; requisitionCode: string }> {
  const summary = summaryPayload(desk, desk.master.single, { courierNumber });
  const said = await desk.act('online', 'reception', 'summary.enter', summary);
  expect(said, JSON.stringify(said)).toMatchObject({ status: 'applied' });
  return { courierNumber, requisitionCode: summary.requisitionCode };
}
const detail = async (courierNumber: string, account: Account = 'reception') => desk.get(account, 'shunFeng/detail', { courierNumber });
const list = async (query: Record<string, string>, account: Account = 'reception') => (await desk.get(account, 'shunFeng/list', query)).data;
const refresh = async (courierNumber: string) =>
  (await desk.as('reception')).post(callPath('sample', 'shunFeng/refresh', 'accession'), { courierNumber }, { 'idempotency-key': randomUUID() });

it('proves a message as the courier wants it', () => {
  expect(parcelDigest('{"a":"甲 *~乙+"}', '1764000000000', checkword)).toBe('LCEIv9fM2OaJalkkfux/pA==');
});

describe.each(['the courier', 'the stand-in'])('%s', (which) => {
  const account = () => ({ apiUrl: which === 'the courier' ? url : 'local', partnerId: 'LAB', checkword, phoneTail: '1234' });
  it('tells the ways of the parcels it knows, and nothing of others', async () => {
    known.set('SF1', way);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'routes.json'), JSON.stringify({ SF1: way }));
    const routes = await ports.courier.routes(account(), ['SF1', 'SF2']);
    expect(routes.get('SF1')).toEqual(way.map((event) => ({ ...event, firstStatusCode: null })));
    expect(routes.get('SF2')).toEqual([]);
  });
});

it('a courier that refuses is told of without our secret, also where nobody answers', async () => {
  const account = { apiUrl: url, partnerId: 'LAB', checkword: `${checkword}!`, phoneTail: '' };
  const refused = ports.courier.routes(account, ['SF1']);
  await expect(refused).rejects.toThrow(CourierFault);
  says = { apiResultCode: 'A1004', apiErrorMsg: `no right for ${checkword}` };
  await expect(ports.courier.routes({ ...account, checkword }, ['SF1'])).rejects.toThrow(/^(?!.*testcheckword)/);
  await expect(ports.courier.routes({ ...account, apiUrl: 'http://127.0.0.1:1/' }, ['SF1'])).rejects.toThrow(CourierFault);
});

it('follows what requisitions name, ten at a time, until it is signed for, and says how long it was on its way', async () => {
  const parcels = await Promise.all(Array.from({ length: 12 }, () => received()));
  const [one] = parcels as [(typeof parcels)[0]];
  known.set(one.courierNumber, way);
  await follow();
  expect(Math.max(...asked.map((form) => JSON.parse(form.get('msgData')!).trackingNumber.length))).toBeLessThanOrEqual(10);
  expect(JSON.parse(asked[0]!.get('msgData')!)).toMatchObject({ checkPhoneNo: '1234', trackingType: '1' });
  const [row] = (await list({ courierNumber: one.courierNumber })).records;
  expect(row).toMatchObject({
    [requisitionWire]: one.requisitionCode,
    status: 4,
    jiJianCity: '苏州市',
    jiJianTime: '2026-03-01 16:10:00',
    qianShouCity: '上海市',
    qianShouTime: '2026-03-02 09:25:00',
    deliveryHours: 17.3,
  });
  asked.length = 0;
  now += 3_700_000;
  await follow();
  const again = asked.flatMap((form) => JSON.parse(form.get('msgData')!).trackingNumber);
  expect(again).not.toContain(one.courierNumber);
  expect(again).toContain(parcels[1]!.courierNumber);
  // After fifteen days nobody asks any more.
  now += 16 * 24 * 3_600_000;
  await follow();
  asked.length = 0;
  now += 3_700_000;
  await follow();
  expect(asked).toEqual([]);
  now = Date.now();
});

it('shows the way in its order, asks anew what is old, and keeps what is known where the courier does not tell', async () => {
  const { courierNumber } = await received();
  expect((await detail(courierNumber)).data).toMatchObject({ status: 0, events: [], askedTime: null });
  known.set(courierNumber, way.slice(0, 2).toReversed());
  expect((await refresh(courierNumber)).json<{ data: object }>().data).toEqual({ isAsked: true });
  const { data } = await detail(courierNumber);
  expect(data).toMatchObject({ status: 3, fault: null });
  expect(data.events.map(({ opCode, status }: any) => [opCode, status])).toEqual([
    ['50', 1],
    ['44', 3],
  ]);
  expect((await refresh(courierNumber)).json<{ data: object }>().data).toEqual({ isAsked: false });
  await desk.orm.execute(sql`update parcel set asked_time = ${hoursAgo(1)} where courier_number = ${courierNumber}`);
  says = { apiResultCode: 'A1099', apiErrorMsg: '系统忙' };
  await refresh(courierNumber);
  expect((await detail(courierNumber)).data).toMatchObject({ status: 3, fault: '系统忙' });
});

describe('a push', () => {
  const push = (body: string, { key = pushKey, headers = {} }: { key?: string; headers?: Record<string, string> } = {}) =>
    desk.app.inject({
      method: 'POST',
      url: callPath('sample', `shunFeng/push/${accountId}/${key}`, 'accession'),
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const bodyOf = (mailno: string, events: readonly object[]) =>
    JSON.stringify({ Body: { WaybillRoute: events.map((event, id) => ({ id: String(id), mailno, orderid: '', reasonCode: '', ...event })) } });

  it('is kept by its key, repeated and unordered, and answers as the courier wants', async () => {
    const { courierNumber } = await received();
    await refresh(courierNumber);
    const body = bodyOf(courierNumber, [...way, ...way].toReversed());
    for (let time = 0; time < 2; time++) {
      const said = await push(body);
      expect([said.statusCode, said.json()]).toEqual([200, { return_code: '0000', return_msg: '成功' }]);
    }
    expect((await detail(courierNumber)).data).toMatchObject({ status: 4, deliveryHours: 17.3 });
    expect((await detail(courierNumber)).data.events).toHaveLength(3);
    // As the field of a form, proven.
    const other = await received();
    await refresh(other.courierNumber);
    const msgData = bodyOf(other.courierNumber, way.slice(0, 1));
    const form = new URLSearchParams({ msgData, timestamp: '1764000000000', msgDigest: parcelDigest(msgData, '1764000000000', checkword) });
    expect((await push(form.toString(), { headers: { 'content-type': 'application/x-www-form-urlencoded' } })).statusCode).toBe(200);
    expect((await detail(other.courierNumber)).data.status).toBe(1);
  });

  it('is asked for again where nothing can be read in it', async () => {
    const { courierNumber } = await received();
    await refresh(courierNumber);
    const whole = bodyOf(courierNumber, way);
    for (const body of ['', '{', whole.slice(0, -9), '{}', '{"Body":{}}', '{"Body":{"WaybillRoute":"none"}}', 'msgData=%7B', '[1]']) {
      const said = await push(body);
      expect([said.statusCode, said.json()], body).toEqual([200, { return_code: '1000', return_msg: '系统异常' }]);
    }
    expect((await detail(courierNumber)).data.events).toEqual([]);
    // None to tell is readable.
    expect((await push('{"Body":{"WaybillRoute":[]}}')).json()).toMatchObject({ return_code: '0000' });
  });

  it('is refused with a wrong key or digest, and of a number nobody named nothing is kept', async () => {
    const { courierNumber } = await received();
    await refresh(courierNumber);
    const body = bodyOf(courierNumber, way);
    expect((await push(body, { key: 'guessed' })).statusCode).toBe(404);
    expect((await push(body, { headers: { msgdigest: 'wrong', timestamp: '1' } })).statusCode).toBe(403);
    expect((await detail(courierNumber)).data.events).toEqual([]);
    expect((await push(bodyOf('SF-OF-NOBODY', way))).statusCode).toBe(200);
    expect((await detail('SF-OF-NOBODY')).status).toBe(404);
  });
});

it('what was announced to come with a parcel is awaited from its signature on', async () => {
  const { expectedId } = await announce(desk);
  await desk.orm.execute(sql`update expected_sample set courier_number = 'SF-ANNOUNCED', expect_time = ${hoursAgo(-48)} where id = ${expectedId}`);
  known.set('SF-ANNOUNCED', [
    { ...way[0], acceptTime: hoursAgo(30) },
    { ...way[2], acceptTime: hoursAgo(1) },
  ]);
  await follow();
  const [line] = await desk.rows<{ expectTime: string }>(sql`select expect_time from expected_sample where id = ${expectedId}`);
  expect(line!.expectTime).toBe(known.get('SF-ANNOUNCED')!.at(-1) && (known.get('SF-ANNOUNCED')!.at(-1) as { acceptTime: string }).acceptTime);
});

it('another laboratory sees none of it; who has no right to it neither', async () => {
  const { courierNumber } = await received();
  const { id } = await desk.me('reception');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) select '000000', ${id}, 'laboratory', array_agg(id) from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId}`,
  );
  expect((await list({ courierNumber })).records).toEqual([]);
  expect((await detail(courierNumber)).status).toBe(404);
  expect((await refresh(courierNumber)).statusCode).toBe(404);
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  expect((await detail(courierNumber, 'entry1')).status).toBe(403);
});

it('are told of by the demo, each signed for before its tubes were received and as its own events say', async () => {
  for (const table of ['parcel_event', 'parcel']) await desk.orm.execute(sql`delete from ${sql.identifier(table)}`);
  await desk.database.transaction((tx) => seedParcels(tx, { tenantId: '000000', now: hoursAgo(0) }));
  const parcels = await desk.rows<{ id: string; status: number; deliveryHours: number; from: string; to: string; isBefore: boolean }>(
    sql`select p.id::text as id, p.status::int as status, p.delivery_hours::float8 as delivery_hours, to_char(p.ji_jian_time, 'YYYY-MM-DD HH24:MI:SS') as from,
      to_char(p.qian_shou_time, 'YYYY-MM-DD HH24:MI:SS') as to, p.qian_shou_time < r.receive_time as is_before
      from parcel p join requisition r on r.tenant_id = p.tenant_id and r.courier_number = p.courier_number where p.id between 7100000 and 7200000 order by p.id limit 60`,
  );
  expect(parcels).toHaveLength(60);
  for (const { id, status, deliveryHours: hours, from, to, isBefore } of parcels) {
    const events = await eventsOf(desk.orm, '000000', id);
    expect([isBefore, status, hours], id).toEqual([true, statusOf(events), deliveryHours(from, to)]);
    expect([events[0]!.acceptTime, events.at(-1)!.acceptTime], id).toEqual([from, to]);
  }
});
