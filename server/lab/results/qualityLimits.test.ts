import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { waitingTasks } from '../tasks/taskTesting.ts';
import { importPortion } from './importFile.ts';
import { resultDesk } from './resultTesting.ts';

let desk: Desk;
let files: ReturnType<typeof resultDesk>;
beforeAll(async () => {
  desk = await openDesk();
  files = resultDesk(desk);
  await desk.orm
    .execute(sql`insert into qc_limit (id, tenant_id, panel_group_id, metric, min_value, on_fail, basis, is_disable, is_deleted, create_time, update_time, version)
    values (${newId()}, '000000', ${await files.groupId('PG07')}, 'q30', 80, 2, '说明书', 0, 0, now(), now(), 1)`);
});
afterAll(() => desk.close());

const setLimit = (least: number) => desk.orm.execute(sql`update qc_limit set min_value = ${least} where metric = 'q30'`);
const normal = { WBC: '5.1', RBC: '4.2', HGB: '130', HCT: '40', PLT: '200', NEU: '60', LYM: '30', MON: '5', EOS: '2', BAS: '0.5' };
const head = ['实验室编号', ...Object.keys(normal), 'Q30'].join(',');
const row = (code: string, q30: string): string => [code, ...Object.values(normal), q30].join(',');
const waiting = async () => (await waitingTasks(desk)).tasks[0]!;

it('keeps out of a file what a limit forbids, also where the file says no more than a bound; its work may be ordered again', async () => {
  const [good, bad, bounded] = [await waiting(), await waiting(), await waiting()];
  const template = await files.template('PG07', head);
  const content = `${[head, row(good.labCode!, '80'), row(bad.labCode!, '79.9'), row(bounded.labCode!, '<90')].join('\n')}\n`;
  const { data } = await files.upload('PG07', template, content);
  expect(await files.file(data.resultFileId)).toMatchObject({ readResult: 1, errorCount: 2 });
  const lines = await files.lines(data.resultFileId);
  expect(lines.map(({ line, verdict, errors }) => [line, verdict, ...errors])).toEqual([
    [3, 'error', 'qcForbidden'],
    [4, 'error', 'qcForbidden'],
    [2, 'ok'],
  ]);
  expect(lines[0].params.limits[0]).toContain('79.9');
  const take = await files.decide(data.resultFileId, { rows: [{ line: 3, decision: 'take', reason: '照样' }] });
  expect(take.refusal).toBe('file.badDecision');
  await desk.orm.execute(sql`update lab_task set task_state = 2 where id = ${bad.id}`);
  await files.decide(data.resultFileId, { takeAllOk: true, rows: [{ line: 3, decision: 'redo', reason: '质量不足' }] });
  await files.work(data.resultFileId);
  expect((await files.tasks([good.id, bad.id, bounded.id])).map(({ taskState, resultVersion }) => [taskState, resultVersion])).toEqual([
    [3, 1],
    [1, 0],
    [1, 0],
  ]);
});

it('keeps it out when the row was good as it was read and the limit was raised since', async () => {
  const task = await waiting();
  const template = await files.template('PG07', head);
  const { data } = await files.upload('PG07', template, `${head}\n${row(task.labCode!, '85')}\n`);
  await files.decide(data.resultFileId, { takeAllOk: true });
  await setLimit(90);
  const { id: userId, name: userName } = await desk.me('lab');
  await desk.database.transaction((tx) => importPortion(tx, { tenantId: '000000', fileId: data.resultFileId, userId, userName }));
  await setLimit(80);
  expect(await files.lines(data.resultFileId)).toMatchObject([
    { refusal: 'result.forbidden', doneTime: null, params: { limits: [expect.stringContaining('85'), expect.any(String)] } },
  ]);
  expect(await files.tasks([task.id])).toMatchObject([{ taskState: 1, resultVersion: 0 }]);
});

it('takes by hand no measure that nobody can read, and nothing that a limit forbids', async () => {
  const task = await waiting();
  const items = await desk.rows<{ id: string; itemCode: string }>(sql`select id, item_code from item where tenant_id = '000000'`);
  const values = Object.entries(normal).map(([code, value]) => ({ itemId: items.find(({ itemCode }) => itemCode === code)!.id, value }));
  const enter = (version: number, q30: string) =>
    files.post('lab', files.lab('result/web-upload'), { taskId: task.id, version, values, metrics: { q30 } });
  for (const odd of ['低', '8O', '80%']) expect((await enter(0, odd)).status, odd).toBe(400);
  const refused = await enter(0, '<85');
  expect([refused.status, refused.refusal]).toEqual([409, 'result.forbidden']);
  expect(refused.msg).toContain('<85');
  expect((await enter(0, '88')).data).toMatchObject({ version: 1, taskState: 3 });
  // A conclusion gets around no limit either.
  await setLimit(90);
  const concluded = await files.post('lab', files.lab('result/web-upload-conclusion'), { taskId: task.id, version: 1, detectionResult: 1 });
  expect(concluded.refusal).toBe('result.forbidden');
  await setLimit(80);
});
