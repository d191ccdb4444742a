import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { partnerSignature } from '#server/ports/partner.ts';
import { freshCode, openDesk, summaryPayload, type Desk } from '../deskTesting.ts';
import { announce, type Announced, type Announcement } from './partnerTesting.ts';

let desk: Desk;
/** A further laboratory of the group. */
let elsewhere = '';
beforeAll(async () => {
  desk = await openDesk();
  const [other] = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} and execute_type = 1 and coalesce(is_disable, 0) = 0 order by id limit 1`,
  );
  elsewhere = other!.id;
});
afterAll(() => desk.close());

const tube = () => ({ sampleClassId: desk.master.blood, sampleQuantity: 1 });
const receive = (thirdpartyBarCode: string, more: object = {}, partner = 'zhangzhou') =>
  desk.act('online', 'reception', 'partner.receive', { partner, thirdpartyBarCode, tube: tube(), ...more });
const standing = async ({ expectedId }: Announced) =>
  (
    await desk.rows(sql`select e.state::int as state, e.receive_time, s.sample_code, e.state_before::int as state_before from expected_sample e
      left join sample s on s.tenant_id = e.tenant_id and s.id = e.sample_id where e.id = ${expectedId}`)
  )[0]!;
const read = async (path: string, query: Record<string, string>, service: 'sample' | 'op' = 'sample') =>
  (await (await desk.as('reception')).get(callPath(service, path, 'accession'), query)).json<{ data: any; code: number }>();
const count = async (what: ReturnType<typeof sql>) => Number((await desk.rows<{ n: string }>(sql`select count(*) as n from ${what}`))[0]!.n);

/** Limits reception to a laboratory while something is tried. */
async function limited<T>(laboratoryId: string, work: () => Promise<T>): Promise<T> {
  const { id } = await desk.me('reception');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', ${sql.param([laboratoryId])}::bigint[])`,
  );
  try {
    return await work();
  } finally {
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  }
}

/** A way in for Zhangzhou that calls its fields its own way, and its codes a rule of the client. */
async function wayIn(): Promise<(row: object) => Promise<{ outcome: string; code: string | null; msg: string }>> {
  const admin = await desk.as('admin');
  const post = async (service: 'op' | 'base', path: string, body: object) => {
    const answer = await admin.post(callPath(service, path, 'accession'), body, { 'idempotency-key': randomUUID() });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: any }>().data;
  };
  const { id: interfaceId } = await post('op', 'op-interface/submit', {
    interfaceName: '漳州',
    interfaceEncoding: 'zhangzhou',
    interfaceType: 1,
    operations: ['requisitionPush'],
    authKind: 'hmac',
    appKey: 'zhangzhou',
    appSecret: 'a secret of Zhangzhou',
    laboratoryId: desk.master.laboratoryId,
    sendSampleClientIds: [desk.master.clientId],
  });
  const set = await post('op', 'parameter-mapping/submit', { code: 'ZZSEX', dictValue: '漳州性别', sort: 1 });
  for (const [dictKey, dictValue] of [
    ['F', '2'],
    ['M', '1'],
  ])
    await post('op', 'parameter-mapping/submit', { parentId: set.id, dictKey, dictValue, sort: 1 });
  const inputs = [
    ['barcode', 'thirdBarCode'],
    ['sex', 'sex', 'ZZSEX'],
    ['birthday', 'birthDate'],
    ['collectTime', 'samplingTime'],
    ['name', 'personName'],
    ['item', 'commodityCodes'],
  ] as const;
  for (const [parameterCode, fieldName, mappingCode] of inputs)
    await post('op', 'op-parameter/submit', {
      interfaceId,
      parameterCode,
      parameterName: parameterCode,
      type: 1,
      sort: 1,
      fieldName,
      ...(mappingCode ? { mappingCode } : {}),
    });
  await post('op', 'op-interface/test', { interfaceId });
  await post('op', 'op-interface/enable', { id: interfaceId });
  const [rule] = await desk.rows<{ id: string }>(
    sql`select affiliation_id::text as id from thirdparty_rule where send_sample_client_id = ${desk.master.clientId} and is_deleted = 0 limit 1`,
  );
  const ruled = { affiliationId: rule!.id, sendSampleClientId: desk.master.clientId, expenseType: 1, thirdpartyCode: 'ZZ', codeLength: 12 };
  await post('base', 'code-thirdparty-rule/save', ruled);
  return async (row) => {
    const path = '/api/accession-lims-op/partner/zhangzhou/requisitionPush';
    const [body, time, nonce] = [JSON.stringify([row]), String(Math.floor(Date.now() / 1000)), randomUUID()];
    const answer = await desk.app.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': 'application/json',
        'x-app-key': 'zhangzhou',
        'x-timestamp': time,
        'x-nonce': nonce,
        'x-signature': partnerSignature('a secret of Zhangzhou', 'POST', path, time, nonce, Buffer.from(body)),
      },
      payload: body,
    });
    return answer.json<{ data: { rows: any[] } }>().data.rows[0];
  };
}

