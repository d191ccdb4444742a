import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { EntryWorkRow } from '#domain/sample/rows.ts';
import { currentSession, keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './ArbitrationScreen.tsx';
import { Facts, startOf } from './DetailFacts.tsx';

const ownFetch = globalThis.fetch;
const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => {
  globalThis.fetch = ownFetch;
  desk.close();
});
const row = (requisitionCode: string, labStatus: number) => ({
  requisitionId: requisitionCode,
  requisitionCode,
  entryForm: 'nomal',
  round: 1,
  state: 2,
  fieldCount: 2,
  firstBy: '录入一',
  secondBy: '录入二',
  compareTime: '2026-11-21 09:00:00',
  personName: '章晴',
  sendSampleClientName: null,
  commodityNames: '全外显子',
  isMine: 0,
  tubes: [{ sampleCode: `S${requisitionCode}`, labStatus, isInHandover: false }],
});
beforeEach(async () => {
  await desk.reset();
  const session = await currentSession();
  await keepSession({ ...session!, permissions: ['detail_arbitrate', 'summary_correct', 'summary_amend', 'detail_remove'] }, 'login');
  globalThis.fetch = async (input) =>
    Response.json({
      code: 200,
      success: true,
      msg: '',
      data: String(input).includes('arbitration') ? { records: [row('A1', 103), row('A2', 104)], total: 2, current: 1, size: 10, pages: 1 } : null,
    });
});
let page: Mounted;
afterEach(() => page.unmount());
const open = async (screen: ReactNode): Promise<void> => {
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
  );
};

it('offers the correction of the reception beside the other acts of a row, as far as its rule would take it', async () => {
  await open(<Screen />);
  await vi.waitFor(() => expect(page.all('[data-act=correct]')).toHaveLength(2));
  expect(page.all('[data-act=correct]').map((button) => button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true')).toEqual([
    false,
    true,
  ]);
});

it('offers it before the first pass, and not to who has still to make the second', async () => {
  const work: EntryWorkRow = {
    id: '1',
    requisitionCode: 'A1',
    entryForm: 'nomal',
    isDoubleEntry: 1,
    pass: 1,
    carried: {},
    prefill: {},
    commodityIds: [],
    commodityNames: '全外显子',
    sendSampleClientId: null,
    sendSampleClientName: null,
    sampleClassNames: '',
    receiveTime: '2026-11-21 09:00:00',
    isUrgent: 0,
  };
  const acted: string[] = [];
  const opened = { work, initial: startOf(work), unclear: [], reasons: {}, editing: null, lockedBy: null };
  await open(<Facts opened={opened} pass={1} onAct={(kind) => acted.push(kind)} />);
  const names = (): (string | null)[] => page.all('header button').map(({ textContent }) => textContent);
  expect(names()).toEqual(['更正', '修改项目', '撤回录入']);
  await page.click('header button');
  expect(acted).toEqual(['correct']);
  await page.unmount();
  await open(<Facts opened={opened} pass={2} onAct={() => undefined} />);
  expect(names()).toEqual(['修改项目', '撤回录入']);
});
