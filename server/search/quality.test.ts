import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { isGoalMet, shownFigure } from '#domain/search/qualityFigure.ts';
import type { QualityYear } from '#domain/search/qualityIndexValue.ts';
import { readRows } from '#server/storage/readRows.ts';
import { openHouse, type House } from '#server/walks/house.ts';
import { qualityCounting } from './qualityMonths.ts';

/** Months of which the demo knows nothing. */
const [month, year] = ['2024-03', '2024'] as const;
let house: House;
let laboratoryId: string;
let otherId: string;
const rows = (statement: Parameters<typeof readRows>[1]) => readRows<Record<string, any>>(house.database.orm, statement);
const run = (statement: Parameters<typeof readRows>[1]) => house.database.orm.execute(statement);
const url = (path: string): string => callPath('search', `quality-index-value/${path}`, 'accession');
const post = async (account: string, path: string, body: object) => (await house.call(account, 'POST', url(path), { body })).body as any;
const read = async (account = 'audit2', query: Record<string, string> = {}): Promise<QualityYear> =>
  (await house.call(account, 'GET', url('page'), { query: { laboratoryId, year, ...query } })).body.data;
const listed = async (query: Record<string, string>, account = 'audit2') =>
  (await house.call(account, 'GET', url('tubes'), { query: { laboratoryId, month, ...query } })).body.data;
const cell = (page: QualityYear, indexCode: string, of: string = month) => {
  const row = page.rows.find((one) => one.indexCode === indexCode)!;
  return { row, cell: row.cells.find((one) => one.month === of) };
};
const head = (page: QualityYear, of: string = month) => page.months.find((one) => one.month === of)!;

let nextId = 5_000_000;
/** `count` tubes taken in in a month, each with a requisition of its own; very many share one. */
async function addTubes(
  count: number,
  more: { receiveTime?: string; code?: string; classId?: string; condition?: string; laboratory?: string } = {},
) {
  const from = nextId;
  nextId += count;
  const at = more.receiveTime ?? '2024-03-10 09:00:00';
  const requisitions = count > 100 ? 1 : count;
  const [like] = await rows(sql`select id::text as id from requisition where tenant_id = '000000' limit 1`);
  // The house's own columns of a requisition are many: a real one stands for each.
  await run(sql`insert into requisition select (jsonb_populate_record(r, jsonb_build_object('id', g, 'requisition_code', 'QI' || g, 'contract_laboratory_id', ${more.laboratory ?? laboratoryId}::bigint))).*
    from generate_series(${from}::bigint, ${from + requisitions - 1}::bigint) g cross join requisition r where r.tenant_id = '000000' and r.id = ${like!['id']}`);
  await run(sql`insert into sample (id, tenant_id, requisition_id, requisition_code, sample_code, lab_status, reject_code, reject_time, sample_class_id, sample_condition, contract_laboratory_id,
      receive_time, entry_person_id, entry_person_name, create_time, update_time)
    select g, '000000', least(g, ${from + requisitions - 1}::bigint), 'QI' || least(g, ${from + requisitions - 1}::bigint), 'QIS' || g, ${more.code ? 111 : 102}, ${more.code ?? null}::text, ${more.code ? at : null}::timestamptz, ${more.classId ?? null}::bigint, ${more.condition ?? '{}'}::int[],
      ${more.laboratory ?? laboratoryId}, ${at}, 1, '步测', ${at}, ${at} from generate_series(${from}::bigint, ${from + count - 1}::bigint) g`);
  return Array.from({ length: count }, (_, at2) => String(from + at2));
}
/** A task whose report of the month stands. */
const addPeriod = (taskId: number, sampleId: string, times: readonly [sampled: string | null, received: string, reported: string], isOpen = 0) =>
  run(sql`insert into report_period (tenant_id, task_id, report_id, requisition_id, sample_id, laboratory_id, panel_group_id, panel_ids, commodity_ids, is_open, sampling_time, lab_receive_time, begin_time,
      second_audit_time, report_time, reporting_cycle, create_time, update_time)
    values ('000000', ${taskId}, ${taskId}, ${sampleId}, ${sampleId}, ${laboratoryId}, 1, '{}', '{}', ${isOpen}, ${times[0]}, ${times[1]}, ${times[1]}, ${times[2]}, ${times[2]}, 0, ${times[2]}, ${times[2]})`);
