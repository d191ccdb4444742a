import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { setDeskKeys } from '#src/offline/keys/deskKeys.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { testKeys } from '#src/offline/testing/testKeys.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { EntryDrawer, type EntryStart } from './EntryDrawer.tsx';

const item = (itemId: string, itemCode: string, kind: number, referenceRange: string, deltaPercent: number | null = null) => ({
  itemId,
  itemCode,
  itemName: itemCode,
  unit: null,
  referenceRange,
  kind,
  deltaPercent,
});
const rule = { judgeKind: 'range', itemIds: [], greyFrom: null, highFrom: null, cutOff: null, singleHetAs: null, resultWords: null };
const group = {
  panelGroupId: 'g1',
  panelGroupName: '血常规',
  items: [item('i1', 'WBC', 1, '3.5~9.5'), item('i2', 'HGB', 1, '110~150', 30), item('i3', 'HBsAg', 2, '阴性')],
  rule,
  limits: [],
};
const task = (taskId: string, labCode: string) => ({
  taskId,
  version: 0,
  labCode,
  sampleCode: `S${labCode}`,
  personName: '张三',
  panelGroupId: 'g1',
  laboratoryId: 'b1',
  taskState: 1,
  round: 1,
  isUrgent: 0,
  detectionResult: null,
  signals: [],
  panelIds: ['p1'],
  panels: [['i1', 'i2', 'i3']],
  values: {} as Record<string, string>,
  metrics: {},
  findings: [],
  isOutOfWindow: false,
  previous: { i2: [{ value: '100', unit: null, date: '2026-01-01', labCode: 'L0' }] },
  refusal: null,
});
const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], deptId: '', roleId: '' };
const ownFetch = globalThis.fetch;
let page: Mounted;
let known: Record<string, ReturnType<typeof task>>;
let saved: {
  readonly instrumentId?: string;
  readonly taskId: string;
  readonly version: number;
  readonly values: readonly { itemId: string; value: string }[];
}[];
let conflict: string | null;
beforeEach(async () => {
  known = { t1: task('t1', 'L1'), t2: task('t2', 'L2') };
  saved = [];
  conflict = null;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (url.pathname.endsWith('result/entry-sheet')) {
      const code = url.searchParams.get('code');
      const ids = (url.searchParams.get('taskIds') ?? '').split(',');
      const tasks = Object.values(known).filter(({ taskId, labCode }) => (code ? labCode === code : ids.includes(taskId)));
      return Response.json({
        code: 200,
        success: true,
        msg: '',
        data: { groups: [group], tasks, instruments: [{ instrumentId: '61', instrumentName: '血球仪', laboratoryId: 'b1' }] },
      });
    }
    const body = JSON.parse(String(init?.body)) as (typeof saved)[number];
    const own = known[body.taskId]!;
    if (body.taskId === conflict)
      return Response.json({ code: 409, success: false, msg: '已有第 1 版结果', data: null, refusal: 'result.changed' }, { status: 409 });
    saved.push(body);
    known[body.taskId] = {
      ...own,
      version: own.version + 1,
      taskState: 3,
      values: Object.fromEntries(body.values.map(({ itemId, value }) => [itemId, value])),
    };
    return Response.json({
      code: 200,
      success: true,
      msg: '',
      data: { taskId: body.taskId, version: own.version + 1, taskState: 3, detectionResult: 1, signals: [] },
    });
  };
  const session = { ...person, permissions: ['result_enter', 'labTask_view'] };
  await keepSession({ ...session, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  setDeskKeys((await testKeys('1')).keys);
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
  setDeskKeys(null);
  await outboxDb.drafts.clear();
});

const open = async (start: EntryStart): Promise<void> => {
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <EntryDrawer start={start} onChanged={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(page.all('[data-cell]').length).toBeGreaterThan(0), 20_000);
};
const at = (): string | null => document.activeElement?.getAttribute('data-cell') ?? null;
const cell = (id: string): HTMLInputElement => page.find<HTMLInputElement>(`[data-cell="${id}"]`);

it('is walked and typed by keys alone, judged as it is typed, and saves what is seen', async () => {
  await open({ taskIds: 't1,t2' });
  await page.focus('[data-cell="t1 i1"]');
  await page.type('9.6');
  expect(cell('t1 i1').dataset['tone']).toBe('danger');
  expect(cell('t1 i1').getAttribute('aria-label')).toContain('偏高');
  await page.press('Enter');
  expect(at()).toBe('t1 i2');
  // 31 % over the person's last value, where 30 are allowed.
  await page.type('131');
  expect(cell('t1 i2').getAttribute('aria-label')).toContain('与历次不符');
  await page.press('ArrowRight');
  expect(at()).toBe('t1 i3');
  await page.press('Alt+1');
  expect(cell('t1 i3').value).toBe('阴性');
  await page.press('Enter');
  expect(at()).toBe('t2 i1');
  await page.type('many');
  expect(cell('t2 i1').getAttribute('aria-invalid')).toBe('true');
  await page.press('ArrowUp');
  expect(at()).toBe('t1 i1');
  await page.press('ArrowDown');
  await page.press('Shift+Enter');
  expect(at()).toBe('t1 i3');
  await page.focus('[data-cell="t2 i1"]');
  await page.type('');
  expect(document.body.textContent).toContain('保存 1');
  await page.press('F9');
  await vi.waitFor(() => expect(saved).toHaveLength(1), 20_000);
  expect(saved[0]).toMatchObject({
    taskId: 't1',
    version: 0,
    values: [
      { itemId: 'i1', value: '9.6' },
      { itemId: 'i2', value: '131' },
      { itemId: 'i3', value: '阴性' },
    ],
  });
  await vi.waitFor(() => expect(document.body.textContent).toContain('已保存为第 1 版'), 20_000);
});

it('sends with what is saved which instrument it was measured on, where one is chosen', async () => {
  await open({ taskIds: 't1' });
  const select = page.all('select').find(({ textContent }) => textContent?.includes('血球仪')) as HTMLSelectElement;
  await page.focus('[data-cell="t1 i1"]');
  await page.type('5.1');
  await page.press('F9');
  await vi.waitFor(() => expect(saved).toHaveLength(1), 20_000);
  expect(saved[0]).not.toHaveProperty('instrumentId');
  await page.run(() => {
    select.value = '61';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.focus('[data-cell="t1 i1"]');
  await page.type('5.2');
  await page.press('F9');
  await vi.waitFor(() => expect(saved).toHaveLength(2), 20_000);
  expect(saved[1]).toMatchObject({ taskId: 't1', instrumentId: '61' });
});

it('tells at the row that somebody was first, keeps what was typed, and shows what stands there now', async () => {
  await open({ taskIds: 't1,t2' });
  await page.focus('[data-cell="t1 i1"]');
  await page.type('5.1');
  await page.focus('[data-cell="t2 i1"]');
  await page.type('6.1');
  conflict = 't1';
  await page.press('F9');
  await vi.waitFor(() => expect(page.all('[data-told=conflict]')).toHaveLength(1), 20_000);
  expect(page.find('[data-told=conflict]').textContent).toContain('已有第 1 版结果');
  expect([cell('t1 i1').value, saved.map(({ taskId }) => taskId)]).toEqual(['5.1', ['t2']]);
  known['t1'] = { ...known['t1']!, version: 1, taskState: 2, values: { i1: '7.7', i2: '120' } };
  conflict = null;
  await page.click('[data-told=conflict] button');
  await vi.waitFor(() => expect(cell('t1 i2').value).toBe('120'), 20_000);
  expect(cell('t1 i1').value).toBe('5.1');
  expect(cell('t1 i1').getAttribute('aria-label')).toContain('原为 7.7');
  await page.press('F9');
  await vi.waitFor(() => expect(saved).toHaveLength(2), 20_000);
  expect(saved[1]).toMatchObject({
    taskId: 't1',
    version: 1,
    values: [
      { itemId: 'i1', value: '5.1' },
      { itemId: 'i2', value: '120' },
    ],
  });
});

it('brings back what was typed and not saved', async () => {
  await open({ code: 'L2' });
  await page.focus('[data-cell="t2 i1"]');
  await page.type('4.4');
  await page.settle(50);
  await page.unmount();
  await open({ taskIds: 't2' });
  await vi.waitFor(() => expect(cell('t2 i1').value).toBe('4.4'), 20_000);
  expect(page.find('[data-told=restored]').textContent).toContain('已恢复');
});
