import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { audited } from '../audit/auditTesting.ts';
import { waitingTasks } from '../tasks/taskTesting.ts';
import { resultDesk } from './resultTesting.ts';

let desk: Desk;
let files: ReturnType<typeof resultDesk>;
beforeAll(async () => {
  desk = await openDesk();
  files = resultDesk(desk);
});
afterAll(() => desk.close());

/** Tubes whose work is another group's panel, as if they had been sent for it. */
async function tasksOfPanel(count: number, panel: string) {
  const made = [];
  for (let at = 0; at < count; at++) made.push((await waitingTasks(desk)).tasks[0]!);
  await desk.orm
    .execute(sql`update lab_task t set panel_group_id = p.panel_group_id, panel_ids = array[p.id], item_ids = p.item_ids, laboratory_id = g.laboratory_id
    from panel p join panel_group g on g.tenant_id = p.tenant_id and g.id = p.panel_group_id
    where t.id = any(${sql.param(made.map(({ id }) => id))}::bigint[]) and p.tenant_id = t.tenant_id and p.panel_code = ${panel}`);
  return made;
}
const head = '样本编号,检出病原,类别,Reads,可信度,原始数据,Q30';
const row = (code: string, name: string, reads: number | string, level = '', millions = 12): string =>
  `${code},${name},细菌,${reads},${level},${millions},80`;
const csv = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
const controls = [row('NC', '肺炎链球菌', 3, '', 10), row('PC', '肺炎支原体', 9000, '', 12)];
const foundIn = (taskId: string) =>
  desk.rows(
    sql`select name, finding_class, reads, confidence, is_reported, is_background, control_times::float8 as control_times from lab_finding where task_id = ${taskId} order by name`,
  );
const lineOf = async (fileId: string, line: number) => (await files.lines(fileId)).find((one) => one.line === line);

it('takes the organisms of a file in as findings of the version, and marks what stands too little above the negative control', async () => {
  const [one, clean, dirty, odd] = await tasksOfPanel(4, 'RSP-A');
  const template = await files.template('PG04', head, 2);
  const content = csv(
    head,
    row(one!.sampleCode, '肺炎支原体', 1200, '高'),
    row(one!.sampleCode, '肺炎链球菌', 24, '高'),
    row(clean!.sampleCode, '未检出', ''),
    row(dirty!.sampleCode, '流感病毒', 900),
    row(dirty!.sampleCode, '流感病毒', 901),
    row(odd!.sampleCode, '人疱疹病毒6型', 900, '高'),
    row('NOBODY', '流感病毒', 900),
    row('', '流感病毒', 900),
    ...controls,
  );
  const answer = await files.upload('PG04', template, content);
  expect(answer.status, answer.msg).toBe(200);
  const fileId = answer.data.resultFileId as string;
  expect(await files.file(fileId)).toMatchObject({ readResult: 1, gate: 1, gateReasons: [] });
  const lines = await files.lines(fileId);
  const verdicts = lines
    .filter(({ controlKind }) => controlKind === null)
    .map(({ line, verdict, errors, warnings }) => [line, verdict, ...errors, ...warnings]);
  expect(verdicts.toSorted(([a], [b]) => a - b)).toEqual([
    [2, 'ok'],
    [4, 'ok'],
    [5, 'error', 'badCell', 'foundTwice'],
    [7, 'warn', 'unknownFinding'],
    [8, 'error', 'unknownCode'],
    [9, 'error', 'noCode'],
  ]);
  expect(await lineOf(fileId, 7)).toMatchObject({ params: { names: '人疱疹病毒6型' } });
  expect((await lineOf(fileId, 2)).findings).toMatchObject([
    { line: 2, name: '肺炎支原体', isBackground: 0, controlTimes: 1000 },
    { line: 3, name: '肺炎链球菌', isBackground: 1, controlTimes: 6.6667, confidence: 'low' },
  ]);
  await files.decide(fileId, { takeAllOk: true, rows: [{ line: 7, decision: 'take', reason: '已核对' }] });
  await files.work(fileId);
  expect(await files.tasks([one!.id, clean!.id, dirty!.id, odd!.id])).toMatchObject([
    { taskState: 3, resultVersion: 1, detectionResult: 2 },
    { taskState: 3, resultVersion: 1, detectionResult: 1, signals: [] },
    { taskState: 1, resultVersion: 0 },
    { taskState: 3, resultVersion: 1, detectionResult: 2 },
  ]);
  expect(await foundIn(one!.id)).toEqual([
    { name: '肺炎支原体', findingClass: 'bacterium', reads: 1200, confidence: 'high', isReported: 1, isBackground: 0, controlTimes: 1000 },
    { name: '肺炎链球菌', findingClass: 'bacterium', reads: 24, confidence: 'low', isReported: 0, isBackground: 1, controlTimes: 6.6667 },
  ]);
  const detail = (await desk.get('audit1', 'result-audit/detail', { taskId: one!.id }, 'lab')).data;
  expect(detail.findings).toMatchObject([{ name: '肺炎支原体' }, { name: '肺炎链球菌', isBackground: 1, controlTimes: 6.6667, isReported: 0 }]);
  expect(detail.values.map(({ itemName, value }: Record<string, string>) => [itemName, value])).toEqual([
    ['流感病毒', '未检出'],
    ['呼吸道合胞病毒', '未检出'],
    ['肺炎支原体', '检出'],
    ['肺炎链球菌', '检出（低）'],
    ['结核分枝杆菌复合群', '未检出'],
  ]);
  // What a person types beside it keeps what was measured.
  const entered = await files.post('lab', files.lab('result/web-upload'), {
    taskId: one!.id,
    version: 1,
    values: [],
    findings: [{ name: '肺炎链球菌', confidence: 'low', controlTimes: 99, isBackground: 0 }],
  });
  expect(entered.status, entered.msg).toBe(200);
  expect(await foundIn(one!.id)).toMatchObject([{ name: '肺炎链球菌', isBackground: 1, controlTimes: 6.6667 }]);
});

