import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuditRow } from '#domain/lab/audit/auditRows.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { pickerSourcesFor } from '#src/resource/pickerSources.ts';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './ResultAuditScreen.tsx';

const row = (taskId: string, change: Partial<AuditRow> = {}): AuditRow => ({
  taskId,
  version: 3,
  labCode: `L${taskId}`,
  sampleCode: `S${taskId}`,
  requisitionCode: `R${taskId}`,
  labReceiveServerTime: null,
  personName: '章晴',
  sex: 2,
  age: 30,
  sendSampleClientName: null,
  laboratoryId: '1',
  laboratoryName: null,
  panelGroupId: '7',
  panelGroupName: '遗传',
  panelNames: 'NIPT',
  taskState: 6,
  round: 1,
  batch: null,
  resultVersion: 1,
  detectionResult: 1,
  signals: [],
  isClear: 1,
  isUrgent: 0,
  isOverdue: 0,
  externalDueTime: null,
  labReceiveTime: '2026-11-20 09:00:00',
  checkUserNameOne: null,
  checkTimeOne: null,
  checkUserNameTwo: null,
  checkTimeTwo: null,
  ...change,
});
const person = { userId: '1', tenantId: '000000', account: 'audit1', realName: '安', roleNames: [], deptId: '', roleId: '' };
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, any>;
}
let asked: Asked[] = [];
let rows: readonly AuditRow[] = [];
let own: readonly AuditRow[] = [];
let isPasswordWanted = false;
/** What an answer about signing waits for. */
let held: Promise<void> = Promise.resolve();
const ownFetch = globalThis.fetch;
let page: Mounted;
const pageOf = (records: readonly object[]) => ({ records, total: records.length, current: 1, size: 20, pages: 1 });
const answerOf = ({ method, path, query, body }: Asked): object | null => {
  if (path.endsWith('result-audit/signing')) return { isPasswordWanted };
  if (method === 'POST' && path.endsWith('result-audit/audit')) {
    const tasks = (body['tasks'] ?? []) as { taskId: string }[];
    return tasks.map(({ taskId }) => ({ id: taskId, code: null, text: null, answer: { taskId, taskState: 7 } }));
  }
  const known = query.get('isMine') === '1' ? own : rows;
  const clearCount = known.filter(({ isClear }) => isClear === 1).length;
  if (path.endsWith('group-page'))
    return pageOf([
      { panelGroupId: '7', panelGroupName: '遗传', panelGroup: '遗传', groupAErpCode: null, countNumber: known.length, clearCount, overdueCount: 0 },
    ]);
  if (path.endsWith('result-audit/page')) return pageOf(known);
  // What a session asks of itself stays as it was.
  return null;
};
beforeEach(async () => {
  asked = [];
  rows = [];
  own = [];
  isPasswordWanted = false;
  held = Promise.resolve();
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const one = { method: init?.method ?? 'GET', path: url.pathname, query: url.searchParams, body: init?.body ? JSON.parse(String(init.body)) : {} };
    asked.push(one);
    if (url.pathname.endsWith('signing')) await held;
    return Response.json({ code: 200, success: true, msg: '', data: answerOf(one) });
  };
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

let queries: QueryClient;
async function open(...permissions: readonly string[]): Promise<void> {
  const session = {
    ...person,
    permissions: ['resultAudit_view', ...permissions],
    accessToken: 'x',
    savedAt: Date.now(),
    expiresAt: Date.now() + 1e6,
  };
  await keepSession(session, 'login');
  await startSessionState();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  page = await mount(
    <QueryClientProvider client={queries}>
      <PickerSourcesContext value={pickerSourcesFor(() => true)}>
        <MemoryRouter>
          <Screen />
        </MemoryRouter>
      </PickerSourcesContext>
    </QueryClientProvider>,
  );
}
const named = (text: string): HTMLElement | undefined => page.all('button, [role=tab]').find((one) => one.textContent?.includes(text));
const press = (text: string): Promise<void> => page.run(() => named(text)!.click());
const sent = (): Asked[] => asked.filter(({ method, path }) => method === 'POST' && path.endsWith('result-audit/audit'));

it('shows the first auditor what they passed themselves, and takes it back with a word why', async () => {
  own = [row('5', { taskState: 7, checkUserNameOne: '安' })];
  await open('resultAudit_first');
  await vi.waitFor(() => expect(named('我已一审')).toBeDefined());
  expect(page.root.textContent).not.toContain('L5');
  await press('我已一审');
  await vi.waitFor(() => expect(page.all('[data-act=back]')).toHaveLength(1));
  expect(page.root.textContent).toContain('L5');
  // Nothing can be passed there.
  expect(page.all('input[type=checkbox]')).toEqual([]);
  await page.click('[data-act=back]');
  await vi.waitFor(() => expect(page.find('[role=dialog]').textContent).toContain('退回重审'));
  await page.focus('[data-field=opinion] textarea, [data-field=opinion] input');
  await page.type('看错样本');
  await page.press('Ctrl+s');
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toMatchObject({ tasks: [{ taskId: '5', version: 3 }], level: 1, result: 2, opinion: '看错样本' });
});

it('does not offer it to who audits at the second level alone', async () => {
  rows = [row('1')];
  await open('resultAudit_second');
  await vi.waitFor(() => expect(page.root.textContent).toContain('L1'));
  expect(named('我已一审')).toBeUndefined();
  expect(named('二审')).toBeDefined();
});

it('passes the clear ones of the page together by F8, and says of the others why not', async () => {
  rows = [row('1'), row('2', { detectionResult: 2, isClear: 0 }), row('3')];
  await open('resultAudit_first');
  await vi.waitFor(() => expect(page.root.textContent).toContain('L3'));
  expect(page.find('[role=status]').textContent).toContain('待审 3, 可批审 2, 须逐个看 1');
  expect(page.find('[role=status]').textContent).toContain('须逐个审核: 1 阳性');
  await press('选中本页可批审');
  expect(named('通过 2')).toBeDefined();
  await page.press('F8');
  await vi.waitFor(() => expect(page.find('[role=dialog]').textContent).toContain('一审通过'));
  await page.press('Ctrl+s');
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body['tasks'].map(({ taskId }: { taskId: string }) => taskId)).toEqual(['1', '3']);
  expect(sent()[0]!.body).toMatchObject({ level: 1, result: 1 });
  await vi.waitFor(() => expect(page.all('[role=dialog]')).toEqual([]));
});

