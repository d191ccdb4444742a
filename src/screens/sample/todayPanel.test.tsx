import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { currentSession, keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { TodayPanel } from './TodayPanel.tsx';

const ownFetch = globalThis.fetch;
const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
  await desk.reset();
});
afterAll(() => {
  globalThis.fetch = ownFetch;
  desk.close();
});
let page: Mounted;
afterEach(() => page.unmount());

const row = (requisitionCode: string, change: object) => ({
  sampleId: requisitionCode,
  requisitionCode,
  sampleCode: requisitionCode,
  labStatus: labStatus.pendingEntry,
  rejectReason: null,
  receiveTime: '2026-11-23 09:00:00',
  isCodeInvented: 0,
  tubes: [],
  ...change,
});

it('says of each row where it stands and why it was rejected, and shows a tube’s code alone where a tube was scanned', async () => {
  const records = [row('A1', { labStatus: labStatus.rejected, rejectReason: '空管', isCodeInvented: 1 }), row('A2', {})];
  globalThis.fetch = async () => Response.json({ code: 200, success: true, msg: '', data: { records, total: 2, current: 1, size: 10, pages: 1 } });
  page = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TodayPanel />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const lines = (): string[] => page.all('[data-row]').map(({ textContent }) => textContent ?? '');
  await vi.waitFor(() => expect(lines()).toHaveLength(2));
  const [rejected = '', received = ''] = lines();
  expect(rejected).toMatch(/A1.*—.*已拒收.*空管/u);
  expect(rejected.split('A1')).toHaveLength(2);
  expect(received.split('A2')).toHaveLength(3);
  expect(received).toContain('待录入');
});

it('opens an act at its row, asks for its reason, and sends it for that requisition', async () => {
  const session = await currentSession();
  await keepSession({ ...session!, permissions: ['summary_amend', 'detail_remove'] }, 'login');
  const tubes = [{ sampleCode: 'S1', labStatus: labStatus.entered, isInHandover: false }];
  const taken = { requisitionCode: 'A3', values: {}, commodityIds: ['11'], commodityNames: '血常规', tubes, firstBy: '周芳', secondBy: null };
  const sent: { readonly path: string; readonly body: object }[] = [];
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (init?.method === 'POST') sent.push({ path: pathname.split('/').at(-1) ?? '', body: JSON.parse(String(init.body)) as object });
    const records = [row('A3', { labStatus: labStatus.entered, tubes, firstBy: '周芳' })];
    const data = pathname.endsWith('today-list')
      ? { records, total: 1, current: 1, size: 10, pages: 1 }
      : pathname.endsWith('get-summary-info')
        ? taken
        : pathname.includes('/commodity/')
          ? []
          : null;
    return Response.json({ code: 200, success: true, msg: '', data });
  };
  page = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TodayPanel />
      </MemoryRouter>
    </QueryClientProvider>,
    { userId: 'ann' },
  );
  await vi.waitFor(() => expect(page.all('[data-row]')).toHaveLength(1));
  for (const [act, path, body] of [
    ['amend', 'amend-items', { requisitionCode: 'A3', commodityIds: ['11'], reason: '医生加做' }],
    ['withdraw', 'remove-enter-detail', { requisitionCode: 'A3', pass: 1, reason: '医生加做' }],
  ] as const) {
    await page.click(`[data-act=${act}]`);
    await vi.waitFor(() => expect(page.all('[role=dialog] [data-field=reason]')).toHaveLength(1));
    const press = (): Promise<void> => page.click('[role=dialog] [data-enter-end]');
    await press();
    await vi.waitFor(() => expect(page.find('[role=dialog]').textContent).toContain('请输入原因'));
    expect(sent.filter((one) => one.path === path)).toEqual([]);
    await page.focus('[role=dialog] [data-field=reason] :is(input, textarea)');
    await page.type('医生加做');
    await press();
    await vi.waitFor(() => expect(sent.find((one) => one.path === path)?.body).toMatchObject(body));
    await vi.waitFor(async () => {
      await page.settle(10);
      expect(page.all('[role=dialog]')).toHaveLength(0);
    });
  }
});
