import { isDate, isDateTime } from '#domain/kernel/dates.ts';

export interface DateReading {
  /** yyyy-MM-dd HH:mm:ss, or yyyy-MM-dd where no time was given; '' where it is no real date. */
  readonly value: string;
  /** changed: written otherwise than yyyy-MM-dd[ HH:mm:ss] and normalised. */
  readonly state: 'exact' | 'changed' | 'bad';
}

const loose = /^(\d{4})(?:[-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,2})日?(?:[T\s]*(\d{1,2})(?::|时|点)(\d{1,2})(?:(?::|分)(\d{1,2})秒?|分)?)?(?:\.0+)?$/;
const compact = /^(\d{4})(\d{2})(\d{2})(?:\s*(\d{2}):?(\d{2})(?::?(\d{2}))?)?$/;
const two = (digits: string | undefined): string => (digits ?? '0').padStart(2, '0');

/**
 * Reads a date as hospitals write it: exact where it has the contract's form, changed where it is
 * `2026/11/03 9:05` or the like, bad where it is no real day or its order is ambiguous (11/3/26). Shared with the date worker.
 */
export function readDate(typed: string): DateReading {
  const text = typed.normalize('NFKC').trim();
  if (isDate(text) || isDateTime(text)) return { value: text, state: 'exact' };
  const match = loose.exec(text) ?? compact.exec(text);
  if (!match) return { value: '', state: 'bad' };
  const [, year, month, day, hour, minute, second] = match;
  const date = `${year}-${two(month)}-${two(day)}`;
  const value = hour === undefined ? date : `${date} ${two(hour)}:${two(minute)}:${two(second)}`;
  return isDate(value) || isDateTime(value) ? { value, state: 'changed' } : { value: '', state: 'bad' };
}
