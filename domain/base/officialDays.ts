import { addDays } from '#domain/kernel/dates.ts';
import { type CalendarDay, calendarKind } from './workCalendar.ts';

type Period = readonly [name: string, first: string, last: string, makeUp?: readonly string[]];

/** Days off and make-up workdays as the State Council set them for 2025 (国办发明电〔2024〕12号) and 2026. */
const periods: readonly Period[] = [
  ['元旦', '2025-01-01', '2025-01-01'],
  ['春节', '2025-01-28', '2025-02-04', ['2025-01-26', '2025-02-08']],
  ['清明节', '2025-04-04', '2025-04-06'],
  ['劳动节', '2025-05-01', '2025-05-05', ['2025-04-27']],
  ['端午节', '2025-05-31', '2025-06-02'],
  ['国庆节、中秋节', '2025-10-01', '2025-10-08', ['2025-09-28', '2025-10-11']],
  ['元旦', '2026-01-01', '2026-01-03', ['2026-01-04']],
  ['春节', '2026-02-15', '2026-02-23', ['2026-02-14', '2026-02-28']],
  ['清明节', '2026-04-04', '2026-04-06'],
  ['劳动节', '2026-05-01', '2026-05-05', ['2026-05-09']],
  ['端午节', '2026-06-19', '2026-06-21'],
  ['中秋节', '2026-09-25', '2026-09-27'],
  ['国庆节', '2026-10-01', '2026-10-07', ['2026-09-20', '2026-10-10']],
];

function daysOf([name, first, last, makeUp = []]: Period): readonly CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) days.push({ date, kind: calendarKind.holiday, name });
  return [...days, ...makeUp.map((date) => ({ date, kind: calendarKind.workday, name: `${name}调休` }))];
}

/** Every day of 2025 and 2026 that is not what its weekday says. */
export const officialDays: readonly CalendarDay[] = periods.flatMap(daysOf);
