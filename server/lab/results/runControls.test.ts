import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { maySign } from '../audit/auditTesting.ts';
import { tasksOf, waitingTasks, type StoredTask } from '../tasks/taskTesting.ts';
import { groupFacts } from './groupFacts.ts';
import { resultDesk } from './resultTesting.ts';

let desk: Desk;
let files: ReturnType<typeof resultDesk>;
beforeAll(async () => {
  desk = await openDesk();
  files = resultDesk(desk);
});
afterAll(() => desk.close());

const values = '5.1,4.2,130,40,200,60,30,5,2,0.5';
const head = '实验室编号,WBC,RBC,HGB,HCT,PLT,NEU,LYM,MON,EOS,BAS';
const control = (wbc: string): string => `${head}\nNC,${wbc}${',0'.repeat(9)}\n`;

it('takes a run’s required control from another of its files, whichever came first, and from the newest', async () => {
  const [one, two] = [(await waitingTasks(desk)).tasks[0]!, (await waitingTasks(desk)).tasks[0]!];
  await desk.orm
    .execute(sql`insert into qc_lot (id, tenant_id, laboratory_id, panel_group_id, control_kind, material_name, lot_no, expire_date, is_required)
    values (${newId()}, '000000', ${one.laboratoryId}, ${one.panelGroupId}, 'NC', '阴性对照', 'NC-RUN', '2199-12-31', 1)`);
  try {
    const ruleId = await files.sheetOf([one, two]);
    await desk.orm.execute(sql`update lab_task set batch_id = ${ruleId} where id in (${one.id}, ${two.id})`);
    const template = await files.template('PG07', head);
    const upload = async (content: string, sheet = ruleId): Promise<string> =>
      (await files.upload('PG07', template, content, { ruleId: sheet })).data.resultFileId;
    const gateOf = async (id: string): Promise<number> => (await files.file(id)).gate;
    const [early, later] = [await upload(`${head}\n${one.labCode},${values}\n`), await upload(`${head}\n${two.labCode},${values}\n`)];
    expect([await gateOf(early), await gateOf(later)]).toEqual([2, 2]);
    expect((await files.file(early)).gateReasons).toMatchObject([{ params: { kind: 'NC' } }]);
    // Of no run sheet: nobody's control but its own.
    const alone = await upload(`${head}\n${one.labCode},${values},\n`, '');
    await upload(control('0'));
    expect([await gateOf(early), await gateOf(later), await gateOf(alone)]).toEqual([1, 1, 2]);
    expect((await files.file(early)).gateReasons).toEqual([]);
    expect((await files.decide(early, { takeAllOk: true })).data.takenCount).toBe(1);
    await files.work(early);
    // The run's control was measured again and is contaminated: what was taken in is held as what waits is.
    await upload(control('20'));
    expect([await gateOf(early), await gateOf(later)]).toEqual([2, 2]);
    expect((await files.decide(later, { takeAllOk: true })).refusal).toBe('result.gateHeld');
    // A file that comes last finds the control there.
    await upload(control('0.1'));
    expect(await gateOf(await upload(`${head}\n${two.labCode},${values},\n`))).toBe(1);
    expect(await gateOf(later)).toBe(1);
  } finally {
    await desk.orm.execute(sql`update qc_lot set is_deleted = 1 where lot_no = 'NC-RUN'`);
  }
});

