import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { waitingTasks } from '../tasks/taskTesting.ts';
import { resultDesk } from './resultTesting.ts';

let desk: Desk;
let files: ReturnType<typeof resultDesk>;
beforeAll(async () => {
  desk = await openDesk();
  files = resultDesk(desk);
});
afterAll(() => desk.close());

const normal = { WBC: '5.1', RBC: '4.2', HGB: '130', HCT: '40', PLT: '200', NEU: '60', LYM: '30', MON: '5', EOS: '2', BAS: '0.5' };
const itemIds = async (): Promise<Map<string, string>> =>
  new Map(
    (await desk.rows<{ id: string; itemCode: string }>(sql`select id, item_code from item where tenant_id = '000000'`)).map(({ id, itemCode }) => [
      itemCode,
      id,
    ]),
  );
const enter = (taskId: string, version: number, values: readonly object[], more: object = {}, account: 'lab' | 'admin' = 'lab') =>
  files.post(account, files.lab('result/web-upload'), { taskId, version, values, ...more });

it('takes a person’s values, keeps a task on its run while items lack, and lets the first of two win', async () => {
  const [task] = (await waitingTasks(desk)).tasks;
  const ids = await itemIds();
  const valuesOf = (given: Record<string, string>) => Object.entries(given).map(([code, value]) => ({ itemId: ids.get(code)!, value }));
  const { WBC, ...others } = normal;
  expect((await enter(task!.id, 0, valuesOf({ WBC: 'many' }))).status).toBe(400);
  expect((await enter(task!.id, 0, valuesOf({ ALT: '20' }))).status).toBe(400);
  expect((await enter(task!.id, 0, valuesOf({ WBC }))).data).toMatchObject({ version: 1, taskState: 2, detectionResult: null });
  const both = await Promise.all([enter(task!.id, 1, valuesOf(others)), enter(task!.id, 1, valuesOf(others), {}, 'admin')]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.refusal).toBe('result.changed');
  expect(await files.tasks([task!.id])).toMatchObject([{ taskState: 3, resultVersion: 2, detectionResult: 1 }]);
  expect((await files.get('lab', files.lab('lab-task/conclusion'), { taskId: task!.id })).data).toMatchObject({
    version: 2,
    derived: 1,
    missing: [],
    chosen: null,
    proposed: [{ qualitativeResult: 1 }],
  });
  const conclude = (version: number, more: object) =>
    files.post('lab', files.lab('result/web-upload-conclusion'), { taskId: task!.id, version, ...more });
  expect((await conclude(2, { detectionResult: 2 })).refusal).toBe('result.needsReason');
  expect((await conclude(2, { detectionResult: 2, reason: '镜检' })).data).toMatchObject({ version: 3, detectionResult: 2 });
  const versions = await desk.rows(
    sql`select no, source, superseded_by, detection_result from lab_result_version where task_id = ${task!.id} order by no`,
  );
  expect(versions).toMatchObject([
    { no: 1, supersededBy: 2 },
    { no: 2, supersededBy: 3 },
    { no: 3, supersededBy: null, detectionResult: 2 },
  ]);
  const detail = await files.get('admin', files.lab('result-audit/detail'), { taskId: task!.id });
  expect(detail.data.versions).toMatchObject([
    { no: 3, isConcluded: true, reason: '镜检', detectionResult: 2, changes: [] },
    {
      no: 2,
      isConcluded: false,
      source: 2,
      changes: expect.arrayContaining([expect.objectContaining({ itemName: '红细胞计数', metric: null, before: null, after: '4.2' })]),
    },
    { no: 1, isConcluded: false, changes: [{ itemName: '白细胞计数', metric: null, before: null, after: '5.1' }] },
  ]);
  // Whoever only concluded gave no value.
  expect(detail.data.hands.authors).toHaveLength(2);
  await desk.orm.execute(sql`update lab_task set task_state = 5 where id = ${task!.id}`);
  expect((await enter(task!.id, 3, valuesOf({ WBC: '9' }))).refusal).toBe('result.audited');
});