async function addReport(id: string, issued: string, withdrawn: string | null = null, held: string | null = null) {
  await run(sql`insert into report (id, tenant_id, report_no, requisition_id, requisition_code, report_kind, group_key, laboratory_id, execute_laboratory_id, panel_group_ids, commodity_ids, state,
      first_issue_time, issue_time, create_time, update_time)
    values (${id}, '000000', ${`QIR${id}`}, ${id}, ${`QI${id}`}, 1, 'q', ${laboratoryId}, ${laboratoryId}, '{}', '{}', 4, ${issued}, ${issued}, ${issued}, ${issued})`);
  await run(sql`insert into report_version (id, tenant_id, report_id, version_no, state, source, facts, facts_sha256, basis, draft_sha256, pages, engine_version, signatures, verify_token, maker_name,
      issue_time, held_until, withdraw_time, create_time, update_time)
    values (${id}, '000000', ${id}, 1, 4, 1, '{}', '', '[]', '', 1, '', '[]', ${`QIT${id}`}, '步测', ${issued}, ${held}, ${withdrawn}, ${issued}, ${issued})`);
}
const addMessage = (id: number, versionId: string, made: string, told: { state?: number; send?: string; mark?: string; result?: number } = {}) =>
  run(sql`insert into sms_message (id, tenant_id, owner_id, is_resampling, requisition_id, requisition_code, sample_code, contract_laboratory_id, sms_config_id, telephone, sms_content, is_sign, qualitative_result,
      state, send_time, mark_status, mark_time, trace, report_time, create_time, update_time)
    values (${id}, '000000', ${versionId}, 0, ${versionId}, ${`QI${versionId}`}, 'x', ${laboratoryId}, ${id}, '', '', 0, ${told.result ?? 2}, ${told.state ?? 1}, ${told.send ?? null}, ${told.mark ? 1 : 0}, ${told.mark ?? null},
      '{}', ${made}, ${made}, ${made})`);

beforeAll(async () => {
  house = await openHouse();
  [laboratoryId, otherId] = (await rows(sql`select id::text as id from laboratory where tenant_id = '000000' order by id limit 2`)).map(
    ({ id }) => id,
  ) as [string, string];
  const [edta] = await rows(sql`select id::text as id from sample_class where tenant_id = '000000' and class_name = 'EDTA全血'`);
  const [serum] = await rows(sql`select id::text as id from sample_class where tenant_id = '000000' and class_name = '血清'`);
  // 1,600 tubes: 2 of a wrong class, 3 in a wrong container, 1 with too little; 8 anticoagulated, 1 of these clotted.
  await addTubes(1_585);
  await addTubes(2, { code: 'REJ07' });
  await addTubes(3, { code: 'REJ06', receiveTime: '2024-03-01 00:00:00' });
  await addTubes(1, { code: 'REJ05', receiveTime: '2024-03-31 23:59:59' });
  await addTubes(7, { classId: edta!['id'] });
  await addTubes(1, { classId: edta!['id'], condition: '{1,6}' });
  await addTubes(1, { classId: serum!['id'], condition: '{6}' });
  // Of other months, and of another laboratory.
  await addTubes(1, { code: 'REJ07', receiveTime: '2024-02-29 23:59:59' });
  await addTubes(1, { code: 'REJ07', receiveTime: '2024-04-01 00:00:00' });
  await addTubes(1, { code: 'REJ07', laboratory: otherId });
});
afterAll(() => house.close());

