import { expect, it } from 'vitest';
import { judgeGate, timesAboveControl, type RunControl } from './controlGate.ts';

const items = ['1', '2', '3'];
const negative = (...positiveIds: string[]): RunControl => ({ kind: 'NC', itemIds: items, positiveIds });
const positive = (...positiveIds: string[]): RunControl => ({ kind: 'PC', itemIds: ['1', '2'], positiveIds, expectedIds: ['1', '2'] });

it.each<readonly [string, readonly RunControl[], number, readonly string[]]>([
  ['both as they should be', [negative(), positive('1', '2')], 1, []],
  ['a negative control that shows an item', [negative('3'), positive('1', '2')], 2, ['3']],
  ['a positive control that does not show an item', [negative(), positive('2')], 2, ['1']],
  ['both failed, of one item', [negative('1'), positive('2')], 2, ['1']],
  ['a level out of control', [negative(), positive('1', '2'), { kind: 'level', itemIds: ['2'], positiveIds: ['2'] }], 2, ['2']],
  ['a required one missing', [positive('1', '2')], 2, items],
  ['none at all', [], 2, items],
])('%s', (_what, controls, gate, held) => {
  const verdict = judgeGate(controls, ['NC', 'PC'], items);
  expect([verdict.gate, verdict.heldItemIds]).toEqual([gate, held]);
  expect(verdict.why.length > 0).toBe(gate === 2);
});

it('asks for no control where none is required, and says that there was none', () => {
  expect(judgeGate([], [], items)).toEqual({ gate: 3, heldItemIds: [], why: [] });
  expect(judgeGate([negative('2')], [], items).heldItemIds).toEqual(['2']);
});

it('compares reads with the negative control’s, and with one read where it has none', () => {
  const found = { reads: 24, millions: 12 };
  expect(timesAboveControl(found, { reads: 1, millions: 10 })).toBeCloseTo(20, 9);
  expect(timesAboveControl(found, { reads: 0, millions: 10 })).toBeCloseTo(20, 9);
  expect(timesAboveControl(found, { reads: 3, millions: 10 })).toBeCloseTo(6.67, 2);
});