it('is held by a control that failed in another file of its run though none is required; what it holds is typed by nobody either', async () => {
  const [one, two] = [(await waitingTasks(desk)).tasks[0]!, (await waitingTasks(desk)).tasks[0]!];
  const ruleId = await files.sheetOf([one, two]);
  const template = await files.template('PG07', head);
  const upload = async (content: string): Promise<string> => (await files.upload('PG07', template, content, { ruleId })).data.resultFileId;
  const [item] = await desk.rows<{ id: string }>(sql`select id from item where tenant_id = '000000' and item_code = 'WBC'`);
  const type = (taskId: string) =>
    files.post('lab', files.lab('result/web-upload'), { taskId, version: 0, values: [{ itemId: item!.id, value: '5.1' }] });
  const waits = await upload(`${head}\n${one.labCode},${values}\n${two.labCode},${values}\n`);
  expect((await files.file(waits)).gate).toBe(3);
  await upload(control('30'));
  expect((await files.file(waits)).gate).toBe(2);
  expect((await files.decide(waits, { takeAllOk: true })).refusal).toBe('result.gateHeld');
  expect((await type(one.id)).refusal).toBe('result.gateHeld');
  const sheet = await files.get('lab', files.lab('result/entry-sheet'), { taskIds: `${one.id},${two.id}` });
  expect(sheet.data.tasks).toMatchObject([{ refusal: 'result.gateHeld' }, { refusal: 'result.gateHeld' }]);
  // Who skips a row has looked: what is typed then is another measurement.
  expect((await files.decide(waits, { rows: [{ line: 2, decision: 'skip' }] })).status).toBe(200);
  await files.work(waits);
  expect((await type(one.id)).data).toMatchObject({ version: 1 });
  expect((await type(two.id)).refusal).toBe('result.gateHeld');
  const release = await files.post('audit1', files.lab('result-file/release'), { resultFileId: waits, reason: '重测阴性' });
  expect(release.status, release.msg).toBe(200);
  expect((await type(two.id)).data).toMatchObject({ version: 1 });
});

async function audit(account: 'audit1' | 'audit2', level: 1 | 2, { id, sampleCode }: StoredTask): Promise<string | null> {
  const nonce = 'nonce-for-run';
  const now = (await tasksOf(desk, [sampleCode])).find((one) => one.id === id)!;
  const body = { level, result: 1, signNonce: nonce, signPassword: await desk.sealed(nonce), tasks: [{ taskId: id, version: now.version }] };
  const answer = await (await desk.as(account)).post(files.lab('result-audit/audit'), body, { 'idempotency-key': randomUUID() });
  return answer.json<{ data: { code: string | null }[] }>().data[0]!.code;
}
const heldIn = async (id: string): Promise<boolean> => (await files.get('audit1', files.lab('result-audit/detail'), { taskId: id })).data.isGateHeld;

it('holds results that were taken in when a later file of their run has a failed control, and tells of those that are audited', async () => {
  for (const [account, level] of [
    ['audit1', 1],
    ['audit2', 2],
  ] as const)
    await maySign(desk, account, level);
  const [one, two, three] = [(await waitingTasks(desk)).tasks[0]!, (await waitingTasks(desk)).tasks[0]!, (await waitingTasks(desk)).tasks[0]!];
  const ruleId = await files.sheetOf([one, two, three]);
  await desk.orm.execute(sql`update lab_task set batch_id = ${ruleId} where id in (${one.id}, ${two.id}, ${three.id})`);
  const template = await files.template('PG07', head);
  const upload = async (content: string): Promise<string> => (await files.upload('PG07', template, content, { ruleId })).data.resultFileId;
  const rows = [one, two].map(({ labCode }) => `${labCode},${values}\n`).join('');
  const good = await upload(`${control('0')}${rows}`);
  await files.decide(good, { takeAllOk: true });
  await files.work(good);
  expect(await files.tasks([one.id, two.id])).toMatchObject([
    { taskState: 3, signals: [] },
    { taskState: 3, signals: [] },
  ]);
  expect(await audit('audit1', 1, two)).toBeNull();
  // Another well of water of the same run, with a sample that is not taken in yet.
  const failed = await upload(`${control('21')}${three.labCode},${values}\n`);
  expect([(await files.file(good)).gate, (await files.file(failed)).gate]).toEqual([2, 2]);
  expect(await files.tasks([one.id, two.id])).toMatchObject([
    { taskState: 3, signals: ['gate'] },
    { taskState: 4, signals: ['gate'] },
  ]);
  expect([await heldIn(one.id), await audit('audit1', 1, one)]).toEqual([true, 'audit.gateHeld']);
  const [item] = await desk.rows<{ id: string }>(sql`select id from item where tenant_id = '000000' and item_code = 'WBC'`);
  const typed = { taskId: one.id, version: 1, values: [{ itemId: item!.id, value: '5.3' }] };
  expect((await files.post('lab', files.lab('result/web-upload'), typed)).refusal).toBe('result.gateHeld');
  // What was audited stays as it is; whoever brought the control is told, and the second auditor sees it.
  for (const id of [good, failed])
    expect((await files.file(id)).gateReasons).toContainEqual(expect.objectContaining({ params: { count: '1', codes: two.labCode } }));
  // A case asks somebody to look at them; the same failure again opens no other.
  const cases = () =>
    desk.rows<{
      codes: string[];
    }>(sql`select array_agg(u.sample_code order by u.sample_code) as codes from abnormal_case c join abnormal_case_tube u on u.case_id = c.id
      where c.case_code = 'ABN06' and c.content like ${`%${two.labCode}%`} and c.content not like '%放行%' group by c.id`);
  expect(await cases()).toEqual([{ codes: [two.sampleCode] }]);
  expect(await audit('audit2', 2, two)).toBeNull();
  const release = await files.post('admin', files.lab('result-file/release'), { resultFileId: good, reason: '另一孔水样阴性' });
  expect(release.status, release.msg).toBe(200);
  expect([await heldIn(one.id), await audit('audit1', 1, one)]).toEqual([false, null]);
  // The same control again says nothing new; another one that fails does.
  await upload(`${control('22')}`);
  expect(await cases()).toHaveLength(1);
  expect(await files.file(good)).toMatchObject({ gate: 2, releaseReason: '另一孔水样阴性' });
  await upload(`${head}\nPC,-,0,0,0,0,0,0,0,0,0\n`);
  expect(await files.file(good)).toMatchObject({ gate: 2, releaseReason: null });
});

