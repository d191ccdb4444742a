import { type CalendarDay, calendarKind } from '#domain/base/workCalendar.ts';
import { isDate } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';

export interface CalendarFault {
  /** From 1, as an editor counts. */
  readonly line: number;
  readonly reason: Label;
}

const kinds: Readonly<Record<string, number>> = {
  休息日: calendarKind.holiday,
  休: calendarKind.holiday,
  off: calendarKind.holiday,
  1: calendarKind.holiday,
  调休上班: calendarKind.workday,
  上班: calendarKind.workday,
  班: calendarKind.workday,
  work: calendarKind.workday,
  2: calendarKind.workday,
};
const noDate: Label = ['日期应为 yyyy-MM-dd', 'The date is not yyyy-MM-dd'];
const noKind: Label = ['应为“休息日”或“调休上班”', 'Neither off nor work'];

/**
 * Days of a text file, one a line: date, kind, name, parted by comma or tab; a date may be written 2026/1/5.
 * Lines that cannot be read are faults and do not stop the others; a first line without digits is a header.
 */
export function parseCalendarFile(content: string): { readonly days: readonly CalendarDay[]; readonly faults: readonly CalendarFault[] } {
  const days = new Map<string, CalendarDay>();
  const faults: CalendarFault[] = [];
  content
    .replace(/^\u{FEFF}/u, '')
    .split(/\r?\n/)
    .forEach((written, at) => {
      if (written.trim() === '' || (at === 0 && !/\d/.test(written))) return;
      const [first = '', kindWord = '', name = ''] = written.split(/[,，\t]/).map((part) => part.trim());
      const date = first.replace(
        /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/,
        (_all, year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
      );
      const kind = kinds[kindWord.toLowerCase()];
      if (!isDate(date)) faults.push({ line: at + 1, reason: noDate });
      else if (kind === undefined) faults.push({ line: at + 1, reason: noKind });
      else days.set(date, { date, kind, name: name.slice(0, 50) });
    });
  return { days: [...days.values()], faults };
}