it('a later file replaces findings by a new version with a reason, and none that were audited', async () => {
  const [one, two] = await tasksOfPanel(2, 'RSP-A');
  const template = await files.template('PG04', head, 2);
  const take = async (lines: readonly string[], body: object): Promise<string> => {
    const fileId = (await files.upload('PG04', template, csv(head, ...lines, ...controls))).data.resultFileId as string;
    await files.decide(fileId, body);
    await files.work(fileId);
    return fileId;
  };
  const both = (reads: number) => [row(one!.sampleCode, '流感病毒', reads), row(two!.sampleCode, '流感病毒', reads)];
  await take(both(900), { takeAllOk: true });
  await desk.orm.execute(sql`update lab_task set task_state = 4 where id = ${two!.id}`);
  const again = [row(one!.sampleCode, '未检出', ''), row(two!.sampleCode, '肺炎支原体', 70)];
  const fileId = await take(again, { rows: [{ line: 2, decision: 'take', reason: '重新分析' }] });
  expect(await lineOf(fileId, 3)).toMatchObject({ verdict: 'error', errors: ['audited'] });
  expect(await files.tasks([one!.id, two!.id])).toMatchObject([
    { resultVersion: 2, detectionResult: 1 },
    { resultVersion: 1, detectionResult: 2 },
  ]);
  expect([await foundIn(one!.id), await foundIn(two!.id)]).toMatchObject([[], [{ name: '流感病毒', reads: 900 }]]);
  const versions = await desk.rows(
    sql`select no, jsonb_array_length(findings) as count from lab_result_version where task_id = ${one!.id} order by no`,
  );
  expect(versions).toMatchObject([
    { no: 1, count: 1 },
    { no: 2, count: 0 },
  ]);
});

it('takes variants in with their class, of the first row’s sample, and no negative from a class nobody knows', async () => {
  const [one, two, three] = await tasksOfPanel(3, 'WES-A');
  const title = '样本编号,基因,核苷酸变化,纯合/杂合,变异评级,致病性单核苷酸变异,外显子水平拷贝数变异';
  const template = await files.template('PG05', title, 3);
  const content = csv(
    title,
    `${one!.sampleCode},PAH,c.728G>A,杂合,致病,P,未检出`,
    ',GJB2,c.235delC,杂合,意义不明,,',
    `${two!.sampleCode},PAH,c.1A>T,杂合,说不清,,`,
    `${three!.sampleCode},未检出,,,,,`,
  );
  const fileId = (await files.upload('PG05', template, content)).data.resultFileId as string;
  expect((await lineOf(fileId, 4)).errors).toEqual(['badCell', 'noClass']);
  await files.decide(fileId, { takeAllOk: true });
  await files.work(fileId);
  expect(await files.tasks([one!.id, two!.id, three!.id])).toMatchObject([
    { taskState: 3, detectionResult: 2 },
    { taskState: 1, resultVersion: 0 },
    { taskState: 3, detectionResult: 1 },
  ]);
  expect(await foundIn(one!.id)).toMatchObject([
    { name: 'GJB2 c.235delC 杂合', findingClass: 'VUS' },
    { name: 'PAH c.728G>A 杂合', findingClass: 'P', isReported: 1 },
  ]);
});

it('leaves the findings of before where a file tells of none', async () => {
  const task = await audited(desk);
  const template = await files.template('PG07', '样本编号,WBC');
  const finding = [{ name: '疟原虫', confidence: 'high' }];
  await files.post('lab', files.lab('result/web-upload'), { taskId: task.id, version: 1, values: [], findings: finding });
  const fileId = (await files.upload('PG07', template, csv('样本编号,WBC', `${task.sampleCode},5.5`))).data.resultFileId as string;
  await files.decide(fileId, { rows: [{ line: 2, decision: 'take', reason: '复测' }] });
  await files.work(fileId);
  expect(await foundIn(task.id)).toMatchObject([{ name: '疟原虫' }]);
});
