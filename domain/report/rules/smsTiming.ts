import { addDays, formatDateTime, toMs } from '#domain/kernel/dates.ts';

/** When in the day patients are written to: `08:00-21:00`. */
export interface SmsHours {
  /** Minutes from midnight, included. */
  readonly from: number;
  /** Not included. */
  readonly to: number;
}
const minuteMs = 60_000;

/** Reads the hours of the policy; null where it names none that a day has. */
export function readHours(text: string): SmsHours | null {
  const [, ...parts] = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  const [fromHour = 24, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
  const hours = { from: 60 * fromHour + fromMinute, to: 60 * toHour + toMinute };
  return parts.length === 4 && fromMinute < 60 && toMinute < 60 && hours.from < hours.to && hours.to <= 1440 ? hours : null;
}

/** The first moment within the hours at or after one, `yyyy-MM-dd HH:mm:ss`. */
export function withinHours(moment: string, { from, to }: SmsHours): string {
  const minutes = 60 * Number(moment.slice(11, 13)) + Number(moment.slice(14, 16));
  if (minutes >= from && minutes < to) return moment;
  const day = minutes < from ? moment.slice(0, 10) : addDays(moment, 1);
  return formatDateTime(toMs(day) + from * minuteMs);
}

/** When a report that was issued then is told of: after the time in which it can be called back, within the hours. */
export const smsDue = (issued: string, holdMinutes: number, hours: SmsHours): string =>
  withinHours(formatDateTime(toMs(issued) + holdMinutes * minuteMs), hours);

/** Minutes until a message is tried again after so many tries that did not reach its platform; null: no more. */
export const retryMinutes = (tries: number): number | null => [1, 5, 30, 120][tries - 1] ?? null;
/** Messages one telephone gets within a day, and seconds between two. */
export const perTelephone = { day: 3, gapSeconds: 60 } as const;
