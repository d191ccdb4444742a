import { expect, it } from 'vitest';
import { flattenPermissions } from './permissions.ts';

it('takes the leaves of a buttons tree and none of the menus above them', () => {
  const tree = [
    { code: 'user', children: [{ code: 'user_view' }, { code: 'user_save', children: null }] },
    { code: 'sample', children: [{ code: 'entry', children: [{ code: 'detail_enter' }] }, { code: 'user_view' }] },
    { code: 'alone' },
    {},
  ];
  expect(flattenPermissions(tree)).toEqual(['user_view', 'user_save', 'detail_enter', 'alone']);
});

it('loses a leaf that carries an empty children list, as every client of the family does (docs/wire.md#permission-codes)', () => {
  expect(flattenPermissions([{ code: 'lost', children: [] }, { code: 'kept' }])).toEqual(['kept']);
});
