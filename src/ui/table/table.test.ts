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
