import { addDays, isDate, isDateTime } from '#domain/kernel/dates.ts';

const pad = (value: string | number): string => String(value).padStart(2, '0');

/**
 * A date as clerks type it: `0520`, `20250520`, `5.20`, `5-20`, `2025/5/20`, `t` or `今` (today), `-1` (yesterday).
 * Returns `yyyy-MM-dd`, or null where it is not a real date. Never month-first with a year (docs/scanning.md#typed-dates).
 */
export function parseTypedDate(typed: string, today: string): string | null {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  if (text === 't' || text === '今' || text === '今天') return today;
  if (text === '昨' || text === '昨天') return addDays(today, -1);
  if (/^[+-]\d{1,3}$/.test(text)) return addDays(today, Number(text));
  const real = (year: string, month: string, day: string): string | null => {
    const date = `${year}-${pad(month)}-${pad(day)}`;
    return isDate(date) ? date : null;
  };
  const year = today.slice(0, 4);
  const compact = /^(\d{4})?(\d{2})(\d{2})$/.exec(text);
  if (compact) return real(compact[1] ?? year, compact[2] ?? '', compact[3] ?? '');
  const short = /^(\d{1,2})[.\-/月](\d{1,2})日?$/.exec(text);
  if (short) return real(year, short[1] ?? '', short[2] ?? '');
  const full = /^(\d{4})[.\-/年](\d{1,2})[.\-/月](\d{1,2})日?$/.exec(text);
  return full ? real(full[1] ?? '', full[2] ?? '', full[3] ?? '') : null;
}

/**
 * A date and time as clerks type it: a date as above, then `0930`, `9:30`, `9:30:15`; `n`, `t` or `现` is now.
 * A date alone stands for its 00:00:00. Returns `yyyy-MM-dd HH:mm:ss` or null.
 */
export function parseTypedDateTime(typed: string, now: string): string | null {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  if (text === 'n' || text === 't' || text === '现' || text === '现在') return now;
  const today = now.slice(0, 10);
  const [datePart = '', timePart] = text.split(/ +|(?<=\d)t(?=\d)/);
  const date = parseTypedDate(datePart, today);
  if (date === null) return null;
  if (timePart === undefined) return `${date} 00:00:00`;
  const time = /^(\d{1,2}):?(\d{2})(?::?(\d{2}))?$/.exec(timePart.trim());
  if (!time) return null;
  const full = `${date} ${pad(time[1] ?? '')}:${time[2]}:${time[3] ?? '00'}`;
  return isDateTime(full) ? full : null;
}

/** The weekday of a date, shown beside what was typed. */
export function weekdayOf(date: string): readonly [zh: string, en: string] {
  const names = [
    ['周日', 'Sun'],
    ['周一', 'Mon'],
    ['周二', 'Tue'],
    ['周三', 'Wed'],
    ['周四', 'Thu'],
    ['周五', 'Fri'],
    ['周六', 'Sat'],
  ] as const;
  return names[new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? names[0];
}