it('lets go of results that were taken in once the run’s control is measured anew and is good', async () => {
  const task = (await waitingTasks(desk)).tasks[0]!;
  const ruleId = await files.sheetOf([task]);
  await desk.orm.execute(sql`update lab_task set batch_id = ${ruleId} where id = ${task.id}`);
  const template = await files.template('PG07', head);
  const upload = async (content: string): Promise<string> => (await files.upload('PG07', template, content, { ruleId })).data.resultFileId;
  const taken = await upload(`${head}\n${task.labCode},${values}\n`);
  await files.decide(taken, { takeAllOk: true });
  await files.work(taken);
  await upload(control('23'));
  expect(await files.file(taken)).toMatchObject({ gate: 2 });
  expect(await audit('audit1', 1, task)).toBe('audit.gateHeld');
  await upload(control('0.3'));
  expect(await files.file(taken)).toMatchObject({ gate: 1, gateReasons: [] });
  expect(await files.tasks([task.id])).toMatchObject([{ taskState: 3, signals: [] }]);
  expect(await audit('audit1', 1, task)).toBeNull();
});

it('judges a run anew when a point of it is excluded, and as before when it is taken back', async () => {
  const [one, two] = [(await waitingTasks(desk)).tasks[0]!, (await waitingTasks(desk)).tasks[0]!];
  const [wbc] = await desk.rows<{ id: string }>(sql`select id from item where tenant_id = '000000' and item_code = 'WBC'`);
  const lotId = newId();
  await desk.orm
    .execute(sql`insert into qc_lot (id, tenant_id, laboratory_id, panel_group_id, control_kind, material_name, lot_no, expire_date, item_id, target_source, mean, sd)
    values (${lotId}, '000000', ${one.laboratoryId}, ${one.panelGroupId}, 'level', '水平一', 'L-ANEW', '2199-12-31', ${wbc!.id}, 1, 10, 1)`);
  const ruleId = await files.sheetOf([one, two]);
  await desk.orm.execute(sql`update lab_task set batch_id = ${ruleId} where id in (${one.id}, ${two.id})`);
  const template = await files.template('PG07', head);
  const upload = async (...lines: string[]): Promise<string> =>
    (await files.upload('PG07', template, `${[head, ...lines].join('\n')}\n`, { ruleId })).data.resultFileId;
  const level = (wbcValue: string): string => `L-ANEW,${wbcValue}${',0'.repeat(9)}`;
  const gates = async (ids: readonly string[]): Promise<number[]> => Promise.all(ids.map(async (id) => (await files.file(id)).gate));
  const points = async () =>
    (await files.get('lab', files.lab('qc-chart/point-page'), { qcLotId: lotId, size: '100' })).data.records.toReversed() as any[];
  const act = (name: 'exclude' | 'include', qcPointId: string, account: 'audit1' | 'admin' = 'audit1') =>
    files.post(account, files.lab(`qc-chart/${name}`), { qcPointId, reason: '加样错误' });

  const first = await upload(level('12.4'), `${one.labCode},${values}`);
  await files.decide(first, { takeAllOk: true });
  await files.work(first);
  const second = await upload(level('12.3'), `${two.labCode},${values}`);
  expect(await gates([first, second])).toEqual([2, 2]);
  expect(await files.tasks([one.id])).toMatchObject([{ taskState: 3, signals: expect.arrayContaining(['gate']) }]);
  // Without the first point the second stands alone: a warning, which holds nothing.
  const [early, later] = await points();
  expect((await act('exclude', early.qcPointId)).status).toBe(200);
  expect((await points()).map(({ verdict, rules }) => [verdict, ...rules])).toEqual([
    [2, '1-2s'],
    [2, '1-2s'],
  ]);
  expect(await gates([first, second])).toEqual([1, 1]);
  expect((await files.tasks([one.id]))[0]!.signals).not.toContain('gate');
  expect((await files.lines(first))[0]).toMatchObject({ verdict: 'ok', errors: ['controlExcluded'] });
  expect((await files.lines(second))[0]).toMatchObject({ verdict: 'ok', errors: [] });
  expect((await act('include', early.qcPointId)).status).toBe(200);
  expect((await points()).map(({ verdict, rules }) => [verdict, ...rules])).toEqual([
    [2, '1-2s'],
    [3, '2-2s'],
  ]);
  expect(await gates([first, second])).toEqual([2, 2]);
  expect((await files.tasks([one.id]))[0]!.signals).toContain('gate');
  // The point that failed is itself left out.
  expect((await act('exclude', later.qcPointId)).status).toBe(200);
  expect(await gates([first, second])).toEqual([1, 1]);
  // A lot that every run needs: without its points nothing is let through.
  await desk.orm.execute(sql`update qc_lot set is_required = 1 where id = ${lotId}`);
  expect((await act('exclude', early.qcPointId)).status).toBe(200);
  expect(await gates([first, second])).toEqual([2, 2]);
  expect((await files.file(first)).gateReasons).toMatchObject([{ text: ['缺少{kind}', 'No {kind}'] }]);
  await desk.orm.execute(sql`update qc_lot set is_deleted = 1 where id = ${lotId}`);
});

