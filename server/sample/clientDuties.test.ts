import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '#domain/sample/rules/judge.ts';
import { imageDuty } from '#domain/base/sendSampleClient.ts';
import { imageKind } from '#domain/sample/requisitionImage.ts';
import { imageMissing } from './detailState.ts';
import { commoditiesOf } from './masterRows.ts';
import { detailPayload, hoursAgo, openDesk, summaryPayload, type Desk } from './deskTesting.ts';
import { nowSql } from '#server/storage/clock.ts';

// What a sending client demands of its requisitions, and what its commodities allow.
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Says something of the client through its own save. */
async function client(values: object): Promise<void> {
  const admin = await desk.as('admin');
  const { data } = (await admin.get('/api/accession-lims-base/send-sample-client/detail', { clientId: desk.master.clientId })).json<{
    data: object;
  }>();
  const saved = await admin.post('/api/accession-lims-base/send-sample-client/save', { ...data, ...values }, { 'idempotency-key': randomUUID() });
  expect(saved.statusCode, saved.body).toBe(200);
}
const received = async () => {
  const summary = summaryPayload(desk, desk.master.single);
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  return summary;
};
const entered = (summary: ReturnType<typeof summaryPayload>, account: 'entry1' | 'entry2', pass: 1 | 2) =>
  desk.act('online', account, 'detail.enter', detailPayload(summary, 'nomal', pass));

it('a client that wants two entries gets two, whatever is ordered, also after the order was changed', async () => {
  await client({ doubleEntry: 1 });
  const summary = await received();
  const isDouble = async () =>
    (await desk.rows(sql`select is_double_entry from requisition where requisition_code = ${summary.requisitionCode}`))[0]?.['isDoubleEntry'];
  expect(await isDouble()).toBe(1);
  await client({ doubleEntry: 0 });
  expect(await isDouble()).toBe(1);
  expect(await entered(summary, 'entry1', 1)).toMatchObject({ status: 'applied' });
  expect(await entered(summary, 'entry2', 2)).toMatchObject({ status: 'applied' });
  expect((await desk.shape(summary.requisitionCode)).samples[0]).toMatchObject({ labStatus: 103 });
});

it('an entry waits for the picture its client asks for: with double entry, or always', async () => {
  await client({ imageDuty: imageDuty.doubleEntry });
  expect(await entered(await received(), 'entry1', 1)).toMatchObject({ status: 'applied' });
  await client({ imageDuty: imageDuty.always });
  const summary = await received();
  expect(await entered(summary, 'entry1', 1)).toMatchObject({ status: 'refused', code: 'detail.imageMissing' });
  const picture = (id: number, kind: number) =>
    desk.orm
      .execute(sql`insert into requisition_image (id, tenant_id, image_key, requisition_code, page_no, image_kind, sha256, size, mime, upload_user_id, upload_user_name, create_time, update_time)
    values (${id}, '000000', ${randomUUID()}, ${summary.requisitionCode}, 1, ${kind}, ${String(id % 10).repeat(64)}, 10, 'image/png', 1, '王敏', ${nowSql}, ${nowSql})`);
  // A photograph of a rejection is no picture of the paper.
  await picture(76, imageKind.rejection);
  expect(await entered(summary, 'entry1', 1)).toMatchObject({ status: 'refused', code: 'detail.imageMissing' });
  await picture(77, imageKind.requisition);
  expect(await entered(summary, 'entry1', 1)).toMatchObject({ status: 'applied' });
  await client({ imageDuty: imageDuty.doubleEntry, doubleEntry: 1 });
  expect(await entered(await received(), 'entry1', 1)).toMatchObject({ status: 'refused', code: 'detail.imageMissing' });
  await client({ imageDuty: imageDuty.none, doubleEntry: 0 });
});

it('a commodity says how many fetuses it admits', async () => {
  const admin = await desk.as('admin');
  const findings = async () => {
    const commodities = await commoditiesOf(desk.orm, '000000', [desk.master.nipt]);
    return judge('nipt', { fetusCount: 3 }, { now: hoursAgo(0), commodities }).map(({ rule }) => rule);
  };
  expect(await findings()).toContain('N-5');
  const path = '/api/accession-lims-base/commodity';
  const { data } = (await admin.get(`${path}/detail`, { commodityId: desk.master.nipt })).json<{ data: object }>();
  expect((await admin.post(`${path}/save`, { ...data, maxFetusCount: 3 }, { 'idempotency-key': randomUUID() })).statusCode).toBe(200);
  expect(await findings()).not.toContain('N-5');
});

