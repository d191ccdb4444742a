import { isDate, isDateTime } from '#domain/kernel/dates.ts';

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A value as a number, undefined where it is empty or none. */
export function numberOf(value: unknown): number | undefined {
  if (isEmpty(value) || typeof value === 'boolean') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
/** A value as a real business date (the day of a time), undefined where it is none. */
export function dayOf(value: unknown): string | undefined {
  const day = typeof value === 'string' ? value.slice(0, 10) : '';
  return isDate(day) ? day : undefined;
}
/** A value as trimmed text; '' where it is empty or no single value. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
      ? String(value)
      : '';
/** A value as a real moment; a day counts from its first second. Undefined where it is none. */
export const momentOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  const full = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text;
  return isDateTime(full) ? full : undefined;
};
/** Whether a value is yes on the wire: 1, '1' or true. */
export const isYes = (value: unknown): boolean => value === true || String(value) === '1';
