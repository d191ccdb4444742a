import { randomUUID } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { mostMegabytes, mostRows } from '#domain/op/partnerApi.ts';
import { partnerKeys, partners, type Partner, type PartnerKey } from '#domain/sample/partners.ts';
import { openWayIn } from '#server/op/partnerTesting.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { parcelDigest } from '#server/ports/parcels.ts';
import { partnerSignature } from '#server/ports/partner.ts';
import { openPorts } from '#server/ports/ports.ts';
import { followParcels } from '#server/sample/parcel/followParcels.ts';
import { freshCode, hoursAgo, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';

/** What can go wrong with whoever tells us what is on its way; each has its end with each of them. */
const failures = [
  'time-out',
  'wrong signature',
  'half a list',
  'another count than announced',
  'the same list twice',
  'unknown codes',
  '10,000 rows',
] as const;
type Failure = (typeof failures)[number];
type Ends = Readonly<Record<Failure, () => Promise<void>>>;

const many = 10_000;
const [secret, checkword, pushKey] = ['a secret of the partner', 'testcheckword', 'a-key-nobody-knows'];
let desk: Desk;
let port = 0;
/** The stand-in courier: what it does with a question it is asked. */
type Courier = (numbers: readonly string[]) => { readonly body: string; readonly cutAt?: number } | 'silent';
let says: Courier = () => 'silent';
let asked: string[][] = [];
const courier: Server = createServer((incoming, response) => {
  let body = '';
  incoming.on('data', (piece) => (body += piece));
  incoming.on('end', () => {
    const numbers = JSON.parse(new URLSearchParams(body).get('msgData') ?? '{}').trackingNumber as string[];
    asked.push(numbers);
    const said = says(numbers);
    if (said === 'silent') return;
    response.writeHead(200, { 'content-length': Buffer.byteLength(said.body) });
    if (said.cutAt === undefined) return void response.end(said.body);
    response.write(said.body.slice(0, said.cutAt), () => response.destroy());
  });
});
let accountId = '';
const ports = openPorts(join(tmpdir(), `accession-failures-${process.pid}`), openOutgoing({ allow: '127.0.0.1', patienceMs: 300 }));

beforeAll(async () => {
  await new Promise<void>((done) => courier.listen(0, '127.0.0.1', done));
  desk = await openDesk({ ports });
  port = Number(new URL(await desk.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const apiUrl = `http://127.0.0.1:${(courier.address() as AddressInfo).port}/std/service`;
  const account = { accountName: '顺丰', apiUrl, partnerId: 'LAB', checkword, phoneTail: '1234', pushKey };
  const made = await (await desk.as('admin')).post(callPath('op', 'courier-account/save', 'accession'), account, { 'idempotency-key': randomUUID() });
  accountId = made.json<{ data: { id: string } }>().data.id;
});
afterAll(async () => {
  courier.closeAllConnections();
  courier.close();
  await desk.close();
});

interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface Answer {
  readonly status: number;
  readonly said: any;
}
/** Sends over a real connection and reads the answer; null: the connection was broken, `cutAt` bytes into the body, or (`hangUp`) as soon as all of it was there. */
function send(
  { path, headers, body }: Sent,
  { cutAt, hangUp }: { readonly cutAt?: number; readonly hangUp?: () => Promise<void> } = {},
): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const sent = request(
      { port, host: '127.0.0.1', method: 'POST', path, headers: { ...headers, 'content-length': String(bytes.length) } },
      (answer) => {
        let text = '';
        answer.on('data', (piece) => (text += piece));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, said: JSON.parse(text) }));
      },
    );
    const isBroken = cutAt !== undefined || hangUp !== undefined;
    sent.on('error', (error) => (isBroken ? resolve(null) : reject(error)));
    if (cutAt !== undefined) sent.write(bytes.subarray(0, cutAt), () => sent.destroy());
    else sent.end(bytes, () => void hangUp?.().then(() => sent.destroy()));
  });
}
const count = async (what: ReturnType<typeof sql>): Promise<number> =>
  Number((await desk.rows<{ n: string }>(sql`select count(*) as n from ${what}`))[0]!.n);
/** Asks until it is so; the runner ends a wait for what never comes. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
/** A scan at the desk, of somebody else. */
async function scan(more: object = {}): Promise<void> {
  expect(await desk.act('online', 'reception', 'summary.enter', summaryPayload(desk, desk.master.single, { ...more }))).toMatchObject({
    status: 'applied',
  });
}

