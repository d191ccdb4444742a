import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { isDate } from '#domain/kernel/dates.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { accept, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { type CalendarDay, calendarKind, weekdayOf } from './workCalendar.ts';

/** More than a year's days in one act is a mistake. */
const mostDays = 400;
const dateInput = z.string().refine(isDate, { error: 'date' });

const setHolidayInput = z.object({
  days: z
    .array(
      z.object({
        date: dateInput,
        kind: z.union([z.literal(calendarKind.holiday), z.literal(calendarKind.workday)]),
        name: z.string().trim().max(50).default(''),
      }),
    )
    .min(1)
    .max(mostDays),
});
export type SetHolidayInput = z.output<typeof setHolidayInput>;
const cancelHolidayInput = z.object({ dates: z.array(dateInput).min(1).max(mostDays) });
export type CancelHolidayInput = z.output<typeof cancelHolidayInput>;

/** The days of the calendar an act touches, as they stand. */
export interface CalendarState {
  readonly days: readonly CalendarDay[];
}

const subjectOf = (dates: readonly string[]): string => (dates.length === 1 ? (dates[0] ?? '') : `${dates[0]} (${dates.length})`);

/** Makes days off or make-up workdays (调休) of ordinary ones; a day named again is changed. */
export const setHoliday = defineCommand({
  name: 'workCalendar.setHoliday',
  title: ['设置休息日/调休', 'Set days off and make-up workdays'],
  service: 'base',
  path: 'work-calendar/set-holiday',
  permission: 'workCalendar_save',
  roles: ['ops'],
  screens: ['/basic/work-calendar'],
  input: setHolidayInput,
  answer: shape({ count: z.int() }),
  version: 1,
  offline: false,
  lanes: () => ['workCalendar'],
  subject: ({ days }) => subjectOf(days.map(({ date }) => date)),
  refusals: {
    'workCalendar.twice': ['同一天出现多次：{dates}', 'The same day stands twice: {dates}'],
    'workCalendar.already': ['{dates} 按星期本就如此，无需设置', '{dates} is so by its weekday already'],
  },
  decide(_state: CalendarState, { days }: SetHolidayInput): Outcome<readonly CalendarDay[]> {
    const dates = days.map(({ date }) => date);
    const twice = dates.filter((date, at) => dates.indexOf(date) !== at);
    if (twice.length > 0) return refuse('workCalendar.twice', { dates: [...new Set(twice)].join('、') });
    // A weekend inside a holiday is named with it; an ordinary workday "made" one says nothing and hides a slip of the year.
    const idle = days.filter(({ date, kind }) => kind === calendarKind.workday && weekdayOf(date) <= 5);
    return idle.length > 0 ? refuse('workCalendar.already', { dates: idle.map(({ date }) => date).join('、') }) : accept(days);
  },
});

/** Makes days ordinary again. */
export const cancelHoliday = defineCommand({
  name: 'workCalendar.cancelHoliday',
  title: ['恢复为平常日', 'Make days ordinary again'],
  service: 'base',
  path: 'work-calendar/cancel-holiday',
  permission: 'workCalendar_save',
  roles: ['ops'],
  screens: ['/basic/work-calendar'],
  input: cancelHolidayInput,
  answer: shape({ count: z.int() }),
  version: 1,
  offline: false,
  lanes: () => ['workCalendar'],
  subject: ({ dates }) => subjectOf(dates),
  refusals: { 'workCalendar.ordinary': ['{dates} 本就是平常日', '{dates} is an ordinary day already'] },
  decide({ days }: CalendarState, { dates }: CancelHolidayInput): Outcome<readonly CalendarDay[]> {
    const known = new Set(days.map(({ date }) => date));
    const ordinary = dates.filter((date) => !known.has(date));
    return ordinary.length > 0 ? refuse('workCalendar.ordinary', { dates: ordinary.join('、') }) : accept(days);
  },
});
