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

const sheet = (query: Record<string, string>, account: 'lab' | 'audit2' = 'lab') => files.get(account, files.lab('result/entry-sheet'), query);
const page = async (query: Record<string, string>) => (await files.get('lab', files.lab('result/entry-page'), query)).data.records as any[];

it('finds what is to be entered by either code, with what judges it and what is there', async () => {
  const [task] = (await waitingTasks(desk)).tasks;
  const byLab = await sheet({ code: task!.labCode!.toLowerCase() });
  expect(byLab.data.tasks).toMatchObject([{ taskId: task!.id, version: 0, values: {}, metrics: {}, findings: [], refusal: null }]);
  expect((await sheet({ code: task!.sampleCode })).data.tasks[0].taskId).toBe(task!.id);
  const [group] = byLab.data.groups;
  expect(group.items.find(({ itemCode }: { itemCode: string }) => itemCode === 'WBC')).toMatchObject({ referenceRange: '3.5~9.5', kind: 1 });
  expect(byLab.data.tasks[0].panels.flat()).toHaveLength(10);
  expect(group.rule).toMatchObject({ judgeKind: 'range' });
  expect((await sheet({ code: 'NOBODY' })).refusal).toBe('task.unknown');
  expect((await sheet({ code: task!.labCode! }, 'audit2')).status).toBe(403);

  const wbc = group.items.find(({ itemCode }: { itemCode: string }) => itemCode === 'WBC').itemId;
  const body = { taskId: task!.id, version: 0, values: [{ itemId: wbc, value: '5.1' }], metrics: { q30: '88' } };
  expect((await files.post('lab', files.lab('result/web-upload'), body)).status).toBe(200);
  expect((await sheet({ taskIds: task!.id })).data.tasks).toMatchObject([
    { version: 1, taskState: 2, values: { [wbc]: '5.1' }, metrics: { q30: '88' } },
  ]);
  expect(await page({ labCode: task!.labCode! })).toMatchObject([{ taskId: task!.id, enteredCount: 1, itemCount: 10, taskState: 2 }]);
  // What is emptied on the grid is emptied.
  await files.post('lab', files.lab('result/web-upload'), { ...body, version: 1, values: [{ itemId: wbc, value: '' }] });
  expect((await sheet({ taskIds: task!.id })).data.tasks).toMatchObject([{ version: 2, values: {} }]);

  await desk.orm.execute(sql`update lab_task set round = 2, task_state = 1 where id = ${task!.id}`);
  expect((await sheet({ taskIds: task!.id })).data.tasks).toMatchObject([{ round: 2, version: 2, values: {}, metrics: {} }]);
  await desk.orm.execute(sql`update lab_task set task_state = 5 where id = ${task!.id}`);
  expect((await sheet({ code: task!.labCode! })).data.tasks).toMatchObject([{ refusal: 'result.audited' }]);
  expect(await page({ labCode: task!.labCode! })).toEqual([]);
});

it('keeps to the laboratories and panel groups of who asks', async () => {
  const [task] = (await waitingTasks(desk)).tasks;
  const { id } = await desk.me('lab');
  for (const kind of ['laboratory', 'panelGroup']) {
    await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, ${kind}, '{1}')`);
    expect((await sheet({ code: task!.labCode! })).refusal, kind).toBe('command.notYours');
    expect((await sheet({ taskIds: task!.id })).refusal, kind).toBe('command.notYours');
    expect(await page({ labCode: task!.labCode! }), kind).toEqual([]);
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  }
});

it('judges a risk only within the weeks it is reckoned for, on the grid and in the version', async () => {
  const [[inside], [outside]] = [(await waitingTasks(desk)).tasks, (await waitingTasks(desk)).tasks];
  const itemIds: string[] = (await sheet({ taskIds: inside!.id })).data.tasks[0].panels.flat();
  const kindOf = (kind: string) =>
    desk.orm.execute(sql`update judge_rule set judge_kind = ${kind} where tenant_id = '000000' and panel_group_id = ${inside!.panelGroupId}`);
  await desk.orm.execute(
    sql`update item set result_kind = 2 where tenant_id = '000000' and id = any(select unnest(item_ids) from lab_task where id = ${inside!.id})`,
  );
  await kindOf('risk');
  try {
    for (const [task, gaWeeks] of [
      [inside!, 12],
      [outside!, 15],
    ] as const) {
      const detail = JSON.stringify({ gaWeeks, gaDays: 0, gaDate: '2026-11-20' });
      await desk.orm.execute(
        sql`update requisition set entry_form = 'eclampsia', sampling_time = '2026-11-20 08:00:00+08', detail = coalesce(detail, '{}') || ${detail}::jsonb where id = (select requisition_id from lab_task where id = ${task.id})`,
      );
      const values = itemIds.map((itemId) => ({ itemId, value: '1:900' }));
      expect((await files.post('lab', files.lab('result/web-upload'), { taskId: task.id, version: 0, values })).status).toBe(200);
    }
    const told = (await sheet({ taskIds: `${inside!.id},${outside!.id}` })).data.tasks;
    const seen = ({ id }: { id: string }) => told.find(({ taskId }: { taskId: string }) => taskId === id);
    expect(seen(inside!)).toMatchObject({ isOutOfWindow: false, detectionResult: 1 });
    expect(seen(outside!)).toMatchObject({ isOutOfWindow: true, detectionResult: 3 });
  } finally {
    await kindOf('range');
  }
});