it('binds, receives and marks what Zhangzhou told, once; a value nobody knows and a code nobody told of are refused', async () => {
  const push = await wayIn();
  const told = {
    barcode: 'ZZ2500012345',
    sex: 'F',
    birthday: '1996-03-04',
    collectTime: '2026-03-01T08:30:00+08:00',
    name: '受检张',
    item: 'CBC01',
  };
  expect(await push({ ...told, barcode: 'ZZ2500012399', sex: 'X' })).toMatchObject({ outcome: 'refused', code: 'P03', msg: '字典无此键值: sex=X' });
  expect(await push(told)).toMatchObject({ outcome: 'applied' });
  const listed = await read('zhangzhou/getSamplesInfo', { barCodes: 'zz2500012345' }, 'op');
  expect(listed.data.records).toMatchObject([
    {
      testTubeNumber: 'ZZ2500012345',
      sampleCode: null,
      receiveStatusName: '未到',
      sex: 2,
      birthDate: '1996-03-04',
      samplingTime: '2026-03-01 08:30:00',
      personName: '受检张',
    },
  ]);
  expect(await read('partner/line', { partner: 'zhangzhou', code: 'ZZ2500012345' })).toMatchObject({ data: { count: 1, boundCode: null } });
  // Sampled long ago by the clock of whoever runs this: how long it may wait is another rule's affair.
  const how = { reasons: { 'R-02': '合作方批次' } };

  expect(await receive('ZZ2500012345', how)).toMatchObject({ status: 'refused', code: 'partner.codeNeeded' });
  expect(await receive('ZZ2500012399', how)).toMatchObject({ status: 'refused', code: 'partner.notListed', msg: 'ZZ2500012399 不在清单' });
  const whole = { ...how, barCode: 'A26000001' };
  const done = await receive('ZZ2500012345', whole);
  expect(done, JSON.stringify(done)).toMatchObject({ status: 'applied', result: { answer: { sampleCode: 'A26000001' } } });
  const stored = () =>
    desk.rows(sql`select s.lab_status::int as lab_status, r.sex::int as sex, r.birth_date::text as birth_date, r.sampling_time, b.thirdparty_bar_code, e.state::int as state,
        e.receive_time = s.receive_time as is_then
      from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id left join expected_sample e on e.tenant_id = s.tenant_id and e.sample_id = s.id
      left join thirdparty_bind_entry b on b.tenant_id = s.tenant_id and b.bar_code = s.sample_code and b.release_time is null where s.sample_code = 'A26000001'`);
  const expected = [
    {
      labStatus: 101,
      sex: 2,
      birthDate: '1996-03-04',
      samplingTime: '2026-03-01 08:30:00',
      thirdpartyBarCode: 'ZZ2500012345',
      state: 1,
      isThen: true,
    },
  ];
  expect(await stored()).toEqual(expected);
  for (const again of [whole, how]) {
    const said = await receive('ZZ2500012345', again);
    expect(said).toMatchObject({ status: 'repeat', result: { answer: { sampleCode: 'A26000001' } } });
  }
  expect(await receive('ZZ2500012345', { ...how, barCode: 'A26000002' })).toMatchObject({ status: 'conflict', code: 'partner.arrived' });
  expect(await stored()).toEqual(expected);
  // Its timeline tells of the announcement, by the partner's own code.
  const line = await read('timeline', { code: 'ZZ2500012345' });
  expect(line.data.events.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['expected.told', 'code.bound', 'summary.enter']),
  );
});

