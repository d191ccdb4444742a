import { describe, expect, it } from 'vitest';
import { toggled } from './CheckTree.tsx';
import { fittingRows } from './useTreeRows.ts';

const nodes = [
  {
    id: 'a',
    title: 'A',
    children: [
      {
        id: 'b',
        title: 'B',
        children: [
          { id: 'c', title: 'C' },
          { id: 'd', title: 'D' },
        ],
      },
    ],
  },
  { id: 'e', title: 'E' },
];
const after = (checked: readonly string[], id: string, isOn: boolean): string[] => [...toggled(nodes, new Set(checked), id, isOn)].toSorted();

describe('a tree of boxes', () => {
  it('takes along what stands below, and holds what stands above', () => {
    expect(after([], 'a', true)).toEqual(['a', 'b', 'c', 'd']);
    expect(after([], 'c', true)).toEqual(['a', 'b', 'c']);
    expect(after(['a', 'b', 'c', 'd'], 'c', false)).toEqual(['a', 'b', 'd']);
    expect(after(['a', 'b', 'd', 'e'], 'd', false)).toEqual(['e']);
    expect(after(['a', 'b', 'c', 'd', 'e'], 'a', false)).toEqual(['e']);
  });
});

describe('a filtered tree', () => {
  it('keeps what fits with everything above it, whatever the case', () => {
    const rows = [
      {
        id: '1',
        name: '总部',
        children: [
          { id: '2', name: 'Lab' },
          { id: '3', name: '市场' },
        ],
      },
      { id: '4', name: '分部' },
    ];
    expect(fittingRows(rows, ['name'], 'lab')).toEqual([{ id: '1', name: '总部', children: [{ id: '2', name: 'Lab' }] }]);
    expect(fittingRows(rows, ['name'], '总')).toEqual([rows[0]]);
    expect(fittingRows(rows, ['name'], ' ')).toEqual(rows);
  });
});
