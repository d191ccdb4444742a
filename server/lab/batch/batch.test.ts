import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reviewNonce } from '#domain/lab/batch/submitBatch.ts';
import { callPath } from '#domain/kernel/services.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { statusesOf, tasksOf, waitingTasks, type StoredTask } from '../tasks/taskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const controls = [
  { well: 'G12', kind: 2 },
  { well: 'H12', kind: 3 },
];
type Place = Readonly<Record<string, unknown>>;
const draftOf = ({ laboratoryId, panelGroupId }: StoredTask, places: readonly Place[], more: Readonly<Record<string, unknown>> = {}) => ({
  line: 'mapmi',
  batchKind: 3,
  laboratoryId,
  panelGroupId,
  plateFormat: 96,
  places,
  ...more,
});
interface Sheet {
  readonly ruleId: string;
  readonly batch: string;
  readonly version: number;
}
async function saved(draft: object, account: Account = 'lab'): Promise<Sheet> {
  const said = await desk.act('online', account, 'labBatch.save', draft);
  expect(said).toMatchObject({ status: 'applied' });
  return said.result as Sheet;
}
const signed = async ({ ruleId, version }: Sheet, reviewerAccount: string, { password, nonce }: { password?: string; nonce?: string } = {}) => ({
  ruleId,
  version,
  reviewerAccount,
  reviewerPassword: await desk.sealed(nonce ?? reviewNonce(ruleId, version), password),
});
const detail = async (ruleId: string, path = 'mapmiSj/detail') => (await desk.get('lab', path, { ruleId }, 'lab')).data;
const one = async (): Promise<StoredTask> => (await waitingTasks(desk)).tasks[0]!;

it('puts tubes on a plate, has another person sign, runs them, and takes it back while nothing was read in', async () => {
  const { tasks, sampleCodes } = await waitingTasks(desk);
  const task = tasks[0]!;
  const sheet = await saved(draftOf(task, [{ well: 'b1', kind: 1, taskId: task.id, index1: 'cggaactg', index2: 'ACGTACGT' }, ...controls]));
  expect(sheet.batch).toMatch(/^SH01-mapmi-\d{6}-\d\d$/);
  expect(await detail(sheet.ruleId)).toMatchObject({
    isSubmit: 0,
    totalNumber: 1,
    faults: [],
    places: [{ well: 'B01', index1: 'CGGAACTG' }, {}, {}],
  });

  const refusals: [object, string][] = [
    [await signed(sheet, 'lab'), 'batch.sameReviewer'],
    [await signed(sheet, 'admin', { password: 'Falsch-123' }), 'batch.reviewerWrong'],
    [await signed(sheet, 'admin', { nonce: reviewNonce(sheet.ruleId, 99) }), 'batch.reviewerUnreadable'],
    [await signed(sheet, 'entry1'), 'batch.reviewerNotAllowed'],
    [{ ...(await signed(sheet, 'admin')), version: 7 }, 'batch.changed'],
  ];
  for (const [payload, code] of refusals) expect(await desk.act('online', 'lab', 'mapmiSj.submit', payload)).toMatchObject({ code });
  expect(await desk.act('online', 'lab', 'tngsSj.submit', await signed(sheet, 'admin'))).toMatchObject({ code: 'command.notFound' });
  expect((await tasksOf(desk, sampleCodes))[0]).toMatchObject({ taskState: 1 });

  const payload = await signed(sheet, 'admin');
  const [first, second] = await Promise.all([
    desk.act('online', 'lab', 'mapmiSj.submit', payload),
    desk.act('online', 'admin', 'mapmiSj.submit', await signed(sheet, 'lab')),
  ]);
  expect([first.status, second.status].toSorted()).not.toEqual(['applied', 'applied']);
  const won = first.status === 'applied' ? first : await desk.act('online', 'lab', 'mapmiSj.submit', payload);
  expect(won).toMatchObject({ status: 'applied', result: { taskCount: 1 } });
  const running = await detail(sheet.ruleId);
  expect(running).toMatchObject({ isSubmit: 1, operator: expect.any(String), places: [{ state: 2, taskState: 2 }, { state: 2 }, { state: 2 }] });
  expect(await statusesOf(desk, sampleCodes)).toEqual([104]);
  expect(await desk.act('online', 'lab', 'labBatch.save', { ...draftOf(task, []), ruleId: sheet.ruleId, version: running.version })).toMatchObject({
    status: 'conflict',
    code: 'batch.submitted',
  });
  expect(await desk.act('online', 'lab', 'mapmiSj.remove', { ids: [sheet.ruleId] })).toMatchObject({ code: 'batch.submitted' });

  const news = { chipId: 'FC-0007', server: '//seq/01', places: [{ seq: 1, libConc: 12.5 }] };
  const told = await desk.act('online', 'lab', 'mapmiSj.updateSj', { ruleId: sheet.ruleId, version: running.version, ...news });
  expect(told).toMatchObject({ status: 'applied' });
  expect(await detail(sheet.ruleId)).toMatchObject({ chipId: 'FC-0007', places: [{ well: 'B01', libConc: 12.5, index1: 'CGGAACTG' }, {}, {}] });

  const back = { ruleId: sheet.ruleId, version: told.result.version, reason: '芯片破损' };
  expect(await desk.act('online', 'lab', 'labBatch.withdraw', { ...back, version: 1 })).toMatchObject({ code: 'batch.changed' });
  expect(await desk.act('online', 'lab', 'labBatch.withdraw', back)).toMatchObject({ status: 'applied', result: { waitingCount: 1 } });
  expect((await tasksOf(desk, sampleCodes))[0]).toMatchObject({ taskState: 1 });
  expect(await desk.act('online', 'lab', 'mapmiSj.remove', { ids: [sheet.ruleId] })).toMatchObject({ status: 'applied' });
  // What was removed holds its samples no longer.
  await saved(draftOf(task, [{ well: 'A01', kind: 1, taskId: task.id }]));
});

