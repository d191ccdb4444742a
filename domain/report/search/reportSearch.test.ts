import { expect, it } from 'vitest';
import { widthFor } from './reportPeriods.ts';
import { missingInSearch } from './reportSearch.ts';

it('is enough with one whole number, or a name with a client or at most 31 days', () => {
  const days = (reportTimeBegin: string, reportTimeEnd: string) => ({ personName: '张三', reportTimeBegin, reportTimeEnd });
  for (const query of [{ telephone: '13800000000' }, { personName: '张三', sendSampleClientId: '1' }, days('2026-10-01', '2026-10-31 23:59:59')])
    expect(missingInSearch(query)).toBeNull();
  expect(missingInSearch({ labCode: ' ' })?.[0]).toContain('报告编号');
  expect(missingInSearch({ personName: '张三' })?.[0]).toContain('送检单位');
  expect(missingInSearch(days('2026-10-01', '2026-11-01'))?.[0]).toContain('31');
  expect(missingInSearch(days('2026-10-01', ''))?.[0]).toContain('报告时间');
});

it('draws fewer than forty bars', () => {
  expect([0, 599, 600, 18_360, 10_000_000].map(widthFor)).toEqual([15, 15, 30, 480, 2880]);
});