it('counts what was taken in, rejected tubes with it, by the month and the laboratory, and compares before it rounds', async () => {
  expect(await post('lab', 'recompute', { laboratoryId, month })).toMatchObject({ success: true, data: { laboratoryId, month } });
  const page = await read();
  expect(page.rows.map(({ indexCode }) => indexCode)).toEqual([
    'Q101',
    'Q102',
    'Q103',
    'Q104',
    'Q105',
    'Q106',
    'Q207',
    'Q208',
    'Q209',
    'Q210',
    'Q211',
    'Q212',
    'Q313',
    'Q314',
    'Q315',
  ]);
  const wrongClass = cell(page, 'Q101');
  expect(wrongClass.cell).toMatchObject({ numerator: 2, denominator: 1_600, source: 1, value: null });
  expect([shownFigure(wrongClass.cell!, '%'), wrongClass.row.goal, isGoalMet(wrongClass.cell!, wrongClass.row)]).toEqual(['0.13', 0.1, false]);
  expect(cell(page, 'Q102').cell).toMatchObject({ numerator: 3, denominator: 1_600 });
  expect(cell(page, 'Q103').cell).toMatchObject({ numerator: 1, denominator: 1_600 });
  expect(cell(page, 'Q105').cell).toMatchObject({ numerator: 1, denominator: 8 });
  expect(cell(page, 'Q104').cell).toBeUndefined();
  // Nothing was reported: neither good nor bad.
  const late = cell(page, 'Q212');
  expect(late.cell).toMatchObject({ numerator: null, denominator: 0, value: null });
  expect([shownFigure(late.cell!, 'min'), isGoalMet(late.cell!, late.row)]).toEqual([null, null]);
});

it('takes the median of calendar minutes, a tube each', async () => {
  const [a, b, c, d, e, f, g] = (await addTubes(7, { receiveTime: '2025-09-01 08:00:00' })) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  // The vectors of turnaround: 18360, 2880, 7200, 2160, 1470 and 1440 minutes; sampled 90 minutes before.
  const times = [
    [a, '2025-09-26 16:00:00', '2025-10-09 10:00:00', '2025-09-26 14:30:00'],
    [b, '2025-10-11 09:00:00', '2025-10-13 09:00:00', '2025-10-11 07:30:00'],
    [c, '2025-10-03 09:00:00', '2025-10-08 09:00:00', '2025-10-03 07:30:00'],
    [d, '2025-10-08 08:00:00', '2025-10-09 20:00:00', '2025-10-08 06:30:00'],
    [e, '2025-10-09 10:00:00', '2025-10-10 10:30:00', null],
    [g, '2025-09-30 00:00:00', '2025-10-01 00:00:00', '2025-09-30 01:00:00'],
  ] as const;
  for (const [at, [sample, received, reported, sampled]] of times.entries()) await addPeriod(910 + at, sample, [sampled, received, reported]);
  // Another task of the same tube, reported sooner, is no second tube; one that was taken back stands for nothing.
  await addPeriod(920, d, ['2025-10-08 06:30:00', '2025-10-08 08:00:00', '2025-10-08 09:00:00']);
  await addPeriod(921, f, ['2025-10-08 06:30:00', '2025-10-08 08:00:00', '2025-10-08 09:00:00'], 1);
  await post('lab', 'recompute', { laboratoryId, month: '2025-10' });
  const page = await read('audit2', { year: '2025' });
  expect(cell(page, 'Q212', '2025-10').cell).toMatchObject({ value: 2_520, denominator: 6, numerator: null });
  // One was never sampled, and one sampled after it came.
  expect(cell(page, 'Q106', '2025-10').cell).toMatchObject({ value: 90, denominator: 4 });
  const list = await listed({ indexCode: 'Q212', month: '2025-10', ascs: 'minutes' });
  expect([list.total, list.records.map(({ minutes }: any) => minutes)]).toEqual([6, [1_440, 1_470, 2_160, 2_880, 7_200, 18_360]]);
});

it('counts reports that were withdrawn, and positives of which somebody was told, and told in time', async () => {
  const [r1, r2, r3, r4, r5] = (await addTubes(5, { receiveTime: '2023-01-01 08:00:00' })) as [string, string, string, string, string];
  const issued = '2024-03-10 10:00:00';
  await addReport(r1, issued);
  await addReport(r2, issued, '2024-04-02 10:00:00', '2024-03-10 10:10:00');
  // Called back before anybody had it.
  await addReport(r3, issued, '2024-03-10 10:05:00', '2024-03-10 10:10:00');
  await addReport(r4, '2024-03-31 23:59:59');
  await addReport(r5, '2024-04-01 00:00:00', '2024-04-02 10:00:00');
  await addMessage(801, r1, issued, { state: 4, send: '2024-03-11 10:00:00' });
  await addMessage(802, r2, issued, { mark: '2024-03-11 10:00:01' });
  await addMessage(803, r3, issued);
  await addMessage(804, r4, issued, { state: 5, send: '2024-03-10 11:00:00', result: 1 });
  await addMessage(805, r4, issued, { state: 8 });
  // Two messages of one report are one that had to be told.
  await addMessage(806, r1, issued);
  await post('lab', 'recompute', { laboratoryId, month });
  const page = await read();
  expect(cell(page, 'Q313').cell).toMatchObject({ numerator: 1, denominator: 4 });
  expect(cell(page, 'Q314').cell).toMatchObject({ numerator: 2, denominator: 3 });
  expect(cell(page, 'Q315').cell).toMatchObject({ numerator: 1, denominator: 3 });
});