it('replaces told values only with a reason, and keeps both', async () => {
  const one = await announce(desk, { values: { sex: 'X' } });
  expect(await receive(one.thirdpartyBarCode)).toMatchObject({ code: 'partner.unmapped', msg: '性别=X 无对照' });
  expect(await receive(one.thirdpartyBarCode, { overrides: { sex: 1 } })).toMatchObject({
    code: 'partner.overrideReason',
    msg: '更改性别请填写原因',
  });
  expect(await standing(one)).toMatchObject({ state: 0, sampleCode: null });
  expect(await receive(one.thirdpartyBarCode, { overrides: { sex: 1 }, reasons: { sex: '电话核实' } })).toMatchObject({ status: 'applied' });
  const [audited] = await desk.rows<{ after: any }>(
    sql`select after from audit_entry where action = 'partner.receive' and subject = ${one.thirdpartyBarCode} order by id desc limit 1`,
  );
  expect(audited?.after.replaced).toEqual([{ field: 'sex', told: 'X', given: 1, reason: '电话核实' }]);

  // What nobody told is filled in without one; what was cancelled is taken with one.
  const bare = await announce(desk, { commodityIds: [], state: 2 });
  expect(await receive(bare.thirdpartyBarCode)).toMatchObject({ code: 'partner.cancelled' });
  expect(await receive(bare.thirdpartyBarCode, { reasons: { state: '已送到' } })).toMatchObject({ code: 'partner.commodityNeeded' });
  const filled = { overrides: { commodityIds: [desk.master.single] }, reasons: { state: '已送到' } };
  expect(await receive(bare.barCode!, filled)).toMatchObject({ status: 'applied' });
  expect(await standing(bare)).toMatchObject({ state: 1, stateBefore: 2, sampleCode: bare.barCode });
  const labelled = await announce(desk);
  expect(await receive(labelled.thirdpartyBarCode, { barCode: freshCode('0') })).toMatchObject({ code: 'partner.otherCode' });
});

it('knows nothing of another laboratory’s list, nor of another partner’s', async () => {
  const theirs = await announce(desk, { laboratoryId: elsewhere });
  const mine = await announce(desk);
  const seen = async () => {
    const { data } = await read('zhangzhou/getSamplesInfo', { barCodes: `${theirs.thirdpartyBarCode},${mine.thirdpartyBarCode}` }, 'op');
    return data.records.map((row: any) => row.thirdBarCode);
  };
  await limited(desk.master.laboratoryId, async () => {
    expect(await seen()).toEqual([mine.thirdpartyBarCode]);
    // The same of the list that a desk keeps to receive without network.
    const rows = (await read('offline/worklist', { name: 'partner:zhangzhou' })).data;
    expect(rows.map((row: any) => row.isMasked)).toEqual(rows.map(() => false));
    const kept = rows.map((row: any) => row.testTubeNumber);
    expect([kept.includes(mine.thirdpartyBarCode), kept.includes(theirs.thirdpartyBarCode)]).toEqual([true, false]);
    expect((await read('offline/worklist-total', { name: 'partner:zhangzhou' })).data.total).toBe(kept.length);
    expect((await read('partner/line', { partner: 'zhangzhou', code: theirs.thirdpartyBarCode })).data).toMatchObject({ line: null, count: 0 });
    expect(await receive(theirs.thirdpartyBarCode)).toMatchObject({ status: 'refused', code: 'partner.notListed' });
    expect(await receive(mine.thirdpartyBarCode, {}, 'xzDeafness')).toMatchObject({ code: 'partner.notListed' });
    // A tube that bears the same code here is no arrival there.
    const here = summaryPayload(desk, desk.master.single, { tubes: [{ ...tube(), sampleCode: theirs.barCode }] });
    expect(await desk.act('online', 'reception', 'summary.enter', here)).toMatchObject({ status: 'applied' });
  });
  expect(await standing(theirs)).toMatchObject({ state: 0, sampleCode: null });
  expect((await seen()).toSorted()).toEqual([mine.thirdpartyBarCode, theirs.thirdpartyBarCode].toSorted());
});

