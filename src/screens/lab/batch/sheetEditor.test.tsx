import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { setDeskKeys } from '#src/offline/keys/deskKeys.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { testKeys } from '#src/offline/testing/testKeys.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { OpenedSheet } from './OpenedSheet.tsx';

const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], deptId: '', roleId: '' };
const control = { qcLotId: 'q1', kind: 2, lotNo: 'NC-1', name: 'NC NC-1', isRequired: 0, isExpired: false };
const sheet = {
  ruleId: '7',
  batch: 'SH01-tngs-261128-01',
  line: 'tngs',
  batchKind: 4,
  isSubmit: 0,
  plateFormat: 96,
  operator: '安',
  instrumentId: null,
  isIndexReversed: 0,
  kitLots: [],
  lots: [control],
  faults: [],
  version: 1,
  places: [] as readonly object[],
};
const placed = (well: string, seq: number) => ({ seq, well, kind: 2, state: 1, taskId: null, qcLotId: 'q1', qcLotName: 'NC NC-1' });
const ownFetch = globalThis.fetch;
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
let page: Mounted;
let stored: typeof sheet;
let sent: { readonly version: number; readonly places: readonly object[] }[];
beforeEach(async () => {
  stored = sheet;
  sent = [];
  globalThis.fetch = async (_input, init) => {
    if (init?.method !== 'POST') return Response.json({ code: 200, success: true, msg: '', data: stored });
    const body = JSON.parse(String(init.body)) as (typeof sent)[number];
    sent.push(body);
    stored = { ...stored, version: stored.version + 1, places: body.places.map((_place, at) => placed(`${'ABCDEFGH'[at]}01`, at + 1)) };
    return Response.json({ code: 200, success: true, msg: '', data: { ruleId: '7', batch: sheet.batch, version: stored.version } });
  };
  await keepSession({ ...person, permissions: ['labBatch_save'], accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
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

const button = (name: string): HTMLElement =>
  page.all('button').find((one) => one.textContent?.trim() === name || one.textContent?.startsWith(`+ ${name}`))!;
const wells = (): number => page.all('[data-places] tbody tr').length;

it('stays as it is when it is read anew: what is asked above it and what was placed since are not lost', async () => {
  page = await mount(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <OpenedSheet ruleId="7" onChanged={() => undefined} onClose={() => undefined} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await vi.waitFor(() => expect(button('NC')).toBeDefined(), 20_000);
  await page.run(() => button('NC').click());
  expect(wells()).toBe(1);
  await page.run(() => button('保存').click());
  await vi.waitFor(() => expect(sent).toHaveLength(1), 20_000);
  // Placed and asked before the sheet has come back from the server.
  await page.run(() => button('NC').click());
  await page.run(() => button('表头').click());
  await vi.waitFor(() => expect(page.all('[data-field=instrumentId]')).toHaveLength(1), 20_000);
  await page.run(() => queries.invalidateQueries());
  await vi.waitFor(() => expect(queries.getQueriesData<typeof sheet>({})[0]?.[1]?.version).toBe(2), 20_000);
  await page.settle();
  expect(page.all('[data-field=instrumentId]')).toHaveLength(1);
  expect(wells()).toBe(2);
});