it('lists as many as each figure says, with patients as far as who looks may see them', async () => {
  const page = await read();
  for (const { indexCode, cells } of page.rows)
    for (const { month: of, numerator, denominator } of cells.filter(({ source }) => source === 1)) {
      expect((await listed({ indexCode, month: of })).total, indexCode).toBe(denominator);
      if (numerator !== null) expect((await listed({ indexCode, month: of, part: 'numerator' })).total, indexCode).toBe(numerator);
    }
  const names = async (account: string) =>
    (await listed({ indexCode: 'Q101', part: 'numerator' }, account)).records.map(({ personName }: any) => personName);
  const [clear, masked] = [await names('lab'), await names('ops')];
  expect(clear).toHaveLength(2);
  expect(masked.every((name: string, at: number) => name.startsWith(clear[at].slice(0, 1)) && name.includes('*'))).toBe(true);
  expect((await house.answer('lab', 'GET', url('tubes/export'), { query: { laboratoryId, month, indexCode: 'Q101' } })).status).toBe(200);
  // Where nothing else is asked for it is this month's tubes.
  expect((await house.call('lab', 'GET', url('tubes'), { query: { laboratoryId } })).status).toBe(200);
  for (const odd of [{ month: '2024-3' }, { indexCode: 'Q104' }, { laboratoryId: 'x' }, { laboratoryId: '' }])
    expect(
      (await house.call('lab', 'GET', url('tubes'), { query: { laboratoryId, month, indexCode: 'Q101', ...odd } })).status,
      JSON.stringify(odd),
    ).toBe(400);
});

it('takes what is typed where the numerator is a part of the denominator, of an index that is not counted here, and once', async () => {
  const indexes = (await read()).rows;
  const idOf = (code: string) => indexes.find(({ indexCode }) => indexCode === code)!.qualityIndexId;
  const typed = { laboratoryId, month, qualityIndexId: idOf('Q104'), version: 0, numerator: 3, denominator: 50 };
  const refusal = async (body: object, account = 'ops') => (await post(account, 'save', { ...typed, ...body })).refusal;
  expect(await post('ops', 'save', { ...typed, numerator: 51 })).toMatchObject({ refusal: 'quality.notSubset', msg: '分子不能大于分母' });
  expect(await refusal({ qualityIndexId: idOf('Q101') })).toBe('quality.computed');
  expect(await refusal({ qualityIndexId: '1' })).toBe('quality.unknownIndex');
  expect(await refusal({ month: '2024-13' })).toBe('quality.badMonth');
  expect(await refusal({ month: '2099-01' })).toBe('quality.monthAhead');
  expect((await post('ops', 'save', { ...typed, numerator: -1 })).problems).toMatchObject([{ field: 'numerator' }]);
  expect((await post('audit2', 'save', typed)).code).toBe(403);
  expect(await post('ops', 'save', typed)).toMatchObject({ success: true });
  expect(await refusal({ numerator: 4 })).toBe('quality.changed');
  expect(await post('lab', 'save', { ...typed, version: 1, numerator: 0, denominator: 0 })).toMatchObject({ success: true });
  const { cell: now } = cell(await read(), 'Q104');
  expect(now).toMatchObject({ numerator: 0, denominator: 0, source: 2, version: 2 });
  expect(shownFigure(now!, '%')).toBeNull();
  expect(await rows(sql`select action from audit_entry where action = 'qualityIndexValue.save' and subject = ${month}`)).toHaveLength(2);
});

