import { act, useLayoutEffect } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { partnerListName, type PartnerWorkRow } from '#domain/sample/partner/partnerRows.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { usePartnerScan, type PartnerScan } from './usePartnerScan.ts';

const row = (more: Partial<PartnerWorkRow>): PartnerWorkRow =>
  ({
    expectedId: '9',
    partner: 'zhangzhou',
    state: 0,
    testTubeNumber: 'ZZ2500012345',
    thirdBarCode: 'ZZ2500012345',
    barCode: null,
    boundCode: null,
    personName: '张晴',
    commodityNames: '血常规',
    commodityIds: ['7'],
    sampleClassIds: ['5'],
    laboratoryId: '1',
    sendSampleClientId: '3',
    courierNumber: null,
    closeReason: null,
    isMasked: false,
    values: { personName: '张晴', sex: 2, age: 31, telephone: '19900001234', samplingTime: '2026-03-01 08:30:00' },
    ...more,
  }) as PartnerWorkRow;
const desk = new DiskDesk();
const ownFetch = globalThis.fetch;
let page: Mounted;
let scan: PartnerScan;
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.reset();
  globalThis.fetch = () => Promise.reject(new TypeError('failed to fetch'));
  page = await mount(<Probe />);
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
function Probe() {
  const made = usePartnerScan(
    'zhangzhou',
    async ([only]) => ({ tube: { sampleClassId: only ?? '5', sampleQuantity: 1 } }),
    () => undefined,
  );
  useLayoutEffect(() => {
    scan = made;
  });
  return null;
}
async function scans(code: string): Promise<void> {
  const before = scan.shown;
  await act(async () => scan.onScan(code));
  for (let turn = 0; turn < 200 && scan.shown === before; turn++) await page.settle(10);
  await page.settle();
}
const keep = (rows: readonly PartnerWorkRow[]) =>
  cacheDb.worklists.put({ userId: 'ann', name: partnerListName('zhangzhou'), rows: [...rows], fetchedAt: 1 });

it('says so where the list was never got', async () => {
  await scans('ZZ2500012345');
  expect(scan.shown).toMatchObject({ kind: 'refused', detail: expect.stringContaining('本机也没有此清单') });
  expect(await outboxDb.ops.count()).toBe(0);
});

it('calls nothing false that it has masks of alone: the server reads what was told, and the same tube is still a repeat', async () => {
  await keep([row({ isMasked: true, barCode: '026000009', values: { personName: '张*', sex: 2, age: 31, telephone: '199****1234' } })]);
  await scans('ZZ2500012345');
  expect(scan.shown).toMatchObject({ kind: 'waiting', word: ['已保存到本机,待上传', expect.any(String)] });
  expect(await outboxDb.ops.toArray()).toMatchObject([{ type: 'partner.receive', toCheck: [['合作方清单', expect.any(String)]] }]);
  await scans('ZZ2500012345');
  expect(scan.shown.kind).toBe('repeat');
  expect(await outboxDb.ops.count()).toBe(1);
  await desk.rest();
});

it('receives from the kept list through the queue, once, in the lanes of what follows', async () => {
  await keep([row({}), row({ expectedId: '10', testTubeNumber: 'ZZ2500012346', values: { personName: '李晴', sex: 'X' }, barCode: '026000009' })]);
  await scans('ZZ2500012345');
  expect(scan.isForOurs).toBe(true);
  await scans('A26000001');
  expect(scan.shown).toMatchObject({ kind: 'waiting', word: ['已保存到本机,待上传', expect.any(String)], code: 'A26000001' });
  const [kept] = await outboxDb.ops.toArray();
  expect(kept).toMatchObject({ type: 'partner.receive', lanes: ['partner:ZZ2500012345', 'req:A26000001', 'tube:A26000001'] });
  await scans('ZZ2500012345');
  await scans('A26000001');
  expect(scan.shown.kind).toBe('repeat');
  // What the server would refuse is not called saved: a value that stands for none of ours, a code on no list.
  await scans('ZZ2500012346');
  expect(scan.shown).toMatchObject({ kind: 'refused', detail: '性别=X 无对照' });
  await scans('NOBODY1');
  expect([scan.shown.kind, scan.strangers.size]).toEqual(['refused', 1]);
  expect(await outboxDb.ops.count()).toBe(1);
  await desk.rest();
});

it('knows a tube as received until a list that was asked for later has it waiting again: its reception was taken back', async () => {
  const line = row({ barCode: '026000009' });
  await keep([line]);
  await scans('ZZ2500012345');
  await desk.rest();
  const [own] = await outboxDb.ops.toArray();
  await outboxDb.ops.clear();
  const receipt = { opId: own!.opId, status: 'applied', serverSeq: '1', serverTime: '2026-11-21 10:00:00', duplicate: false };
  await outboxDb.receipts.put({ ...own!, state: 'acked', resolvedAt: own!.createdAt + 1, receipt } as never);
  await scans('ZZ2500012345');
  expect(scan.shown.kind).toBe('repeat');
  await cacheDb.worklists.put({ userId: 'ann', name: partnerListName('zhangzhou'), rows: [line], fetchedAt: own!.createdAt + 2 });
  await scans('ZZ2500012345');
  expect(scan.shown.kind).toBe('waiting');
  await desk.rest();
});
