import { expect, it } from 'vitest';
import { isContamination } from './contamination.ts';

it.each([
  [3, 10, false],
  [4, 10, true],
  [29, 96, true],
  [28, 96, false],
  [30, 100, false],
  [31, 100, true],
  [0, 0, false],
  [1, 1, true],
])('an organism in %i of %i samples is suspected: %s', (found, samples, isSuspected) => {
  expect(isContamination(found, samples)).toBe(isSuspected);
});
