import 'fake-indexeddb/auto';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { auditResults } from '#domain/lab/audit/resultAudit.ts';
import { cancelReceive } from '#domain/lab/labReceive.ts';
import { replaceCode } from '#domain/sample/replaceCode.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ActDrawer, type Done } from './ActDrawer.tsx';

const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => desk.close());

let ownFetch: typeof fetch;
interface Sent {
  readonly body: { readonly sampleCode?: string };
  readonly key: string | null;
}
let sent: Sent[] = [];
/** What the server says next; null: nothing comes back. */
let answer: (sent: Sent) => object | null;
let page: Mounted;
beforeEach(async () => {
  await desk.login('1');
  sent = [];
  ownFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : String(input), 'http://desk'), init);
    if (request.method !== 'POST') return Response.json({ code: 200, success: true, msg: '', data: null });
    const one: Sent = { body: (await request.json()) as Sent['body'], key: request.headers.get('Idempotency-Key') };
    sent.push(one);
    const told = answer(one);
    if (!told) throw new TypeError('Failed to fetch');
    return Response.json({ code: 200, success: true, msg: '', data: null, ...told });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

const shown = (): string => document.querySelector('[role=dialog]')?.textContent ?? '';
const field = (name: string): HTMLElement => document.querySelector(`[role=dialog] [data-field=${name}]`)!;
const open = async (drawer: ReactNode): Promise<void> => {
  page = await mount(drawer);
  await vi.waitFor(() => expect(shown()).not.toBe(''));
};
const type = (name: string, text: string): Promise<void> =>
  page.run(() => {
    const input = field(name).querySelector('input')!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
const press = async (): Promise<void> => {
  const button = document.querySelector<HTMLButtonElement>('[role=dialog] [data-enter-end]')!;
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  await page.run(() => button.click());
};
const refusal = (code: string, msg: string): object => ({ code: 400, success: false, msg, refusal: code, params: {} });

it('draws an act of its description, and shows a refusal at the field it speaks of', async () => {
  answer = () => refusal('replace.taken', '条码 T2 已用于申请单 A1');
  const onClose = vi.fn<() => void>();
  await open(<ActDrawer command={replaceCode} rows={[{ sampleCode: 'T1' }]} onClose={onClose} />);
  expect(shown()).toContain('更换样本条码 T1');
  expect(shown()).toContain('原条码永久作废');
  await press();
  await vi.waitFor(() => expect(field('newCode').textContent).toContain('请输入新条码'));
  expect(field('reason').textContent).toContain('请输入原因');
  expect(sent).toEqual([]);
  await type('newCode', 'T2');
  await type('reason', '破损');
  await press();
  await vi.waitFor(() => expect(field('newCode').textContent).toContain('条码 T2 已用于申请单 A1'));
  expect(sent.map(({ body }) => body)).toEqual([{ sampleCode: 'T1', newCode: 'T2', reason: '破损' }]);
  expect(onClose).not.toHaveBeenCalled();
});

it('keeps the key of an act whose answer was lost, and asks anew after a no', async () => {
  const told = [null, refusal('labTask.notReceived', '没有可取消的接收'), { data: { sampleCode: 'T1' } }];
  answer = () => told.shift() ?? null;
  const onClose = vi.fn<() => void>();
  await open(<ActDrawer command={cancelReceive} rows={[{ sampleCode: 'T1' }]} onClose={onClose} />);
  await type('reason', '误收');
  await press();
  await vi.waitFor(() => expect(document.body.textContent).toContain('此操作需要网络,内容已保留'));
  await press();
  await vi.waitFor(() => expect(shown()).toContain('没有可取消的接收'));
  await press();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  const [lost, refused, done] = sent.map(({ key }) => key);
  expect(refused).toBe(lost);
  expect(done).not.toBe(refused);
});

it('does many rows with one reason, tells of each, and pressed again does those that are left', async () => {
  let isOpen = false;
  answer = ({ body }) =>
    body.sampleCode === 'T2' && !isOpen ? refusal('labTask.notReceived', 'T2 已一审') : { data: { sampleCode: body.sampleCode } };
  const onClose = vi.fn<() => void>();
  const done: string[] = [];
  const onDone = (rows: readonly Done<{ sampleCode: string }, unknown>[]): void => void done.push(rows.map(({ row }) => row.sampleCode).join());
  const rows = ['T1', 'T2', 'T3'].map((sampleCode) => ({ sampleCode }));
  await open(<ActDrawer command={cancelReceive} rows={rows} onClose={onClose} onDone={onDone} />);
  expect(shown()).toContain('取消接收: 3 项');
  await type('reason', '误收');
  await press();
  const told = (): (string | null)[] => [...document.querySelectorAll('[data-act-rows] li')].map((row) => row.textContent);
  await vi.waitFor(() => expect(told()).toEqual(['T1完成', 'T2T2 已一审', 'T3完成']));
  expect(onClose).not.toHaveBeenCalled();
  isOpen = true;
  await press();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(done).toEqual(['T1,T3', 'T2']);
  expect(sent.map(({ body }) => body.sampleCode)).toEqual(['T1', 'T2', 'T3', 'T2']);
});

it('does to many in one request, and one whose answer was lost is sent again as it was, with what was sealed for it', async () => {
  const told = [
    null,
    {
      data: [
        { id: '1', status: 'applied', code: null, text: null },
        { id: '2', status: 'refused', code: 'audit.oneByOne', text: 'L2 须逐个审核' },
      ],
    },
  ];
  answer = () => told.shift() ?? null;
  let sealings = 0;
  const onClose = vi.fn<() => void>();
  const { signPassword } = auditResults.asks;
  await open(
    <ActDrawer
      command={auditResults}
      title={['一审通过', 'Pass the first audit']}
      rows={['1', '2'].map((taskId) => ({ taskId, version: 3, level: 1 as const, result: 1 as const }))}
      nameOf={({ taskId }) => `L${taskId}`}
      asks={{ signPassword }}
      prepare={async () => ({ signPassword: `sealed ${(sealings += 1)}`, signNonce: 'nonce-0001' })}
      onClose={onClose}
    />,
  );
  expect(shown()).toContain('一审通过: 2 项');
  await type('signPassword', 'geheim');
  await press();
  await vi.waitFor(() => expect(document.body.textContent).toContain('此操作需要网络,内容已保留'));
  await press();
  await vi.waitFor(() => expect(shown()).toContain('L2 须逐个审核'));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]?.body).toEqual({
    level: 1,
    result: 1,
    signPassword: 'sealed 1',
    signNonce: 'nonce-0001',
    tasks: [
      { taskId: '1', version: 3 },
      { taskId: '2', version: 3 },
    ],
  });
  expect(onClose).not.toHaveBeenCalled();
});

it('puts an act that may be done without network into the outbox', async () => {
  answer = () => null;
  const onClose = vi.fn<() => void>();
  await open(
    <ActDrawer command={rejectSummary} rows={[{ requisitionCode: 'A26000001' }]} values={{ measure: 1, rejectCode: 'REJ09' }} onClose={onClose} />,
  );
  await type('rejectReason', '溶血');
  await press();
  await vi.waitFor(() => expect(onClose.mock.calls.length, shown()).toBe(1), 5_000);
  expect((await readOperations()).map(({ type: kind, subject }) => [kind, subject])).toEqual([['summary.reject', 'A26000001']]);
});
