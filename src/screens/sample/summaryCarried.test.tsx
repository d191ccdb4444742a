import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { useEffect } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import { readDraft } from '#src/offline/store/drafts.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { rememberLastEntry } from './lastEntry.ts';
import { entryGroups } from './summaryForm.ts';
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
afterEach(async () => {
  await page.unmount();
  // What a form saves as it goes is written before the desk is emptied for the next one.
  await readDraft('');
});

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
function Form({ edit }: { readonly edit: string | null }) {
  const own = useSummaryEntry(edit, () => undefined);
  useEffect(() => void (entry = own));
  return <SummaryEntryPane entry={own} box={box} onTyped={() => undefined} />;
}
const value = (name: string): unknown => entry.form.methods.getValues(name);
async function open(edit: string | null = null): Promise<void> {
  page = await mount(<Form edit={edit} />, { userId: 'ann' });
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

it('begins in the laboratory the person works in, until one is carried over', async () => {
  await desk.login('eva', { laboratoryId: '7', laboratoryName: '甲所' });
  await open();
  await vi.waitFor(() => expect([value('contractLaboratoryId'), value('sendSampleClientId')]).toEqual(['7', null]));
  // It was not typed: there is nothing to lose.
  await page.run(() => button('清空').click());
  expect(page.all('[role=alertdialog]')).toHaveLength(0);
  expect(value('contractLaboratoryId')).toBe('7');
  await page.unmount();
  const { opId } = await enqueue(enterSummary, { ...payload('A26000005', 'SF-FORM'), inputMode: 'scan' } as never);
  rememberLastEntry('eva', opId);
  await open();
  await vi.waitFor(() => expect([value('contractLaboratoryId'), value('courierNumber')]).toEqual(['1', 'SF-FORM']));
});

/** Chooses another laboratory to work in, as the top bar's dialog does. */
const work = async (laboratoryId: string, laboratoryName: string): Promise<void> => {
  await page.run(() => void desk.login('eva', { laboratoryId, laboratoryName }));
  await page.settle(50);
};
const isOtherLaboratoryTold = (): boolean => page.all('[data-other-laboratory]').length > 0;

it('follows another laboratory at once where nothing is typed, whichever was carried over', async () => {
  await desk.login('eva', { laboratoryId: '1', laboratoryName: '甲所' });
  const { opId } = await enqueue(enterSummary, { ...payload('A26000006', 'SF-FORM'), inputMode: 'scan' } as never);
  rememberLastEntry('eva', opId);
  await open();
  await vi.waitFor(() => expect([value('contractLaboratoryId'), isOtherLaboratoryTold()]).toEqual(['1', false]));
  await work('7', '乙所');
  await vi.waitFor(() => expect([value('contractLaboratoryId'), value('courierNumber')]).toEqual(['7', 'SF-FORM']));
  expect(page.all('[role=alertdialog]')).toHaveLength(0);
});

it('asks before it follows another laboratory where something is typed, and says whose the form is where it does not', async () => {
  await desk.login('eva', { laboratoryId: '1', laboratoryName: '甲所' });
  await open();
  await vi.waitFor(() => expect(value('contractLaboratoryId')).toBe('1'));
  await page.run(() => entry.form.methods.setValue('personName', '李四'));
  await work('7', '乙所');
  await vi.waitFor(() => expect(page.all('[role=alertdialog]')).toHaveLength(1));
  expect(page.find('[role=alertdialog]').textContent).toContain('乙所');
  await page.run(() => button('继续录入').click());
  await vi.waitFor(() => expect(page.all('[role=alertdialog]')).toHaveLength(0));
  expect([value('personName'), value('contractLaboratoryId'), isOtherLaboratoryTold()]).toEqual(['李四', '1', true]);
  await work('8', '丙所');
  await vi.waitFor(() => expect(page.all('[role=alertdialog]')).toHaveLength(1));
  await page.run(() => button('重新录入').click());
  await vi.waitFor(() => expect([value('personName'), value('contractLaboratoryId'), isOtherLaboratoryTold()]).toEqual(['', '8', false]));
  expect(await outboxDb.drafts.toArray()).toEqual([]);
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

it('F4 opens what is folded at its first filled field and takes the focus there; F4 again folds and goes on where something is missing', async () => {
  const { opId } = await enqueue(enterSummary, { ...payload('A26000005', 'SF-FORM'), inputMode: 'scan' } as never);
  rememberLastEntry('ann', opId);
  await open();
  await page.focus('[data-field=personName] input');
  await page.press('F4');
  expect(page.all('[data-field=bedNo]')).toHaveLength(1);
  expect(document.activeElement).toBe(page.find('[data-field=courierNumber] input'));
  await page.press('F4');
  expect(page.all('[data-field=bedNo]')).toHaveLength(0);
  expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe('requisitionCode');
});

it('says at a pin and at 更多项 what they are for', async () => {
  await open();
  const tips = (found: HTMLElement[]): readonly (string | undefined)[] => found.map(({ dataset }) => dataset['tip']);
  expect(tips(page.all('[data-field=courierNumber], [data-field=sendSampleClientId] [aria-label=沿用到下一单]'))).toContain(
    '沿用到下一单, 回车会跳过; 点击取消沿用',
  );
  expect(tips([button('更多项')])).toEqual(['不常填的项目; 已有内容或出错的总会显示']);
});

it('F4 opens what is folded at its first field where nothing is filled, and not while another pane is in front', async () => {
  await open();
  const [first] = entryGroups(false)
    .filter(({ isFolded }) => isFolded)
    .flatMap(({ fields }) => fields);
  page.root.hidden = true;
  await page.press('F4');
  expect(page.all('[data-field=bedNo]')).toHaveLength(0);
  page.root.hidden = false;
  await page.press('F4');
  expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe(first);
});

it('saves no requisition that waits in the queue of this desk with other content, and says at its code who entered it', async () => {
  await enqueue(enterSummary, payload('A26000008', 'SF-1') as never);
  await open();
  const { tubes, reasons: _reasons, ...own } = payload('A26000008', 'SF-2');
  await page.run(() => entry.form.reset({ ...own, ...tubes[0], sampleCode: 'S77' }));
  let isSaved = true;
  await page.run(() => void entry.form.save().then((is) => (isSaved = is)));
  await vi.waitFor(() => expect(page.find('[data-field=requisitionCode]').textContent).toContain('申请单 A26000008 已由 ann'));
  expect([isSaved, await outboxDb.ops.count(), value('courierNumber')]).toEqual([false, 1, 'SF-2']);
});

it('shows a carried courier number after a reload, too, while the rest is folded', async () => {
  const { opId } = await enqueue(enterSummary, { ...payload('A26000009', 'SF-KEPT'), inputMode: 'scan' } as never);
  rememberLastEntry('ann', opId);
  await open();
  await page.run(() => entry.form.methods.setValue('requisitionCode', 'A26000010'));
  await page.unmount();
  await open();
  expect([entry.isRestored, value('requisitionCode'), value('courierNumber')]).toEqual([true, 'A26000010', 'SF-KEPT']);
  expect(page.find<HTMLInputElement>('[data-field=courierNumber] input').value).toBe('SF-KEPT');
  expect(page.all('[data-field=bedNo]')).toHaveLength(0);
});

/** Saves the form as it stands; false where it was stopped. */
async function save(): Promise<boolean> {
  let isSaved: boolean | null = null;
  await page.run(() => void entry.form.save().then((is) => (isSaved = is)));
  await vi.waitFor(async () => {
    await page.settle(5);
    expect(isSaved).not.toBe(null);
  });
  return isSaved === true;
}
const faults = (): (string | undefined)[] =>
  page.all('[data-field]').flatMap((one) => (one.querySelector('[aria-invalid=true]') ? [one.dataset['field']] : []));

it('asks by its copies for what client, cold chain and holding time want, before it is saved', async () => {
  await cacheDb.master.bulkPut([
    { resource: 'sendSampleClient', id: '2', row: { clientId: '2', clientName: '一院', credentialRequired: 1, telephoneRequired: 1 } },
    { resource: 'commodity', id: '3', row: { commodityId: '3', commodityName: '宏基因组', coldChain: 1, holdingHours: 1, executeType: 2 } },
  ] as never);
  await open();
  const { tubes, reasons: _reasons, ...own } = { ...payload('A26000012', ''), samplingTime: formatDateTime(Date.now() - 3 * 3_600_000) };
  await page.run(() => entry.form.reset({ ...own, ...tubes[0] }));
  expect(await save()).toBe(false);
  await vi.waitFor(() => expect(new Set(faults())).toEqual(new Set(['arrivalTemperature', 'credentialNo', 'credentialType', 'telephone'])));
  await page.run(() => {
    for (const [name, given] of Object.entries({ arrivalTemperature: '4', credentialType: 2, credentialNo: 'E12345678', telephone: '19900004964' }))
      entry.form.methods.setValue(name, given);
  });
  expect(await save()).toBe(false);
  expect(page.all('[data-rule=R-02] input')).toEqual([document.activeElement]);
  expect(page.find('[data-rule=R-10]').textContent).toContain('委托外送');
  expect(await outboxDb.ops.count()).toBe(0);
  await page.type('冷藏送达');
  expect(await save()).toBe(true);
  const [row] = await outboxDb.ops.toArray();
  expect(await desk.contentOf(row!.opId)).toMatchObject({ requisitionCode: 'A26000012', reasons: { 'R-02': '冷藏送达' }, arrivalTemperature: 4 });
});

it('brings a refused reception back with what only the server could know, asks for its reason, and sends it in its place', async () => {
  const { opId } = await enqueue(enterSummary, payload('A26000013', 'SF-13') as never, { foreseen: { unknown: [] } });
  await desk.rest();
  const row = (await outboxDb.ops.get(opId))!;
  const problem = {
    field: 'personName',
    code: 'rule',
    params: { rule: 'R-08', severity: 'warn', text: ['近30天已有申请单', 'Earlier requisitions'] },
  };
  const receipt = { opId, status: 'refused', duplicate: false, serverSeq: '1', serverTime: '2026-11-22 09:00:00', problems: [problem] } as const;
  await outboxDb.ops.put({ ...row, state: 'rejected', isUnknown: false, receipt: receipt as never });
  await open(opId);
  await vi.waitFor(() => expect(value('courierNumber')).toBe('SF-13'));
  expect(page.find('[data-rule=R-08]').textContent).toContain('近30天已有申请单');
  expect(await save()).toBe(false);
  expect(page.all('[data-rule=R-08] input')).toEqual([document.activeElement]);
  await page.type('补采');
  expect(await save()).toBe(true);
  const old = (await outboxDb.receipts.get(opId))!;
  expect(old.state).toBe('superseded');
  expect(await desk.contentOf(old.supersededBy!)).toMatchObject({
    requisitionCode: 'A26000013',
    courierNumber: 'SF-13',
    reasons: { 'R-08': '补采' },
  });
});

it('says that nothing was saved where the desk cannot, and keeps what was typed', async () => {
  await open();
  const { tubes, reasons: _reasons, ...own } = payload('A26000014', 'SF-14');
  await page.run(() => entry.form.reset({ ...own, ...tubes[0] }));
  desk.lock();
  expect(await save()).toBe(false);
  await vi.waitFor(() => expect(document.body.textContent).toContain('本机已锁定,内容未保存'));
  expect([await outboxDb.ops.count(), value('courierNumber')]).toEqual([0, 'SF-14']);
});
