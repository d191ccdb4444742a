import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { timelineAct, tubeRelation, type Timeline } from '#domain/search/sampleDetail.ts';
import { addLines } from '#server/bill/billTesting.ts';
import { madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import { announce } from '#server/sample/partner/partnerTesting.ts';
import { freshCode, hoursAgo, openDesk, summaryPayload, type Account, type Desk } from '#server/sample/deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-timeline-')) });
});
afterAll(() => desk.close());

const timelineOf = async (code: string, account: Account = 'admin'): Promise<Timeline> => (await desk.get(account, 'timeline', { code })).data;
const changesOf = async (requisitionCode: string, account: Account = 'admin') => desk.get(account, 'timeline/changes', { requisitionCode });
const act = async (...given: Parameters<Desk['act']>) => {
  const said = await desk.act(...given);
  expect(said, `${given[2]} ${JSON.stringify(said)}`).toMatchObject({ status: 'applied' });
  return said;
};
const related = ({ related: tubes }: Timeline): (readonly [number, string])[] => tubes.map(({ relation, sampleCode }) => [relation, sampleCode]);
let people = 0;
/** A reception of a person of their own, for names of the others come again. */
async function received(change: Record<string, unknown> = {}) {
  const summary = summaryPayload(desk, desk.master.single, { personName: `轴${'甲乙丙丁戊己庚辛壬癸'.charAt(people++)}`, ...change });
  await act('online', 'reception', 'summary.enter', summary);
  return { ...summary, sampleCode: summary.tubes[0]!.sampleCode };
}

it('names siblings, the original, what was drawn anew and the person’s other tubes, each once and by its nearest relation', async () => {
  const tube = () => ({ sampleCode: freshCode('0'), sampleClassId: desk.master.blood, sampleQuantity: 1, sampleVolume: 5 });
  const two = [tube(), tube()];
  const first = await received({ tubes: two });
  const again = await received({
    personName: first.personName,
    originalSampleCode: two[0]!.sampleCode,
    reasons: { 'R-08': '补采', 'R-12': '补采', 'R-13': '补采' },
  });
  const { personName, telephone } = first;
  const other = await received({ personName, telephone, birthDate: null, reasons: { 'R-08': '复查' } });
  const { sibling, original, resample, samePerson } = tubeRelation;
  const told = await timelineOf(two[0]!.sampleCode);
  expect(related(told)).toEqual([
    [sibling, two[1]!.sampleCode],
    [resample, again.sampleCode],
    [samePerson, other.sampleCode],
  ]);
  expect(told.isRelatedCut).toBe(false);
  expect(related(await timelineOf(again.sampleCode)).filter(([relation]) => relation === original)).toEqual([[original, two[0]!.sampleCode]]);
  // By the requisition both tubes are what was asked for.
  expect(related(await timelineOf(first.requisitionCode)).map(([relation]) => relation)).toEqual([resample, samePerson]);
  // Who sees neither samples nor reports is told of no person; who sees another laboratory, of nothing.
  const { id } = await desk.me('reception');
  const [elsewhere] = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} order by id limit 1`,
  );
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', ${sql.param([elsewhere!.id])}::bigint[])`,
  );
  expect(await timelineOf(two[0]!.sampleCode, 'reception')).toMatchObject({ tubes: [], related: [], events: [] });
  expect((await changesOf(first.requisitionCode, 'reception')).data).toEqual([]);
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
});

