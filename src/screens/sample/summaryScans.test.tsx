import 'fake-indexeddb/auto';
import { act } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import { deviceDb } from '#src/api/deviceDb.ts';
import { queryClient } from '#src/console/queryClient.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { enqueue, type Enqueued } from '#src/offline/act/enqueue.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { rememberLastEntry } from './lastEntry.ts';
import { Screen } from './SummaryEnterScreen.tsx';

const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => desk.close());
/** Somebody else in every test: drafts are a person's own, and one may still be on its way to the disk. */
let person = 0;
const userId = (): string => `clerk${person}`;
beforeEach(async () => {
  localStorage.clear();
  await desk.reset();
  person += 1;
  const permissions = ['summary_enter', 'summary_reject', 'sample_view'];
  const profile = { userId: userId(), account: userId(), name: '安然', organisation: '', menus: [], topMenus: [], permissions, fetchedAt: 1 };
  await deviceDb.profiles.put({ userId: userId(), profile });
  await desk.login(userId());
});
let page: Mounted;
afterEach(() => page.unmount());

let clock = 0;
/** A code from a scanner, wherever the focus is; the moments are the scanner's, not this machine's. */
async function scan(code: string): Promise<void> {
  clock += 1000;
  for (const key of [...code, 'Enter'])
    await act(async () => {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(press, 'timeStamp', { value: (clock += 5) });
      const target = document.activeElement ?? document.body;
      if (!target.dispatchEvent(press) || key.length > 1 || !(target instanceof HTMLInputElement)) return;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, target.value + key);
      target.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await page.settle(20);
}
async function open(): Promise<void> {
  page = await mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
    { userId: userId() },
  );
  await vi.waitFor(() => expect(page.all('[role=tab]').length).toBe(4));
  await page.settle(50);
}
const field = (name: string): HTMLInputElement => page.find<HTMLInputElement>(`[data-field=${name}] input`);
const verdict = (): { readonly kind: string | undefined; readonly text: string } => {
  const element = page.find('[role=status][data-verdict]');
  return { kind: element.dataset['verdict'], text: element.textContent ?? '' };
};
const button = (text: string): HTMLElement => page.all('button').find((one) => one.textContent?.includes(text))!;

it('takes a second tube from wherever the focus is, as a tube of its own beside the first', async () => {
  await open();
  await scan('A26000001');
  await scan('S0001');
  await page.focus('[data-field=personName] input');
  await page.type('李雷');
  await scan('S0002');
  expect(field('personName').value).toBe('李雷');
  expect([field('requisitionCode').value, field('sampleCode').value]).toEqual(['A26000001', 'S0001']);
  const second = page.find('[data-tube=S0002]');
  // With its own class, in the group of the first one.
  expect(second.querySelector('[role=combobox]')?.getAttribute('aria-label')).toContain('样本类型');
  expect(second.closest('fieldset')).toBe(field('sampleCode').closest('fieldset'));
  await scan('S0003');
  await scan('S0003');
  expect(page.all('[data-tube]').map((tube) => tube.dataset['tube'])).toEqual(['S0002', 'S0003']);
  expect(verdict()).toMatchObject({ kind: 'repeat' });
});

