import 'fake-indexeddb/auto';
import { act, useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { usePartnerScan, type PartnerScan } from './usePartnerScan.ts';

const line = {
  expectedId: '9',
  partner: 'zhangzhou',
  state: 0,
  receiveStatusName: '未到',
  thirdBarCode: 'ZZ2500012345',
  barCode: null as string | null,
  personName: '张晴',
  commodityNames: '血常规',
};
const found = (more: object = {}) => ({ line, count: 1, boundCode: null, sampleClassIds: ['5'], ...more });
const done = { id: 'ZZ2500012345', status: 'applied', code: null, text: null };
const received = {
  expectedId: '9',
  requisitionId: '1',
  requisitionCode: 'A26000001',
  sampleCode: 'A26000001',
  receiveTime: '2026-03-01 10:00:00',
  by: '王敏',
};

let answers: { line: unknown; receive: unknown };
let posts: { path: string; body: any }[] = [];
let told = 0;
let scan: PartnerScan;
let page: Mounted;
const ownFetch = globalThis.fetch;
beforeEach(async () => {
  [posts, told] = [[], 0];
  answers = { line: found(), receive: [{ ...done, answer: received }] };
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (init?.method === 'POST') posts.push({ path: pathname, body: JSON.parse(String(init.body)) });
    return Response.json({ code: 200, success: true, msg: '', data: init?.method === 'POST' ? answers.receive : answers.line });
  };
  await changeLanguage('zh');
  page = await mount(<Probe />);
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

function Probe() {
  const made = usePartnerScan(
    'zhangzhou',
    async ([only]) => (only ? { tube: { sampleClassId: only, sampleQuantity: 1 } } : { missing: '请选择样本类型' }),
    () => told++,
  );
  useLayoutEffect(() => {
    scan = made;
  });
  return null;
}
async function scans(code: string): Promise<void> {
  const before = scan.shown;
  await act(async () => scan.onScan(code));
  for (let turn = 0; turn < 100 && scan.shown === before; turn++) await page.settle(5);
  await page.settle();
}

it('asks for our label where the tube bears theirs alone, and receives both in one act', async () => {
  await scans('ZZ2500012345');
  expect(scan.shown).toMatchObject({ kind: 'waiting', code: 'ZZ2500012345', detail: '张晴' });
  expect(scan.isForOurs).toBe(true);
  expect(posts).toEqual([]);
  await scans('A26000001');
  expect(scan.shown).toMatchObject({ kind: 'ok', code: 'A26000001', detail: '张晴 血常规' });
  expect(posts).toMatchObject([
    {
      body: {
        partner: 'zhangzhou',
        rows: [{ thirdpartyBarCode: 'ZZ2500012345', barCode: 'A26000001', tube: { sampleClassId: '5', sampleQuantity: 1 } }],
      },
    },
  ]);
  expect(posts[0]?.path).toMatch(/partner\/receive$/);
  expect([scan.isForOurs, told]).toEqual([false, 1]);
});

it('receives at once what was announced under our code, and says who did where it is here', async () => {
  answers.line = found({ line: { ...line, barCode: '026000001' } });
  await scans('026000001');
  expect(posts).toMatchObject([{ body: { rows: [{ thirdpartyBarCode: '026000001', barCode: '026000001' }] } }]);
  answers = { line: found({ line: { ...line, state: 1 } }), receive: [{ ...done, status: 'repeat', answer: received }] };
  await scans('ZZ2500012345');
  expect(scan.shown).toMatchObject({ kind: 'repeat', detail: '王敏 2026-03-01 10:00:00' });
});

it('counts what is on no list, and tells what was refused until it is corrected', async () => {
  answers.line = { line: null, count: 0, boundCode: null, sampleClassIds: [] };
  await scans('NOBODY');
  await scans('NOBODY');
  expect([scan.shown.kind, scan.strangers.size, posts.length]).toEqual(['refused', 1, 0]);
  answers = {
    line: found({ line: { ...line, barCode: '026000001' } }),
    receive: [{ id: 'x', status: 'refused', code: 'partner.unmapped', text: '性别=X 无对照' }],
  };
  await scans('026000001');
  expect(scan.shown).toMatchObject({ kind: 'refused', detail: '性别=X 无对照' });
  expect(scan.held?.refused?.code).toBe('partner.unmapped');
  answers.receive = [{ ...done, answer: received }];
  let left: unknown = 'nothing';
  await act(async () => (left = await scan.correct({ overrides: { sex: 1 }, reasons: { sex: '电话核实' } })));
  expect(left).toBe(null);
  expect(posts.at(-1)?.body.rows).toMatchObject([{ overrides: { sex: 1 }, reasons: { sex: '电话核实' } }]);
  expect(scan.held).toMatchObject({ isHere: true, refused: null });
});

it('asks for another label where the one that was scanned is refused', async () => {
  await scans('ZZ2500012345');
  answers.receive = [{ id: 'x', status: 'refused', code: 'thirdpartyBind.swapped', text: '两个条码扫反了' }];
  await scans('ZZ2500012346');
  expect([scan.shown.kind, scan.isForOurs]).toEqual(['refused', true]);
  await act(async () => scan.leave());
  expect(scan.held).toBe(null);
});