it('holds a typed sex against the requisition’s as a file’s is: it takes a reason, and is not clear until it is put right', async () => {
  const [task] = (await waitingTasks(desk)).tasks;
  const ids = await itemIds();
  const values = Object.entries(normal).map(([code, value]) => ({ itemId: ids.get(code)!, value }));
  await desk.orm.execute(sql`update requisition r set sex = 2 from lab_task t where t.requisition_id = r.id and t.id = ${task!.id}`);
  expect(await enter(task!.id, 0, values, { metrics: { sexCall: 'XY' } })).toMatchObject({ status: 422, refusal: 'result.sexDiffers' });
  expect((await enter(task!.id, 0, values, { metrics: { sexCall: 'XY' }, reason: '已核对原管' })).data).toMatchObject({
    version: 1,
    taskState: 3,
    signals: ['sexDiffers'],
  });
  // What was said is not asked for again, and what was mended is clear.
  expect((await enter(task!.id, 1, values, { metrics: { sexCall: 'XY' } })).data).toMatchObject({ version: 2, signals: ['sexDiffers'] });
  expect((await enter(task!.id, 2, values, { metrics: { sexCall: '女' } })).data).toMatchObject({ version: 3, signals: [] });
});

it('keeps the instrument a person names with the version, shows it, and takes none of another laboratory', async () => {
  const [task] = (await waitingTasks(desk)).tasks;
  const ids = await itemIds();
  const values = [{ itemId: ids.get('WBC')!, value: '5.1' }];
  const [own] = await desk.rows<{ id: string; instrumentName: string }>(
    sql`select id, instrument_name from instrument where tenant_id = '000000' and laboratory_id = ${task!.laboratoryId} and is_disable = 0 and is_deleted = 0 order by id limit 1`,
  );
  const [other] = await desk.rows<{ id: string }>(
    sql`select id from instrument where tenant_id = '000000' and laboratory_id <> ${task!.laboratoryId} order by id limit 1`,
  );
  for (const instrumentId of [other?.id ?? '1', '1']) expect((await enter(task!.id, 0, values, { instrumentId })).status).toBe(400);
  expect((await enter(task!.id, 0, values, { instrumentId: own!.id })).data).toMatchObject({ version: 1 });
  const detail = await files.get('admin', files.lab('result-audit/detail'), { taskId: task!.id });
  expect(detail.data.versions).toMatchObject([{ no: 1, instrumentName: own!.instrumentName }]);
});

it('keeps the instrument a file names with the version, and asks about one the laboratory does not have', async () => {
  const [one, two, three] = [(await waitingTasks(desk)).tasks[0]!, (await waitingTasks(desk)).tasks[0]!, (await waitingTasks(desk)).tasks[0]!];
  const [own] = await desk.rows<{ instrumentCode: string; instrumentName: string }>(
    sql`select instrument_code, instrument_name from instrument where tenant_id = '000000' and laboratory_id = ${one.laboratoryId} and is_disable = 0 and is_deleted = 0 order by id limit 1`,
  );
  const head = ['实验室编号', '仪器', ...Object.keys(normal)].join(',');
  const template = await files.template('PG07', head);
  const rowOf = (labCode: string | null, instrument: string): string => [labCode, instrument, ...Object.values(normal)].join(',');
  const content = [head, rowOf(one.labCode, own!.instrumentCode.toLowerCase()), rowOf(two.labCode, '别处的仪器'), rowOf(three.labCode, '')].join(
    '\n',
  );
  const { data } = await files.upload('PG07', template, `${content}\n`);
  expect((await files.lines(data.resultFileId)).toSorted((a, b) => a.line - b.line)).toMatchObject([
    { verdict: 'ok', warnings: [] },
    { verdict: 'warn', warnings: ['unknownInstrument'], params: { instrument: '别处的仪器' } },
    { verdict: 'ok', warnings: [] },
  ]);
  await files.decide(data.resultFileId, { takeAllOk: true, rows: [{ line: 3, decision: 'take', reason: '借用仪器' }] });
  await files.work(data.resultFileId);
  const namesOf = async (taskId: string) =>
    (await files.get('admin', files.lab('result-audit/detail'), { taskId })).data.versions.map(
      ({ instrumentName }: { instrumentName: string | null }) => instrumentName,
    );
  expect([await namesOf(one.id), await namesOf(two.id), await namesOf(three.id)]).toEqual([[own!.instrumentName], [null], [null]]);
});

