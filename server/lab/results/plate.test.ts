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

it('shows a file over its run sheet, with what is missing, surplus or elsewhere, to whom it belongs', async () => {
  const tasks = [];
  for (let at = 0; at < 4; at++) tasks.push((await waitingTasks(desk)).tasks[0]!);
  const [one, two, three, four] = tasks;
  const draft = {
    line: 'general',
    batchKind: 3,
    laboratoryId: one!.laboratoryId,
    panelGroupId: one!.panelGroupId,
    plateFormat: 96,
    places: [
      { well: 'A01', kind: 1, taskId: one!.id },
      { well: 'B01', kind: 1, taskId: two!.id },
      { well: 'C01', kind: 1, taskId: three!.id },
      { well: 'H12', kind: 2 },
    ],
  };
  const saved = await desk.act('online', 'lab', 'labBatch.save', draft);
  expect(saved).toMatchObject({ status: 'applied' });
  const { ruleId, batch } = saved.result as { ruleId: string; batch: string };
  await desk.orm.execute(sql`update lab_task set batch_id = ${ruleId} where id in (${one!.id}, ${two!.id}, ${three!.id})`);
  const template = await files.template('PG07', '实验室编号,孔位,WBC');
  const rows = [`${one!.labCode},A1,5.1`, `${two!.labCode},C1,5.2`, `${four!.labCode},D1,5.3`, 'NC,H12,0'];
  const { data } = await files.upload('PG07', template, `实验室编号,孔位,WBC\n${rows.join('\n')}\n`, { ruleId });
  const plate = (account: 'lab' | 'audit1' | 'reception' = 'lab') =>
    files.get(account, files.lab('result-file/plate'), { resultFileId: data.resultFileId });
  const said = (await plate()).data;
  expect(said).toMatchObject({ batch, plateFormat: 96, surplus: [{ code: four!.labCode, well: 'D1' }] });
  expect(said.wells.map((well: Record<string, unknown>) => [well['well'], well['code'], well['verdict'], well['otherWell']])).toEqual([
    ['A01', one!.labCode, 'ok', null],
    ['B01', two!.labCode, 'ok', 'C1'],
    ['C01', three!.labCode, null, null],
    ['H12', null, 'ok', null],
  ]);
  expect((await plate('reception')).status).toBe(403);
  const { id } = await desk.me('audit1');
  await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', '{1}')`);
  expect((await plate('audit1')).refusal).toBe('file.unknown');
  await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
});