it('tells of corrections and amendments what was there before and after, and why', async () => {
  const { requisitionCode, sampleCode } = await received();
  await act('online', 'reception', 'summary.correct', { requisitionCode, values: { sex: 1 }, reason: '抄录错误' });
  const [bio] = await desk.rows<{ id: string; name: string }>(
    sql`select id::text as id, commodity_name as name from commodity where tenant_id = '000000' and commodity_code = 'BIO07'`,
  );
  await act('online', 'reception', 'summary.amendItems', { requisitionCode, commodityIds: [desk.master.single, bio!.id], reason: '客户加项' });
  const { events } = await timelineOf(sampleCode);
  const { data } = await changesOf(requisitionCode);
  const of = (what: string) => {
    const event = events.find((one) => one.what === what);
    return { why: event?.why, ...data.find(({ actId }: { actId: string }) => actId === event?.actId) };
  };
  expect(of('summary.correct')).toMatchObject({ why: '抄录错误', changes: [{ field: 'sex', before: 2, after: 1 }], added: [], removed: [] });
  expect(of('summary.amendItems')).toMatchObject({ why: '客户加项', changes: [], added: [bio!.name], removed: [] });
  expect((await changesOf(requisitionCode, 'billing' as Account)).status).toBe(403);
  // While a second clerk types blind, what reception typed is told to nobody here.
  await desk.orm.execute(sql`update requisition set is_double_entry = 1 where requisition_code = ${requisitionCode}`);
  expect((await changesOf(requisitionCode)).data).toEqual([]);
});

it('has photographs with the acts they came with, pages of the paper, the parcel’s way and who was told, each to who may see it', async () => {
  const { requisitionCode, sampleCode } = await received({ courierNumber: `SF${freshCode('')}` });
  const page = await desk.blobs.putWhole('000000', madeJpeg(3_101));
  await act('online', 'reception', 'requisitionImage.upload', { requisitionCode, pageNo: 1, imageKind: 1, imageKey: randomUUID(), ...page });
  const photos = [await desk.blobs.putWhole('000000', madeJpeg(3_102))];
  await act('online', 'reception', 'reject.add', { sampleCode, rejectCode: 'REJ05', measure: 2, reason: '空管', photos });
  await desk.orm.execute(
    sql`update desk_notice n set state = 1, send_time = ${hoursAgo(0)} from reject_record j where j.id = n.owner_id and j.sample_code = ${sampleCode}`,
  );
  const [{ courierNumber }] = (await desk.rows<{ courierNumber: string }>(
    sql`select courier_number from requisition where requisition_code = ${requisitionCode}`,
  )) as [{ courierNumber: string }];
  await desk.orm.execute(sql`with p as (insert into parcel (id, tenant_id, courier_number, status, create_time, update_time)
      values (880001, '000000', ${courierNumber}, 4, ${hoursAgo(9)}, ${hoursAgo(9)}) returning id)
    insert into parcel_event (tenant_id, parcel_id, op_code, accept_time, remark_hash, remark, accept_address, create_time)
      select '000000', p.id, '80', ${hoursAgo(8)}, 'x', '已签收', '上海市', ${hoursAgo(8)} from p`);
  const { events } = await timelineOf(sampleCode);
  const whats = events.map(({ what }) => what);
  expect(whats.slice(0, 2)).toEqual(['parcel.event', 'summary.enter']);
  expect(events[0]).toMatchObject({ no: courierNumber, content: `${courierNumber} · 已签收`, by: '上海市' });
  const picturesOf = (what: string, told = events) => told.filter((one) => one.what === what).flatMap(({ pictures }) => pictures.map(({ of }) => of));
  expect(picturesOf('requisitionImage.upload')).toEqual(['requisition']);
  expect(picturesOf('reject.add')).toEqual(['rejection']);
  expect(whats).toContain('notice.sent');
  const [picture] = events.find(({ what }) => what === 'reject.add')!.pictures;
  const seen = await (
    await desk.as('admin')
  ).get('/api/accession-lims-sample/reject-record/photo', { id: picture!.ownerId, photoId: picture!.pictureId });
  expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/jpeg']);
  // The first auditor sees samples, but neither rejections nor parcels.
  const auditor = (await timelineOf(sampleCode, 'audit1' as Account)).events;
  expect(auditor.map(({ what }) => what)).toEqual(whats);
  expect(picturesOf('reject.add', auditor)).toEqual([]);
  expect(auditor.filter(({ what }) => what === 'parcel.event' || what === 'notice.sent').map(({ content, no }) => [content, no])).toEqual(
    whats.filter((what) => what === 'parcel.event' || what === 'notice.sent').map(() => [null, null]),
  );
});