it('is closed by somebody who typed nothing of it, stands then, and is opened again with a reason', async () => {
  const whose = { laboratoryId, month };
  // `ops` typed of it first, though somebody else typed over it.
  expect(await post('ops', 'close', whose)).toMatchObject({ refusal: 'quality.sameCloser' });
  expect((await post('lab', 'close', whose)).code).toBe(403);
  expect(await post('audit2', 'close', { ...whose, month: '2024-05' })).toMatchObject({ refusal: 'quality.uncounted' });
  const thisMonth = (await rows(sql`select to_char(now(), 'YYYY-MM') as month`))[0]!['month'];
  expect(await post('audit2', 'close', { ...whose, month: thisMonth })).toMatchObject({ refusal: 'quality.monthRuns' });
  expect(await post('audit2', 'reopen', { ...whose, reason: '更正' })).toMatchObject({ refusal: 'quality.notClosed' });
  expect(await post('audit2', 'close', whose)).toMatchObject({ success: true });
  expect(head(await read())).toMatchObject({ state: 1, closeUserName: '吴桐', uncounted: [] });
  expect(await post('ops', 'close', whose)).toMatchObject({ refusal: 'quality.closed' });
  expect(await post('lab', 'recompute', whose)).toMatchObject({ refusal: 'quality.closed' });
  const { row, cell: typed } = cell(await read(), 'Q104');
  const save = { ...whose, qualityIndexId: row.qualityIndexId, version: typed!.version, numerator: 1, denominator: 2 };
  expect(await post('lab', 'save', save)).toMatchObject({ refusal: 'quality.closed' });

  // One more tube of a wrong class: the closed month stands, at night as well; the next one is counted.
  await addTubes(1, { code: 'REJ07' });
  await qualityCounting(house.database, () => '2024-04-15 01:40:00').run({}, new AbortController().signal);
  const night = await read();
  expect(cell(night, 'Q101').cell).toMatchObject({ numerator: 2, denominator: 1_600 });
  expect(cell(night, 'Q101', '2024-04').cell).toMatchObject({ numerator: 1, denominator: 1 });
  expect(cell(night, 'Q101', '2024-02').cell).toBeUndefined();

  expect((await post('audit2', 'reopen', { ...whose, reason: '' })).success).toBe(false);
  expect(await post('audit2', 'reopen', { ...whose, reason: '补登一管' })).toMatchObject({ success: true });
  expect(head(await read())).toMatchObject({ state: 0, reason: '补登一管', closeUserName: null });
  await qualityCounting(house.database, () => '2024-04-15 01:40:00').run({}, new AbortController().signal);
  expect(cell(await read(), 'Q101').cell).toMatchObject({ numerator: 3, denominator: 1_601 });
  expect(cell(await read(), 'Q104').cell).toMatchObject({ numerator: 0, denominator: 0, source: 2 });
  const acts = await rows(
    sql`select action, reason from audit_entry where action in ('qualityIndexValue.close', 'qualityIndexValue.reopen') and subject = ${month} order by id`,
  );
  expect(acts.map(({ action }) => action)).toEqual(['qualityIndexValue.close', 'qualityIndexValue.reopen']);
});

it('of two who close a month at once one does', async () => {
  const made = await Promise.all(['audit2', 'admin'].map((account) => post(account, 'close', { laboratoryId, month: '2024-04' })));
  expect(new Set(made.map(({ refusal }) => refusal ?? 'done'))).toEqual(new Set(['done', 'quality.closed']));
});

it('shows and changes the months of one’s own laboratories alone, and asks for the right to it', async () => {
  const [{ id } = {}] = await rows(sql`select id::text as id from user_account where account = 'audit2' and tenant_id = '000000'`);
  await run(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', array[${otherId}::bigint])`);
  const status = async (query: Record<string, string>, account = 'audit2') => (await house.call(account, 'GET', url('page'), { query })).status;
  expect(await status({ laboratoryId, year })).toBe(404);
  expect(await status({ laboratoryId: otherId, year })).toBe(200);
  expect((await listed({ indexCode: 'Q101' })).total).toBe(0);
  expect((await listed({ indexCode: 'Q101', laboratoryId: otherId })).total).toBe(1);
  expect(await post('audit2', 'close', { laboratoryId, month })).toMatchObject({ refusal: 'command.notYours' });
  await run(sql`delete from user_scope where user_id = ${id}`);
  expect(await status({ laboratoryId, year }, 'entry1')).toBe(403);
  expect([await status({}), await status({ laboratoryId, year: '24' }), await status({ laboratoryId: 'x' })]).toEqual([400, 400, 400]);
});
