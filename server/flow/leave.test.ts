import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { openTestApp, testPassword, type Caller, type TestApp } from '#server/testing.ts';

const flow = (path: string): string => `/api/blade-flow/${path}`;
const leave = (path: string): string => `/api/blade-desk/process/leave/${path}`;

describe('the leave process', () => {
  let app: TestApp;
  const who: Record<string, Caller> = {};
  const ids: Record<string, string> = {};
  let processId = '';
  beforeAll(async () => {
    app = await openTestApp();
    for (const account of ['admin', 'ops', 'entry1', 'entry2', 'audit1', 'sales']) {
      who[account] = await app.as(account);
      const { rows } = await app.database.orm.execute<{ id: string }>(sql`select id::text as id from user_account where account = ${account}`);
      ids[account] = rows[0]?.id ?? '';
    }
    const processes = await records('entry1', 'work/start-list');
    processId = processes.find(({ key }) => key === 'Leave')?.id;
  });
  afterAll(() => app.close());

  async function records(account: string, path: string, query: Record<string, string> = {}): Promise<any[]> {
    const said = (await who[account]!.get(flow(path), { size: '100', ...query })).json();
    expect(said.code, said.msg).toBe(200);
    return said.data.records;
  }
  async function ask(account: string, given: Record<string, unknown> = {}): Promise<{ id: string; processInstanceId: string }> {
    const said = await who[account]!.post(leave('start-process'), {
      processDefinitionId: processId,
      taskUser: ids['audit1'],
      startTime: '2026-12-01 09:00:00',
      endTime: '2026-12-02 18:00:00',
      reason: '家中有事',
      ...given,
    });
    expect(said.statusCode, said.body).toBe(200);
    return said.json().data;
  }
  const taskOf = async (account: string, list: string, instance: string): Promise<any> =>
    (await records(account, `work/${list}-list`)).find(({ processInstanceId }) => processInstanceId === instance);
  const decide = (account: string, task: any, flag: string | undefined, comment = '看过了') =>
    who[account]!.post(flow('work/complete-task'), { taskId: task.taskId, processInstanceId: task.processInstanceId, flag, comment });
  const details = async (account: string, id: string): Promise<any> => (await who[account]!.get(leave('detail'), { businessId: id })).json().data;

  it('is there for everybody to start, with the folder of its form', async () => {
    const [process] = (await records('sales', 'work/start-list')).filter(({ key }) => key === 'Leave');
    expect(process).toMatchObject({
      name: '请假流程',
      category: 'flow_1',
      categoryName: '请假流程',
      categoryRemark: 'leave',
      version: 1,
      suspensionState: 1,
    });
  });

  it('short leave: the superior agrees, and it is granted', async () => {
    const asked = await ask('entry1');
    expect(await taskOf('entry1', 'send', asked.processInstanceId)).toMatchObject({
      processIsFinished: 'unfinished',
      taskName: '主管审批',
      assigneeName: '周宁',
    });
    const task = await taskOf('audit1', 'todo', asked.processInstanceId);
    expect(task).toMatchObject({
      taskDefinitionKey: 'leaderTask',
      status: 'todo',
      businessTable: 'process_leave',
      businessId: asked.id,
      startUserName: '李倩',
    });
    expect((await decide('audit1', task, 'ok', '同意')).json()).toMatchObject({ code: 200, data: true });
    expect(await taskOf('audit1', 'done', asked.processInstanceId)).toMatchObject({ isPass: true, comment: '同意', processIsFinished: 'finished' });
    expect(await details('entry1', asked.id)).toMatchObject({ days: 2, state: 2, outcome: '已批准', flow: null, taskUserName: '周宁' });

    const history = (await who['entry1']!.get(flow('process/history-flow-list'), { processInstanceId: asked.processInstanceId })).json().data;
    expect(history.map((step: any) => [step.historyActivityName, step.assigneeName, step.comment, step.endTime !== null])).toEqual([
      ['申请', '李倩', '', true],
      ['主管审批', '周宁', '同意', true],
      ['已批准', null, '', true],
    ]);
  });

  it('long leave asks the administration too: offered by role, claimed by one', async () => {
    const asked = await ask('entry1', { endTime: '2026-12-10 18:00:00' });
    await decide('audit1', await taskOf('audit1', 'todo', asked.processInstanceId), 'ok');
    expect(await taskOf('sales', 'claim', asked.processInstanceId)).toBeUndefined();
    const offered = await taskOf('ops', 'claim', asked.processInstanceId);
    expect(offered).toMatchObject({ taskName: '行政审批', assignee: null, status: 'claim' });
    expect(await taskOf('admin', 'claim', asked.processInstanceId)).toMatchObject({ taskId: offered.taskId });

    expect((await who['sales']!.post(`${flow('work/claim-task')}?taskId=${offered.taskId}`)).json()).toMatchObject({
      code: 403,
      refusal: 'flow.notYours',
    });
    expect((await who['ops']!.post(`${flow('work/claim-task')}?taskId=${offered.taskId}`)).json()).toMatchObject({ code: 200, data: true });
    expect((await who['admin']!.post(`${flow('work/claim-task')}?taskId=${offered.taskId}`)).json()).toMatchObject({
      code: 409,
      refusal: 'flow.taskClaimed',
      msg: '该任务已被何川签收',
    });
    expect((await decide('admin', offered, 'ok')).json()).toMatchObject({ code: 409, refusal: 'flow.taskClaimed' });
    expect((await decide('ops', offered, 'ok')).json()).toMatchObject({ code: 200 });
    expect(await details('entry1', asked.id)).toMatchObject({ outcome: '已批准' });
  });

  it('a refusal goes back to the applicant, who amends it and sends it on, to another', async () => {
    const asked = await ask('entry1');
    await decide('audit1', await taskOf('audit1', 'todo', asked.processInstanceId), undefined, '那几天太忙');
    const back = await taskOf('entry1', 'todo', asked.processInstanceId);
    expect(back).toMatchObject({ taskName: '申请人修改', taskDefinitionKey: 'applyTask' });

    const wrong = await who['entry1']!.post(leave('amend'), {
      taskId: back.taskId,
      taskUser: ids['audit1'],
      startTime: '2026-12-04 09:00:00',
      endTime: '2026-12-03 09:00:00',
      reason: '改期',
    });
    expect(wrong.json()).toMatchObject({ code: 400, problems: [{ field: 'endTime', text: '结束时间须晚于开始时间' }] });
    const amended = await who['entry1']!.post(leave('amend'), {
      taskId: back.taskId,
      taskUser: ids['ops'],
      startTime: '2026-12-03 09:00:00',
      endTime: '2026-12-03 18:00:00',
      reason: '改期',
    });
    expect(amended.json()).toMatchObject({ code: 200 });
    expect(await taskOf('audit1', 'todo', asked.processInstanceId)).toBeUndefined();
    expect(await details('ops', asked.id)).toMatchObject({
      reason: '改期',
      days: 1,
      taskUserName: '何川',
      flow: { taskDefinitionKey: 'leaderTask', assignee: ids['ops'] },
    });
    await decide('ops', await taskOf('ops', 'todo', asked.processInstanceId), 'ok');
    expect(await details('entry1', asked.id)).toMatchObject({ outcome: '已批准' });
  });

  it('or gives it up', async () => {
    const asked = await ask('entry2');
    await decide('audit1', await taskOf('audit1', 'todo', asked.processInstanceId), undefined, '不行');
    await decide('entry2', await taskOf('entry2', 'todo', asked.processInstanceId), undefined, '算了');
    expect(await details('entry2', asked.id)).toMatchObject({ state: 2, outcome: '已撤销' });
  });

  it('can be withdrawn by its applicant alone, while it runs', async () => {
    const asked = await ask('entry1');
    const task = await taskOf('audit1', 'todo', asked.processInstanceId);
    const withdraw = (account: string, reason: string) =>
      who[account]!.post(`${flow('work/delete-task')}?taskId=${task.taskId}&reason=${encodeURIComponent(reason)}`);
    expect((await withdraw('audit1', '不要')).json()).toMatchObject({ code: 403, refusal: 'flow.notApplicant' });
    expect((await withdraw('entry1', '')).json()).toMatchObject({ code: 400, refusal: 'flow.noReason' });
    expect((await withdraw('entry1', '计划有变')).json()).toMatchObject({ code: 200 });
    expect(await details('entry1', asked.id)).toMatchObject({ state: 3, outcome: '计划有变', flow: null });
    expect((await decide('audit1', task, 'ok')).json()).toMatchObject({ code: 409, refusal: 'flow.taskDropped' });
  });

  it.each([
    [{ taskUser: '' }, 'taskUser'],
    [{ reason: '' }, 'reason'],
    [{ reason: 'x'.repeat(256) }, 'reason'],
    [{ startTime: '2026-02-30 10:00:00' }, 'startTime'],
    [{ endTime: '2026-12-01 09:00:00' }, 'endTime'],
    [{ taskUser: '999999' }, 'taskUser'],
  ])('names the field at fault: %j', async (given, field) => {
    const said = await who['entry1']!.post(leave('start-process'), {
      processDefinitionId: processId,
      taskUser: ids['audit1'],
      startTime: '2026-12-01 09:00:00',
      endTime: '2026-12-02 18:00:00',
      reason: '家中有事',
      ...given,
    });
    expect(said.json()).toMatchObject({ code: 400, problems: [{ field }] });
  });

  it('nobody decides on their own leave, and nobody else looks at it', async () => {
    const own = await who['audit1']!.post(leave('start-process'), {
      processDefinitionId: processId,
      taskUser: ids['audit1'],
      startTime: '2026-12-01 09:00:00',
      endTime: '2026-12-02 18:00:00',
      reason: '家中有事',
    });
    expect(own.json()).toMatchObject({ code: 400, problems: [{ field: 'taskUser', text: '不能由本人审批' }] });
    const asked = await ask('entry1');
    expect((await who['sales']!.get(leave('detail'), { businessId: asked.id })).json()).toMatchObject({ code: 404 });
    for (const path of ['history-flow-list', 'model-view', 'diagram-view'])
      expect((await who['sales']!.get(flow(`process/${path}`), { processInstanceId: asked.processInstanceId })).json()).toMatchObject({ code: 404 });
  });

  it('two people do one task at once: one does it, the other is told who', async () => {
    for (let round = 0; round < 5; round++) {
      const asked = await ask('entry1', { endTime: '2026-12-20 18:00:00' });
      await decide('audit1', await taskOf('audit1', 'todo', asked.processInstanceId), 'ok');
      const task = await taskOf('ops', 'claim', asked.processInstanceId);
      const said = (
        await Promise.all([decide('ops', task, 'ok', '同意'), decide('admin', task, undefined, '不同意'), decide('ops', task, 'ok', '同意')])
      ).map((one) => one.json());
      expect(said.filter(({ code }) => code === 200)).toHaveLength(1);
      for (const other of said.filter(({ code }) => code !== 200))
        expect(other).toMatchObject({ code: 409, refusal: 'flow.taskDone', msg: expect.stringContaining('办理') });
      const { rows } = await app.database.orm.execute<{ n: number }>(
        sql`select count(*)::int as n from flow_task where instance_id = ${asked.processInstanceId} and task_key in ('hrTask', 'applyTask')`,
      );
      expect(rows[0]?.n).toBeLessThanOrEqual(2);
    }
  });

  it('a repeated request with its key acts once', async () => {
    const asked = await ask('entry1');
    const task = await taskOf('audit1', 'todo', asked.processInstanceId);
    const send = () =>
      who['audit1']!.post(flow('work/complete-task'), { taskId: task.taskId, flag: 'ok', comment: '同意' }, { 'idempotency-key': 'leave-once-0001' });
    expect((await send()).json()).toMatchObject({ code: 200, data: true });
    expect((await send()).json()).toMatchObject({ code: 200, data: true });
  });

  it('goes on after a restart: the run stands in the database alone', async () => {
    const asked = await ask('entry1', { endTime: '2026-12-30 18:00:00' });
    const task = await taskOf('audit1', 'todo', asked.processInstanceId);
    const other = await createApp({ database: app.database, blobs: app.blobs, isCaptchaOn: false, demoPassword: testPassword });
    const send = async (account: string, body: object) => {
      const said = await other.inject({
        method: 'POST',
        url: flow('work/complete-task'),
        payload: body,
        headers: { 'blade-auth': `bearer ${who[account]!.token}` },
      });
      return said.json();
    };
    try {
      expect(await send('audit1', { taskId: task.taskId, flag: 'ok', comment: '同意' })).toMatchObject({ code: 200 });
      const next = await taskOf('ops', 'claim', asked.processInstanceId);
      expect(await send('ops', { taskId: next.taskId, flag: 'ok', comment: '同意' })).toMatchObject({ code: 200 });
    } finally {
      await other.close();
    }
    expect(await details('entry1', asked.id)).toMatchObject({ state: 2, outcome: '已批准' });
  });

  it('shows the drawing with what happened, and as a picture', async () => {
    const asked = await ask('entry1');
    await decide('audit1', await taskOf('audit1', 'todo', asked.processInstanceId), undefined, '不行');
    const { data } = (await who['entry1']!.get(flow('process/model-view'), { processInstanceId: asked.processInstanceId })).json();
    expect(data.xml).toContain('<bpmndi:BPMNDiagram');
    const steps = data.flow.map((step: any) => [step.historyActivityId, step.historyActivityType, step.endTime !== null]);
    expect(steps).toEqual([
      ['start', 'startEvent', true],
      ['begin', 'sequenceFlow', true],
      ['leaderTask', 'userTask', true],
      ['leaderSaid', 'sequenceFlow', true],
      ['leaderGate', 'exclusiveGateway', true],
      ['leaderNo', 'sequenceFlow', true],
      ['applyTask', 'userTask', false],
    ]);
    const plain = (await who['entry1']!.get(flow('process/model-view'), { processDefinitionId: processId })).json().data;
    expect(plain).toEqual({ xml: data.xml, flow: [] });
    const picture = await who['entry1']!.get(flow('process/diagram-view'), { processInstanceId: asked.processInstanceId });
    expect(picture.headers['content-type']).toContain('image/svg+xml');
    expect(picture.body).toContain('申请人修改');
    expect(picture.body.match(/stroke="#409EFF"/g)).toHaveLength(1);
  });
});
