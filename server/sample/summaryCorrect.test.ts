import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detailPayload, hoursAgo, openDesk, summaryPayload, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const correct = (requisitionCode: string, values: object, more: object = {}) =>
  desk.act('online', 'reception', 'summary.correct', { requisitionCode, values, reason: '抄录错误', ...more });
const rowOf = async (code: string) =>
  (
    await desk.rows(
      sql`select person_name, telephone, reception, send_sample_client_id, courier_number from requisition where requisition_code = ${code}`,
    )
  )[0]!;

it('mends what reception typed: record, columns and search follow, the audit trail says what, why and by whom', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  const { requisitionCode } = summary;
  await desk.act('outbox', 'reception', 'summary.enter', summary);
  const said = await correct(requisitionCode, { personName: '欧阳更正', courierNumber: 'SF7700', telephone: summary.telephone });
  expect(said).toMatchObject({ status: 'applied', result: { changed: ['personName', 'courierNumber'] } });
  expect(await rowOf(requisitionCode)).toMatchObject({ personName: '欧阳更正', courierNumber: 'SF7700', reception: { personName: '欧阳更正' } });
  expect((await desk.get('reception', 'enter-info/get-summary-info', { requisitionCode })).data.values).toMatchObject({ personName: '欧阳更正' });
  const [audit] = await desk.rows(sql`select reason, after from audit_entry where action = 'summary.correct' and subject = ${requisitionCode}`);
  expect(audit).toMatchObject({
    reason: '抄录错误',
    after: { changed: [{ field: 'personName', before: summary.personName, after: '欧阳更正' }, {}] },
  });
  // The same again changes nothing.
  expect(await correct(requisitionCode, { personName: '欧阳更正' })).toMatchObject({ status: 'applied', result: { changed: [] } });
});

it('judges what changes by the rules of reception, and asks for reasons as they do', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  const { requisitionCode } = summary;
  await desk.act('outbox', 'reception', 'summary.enter', summary);
  expect(await correct(requisitionCode, { personName: '' })).toMatchObject({
    status: 'refused',
    code: 'command.badInput',
    problems: [{ field: 'personName' }],
  });
  const future = await correct(requisitionCode, { samplingTime: hoursAgo(-5) });
  expect(future).toMatchObject({ status: 'refused', code: 'entry.blocked' });
  expect(future.problems?.[0]).toMatchObject({ field: 'samplingTime' });
  expect(await correct(requisitionCode, { personName: '某某' }, { reason: ' ' })).toMatchObject({ status: 'refused', code: 'command.badInput' });
  expect((await rowOf(requisitionCode))['personName']).toBe(summary.personName);
});

it('leaves to entry what entry has typed since, and stops at the lab', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  const { requisitionCode } = summary;
  await desk.act('outbox', 'reception', 'summary.enter', summary);
  await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
  expect(await correct(requisitionCode, { personName: '欧阳更正' })).toMatchObject({ status: 'refused', code: 'correct.ownedByEntry' });
  expect(await correct(requisitionCode, { courierNumber: 'SF7701' })).toMatchObject({ status: 'applied' });
  expect(await rowOf(requisitionCode)).toMatchObject({ courierNumber: 'SF7701', personName: summary.personName });
  const row = async () => (await desk.get('reception', 'enter-info/today-list', { requisitionCode })).data.records[0];
  expect(await row()).toMatchObject({
    firstBy: expect.any(String),
    secondBy: null,
    entryState: 5,
    commodityIds: [desk.master.single],
    isCodeInvented: 0,
  });
  expect((await row()).tubes).toMatchObject([{ sampleCode: summary.tubes[0]!.sampleCode, labStatus: 103, isInHandover: false }]);
  await desk.act('online', 'reception', 'summary.reject', { requisitionCode, rejectCode: 'REJ01', rejectReason: '溶血', measure: 1 });
  expect(await correct(requisitionCode, { courierNumber: 'SF7702' })).toMatchObject({ status: 'refused', code: 'correct.rejected' });
  expect(await correct('NOSUCHCODE', { courierNumber: 'SF7702' })).toMatchObject({ status: 'refused', code: 'command.notFound' });
});

it('of another laboratory there is nothing to correct, and without the right nothing at all', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  await desk.act('outbox', 'reception', 'summary.enter', summary);
  const body = { requisitionCode: summary.requisitionCode, values: { courierNumber: 'X1' }, reason: '试' };
  expect(await desk.act('online', 'lab', 'summary.correct', body)).toMatchObject({ status: 'refused', code: expect.stringMatching(/forbidden|403/) });
});

it('mends a tube’s class and volume, too, and judges what they mean for it', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  const { requisitionCode } = summary;
  const { sampleCode } = summary.tubes[0]!;
  const classes = await desk.rows<{ id: string }>(
    sql`select id::text as id from sample_class where tenant_id = '000000' and is_disable = 0 and is_deleted = 0 and id <> ${desk.master.blood} order by id`,
  );
  const correct = (tubes: readonly object[], more: object = {}) =>
    desk.act('online', 'reception', 'summary.correct', { requisitionCode, values: {}, tubes, reason: '扫错', ...more });
  expect(await correct([{ sampleCode, sampleVolume: 3.5 }])).toMatchObject({ status: 'applied', result: { changed: ['tubes.0.sampleVolume'] } });
  const [other] = classes;
  const said = await correct([{ sampleCode, sampleClassId: other!.id }]);
  const reasons = Object.fromEntries((said.problems ?? []).map(({ params }) => [params?.rule, '客户同意']));
  if (said.status !== 'applied') expect(await correct([{ sampleCode, sampleClassId: other!.id }], { reasons })).toMatchObject({ status: 'applied' });
  const [tube] = await desk.rows(
    sql`select sample_class_id::text as class_id, sample_volume::float8 as volume from sample where sample_code = ${sampleCode}`,
  );
  expect(tube).toEqual({ classId: other!.id, volume: 3.5 });
  const { data } = await desk.get('reception', 'enter-info/get-summary-info', { requisitionCode });
  expect(data.tubes[0]).toMatchObject({ sampleClassId: other!.id, sampleVolume: 3.5 });
  // The same again changes nothing; what is no tube of it, no class, or no volume is refused by name.
  expect(await correct([{ sampleCode, sampleVolume: 3.5 }])).toMatchObject({ status: 'applied', result: { changed: [] } });
  expect(await correct([{ sampleCode: 'X1', sampleVolume: 3 }])).toMatchObject({ code: 'command.notFound' });
  expect(await correct([{ sampleCode, sampleVolume: 300 }])).toMatchObject({ problems: [{ field: 'tubes.0.sampleVolume' }] });
  expect(await correct([{ sampleCode, sampleClassId: '77' }])).toMatchObject({ problems: [{ field: 'tubes.0.sampleClassId' }] });
});
