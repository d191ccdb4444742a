import { expect, it } from 'vitest';
import { isAboutEntry } from './tasks.ts';

it('counts who takes samples in, enters or arbitrates among those the figures of entry are for', () => {
  const holder = (codes: readonly string[]) => (permission: string) => codes.includes(permission);
  expect(isAboutEntry(holder(['detail_enter', 'sample_view']))).toBe(true);
  expect(isAboutEntry(holder(['summary_enter']))).toBe(true);
  expect(isAboutEntry(holder(['detail_arbitrate']))).toBe(true);
  expect(isAboutEntry(holder(['lab_receive', 'sample_view']))).toBe(false);
  expect(isAboutEntry(holder(['pricePolicy_view']))).toBe(false);
});
