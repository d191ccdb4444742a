import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { backfillTasks } from '#server/spine/tasks/backfillTasks.ts';
import { loadTasks } from '#server/spine/tasks/loadTasks.ts';
import { moveTasks, type TaskFacts } from '#server/spine/tasks/moveTasks.ts';
import { markBy, statusesOf, tasksOf, tubesAtDoor, waitingTasks, type StoredTask } from './taskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function go(tasks: readonly StoredTask[], from: TaskState, ...way: readonly TaskState[]): Promise<void> {
  const { mark } = await markBy(desk, 'lab');
  let at = from;
  for (const to of way) {
    const before = at;
    await desk.orm.transaction((tx) =>
      moveTasks(
        tx,
        '000000',
        tasks.map(({ id }) => ({ taskId: id, from: before, to })),
        mark,
      ),
    );
    at = to;
  }
}
async function limited(account: 'lab', kind: string, ids: readonly string[], work: () => Promise<void>): Promise<void> {
  const { id } = await desk.me(account);
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, ${kind}, ${sql.param([...ids])}::bigint[])`,
  );
  try {
    await work();
  } finally {
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  }
}

it('a receipt makes one task for each panel group of what was handed over, with its due times', async () => {
  const { tasks, sampleCodes } = await waitingTasks(desk, { commodities: ['BIO07', 'THY05'], summary: { isUrgent: 1 } });
  expect(tasks).toHaveLength(2);
  const groups = await desk.rows<{ code: string }>(
    sql`select g.panel_group_code as code from panel_group g where g.id = any(${sql.param(tasks.map(({ panelGroupId }) => panelGroupId))}::bigint[]) order by 1`,
  );
  expect(groups.map(({ code }) => code)).toEqual(['PG08', 'PG09']);
  const [sample] = await desk.rows(
    sql`select lab_code, execute_laboratory_id as laboratory_id, lab_receive_time from sample where sample_code = ${sampleCodes[0]}`,
  );
  for (const task of tasks) {
    expect(task).toMatchObject({ ...sample, taskState: taskState.waiting, round: 1, isUrgent: 1, isLegacy: 0 });
    expect(task.externalDueTime! > task.labReceiveTime).toBe(true);
  }
  const [frozen] = await desk.rows<{ panels: number; items: number; steps: object }>(
    sql`select cardinality(panel_ids) as panels, cardinality(item_ids) as items, due_steps as steps from lab_task where id = ${tasks[0]!.id}`,
  );
  expect(frozen).toMatchObject({ panels: 1, steps: { external: expect.any(Array), models: { external: expect.any(Number) } } });
  expect(frozen!.items).toBeGreaterThan(0);
});

it('what is tested elsewhere makes no task, and the tube is received all the same', async () => {
  const { sampleCodes } = await tubesAtDoor(desk);
  await desk.orm.execute(sql`update commodity set execute_type = 2 where commodity_code = 'CBC01'`);
  try {
    expect(await desk.act('outbox', 'lab', 'labTask.receive', { code: sampleCodes[0] })).toMatchObject({ status: 'applied' });
  } finally {
    await desk.orm.execute(sql`update commodity set execute_type = 1 where commodity_code = 'CBC01'`);
  }
  expect([await tasksOf(desk, sampleCodes), await statusesOf(desk, sampleCodes)]).toEqual([[], [104]]);
});

it('two receivers at one tube make its tasks once', async () => {
  const { sampleCodes } = await tubesAtDoor(desk);
  const said = await Promise.all(
    (['online', 'outbox', 'online', 'outbox'] as const).map((door, at) =>
      desk.act(door, at < 2 ? 'lab' : 'admin', 'labTask.receive', { code: sampleCodes[0] }),
    ),
  );
  expect(said.every(({ status }) => status === 'applied' || status === 'repeat')).toBe(true);
  expect(await tasksOf(desk, sampleCodes)).toHaveLength(1);
});

it('a further tube of the same kind is a spare, also where both are received at the same moment', async () => {
  const { sampleCodes } = await tubesAtDoor(desk, { tubes: 3 });
  await Promise.all(sampleCodes.map((code, at) => desk.act(at === 1 ? 'outbox' : 'online', 'lab', 'labTask.receive', { code })));
  const tasks = await tasksOf(desk, sampleCodes);
  expect(tasks).toHaveLength(1);
  const tubes = await desk.rows<{ sampleCode: string; follows: string | null }>(
    sql`select s.sample_code, (select p.sample_code from sample p where p.id = s.primary_sample_id) as follows from sample s where s.sample_code = any(${sql.param(sampleCodes)}::text[]) order by s.id`,
  );
  const primary = tasks[0]!.sampleCode;
  expect(tubes.map(({ follows }) => follows).filter(Boolean)).toEqual([primary, primary]);
  expect(tubes.find(({ sampleCode }) => sampleCode === primary)?.follows).toBeNull();
  await go(tasks, 1, 2, 3, 4);
  expect(await statusesOf(desk, sampleCodes)).toEqual([106, 106, 106]);
});

it('a spare that comes later goes to where the tube it follows stands', async () => {
  const { sampleCodes } = await tubesAtDoor(desk, { tubes: 2 });
  await desk.act('online', 'lab', 'labTask.receive', { code: sampleCodes[0] });
  await go(await tasksOf(desk, sampleCodes), 1, 3, 4, 5);
  await desk.act('outbox', 'lab', 'labTask.receive', { code: sampleCodes[1] });
  expect(await statusesOf(desk, sampleCodes)).toEqual([107, 107]);
});

it('tubes stand where the task that is least far says, every act on their line', async () => {
  const { tasks, sampleCodes } = await waitingTasks(desk, { commodities: ['BIO07', 'THY05'] });
  const [one, other] = tasks;
  await go([one!], 1, 2, 3, 4, 5);
  expect(await statusesOf(desk, sampleCodes)).toEqual([104]);
  await go([other!], 1, 7);
  expect(await statusesOf(desk, sampleCodes)).toEqual([107]);
  await go([other!], 7, 1);
  await go([one!], 5, 4);
  expect(await statusesOf(desk, sampleCodes)).toEqual([104]);
  const line = await desk.rows<{ fromStatus: number | null; toStatus: number | null }>(
    sql`select a.from_status, a.to_status from sample_act a join sample s on s.id = a.sample_id where s.sample_code = ${sampleCodes[0]} and a.act = 'test' order by a.id`,
  );
  expect(line.map(({ fromStatus, toStatus }) => `${fromStatus ?? ''}>${toStatus ?? ''}`)).toEqual([
    '>',
    '>',
    '>',
    '>',
    '104>106',
    '106>107',
    '107>104',
    '>',
  ]);
});

it('moves no task that is elsewhere than it was read, nor off the table of moves, and brings facts along', async () => {
  const { tasks } = await waitingTasks(desk, { commodities: ['BIO07', 'THY05'] });
  const { mark } = await markBy(desk, 'lab');
  const move = (from: TaskState, to: TaskState, facts: TaskFacts[]) =>
    desk.orm.transaction((tx) =>
      moveTasks(
        tx,
        '000000',
        tasks.map(({ id }, at) => ({ taskId: id, from, to, facts: facts[at]! })),
        mark,
      ),
    );
  await expect(move(1, 5, [{}, {}])).rejects.toThrow('illegal move');
  await expect(move(2, 3, [{}, {}])).rejects.toThrow('not where they were read');
  await move(1, 2, [{ batchId: '77' }, { batchId: '78', round: 2, signals: ['redo', 'delta'] }]);
  await move(2, 2, [{ batchId: null }, { batchId: null }]);
  const stored = await desk.rows(
    sql`select task_state, batch_id, round, signals, version from lab_task where id = any(${sql.param(tasks.map(({ id }) => id))}::bigint[]) order by id`,
  );
  expect(stored).toEqual([
    { taskState: 2, batchId: null, round: 1, signals: [], version: 3 },
    { taskState: 2, batchId: null, round: 2, signals: ['redo', 'delta'], version: 3 },
  ]);
});

it('finds tasks by what is scanned, within laboratories and panel groups, and says no more of what is elsewhere', async () => {
  const { tasks, sampleCodes } = await waitingTasks(desk, { tubes: 2 });
  const { user } = await markBy(desk, 'lab');
  const [task] = tasks;
  const load = (which: Parameters<typeof loadTasks>[2]) => desk.orm.transaction((tx) => loadTasks(tx, user, which, true));
  const spare = sampleCodes.find((code) => code !== task!.sampleCode)!;
  for (const code of [...sampleCodes, task!.labCode!]) expect(await load({ codes: [code] })).toMatchObject([{ id: task!.id, askedCode: code }]);
  expect(await load({ codes: [spare, 'nothing'] })).toHaveLength(1);
  expect(await load({ taskIds: [task!.id, '1'] })).toMatchObject([{ id: task!.id, taskState: 1, itemIds: expect.any(Array) }]);
  await limited('lab', 'laboratory', ['1'], async () => {
    await expect(load({ codes: [spare] })).rejects.toMatchObject({ refusalCode: 'command.notYours' });
    await expect(load({ taskIds: [task!.id] })).rejects.toMatchObject({ refusalCode: 'command.notYours' });
  });
  await limited('lab', 'panelGroup', ['1'], async () => {
    await expect(load({ taskIds: [task!.id] })).rejects.toMatchObject({ refusalCode: 'command.notYours' });
  });
  await limited('lab', 'panelGroup', [task!.panelGroupId], async () => {
    expect(await load({ taskIds: [task!.id] })).toHaveLength(1);
  });
  expect(await desk.orm.transaction((tx) => loadTasks(tx, { ...user, tenantId: '000001' }, { taskIds: [task!.id] }, true))).toEqual([]);
});

const cancel = (sampleCode: string) => desk.act('online', 'lab', 'labTask.cancelReceive', { sampleCode, reason: '误收' });
const statesOf = async (codes: readonly string[]) => (await tasksOf(desk, codes)).map(({ taskState: state }) => state);

it('a receipt that is taken back leaves its tasks void, and they begin anew with the next one', async () => {
  const { sampleCodes, tasks } = await waitingTasks(desk, { commodities: ['BIO07', 'THY05'] });
  const [code = ''] = sampleCodes;
  expect(await cancel(code)).toMatchObject({ status: 'applied' });
  expect([await statesOf([code]), await statusesOf(desk, [code])]).toEqual([[9, 9], [103]]);
  expect(await desk.act('outbox', 'lab', 'labTask.receive', { code })).toMatchObject({ status: 'applied' });
  expect([await statesOf([code]), await statusesOf(desk, [code])]).toEqual([[1, 1], [104]]);
  expect((await tasksOf(desk, [code])).map(({ id }) => id)).toEqual(tasks.map(({ id }) => id));
});

it('refuses to take a receipt back where work was begun, and only there', async () => {
  const { sampleCodes, tasks } = await waitingTasks(desk, { commodities: ['BIO07', 'THY05'] });
  const [code = ''] = sampleCodes;
  await go(tasks.slice(0, 1), 1, 2);
  expect(await cancel(code)).toMatchObject({ status: 'conflict', code: 'labTask.hasWork' });
  expect([await statesOf([code]), await statusesOf(desk, [code])]).toEqual([[2, 1], [104]]);
  await go(tasks.slice(0, 1), 2, 1);
  expect(await cancel(code)).toMatchObject({ status: 'applied' });
});

it('a tube that leaves hands its tasks to its oldest spare, also to one that had been received before', async () => {
  const { sampleCodes, tasks } = await waitingTasks(desk, { tubes: 3 });
  const [first = '', second = '', third = ''] = sampleCodes;
  await cancel(first);
  expect(await tasksOf(desk, sampleCodes)).toMatchObject([{ id: tasks[0]!.id, sampleCode: second, taskState: 1 }]);
  await go(tasks, 1, 3);
  await go(tasks, 3, 4);
  expect(await statusesOf(desk, sampleCodes)).toEqual([103, 106, 106]);
  await go(tasks, 4, 3);
  await go(tasks, 3, 1);
  await desk.act('online', 'lab', 'labTask.receive', { code: first });
  await cancel(third);
  await cancel(second);
  expect(await tasksOf(desk, sampleCodes)).toMatchObject([{ id: tasks[0]!.id, sampleCode: first, taskState: 1 }]);
  await cancel(first);
  expect(await statesOf(sampleCodes)).toEqual([9]);
});

it('tubes that were received before tasks were kept get them once, as far as the tubes are', async () => {
  const known = [await waitingTasks(desk), await waitingTasks(desk), await waitingTasks(desk, { tubes: 2 })];
  const codes = known.flatMap(({ sampleCodes }) => sampleCodes);
  const own = sql`any(${sql.param(codes)}::text[])`;
  await desk.orm.execute(sql`delete from lab_task where sample_code = ${own}`);
  await desk.orm.execute(
    sql`update sample set primary_sample_id = null, lab_status = case sample_code when ${codes[0]} then 106 else 104 end where sample_code = ${own}`,
  );
  for (const portion of [1, 500, 500]) await backfillTasks(desk.database, { tenantId: '000000', isLegacy: 1, portion });
  expect((await tasksOf(desk, codes)).map(({ taskState: state, isLegacy }) => [state, isLegacy])).toEqual([
    [4, 1],
    [1, 1],
    [1, 1],
  ]);
  expect(await statusesOf(desk, codes)).toEqual([106, 104, 104, 104]);
});

it('the demo stands in its tasks: each tube of the laboratory where they say', async () => {
  const [none] = await desk.rows<{ tasks: number; strays: number }>(
    sql`select (select count(*)::int from lab_task where sample_code like '7%') as tasks, count(*)::int as strays from sample s
      where s.sample_code like '7%' and s.lab_status between 104 and 110 and s.primary_sample_id is null
        and not exists (select 1 from lab_task k where k.sample_id = s.id)`,
  );
  expect(none!.tasks).toBeGreaterThan(50);
  expect(none!.strays).toBe(0);
});