/** Codes into the scan box, all of them before the screen is drawn again. */
async function scanAtOnce(codes: readonly string[]): Promise<void> {
  const box = page.find<HTMLInputElement>('[data-scan-box]');
  await act(async () => {
    for (const code of codes)
      for (const key of [...code, 'Enter']) {
        const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        Object.defineProperty(press, 'timeStamp', { value: (clock += 5) });
        if (box.dispatchEvent(press) && key.length === 1) box.value += key;
      }
    // Longer than a timer of the screen's own takes: it must wait for the drawing.
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await page.settle(20);
}

it('begins the typing at the first field nothing stands in, also where the codes came before the screen was drawn', async () => {
  await open();
  await scanAtOnce(['A26000001', 'S0001']);
  expect([field('requisitionCode').value, field('sampleCode').value]).toEqual(['A26000001', 'S0001']);
  expect(document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field']).toBe('contractLaboratoryId');
});

it('keeps tubes that come faster than the screen is drawn', async () => {
  await open();
  await scan('A26000001');
  await scan('S0001');
  await scanAtOnce(['S0002', 'S0003', 'S0004']);
  expect(page.all('[data-tube]').map((tube) => tube.dataset['tube'])).toEqual(['S0002', 'S0003', 'S0004']);
});

it('after 重复 says when, and begins the next requisition with the next scan', async () => {
  const tubes = [{ sampleCode: 'S0009', sampleClassId: '4', sampleQuantity: 1, sampleCondition: [1] }];
  const known = { requisitionCode: 'A26000009', contractLaboratoryId: '1', sendSampleClientId: '2', commodityIds: ['3'], tubes, reasons: {} };
  const samplingTime = formatDateTime(Date.now() - 3_600_000);
  await enqueue(enterSummary, { ...known, personName: '张三', sex: 1, age: 33, ageUnit: 1, samplingTime } as never);
  await open();
  await scan('A26000009');
  await vi.waitFor(() => expect(verdict().kind).toBe('repeat'));
  expect(verdict().text).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
  // Its own tube is not a new requisition.
  await scan('S0009');
  expect(field('requisitionCode').value).toBe('A26000009');
  expect(field('sampleCode').value).toBe('');
  await scan('A26000010');
  expect([field('requisitionCode').value, field('sampleCode').value]).toEqual(['A26000010', '']);
});

const reception = (requisitionCode: string, sampleCode: string) =>
  ({
    requisitionCode,
    contractLaboratoryId: '1',
    sendSampleClientId: '2',
    commodityIds: ['3'],
    tubes: [{ sampleCode, sampleClassId: '4', sampleQuantity: 1, sampleCondition: [1] }],
    reasons: {},
    personName: '张三',
    sex: 1,
    age: 33,
    ageUnit: 1,
    samplingTime: formatDateTime(Date.now() - 3_600_000),
  }) as never;
/** The server has taken it. */
async function answered({ opId }: Enqueued): Promise<void> {
  const own = (await outboxDb.ops.get(opId)) as OutboxOperation;
  await outboxDb.ops.delete(opId);
  const receipt = { opId, status: 'applied', serverSeq: '1', serverTime: '2026-11-21 10:00:00', duplicate: false } as never;
  await outboxDb.receipts.put({ ...own, state: 'acked', resolvedAt: Date.now(), receipt });
}

it('believes the server where it has taken back what this desk received, and its own memory without network', async () => {
  await answered(await enqueue(enterSummary, reception('A26000051', 'S0051')));
  await answered(await enqueue(enterSummary, reception('A26000052', 'S0052')));
  await answered(await enqueue(rejectSummary, { requisitionCode: 'A26000052', rejectCode: 'REJ05', measure: 1, rejectReason: '空管' }));
  let has: object | null = null;
  const ownFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    String(input).includes('/get-summary-info') ? Response.json({ code: 200, success: true, msg: '', data: has }) : ownFetch(input, init);
  await open();
  // Undone at another desk: what is scanned next belongs to it.
  await scan('A26000051');
  await page.settle(100);
  await scan('S0059');
  expect([field('requisitionCode').value, field('sampleCode').value, verdict().kind]).toEqual(['A26000051', 'S0059', 'idle']);
  await page.run(() => button('清空').click());
  await vi.waitFor(() => expect(page.all('[role=alertdialog]')).toHaveLength(1));
  await page.run(() => button('清空录入').click());
  await vi.waitFor(() => expect(field('requisitionCode').value).toBe(''));
  // Recovered by somebody: it is received, and not rejected.
  has = {
    requisitionCode: 'A26000052',
    entryState: 2,
    entryPersonName: '王敏',
    receiveTime: '2026-11-21 09:00:00',
    tubes: [{ sampleCode: 'S0052' }],
  };
  await scan('A26000052');
  await vi.waitFor(() => expect(verdict()).toMatchObject({ kind: 'repeat', text: expect.stringContaining('王敏 已于 2026-11-21 09:00:00 录入') }));
  expect(verdict().text).not.toContain('拒收');
  globalThis.fetch = ownFetch;
  await scan('A26000051');
  await vi.waitFor(() => expect(verdict()).toMatchObject({ kind: 'repeat', text: expect.stringContaining(userId()) }));
});

describe('a code that no enabled style allows', () => {
  const style = (more: object) => ({
    resource: 'codeStyle',
    id: JSON.stringify(more),
    row: { codeType: codeType.requisition, isDisable: 0, ...more },
  });
  it('is passed with the reason asked for, where the client has no styles of its own, and the styles are named', async () => {
    await cacheDb.master.put(style({ styleName: '本所申请单', pattern: 'A\\d{8}' }));
    await open();
    await scan('HX0000001');
    expect(verdict()).toMatchObject({ kind: 'repeat', text: expect.stringMatching(/条码不符.*本所申请单.*填写原因/u) });
    expect(field('requisitionCode').value).toBe('HX0000001');
  });
  it('is refused where the client has styles, and the styles are named', async () => {
    await cacheDb.master.put(style({ styleName: '该院申请单', pattern: 'HX\\d{7}', sendSampleClientId: '2' }));
    await enqueue(enterSummary, { ...(reception('HX0000001', 'S0061') as object), inputMode: 'scan' } as never).then(({ opId }) =>
      rememberLastEntry(userId(), opId),
    );
    await open();
    await vi.waitFor(() => expect(page.all('[data-field=sendSampleClientId] [data-chosen]').length).toBe(1));
    await scan('A26000061');
    expect(verdict()).toMatchObject({ kind: 'refused', text: expect.stringMatching(/条码不符.*该单位的条码样式: 该院申请单/u) });
    expect(field('requisitionCode').value).toBe('');
  });
});

it('says of a code typed into its field what it says of a scanned one, once the field is left', async () => {
  const tubes = [{ sampleCode: 'S0039', sampleClassId: '4', sampleQuantity: 1, sampleCondition: [1] }];
  const known = { requisitionCode: 'A26000039', contractLaboratoryId: '1', sendSampleClientId: '2', commodityIds: ['3'], tubes, reasons: {} };
  const samplingTime = formatDateTime(Date.now() - 3_600_000);
  await enqueue(enterSummary, { ...known, personName: '张三', sex: 1, age: 33, ageUnit: 1, samplingTime } as never);
  await enqueue(rejectSummary, { requisitionCode: 'A26000041', rejectCode: 'REJ05', measure: 1, rejectReason: '空管' });
  await open();
  const type = async (code: string): Promise<void> => {
    await page.focus('[data-field=requisitionCode] input');
    await page.type(code);
    await page.focus('[data-field=personName] input');
  };
  await type('a26000039');
  await vi.waitFor(() => expect([verdict().kind, verdict().text]).toEqual(['repeat', expect.stringMatching(/\d{4}-\d{2}-\d{2}.*录入/u)]));
  // Its own tube is not a new requisition, any other is the next one.
  await scan('S0039');
  expect(field('sampleCode').value).toBe('');
  await scan('A26000040');
  expect(field('requisitionCode').value).toBe('A26000040');
  await page.run(() => button('清空').click());
  await vi.waitFor(() => expect(page.all('[role=alertdialog]')).toHaveLength(1));
  await page.run(() => button('清空录入').click());
  await vi.waitFor(() => expect(field('requisitionCode').value).toBe(''));
  await type('A26000041');
  await vi.waitFor(() => expect([verdict().kind, verdict().text]).toEqual(['repeat', expect.stringMatching(/\d{4}-\d{2}-\d{2}.*拒收/u)]));
});

it('takes no requisition’s code for a tube: neither its own, nor one that was received before', async () => {
  const tubes = [{ sampleCode: 'S0019', sampleClassId: '4', sampleQuantity: 1, sampleCondition: [1] }];
  const known = { requisitionCode: 'A26000019', contractLaboratoryId: '1', sendSampleClientId: '2', commodityIds: ['3'], tubes, reasons: {} };
  const samplingTime = formatDateTime(Date.now() - 3_600_000);
  await enqueue(enterSummary, { ...known, personName: '张三', sex: 1, age: 33, ageUnit: 1, samplingTime } as never);
  await open();
  await scan('A26000020');
  await scan('A26000020');
  expect([verdict().kind, verdict().text]).toEqual(['refused', expect.stringMatching(/申请单条码.*本申请单/u)]);
  expect(field('sampleCode').value).toBe('');
  await scan('A26000019');
  await vi.waitFor(() => expect(verdict().kind).toBe('refused'));
  await vi.waitFor(() => expect(verdict().text).toMatch(new RegExp(`A26000019.*${userId()}.*\\d{4}-\\d{2}-\\d{2}`, 'u')));
  expect(field('sampleCode').value).toBe('');
  await scan('S0020');
  expect(field('sampleCode').value).toBe('S0020');
  await scan('A26000019');
  await vi.waitFor(() => expect(verdict().text).toContain('A26000019'));
  await vi.waitFor(() => expect(verdict().kind).toBe('refused'));
  expect([field('requisitionCode').value, field('sampleCode').value, page.all('[data-tube]').length]).toEqual(['A26000020', 'S0020', 0]);
});

it('takes no tube that this desk has registered on another requisition, and says whose it is', async () => {
  const tubes = [{ sampleCode: 'S0029', sampleClassId: '4', sampleQuantity: 1, sampleCondition: [1] }];
  const known = { requisitionCode: 'A26000029', contractLaboratoryId: '1', sendSampleClientId: '2', commodityIds: ['3'], tubes, reasons: {} };
  const samplingTime = formatDateTime(Date.now() - 3_600_000);
  await enqueue(enterSummary, { ...known, personName: '张三', sex: 1, age: 33, ageUnit: 1, samplingTime } as never);
  await open();
  await scan('A26000030');
  await scan('S0029');
  await vi.waitFor(() => expect([verdict().kind, verdict().text]).toEqual(['refused', expect.stringMatching(/S0029.*登记在申请单 A26000029/u)]));
  expect([field('requisitionCode').value, field('sampleCode').value]).toEqual(['A26000030', '']);
});

it('says of a rejection that it is one, with its reason, large and in the last ten', async () => {
  await open();
  await page.run(() => button('拒收').click());
  await scan('A26000001');
  const form = '[data-testid=reject-form]';
  expect(page.find<HTMLInputElement>(`${form} [data-field=requisitionCode] input`).value).toBe('A26000001');
  await page.focus(`${form} [data-field=rejectCode] input`);
  await page.type('容器损坏');
  await page.focus(`${form} [data-field=rejectReason] input`);
  await page.type('管盖脱落');
  await page.press('F9');
  await vi.waitFor(() => expect(verdict().text).toContain('已拒收'));
  await vi.waitFor(() => expect(verdict().text).toContain('管盖脱落'));
  expect(verdict().kind).toBe('refused');
  const row = page.find('[data-act-log] li');
  expect([row.dataset['verdict'], row.textContent]).toEqual(['refused', expect.stringContaining('已拒收')]);
  expect(row.querySelector('[title*=管盖脱落]')).not.toBe(null);
});

it('tells at its field that no style allows a rejected code, and saves nothing', async () => {
  const ownFetch = globalThis.fetch;
  // Nobody has taken it in.
  globalThis.fetch = async (input, init) =>
    String(input).includes('/get-summary-info') ? Response.json({ code: 200, success: true, msg: '', data: null }) : ownFetch(input, init);
  const row = { styleName: '新申请单', codeType: codeType.requisition, pattern: 'A\\d{8}', isDisable: 0 };
  await cacheDb.master.put({ resource: 'codeStyle', id: '1', row });
  await open();
  await page.run(() => button('拒收').click());
  await scan('ABCDEFG');
  const form = '[data-testid=reject-form]';
  await page.focus(`${form} [data-field=rejectCode] input`);
  await page.type('容器损坏');
  await page.focus(`${form} [data-field=rejectReason] input`);
  await page.type('管盖脱落');
  await page.press('F9');
  try {
    await vi.waitFor(() => expect(page.find(`${form} [data-field=requisitionCode]`).textContent).toContain('不像条码'));
  } finally {
    globalThis.fetch = ownFetch;
  }
  expect(await readOperations()).toEqual([]);
});

it('says nothing more of a code once the form was cleared', async () => {
  await open();
  await scan('A26000031');
  expect(verdict().text).toContain('A26000031');
  await page.run(() => button('清空').click());
  await vi.waitFor(() => expect(page.all('[role=alertdialog]')).toHaveLength(1));
  await page.run(() => button('清空录入').click());
  await vi.waitFor(() => expect(field('requisitionCode').value).toBe(''));
  await vi.waitFor(() => expect(verdict().text).not.toContain('A26000031'));
});
