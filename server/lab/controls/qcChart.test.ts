import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { resultDesk } from '../results/resultTesting.ts';
import { waitingTasks } from '../tasks/taskTesting.ts';

let desk: Desk;
let files: ReturnType<typeof resultDesk>;
let group: { id: string; laboratoryId: string };
let wbc: string;
let template: string;
beforeAll(async () => {
  desk = await openDesk();
  files = resultDesk(desk);
  [group] = (await desk.rows<typeof group>(
    sql`select id, laboratory_id from panel_group where panel_group_code = 'PG07' and tenant_id = '000000'`,
  )) as [typeof group];
  wbc = (await desk.rows<{ id: string }>(sql`select id from item where item_code = 'WBC' and tenant_id = '000000'`))[0]!.id;
  template = await files.template('PG07', '实验室编号,WBC');
});
afterAll(() => desk.close());

async function lot(lotNo: string, more: object): Promise<string> {
  const body = {
    ...group,
    panelGroupId: group.id,
    controlKind: 'level',
    materialName: '质控',
    lotNo,
    expireDate: '2099-01-01',
    itemId: wbc,
    ...more,
  };
  const { id: _id, ...asked } = { ...body };
  const said = await files.post('admin', '/api/accession-lims-base/qc-lot/save', asked);
  if (said.status !== 200) throw new Error(said.msg);
  return (await desk.rows<{ id: string }>(sql`select id from qc_lot where lot_no = ${lotNo}`))[0]!.id;
}
/** A file with controls; every file is another, for the same bytes are the same measurement. */
let made = 0;
async function measure(...rows: readonly (readonly [code: string, value: number | string])[]) {
  made += 1;
  const content = ['实验室编号,WBC', ...rows.map(([code, value]) => `${code},${value}`), `UNKNOWN${made},1`].join('\n');
  return (await files.upload('PG07', template, `${content}\n`)).data.resultFileId as string;
}
const points = async (qcLotId: string) =>
  (await files.get('lab', files.lab('qc-chart/point-page'), { qcLotId, size: '100' })).data.records.toReversed() as any[];
const judged = async (qcLotId: string) => (await points(qcLotId)).map(({ value, verdict, rules }) => [value, verdict, ...rules]);
const act = (name: 'exclude' | 'include', qcPointId: string, reason = '加样错误', account: 'lab' | 'audit1' = 'audit1') =>
  files.post(account, files.lab(`qc-chart/${name}`), { qcPointId, reason });

it('writes the points of a file with their verdicts, and holds the file by the rules of many points', async () => {
  const qcLotId = await lot('L-WG', { targetSource: 1, mean: 10, sd: 1 });
  for (const value of [10.2, 12.4]) expect(await files.file(await measure(['L-WG', value]))).toMatchObject({ gate: 1 });
  const held = await measure(['L-WG', 12.3]);
  expect(await files.file(held)).toMatchObject({ gate: 2 });
  expect(await judged(qcLotId)).toEqual([
    ['10.2', 1],
    ['12.4', 2, '1-2s'],
    ['12.3', 3, '2-2s'],
  ]);
  const [, warned] = await points(qcLotId);
  expect(warned).toMatchObject({ z: 2.4, fileId: expect.any(String), fileName: 'r.csv', excludedReason: null });
  // A person has looked: without that point the next one is alone.
  expect((await act('exclude', warned.qcPointId, '加样错误', 'lab')).status).toBe(403);
  expect((await act('exclude', warned.qcPointId, '')).status).toBe(400);
  expect((await act('exclude', warned.qcPointId)).status).toBe(200);
  expect((await act('exclude', warned.qcPointId)).status).toBe(200);
  expect((await act('exclude', (await points(qcLotId))[2].qcPointId)).status).toBe(200);
  expect((await points(qcLotId))[1]).toMatchObject({ excludedReason: '加样错误', excludedBy: expect.any(String), verdict: 2 });
  expect(await files.file(await measure(['L-WG', 12.5]))).toMatchObject({ gate: 1 });
  expect((await act('include', warned.qcPointId, '查无异常')).status).toBe(200);
  expect((await points(qcLotId))[1]).toMatchObject({ excludedReason: null, excludedBy: null });
  const trail = await desk.rows(sql`select action, reason from audit_entry where subject = ${warned.qcPointId} order by id`);
  expect(trail).toMatchObject([
    { action: 'qcPoint.exclude', reason: '加样错误' },
    { action: 'qcPoint.include', reason: '查无异常' },
  ]);
});