it('has looked at singly what a person concluded otherwise than the values say, and keeps the marks of changed values through it', async () => {
  const [task] = (await waitingTasks(desk)).tasks;
  const ids = await itemIds();
  const head = ['实验室编号', ...Object.keys(normal)].join(',');
  const template = await files.template('PG07', head);
  const { data } = await files.upload('PG07', template, `${head}\n${[task!.labCode, ...Object.values({ ...normal, WBC: '20' })].join(',')}\n`);
  await files.decide(data.resultFileId, { takeAllOk: true });
  await files.work(data.resultFileId);
  expect(await files.tasks([task!.id])).toMatchObject([{ detectionResult: 2, signals: [] }]);
  const conclude = async (version: number, detectionResult: number, reason?: string) =>
    (await files.post('lab', files.lab('result/web-upload-conclusion'), { taskId: task!.id, version, detectionResult, reason })).data;
  expect(await conclude(1, 2)).toMatchObject({ detectionResult: 2, signals: [] });
  expect(await conclude(2, 1, '溶血干扰')).toMatchObject({ detectionResult: 1, signals: ['edited'] });
  const rows = async (filter: Record<string, string>) =>
    (await files.get('admin', files.lab('result-audit/page'), { level: '1', labCode: task!.labCode!, ...filter })).data.records;
  expect(await rows({ isClear: '1' })).toEqual([]);
  expect(await rows({ isClear: '0' })).toMatchObject([{ taskId: task!.id, isClear: 0 }]);
  expect((await enter(task!.id, 3, [{ itemId: ids.get('HGB')!, value: '131' }])).data).toMatchObject({ version: 4, signals: ['edited'] });
  await conclude(4, 2);
  const marks = await desk.rows(sql`select item_code from lab_result where task_id = ${task!.id} and is_edited = 1`);
  expect(marks).toEqual([{ itemCode: 'HGB' }]);
});

