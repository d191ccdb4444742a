import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { labStatus } from '#domain/sample/sampleStatus.ts';
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
