import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitingTasks } from '../tasks/taskTesting.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { importPortion } from './importFile.ts';
import { resultDesk } from './resultTesting.ts';

let desk: Desk;
let files: ReturnType<typeof resultDesk>;
beforeAll(async () => {
  desk = await openDesk();
  files = resultDesk(desk);
});
afterAll(() => desk.close());

const normal = { WBC: '5.1', RBC: '4.2', HGB: '130', HCT: '40', PLT: '200', NEU: '60', LYM: '30', MON: '5', EOS: '2', BAS: '0.5' };
const codes = Object.keys(normal);
const wideHead = ['实验室编号', '姓名', ...codes].join(',');
const wide = (labCode: string, change: Record<string, string> = {}, name = ''): string =>
  [labCode, name, ...Object.values({ ...normal, ...change })].join(',');
const csv = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

async function bloodCounts(count: number) {
  const tasks = [];
  for (let at = 0; at < count; at++) tasks.push((await waitingTasks(desk)).tasks[0]!);
  return tasks;
}

it('reads a wide file, judges each row, takes in what was decided, and says what it left', async () => {
  const [one, two, three] = await bloodCounts(3);
  const template = await files.template('PG07', wideHead);
  const answer = await files.upload(
    'PG07',
    template,
    csv(
      '某仪器',
      wideHead,
      wide(one!.labCode!),
      wide(two!.labCode!, { WBC: '9.6' }, '别人'),
      wide('1.2E+12'),
      wide('NOBODY'),
      wide(three!.labCode!, { WBC: '2026/3/1x' }),
    ),
  );
  expect(answer.status, answer.msg).toBe(200);
  const id = answer.data.resultFileId;
  expect(await files.file(id)).toMatchObject({ readState: 2, readResult: 1, totalCount: 5, errorCount: 3, importState: 0, gate: 3 });
  const lines = await files.lines(id);
  expect(lines.map(({ line, verdict, errors, warnings }) => [line, verdict, ...errors, ...warnings])).toEqual([
    [5, 'error', 'codeAsNumber'],
    [6, 'error', 'unknownCode'],
    [7, 'error', 'badCell', 'notNumber'],
    [4, 'warn', 'nameDiffers'],
    [3, 'ok'],
  ]);
  expect((await files.decide(id, { rows: [{ line: 7, decision: 'take', reason: '看过' }] })).refusal).toBe('file.badDecision');
  expect((await files.decide(id, { rows: [{ line: 4, decision: 'take' }] })).refusal).toBe('file.badDecision');
  expect((await files.decide(id, { takeAllOk: true, rows: [{ line: 4, decision: 'take', reason: '曾用名' }] })).data).toMatchObject({
    takenCount: 2,
  });
  expect((await files.decide(id, { takeAllOk: true })).refusal).toBe('file.inImport');
  await files.work(id);
  await files.work(id);
  expect(await files.file(id)).toMatchObject({ importState: 2, importResult: 1, processCount: 2 });
  expect(await files.tasks([one!.id, two!.id, three!.id])).toMatchObject([
    { taskState: 3, resultVersion: 1, detectionResult: 1, signals: [] },
    { taskState: 3, resultVersion: 1, detectionResult: 2, signals: ['nameDiffers'] },
    { taskState: 1, resultVersion: 0 },
  ]);
  const values = await desk.rows(
    sql`select item_code, value, number::float8 as number, result_status, unit from lab_result where task_id = ${two!.id} and item_code in ('WBC', 'RBC') order by item_code`,
  );
  expect(values).toMatchObject([
    { itemCode: 'RBC', value: '4.2', number: 4.2, resultStatus: 'normal' },
    { itemCode: 'WBC', value: '9.6', number: 9.6, resultStatus: 'high', unit: '10^9/L' },
  ]);
});

it('reads GB18030, a row an item, sample facts on the first row alone, and files without header', async () => {
  const [one, two, three] = await bloodCounts(3);
  const long = await files.template('PG07', '样本编号,位点,结果', 2);
  const longFile = Buffer.concat([
    gbk('样本编号,位点,结果\n'),
    Buffer.from(
      Object.entries(normal)
        .map(([item, value]) => `${one!.sampleCode},${item},${value}\n`)
        .join(''),
    ),
  ]);
  const first = await files.template('PG07', wideHead, 3);
  const noHead = await files.template('PG07', wideHead, 4);
  const [head, tail] = [codes.slice(0, 4), codes.slice(4)];
  const cells = (own: readonly string[]): string => codes.map((code) => (own.includes(code) ? normal[code as keyof typeof normal] : '')).join(',');
  const uploaded = [
    await files.upload('PG07', long, longFile),
    await files.upload('PG07', first, csv(wideHead, `${two!.labCode},,${cells(head)}`, `,,${cells(tail)}`)),
    await files.upload('PG07', noHead, wide(three!.labCode!)),
  ];
  for (const { data } of uploaded) {
    expect(await files.file(data.resultFileId)).toMatchObject({ readResult: 1, totalCount: 1, errorCount: 0 });
    expect((await files.decide(data.resultFileId, { takeAllOk: true })).data.takenCount).toBe(1);
    await files.work(data.resultFileId);
  }
  expect((await files.tasks([one!.id, two!.id, three!.id])).map(({ taskState, detectionResult }) => [taskState, detectionResult])).toEqual([
    [3, 1],
    [3, 1],
    [3, 1],
  ]);
});