it('a third party’s rule is switched off and removed', async () => {
  const admin = await desk.as('admin');
  const path = '/api/accession-lims-base/code-thirdparty';
  const save = async (what: string, body: object) =>
    (await admin.post(`${path}-${what}/save`, body, { 'idempotency-key': randomUUID() })).json<{ data: { id: string } }>().data.id;
  const affiliationId = await save('affiliation', { affiliationName: '伙伴甲' });
  const rule = { affiliationId, sendSampleClientId: desk.master.clientId, expenseType: 0, thirdpartyCode: 'QX', codeLength: 10 };
  const id = await save('rule', rule);
  const rows = async () =>
    (await admin.get(`${path}-rule/rule-page`))
      .json<{ data: { records: { ruleId: string; disable: number; creator: string }[] } }>()
      .data.records.filter(({ ruleId }) => ruleId === id);
  expect((await admin.post(`${path}-rule/disable?ids=${id}`, {})).statusCode).toBe(200);
  expect(await rows()).toMatchObject([{ ruleId: id, disable: 1, creator: '陈立' }]);
  expect((await admin.post(`${path}-rule/enable?ids=${id}`, {})).statusCode).toBe(200);
  expect((await admin.post(`${path}-rule/remove?ids=${id}`, {})).statusCode).toBe(200);
  expect(await rows()).toEqual([]);
});

it('receipts are counted by day, week, month and year', async () => {
  const path = '/api/accession-lims-lab/lab-task/receiveStatistics';
  const lab = await desk.as('lab');
  const [sample] = await desk.rows(
    sql`select s.id, s.sample_code, s.requisition_id, s.contract_laboratory_id from sample s where s.tenant_id = '000000' order by s.id limit 1`,
  );
  await desk.orm
    .execute(sql`insert into lab_receive_record (id, tenant_id, kind, round, sample_id, sample_code, requisition_id, laboratory_id, lab_code, action_user_id, action_user_name, act_time, create_time)
    select 900 + n, '000000', 1, 900 + n, ${sample?.['id']}, ${sample?.['sampleCode']}, ${sample?.['requisitionId']}, ${sample?.['contractLaboratoryId']}, 'L' || n, 1, '孙悦', ('2026-01-0' || n || ' 10:00:00')::timestamptz, ${nowSql} from generate_series(4, 6) n`);
  const times = async (timeType: string) => {
    const span = { actTimeBegin: '2026-01-01', actTimeEnd: '2026-01-31', timeType };
    const rows = (await lab.get(path, span)).json<{ data: { records: { countTime: string; receiveCount: number }[] } }>().data.records;
    const sum = new Map<string, number>();
    for (const { countTime, receiveCount } of rows) sum.set(countTime, Math.max(sum.get(countTime) ?? 0, receiveCount));
    return [...sum].toSorted(([one], [other]) => one.localeCompare(other));
  };
  expect((await times('measure_day')).map(([day]) => day)).toEqual(['2026-01-04', '2026-01-05', '2026-01-06']);
  // The 4th of January 2026 is a Sunday, the last day of the first week.
  expect((await times('measure_week')).map(([week, count]) => [week, count])).toEqual([
    ['2025-12-29', 1],
    ['2026-01-05', 2],
  ]);
  expect(await times('measure_month')).toEqual([['2026-01', 3]]);
  expect(await times('measure_year')).toEqual([['2026', 3]]);
  expect((await lab.get(path, { timeType: 'measure_hour' })).statusCode).toBe(400);
});

it('a form may demand the picture, whatever its client asks', async () => {
  await client({ imageDuty: imageDuty.none });
  const { requisitionCode } = await received();
  const isMissing = async (forms: readonly string[]) =>
    (await desk.orm.execute(sql`select ${imageMissing(forms)} as missing from requisition r where r.requisition_code = ${requisitionCode}`)).rows[0];
  expect(await isMissing([])).toEqual({ missing: false });
  expect(await isMissing(['nipt'])).toEqual({ missing: false });
  expect(await isMissing(['nomal'])).toEqual({ missing: true });
});
