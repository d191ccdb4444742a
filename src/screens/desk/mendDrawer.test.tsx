import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { commands } from '#domain/commands.ts';
import type { Command } from '#domain/kernel/command.ts';
import { amendItems } from '#domain/sample/amendItems.ts';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import { saveHandover } from '#domain/sample/handover.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import { queryClient } from '#src/console/queryClient.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { actForm } from './actForms.ts';
import { Screen } from './TrayScreen.tsx';

const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => desk.close());
beforeEach(() => desk.reset());
let page: Mounted;
afterEach(() => page.unmount());

const dialog = (): HTMLElement | null => document.querySelector('[role=dialog]');
const input = (name: string): HTMLInputElement => dialog()!.querySelector<HTMLInputElement>(`[data-field=${name}] :is(input, textarea)`)!;
const button = (text: string): HTMLElement | undefined => page.all('button').find((one) => one.textContent?.trim() === text);

/** Refused by the server, and opened in the tray by 修改. */
async function openRefused(command: Command, payload: unknown, receipt: Partial<Receipt> = {}): Promise<string> {
  const { opId } = await enqueue(command, payload, { foreseen: { unknown: [] } });
  const row = (await outboxDb.ops.get(opId))!;
  await desk.rest();
  await outboxDb.ops.put({
    ...row,
    state: 'rejected',
    receipt: { opId, status: 'refused', duplicate: false, serverSeq: '1', serverTime: '2026-11-22 09:00:00', ...receipt },
  });
  page = await mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
    { userId: 'ann' },
  );
  await vi.waitFor(() => expect(button('修改')).toBeTruthy());
  await page.run(() => button('修改')!.click());
  await vi.waitFor(() => expect(dialog()).not.toBe(null));
  await page.settle(20);
  return opId;
}
const fill = (name: string, text: string): Promise<void> =>
  page.run(() => {
    const box = input(name);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')!.set!.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
async function sentAgain(opId: string): Promise<unknown> {
  await page.run(() => dialog()!.querySelector<HTMLElement>('[data-enter-end]')!.click());
  await vi.waitFor(async () => expect((await outboxDb.receipts.get(opId))?.state).toBe('superseded'));
  return desk.contentOf((await outboxDb.receipts.get(opId))!.supersededBy!);
}

it('brings a refused handover back with its tubes, and sends what is left of it in its place', async () => {
  const handover = { handoverKey: '00000000-0000-4000-8000-000000000001', commodityId: '7', sampleCodes: ['S1', 'S2', 'S3'] };
  const opId = await openRefused(saveHandover, handover);
  expect(input('sampleCodes').value).toBe('S1\nS2\nS3');
  await fill('sampleCodes', 'S1\nS3');
  expect(await sentAgain(opId)).toEqual({ ...handover, sampleCodes: ['S1', 'S3'] });
});

it('brings a refused rejection back with everything that was typed', async () => {
  const rejection = { requisitionCode: 'A1', sampleCode: 'S9', personName: '张三', rejectCode: 'REJ01', measure: 1, rejectReason: '无标签' };
  const opId = await openRefused(rejectSummary, rejection);
  expect([input('personName').value, input('rejectReason').value]).toEqual(['张三', '无标签']);
  await fill('sampleCode', 'S1');
  expect(await sentAgain(opId)).toMatchObject({ ...rejection, sampleCode: 'S1' });
});

it('brings refused items back', async () => {
  const opId = await openRefused(amendItems, { requisitionCode: 'A1', commodityIds: ['3'], reason: '加做' });
  await fill('reason', '医生加做');
  expect(await sentAgain(opId)).toEqual({ requisitionCode: 'A1', commodityIds: ['3'], reason: '医生加做' });
});

it('marks what the server found wrong, until it is another', async () => {
  const rejection = { requisitionCode: 'A1', sampleCode: 'S9', personName: '张三', rejectCode: 'REJ01', measure: 1, rejectReason: '无标签' };
  await openRefused(rejectSummary, rejection, {
    code: 'command.badInput',
    problems: [{ field: 'sampleCode', code: 'rule', params: { text: ['无此样本', 'no such sample'] } }],
  });
  expect(page.all('[role=dialog] [aria-invalid=true]')).toEqual([input('sampleCode')]);
  expect(dialog()!.querySelector('[data-field=sampleCode]')!.textContent).toContain('无此样本');
  await page.run(() => input('rejectReason').focus());
  await page.settle(20);
  expect(input('sampleCode').getAttribute('aria-invalid')).toBe('true');
  await fill('sampleCode', 'S1');
  await page.settle(20);
  expect(page.all('[role=dialog] [aria-invalid=true]')).toEqual([]);
});

it('asks for every field that a command asks a person for', () => {
  const known = commands.filter(({ name }) => actForm(name));
  expect(known).toHaveLength(5);
  for (const { name, asks = {} } of known) expect(Object.keys(actForm(name) ?? {})).toEqual(expect.arrayContaining(Object.keys(asks)));
});
