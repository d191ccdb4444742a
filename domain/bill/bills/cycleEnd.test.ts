import { expect, it } from 'vitest';
import { cycleEnd } from './cycleEnd.ts';

it.each([
  ['2026-07-31', 0, 0, '2026-07-31'],
  ['2026-02-01', 0, 0, '2026-02-28'],
  ['2026-03-31', 0, -1, '2026-02-28'],
  ['2026-07-25', 25, 0, '2026-07-25'],
  ['2026-07-26', 25, 0, '2026-08-25'],
  ['2026-12-26', 25, 0, '2027-01-25'],
  ['2027-01-25', 25, -1, '2026-12-25'],
] as const)('%s, closing on %d, %d back', (day, closingDay, back, end) => {
  expect(cycleEnd(day, closingDay, back)).toBe(end);
});
