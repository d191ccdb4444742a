import { expect, it } from 'vitest';
import { isId } from './ids.ts';

it('takes what a bigint holds, spelled in the one way', () => {
  expect(['0', '7', '9223372036854775807'].filter(isId)).toHaveLength(3);
  expect(['', '007', '-1', '1.0', '1e3', ' 1', '9223372036854775808', '9999999999999999999', '１'].filter(isId)).toEqual([]);
});