it('tells of follow-ups what was said, and of a change who applied for it and who decided', async () => {
  const { requisitionCode, sampleCode } = await received();
  await act('online', 'reception', 'reject.add', { sampleCode, rejectCode: 'REJ05', measure: 2, reason: '空管', photos: [] });
  const [record] = await desk.rows<{ id: string }>(sql`select id::text as id from reject_record where sample_code = ${sampleCode}`);
  const track = { rejectRecordId: record!.id, content: '已电话告知,明日补送', contactName: '李护士', photos: [] };
  await act('online', 'admin', 'reject.track', track);
  await act('online', 'admin', 'reject.recover', { rejectRecordId: record!.id, reason: '找回', photos: [] });
  const change = { requisitionCode, applyType: 2, changes: [{ field: 'telephone', after: '13900000001' }], applyReason: '送检单写错' };
  for (const auditStatus of [2, 1]) {
    const { result: applied } = await act('online', 'entry1', 'orderChange.apply', change);
    await act('online', 'admin', 'orderChange.audit', { id: applied.orderChangeId, auditStatus, auditOpinion: '核对' });
  }
  const { events } = await timelineOf(sampleCode);
  const [admin, clerk] = await Promise.all(['admin', 'entry1'].map((account) => desk.me(account)));
  expect(events.filter(({ what }) => what === 'reject.track')).toMatchObject([
    { content: '李护士: 已电话告知,明日补送', why: null, by: admin!.name },
  ]);
  const decided = events.filter(({ what }) => what === 'orderChange.audit');
  expect(decided).toMatchObject([1, 2].map(() => ({ by: admin!.name, content: `申请人 ${clerk!.name}` })));
  expect(events.filter(({ what }) => what === 'orderChange.apply').map(({ by, why }) => [by, why])).toEqual(
    [1, 2].map(() => [clerk!.name, '送检单写错']),
  );
  expect(events.map(({ what }) => what)).toEqual(expect.arrayContaining(['reject.add', 'reject.recover']));
});

it('has the announcement’s own life: closed, awaited again and come, before the tube is here and after', async () => {
  const { expectedId, thirdpartyBarCode } = await announce(desk);
  for (const [state, reason] of [
    [3, '快递丢件'],
    [0, '找到了'],
  ] as const)
    await act('online', 'reception', 'expected.close', { expectedId, state, reason });
  const closings = ({ events }: Timeline) => events.filter(({ what }) => what === 'expected.close').map(({ content, why, by }) => [content, why, by]);
  const { name } = await desk.me('reception');
  const told = [
    ['未到 → 确认未到', '快递丢件', name],
    ['确认未到 → 未到', '找到了', name],
  ];
  const awaited = await timelineOf(thirdpartyBarCode);
  expect(awaited.tubes).toEqual([]);
  expect(awaited.events[0]).toMatchObject({ what: 'expected.told', by: 'zhangzhou' });
  expect(closings(awaited)).toEqual(told);
  expect((await timelineOf(thirdpartyBarCode, 'lab')).events.length).toBe(awaited.events.length);
  const tube = { sampleClassId: desk.master.blood, sampleQuantity: 1 };
  await act('online', 'reception', 'partner.receive', { partner: 'zhangzhou', thirdpartyBarCode, tube });
  const here = await timelineOf(thirdpartyBarCode);
  expect(here.tubes).toHaveLength(1);
  expect(closings(here)).toEqual(told);
  // Of another laboratory's announcement nobody hears.
  const [elsewhere] = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} order by id limit 1`,
  );
  const theirs = await announce(desk, { laboratoryId: elsewhere!.id });
  const { id } = await desk.me('reception');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', ${sql.param([desk.master.laboratoryId])}::bigint[])`,
  );
  expect((await timelineOf(theirs.thirdpartyBarCode, 'reception')).events).toEqual([]);
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
});

