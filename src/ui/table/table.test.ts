import { describe, expect, it } from 'vitest';
import { pageNumbers } from '../Pager.tsx';
import { fitWidths } from './fitWidths.ts';
import { mergeOrder } from './tableView.ts';
import { tickRange } from './tickRange.ts';

describe('fitWidths', () => {
  const wishes = [
    { key: 'tick', width: 36, isFlexible: false },
    { key: 'a', width: 100, isFlexible: true },
    { key: 'b', width: 200, isFlexible: true },
  ];
  it('shares out what is left in proportion, to the last pixel', () => {
    const widths = fitWidths(wishes, 437);
    expect(widths).toEqual({ tick: 36, a: 133, b: 268 });
    expect(Object.values(widths).reduce((sum, width) => sum + width, 0)).toBe(437);
  });
  it('keeps the wishes where there is too little room', () => {
    expect(fitWidths(wishes, 300)).toEqual({ tick: 36, a: 100, b: 200 });
    expect(fitWidths([{ key: 'a', width: 100, isFlexible: false }], 900)).toEqual({ a: 100 });
  });
  it('gives way where that saves the sideways scrolling, each column no more than it may', () => {
    const soft = [
      { key: 'code', width: 132, isFlexible: true },
      { key: 'name', width: 160, isFlexible: true, least: 120 },
      { key: 'time', width: 168, isFlexible: true, least: 157 },
      { key: 'pinned', width: 100, isFlexible: false, least: 10 },
    ];
    expect(fitWidths(soft, 530)).toEqual({ code: 132, name: 137, time: 161, pinned: 100 });
    expect(fitWidths(soft, 509)).toEqual({ code: 132, name: 120, time: 157, pinned: 100 });
    // One pixel less and all the giving way would save nothing.
    expect(fitWidths(soft, 508)).toEqual({ code: 132, name: 160, time: 168, pinned: 100 });
    // Before it has been measured.
    expect(fitWidths(soft, 0)).toEqual({ code: 132, name: 160, time: 168, pinned: 100 });
  });
});

describe('mergeOrder', () => {
  it('keeps the remembered order and puts new columns where they were described', () => {
    expect(mergeOrder(['c', 'a'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'd', 'a', 'b']);
    expect(mergeOrder([], ['a', 'b'])).toEqual(['a', 'b']);
    expect(mergeOrder(['b'], ['x', 'b'])).toEqual(['x', 'b']);
  });
});

describe('tickRange', () => {
  const rows = ['a', 'b', 'c', 'd'];
  const options = { rows, rowKey: (row: string) => row, mayTick: (row: string) => row !== 'c' };
  it('toggles one, follows the anchor over many, skips what may not be ticked', () => {
    expect([...tickRange({ ...options, ticked: new Set(), from: 1, to: 1 })]).toEqual(['b']);
    expect([...tickRange({ ...options, ticked: new Set(['b']), from: 1, to: 3 })]).toEqual(['b', 'd']);
    expect([...tickRange({ ...options, ticked: new Set(['a', 'd']), from: 1, to: 3 })]).toEqual(['a']);
    expect([...tickRange({ ...options, ticked: new Set(), from: 2, to: 2 })]).toEqual([]);
  });
});

describe('pageNumbers', () => {
  it('shows the ends and the neighbours, and never a gap of one', () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
    expect(pageNumbers(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9]);
    expect(pageNumbers(9, 9)).toEqual([1, null, 8, 9]);
  });
});
