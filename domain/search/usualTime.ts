import { addDays } from '#domain/kernel/dates.ts';

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
