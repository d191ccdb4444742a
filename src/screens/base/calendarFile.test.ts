import { expect, it } from 'vitest';
import { parseCalendarFile } from './calendarFile.ts';

it('reads a day a line, whatever parts it, and names the lines it cannot read', () => {
  const { days, faults } = parseCalendarFile(
    '\uFEFF日期,类型,名称\r\n2027-01-01,休息日,元旦\n2027/2/6\t班\t春节调休\n\n2027-02-30,休\n2027-03-01,也许\n2027-01-01,off,New Year\n',
  );
  expect(days).toEqual([
    { date: '2027-01-01', kind: 1, name: 'New Year' },
    { date: '2027-02-06', kind: 2, name: '春节调休' },
  ]);
  expect(faults.map(({ line }) => line)).toEqual([5, 6]);
});