it('counts what a desk awaits, and knows the desk of all others by what has none of its own', async () => {
  const counts = async () => (await read('partner/counts', { partner: 'customer' })).data;
  const before = await counts();
  const one = await announce(desk, { partner: 'anybody' });
  await announce(desk, { partner: 'anybody', state: 2 });
  await announce(desk, { partner: 'xuzhou' });
  expect(await counts()).toEqual({ ...before, expected: before.expected + 1, missing: before.missing + 1 });
  expect(await receive(one.thirdpartyBarCode, {}, 'customer')).toMatchObject({ status: 'applied' });
  expect(await counts()).toEqual({ ...before, expected: before.expected + 1, arrived: before.arrived + 1 });
  const { data } = await read('customer-query/receive-page', { state: '1', thirdBarCode: one.thirdpartyBarCode }, 'op');
  expect(data.records).toMatchObject([{ sampleCode: one.barCode, receiveStatusName: '已到' }]);
  expect(await read('zhangzhou/getSamplesInfo', { barCodes: Array.from({ length: 51 }, (_none, at) => `B${at}`).join(',') }, 'op')).toMatchObject({
    code: 400,
  });
});

it('marks what arrives anywhere, by our code, by theirs and by a binding, and awaits it again where the reception is taken back', async () => {
  const enter = (sampleCode: string) =>
    desk.act('online', 'reception', 'summary.enter', summaryPayload(desk, desk.master.single, { tubes: [{ ...tube(), sampleCode }] }));
  for (const [announcement, before] of [
    [{}, 0],
    [{ state: 3 }, 3],
    [{ barCode: null, thirdpartyBarCode: freshCode('7') }, 0],
  ] satisfies [Announcement, number][]) {
    const one = await announce(desk, announcement);
    const sampleCode = one.barCode ?? one.thirdpartyBarCode;
    const { result } = await enter(sampleCode);
    expect(await standing(one)).toMatchObject({ state: 1, stateBefore: before, sampleCode, receiveTime: result.receiveTime });
    // Read again at a partner's desk it is a repeat.
    expect(await receive(one.thirdpartyBarCode)).toMatchObject({ status: 'repeat' });
    const { requisitionCode, requisitionId, sampleCodes } = result;
    const undone = await desk.act('online', 'reception', 'summary.cancel', { requisitionCode, requisitionId, sampleCodes, reason: '扫错' });
    expect(undone).toMatchObject({ status: 'applied' });
    expect(await standing(one)).toEqual({ state: before, receiveTime: null, sampleCode: null, stateBefore: null });
  }
  const bound = await announce(desk, { barCode: null });
  const { result } = await enter(freshCode('0'));
  const [sampleCode] = result.sampleCodes;
  expect(await standing(bound)).toMatchObject({ state: 0 });
  const bind = { barCode: sampleCode, thirdpartyBarCode: bound.thirdpartyBarCode };
  expect(await desk.act('online', 'reception', 'thirdpartyBind.save', bind)).toMatchObject({ status: 'applied' });
  expect(await standing(bound)).toMatchObject({ state: 1, sampleCode, receiveTime: result.receiveTime });
});

it('receives once what two desks scan at once', async () => {
  for (const barCode of [undefined, null]) {
    const one = await announce(desk, barCode === null ? { barCode } : {});
    const ours = one.barCode ?? freshCode('0');
    const said = await Promise.all([1, 2].map(() => receive(one.thirdpartyBarCode, { barCode: ours })));
    expect(said.map(({ status }) => status).toSorted(), JSON.stringify(said)).toEqual(['applied', 'repeat']);
    expect(await count(sql`sample where sample_code = ${ours}`)).toBe(1);
    expect(await standing(one)).toMatchObject({ state: 1, sampleCode: ours });
  }
});

it('does a batch row by row, at each desk’s own call', async () => {
  const [good, wrong] = [await announce(desk, { partner: 'ZhangJiaGang' }), await announce(desk, { partner: 'ZhangJiaGang', values: { sex: 9 } })];
  const rows = [good.thirdpartyBarCode, wrong.thirdpartyBarCode, 'NOBODY'].map((thirdpartyBarCode) => ({ thirdpartyBarCode, tube: tube() }));
  const answer = await (
    await desk.as('reception')
  ).post(callPath('sample', 'deafness/receiveDeafSave', 'accession'), { rows }, { 'idempotency-key': randomUUID() });
  expect(answer.json<{ data: any[] }>().data.map(({ status, code }) => code ?? status)).toEqual(['applied', 'partner.unmapped', 'partner.notListed']);
  expect(await desk.as('lab').then((lab) => lab.get(callPath('sample', 'deafness/list', 'accession')))).toMatchObject({ statusCode: 403 });
});
