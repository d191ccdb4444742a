import { expect, it } from 'vitest';
import { leafOfPath, menuLeaves, searchMenu, type MenuNode } from './menuTree.ts';

const menus: MenuNode[] = [
  {
    id: '1',
    name: '样本接收',
    children: [
      { id: '2', name: '前处理录入', path: '/sample/summary-enter' },
      { id: '3', name: 'NIPT录入', path: '/sample/nipt/1' },
    ],
  },
  { id: '4', name: '空组', children: [] },
  { id: '5', name: '首页', path: '/wel/index', children: null },
  { id: '6', name: 'A', children: [{ id: '7', name: 'B', children: [{ id: '8', name: 'Laboratories', path: '/basic/laboratory' }] }] },
];
const leaves = menuLeaves(menus);

it('finds every page in order, with the groups above it', () => {
  expect(leaves.map(({ node, above }) => [node.name, above.join('/')])).toEqual([
    ['前处理录入', '样本接收'],
    ['NIPT录入', '样本接收'],
    ['首页', ''],
    ['Laboratories', 'A/B'],
  ]);
});

it('lists all for an empty text, and name prefixes first whatever their case', () => {
  expect(searchMenu(leaves, ' ')).toHaveLength(4);
  expect(searchMenu(leaves, 'nipt').map(({ node }) => node.id)).toEqual(['3']);
  expect(searchMenu(leaves, '录入').map(({ node }) => node.id)).toEqual(['2', '3']);
  expect(searchMenu(leaves, 'lab').map(({ node }) => node.id)).toEqual(['8']);
  expect(searchMenu(leaves, 'zzz')).toEqual([]);
});

it('finds the menu of an address', () => {
  expect(leafOfPath(leaves, '/basic/laboratory')?.node.id).toBe('8');
  expect(leafOfPath(leaves, '/basic/laboratory/7')?.node.id).toBe('8');
  expect(leafOfPath(leaves, '/basic/laboratories')).toBeUndefined();
});
