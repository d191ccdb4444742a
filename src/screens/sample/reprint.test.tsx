import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { codeType } from '#domain/code/codeStyle.ts';
import { plainLayout } from '#domain/code/labelLayout.ts';
import { jobState } from '#domain/code/printJob.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { currentSession, keepSession } from '#src/api/sessionStore.ts';
import { ActLog } from '#src/console/desk/ActLog.tsx';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { changeNumbers } from '#src/offline/numbers/numbersRow.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { DiskDesk, scan } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { TodayPanel } from './TodayPanel.tsx';

const rights = ['sample_view', 'number_use', 'code_print', 'sampleCodeApply_view', 'sampleCodeApply_reprint', 'test'];
const ownFetch = globalThis.fetch;
const ownPrint = globalThis.print;
const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => {
  globalThis.fetch = ownFetch;
  globalThis.print = ownPrint;
  desk.close();
});
const row = (sampleCode: string) => ({
  sampleId: sampleCode,
  requisitionCode: `R${sampleCode}`,
  sampleCode,
  labStatus: 101,
  receiveTime: '2026-11-23 09:00:00',
  isInHandover: false,
  isCodeInvented: 0,
});
const job = {
  printId: '7',
  applyId: '8',
  jobKind: 2,
  state: jobState.waiting,
  total: 1,
  done: 0,
  reason: '破损',
  styleName: '',
  layout: plainLayout,
  labels: [{ code: 'S1', kind: '样本条码', serial: '1/1' }],
  printingBy: null,
};
const posted: unknown[] = [];
let page: Mounted;
let isLinkUp = true;
async function signIn(permissions: readonly string[]): Promise<void> {
  await desk.reset();
  const session = await currentSession();
  await keepSession({ ...session!, permissions }, 'login');
}
beforeEach(() => {
  posted.length = 0;
  isLinkUp = true;
  globalThis.print = vi.fn<() => void>();
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (!isLinkUp && !pathname.endsWith('today-list')) throw new TypeError('Failed to fetch');
    const answer = (data: unknown): Response => Response.json({ code: 200, success: true, msg: '', data });
    if (init?.method === 'POST') {
      if (!pathname.endsWith('sample-code-apply/reprint')) return answer(null);
      posted.push(JSON.parse(String(init.body)));
      return answer({ printId: '7', codes: ['S1'] });
    }
    if (pathname.endsWith('today-list')) return answer({ records: ['S1', 'S2', 'S3'].map(row), total: 3, current: 1, size: 10, pages: 1 });
    if (pathname.endsWith('sample-code/detail')) return answer({ exists: true, applyId: searchParams.get('sampleCode') === 'S1' ? '8' : null });
    return answer(pathname.endsWith('print/get-sample') ? job : null);
  };
});
afterEach(() => page.unmount());
const dialog = (): string => document.querySelector('[role=dialog]')?.textContent ?? '';
async function until(isShown: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isShown(); turn++) await page.settle(30);
}
const open = async (): Promise<void> => {
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <TodayPanel />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await until(() => page.all('[data-act=reprint]').length === 3);
};
const pressIn = async (name: string): Promise<void> => {
  await until(() => page.all('[role=dialog] button').some(({ textContent }) => textContent === name));
  await page.run(() =>
    page
      .all('[role=dialog] button')
      .find(({ textContent }) => textContent === name)!
      .click(),
  );
};
const giveReason = async (): Promise<void> => {
  await until(() => document.querySelector('[role=dialog] [data-field=reason] input') !== null);
  await page.focus('[role=dialog] [data-field=reason] input');
  await page.type('破损');
};

it('prints the label of a row of today once more, of the application it was printed for, with its reason', async () => {
  await signIn(rights);
  await open();
  await page.run(() => page.all('[data-act=reprint]')[0]!.click());
  await giveReason();
  await pressIn('重打');
  await until(() => document.querySelector('[data-testid=print-progress]') !== null);
  expect(posted).toEqual([{ applyId: '8', codes: ['S1'], reason: '破损' }]);
  expect(page.find('[data-testid=print-progress]').textContent).toBe('已打印 0 / 1 张');
});

it('says of codes we did not print that they are not ours to print', async () => {
  await signIn(rights);
  await open();
  await page.run(() => page.all('[data-act=reprint]')[1]!.click());
  await until(() => dialog().includes('不是本系统打印的'));
  expect(dialog()).toContain('不是本系统打印的');
});

it('prints a label of the desk’s own block without network, and keeps the act that says so', async () => {
  await signIn(rights);
  const batch = { opId: 'b1', blockId: '55', codeType: codeType.sample, codes: ['S3'], spoiled: [], printedAt: 1, printedBy: '安', isChecked: true };
  await changeNumbers((numbers) => ({ ...numbers, batches: [batch] }));
  await open();
  isLinkUp = false;
  await page.run(() => page.all('[data-act=reprint]')[2]!.click());
  await giveReason();
  await pressIn('重打');
  await until(() => vi.mocked(globalThis.print).mock.calls.length > 0);
  expect(document.querySelector('.print-only')?.textContent).toContain('S3');
  expect((await readOperations({ types: ['numberBlock.use'] })).map(({ subject }) => subject)).toEqual(['S3']);
  expect(posted).toEqual([]);
});

it('is not offered without the right', async () => {
  await signIn(['sample_view']);
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <TodayPanel />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await until(() => document.body.textContent!.includes('RS1'));
  expect(page.all('[data-act=reprint]')).toEqual([]);
});

it('is offered beside an act of the last ten, for that act', async () => {
  await signIn(rights);
  await enqueue(scan, { code: 'A1' });
  const operations = await readOperations({});
  const wanted: string[] = [];
  page = await mount(<ActLog operations={operations} done={['已接样', 'Received']} onReprint={({ subject }) => wanted.push(subject)} />);
  await page.click('[data-reprint]');
  expect(wanted).toEqual(['A1']);
  await page.unmount();
  page = await mount(
    <ActLog
      operations={operations}
      done={['已接样', 'Received']}
      onReprint={() => undefined}
      canReprint={({ type }) => type === enterSummary.name}
    />,
  );
  expect(page.all('[data-reprint]')).toEqual([]);
});