it('takes the same file once, a later one only with a reason, and nothing over what is audited', async () => {
  const [one, two] = await bloodCounts(2);
  const template = await files.template('PG07', wideHead);
  const content = csv(wideHead, wide(one!.labCode!), wide(two!.labCode!));
  const [first, again] = [await files.upload('PG07', template, content), await files.upload('PG07', template, content)];
  const results = await Promise.all([first, again].map(({ data }) => files.decide(data.resultFileId, { takeAllOk: true })));
  expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await Promise.all([first, again].map(({ data }) => files.work(data.resultFileId)));
  expect((await files.upload('PG07', template, content)).refusal).toBe('file.known');
  await desk.orm.execute(sql`update lab_task set task_state = 4 where id = ${one!.id}`);
  const later = await files.upload('PG07', template, csv(wideHead, wide(one!.labCode!, { WBC: '20' }), wide(two!.labCode!, { WBC: '20' })));
  const lines = await files.lines(later.data.resultFileId);
  expect(lines.map(({ verdict, errors, warnings }) => [verdict, ...errors, ...warnings])).toEqual([
    ['error', 'audited'],
    ['warn', 'replaces'],
  ]);
  await files.decide(later.data.resultFileId, { rows: [{ line: 3, decision: 'take', reason: '复测' }] });
  await desk.orm.execute(sql`update lab_task set task_state = 4 where id = ${two!.id}`);
  await files.work(later.data.resultFileId);
  expect((await files.lines(later.data.resultFileId)).find(({ line }) => line === 3)).toMatchObject({ refusal: 'result.audited', doneTime: null });
  // What was left is told so, and not taken for decided once more.
  for (const row of [
    { line: 3, decision: 'take', reason: '再试' },
    { line: 2, decision: 'redo', reason: '再做' },
  ])
    expect((await files.decide(later.data.resultFileId, { rows: [row] })).refusal).toBe('file.badDecision');
  expect(await files.tasks([one!.id, two!.id])).toMatchObject([
    { resultVersion: 1, detectionResult: 1 },
    { resultVersion: 1, detectionResult: 1 },
  ]);
});