it('is not withdrawn once one of its samples has a result, also one that lacks items', async () => {
  const task = await one();
  const sheet = await saved(draftOf(task, [{ well: 'A01', kind: 1, taskId: task.id }, ...controls]));
  expect(await desk.act('online', 'lab', 'mapmiSj.submit', await signed(sheet, 'admin'))).toMatchObject({ status: 'applied' });
  await desk.orm
    .execute(sql`insert into lab_result_version (tenant_id, task_id, no, round, source, values, metrics, findings, author_id, author_name, create_time)
    select tenant_id, id, 1, round, 2, '{}', '{}', '[]', 1, 'lab', now() from lab_task where id = ${task.id}`);
  const back = { ruleId: sheet.ruleId, version: (await detail(sheet.ruleId)).version, reason: '芯片破损' };
  expect(await desk.act('online', 'lab', 'labBatch.withdraw', back)).toMatchObject({ status: 'conflict', code: 'batch.hasResults' });
  await desk.orm.execute(sql`update lab_result_version set round = 0 where task_id = ${task.id}`);
  expect(await desk.act('online', 'lab', 'labBatch.withdraw', back)).toMatchObject({ status: 'applied' });
});

it('names what is wrong at each well, and lets a task stand on one sheet of a kind', async () => {
  const task = await one();
  const other = await one();
  const bad = draftOf(task, [
    { well: 'Z99', kind: 1, taskId: task.id },
    { well: 'A1', kind: 1, taskId: task.id },
    { well: 'A01', kind: 4 },
    { well: 'B1', kind: 1, taskId: '999999' },
    { well: 'C1', kind: 1 },
  ]);
  const said = await desk.act('online', 'lab', 'labBatch.save', bad);
  expect(said).toMatchObject({ status: 'conflict', code: 'batch.places' });
  expect(said.problems?.map(({ field }) => field)).toEqual(['Z99', 'A01', 'A01', 'B01', 'C01']);

  const [mine, theirs] = await Promise.all(
    (['lab', 'admin'] as const).map((account) =>
      desk.act('online', account, 'labBatch.save', draftOf(other, [{ well: 'A01', kind: 1, taskId: other.id }])),
    ),
  );
  expect([mine!.status, theirs!.status].toSorted()).toEqual(['applied', 'conflict']);
  // Another kind of sheet takes it all the same.
  await saved(draftOf(other, [{ well: 'A01', kind: 1, taskId: other.id }], { batchKind: 2 }));
  const check = async (account: Account, code: string, change: Record<string, string> = {}) =>
    (
      await desk.get(
        account,
        'lab-batch/place-check',
        { code, laboratoryId: task.laboratoryId, panelGroupId: task.panelGroupId, batchKind: '3', ...change },
        'lab',
      )
    ).data;
  expect(await check('lab', task.sampleCode)).toMatchObject({ verdict: 'ready', task: { taskId: task.id } });
  expect(await check('lab', other.sampleCode)).toMatchObject({ refusal: { code: 'batch.onOther' } });
  expect(await check('lab', 'NOBODY1')).toMatchObject({ refusal: { code: 'batch.unknownCode' } });
  expect(await check('lab', task.sampleCode, { panelGroupId: '1' })).toMatchObject({ refusal: { code: 'batch.otherGroup' } });
  expect(await check('lab', task.sampleCode, { laboratoryId: '1' })).toMatchObject({ refusal: { code: 'batch.otherLaboratory' } });
});

