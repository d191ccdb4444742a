import { expect, it } from 'vitest';
import { authorityFor, sameAuthority, type Authority } from './signing.ts';

const authority = (more: Partial<Authority>): Authority => ({
  signUserId: '1',
  laboratoryId: '1',
  panelGroupId: null,
  signLevel: 1,
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  isDisable: 0,
  ...more,
});
const question = { laboratoryId: '1', panelGroupId: '7', signLevel: 1, date: '2026-06-01' };

it('lets a person sign by laboratory, panel group, level and day', () => {
  const may = (more: Partial<Authority>, asked = question): boolean => authorityFor([authority(more)], asked) !== undefined;
  expect([may({}), may({ panelGroupId: '7' }), may({ validTo: null }, { ...question, date: '2040-01-01' })]).toEqual([true, true, true]);
  expect([may({ panelGroupId: '8' }), may({ signLevel: 2 }), may({ laboratoryId: '2' }), may({ isDisable: 1 })]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  const on = (date: string): boolean => may({}, { ...question, date });
  expect([on('2025-12-31'), on('2026-01-01'), on('2026-12-31'), on('2027-01-01')]).toEqual([false, true, true, false]);
  expect(authorityFor([authority({ signUserId: 'all' }), authority({ signUserId: 'own', panelGroupId: '7' })], question)?.signUserId).toBe('own');
});

it('knows two authorities that say the same of one day', () => {
  const one = authority({});
  const other = (more: Partial<Authority>): boolean => sameAuthority(one, [authority({ signUserId: '2', ...more })]) !== undefined;
  expect([other({ validFrom: '2026-12-31', validTo: null }), other({ validFrom: '2025-01-01', validTo: '2026-01-01' })]).toEqual([true, true]);
  expect([other({ validFrom: '2027-01-01', validTo: null }), other({ panelGroupId: '7' }), other({ signLevel: 2 })]).toEqual([false, false, false]);
  expect(sameAuthority(one, [one])).toBeUndefined();
});
