import { expect, it } from 'vitest';
import { daysHoursOf, durationText, minutesOf } from './duration.ts';

it('minutes are read as days and hours, and come back the same', () => {
  expect(durationText(4_320, 'zh')).toBe('3天');
  expect(durationText(4_500, 'zh')).toBe('3天 3小时');
  expect(durationText(90, 'en')).toBe('1 h 30 min');
  expect(durationText(30_077, 'zh')).toBe('20天 21小时 17分');
  expect(durationText(0, 'zh')).toBe('0分');
  for (const minutes of [1, 59, 60, 61, 90, 1_439, 1_440, 4_500, 525_600]) expect(minutesOf(daysHoursOf(minutes))).toBe(minutes);
});
