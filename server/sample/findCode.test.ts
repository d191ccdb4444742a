import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundAct } from '#domain/sample/foundTubeRow.ts';
import { detailPayload, freshCode, openDesk, summaryPayload, type Account, type Desk } from './deskTesting.ts';
import { nowSql } from '#server/storage/clock.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const find = async (code: string, account: Account = 'lab') => {
  const { data } = await desk.get(account, 'enter-info/find-code', { code });
  return (data as { sampleCode: string }[]).map(({ sampleCode }) => sampleCode);
};

it('any code of a tube leads to it: sample, requisition, tube, hospital, lab, a partner’s, and the number of its parcel', async () => {
  const hospitalCode = freshCode('H');
  const courierNumber = freshCode('SF');
  const summary = summaryPayload(desk, desk.master.single, { hospitalCode, courierNumber });
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  const { sampleCode, testTubeNumber } = summary.tubes[0]!;
  const labCode = freshCode('SH');
  await desk.orm.execute(sql`update sample set lab_code = ${labCode} where sample_code = ${sampleCode}`);
  await desk.orm
    .execute(sql`insert into thirdparty_bind_entry (id, tenant_id, bar_code, thirdparty_bar_code, affiliation_id, rule_id, send_sample_client_id, bind_user_id, bind_user, create_time)
    values (55, '000000', ${sampleCode}, 'PARTNER-77', 1, 1, 1, 1, '王敏', ${nowSql})`);
  for (const code of [
    sampleCode,
    summary.requisitionCode,
    testTubeNumber,
    hospitalCode,
    labCode,
    labCode.toLowerCase(),
    ' partner-77 ',
    courierNumber,
  ])
    expect(await find(code), code).toEqual([sampleCode]);
  expect(await find(freshCode('X'))).toEqual([]);
  const { data } = await desk.get('lab', 'enter-info/find-code', { code: sampleCode });
  expect(data[0]).toMatchObject({ requisitionCode: summary.requisitionCode, labStatus: 101, entryPersonName: (await desk.me('reception')).name });
});

it('tells whose it is to who sees names elsewhere, else the first letter, and nothing while a second entry is typed blind', async () => {
  const of = async (commodityId: string) => {
    const summary = summaryPayload(desk, commodityId, { telephone: '13800005678' });
    expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
    const seen = async (account: Account) => (await desk.get(account, 'enter-info/find-code', { code: summary.requisitionCode })).data[0];
    return { summary, seen };
  };
  const single = await of(desk.master.single);
  expect(await single.seen('lab')).toMatchObject({ personName: single.summary.personName, sex: 2, age: 31, telephone: '138****5678' });
  expect(await single.seen('entry1')).toMatchObject({ personName: '受*', sex: null, telephone: null });
  const double = await of(desk.master.double);
  expect(await double.seen('entry2')).toMatchObject({ personName: null, telephone: null });
  expect(JSON.stringify(await double.seen('entry2'))).not.toContain('1380000');
});

it('tells what was done to a tube with times, and where it is', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  const { requisitionCode } = summary;
  const seen = async () => (await desk.get('lab', 'enter-info/find-code', { code: requisitionCode })).data[0];
  const whats = async () => (await seen()).acts.map(({ what, by, toStatus }: FoundAct) => `${what} ${by} ${toStatus ?? ''}`.trim());
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  const [me, clerk] = [(await desk.me('reception')).name, (await desk.me('entry1')).name];
  expect(await whats()).toEqual([`summary.enter ${me} 101`]);
  expect(await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1))).toMatchObject({ status: 'applied' });
  const handover = { handoverKey: randomUUID(), commodityId: desk.master.single, sampleCodes: [summary.tubes[0]!.sampleCode] };
  expect(await desk.act('online', 'reception', 'handover.save', handover)).toMatchObject({ status: 'applied' });
  expect((await whats()).toSorted()).toEqual([`detail.enter ${clerk} 103`, `handover.save ${me}`, `summary.enter ${me} 101`]);
  expect(await seen()).toMatchObject({ handover: { by: me, signedBy: null }, contractLaboratoryName: '沪江检验所' });
});

it('keeps to the laboratories of whoever asks, and to the right to see samples', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  const admin = await desk.as('admin');
  const laboratory = (
    await admin.post(
      '/api/accession-lims-base/laboratory/save',
      { laboratoryName: '他处检验所', laboratoryCode: 'QT01', executeType: 1 },
      { 'idempotency-key': randomUUID() },
    )
  ).json<{ data: { id: string } }>().data.id;
  const limit = async (laboratoryIds: readonly string[] | null) => {
    const userId = (await desk.me('entry1')).id;
    const said = await admin.post(
      '/api/accession-lims-base/user-panel-group/saveOrUpdate',
      { userId, laboratoryIds, panelGroupIds: null, commodityIds: null },
      { 'idempotency-key': randomUUID() },
    );
    expect(said.statusCode, said.body).toBe(200);
  };
  expect(await find(summary.requisitionCode, 'entry1')).toHaveLength(1);
  await limit([laboratory]);
  expect(await find(summary.requisitionCode, 'entry1')).toEqual([]);
  await limit(null);
  expect(await find(summary.requisitionCode, 'entry1')).toHaveLength(1);
});
