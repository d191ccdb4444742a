import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { waitingTasks } from '../tasks/taskTesting.ts';
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
    // The run's control was measured again and is contaminated: what has begun stays, what waits is held.
    await upload(control('20'));
    expect([await gateOf(early), await gateOf(later)]).toEqual([1, 2]);
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
  await upload(control('0.2'));
  expect((await type(two.id)).refusal).toBe('result.gateHeld');
  const release = await files.post('audit1', files.lab('result-file/release'), { resultFileId: waits, reason: '重测阴性' });
  expect(release.status, release.msg).toBe(200);
  expect((await type(two.id)).data).toMatchObject({ version: 1 });
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