it('gives each sheet of a day a number of its own, and an older copy of it overwrites nothing', async () => {
  const task = await one();
  const made = await Promise.all([1, 2, 3].map(() => saved(draftOf(task, controls))));
  expect(new Set(made.map(({ batch }) => batch)).size).toBe(3);
  const [sheet] = made as [Sheet];
  await saved({ ...draftOf(task, controls), ruleId: sheet.ruleId, version: sheet.version, remark: '一' });
  const late = await desk.act('online', 'admin', 'labBatch.save', { ...draftOf(task, []), ruleId: sheet.ruleId, version: sheet.version });
  expect(late).toMatchObject({ status: 'conflict', code: 'batch.changed', params: { by: (await desk.me('lab')).name } });
  const opId = 'sheet-repeat-0001';
  const draft = draftOf(task, controls, { remark: '重复' });
  const first = await desk.act('online', 'lab', 'labBatch.save', draft, { opId });
  expect((await desk.act('online', 'lab', 'labBatch.save', draft, { opId })).result).toEqual(first.result);
});

it('is not submitted without controls, nor with libraries that can be taken for each other', async () => {
  const [task, other] = [await one(), await one()];
  const place = (well: string, { id }: StoredTask, index1: string) => ({ well, kind: 1, taskId: id, index1, index2: 'CAGAACAGAA' });
  const bare = await saved(draftOf(task, [{ well: 'A01', kind: 1, taskId: task.id }]));
  expect(await desk.act('online', 'lab', 'mapmiSj.submit', await signed(bare, 'admin'))).toMatchObject({ code: 'batch.noControl' });
  const near = draftOf(task, [place('A01', task, 'CGGAACTG'), place('B01', other, 'CGGAACTC'), ...controls]);
  const clashing = await saved({ ...near, ruleId: bare.ruleId, version: bare.version });
  expect(await desk.act('online', 'lab', 'mapmiSj.submit', await signed(clashing, 'admin'))).toMatchObject({
    code: 'batch.indexClash',
    params: { wells: 'A01、B01' },
  });
  expect((await detail(bare.ruleId)).faults).toMatchObject([{ code: 'batch.indexClash', at: ['A01', 'B01'] }]);
});

it('says that a run lacks its instrument before anybody signs for it', async () => {
  const task = await one();
  const run = await saved(draftOf(task, [{ well: 'A01', kind: 1, taskId: task.id }, ...controls], { batchKind: 4 }));
  expect((await detail(run.ruleId)).faults).toMatchObject([{ code: 'batch.noInstrument', at: [] }]);
  expect(await desk.act('online', 'lab', 'mapmiSj.submit', await signed(run, 'admin'))).toMatchObject({ code: 'batch.noInstrument' });
});

it('shows and changes nothing of another laboratory', async () => {
  const task = await one();
  const sheet = await saved(draftOf(task, [{ well: 'A01', kind: 1, taskId: task.id }, ...controls]));
  const { id } = await desk.me('lab');
  const [elsewhere] = await desk.rows<{ id: string }>(
    sql`select id from laboratory where tenant_id = '000000' and id <> ${task.laboratoryId} order by id limit 1`,
  );
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', array[${elsewhere!.id}]::bigint[])`,
  );
  try {
    expect((await desk.get('lab', 'mapmiSj/page', {}, 'lab')).data.total).toBe(0);
    expect(await desk.get('lab', 'mapmiSj/detail', { ruleId: sheet.ruleId }, 'lab')).toMatchObject({ status: 404 });
    expect(await desk.get('lab', 'lab-batch/sheet', { ruleId: sheet.ruleId }, 'lab')).toMatchObject({ status: 404 });
    const acts: [string, object][] = [
      ['labBatch.save', { ...draftOf(task, []), ruleId: sheet.ruleId, version: sheet.version }],
      ['mapmiSj.submit', await signed(sheet, 'admin')],
      ['mapmiSj.remove', { ids: [sheet.ruleId] }],
      ['mapmiSj.updateSj', { ruleId: sheet.ruleId, version: sheet.version, chipId: 'X' }],
    ];
    for (const [name, payload] of acts) expect(await desk.act('online', 'lab', name, payload)).toMatchObject({ code: 'command.notYours' });
  } finally {
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id} and kind = 'laboratory'`);
  }
});

async function upload(csv: string, fields: Readonly<Record<string, string>>) {
  const boundary = 'sheet-boundary';
  const parts = Object.entries(fields).map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="s.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`;
  const answer = await (
    await desk.as('lab')
  ).post(callPath('lab', 'tngsSj/import-file', 'accession'), Buffer.from(parts.join('') + file), {
    'content-type': `multipart/form-data; boundary=${boundary}`,
  });
  return { status: answer.statusCode, ...answer.json<{ data: any; refusal?: string }>() };
}