it('holds a file whose control failed until another than its uploader lets it through, and draws its points', async () => {
  const [group] = await desk.rows<{ id: string; laboratoryId: string }>(
    sql`select id, laboratory_id from panel_group where panel_group_code = 'PG07' and tenant_id = '000000'`,
  );
  const ids = await itemIds();
  const save = (lot: object) =>
    files.post('admin', '/api/accession-lims-base/qc-lot/save', {
      laboratoryId: group!.laboratoryId,
      panelGroupId: group!.id,
      controlKind: 'level',
      materialName: '血常规质控',
      expireDate: '2099-01-01',
      itemId: ids.get('WBC'),
      targetSource: 1,
      mean: 10,
      sd: 1,
      isRequired: 1,
      ...lot,
    });
  expect((await save({ lotNo: 'QCW1' })).status).toBe(200);
  const [one, two] = [(await waitingTasks(desk)).tasks[0]!, (await waitingTasks(desk)).tasks[0]!];
  const head = ['实验室编号', ...Object.keys(normal)].join(',');
  const template = await files.template('PG07', head);
  const row = (code: string, wbc = normal.WBC): string => [code, wbc, ...Object.values(normal).slice(1)].join(',');
  const upload = async (...lines: readonly string[]): Promise<string> =>
    (await files.upload('PG07', template, `${[head, ...lines].join('\n')}\n`)).data.resultFileId;

  const lacking = await upload(row(one.labCode!));
  expect(await files.file(lacking)).toMatchObject({ gate: 2, gateReasons: [{ text: ['缺少{kind}', 'No {kind}'] }] });
  const failed = await upload(row('QCW1', '13.2'), row(one.labCode!));
  expect(await files.file(failed)).toMatchObject({ gate: 2, errorCount: 0, gateReasons: [{ params: { item: '白细胞计数' } }] });
  expect((await files.lines(failed))[0]).toMatchObject({ controlKind: 'level', verdict: 'error', errors: ['controlOut'] });
  expect((await files.decide(failed, { takeAllOk: true })).refusal).toBe('result.gateHeld');
  const release = (account: 'lab' | 'admin' | 'audit1', reason = '复核后放行') =>
    files.post(account, files.lab('result-file/release'), { resultFileId: failed, reason });
  expect((await release('lab')).status).toBe(403);
  expect((await release('audit1', '')).status).toBe(400);
  const opened = await release('audit1');
  expect(opened.status, opened.msg).toBe(200);
  const [known] = await desk.rows<{ caseCode: string; stage: number; content: string; tubes: number }>(
    sql`select c.case_code, c.stage, c.content, (select count(*)::int from abnormal_case_tube x where x.tenant_id = c.tenant_id and x.case_id = c.id and x.sample_id is not null and x.is_held = 0) as tubes
      from abnormal_case c where c.case_no = ${opened.data.caseNo}`,
  );
  expect(known).toMatchObject({ caseCode: 'ABN06', stage: 2 });
  expect(known!.content).toContain('复核后放行');
  expect(known!.tubes).toBeGreaterThan(0);
  expect((await release('audit1')).refusal).toBe('gate.notHeld');
  await files.decide(failed, { takeAllOk: true });
  await files.work(failed);
  expect(await files.tasks([one.id])).toMatchObject([{ taskState: 3, signals: ['gate'] }]);

  // Whoever audits it sees what was let through, and why.
  const seen = (await files.get('audit1', files.lab('result-audit/detail'), { taskId: one.id })).data;
  expect(seen.gates).toMatchObject([{ gate: 2, releaseReason: '复核后放行', gateReasons: [{ params: { item: '白细胞计数' } }] }]);
  expect(seen.controls).toMatchObject([
    { controlKind: 'level', lotNo: 'QCW1', measure: '白细胞计数', value: '13.2', z: 3.2, verdict: 3, rules: ['1-3s'], isOwnFile: true },
  ]);

  const passed = await upload(row('QCW1', '10.2'), row(two.labCode!));
  expect(await files.file(passed)).toMatchObject({ gate: 1 });
  const points = await desk.rows(sql`select number::float8 as number, z::float8 as z, verdict, rules from qc_point order by id`);
  expect(points).toEqual([
    { number: 13.2, z: 3.2, verdict: 3, rules: ['1-3s'] },
    { number: 10.2, z: 0.2, verdict: 1, rules: [] },
  ]);
  const own = (await files.upload('PG07', template, `${head}\n${row(two.labCode!)}\n`, { account: 'admin' })).data.resultFileId;
  const released = await files.post('admin', files.lab('result-file/release'), { resultFileId: own, reason: '自己' });
  expect(released.refusal).toBe('gate.ownFile');
});

