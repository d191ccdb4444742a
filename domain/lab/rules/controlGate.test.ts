import { expect, it } from 'vitest';
import { judgeGate, timesAboveControl, type RequiredLot, type RunControl } from './controlGate.ts';

const items = ['1', '2', '3'];
const negative = (...failedIds: string[]): RunControl => ({ kind: 'NC', failedIds });
const positive = (...seen: string[]): RunControl => ({ kind: 'PC', failedIds: [], unseenIds: ['1', '2'].filter((id) => !seen.includes(id)) });
const level = (lotId: string | null, more: Partial<RunControl> = {}): RunControl => ({ kind: 'level', lotId, failedIds: [], ...more });
const lot = (lotId: string, kind: RequiredLot['kind'], isExpired = false): RequiredLot => ({ lotId, kind, lotNo: `L${lotId}`, isExpired });
const required = [lot('7', 'NC'), lot('8', 'PC')];

it.each<readonly [string, readonly RunControl[], number, readonly string[]]>([
  ['both as they should be', [negative(), positive('1', '2')], 1, []],
  ['a negative control that shows an item', [negative('3'), positive('1', '2')], 2, ['3']],
  ['a positive control that does not show an item', [negative(), positive('2')], 2, ['1']],
  ['both failed, of one item', [negative('1'), positive('2')], 2, ['1']],
  ['a level out of control', [negative(), positive('1', '2'), level('9', { failedIds: ['2'] })], 2, ['2']],
  ['a level out of control of no item', [negative(), positive('1', '2'), level('9', { isOutForAll: true })], 2, items],
  ['one that cannot be read', [{ ...negative(), unreadIds: ['2'] }, positive('1', '2')], 2, ['2']],
  ['a required one missing', [positive('1', '2')], 2, items],
  ['a required one that shows nothing', [{ ...negative(), isEmpty: true }, positive('1', '2')], 2, items],
  ['another lot than the required one', [{ ...negative(), lotId: '6' }, positive('1', '2')], 2, items],
  ['none at all', [], 2, items],
])('%s', (_what, controls, gate, held) => {
  const verdict = judgeGate(controls, required, items);
  expect([verdict.gate, verdict.heldItemIds]).toEqual([gate, held]);
  expect(verdict.why.length > 0).toBe(gate === 2);
});

it('asks for each required lot where the run says which it is, and for no expired one in silence', () => {
  const levels = [lot('1', 'level'), lot('2', 'level')];
  expect(judgeGate([level('1'), level('2')], levels, items).gate).toBe(1);
  expect(judgeGate([level('1')], levels, items).why).toEqual([{ text: ['缺少{kind}', 'No {kind}'], params: { kind: 'level L2' } }]);
  expect(judgeGate([level('1'), level(null)], levels, items).gate).toBe(2);
  expect(judgeGate([negative()], [lot('7', 'NC'), lot('6', 'NC')], items).gate).toBe(1);
  expect(judgeGate([negative()], [lot('7', 'NC', true)], items)).toMatchObject({ gate: 2, heldItemIds: items, why: [{ params: { lot: 'L7' } }] });
});

it('takes required ones that lack from the newest other file of the run that has them', () => {
  const of = (fileId: string, control: RunControl): RunControl => ({ ...control, fileId });
  const ofRun = [of('3', negative()), of('2', { ...negative(), isOutForAll: true }), of('2', positive('1', '2'))];
  expect(judgeGate([], required, items, ofRun)).toEqual({ gate: 1, heldItemIds: [], why: [] });
  expect(judgeGate([], required, items, ofRun.slice(1))).toMatchObject({ gate: 2, heldItemIds: items, why: [{ params: { kind: 'NC' } }] });
  expect(judgeGate([], required, items, ofRun.slice(0, 1))).toMatchObject({
    gate: 2,
    why: [{ text: ['缺少{kind}', 'No {kind}'], params: { kind: 'PC' } }],
  });
  // Its own speak for themselves.
  expect(judgeGate([negative('3'), positive('1', '2')], required, items, ofRun).heldItemIds).toEqual(['3']);
});

it('is held by a control that failed in another file of its run, though nobody asks for one, until it is measured anew', () => {
  const of = (fileId: string, control: RunControl): RunControl => ({ ...control, fileId });
  const failed = of('2', { ...negative(), isOutForAll: true });
  expect(judgeGate([], [], items, [failed])).toMatchObject({ gate: 2, heldItemIds: items, why: [{ params: { kind: 'NC' } }] });
  expect(judgeGate([positive('1', '2')], [], items, [failed]).gate).toBe(2);
  expect(judgeGate([negative()], [], items, [failed]).gate).toBe(1);
  expect(judgeGate([], [], items, [of('3', negative()), failed]).gate).toBe(1);
  expect(judgeGate([], [], items, [of('3', { ...negative(), isEmpty: true }), failed]).gate).toBe(2);
  expect(judgeGate([], [], items, [of('3', { ...negative(), lotId: '7' }), of('2', { ...failed, lotId: '6' })]).gate).toBe(2);
  // A later file's speaks also for who has its own, and a still later one of it.
  const later = { ...failed, isLater: true };
  expect(judgeGate([negative()], [], items, [later])).toMatchObject({ gate: 2, heldItemIds: items });
  expect(judgeGate([negative()], [], items, [{ ...of('3', negative()), isLater: true }, later]).gate).toBe(1);
  expect(judgeGate([negative('3')], [], items, [{ ...of('3', negative()), isLater: true }]).gate).toBe(2);
  // Each level is a material of its own.
  expect(judgeGate([], [], items, [of('3', level('1')), of('2', level('2', { failedIds: ['2'] }))]).heldItemIds).toEqual(['2']);
  expect(judgeGate([], [], items, [of('2', negative())]).gate).toBe(1);
});

it('asks for no control where none is required, and says that there was none', () => {
  expect(judgeGate([], [], items)).toEqual({ gate: 3, heldItemIds: [], why: [] });
  expect(judgeGate([{ ...negative(), isEmpty: true }], [], items).gate).toBe(3);
  expect(judgeGate([negative('2')], [], items).heldItemIds).toEqual(['2']);
});

it('compares reads with the negative control’s, and with one read where it has none', () => {
  const found = { reads: 24, millions: 12 };
  expect(timesAboveControl(found, { reads: 1, millions: 10 })).toBeCloseTo(20, 9);
  expect(timesAboveControl(found, { reads: 0, millions: 10 })).toBeCloseTo(20, 9);
  expect(timesAboveControl(found, { reads: 3, millions: 10 })).toBeCloseTo(6.67, 2);
});
