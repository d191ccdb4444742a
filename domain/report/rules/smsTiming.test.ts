import { expect, it } from 'vitest';
import { readHours, retryMinutes, smsDue } from './smsTiming.ts';

const hours = readHours('08:00-21:00')!;

it.each([
  ['2026-11-24 10:00:00', '2026-11-24 10:10:00'],
  ['2026-11-24 20:55:00', '2026-11-25 08:00:00'],
  ['2026-11-24 20:49:59', '2026-11-24 20:59:59'],
  ['2026-11-24 20:50:00', '2026-11-25 08:00:00'],
  ['2026-11-24 07:30:00', '2026-11-24 08:00:00'],
  ['2026-12-31 23:55:00', '2027-01-01 08:00:00'],
])('a report issued at %s is told of at %s', (issued, expected) => {
  expect(smsDue(issued, 10, hours)).toBe(expected);
});

it('reads hours of a day alone', () => {
  expect(readHours('00:00-24:00')).toEqual({ from: 0, to: 1440 });
  for (const text of ['', '8-21', '21:00-08:00', '08:60-09:00', '08:00-24:01', '08:00']) expect(readHours(text)).toBeNull();
});

it('tries again four times, further and further apart', () => {
  expect([1, 2, 3, 4, 5].map(retryMinutes)).toEqual([1, 5, 30, 120, null]);
});