it('goes on where a killed import stopped, two workers at once take each row once', async () => {
  const tasks = await bloodCounts(6);
  const template = await files.template('PG07', wideHead);
  const { data } = await files.upload('PG07', template, csv(wideHead, ...tasks.map(({ labCode }) => wide(labCode!))));
  await files.decide(data.resultFileId, { takeAllOk: true });
  const { id: userId, name: userName } = await desk.me('lab');
  const asked = { tenantId: '000000', fileId: data.resultFileId, userId, userName };
  // The server dies before the portion is committed: nothing of it is there.
  await expect(
    desk.database.transaction(async (tx) => {
      await importPortion(tx, asked);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect((await files.tasks(tasks.map(({ id }) => id))).every(({ resultVersion }) => resultVersion === 0)).toBe(true);
  await Promise.all([files.work(data.resultFileId), files.work(data.resultFileId)]);
  expect(await files.file(data.resultFileId)).toMatchObject({ importState: 2, processCount: 6 });
  expect((await files.tasks(tasks.map(({ id }) => id))).map(({ resultVersion, taskState }) => [resultVersion, taskState])).toEqual(
    tasks.map(() => [1, 3]),
  );
});

it('tells how far it is while it still works, and has a row of what was audited meanwhile as no lack of its run sheet', async () => {
  const [one, two, three] = await bloodCounts(3);
  const ruleId = await files.sheetOf([one!, two!, three!]);
  await desk.orm.execute(sql`update lab_task set batch_id = ${ruleId} where id in (${one!.id}, ${two!.id}, ${three!.id})`);
  await desk.orm.execute(sql`update lab_task set task_state = 4 where id = ${two!.id}`);
  const template = await files.template('PG07', wideHead);
  const { data } = await files.upload('PG07', template, csv(wideHead, wide(one!.labCode!), wide(two!.labCode!)), { ruleId });
  const file = async () => files.file(data.resultFileId);
  expect(await file()).toMatchObject({ totalCount: 2, errorCount: 1, missingCodes: [three!.labCode], importState: 0, processCount: 0 });
  const plate = await files.get('lab', files.lab('result-file/plate'), { resultFileId: data.resultFileId });
  expect(plate.data.wells.map((well: { verdict: string; errors: string[] }) => [well.verdict, ...well.errors])).toEqual([
    ['ok'],
    ['error', 'audited'],
    [null],
  ]);
  expect(plate.data.surplus).toEqual([]);
  await files.decide(data.resultFileId, { takeAllOk: true });
  expect(await file()).toMatchObject({ importState: 1, importResult: null });
  const { id: userId, name: userName } = await desk.me('lab');
  const portion = () => desk.database.transaction((tx) => importPortion(tx, { tenantId: '000000', fileId: data.resultFileId, userId, userName }));
  expect([await portion(), (await file()).importState, (await file()).processCount]).toEqual([false, 3, 1]);
  expect([await portion(), (await file()).importState, (await file()).importResult]).toEqual([true, 2, 1]);
});

it('keeps a file it cannot read, with a sentence', async () => {
  const template = await files.template('PG07', wideHead);
  for (const [content, said] of [
    ['<html><table></table></html>', '网页'],
    ['甲,乙\n1,2\n', '表头'],
    ['姓名,WBC,RBC\n张,1,2\n', '编号列'],
    [Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]), ''],
  ] as const) {
    const { data, msg, status } = await files.upload('PG07', template, Buffer.from(content));
    expect(status, msg).toBe(200);
    const file = await files.file(data.resultFileId);
    expect(file).toMatchObject({ readState: 2, readResult: 0, totalCount: 0 });
    expect(file.readMessage).toContain(said);
    expect((await files.decide(data.resultFileId, { takeAllOk: true })).refusal).toBe('file.notReady');
  }
});

it('takes in what its own laboratory tests, for no other’s controls speak for it', async () => {
  const [here, elsewhere] = await bloodCounts(2);
  await desk.orm.execute(
    sql`update lab_task t set laboratory_id = (select l.id from laboratory l where l.tenant_id = t.tenant_id and l.id <> t.laboratory_id order by l.id limit 1) where t.id = ${elsewhere!.id}`,
  );
  const template = await files.template('PG07', wideHead);
  const { data } = await files.upload('PG07', template, csv(wideHead, wide(here!.labCode!), wide(elsewhere!.labCode!)));
  expect((await files.lines(data.resultFileId)).map(({ errors, taskId }) => [taskId, ...errors])).toEqual([[null, 'otherLaboratory'], [here!.id]]);
});

it('knows a file of another group, and leaves what is elsewhere to those it belongs to', async () => {
  const [task] = await bloodCounts(1);
  const template = await files.template('PG08', '实验室编号,ALT,AST');
  expect((await files.upload('PG07', template, 'x')).refusal).toBe('file.otherTemplate');
  const other = await files.upload('PG08', template, csv('实验室编号,ALT,AST', `${task!.labCode},20,20`));
  expect(await files.lines(other.data.resultFileId)).toMatchObject([{ errors: ['otherGroup'], taskId: null }]);
  const own = await files.template('PG07', wideHead);
  const { data } = await files.upload('PG07', own, csv(wideHead, wide(task!.labCode!)));
  const { id } = await desk.me('lab');
  await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', '{1}')`);
  try {
    expect((await files.upload('PG07', own, csv(wideHead, wide('X')))).refusal).toBe('command.notYours');
    expect((await files.decide(data.resultFileId, { takeAllOk: true })).refusal).toBe('file.unknown');
    expect((await files.get('lab', files.lab('result-file/page'), { resultFileId: data.resultFileId })).data.records).toEqual([]);
    expect((await files.get('lab', files.lab('result-file/error-page'), { resultFileId: data.resultFileId })).data.records).toEqual([]);
    expect((await files.get('lab', files.lab('lab-task/conclusion'), { taskId: task!.id })).refusal).toBe('command.notYours');
    const entry = { taskId: task!.id, version: 0, values: [] };
    expect((await files.post('lab', files.lab('result/web-upload'), entry)).refusal).toBe('command.notYours');
  } finally {
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  }
  // Decided by somebody who lost sight of the task before the job came to it.
  await files.decide(data.resultFileId, { takeAllOk: true });
  await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', '{1}')`);
  await files.work(data.resultFileId);
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  expect(await files.lines(data.resultFileId)).toMatchObject([{ refusal: 'result.notYours', doneTime: null }]);
});

/** The few letters this file needs in GBK; Node writes none. */
function gbk(text: string): Buffer {
  const letters: Readonly<Record<string, readonly [number, number]>> = {
    样: [0xd1, 0xf9],
    本: [0xb1, 0xbe],
    编: [0xb1, 0xe0],
    号: [0xba, 0xc5],
    位: [0xce, 0xbb],
    点: [0xb5, 0xe3],
    结: [0xbd, 0xe1],
    果: [0xb9, 0xfb],
  };
  return Buffer.from([...text].flatMap((letter) => letters[letter] ?? [letter.charCodeAt(0)]));
}
