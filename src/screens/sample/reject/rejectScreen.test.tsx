import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { rejectAdd } from '#domain/sample/reject/rejectAdd.ts';
import { currentSession, keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './RejectScreen.tsx';

const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => desk.close());
let page: Mounted;
beforeEach(async () => {
  await desk.reset();
  const session = await currentSession();
  await keepSession({ ...session!, permissions: [rejectAdd.permission] }, 'login');
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
    { userId: 'ann' },
  );
});
afterEach(() => page.unmount());

const verdict = (): { readonly kind: string | undefined; readonly text: string } => {
  const shown = page.find('[data-verdict]');
  return { kind: shown.dataset['verdict'], text: shown.textContent ?? '' };
};

it('says in red that a tube is rejected and why, and in red why it is not where the server refuses', async () => {
  await page.focus('[data-scan-box]');
  await page.type('A26000001');
  await page.press('Enter');
  await vi.waitFor(() => expect(verdict().text).toContain('A26000001'));
  expect(verdict().kind).toBe('idle');
  await page.click('[data-reason-tiles] [role=radio]');
  await page.focus('[data-field=reason] input');
  await page.type('标本溶血');
  await page.press('Ctrl+Enter');
  await vi.waitFor(async () => expect(await outboxDb.ops.count()).toBe(1));
  await vi.waitFor(async () => {
    await page.settle(20);
    expect(verdict().kind).toBe('refused');
    expect(verdict().text).toContain('已拒收');
    expect(verdict().text).toContain('标本溶血');
  });
  await desk.rest();
  const [row] = await outboxDb.ops.toArray();
  const { opId } = row!;
  const receipt = { opId, status: 'refused', duplicate: false, serverSeq: '1', serverTime: '2026-11-22 09:00:00' } as const;
  await outboxDb.ops.put({ ...row!, state: 'rejected', receipt: { ...receipt, code: 'reject.unknown', params: { sampleCode: 'A26000001' } } });
  await vi.waitFor(async () => {
    await page.settle(20);
    expect(verdict()).toEqual({ kind: 'refused', text: expect.stringContaining('没有此样本: A26000001') });
    expect(verdict().text).toContain('拒收未成');
  });
});
