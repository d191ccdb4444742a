import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pickerSourcesFor } from '#src/resource/pickerSources.ts';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen as LeaveFormScreen } from './LeaveFormScreen.tsx';
import { Screen as LeaveHandleScreen } from './LeaveHandleScreen.tsx';
import { Screen as SentScreen } from './SentScreen.tsx';

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
}
/** A server by path: what it was asked, and what it answers; `null` is a dead link. */
let posts: Asked[] = [];
let answers: Record<string, (asked: Asked) => { code: number; data?: unknown; msg?: string; problems?: unknown } | null> = {};
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(() => {
  posts = [];
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const path = url.pathname.replace(/^\/api\/blade-/, '');
    const asked = { path, query: url.searchParams, body: init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {} };
    if (init?.method === 'POST') posts.push(asked);
    const said = answers[path] ? answers[path](asked) : { code: 404, msg: path };
    if (said === null) throw new TypeError('Failed to fetch');
    return Response.json({ success: said.code === 200, data: null, msg: '', ...said }, { status: said.code });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

/** Somebody without the right to see accounts. */
const people = pickerSourcesFor(() => false);
function Where() {
  return <output>{useLocation().pathname}</output>;
}
async function open(at: string, path: string, screen: ReactNode): Promise<void> {
  page = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <PickerSourcesContext value={people}>
        <MemoryRouter initialEntries={[at]}>
          <Where />
          <Routes>
            <Route path={path} element={screen} />
            <Route path="*" element={null} />
          </Routes>
        </MemoryRouter>
      </PickerSourcesContext>
    </QueryClientProvider>,
  );
  await page.settle(60);
}
const fill = async (label: string, value: string): Promise<void> => {
  await page.focus(fieldOf(label));
  await page.type(value);
};
/** The control a visible label names. */
function fieldOf(text: string): string {
  const label = page.all('label').find((one) => one.textContent?.includes(text)) as HTMLLabelElement | undefined;
  if (!label?.htmlFor) throw new Error(`no field ${text}`);
  return `[id="${label.htmlFor}"]`;
}
const press = async (text: string): Promise<void> => {
  const button = page.all('button').find((one) => one.textContent?.trim() === text);
  if (!button) throw new Error(`no button ${text}`);
  await page.run(() => button.click());
  await page.settle(80);
};

const leave = {
  id: '5',
  processDefinitionId: '1',
  processInstanceId: '7',
  startTime: '2026-12-01 09:00:00',
  endTime: '2026-12-02 18:00:00',
  reason: '家中有事',
  taskUser: '2',
  taskUserName: '周宁',
  applyUser: '3',
  applyUserName: '李倩',
  applyTime: '2026-11-20 10:00:00',
  days: 2,
  state: 1,
  outcome: '',
  flow: { taskId: '9', taskName: '主管审批', taskDefinitionKey: 'leaderTask', assignee: '2', assigneeName: '周宁' },
};
const history = {
  'flow/process/history-flow-list': () => ({ code: 200, data: [] }),
  'flow/process/model-view': () => ({ code: 400, msg: '无图' }),
};

it('names what is missing, sends nothing, and keeps what was typed when the server says no or is away', async () => {
  answers = {
    'user/user-custom-list': () => ({ code: 200, data: [{ id: '2', account: 'audit1', realName: '周宁' }] }),
    'desk/process/leave/start-process': () => ({ code: 409, msg: '流程已挂起, 不能发起' }),
  };
  await open('/work/process/leave/form/1', '/work/process/leave/form/:processDefinitionId', <LeaveFormScreen />);
  await press('提交申请');
  expect(document.body.textContent).toContain('请选择审批人');
  expect(document.body.textContent).toContain('请输入请假理由');
  expect(posts).toEqual([]);

  await fill('请假理由', '家中有事');
  await page.focus(fieldOf('审批人'));
  await page.type('周宁');
  await page.settle(400);
  await page.press('Enter');
  await fill('开始时间', '2026-12-02 09:00:00');
  await page.press('Enter');
  await fill('结束时间', '2026-12-01 09:00:00');
  await page.press('Enter');
  await press('提交申请');
  expect(document.body.textContent).toContain('结束时间须晚于开始时间');
  expect(posts).toEqual([]);

  await fill('结束时间', '2026-12-06 18:00:00');
  await page.press('Enter');
  expect(document.body.textContent).toContain('共 5 天, 还需行政审批');
  await press('提交申请');
  expect(posts).toHaveLength(1);
  answers['desk/process/leave/start-process'] = () => null;
  await press('提交申请');
  expect(document.body.textContent).toContain('内容已保留');
  expect(page.find<HTMLTextAreaElement>(fieldOf('请假理由')).value).toBe('家中有事');

  answers['desk/process/leave/start-process'] = () => ({ code: 200, data: { id: '5', processInstanceId: '7' } });
  await press('提交申请');
  expect(posts.at(-1)?.body).toEqual({
    processDefinitionId: '1',
    taskUser: '2',
    startTime: '2026-12-02 09:00:00',
    endTime: '2026-12-06 18:00:00',
    reason: '家中有事',
  });
  expect(page.find('output').textContent).toBe('/work/start');
});

it('a refusal needs a comment; agreeing says so with the flag', async () => {
  answers = {
    ...history,
    'desk/process/leave/detail': () => ({ code: 200, data: leave }),
    'flow/work/complete-task': () => ({ code: 200, data: true }),
  };
  await open('/work/process/leave/handle/9/7/5', '/work/process/leave/handle/:taskId/:processInstanceId/:businessId', <LeaveHandleScreen />);
  expect(document.body.textContent).toContain('家中有事');
  await press('驳回');
  expect(document.body.textContent).toContain('请先填写批复意见');
  expect(posts).toEqual([]);
  await fill('批复意见', '同意, 请交接');
  await press('同意');
  expect(posts).toMatchObject([
    { path: 'flow/work/complete-task', body: { taskId: '9', processInstanceId: '7', flag: 'ok', comment: '同意, 请交接' } },
  ]);
  for (let waited = 0; waited < 10_000 && page.find('output').textContent !== '/work/todo'; waited += 50) await page.settle(50);
  expect(page.find('output').textContent).toBe('/work/todo');
});

it('a task that somebody has done meanwhile says so instead of offering itself again', async () => {
  let isDone = false;
  answers = {
    ...history,
    'desk/process/leave/detail': () => ({ code: 200, data: isDone ? { ...leave, state: 2, outcome: '已批准', flow: null } : leave }),
    'flow/work/complete-task': () => {
      isDone = true;
      return { code: 409, msg: '该任务已由何川于2026-11-20 11:00:00办理' };
    },
  };
  await open('/work/process/leave/handle/9/7/5', '/work/process/leave/handle/:taskId/:processInstanceId/:businessId', <LeaveHandleScreen />);
  await fill('批复意见', '不行');
  await press('驳回');
  expect(posts[0]?.body).toEqual({ taskId: '9', processInstanceId: '7', comment: '不行' });
  await page.settle(80);
  expect(document.body.textContent).toContain('该任务已办理');
  expect(document.body.textContent).toContain('已批准');
});

it('what I started is withdrawn with a reason alone', async () => {
  const row = {
    taskId: '9',
    taskName: '主管审批',
    processInstanceId: '7',
    processDefinitionName: '请假流程',
    categoryRemark: 'leave',
    businessId: '5',
    title: '李倩 12-01',
    processIsFinished: 'unfinished',
    outcome: '',
    createTime: '2026-11-20 10:00:00',
    endTime: null,
    assigneeName: '周宁',
  };
  answers = {
    'flow/work/send-list': () => ({ code: 200, data: { records: [row], total: 1 } }),
    'flow/work/delete-task': () => ({ code: 200, data: true }),
  };
  await open('/work/send', '/work/send', <SentScreen />);
  expect(document.body.textContent).toContain('李倩 12-01');
  await press('撤回');
  const inDrawer = page.all('[role=dialog] button').find((one) => one.textContent?.trim() === '撤回');
  await page.run(() => inDrawer?.click());
  await page.settle(80);
  expect(document.body.textContent).toContain('请输入撤回原因');
  expect(posts).toEqual([]);
  await fill('撤回原因', '计划有变');
  await page.run(() => inDrawer?.click());
  await page.settle(80);
  expect(posts.map(({ path, query }) => [path, query.get('taskId'), query.get('reason')])).toEqual([['flow/work/delete-task', '9', '计划有变']]);
});
