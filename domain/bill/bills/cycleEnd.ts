const dayText = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * The last day of the cycle of statements a day falls in: that of its month for closing day 0, else the closing day, up to which a month's cycle
 * goes (26 to 25 for 25). `back`: so many cycles from there.
 */
export function cycleEnd(day: string, closingDay: number, back = 0): string {
  const [year = 0, month = 0, of = 0] = day.split('-').map(Number);
  const closes = (at: number): number =>
    closingDay === 0 ? lastDay(Math.floor(at / 12), (at % 12) + 1) : Math.min(closingDay, lastDay(Math.floor(at / 12), (at % 12) + 1));
  const here = year * 12 + month - 1;
  const at = (of > closes(here) ? here + 1 : here) + back;
  return dayText(Math.floor(at / 12), (at % 12) + 1, closes(at));
}
