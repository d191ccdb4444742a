import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NiptResampleRow } from '#domain/lab/listings/niptResample.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { pickerSourcesFor } from '#src/resource/pickerSources.ts';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './NiptResampleScreen.tsx';

const call = (recordId: string, change: Partial<NiptResampleRow> = {}): NiptResampleRow => ({
  recordId,
  sampleId: recordId,
  labCode: `L${recordId}`,
  sampleCode: `S${recordId}`,
  requisitionCode: `R${recordId}`,
  personName: '李*',
  commodityNames: '无创产前',
  sendSampleClientName: null,
  laboratoryName: null,
  gestation: '13+1',
  bmi: 31.5,
  ff: 3.2,
  reasonCode: 'ABN03',
  reason: '胎儿浓度低',
  notify: 2,
  lastTrack: null,
  lastTrackTime: null,
  newSampleCode: null,
  state: 1,
  closerName: null,
  closeTime: null,
  version: 1,
  creator: '孙涛',
  createTime: '2026-11-20 09:00:00',
  ...change,
});
let posted: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(async () => {
  posted = [];
  const records = [call('1'), call('2', { state: 3, newSampleCode: 'N2', closerName: '安', closeTime: '2026-11-22 10:00:00' })];
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (init?.method === 'POST') posted.push({ path: pathname, body: JSON.parse(String(init.body)) as Record<string, unknown> });
    const data = pathname.endsWith('non-invasive-page')
      ? { records, total: 2, current: 1, size: 20, pages: 1 }
      : pathname.endsWith('non-invasive-chart')
        ? { points: [], pointCount: 0, lackingCount: 2 }
        : pathname.endsWith('trackBatch')
          ? [{ id: '1', status: 'applied', code: null, text: null, answer: { recordId: '1', recordState: 1 } }]
          : null;
    return Response.json({ code: 200, success: true, msg: '', data });
  };
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

async function open(...permissions: readonly string[]): Promise<void> {
  const session = {
    userId: '1',
    tenantId: '000000',
    account: 'lab',
    realName: '李芳',
    roleNames: [],
    deptId: '',
    roleId: '',
    permissions: ['labTask_view', ...permissions],
    accessToken: 'x',
    savedAt: Date.now(),
    expiresAt: Date.now() + 1e6,
  };
  await keepSession(session, 'login');
  await startSessionState();
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PickerSourcesContext value={pickerSourcesFor(() => true)}>
        <MemoryRouter>
          <Screen />
        </MemoryRouter>
      </PickerSourcesContext>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(page.root.textContent).toContain('L2'));
}
const acts = (key: string): HTMLButtonElement[] => page.all(`[data-act=${key}]`) as HTMLButtonElement[];

it('follows up a call and names its new tube from its row; one that is over greys both', async () => {
  await open('labProcess_track', 'labProcess_resample');
  expect([acts('track'), acts('newTube')].map((two) => two.map((one) => one.disabled || one.getAttribute('aria-disabled') === 'true'))).toEqual([
    [false, true],
    [false, true],
  ]);
  expect(acts('update')).toEqual([]);
  await page.run(() => acts('track')[0]!.click());
  await vi.waitFor(() => expect(page.find('[role=dialog]').textContent).toContain('跟进'));
  await page.focus('[data-field=content] textarea, [data-field=content] input');
  await page.type('电话告知');
  await page.press('Ctrl+s');
  await vi.waitFor(() => expect(posted.filter(({ path }) => path.endsWith('trackBatch'))).toHaveLength(1));
  expect(posted.at(-1)?.body).toMatchObject({ recordIds: ['1'], content: '电话告知' });
});

it('offers neither to who may only look', async () => {
  await open();
  expect([...acts('track'), ...acts('newTube')]).toEqual([]);
});
