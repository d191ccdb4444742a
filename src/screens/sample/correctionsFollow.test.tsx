import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { enterDetail } from '#domain/sample/detailEntry.ts';
import { deviceDb } from '#src/api/deviceDb.ts';
import { queryClient } from '#src/console/queryClient.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { outboxStore } from '#src/offline/outbox/outboxStore.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './DetailEnterScreen.tsx';

const desk = new DiskDesk();
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
afterAll(() => desk.close());

it('asks what differs as soon as a pass has arrived, which may be the second one', async () => {
  localStorage.clear();
  queryClient.clear();
  await desk.reset();
  const profile = {
    userId: 'ann',
    account: 'ann',
    name: '安然',
    organisation: '',
    menus: [],
    topMenus: [],
    permissions: ['detail_enter'],
    fetchedAt: 1,
  };
  await deviceDb.profiles.put({ userId: 'ann', profile });
  await desk.login('ann');
  const differing: object[] = [];
  globalThis.fetch = async (input) => {
    if (!(input instanceof Request ? input.url : String(input)).includes('double-enter-page')) throw new TypeError('failed to fetch');
    const page1 = { records: differing, total: differing.length, current: 1, size: 50, pages: 1 };
    return Response.json({ code: 200, success: true, msg: '', data: page1 });
  };
  page = await mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/sample/monogenic/2']}>
        <Routes>
          <Route path="/sample/:form/:pass" element={<Screen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
    { userId: 'ann' },
  );
  await vi.waitFor(() => expect(page.all('[data-entry-queue]')).toHaveLength(1));
  const values = { personName: '章晴' };
  const payload = {
    requisitionCode: 'A26000071',
    pass: 2,
    form: 'monogenic',
    values,
    reasons: {},
    unclear: [],
    startedAt: '2026-11-21 09:00:00',
    seconds: 60,
  };
  const { opId } = await enqueue(enterDetail, payload as never, { foreseen: { unknown: [] } });
  await vi.waitFor(() => expect(page.all('[data-act-log] > li')).toHaveLength(1));
  expect(page.all('[data-corrections]')).toEqual([]);
  differing.push({ requisitionId: '7', requisitionCode: 'A26000071', commodityNames: '全外显子' });
  await outboxStore.change(async (tx) => {
    const act = (await tx.find(opId))!;
    const receipt = { opId, status: 'applied', serverSeq: '1', serverTime: '2026-11-21 10:00:00', duplicate: false };
    await tx.put([{ ...act, state: 'acked', resolvedAt: Date.now(), receipt } as never]);
  });
  await vi.waitFor(() => expect(page.find('[data-corrections]').textContent).toContain('请核对 (1)A26000071'));
});
