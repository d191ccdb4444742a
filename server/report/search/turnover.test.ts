import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { seedCalendar } from '#server/base/workCalendar.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';

/** Seven tasks: their panel group, receipt by the laboratory and report. */
const tasks = [
  ['A', '2025-09-26 16:00:00', '2025-10-09 10:00:00'],
  ['A', '2025-10-11 09:00:00', '2025-10-13 09:00:00'],
  ['B', '2025-10-03 09:00:00', '2025-10-08 09:00:00'],
  ['B', '2025-10-08 08:00:00', '2025-10-09 20:00:00'],
  ['A', '2025-10-09 10:00:00', '2025-10-10 10:30:00'],
  ['A', '2025-09-29 08:00:00', '2025-09-30 20:00:00'],
  ['B', '2025-09-30 00:00:00', '2025-10-01 00:00:00'],
] as const;

let desk: Desk;
let laboratoryId: string;
beforeAll(async () => {
  desk = await openDesk();
  await seedCalendar(desk.database, '000000');
  ({ laboratoryId } = desk.master);
  const [one] = await desk.rows<{ sampleId: string; requisitionId: string; clientId: string }>(
    sql`select s.id::text as sample_id, s.requisition_id::text as requisition_id, s.send_sample_client_id::text as client_id from sample s where s.tenant_id = '000000' limit 1`,
  );
  const groups = await desk.rows<{ id: string }>(sql`select id::text as id from panel_group where tenant_id = '000000' order by id limit 2`);
  for (const [at, [group, received, reported]] of tasks.entries())
    await desk.orm
      .execute(sql`insert into report_period (tenant_id, task_id, report_id, requisition_id, sample_id, laboratory_id, send_sample_client_id, panel_group_id, panel_ids, commodity_ids,
        sampling_time, receive_time, lab_receive_time, begin_time, second_audit_time, report_time, external_test_cycle, reporting_cycle, create_time, update_time)
      values ('000000', ${at + 1}, ${at + 1}, ${one!.requisitionId}, ${one!.sampleId}, ${laboratoryId}, ${one!.clientId}, ${groups[group === 'A' ? 0 : 1]!.id}, '{}', '{}',
        ${received}::timestamptz - interval '90 minutes', null, ${received}, ${received}, ${reported}, ${reported}, 7200, 0, ${reported}, ${reported})`);
});
afterAll(() => desk.close());

const get = async (path: string, query: Record<string, string>, account: Account = 'audit2') =>
  (await desk.as(account)).get(callPath('search', `comprehensive-query/${path}`, 'accession'), query);
