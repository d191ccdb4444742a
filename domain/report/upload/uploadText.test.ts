import { expect, it } from 'vitest';
import { reportDateIn } from './uploadText.ts';

it('reads the day a report was made on, however it is spaced', () => {
  expect(reportDateIn('采样日期 2026-11-20 报 告\n日期 :  2026 年 1 月 2 日')).toBe('2026-01-02');
  expect(reportDateIn('2026-11-20, 2026/11/22, 2026.11.21')).toBe('2026-11-22');
  expect(reportDateIn('Reported on 2026-13-01')).toBeNull();
});

it.each(['Report', '报告日期', '2026 '])('takes time in proportion to the text, whatever it is filled with: %s', (word) => {
  // As long as any document that is read; shared among the parts of a pattern in every way, no server would come to its end.
  expect(reportDateIn(`${word}${' '.repeat(400_000)}x`)).toBeNull();
});