it('keeps what was taken back in sight: a page of the paper, a partner’s code', async () => {
  const { requisitionCode, sampleCode } = await received();
  const page = await desk.blobs.putWhole('000000', madeJpeg(3_103));
  const { result } = await act('online', 'reception', 'requisitionImage.upload', {
    requisitionCode,
    pageNo: 1,
    imageKind: 1,
    imageKey: randomUUID(),
    ...page,
  });
  await act('online', 'reception', 'requisitionImage.remove', { requisitionImageId: result.requisitionImageId, reason: '拍错' });
  const affiliation = sql`(select affiliation_id from thirdparty_rule where send_sample_client_id = ${desk.master.clientId} and is_deleted = 0 limit 1)`;
  const bindId = '880101';
  await desk.orm
    .execute(sql`insert into thirdparty_bind_entry (id, tenant_id, bar_code, thirdparty_bar_code, send_sample_client_id, affiliation_id, rule_id, bind_user_id, bind_user, create_time)
    values (${bindId}, '000000', ${sampleCode}, 'TPBOUND1', ${desk.master.clientId}, coalesce(${affiliation}, 1), 1, 1, '绑定人', ${hoursAgo(0)})`);
  await act('online', 'reception', 'thirdpartyBind.remove', { bindId, reason: '贴错' });
  const { events } = await timelineOf(sampleCode);
  const { name } = await desk.me('reception');
  const of = (what: string) => events.filter((event) => event.what === what).map(({ by, why, content }) => [by, why, content]);
  expect(of('requisitionImage.upload')).toEqual([[name, null, null]]);
  expect(of('requisitionImage.remove')).toEqual([[name, '拍错', null]]);
  expect(of('code.bound')).toEqual([['绑定人', null, 'TPBOUND1']]);
  expect(of('thirdpartyBind.remove')).toEqual([[name, '贴错', 'TPBOUND1']]);
});

it('keeps an order that was removed, and what was done to it while the tube stood in it, in sight of who sees orders alone', async () => {
  /** A tube with a line that can be ordered, beside one of another tube. */
  const lined = async () => {
    const { requisitionCode, sampleCode } = await received();
    const [tube] = await desk.rows<{ sampleId: string; requisitionId: string }>(
      sql`select id::text as sample_id, requisition_id::text as requisition_id from sample where tenant_id = '000000' and sample_code = ${sampleCode}`,
    );
    const { laboratoryId: contractLaboratoryId } = desk.master;
    const lineIds = await addLines(desk.database, [{ contractLaboratoryId, requisitionCode, sampleCode, ...tube }, { contractLaboratoryId }]);
    return { sampleCode, lineIds };
  };
  const ordered = async (lineIds: readonly unknown[]) =>
    (await act('online', 'admin', 'order.create', { lineIds })).result.orders[0] as { readonly orderId: string; readonly orderNo: string };
  const edited = (orderId: string, version: number, more: object = {}) =>
    act('online', 'admin', 'order.edit', { orderId, version, billUnitId: null, remark: '', ...more });
  const told = async (code: string, account: Account = 'admin') =>
    (await timelineOf(code, account)).events.flatMap(({ what, no }) => (what.startsWith('order.') ? [[what, no]] : []));

  const first = await lined();
  const { orderId, orderNo } = await ordered(first.lineIds.slice(0, 1));
  await edited(orderId, 1);
  await act('online', 'admin', 'order.remove', { orderId });
  expect((await told(first.sampleCode)).map(String)).toEqual(
    expect.arrayContaining([timelineAct.orderMade, 'order.edit', 'order.remove'].map((what) => `${what},${orderNo}`)),
  );
  expect(await told(first.sampleCode, 'audit1' as Account)).toEqual([]);
  // Nor do other readers of a tube's line tell of it.
  const found = await desk.get('reception', 'enter-info/find-code', { code: first.sampleCode });
  expect(found.status, found.body).toBe(200);
  expect(found.body).not.toContain(orderNo);

  // Taken out of an order a tube is not told what was done to that later.
  const second = await lined();
  const order = await ordered(second.lineIds);
  await edited(order.orderId, 1, { removeLineIds: second.lineIds.slice(0, 1) });
  for (const [table, of] of [
    [sql`sample_act`, sql`note = ${order.orderNo}`],
    [sql`audit_entry`, sql`subject = ${order.orderId}`],
  ])
    await desk.orm.execute(sql`update ${table} set create_time = create_time - interval '1 minute' where ${of}`);
  await edited(order.orderId, 2);
  expect((await told(second.sampleCode)).filter(([what]) => what === 'order.edit')).toEqual([['order.edit', order.orderNo]]);
});