it('lets nobody exclude a control of a file they brought: it would be a release of their own', async () => {
  const template = await files.template('PG07', head);
  const [task] = (await waitingTasks(desk)).tasks;
  const lotId = newId();
  await desk.orm.execute(sql`insert into qc_lot (id, tenant_id, laboratory_id, panel_group_id, control_kind, material_name, lot_no, expire_date)
    values (${lotId}, '000000', ${task!.laboratoryId}, ${task!.panelGroupId}, 'NC', '阴性对照', 'NC-OWN', '2199-12-31')`);
  const { data } = await files.upload('PG07', template, `${head}\nNC-OWN,40${',0'.repeat(9)}\n`, { account: 'admin' });
  const [point] = (await files.get('lab', files.lab('qc-chart/point-page'), { qcLotId: lotId })).data.records;
  const exclude = (account: 'audit1' | 'admin') =>
    files.post(account, files.lab('qc-chart/exclude'), { qcPointId: point.qcPointId, reason: '加样错误' });
  expect((await exclude('admin')).refusal).toBe('qcPoint.ownFile');
  expect((await files.file(data.resultFileId)).gate).toBe(2);
  expect((await exclude('audit1')).status).toBe(200);
  expect((await files.file(data.resultFileId)).gate).toBe(3);
  await desk.orm.execute(sql`update qc_lot set is_deleted = 1 where id = ${lotId}`);
});

it('asks a group judged by Z for its fetal fraction until somebody says otherwise', async () => {
  const panelGroupId = await files.groupId('PG01');
  const fractions = async () =>
    (await groupFacts(desk.orm, '000000', panelGroupId, '2026-01-01')).limits
      .filter(({ metric }) => metric === 'ff')
      .map(({ min, onFail }) => [min, onFail]);
  const set = (part: string) => desk.orm.execute(sql`update qc_limit set ${sql.raw(part)} where panel_group_id = ${panelGroupId} and metric = 'ff'`);
  await set('min_value = 3.5');
  expect(await fractions()).toEqual([[3.5, 1]]);
  await set('is_disable = 1');
  expect(await fractions()).toEqual([]);
  await set('is_deleted = 1');
  expect(await fractions()).toEqual([[4, 1]]);
  const other = await groupFacts(desk.orm, '000000', await files.groupId('PG07'), '2026-01-01');
  expect(other.limits).toEqual([]);
});