it('makes a draft of a file and of nothing else, and gives it out as the sequencer wants it', async () => {
  const [task, other] = [await one(), await one()];
  const { laboratoryId, panelGroupId } = task;
  const csv = `[Header],,,\nRun,x,,\nSample_ID,Sample_Well,Index,Index2\n${task.sampleCode},A01,CGGAACTG,ACGTACGT\nNOBODY1,B01,,\n${task.sampleCode},C01,,\n${other.sampleCode},,GATTACAG,TTTTACGT\nNC1,,,\nPC1,H12,,\nX,Z1,,`;
  const said = await upload(csv, { laboratoryId, panelGroupId });
  expect(said).toMatchObject({ status: 200, data: { totalCount: 7, okCount: 4, errorCount: 3 } });
  expect(said.data.rows.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['ok', 'error', 'error', 'ok', 'ok', 'ok', 'error']);
  const { ruleId } = said.data;
  expect(await detail(ruleId, 'tngsSj/detail')).toMatchObject({
    line: 'tngs',
    totalNumber: 2,
    isSubmit: 0,
    places: [{ well: 'A01' }, {}, {}, { well: 'H12', kind: 3 }],
  });
  expect(await desk.get('lab', 'mapmiSj/detail', { ruleId }, 'lab')).toMatchObject({ status: 404 });
  const sheet = await (await desk.as('lab')).get(callPath('lab', 'lab-batch/sheet', 'accession'), { ruleId, format: 'illumina' });
  expect(sheet.body).toContain('[BCLConvert_Data]\r\nSample_ID,Index,Index2\r\n');
  expect(sheet.body).toContain(`${task.labCode},CGGAACTG,ACGTACGT\r\n`);
  expect((await desk.get('lab', 'lab-batch/sheet', { ruleId }, 'lab').catch(() => ({ status: 200 }))).status).toBe(200);
  expect(await upload('Nothing,here\n1,2', { laboratoryId, panelGroupId })).toMatchObject({ status: 422, refusal: 'sheet.noCode' });
  expect(await upload('code\nNOBODY1', { laboratoryId, panelGroupId })).toMatchObject({ status: 200, data: { ruleId: null, errorCount: 1 } });
});

it('asks for the lots its panel group wants, says which they are, and finds them in a file by number or as the only one of a kind', async () => {
  const task = await one();
  const { laboratoryId, panelGroupId } = task;
  const lots = await Promise.all(
    (['NC', 'PC'] as const).map(async (kind) => {
      const [row] = await desk.rows<{ id: string }>(
        sql`insert into qc_lot (id, tenant_id, laboratory_id, panel_group_id, control_kind, material_name, lot_no, expire_date, is_required)
          values (${newId()}, '000000', ${laboratoryId}, ${panelGroupId}, ${kind}, '对照', ${`LOT-${kind}`}, '2099-12-31', 1) returning id`,
      );
      return row!.id;
    }),
  );
  try {
    const bare = await saved(draftOf(task, [{ well: 'A01', kind: 1, taskId: task.id }, ...controls]));
    expect(await desk.act('online', 'lab', 'mapmiSj.submit', await signed(bare, 'admin'))).toMatchObject({ code: 'batch.noControl' });
    expect((await detail(bare.ruleId)).lots).toMatchObject([
      { qcLotId: lots[0], kind: 2, lotNo: 'LOT-NC', isRequired: 1, isExpired: false },
      { qcLotId: lots[1], kind: 3, lotNo: 'LOT-PC' },
    ]);
    const { data } = await upload(`code\nlot-nc\nPC1`, { laboratoryId, panelGroupId });
    expect((await detail(data.ruleId, 'tngsSj/detail')).places).toMatchObject([
      { kind: 2, qcLotId: lots[0], qcLotName: '对照 LOT-NC' },
      { kind: 3, qcLotId: lots[1] },
    ]);
    const named = controls.map((control, at) => ({ ...control, qcLotId: lots[at] }));
    const whole = await saved({
      ...draftOf(task, [{ well: 'A01', kind: 1, taskId: task.id }, ...named]),
      ruleId: bare.ruleId,
      version: bare.version,
    });
    await desk.orm.execute(sql`update qc_lot set expire_date = '2020-01-01' where id = ${lots[0]}`);
    expect(await desk.act('online', 'lab', 'mapmiSj.submit', await signed(whole, 'admin'))).toMatchObject({
      code: 'batch.lotExpired',
      params: { lots: '对照 LOT-NC' },
    });
    await desk.orm.execute(sql`update qc_lot set expire_date = '2099-12-31' where id = ${lots[0]}`);
    expect(await desk.act('online', 'lab', 'mapmiSj.submit', await signed(whole, 'admin'))).toMatchObject({ status: 'applied' });
  } finally {
    await desk.orm.execute(sql`update qc_lot set is_deleted = 1 where id in (${lots[0]}, ${lots[1]})`);
  }
});