it('judges several wells of one run one after another, and two levels of one run together', async () => {
  const [low, high] = [await lot('L-LOW', { targetSource: 1, mean: 10, sd: 1 }), await lot('L-HIGH', { targetSource: 1, mean: 20, sd: 1 })];
  expect(await files.file(await measure(['L-LOW', 12.1], ['L-LOW', 12.3]))).toMatchObject({ gate: 2 });
  expect(await judged(low)).toEqual([
    ['12.1', 2, '1-2s'],
    ['12.3', 3, '2-2s'],
  ]);
  await measure(['L-LOW', 12.2], ['L-HIGH', 17.9]);
  expect(await judged(high)).toEqual([['17.9', 3, 'R-4s']]);
});

it('judges one material in each item it has a lot for, and compares no item with another', async () => {
  const rbc = (await desk.rows<{ id: string }>(sql`select id from item where item_code = 'RBC' and tenant_id = '000000'`))[0]!.id;
  const white = await lot('L-BOTH', { targetSource: 1, mean: 10, sd: 1 });
  const body = { ...group, panelGroupId: group.id, controlKind: 'level', materialName: '质控', lotNo: 'L-BOTH', expireDate: '2099-01-01' };
  const { id: _id, ...asked } = { ...body, itemId: rbc, targetSource: 1, mean: 4, sd: 0.1 };
  expect((await files.post('admin', '/api/accession-lims-base/qc-lot/save', asked)).status).toBe(200);
  const red = (await desk.rows<{ id: string }>(sql`select id from qc_lot where lot_no = 'L-BOTH' and item_id = ${rbc}`))[0]!.id;
  const both = await files.template('PG07', '实验室编号,WBC,RBC');
  const run = async (wbcValue: number, rbcValue: number) =>
    (await files.upload('PG07', both, `实验室编号,WBC,RBC\nL-BOTH,${wbcValue},${rbcValue}\nNOBODY${wbcValue},1,1\n`)).data.resultFileId as string;
  // One above, the other below: of two levels of one item it would be R-4s.
  expect(await files.file(await run(12.1, 3.79))).toMatchObject({ gate: 1 });
  expect([await judged(white), await judged(red)]).toEqual([[['12.1', 2, '1-2s']], [['3.79', 2, '1-2s']]]);
  const held = await run(10.3, 4.4);
  expect(await files.file(held)).toMatchObject({ gate: 2, gateReasons: [{ params: { item: '红细胞计数' } }] });
  expect((await judged(red)).at(-1)).toEqual(['4.4', 3, '1-3s']);
});

it('counts the same bytes brought twice as one measurement', async () => {
  const qcLotId = await lot('L-TWICE', { targetSource: 1, mean: 10, sd: 1 });
  const content = '实验室编号,WBC\nL-TWICE,12.4\nNOBODY,1\n';
  const [first, second] = [await files.upload('PG07', template, content), await files.upload('PG07', template, content)];
  for (const { data } of [first, second]) expect(await files.file(data.resultFileId)).toMatchObject({ gate: 1 });
  expect(await judged(qcLotId)).toEqual([['12.4', 2, '1-2s']]);
});

it('makes a target of twenty points in control, and judges by it from then on', async () => {
  const qcLotId = await lot('L-CUM', { targetSource: 2 });
  const target = async () => (await files.get('lab', files.lab('qc-chart/target'), { qcLotId })).data;
  const ten = (value: number) => Array.from({ length: 10 }, () => ['L-CUM', value] as const);
  await measure(...ten(9));
  expect(await target()).toMatchObject({ mean: null, sd: null, inControlCount: 10, neededCount: 20 });
  await measure(...ten(11));
  const { mean, sd, cv } = await target();
  expect([mean, sd.toFixed(3), cv.toFixed(2)]).toEqual([10, '1.026', '10.26']);
  expect(await files.file(await measure(['L-CUM', 13.2]))).toMatchObject({ gate: 2 });
  expect((await judged(qcLotId)).at(-1)).toEqual(['13.2', 3, '1-3s', '10-x']);
});

