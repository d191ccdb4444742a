import { sql, type SQL } from 'drizzle-orm';
import { isDate, isDateTime } from '#domain/kernel/dates.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { isTooLong } from '#domain/search/usualTime.ts';
import { malformed, UserError } from '#server/kernel/core/answers.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';

/** The choice of a query, or what is meant where it makes none. Throws UserError 400 where it is none of the set. */
export function chosen(query: Query, name: string, set: { labelOf(code: string): unknown }, usual: string | number): string {
  const given = parameter(query, name) || String(usual);
  if (!set.labelOf(given)) throw malformed(name);
  return given;
}

/** Parts of `date_trunc`, each with how a period is written; a week by its Monday (docs/search.md#periods). */
const periods: Readonly<Record<string, { readonly unit: string; readonly format: string }>> = {
  [timeType.day]: { unit: 'day', format: 'YYYY-MM-DD' },
  [timeType.week]: { unit: 'week', format: 'YYYY-MM-DD' },
  [timeType.month]: { unit: 'month', format: 'YYYY-MM' },
  [timeType.year]: { unit: 'year', format: 'YYYY' },
};

/** A bound of an asked span as a moment; null: none. Throws UserError 400 where it is none that can be read. */
export function boundOf(query: Query, field: string, suffix: 'Begin' | 'End'): string | null {
  const given = parameter(query, `${field}${suffix}`);
  if (given === '') return null;
  if (isDate(given)) return `${given} ${suffix === 'Begin' ? '00:00:00' : '23:59:59'}`;
  if (!isDateTime(given)) throw malformed(`${field}${suffix}`);
  return given;
}

/** The periods that a statistic is parted by, as columns of its rows. */
export interface Periods {
  readonly countTime: SQL;
  /** A period's first and last second as far as they were asked for, yyyy-MM-dd HH:mm:ss: what its number opens lists the same. */
  readonly fromTime: SQL;
  readonly toTime: SQL;
}

/** The asked way to part time. */
function periodAsked(query: Query, usual: string): (typeof periods)[string] {
  const found = periods[chosen(query, 'timeType', timeType, usual)];
  if (!found) throw malformed('timeType');
  return found;
}
const startOf = (moment: SQL, unit: string): SQL => sql`${sql.raw(`date_trunc('${unit}',`)} ${moment})`;

/** What the columns of a period follow from: its begin as a moment, without parameters. */
export const periodStart =
  (moment: SQL, usual: string) =>
  ({ query }: { readonly query: Query }): SQL =>
    startOf(moment, periodAsked(query, usual).unit);

/** Periods of a moment, by the bounds of `field`; without a `timeType` they are `usual`. */
export function periodOf(query: Query, moment: SQL, field: string, usual: string): Periods {
  const found = periodAsked(query, usual);
  const start = startOf(moment, found.unit);
  const written = (one: SQL): SQL => sql`to_char(${one}, 'YYYY-MM-DD HH24:MI:SS')`;
  return {
    countTime: sql`to_char(${start}, ${sql.raw(`'${found.format}'`)})`,
    fromTime: written(sql`greatest(${start}, ${boundOf(query, field, 'Begin')}::timestamptz)`),
    toTime: written(
      sql`least(${start} + ${sql.raw(`interval '1 ${found.unit}' - interval '1 second'`)}, ${boundOf(query, field, 'End')}::timestamptz)`,
    ),
  };
}

/** A column of a listing for each of these: periods of a moment, by the bounds of `field`, `usual` ones where no other are asked for. */
export const periodColumns =
  (moment: SQL, field: string, usual: string) =>
  (name: keyof Periods) =>
  ({ query }: { readonly query: Query }): SQL =>
    periodOf(query, moment, field, usual)[name];

/** Throws UserError 400 where a span, to `now` without an end, is too long to be counted at once. */
export function judgeSpan(query: Query, field: string, now: string, usual: string): void {
  const begin = boundOf(query, field, 'Begin')?.slice(0, 10) ?? null;
  const end = (boundOf(query, field, 'End') ?? now).slice(0, 10);
  if (isTooLong(begin, end, chosen(query, 'timeType', timeType, usual)))
    throw new UserError(400, ['时间范围过大', 'Span too long'], { refusal: 'statistic.tooLong' });
}
