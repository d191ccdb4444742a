import { sql, type SQL } from 'drizzle-orm';
import { isDate, isDateTime } from '#domain/kernel/dates.ts';
import { isId } from '#domain/kernel/ids.ts';
import { withoutId } from '#domain/kernel/listing.ts';
import { readRow, readRows, type Reader, type RowShape } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { fenOf } from '#server/kernel/core/money.ts';
import { pageOf, type Page, malformed, missing } from '#server/kernel/core/answers.ts';
import { pagingOf, type Query } from './resourceQuery.ts';

interface PageQuery<Row> {
  /** What a row is, where it is declared. */
  readonly row?: RowShape<Row>;
  readonly columns: SQL;
  /** Tables the conditions speak of. */
  readonly from: SQL;
  /** Further tables that only the columns need: the count does without them. */
  readonly joins?: SQL;
  readonly where: readonly (SQL | undefined | false)[];
  /** Makes rows of groups; each counts once. */
  readonly groups?: { readonly columns: SQL; readonly by: SQL };
  readonly order: SQL;
}
/** Exact counts of long lists would cost more than the page: beyond this the total stands still. */
export const longestCount = 50_000;

/** One page of a list: the rows, and the count over the filtered tables alone where the page does not tell it by itself. */
export async function pageRows<Row>(
  reader: Reader,
  query: Query,
  { row, columns, from, joins = sql``, where, groups, order }: PageQuery<Row>,
): Promise<Page<Row>> {
  const { current, size } = pagingOf(query);
  const condition = allOf(where);
  const grouped = groups ? sql`group by ${groups.by}` : sql``;
  const offset = (current - 1) * size;
  const records = await readRows<Row>(
    reader,
    sql`select ${columns} from ${from} ${joins} where ${condition} ${grouped} order by ${order} limit ${size} offset ${offset}`,
    row,
  );
  if (records.length > 0 && records.length < size) return pageOf(records, offset + records.length, current, size);
  const counted = await readRow<{ total: number }>(
    reader,
    groups
      ? sql`select count(*)::int as total from (select ${groups.columns} from ${from} ${joins} where ${condition} ${grouped} limit ${longestCount}) counted`
      : sql`select count(*)::int as total from (select 1 from ${from} where ${condition} limit ${longestCount}) counted`,
  );
  const total = counted?.total ?? 0;
  const page = pageOf(records, total, current, size);
  return total === longestCount ? { ...page, isTotalCapped: true } : page;
}

/** A parameter of a query as text; '' where it was not given. */
export function parameter(query: Query, name: string): string {
  const value = query[name];
  return (Array.isArray(value) ? String(value[0] ?? '') : value === undefined || value === null ? '' : String(value)).trim();
}

/** A parameter that must be there (docs/wire.md#statuses). */
export function neededParameter(query: Query, name: string): string {
  const value = parameter(query, name);
  if (value === '') throw missing(name);
  return value;
}

/** An id that must be there (docs/wire.md#statuses). */
export function neededId(query: Query, name: string): string {
  const value = neededParameter(query, name);
  if (!isId(value)) throw malformed(name);
  return value;
}

/** `column = id`, or those without one; nothing where the parameter is not given. */
export function idFilter(query: Query, name: string, column: SQL): SQL | undefined {
  const value = parameter(query, name);
  if (value === '') return undefined;
  if (value === withoutId) return sql`${column} is null`;
  if (!isId(value)) throw malformed(name);
  return sql`${column} = ${value}`;
}

/** The id among those of a column; nothing where the parameter is not given. */
export function holdsFilter(query: Query, name: string, column: SQL): SQL | undefined {
  const value = parameter(query, name);
  if (value === '') return undefined;
  if (!isId(value)) throw malformed(name);
  return sql`${column} @> ${sql.param([value])}::bigint[]`;
}

/** Codes are found by their beginning, in any case: that is what an index can do. */
export function codeFilter(query: Query, name: string, column: SQL): SQL | undefined {
  const value = parameter(query, name).normalize('NFKC').toUpperCase();
  return value === '' ? undefined : sql`${column} like ${`${value.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** `<name>Begin` and `<name>End`, dates or moments; a date as end is its last second. */
export function rangeFilter(query: Query, name: string, column: SQL): SQL | undefined {
  const bound = (suffix: 'Begin' | 'End', time: string): string | null => {
    const value = parameter(query, name + suffix);
    if (value === '') return null;
    if (isDate(value)) return `${value} ${time}`;
    if (!isDateTime(value)) throw malformed(`${name}${suffix}`);
    return value;
  };
  const [begin, end] = [bound('Begin', '00:00:00'), bound('End', '23:59:59')];
  if (begin === null && end === null) return undefined;
  return allOf([begin !== null && sql`${column} >= ${begin}`, end !== null && sql`${column} <= ${end}`]);
}

/** `<name>Begin` and `<name>End` in yuan, both included; the column holds fen. */
export function moneyFilter(query: Query, name: string, column: SQL): SQL | undefined {
  const bound = (suffix: 'Begin' | 'End'): number | null => {
    const value = parameter(query, name + suffix);
    if (value === '') return null;
    if (!/^-?\d{1,12}(\.\d{1,2})?$/.test(value)) throw malformed(`${name}${suffix}`);
    return fenOf(value);
  };
  const [begin, end] = [bound('Begin'), bound('End')];
  if (begin === null && end === null) return undefined;
  return allOf([begin !== null && sql`${column} >= ${begin}::bigint`, end !== null && sql`${column} <= ${end}::bigint`]);
}
