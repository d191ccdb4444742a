import { expect, it } from 'vitest';
import { roleWord } from '#domain/system/shippedRoles.ts';
import { seedRoles } from './seedRoles.ts';

it('has an English word for every role it brings', () => {
  expect(seedRoles.map(({ roleName }) => roleName).filter((name) => /\p{Script=Han}/u.test(roleWord(name, 'en')))).toEqual([]);
  expect(roleWord('夜班组长', 'en')).toBe('夜班组长');
});
