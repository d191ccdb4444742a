import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshCode, openDesk, summaryPayload, type Account, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const find = async (code: string, account: Account = 'lab') => {
  const { data } = await desk.get(account, 'enter-info/find-code', { code });
  return (data as { sampleCode: string }[]).map(({ sampleCode }) => sampleCode);
};

it('any code of a tube leads to it: sample, requisition, tube, hospital, lab, a partner’s', async () => {
  const hospitalCode = freshCode('H');
  const summary = summaryPayload(desk, desk.master.single, { hospitalCode });
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  const { sampleCode, testTubeNumber } = summary.tubes[0]!;
  const labCode = freshCode('SH');
  await desk.orm.execute(sql`update sample set lab_code = ${labCode} where sample_code = ${sampleCode}`);
  await desk.orm
    .execute(sql`insert into thirdparty_bind_entry (id, tenant_id, bar_code, thirdparty_bar_code, affiliation_id, rule_id, send_sample_client_id, bind_user_id, bind_user, create_time)
    values (55, '000000', ${sampleCode}, 'PARTNER-77', 1, 1, 1, 1, '王敏', now())`);
  for (const code of [sampleCode, summary.requisitionCode, testTubeNumber, hospitalCode, labCode, labCode.toLowerCase(), ' partner-77 '])
    expect(await find(code), code).toEqual([sampleCode]);
  expect(await find(freshCode('X'))).toEqual([]);
  const { data } = await desk.get('lab', 'enter-info/find-code', { code: sampleCode });
  // Which tube, never whose.
  expect(JSON.stringify(data)).not.toContain(summary.personName);
  expect(data[0]).toMatchObject({ requisitionCode: summary.requisitionCode, labStatus: 101, entryPersonName: (await desk.me('reception')).name });
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