it('asks for the password as it is wanted now, not as it was before the last audit', async () => {
  rows = [row('1')];
  isPasswordWanted = true;
  await open('resultAudit_first');
  await vi.waitFor(() => expect(page.root.textContent).toContain('L1'));
  await press('选中本页可批审');
  await page.press('F8');
  await vi.waitFor(() => expect(page.all('[data-field=signPassword]')).toHaveLength(1));
  await page.run(() =>
    page
      .all('[role=dialog] button')
      .find((one) => one.textContent === '取消')!
      .click(),
  );
  await vi.waitFor(() => expect(page.all('[role=dialog]')).toEqual([]));
  isPasswordWanted = false;
  let answer = (): void => undefined;
  held = new Promise((resolve) => (answer = resolve));
  await page.press('F8');
  expect(page.all('[data-field=signPassword]')).toEqual([]);
  answer();
  await vi.waitFor(() => expect(page.find('[role=dialog]').textContent).toContain('一审通过'));
  expect(page.all('[data-field=signPassword]')).toEqual([]);
});

it('passes nothing that is no longer shown', async () => {
  rows = [row('1'), row('2')];
  await open('resultAudit_first');
  await vi.waitFor(() => expect(page.root.textContent).toContain('L2'));
  await press('选中本页可批审');
  expect(named('通过 2')).toBeDefined();
  rows = [row('2'), row('3')];
  await page.run(() => queries.invalidateQueries());
  await vi.waitFor(() => expect(page.root.textContent).toContain('L3'));
  await vi.waitFor(() => expect(named('通过 1')).toBeDefined());
});
