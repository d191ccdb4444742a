import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#domain/kernel/dates.ts';
import { cycleEndingIn, cycleOf, dueCycle, lastCycle } from './statementCycle.ts';

it('ends a cycle on the closing day, or with the month', () => {
  expect(cycleEndingIn('2026-07', 25)).toEqual({ begin: '2026-06-26', end: '2026-07-25' });
  expect(cycleEndingIn('2026-03', 28)).toEqual({ begin: '2026-03-01', end: '2026-03-28' });
  expect(cycleEndingIn('2024-02', 0)).toEqual({ begin: '2024-02-01', end: '2024-02-29' });
  expect(cycleOf('2026-07-26', 25)).toEqual({ begin: '2026-07-26', end: '2026-08-25' });
  expect(cycleOf('2026-12-31', 1)).toEqual({ begin: '2026-12-02', end: '2027-01-01' });
  expect(lastCycle('2026-07-03', null)).toEqual({ begin: '2026-06-01', end: '2026-06-30' });
  expect(lastCycle('2026-07-25', 25)).toEqual({ begin: '2026-05-26', end: '2026-06-25' });
});

it('is due on the first sending day after its end', () => {
  const due = (day: string, closingDay: number, sendDay: number) => {
    const { cycle, since } = dueCycle(day, closingDay, sendDay);
    return [cycle.end, since];
  };
  expect(due('2026-07-05', 0, 5)).toEqual(['2026-06-30', '2026-07-05']);
  expect(due('2026-07-04', 0, 5)).toEqual(['2026-05-31', '2026-06-05']);
  expect(due('2026-07-28', 27, 26)).toEqual(['2026-06-27', '2026-07-26']);
  expect(due('2026-08-26', 27, 26)).toEqual(['2026-07-27', '2026-08-26']);
  expect(due('2026-07-26', 25, 26)).toEqual(['2026-07-25', '2026-07-26']);
});

it('puts every day into one cycle, and leaves no day between two', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 28 }), fc.integer({ min: 0, max: 2_000 }), (closingDay, days) => {
      const day = addDays('2024-01-01', days);
      const { begin, end } = cycleOf(day, closingDay);
      expect(begin <= day && day <= end).toBe(true);
      expect(cycleOf(addDays(end, 1), closingDay).begin).toBe(addDays(end, 1));
      expect(lastCycle(day, closingDay).end).toBe(addDays(begin, -1));
    }),
  );
});