it('tells of a reception that was taken back under each of its codes, also where they are received anew, within its laboratory', async () => {
  const wrong = summaryPayload(desk, desk.master.single, { personName: '错收者' });
  const { result } = await act('online', 'reception', 'summary.enter', wrong);
  const [sampleCode] = result.sampleCodes as [string];
  await act('online', 'reception', 'summary.cancel', { ...result, reason: '扫错申请单' });
  const cancelled = { what: 'summary.cancel', why: '扫错申请单', content: `${wrong.requisitionCode} · ${sampleCode}`, sampleCode: null };
  for (const code of [sampleCode, wrong.requisitionCode]) expect(await timelineOf(code)).toMatchObject({ tubes: [], events: [cancelled] });
  const { tubes } = wrong;
  await received({ tubes, requisitionCode: freshCode('A') });
  expect((await timelineOf(sampleCode)).events).toMatchObject([cancelled, { what: 'summary.enter' }]);
  const { id } = await desk.me('reception');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) select '000000', ${id}, 'laboratory', array[max(l.id)] from laboratory l where l.id <> ${desk.master.laboratoryId}`,
  );
  expect((await timelineOf(wrong.requisitionCode, 'reception')).events).toEqual([]);
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
});

it('tells a tube of its client’s exclusion where its line was free then, or came in under it', async () => {
  const [row] = await desk.rows<{ id: string }>(
    sql`select id::text as id from send_sample_client where contract_laboratory_id = ${desk.master.laboratoryId} and coalesce(is_excluded, 0) = 0 order by id desc limit 1`,
  );
  const sendSampleClientId = row!.id;
  const lineOf = async (personName: string): Promise<string> => {
    const { sampleCode } = await received({ personName });
    const { laboratoryId: contractLaboratoryId, single: commodityId } = desk.master;
    const [lineId] = await addLines(desk.database, [{ contractLaboratoryId, sendSampleClientId, commodityId }]);
    await desk.orm.execute(
      sql`update sales_line l set requisition_id = s.requisition_id from sample s where s.sample_code = ${sampleCode} and l.id = ${lineId}`,
    );
    return sampleCode;
  };
  const onClient = (name: string, reason: string) => act('online', 'admin', name, { sendSampleClientId, applicant: '李经理', reason });
  const told = async (code: string): Promise<unknown[]> =>
    (await timelineOf(code)).events.filter(({ what }) => what.startsWith('exclusion.')).map(({ what, why }) => [what, why]);
  await onClient('exclusion.excludeClient', '旧账');
  await onClient('exclusion.restoreClient', '已结清');
  const before = await lineOf('排除前');
  await onClient('exclusion.excludeClient', '合同未签');
  const under = await lineOf('排除中');
  await onClient('exclusion.restoreClient', '合同已签');
  const acts = [
    ['exclusion.excludeClient', '合同未签'],
    ['exclusion.restoreClient', '合同已签'],
  ];
  expect(await told(before)).toEqual(acts);
  expect(await told(under)).toEqual(acts);
});