it('orders a row’s work again instead of taking it', async () => {
  await desk.orm.execute(sql`update qc_lot set is_disable = 1 where lot_no = 'QCW1'`);
  const [task] = (await waitingTasks(desk)).tasks;
  await desk.orm.execute(sql`update lab_task set task_state = 2 where id = ${task!.id}`);
  const head = ['实验室编号', ...Object.keys(normal)].join(',');
  const template = await files.template('PG07', head);
  const { data } = await files.upload('PG07', template, `${head}\n${[task!.labCode, ...Object.values(normal)].join(',')}\n`);
  expect((await files.decide(data.resultFileId, { rows: [{ line: 2, decision: 'redo' }] })).refusal).toBe('file.badDecision');
  await files.decide(data.resultFileId, { rows: [{ line: 2, decision: 'redo', reason: '基线漂移', redoKind: 2 }] });
  expect((await files.lines(data.resultFileId))[0]).toMatchObject({ decision: 'redo', redoKind: 2 });
  await files.work(data.resultFileId);
  expect(await files.tasks([task!.id])).toMatchObject([{ taskState: 1, resultVersion: 0, signals: ['redo'] }]);
  expect(await desk.rows(sql`select next_step from lab_task where id = ${task!.id}`)).toEqual([{ nextStep: 2 }]);
  expect(await desk.rows(sql`select round, kind, reason from lab_task_round where task_id = ${task!.id} and round = 2`)).toEqual([
    { round: 2, kind: 2, reason: '基线漂移' },
  ]);
});

it('knows a person’s earlier values by document, by name and birth, or by name and telephone, and tells where one differs too much', async () => {
  const ids = await itemIds();
  await desk.orm.execute(sql`update item set delta_percent = 30 where tenant_id = '000000' and item_code = 'HGB'`);
  const valuesOf = (given: Record<string, string>) => Object.entries(given).map(([code, value]) => ({ itemId: ids.get(code)!, value }));
  const ways: readonly (readonly [Record<string, unknown>, Record<string, unknown>])[] = [
    [
      { credential_no: 'X-4711', person_name: '甲' },
      { credential_no: 'X-4711', person_name: '乙' },
    ],
    [
      { birth_date: '1990-02-03', sex: 2, person_name: '丙丁' },
      { birth_date: '1990-02-03', sex: 2, person_name: '丙丁' },
    ],
    [
      { telephone: '19900009999', person_name: '戊己' },
      { telephone: '19900009999', person_name: '戊己' },
    ],
  ];
  const taskOf = async (person: Record<string, unknown>) => {
    const { tasks, requisitionCode } = await waitingTasks(desk);
    await desk.orm.execute(
      sql`update requisition set credential_no = null, birth_date = null, telephone = null where requisition_code = ${requisitionCode}`,
    );
    for (const [name, value] of Object.entries(person))
      await desk.orm.execute(sql`update requisition set ${sql.identifier(name)} = ${value} where requisition_code = ${requisitionCode}`);
    return tasks[0]!;
  };
  for (const [first, second] of ways) {
    const earlier = await taskOf(first);
    expect((await enter(earlier.id, 0, valuesOf({ ...normal, HGB: '100' }))).status).toBe(200);
    const before = await taskOf(second);
    // What nobody has audited yet is no result.
    expect((await enter(before.id, 0, valuesOf({ ...normal, HGB: '131' }))).data.signals).toEqual([]);
    await desk.orm.execute(sql`update lab_task set task_state = 5 where id = ${earlier.id}`);
    const near = await taskOf(second);
    expect((await enter(near.id, 0, valuesOf({ ...normal, HGB: '130' }))).data.signals).toEqual([]);
    const far = await taskOf(second);
    expect((await enter(far.id, 0, valuesOf({ ...normal, HGB: '131' }))).data.signals).toEqual(['delta']);
    const detail = await files.get('admin', files.lab('result-audit/detail'), { taskId: far.id });
    const shown = detail.data.values.find(({ itemCode }: { itemCode: string }) => itemCode === 'HGB');
    expect(shown.previous).toMatchObject([{ value: '100', labCode: earlier.labCode }]);
  }
  // Of two documents, one of them another, the same name and telephone are two persons.
  const stranger = await taskOf({ telephone: '19900009999', person_name: '戊己', credential_no: 'X-9' });
  await desk.orm.execute(sql`update requisition set credential_no = 'X-8' where telephone = '19900009999' and credential_no is null`);
  expect((await enter(stranger.id, 0, valuesOf({ ...normal, HGB: '131' }))).data.signals).toEqual([]);
  await desk.orm.execute(sql`update item set delta_percent = null where tenant_id = '000000' and item_code = 'HGB'`);
});
