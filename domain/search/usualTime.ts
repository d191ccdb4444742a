import { addDays } from '#domain/kernel/dates.ts';
import { timeType } from '#domain/lab/labRows.ts';

type Query = Readonly<Record<string, unknown>>;
/** How far back a list goes that would else go through all years, where nothing says neither when nor which. */
export interface UsualTime {
  readonly days: number;
  /** Nothing says so: the last days alone are listed, and the screen tells it. */
  readonly isMeant: (query: Query) => boolean;
  /** The first day that is listed then (yyyy-MM-dd), of today's date. */
  readonly begin: (today: string) => string;
  /** The query as it is answered, at a moment (yyyy-MM-dd HH:mm:ss). */
  readonly applied: <Asked extends Query>(query: Asked, now: string) => Asked;
}

/** Of a list by `field`; any of these moments, or of these texts, says when or which. */
export function usualTime(
  field: string,
  { moments, texts, days = 30 }: { readonly moments: readonly string[]; readonly texts: readonly string[]; readonly days?: number },
): UsualTime {
  const told = [...moments.flatMap((name) => [`${name}Begin`, `${name}End`]), ...texts];
  const isMeant = (query: Query): boolean => told.every((name) => String(query[name] ?? '') === '');
  const begin = (today: string): string => addDays(today, -days);
  return { days, isMeant, begin, applied: (query, now) => (isMeant(query) ? { ...query, [`${field}Begin`]: begin(now.slice(0, 10)) } : query) };
}

const firstOfMonth = (today: string): string => `${today.slice(0, 8)}01`;
/** This month, where no bound of `field` is asked for. */
export function usualMonth(field: string): UsualTime {
  const isMeant = (query: Query): boolean => ['Begin', 'End'].every((bound) => String(query[`${field}${bound}`] ?? '') === '');
  return {
    days: 31,
    isMeant,
    begin: firstOfMonth,
    applied: (query, now) => (isMeant(query) ? { ...query, [`${field}Begin`]: firstOfMonth(now.slice(0, 10)) } : query),
  };
}

/** How many days a statistic goes over at most: by day, and by anything longer. */
const mostDays = { byDay: 92, else: 1_098 } as const;
/** Whether a span of days (yyyy-MM-dd; the begin null: from ever) is too long to be counted at once. */
export const isTooLong = (begin: string | null, end: string, type: string): boolean =>
  begin === null || addDays(begin, type === timeType.day ? mostDays.byDay : mostDays.else) <= end;