/** A partner whose programme pushes its list to us, and the desk that receives by it. */
async function pushing(key: PartnerKey): Promise<Ends> {
  const [encoding = `clinic${randomUUID().slice(0, 8)}`] = (partners[key] as Partner).interfaces ?? [];
  // The demo's own way in knows another secret.
  await desk.orm.execute(sql`update op_interface set interface_encoding = 'demo' where lower(interface_encoding) = ${encoding}`);
  await openWayIn(desk, { interfaceName: encoding, interfaceEncoding: encoding, perMinute: 6_000, burst: 1_000 });
  const path = `/api/accession-lims-op/partner/${encoding}/requisitionPush`;
  const signed = (message: unknown, { key: callKey = '', as = secret } = {}): Sent => {
    const [body, time, nonce] = [JSON.stringify(message), String(Math.floor(Date.now() / 1000)), randomUUID()];
    const signature = partnerSignature(as, 'POST', path, time, nonce, Buffer.from(body));
    const headers = { 'content-type': 'application/json', 'x-app-key': 'partner', 'x-timestamp': time, 'x-nonce': nonce, 'x-signature': signature };
    return { path, headers: { ...headers, ...(callKey ? { 'idempotency-key': callKey } : {}) }, body };
  };
  const listOf = (rows: number, more: object = {}) => {
    const list = freshCode('L');
    const named = (_none: unknown, place: number) => ({
      thirdBarCode: `${list}${place}`,
      barCode: freshCode('0'),
      commodityCodes: ['CBC01'],
      sex: 2,
      age: 31,
      samplingTime: hoursAgo(3),
      ...more,
    });
    return {
      rows: Array.from({ length: rows }, named),
      kept: () => count(sql`expected_sample where partner = ${encoding} and external_key like ${`${list}%`}`),
    };
  };
  const outcomes = (answer: Answer | null): string[] => {
    expect(answer?.status, JSON.stringify(answer?.said).slice(0, 300)).toBe(200);
    return answer!.said.data.rows.map(({ outcome, code }: any) => code ?? outcome);
  };
  const tally = (words: readonly string[]) =>
    Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((one) => one === word).length]));
  /** The desk receives a row of the list, and once alone. */
  const received = async (thirdpartyBarCode: string): Promise<void> => {
    const { data } = await desk.get('reception', 'partner/line', { partner: key, code: thirdpartyBarCode });
    expect(data).toMatchObject({ count: 1, line: { state: 0 } });
    const act = { deafness: 'partner.receiveDeafness', shangning: 'partner.receiveShangning' }[key as string] ?? 'partner.receive';
    const payload = {
      ...(act === 'partner.receive' ? { partner: key } : {}),
      thirdpartyBarCode,
      tube: { sampleClassId: desk.master.blood, sampleQuantity: 1 },
    };
    const overrides = {
      overrides: {
        personName: `受检${'甲乙丙丁戊'.charAt(partnerKeys.indexOf(key))}${'子丑寅卯辰巳午未申酉戌亥'.charAt(Number(thirdpartyBarCode.slice(-5, -1)) % 12)}`,
      },
    };
    const first = await desk.act('online', 'reception', act, { ...payload, ...overrides });
    expect(first, JSON.stringify(first)).toMatchObject({ status: 'applied' });
    expect(await desk.act('online', 'reception', act, { ...payload, ...overrides })).toMatchObject({ status: 'repeat' });
    expect(
      await count(
        sql`expected_sample e join sample s on s.tenant_id = e.tenant_id and s.id = e.sample_id where e.external_key = ${thirdpartyBarCode}`,
      ),
    ).toBe(1);
  };
  return {
    'time-out': async () => {
      const { rows, kept } = listOf(3);
      // It does not wait for its answer, and asks again under the same key, and once more without one.
      expect(await send(signed(rows, { key: `k${rows[0]!.thirdBarCode}` }), { hangUp: () => until(async () => (await kept()) === 3) })).toBeNull();
      expect(tally(outcomes(await send(signed(rows, { key: `k${rows[0]!.thirdBarCode}` }))))).toEqual({ applied: 3 });
      expect(tally(outcomes(await send(signed(rows))))).toEqual({ repeat: 3 });
      expect(await kept()).toBe(3);
      await received(rows[0]!.thirdBarCode);
    },
    'wrong signature': async () => {
      const { rows, kept } = listOf(2);
      expect(await send(signed(rows, { as: 'guessed' }))).toMatchObject({ status: 401, said: { refusal: 'P07', msg: '签名验证失败' } });
      expect(await kept()).toBe(0);
      expect(tally(outcomes(await send(signed(rows))))).toEqual({ applied: 2 });
    },
    'half a list': async () => {
      const { rows, kept } = listOf(4);
      const whole = signed(rows);
      expect(await send(whole, { cutAt: whole.body.length / 2 })).toBeNull();
      // Half of it under the whole's signature, and half of it signed for as if it were all.
      expect(await send({ ...whole, body: whole.body.slice(0, -9) })).toMatchObject({ status: 401, said: { refusal: 'P07' } });
      const half = `${JSON.stringify(rows).slice(0, -40)}`;
      expect(await send({ ...signed(half), body: JSON.stringify(half) })).toMatchObject({ status: 400 });
      expect(await kept()).toBe(0);
      expect(tally(outcomes(await send(signed(rows))))).toEqual({ applied: 4 });
      expect(await kept()).toBe(4);
    },
    'another count than announced': async () => {
      const { rows, kept } = listOf(3);
      for (const total of [4, 2, 0, '3', null]) {
        const said = await send(signed({ total, rows }));
        expect(said).toMatchObject({ status: 400, said: { msg: `total 为 ${JSON.stringify(total)}, 报文有 3 行, 均未处理; 请整批重发` } });
      }
      expect(await kept()).toBe(0);
      expect(tally(outcomes(await send(signed({ total: 3, rows }))))).toEqual({ applied: 3 });
    },
    'the same list twice': async () => {
      const { rows, kept } = listOf(3);
      // At the same moment, too, the other way round, and within one message.
      const twice = await Promise.all([send(signed(rows)), send(signed(rows.toReversed()))]);
      expect(tally(twice.flatMap(outcomes))).toEqual({ applied: 3, repeat: 3 });
      expect(outcomes(await send(signed([...rows, ...rows])))).toEqual(Array.from({ length: 6 }, () => 'repeat'));
      const [one, other] = listOf(2).rows;
      expect(outcomes(await send(signed([one, other, one, { ...other, age: 40 }])))).toEqual(['applied', 'applied', 'repeat', 'P06']);
      expect(await kept()).toBe(3);
      await received(rows[0]!.thirdBarCode);
      expect(outcomes(await send(signed(rows)))).toEqual(['repeat', 'repeat', 'repeat']);
    },
    'unknown codes': async () => {
      const { rows, kept } = listOf(3);
      const [good, first, second] = rows;
      const said = await send(signed([{ ...first, commodityCodes: ['NOSUCH'] }, good, { ...second, sendSampleClientCode: 'NOBODY' }]));
      expect(outcomes(said)).toEqual(['P05', 'applied', 'P05']);
      expect(said!.said.data.rows[0].msg).toBe('编码不存在: commodityCodes=NOSUCH');
      expect(await kept()).toBe(1);
      // Mended, all of it is sent again.
      expect(outcomes(await send(signed(rows)))).toEqual(['repeat', 'applied', 'applied']);
    },
    '10,000 rows': async () => {
      const { rows, kept } = listOf(many);
      let isAnswered = false;
      const pushed = send(signed({ total: many, rows: rows.with(5_000, { ...rows[5_000]!, commodityCodes: ['NOSUCH'] }) })).finally(
        () => (isAnswered = true),
      );
      await until(async () => (await kept()) > 0);
      await scan();
      // The desk went on while the list was still being kept.
      expect(isAnswered).toBe(false);
      const said = await pushed;
      expect(tally(outcomes(said))).toEqual({ applied: many - 1, P05: 1 });
      expect(said!.said.data.rows.map(({ index, key: told }: any) => [index, told])).toEqual(
        rows.map(({ thirdBarCode }, index) => [index, thirdBarCode]),
      );
      expect(await kept()).toBe(many - 1);
      expect(tally(outcomes(await send(signed(rows.slice(4_900, 5_100)))))).toEqual({ repeat: 199, applied: 1 });
      expect(await kept()).toBe(many);
      const tooMany = await send(signed([...rows, ...listOf(1).rows]));
      expect(tooMany).toMatchObject({
        status: 400,
        said: { msg: `每次最多 ${mostRows.requisitionPush} 行, 报文有 ${many + 1} 行, 均未处理; 请分批发送` },
      });
      expect(await send(signed('x'.repeat(mostMegabytes * 1024 * 1024)))).toMatchObject({ status: 413, said: { code: 413, success: false } });
      expect(await kept()).toBe(many);
    },
  };
}

