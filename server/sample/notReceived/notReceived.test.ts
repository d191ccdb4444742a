import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tubesAtDoor } from '#server/lab/tasks/taskTesting.ts';
import { hoursAgo, openDesk, type Account, type Desk } from '../deskTesting.ts';
import { announce, type Announcement } from '../partner/partnerTesting.ts';

let desk: Desk;
let elsewhere = '';
beforeAll(async () => {
  desk = await openDesk();
  // The demo's own announcements and handovers, which stand at whatever hour it was seeded, are out of the periods counted here.
  await desk.orm.execute(sql`delete from expected_sample where tenant_id = '000000'`);
  await desk.orm.execute(sql`update handover set sign_time = sign_time - interval '60 days' where tenant_id = '000000'`);
  const [other] = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} and execute_type = 1 order by id limit 1`,
  );
  elsewhere = other!.id;
});
afterAll(() => desk.close());

/** A line that was awaited so many hours ago, and came so many hours ago. */
async function awaited(ago: number, came: number | null = null, more: Announcement = {}): Promise<string> {
  const { expectedId } = await announce(desk, more);
  await desk.orm
    .execute(sql`update expected_sample set expect_time = ${hoursAgo(ago)}, receive_time = ${came === null ? null : hoursAgo(came)}::timestamptz,
    state = ${came === null ? (more.state ?? 0) : 1} where id = ${expectedId}`);
  return expectedId;
}
const page = async (query: Record<string, string>, account: Account = 'reception') =>
  (await desk.get(account, 'sample-receive/not-receive-page', { size: '100', ...query })).data;
const ids = async (query: Record<string, string>, account?: Account): Promise<string[]> =>
  (await page(query, account)).records.map(({ notReceivedId }: any) => notReceivedId);
const span = { expectTimeBegin: hoursAgo(24 * 20).slice(0, 10), expectTimeEnd: hoursAgo(-48).slice(0, 10) };
const statistics = async (query: Record<string, string>) =>
  (await desk.get('reception', 'sample-receive/notReceiveStatistics', { kind: '2', ...span, ...query })).data;
const close = (expectedId: string, state: number, account: Account = 'reception') =>
  desk.act('online', account, 'expected.close', { expectedId, state, reason: '快递丢件' });

it('counts in time, late, missing and long overdue by when it was awaited, and each number lists what is missing', async () => {
  await awaited(50, 51);
  await awaited(50, 26);
  const long = await awaited(50);
  await awaited(50, null, { state: 2 });
  const short = await awaited(26);
  await awaited(-22);
  const { records, totals } = await statistics({});
  const days = Object.fromEntries(records.map((row: any) => [row.countTime, row]));
  expect(days[hoursAgo(50).slice(0, 10)]).toMatchObject({
    expectCount: 3,
    dueCount: 3,
    receiveCount: 2,
    onTimeCount: 1,
    lateCount: 1,
    notReceiveCount: 1,
    stayCount: 1,
    receivedRate: 66.7,
  });
  expect(days[hoursAgo(26).slice(0, 10)]).toMatchObject({ expectCount: 1, notReceiveCount: 1, stayCount: 0, receivedRate: 0 });
  expect(totals).toMatchObject({ expectCount: 5, dueCount: 4, notReceiveCount: 2, receivedRate: 50 });
  for (const { fromTime, toTime, notReceiveCount } of records)
    expect((await ids({ kind: '2', expectTimeBegin: fromTime, expectTimeEnd: toTime })).length, fromTime).toBe(notReceiveCount);
  // The longest first; one that is not due yet is on no list, one that was cancelled where it is asked for.
  expect(await ids({ kind: '2' })).toEqual([long, short]);
  expect(await ids({ kind: '2', stay: '1' })).toEqual([long]);
  expect((await page({ kind: '2' })).records[0]).toMatchObject({ stayHours: 50, isStay: 1, state: 0, source: 1 });
  expect(await ids({ kind: '2', state: '2' })).toHaveLength(1);
});

it('parts what is awaited by client, laboratory, province and commodity, a line of two commodities once in all', async () => {
  await desk.orm.execute(sql`update send_sample_client set province_name = '江苏省' where id = ${desk.master.clientId}`);
  await awaited(30, null, { commodityIds: [desk.master.single, desk.master.double] });
  const of = async (groupBy: string) =>
    (await statistics({ groupBy, timeType: 'measure_year' })).records.map(({ groupName, expectCount }: any) => [groupName, expectCount]);
  const total = (await statistics({})).totals.expectCount;
  const parts = await of('commodity');
  expect(parts.map(([, count]: any) => count).reduce((sum: number, count: number) => sum + count, 0)).toBe(total + 1);
  expect(new Set((await of('province')).map(([name]: any) => name))).toEqual(new Set(['江苏省']));
  expect((await statistics({ groupBy: 'province', commodityId: desk.master.double })).totals.expectCount).toBe(1);
  const [client] = (await statistics({ groupBy: 'client', timeType: 'measure_year' })).records;
  expect(client.sendSampleClientName).toBe(client.groupName);
  expect(client.laboratoryName).toBeNull();
});

it('lists what was handed over and that no laboratory received, until it does', async () => {
  const { sampleCodes } = await tubesAtDoor(desk);
  const [code] = sampleCodes as [string];
  const rows = async (query: Record<string, string> = {}) => (await page({ kind: '1', sampleCode: code, ...query }, 'lab')).records as any[];
  expect(await rows()).toMatchObject([{ sampleCode: code, stayHours: 0, isStay: 0, source: null }]);
  expect(await rows({ stay: '1' })).toEqual([]);
  await desk.orm.execute(
    sql`update handover h set sign_time = ${hoursAgo(5)} from sample_item i where i.sample_code = ${code} and h.id = i.handover_id`,
  );
  expect(await rows({ stay: '1' })).toMatchObject([{ stayHours: 5, isStay: 1 }]);
  const lab = { kind: '1', expectTimeBegin: hoursAgo(2), expectTimeEnd: hoursAgo(0), groupBy: 'commodity' };
  expect((await statistics(lab)).totals).toMatchObject({ expectCount: 1, dueCount: 1, notReceiveCount: 1, stayCount: 1, receivedRate: 0 });
  await desk.act('online', 'lab', 'labTask.receive', { code });
  expect(await rows()).toEqual([]);
  expect((await statistics(lab)).totals).toMatchObject({ receiveCount: 1, lateCount: 1, notReceiveCount: 0, receivedRate: 100 });
});

it('tells of what arrived the server’s time beside', async () => {
  const { sampleCodes } = await tubesAtDoor(desk);
  const [code] = sampleCodes as [string];
  await desk.act('online', 'lab', 'labTask.receive', { code });
  const lists = async (query: Record<string, string>) =>
    (await desk.get('lab', 'sample-receive/notReceiveStatistics-tubes', { ...span, figure: 'receiveCount', ...query })).data.records as any[];
  expect(await lists({ kind: '1', sampleCode: code })).toContainEqual(
    expect.objectContaining({ sampleCode: code, arriveTime: expect.any(String), arriveServerTime: expect.any(String) }),
  );
  const { expectedId } = await announce(desk);
  await desk.orm
    .execute(sql`update expected_sample e set state = 1, expect_time = ${hoursAgo(2)}, receive_time = ${hoursAgo(3)}, sample_id = s.id from sample s
    where e.id = ${expectedId} and s.sample_code = ${code}`);
  const [told] = await desk.rows<{ at: string }>(sql`select create_time as at from sample where sample_code = ${code}`);
  expect(await lists({ kind: '2' })).toContainEqual(expect.objectContaining({ notReceivedId: expectedId, arriveServerTime: told!.at }));
});

it('what will not come is settled with a reason and opens a case; it can be awaited again, but not once it is here', async () => {
  const line = await awaited(60);
  expect(await close(line, 3)).toMatchObject({ status: 'applied' });
  const cases = await desk.rows(sql`select c.case_code, c.laboratory_id::text as laboratory_id, x.sample_code from abnormal_case c
    join abnormal_case_tube x on x.case_id = c.id order by c.id desc limit 1`);
  const [{ code }] = (await desk.rows<{ code: string }>(sql`select bar_code as code from expected_sample where id = ${line}`)) as [{ code: string }];
  expect(cases).toEqual([{ caseCode: 'REJ14', laboratoryId: desk.master.laboratoryId, sampleCode: code }]);
  expect((await page({ kind: '2', state: '3' })).records).toMatchObject([{ notReceivedId: line, isStay: 0, closeReason: '快递丢件' }]);
  expect(await close(line, 3)).toMatchObject({ status: 'conflict', code: 'expected.same' });
  expect(await close(line, 0)).toMatchObject({ status: 'applied' });
  expect((await page({ kind: '2', sampleCode: code })).records).toMatchObject([{ state: 0, closeReason: null }]);
  const here = await awaited(60, 1);
  expect(await close(here, 2)).toMatchObject({ status: 'conflict', code: 'expected.arrived' });
});

it('another laboratory sees and settles none of it', async () => {
  const line = await awaited(70);
  const { id } = await desk.me('reception');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', ${sql.param([elsewhere])}::bigint[])`,
  );
  try {
    expect(await ids({ kind: '2' })).toEqual([]);
    expect((await statistics({})).records).toEqual([]);
    expect(await close(line, 2)).toMatchObject({ code: expect.stringMatching(/notYours|403/) });
  } finally {
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  }
  expect((await desk.get('entry1', 'sample-receive/not-receive-page', { kind: '2' })).status).toBe(403);
  expect((await desk.get('reception', 'sample-receive/not-receive-page', { kind: '9' })).status).toBe(400);
});
