import { expect, it } from 'vitest';
import { clockText } from './clockText.ts';

const timeZone = 'Asia/Shanghai';
const parts = { timeZone, year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' } as const;

it('says what the calendar of the lab’s time zone says, on every day of a year', () => {
  for (let day = 0; day < 366; day++) {
    const moment = new Date(Date.UTC(2027, 11, 31, 15, 59, 59) + day * 86_400_000 + day * 217_000);
    expect(clockText(moment, 'zh')).toEqual({
      time: moment.toLocaleTimeString('zh-CN', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      day: moment.toLocaleDateString('zh-CN', parts),
    });
    // Whether a comma follows the weekday is for the browser's version to say.
    expect(clockText(moment, 'en').day).toBe(moment.toLocaleDateString('en-GB', parts).replace(',', ''));
  }
});
