import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Language } from '#domain/kernel/label.ts';
import { operationRights } from '#domain/system/running/operations.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './OperationsScreen.tsx';

const node = {
  nodeId: 'one:8080',
  state: 'silent',
  startedTime: '2026-11-20 08:00:00',
  seenTime: '2026-11-20 12:00:00',
  stoppedTime: null,
  facts: {
    host: 'one',
    port: 8080,
    pid: 1,
    version: '0.1.0',
    runtime: 'v24.0.0',
    memory: 314_572_800,
    heap: 1,
    cpuPercent: 7,
    loopDelayMs: 21,
    poolWaiting: 0,
    diskFree: 30,
    diskSize: 100,
    certificates: [{ use: 'tls', notAfter: '2027-01-01 00:00:00' }],
    backup: { takenAt: '2026-11-20 03:15:00', bytes: 1_048_576, heldMs: 300, folder: '/backups', hasKey: true },
    drill: null,
  },
};
const state = {
  serverTime: '2026-11-20 12:15:00',
  database: { kind: 'postgres', version: '17.2', schema: 31, bytes: 1_073_741_824, connections: 9, longestSeconds: 300, replicas: [] },
  nodes: [node, { ...node, nodeId: 'two:8080', state: 'running' }],
  desks: { count: 3, inAlarm: 0, waiting: 4, versions: [{ version: '0.1.0', count: 3 }] },
  interfaces: { open: 0, calls: 5, failed: 1 },
  alarms: [
    {
      alarmId: '1',
      kind: 'node',
      subject: 'one:8080',
      value: 15,
      sinceTime: '2026-11-20 12:00:00',
      raisedTime: '2026-11-20 12:02:00',
      clearedTime: null,
      toldTime: null,
    },
  ],
};
const job = {
  jobId: '4d7c5b0e-0000-4000-8000-000000000001',
  name: 'report.mail',
  createTime: '2026-11-20 11:00:00',
  failedTime: '2026-11-20 12:00:00',
  tries: 6,
  message: 'HTTP 503',
};
const pageOf = (records: readonly object[]) => ({
  size: 20,
  current: 1,
  pages: 1,
  orders: [],
  searchCount: true,
  total: records.length,
  records,
});
let posts: { path: string; body: unknown }[] = [];
let isDown = false;
let page: Mounted;
const ownFetch = globalThis.fetch;
beforeEach(() => {
  [posts, isDown] = [[], false];
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const answer = (data: unknown): Response => Response.json({ code: 200, success: true, msg: '', data });
    if (isDown) return Response.json({ code: 500, success: false, msg: '服务器异常', data: null }, { status: 500 });
    if (init?.method !== 'POST') return answer(pathname.endsWith('/state') ? state : pageOf(pathname.endsWith('/failed-jobs') ? [job] : []));
    posts.push({ path: pathname, body: JSON.parse(String(init.body)) });
    return answer([{ id: job.jobId, status: 'refused', code: 'job.gone', text: '该任务已不在失败任务中' }]);
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
const shown = (): string => document.body.textContent ?? '';
async function until(isShown: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isShown(); turn++) await page.settle(30);
  expect(isShown(), shown()).toBe(true);
}
async function open(permissions: readonly string[], language: Language = 'zh'): Promise<void> {
  const person = { userId: '1', tenantId: '000000', account: 'ann', realName: 'ann', roleNames: [], permissions: [...permissions] };
  await keepSession({ ...person, deptId: '', roleId: '', accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  await changeLanguage(language);
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/system/operations']}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
    { language },
  );
}
const all = [operationRights.view.code, operationRights.save.code].map((code) => code.toLowerCase());
const button = (text: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(text));

it('says what is raised, of which server, and how old the last backup is', async () => {
  await open(all);
  await until(() => shown().includes('节点 one:8080 无响应 15 分钟'));
  expect(document.querySelector('[role=alert]')?.textContent).toContain('自 2026-11-20 12:00:00');
  for (const text of ['无响应', '300 MB', '30 B (30%)', '2026-11-20 03:15:00 (9 小时前)', 'PostgreSQL 17.2', '5 分钟', 'two:8080: 2027-01-01'])
    expect(shown()).toContain(text);
  expect(shown()).not.toContain('one:8080: 2027-01-01');
  await page.run(() => button('移除')?.click());
  await until(() => posts.length === 1);
  expect(posts[0]).toMatchObject({ path: expect.stringMatching(/operations\/forget-node$/), body: { nodeId: 'one:8080' } });
});

it('tries a failed job again and says what became of it', async () => {
  await open(all);
  await until(() => button('失败任务')?.textContent === '失败任务1');
  await page.run(() => button('失败任务')?.click());
  await until(() => shown().includes('HTTP 503'));
  expect(shown()).toContain('发送报告邮件');
  await page.run(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '重试')?.click());
  await until(() => posts.length === 1);
  expect(posts[0]).toMatchObject({ path: expect.stringMatching(/operations\/retry-jobs$/), body: { jobIds: [job.jobId] } });
  await until(() => shown().includes('1 个已不在失败任务中'));
});

it('offers no act to who may only look, and is English where that is asked for', async () => {
  await open(all.slice(0, 1), 'en');
  await until(() => shown().includes('Node one:8080 has been silent for 15 min'));
  expect(shown()).not.toMatch(/\p{Script=Han}/u);
  expect(button('Forget')).toBeUndefined();
  await page.run(() => button('Failed jobs')?.click());
  await until(() => shown().includes('HTTP 503'));
  expect(button('Retry')).toBeUndefined();
  expect(shown()).not.toMatch(/\p{Script=Han}/u);
});

it('shows a failure as a failure', async () => {
  isDown = true;
  await open(all);
  await until(() => button('重试') !== undefined);
  expect(shown()).not.toContain('没有告警');
});
