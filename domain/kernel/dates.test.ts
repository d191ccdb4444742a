import { expect, it } from 'vitest';
import { dayStart, formatDateTime } from './dates.ts';

it.each([
  ['2026-11-23T15:59:59Z', '2026-11-23 00:00:00'],
  ['2026-11-23T16:00:00Z', '2026-11-24 00:00:00'],
  ['2026-12-31T16:30:00Z', '2027-01-01 00:00:00'],
  ['2028-02-29T12:00:00Z', '2028-02-29 00:00:00'],
])('a business day begins in Shanghai, wherever the desk thinks it stands: %s', (moment, began) => {
  const zone = process.env['TZ'];
  try {
    for (const other of ['America/New_York', 'Pacific/Auckland', 'Asia/Shanghai']) {
      process.env['TZ'] = other;
      expect(formatDateTime(dayStart(Date.parse(moment))), other).toBe(began);
    }
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
