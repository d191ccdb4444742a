import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { useEffect } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { enqueue } from '#src/offline/enqueue.ts';
import { outboxDb } from '#src/offline/outboxDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { rememberLastEntry } from './lastEntry.ts';
import { SummaryEntryPane } from './SummaryEntryPane.tsx';
import { useSummaryEntry, type SummaryEntry } from './useSummaryEntry.ts';

const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await startSessionState();
});
afterAll(() => desk.close());
beforeEach(async () => {
  localStorage.clear();
  await desk.reset();
});
let page: Mounted;
afterEach(() => page.unmount());

const payload = (code: string, courierNumber: string) => ({
  requisitionCode: code,
  contractLaboratoryId: '1',
  sendSampleClientId: '2',
  commodityIds: ['3'],
  personName: '张三',
  sex: 1,
  age: 33,
  ageUnit: 1,
  samplingTime: formatDateTime(Date.now() - 3_600_000),
  courierNumber,
  isUrgent: 0,
  tubes: [{ sampleCode: `S${code}`, sampleClassId: '4', sampleQuantity: 1, sampleCondition: [1] }],
  reasons: {},
});

let entry: SummaryEntry;
const box = { current: null };
function Form() {
  const own = useSummaryEntry(null, () => undefined);
  useEffect(() => void (entry = own));
  return <SummaryEntryPane entry={own} box={box} />;
}
const value = (name: string): unknown => entry.form.methods.getValues(name);
async function open(): Promise<void> {
  page = await mount(<Form />, { userId: 'ann' });
  await new Promise<void>((resolve) => entry.whenReady(resolve));
  await page.settle(20);
}
const button = (text: string): HTMLElement => {
  const found = page.all('button').find((one) => one.textContent?.includes(text));
  if (!found) throw new Error(`no button ${text}`);
  return found;
};

it('carries nothing of an import into the form', async () => {
  await enqueue(enterSummary, payload('A26000001', 'SF-SHEET') as never);
  await open();
  expect([value('courierNumber'), value('sendSampleClientId'), value('commodityIds')]).toEqual(['', null, []]);
});

it('carries the form’s own last act over, however many rows a sheet brought since, and shows it while the rest is folded', async () => {
  const { opId } = await enqueue(enterSummary, { ...payload('A26000002', 'SF-FORM'), inputMode: 'scan' } as never);
  rememberLastEntry('ann', opId);
  await enqueue(enterSummary, payload('A26000003', 'SF-SHEET') as never);
  await open();
  expect([value('courierNumber'), value('sendSampleClientId')]).toEqual(['SF-FORM', '2']);
  expect(page.find<HTMLInputElement>('[data-field=courierNumber] input').value).toBe('SF-FORM');
  expect(page.all('[data-field=bedNo]')).toHaveLength(0);
});

it('clears all of it, also for the next start, and asks first where something typed would be lost', async () => {
  const { opId } = await enqueue(enterSummary, { ...payload('A26000004', 'SF-FORM'), inputMode: 'scan' } as never);
  rememberLastEntry('ann', opId);
  await open();
  await page.run(() => entry.form.methods.setValue('personName', '李四'));
  await page.run(() => button('清空').click());
  await vi.waitFor(() => expect(page.all('[role=alertdialog]')).toHaveLength(1));
  await page.run(() => button('继续录入').click());
  await vi.waitFor(() => expect(page.all('[role=alertdialog]')).toHaveLength(0));
  expect(value('personName')).toBe('李四');

  await page.run(() => button('清空').click());
  await vi.waitFor(() => expect(page.all('[role=alertdialog]')).toHaveLength(1));
  await page.run(() => button('清空录入').click());
  await vi.waitFor(() => expect([value('personName'), value('courierNumber'), value('sendSampleClientId')]).toEqual(['', '', null]));
  // Nothing typed: nothing to ask.
  await page.run(() => button('清空').click());
  expect(page.all('[role=alertdialog]')).toHaveLength(0);
  await page.unmount();
  await open();
  expect([value('courierNumber'), value('sendSampleClientId')]).toEqual(['', null]);
});

it('keeps no draft of what was cleared, however slow the disk is', async () => {
  await open();
  // The draft is written 400 ms after this; the disk takes longer to drop it.
  await page.run(() => entry.form.methods.setValue('requisitionCode', 'A26000009'));
  let release = (): void => undefined;
  const busy = outboxDb.transaction('rw', outboxDb.drafts, () => Dexie.waitFor(new Promise<void>((resolve) => (release = resolve)), 10_000));
  await page.run(() => button('清空').click());
  await vi.waitFor(() => expect(page.all('[role=alertdialog]')).toHaveLength(1));
  await page.run(() => button('清空录入').click());
  await page.settle(700);
  release();
  await busy;
  await vi.waitFor(() => expect(value('requisitionCode')).toBe(''));
  await page.settle(50);
  expect(await outboxDb.drafts.toArray()).toEqual([]);
});
