/** Strict business dates: `yyyy-MM-dd` and `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai (docs/contract.md#validation). Shared with the workers. */

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dateTimePattern = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;
const dayMs = 86_400_000;
/** China has had no daylight saving since 1991: a fixed offset is exact for every date we judge. */
const shanghaiOffsetMs = 8 * 3_600_000;

function isRealDay(year: number, month: number, day: number): boolean {
  if (year < 1900 || year > 2200 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** True for a real calendar date written `yyyy-MM-dd`. */
export function isDate(value: string): boolean {
  const match = datePattern.exec(value);
  return match !== null && isRealDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** True for a real moment written `yyyy-MM-dd HH:mm:ss`, hour 0-23, minute and second 0-59. */
export function isDateTime(value: string): boolean {
  const match = dateTimePattern.exec(value);
  if (match === null || !isRealDay(Number(match[1]), Number(match[2]), Number(match[3]))) return false;
  return Number(match[4]) < 24 && Number(match[5]) < 60 && Number(match[6]) < 60;
}

/** Milliseconds since 1970 of a business date or time. Throws RangeError where it is neither. */
export function toMs(value: string): number {
  if (!isDate(value) && !isDateTime(value)) throw new RangeError(`not a date: ${value}`);
  const full = value.length === 10 ? `${value} 00:00:00` : value;
  return Date.parse(`${full.replace(' ', 'T')}Z`) - shanghaiOffsetMs;
}

/** A moment as `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export function formatDateTime(moment: Date | number): string {
  const ms = typeof moment === 'number' ? moment : moment.getTime();
  return new Date(ms + shanghaiOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** A moment's business date, `yyyy-MM-dd`. */
export function formatDate(moment: Date | number): string {
  return formatDateTime(moment).slice(0, 10);
}

/** When the business day of a moment began, in ms since 1970: a desk's own zone says nothing about the laboratory's day. */
export function dayStart(moment: Date | number = Date.now()): number {
  return toMs(formatDate(moment));
}

/** Whole days from one business date to another (the time of day is ignored); negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toMs(to.slice(0, 10)) - toMs(from.slice(0, 10))) / dayMs);
}

/** The business date `days` later. */
export function addDays(date: string, days: number): string {
  return formatDate(toMs(date.slice(0, 10)) + days * dayMs);
}

/** Completed years between a birth date and a day. */
export function yearsBetween(birth: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4));
  return on.slice(5, 10) < birth.slice(5, 10) ? years - 1 : years;
}

/** `yyyy-MM`. */
export const isMonth = (given: string): boolean => /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(given);
/** The month so many months later (`yyyy-MM`); a negative count goes back. */
export function addMonths(month: string, months: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}