it('keeps to laboratories and panel groups, and passes a warning on to the results of its file', async () => {
  const qcLotId = await lot('L-WARN', { targetSource: 1, mean: 10, sd: 1 });
  await measure(['L-WARN', 10]);
  const [point] = await points(qcLotId);
  for (const [kind, account] of [
    ['laboratory', 'audit1'],
    ['panelGroup', 'audit1'],
  ] as const) {
    const { id } = await desk.me(account);
    await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, ${kind}, '{1}')`);
    expect((await files.get(account, files.lab('qc-chart/point-page'), { qcLotId })).data.records).toEqual([]);
    expect((await files.get(account, files.lab('qc-chart/page'))).data.records).toEqual([]);
    expect((await files.get(account, files.lab('qc-chart/target'), { qcLotId })).status).toBe(404);
    expect((await act('exclude', point.qcPointId)).refusal).toBe('command.notYours');
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  }
  const [task] = (await waitingTasks(desk)).tasks;
  const codes = ['WBC', 'RBC', 'HGB', 'HCT', 'PLT', 'NEU', 'LYM', 'MON', 'EOS', 'BAS'];
  const whole = await files.template('PG07', ['实验室编号', ...codes].join(','));
  const values = ['5.1', '4.2', '130', '40', '200', '60', '30', '5', '2', '0.5'];
  const content = [
    ['实验室编号', ...codes],
    [task!.labCode, ...values],
    ['L-WARN', '12.4', ...values.slice(1)],
  ]
    .map((line) => line.join(','))
    .join('\n');
  const { data } = await files.upload('PG07', whole, `${content}\n`);
  expect(await files.file(data.resultFileId)).toMatchObject({ gate: 1, gateReasons: [{ text: ['质控警告 1-2s', 'Control warning 1-2s'] }] });
  await files.decide(data.resultFileId, { takeAllOk: true });
  await files.work(data.resultFileId);
  expect(await files.tasks([task!.id])).toMatchObject([{ taskState: 3, signals: ['qcWarn'] }]);
});

it('holds a file whose positive control does not show all it is made of, or cannot be read', async () => {
  const gateOf = async (id: string) => (await files.file(id)).gate;
  await lot('P-WBC', { controlKind: 'PC' });
  await lot('P-ALL', { controlKind: 'PC', itemId: undefined });
  await lot('N-ALL', { controlKind: 'NC', itemId: undefined });
  expect(await gateOf(await measure(['P-WBC', 20]))).toBe(1);
  expect(await gateOf(await measure(['P-WBC', 5]))).toBe(2);
  expect(await gateOf(await measure(['P-WBC', '']))).toBe(2);
  expect(await gateOf(await measure(['N-ALL', 5]))).toBe(1);
  expect(await gateOf(await measure(['N-ALL', 20]))).toBe(2);
  for (const code of ['P-WBC', 'N-ALL']) {
    const unread = await measure([code, '#N/A']);
    expect(await files.file(unread)).toMatchObject({
      gate: 2,
      gateReasons: [{ text: ['质控结果无法读取：{item}', 'Control cannot be read: {item}'], params: { item: '白细胞计数' } }],
    });
  }
  const partly = await measure(['P-ALL', 20]);
  expect(await files.file(partly)).toMatchObject({ gate: 2 });
  const unseen = (await files.file(partly)).gateReasons.map(({ params }: { params: { item: string } }) => params.item);
  expect(unseen).toContain('红细胞计数');
  expect(unseen).not.toContain('白细胞计数');
});

it('holds the whole file by a level of a measure, and asks for each required lot, also for one that has expired', async () => {
  const reasonsOf = async (id: string) => (await files.file(id)).gateReasons.map(({ params }: { params: object }) => params);
  const rate = await files.template('PG07', '实验室编号,WBC,Q30');
  await lot('L-Q30', { itemId: undefined, metric: 'q30', targetSource: 1, mean: 80, sd: 1 });
  const { data } = await files.upload('PG07', rate, '实验室编号,WBC,Q30\nL-Q30,,70\nX,5,80\n');
  expect(await files.file(data.resultFileId)).toMatchObject({ gate: 2, gateReasons: [{ text: ['{kind}失控', '{kind} out of limits'] }] });
  const target = { targetSource: 1, mean: 10, sd: 1, isRequired: 1 };
  await lot('R-1', target);
  await lot('R-2', target);
  expect(await reasonsOf(await measure(['R-1', 10]))).toEqual([{ kind: 'level R-2' }]);
  expect(await reasonsOf(await measure(['R-1', 10], ['R-2', '']))).toEqual([{ kind: 'level R-2' }]);
  expect(await files.file(await measure(['R-1', 10], ['R-2', 10]))).toMatchObject({ gate: 1 });
  await desk.orm.execute(sql`update qc_lot set is_disable = 1 where lot_no = 'R-1'`);
  await desk.orm.execute(sql`update qc_lot set expire_date = '2020-01-01' where lot_no = 'R-2'`);
  expect(await reasonsOf(await measure(['N-ALL', 5]))).toEqual([{ lot: 'R-2' }]);
  await desk.orm.execute(sql`update qc_lot set is_disable = 1 where lot_no = 'R-2'`);
});