const data = async (path: string, query: Record<string, string> = {}): Promise<any> => {
  const answer = await get(path, { laboratoryId, reportTimeBegin: '2025-09-01', reportTimeEnd: '2025-10-31', ...query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: unknown }>().data;
};
const october = { reportTimeBegin: '2025-10-01', reportTimeEnd: '2025-10-31' };

it('tells median and P90 of real tasks by month, week and part, never of means, and each number lists its tasks', async () => {
  const month = await data('labTurnoverPercentiles', october);
  expect(month.records).toMatchObject([
    { countTime: '2025-10', n: 6, p50: 2520, p90: 18360, testCycle: 2520, max: 18360, inTimeRate: 83.3, leftOut: 0 },
  ]);
  expect(month.totals).toMatchObject({ n: 6, p50: 2520, p90: 18360, inTimeRate: 83.3 });
  expect((await data('labTurnoverPercentiles', { ...october, percentileType: '2' })).records[0].testCycle).toBe(18360);
  const weeks = (await data('labTurnoverPercentiles', { timeType: 'measure_week' })).records;
  expect(weeks.map((week: any) => [week.countTime, week.n, week.p50, week.p90])).toEqual([
    ['2025-10-13', 1, 2880, 2880],
    ['2025-10-06', 4, 4680, 18360],
    ['2025-09-29', 2, 1800, 2160],
  ]);
  const parts = (await data('labTurnoverPercentiles', { ...october, dimension: 'panelGroup' })).records;
  expect(parts.map((part: any) => [part.n, part.p50, part.p90])).toEqual([
    [3, 2880, 18360],
    [3, 2160, 7200],
  ]);
  // Of a day that begins at noon the number opens what came after noon.
  const noon = (await data('labTurnoverPercentiles', { reportTimeBegin: '2025-10-09 12:00:00', reportTimeEnd: '2025-10-09' })).records;
  expect(noon).toMatchObject([{ n: 1, p50: 2160 }]);
  for (const { n, fromTime, toTime, dimensionId } of [...weeks, ...parts, ...noon]) {
    const query = { reportTimeBegin: fromTime, reportTimeEnd: toTime, isOpen: '0', ...(dimensionId ? { panelGroupId: dimensionId } : {}) };
    expect((await data('report-period-page', query)).total, JSON.stringify(query)).toBe(n);
  }
});

it('opens what a number counts, and what it left out: of tasks without a begin neither is the other', async () => {
  await desk.orm.execute(sql`update report_period set receive_time = lab_receive_time where task_id in (1, 2)`);
  const byCourier = { ...october, beginNode: '1' };
  const [month] = (await data('labTurnoverPercentiles', byCourier)).records;
  expect(month).toMatchObject({ n: 2, leftOut: 4 });
  const listed = async (isCounted: '0' | '1') => (await data('report-period-page', { ...october, isOpen: '0', countedFrom: '1', isCounted })).total;
  expect([await listed('1'), await listed('0')]).toEqual([month.n, month.leftOut]);
  // The plain list cuts nothing off: what no statistic counts stands in it.
  expect((await data('report-period-page', october)).total).toBe(6);
  await desk.orm.execute(sql`update report_period set report_time = lab_receive_time - interval '1 day' where task_id = 5`);
  expect((await data('report-period-page', { labReceiveTimeBegin: '2025-10-09 10:00:00', labReceiveTimeEnd: '2025-10-09 10:00:00' })).total).toBe(1);
  await desk.orm.execute(sql`update report_period set report_time = '2025-10-10 10:30:00' where task_id = 5`);
  // Whoever names the begin alone means what is counted.
  expect((await data('report-period-page', { ...october, countedFrom: '1' })).total).toBe(month.n);
  await desk.orm.execute(sql`update report_period set receive_time = null where task_id in (1, 2)`);
});

it('counts working days by the calendar where that is asked', async () => {
  const of = async (query: Record<string, string>) =>
    (await data('labTurnoverPercentiles', { dateModel: '1', ...query })).records.map(({ p50, p90 }: any) => [p50, p90]);
  expect(await of(october)).toEqual([[1440, 5400]]);
  expect(await of({ ...october, dimension: 'panelGroup' })).toEqual([
    [1470, 5400],
    [1200, 1440],
  ]);
  expect(await of({ timeType: 'measure_week' })).toEqual([
    [1440, 1440],
    [1335, 5400],
    [1800, 2160],
  ]);
});

it('tells the time before testing with the tasks it counts; what has no begin is not counted, and said', async () => {
  const list = await data('preTestingTurnoverPercentiles', october);
  expect(list.total).toBe(6);
  expect(list.records.map(({ sampleCycle }: any) => sampleCycle)).toEqual([90, 90, 90, 90, 90, 90]);
  expect(await data('preTestingTurnoverChart', october)).toEqual({
    periods: [{ countTime: '2025-10', fromTime: '2025-10-01 00:00:00', toTime: '2025-10-31 23:59:59', n: 6, leftOut: 0, p50: 90, p90: 90, max: 90 }],
    summary: { n: 6, leftOut: 0, p50: 90, p90: 90, max: 90 },
  });
  // By courier none of them has arrived.
  expect((await data('preTestingTurnoverChart', { ...october, beginNode: '1' })).summary).toEqual({
    n: 0,
    leftOut: 6,
    p50: null,
    p90: null,
    max: null,
  });
});

it('a report that was taken back stands for nothing until it is out again', async () => {
  await desk.orm.execute(sql`update report_period set is_open = 1 where task_id = 1`);
  expect((await data('labTurnoverPercentiles', october)).records).toMatchObject([{ n: 5, max: 7200, inTimeRate: 100 }]);
  await desk.orm.execute(sql`update report_period set is_open = 0 where task_id = 1`);
});

it('asks for a laboratory, for a span that can be counted, for known choices, and for the right to it', async () => {
  const answer = async (query: Record<string, string>, account?: Account) => {
    const { statusCode, body } = await get('labTurnoverPercentiles', query, account);
    return [statusCode, JSON.parse(body).msg];
  };
  expect(await answer({})).toEqual([400, '请选择检验所']);
  expect(await answer({ laboratoryId, timeType: 'measure_day', reportTimeBegin: '2025-06-01', reportTimeEnd: '2025-10-31' })).toEqual([
    400,
    '时间范围过大',
  ]);
  expect(await answer({ laboratoryId, reportTimeEnd: '2025-10-31' })).toEqual([400, '时间范围过大']);
  for (const odd of [{ dimension: 'salesman' }, { reportTimeBegin: 'soon' }, { timeType: 'measure_hour' }] as readonly Record<string, string>[])
    expect((await answer({ laboratoryId, ...odd }))[0], JSON.stringify(odd)).toBe(400);
  expect((await answer({ laboratoryId }, 'entry1'))[0]).toBe(403);
});