/** The courier, which is asked for parcels and pushes them. */
async function following(): Promise<Ends> {
  const way = [
    { acceptTime: '2026-03-01 16:10:00', acceptAddress: '苏州市', remark: '已揽收', opCode: '50' },
    { acceptTime: '2026-03-02 08:00:00', acceptAddress: '上海市', remark: '派送中', opCode: '44' },
    { acceptTime: '2026-03-02 09:25:00', acceptAddress: '上海市', remark: '已签收', opCode: '80' },
  ];
  let now = Date.now();
  // Those of the demo are no concern of this.
  await desk.orm.execute(sql`update requisition set courier_number = null`);
  const follow = () => followParcels({ database: desk.database, courier: ports.courier, clock: () => now }, new AbortController().signal);
  const anHourLater = async (): Promise<void> => {
    now += 3_700_000;
    await follow();
  };
  const answered = (routes: Readonly<Record<string, readonly object[]>>, more: object = {}): string =>
    JSON.stringify({
      apiResultCode: 'A1000',
      apiResultData: JSON.stringify({
        success: true,
        errorCode: 'S0000',
        msgData: { routeResps: Object.entries(routes).map(([mailNo, one]) => ({ mailNo, routes: one })) },
        ...more,
      }),
    });
  const telling: Courier = (numbers) => ({ body: answered(Object.fromEntries(numbers.map((number) => [number, way]))) });
  const named = async (): Promise<string> => {
    const courierNumber = `SF${freshCode('')}`;
    await scan({ courierNumber });
    return courierNumber;
  };
  /** What the screen shows of a parcel: its row, and its way. */
  const shown = async (courierNumber: string) => {
    const [row] = (await desk.get('reception', 'shunFeng/list', { courierNumber })).data.records;
    const { data } = await desk.get('reception', 'shunFeng/detail', { courierNumber });
    expect([data.status, data.fault]).toEqual([row.status, row.fault]);
    return { status: data.status, fault: data.fault, events: data.events.length };
  };
  const pushOf = (courierNumber: string, events: readonly object[]): string =>
    JSON.stringify({ Body: { WaybillRoute: events.map((event, id) => ({ id: String(id), mailno: courierNumber, orderid: '', ...event })) } });
  const push = (body: string, headers: Readonly<Record<string, string>> = {}): Sent => ({
    path: callPath('sample', `shunFeng/push/${accountId}/${pushKey}`, 'accession'),
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const digest = (body: string, word = checkword) => ({ timestamp: '1764000000000', msgdigest: parcelDigest(body, '1764000000000', word) });
  const taken = { status: 200, said: { return_code: '0000' } };
  const whole = { status: 4, fault: null, events: 3 };
  return {
    'time-out': async () => {
      says = () => 'silent';
      const numbers = await Promise.all(Array.from({ length: 12 }, named));
      asked = [];
      await follow();
      // Who does not answer is not asked for all the others now.
      expect(asked).toHaveLength(1);
      const [late] = asked[0]! as [string];
      expect(await shown(late)).toEqual({ status: 0, fault: '物流公司超时未答复', events: 0 });
      // A person may ask again at once, and the hour does by itself.
      says = (asking) => ({ body: answered({ [asking[0]!]: way.slice(0, 2) }) });
      const refreshed = await (
        await desk.as('reception')
      ).post(callPath('sample', 'shunFeng/refresh', 'accession'), { courierNumber: late }, { 'idempotency-key': randomUUID() });
      expect(refreshed.json<{ data: object }>().data).toEqual({ isAsked: true });
      expect(await shown(late)).toEqual({ status: 3, fault: null, events: 2 });
      says = telling;
      await anHourLater();
      for (const number of numbers) expect(await shown(number)).toEqual(whole);
    },
    'wrong signature': async () => {
      // Ours, to the courier; theirs, to us.
      const number = await named();
      says = () => ({ body: JSON.stringify({ apiResultCode: 'A1006', apiErrorMsg: `数字签名无效 ${checkword}` }) });
      await follow();
      expect(await shown(number)).toEqual({ status: 0, fault: '数字签名无效 •••', events: 0 });
      const body = pushOf(number, way);
      expect(await send(push(body, digest(body, 'guessed')))).toMatchObject({ status: 403, said: { msg: '签名不符' } });
      expect(await shown(number)).toEqual({ status: 0, fault: '路由推送签名不符, 未采用', events: 0 });
      expect(await send(push(body, digest(body)))).toMatchObject(taken);
      expect(await shown(number)).toEqual(whole);
    },
    'half a list': async () => {
      const number = await named();
      says = (numbers) => ({ body: answered(Object.fromEntries(numbers.map((one) => [one, way]))), cutAt: 150 });
      await follow();
      expect(await shown(number)).toEqual({ status: 0, fault: '物流公司答复中断', events: 0 });
      says = (numbers) => ({ body: answered(Object.fromEntries(numbers.map((one) => [one, way]))).slice(0, 150) });
      await anHourLater();
      expect(await shown(number)).toEqual({ status: 0, fault: '物流公司答复无法读取', events: 0 });
      const body = pushOf(number, way);
      expect(await send(push(body), { cutAt: 90 })).toBeNull();
      expect(await send(push(body.slice(0, -9)))).toMatchObject({ status: 200, said: { return_code: '1000' } });
      expect((await shown(number)).events).toBe(0);
      says = telling;
      await anHourLater();
      expect(await shown(number)).toEqual(whole);
    },
    'another count than announced': async () => {
      // Asked for two it tells of one, and of one that nobody asked for.
      const [one, other, foreign] = [await named(), await named(), await named()];
      await anHourLater();
      await desk.orm.execute(sql`delete from parcel_event`);
      await desk.orm.execute(
        sql`update parcel set next_query_time = case when courier_number in (${one}, ${other}) then create_time end, status = 0`,
      );
      says = () => ({ body: answered({ [one]: way, [foreign]: way }) });
      await follow();
      expect([await shown(one), await shown(other), await shown(foreign)]).toEqual([
        whole,
        { status: 0, fault: null, events: 0 },
        { status: 0, fault: null, events: 0 },
      ]);
      says = telling;
      await anHourLater();
      expect(await shown(other)).toEqual(whole);
    },
    'the same list twice': async () => {
      const number = await named();
      says = telling;
      await follow();
      const body = pushOf(number, [...way, ...way].toReversed());
      expect(await Promise.all([send(push(body)), send(push(body))])).toMatchObject([taken, taken]);
      await desk.orm.execute(sql`update parcel set next_query_time = create_time where courier_number = ${number}`);
      await anHourLater();
      expect(await shown(number)).toEqual(whole);
    },
    'unknown codes': async () => {
      const number = await named();
      says = (numbers) => ({
        body: answered(Object.fromEntries(numbers.map((one) => [one, [...way.slice(0, 2), { ...way[2], opCode: 'Z99', remark: '新操作' }]]))),
      });
      await follow();
      // What nobody knows the meaning of is shown and changes nothing.
      expect(await shown(number)).toEqual({ status: 3, fault: null, events: 3 });
      expect(await send(push(pushOf('SF-OF-NOBODY', way)))).toMatchObject(taken);
      expect((await desk.get('reception', 'shunFeng/detail', { courierNumber: 'SF-OF-NOBODY' })).status).toBe(404);
    },
    '10,000 rows': async () => {
      const [number, next] = [await named(), await named()];
      const long = Array.from({ length: many }, (_none, place) => ({ ...way[0], remark: `第 ${place} 步` }));
      // Too long for all, it is asked for each; what is too long even so says it.
      says = (numbers) => ({ body: answered(Object.fromEntries(numbers.map((one) => [one, one === number ? long : way]))) });
      await follow();
      expect([await shown(number), await shown(next)]).toEqual([{ status: 0, fault: '物流公司答复过长', events: 0 }, whole]);
      const others = Array.from({ length: many - 3 }, (_none, place) => ({ ...way[0], mailno: `SF-OF-NOBODY-${place}` }));
      let isAnswered = false;
      const pushed = send(push(pushOf(number, [...others, ...way]))).finally(() => (isAnswered = true));
      await scan();
      expect(isAnswered).toBe(false);
      expect(await pushed).toMatchObject(taken);
      expect(await shown(number)).toEqual(whole);
    },
  };
}

describe.each([...partnerKeys, 'courier' as const])('%s', (who) => {
  let ends: Ends;
  beforeAll(async () => {
    ends = await (who === 'courier' ? following() : pushing(who));
  });
  it.each(failures)('%s', (failure) => ends[failure]());
});
