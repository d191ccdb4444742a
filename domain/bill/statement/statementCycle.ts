import { addDays } from '#domain/kernel/dates.ts';

/** Days of a statement, both included, `yyyy-MM-dd`. */
export interface StatementCycle {
  readonly begin: string;
  readonly end: string;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The cycle that ends in a month (`yyyy-MM`): up to the closing day, or to the month's last one where that is empty or 0 (docs/bill.md#statements). */
export function cycleEndingIn(month: string, closingDay: number | null): StatementCycle {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  if (!closingDay) return { begin: `${month}-01`, end: `${month}-${twoDigits(lastDay(year, number))}` };
  const before = addDays(`${month}-01`, -1).slice(0, 7);
  return { begin: addDays(`${before}-${twoDigits(closingDay)}`, 1), end: `${month}-${twoDigits(closingDay)}` };
}

/** The cycle a day (`yyyy-MM-dd`) falls in. */
export function cycleOf(day: string, closingDay: number | null): StatementCycle {
  const cycle = cycleEndingIn(day.slice(0, 7), closingDay);
  // The month that follows has its first day at most 31 days after this month's.
  return day <= cycle.end ? cycle : cycleEndingIn(addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7), closingDay);
}

/** The last cycle that is over on a day. */
export const lastCycle = (day: string, closingDay: number | null): StatementCycle => cycleOf(addDays(cycleOf(day, closingDay).begin, -1), closingDay);

/**
 * The latest cycle whose statement is due by itself on a day, and since when: on the first sending day (of the month, 1-28) after its end. What
 * was not done on that day is done later.
 */
export function dueCycle(day: string, closingDay: number | null, sendDay: number): { readonly cycle: StatementCycle; readonly since: string } {
  const last = lastCycle(day, closingDay);
  const since = sendDayAfter(last.end, sendDay);
  if (since <= day) return { cycle: last, since };
  const before = lastCycle(last.begin, closingDay);
  return { cycle: before, since: sendDayAfter(before.end, sendDay) };
}

function sendDayAfter(end: string, sendDay: number): string {
  const inMonth = `${end.slice(0, 7)}-${twoDigits(sendDay)}`;
  return inMonth > end ? inMonth : `${addDays(`${end.slice(0, 7)}-01`, 31).slice(0, 7)}-${twoDigits(sendDay)}`;
}
