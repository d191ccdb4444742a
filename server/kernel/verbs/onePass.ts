import { sql, type SQL } from 'drizzle-orm';
import { pointKeys, type Listed } from '#domain/kernel/listing.ts';
import { pageOf, type Page } from '#server/kernel/core/answers.ts';
import { longestCount } from '#server/kernel/resource/pageRows.ts';
import { pagingOf, type Query } from '#server/kernel/resource/resourceQuery.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/** A statistic as one statement wants it. */
interface Counted {
  readonly listed: Pick<Listed, 'chart' | 'totals'>;
  /** What makes its groups, without parameters, and whether a point of its chart hangs on it. */
  readonly groups: readonly { readonly by: SQL; readonly isOfPoint: boolean }[];
  readonly keys: readonly string[];
  /** Keys that are looked up for a group's row, alias g. */
  readonly named: readonly string[];
  readonly columns: SQL;
  readonly looked: SQL;
  /** Its rows: tables and condition. */
  readonly rows: SQL;
  readonly order: SQL;
}
/** What one call answers that the listing's page cannot say by itself. */
export type ListingPage<Row> = Page<Row> & {
  readonly totals?: Readonly<Record<string, unknown>>;
  /** What was asked for where the query left it open. */
  readonly usual?: Readonly<Record<string, string>>;
  readonly chart?: readonly Partial<Row>[];
};
type Told = Readonly<Record<string, unknown>> & { readonly inSet: number; readonly place: string | null; readonly groups: number | null };

export const listOf = (parts: readonly SQL[], between: SQL = sql`, `): SQL => sql.join([...parts], between);

/** A name of a group, looked up for its row (alias g): `name` of the row of `table` whose id is the group's `key`. */
export const nameOfGroup =
  (table: string, name: string, key: string) =>
  ({ user }: { readonly user: { readonly tenantId: string } }): SQL =>
    sql`(select ${sql.raw(`n.${name} from ${table} n`)} where n.tenant_id = ${user.tenantId} and n.id = ${sql.raw(`g.${key}`)})`;

/** A page of groups with their count, the totals and the points of its chart, by one pass over the rows. */
export async function readInOnePass<Row>(
  db: Reader,
  query: Query,
  { listed: { chart, totals }, groups, keys, named, columns, looked, rows, order }: Counted,
): Promise<ListingPage<Row>> {
  const all = groups.map(({ by }) => by);
  const ofPoints = groups.flatMap(({ by, isOfPoint }) => (isOfPoint ? [by] : []));
  const sets = chart && ofPoints.length < all.length ? [all, ofPoints, []] : [all, []];
  // `grouping` has a bit for each that a set goes without, the last one's the lowest.
  const pointSet = chart ? groups.reduce((bits, { isOfPoint }) => bits * 2 + (isOfPoint ? 0 : 1), 0) : null;
  const totalSet = 2 ** all.length - 1;
  const { current, size } = pagingOf(query);
  const told = await readRows<Told>(
    db,
    sql`with told as materialized (select ${columns}, grouping(${listOf(all)}) as in_set from ${rows}
        group by grouping sets (${listOf(sets.map((set) => sql`(${listOf(set)})`))})),
      page as (select g.*${looked} from told g where in_set = 0 order by ${order} limit ${size} offset ${(current - 1) * size})
    select page.*, row_number() over () as place, null::int as groups from page
    union all select told.*${listOf(
      named.map(() => sql`, null`),
      sql``,
    )}, null, case when in_set = ${totalSet} then (select count(*)::int from (select 1 from told where in_set = 0 limit ${longestCount}) counted) end
      from told where in_set in (${totalSet}, ${pointSet ?? totalSet}) order by place nulls first, ${sql.identifier(snakeCase(chart?.by ?? keys[0]!))}`,
  );
  const picked = (row: Readonly<Record<string, unknown>>, wanted: readonly string[]): Partial<Row> =>
    Object.fromEntries(wanted.map((key) => [key, row[key]])) as Partial<Row>;
  const whole = told.find(({ inSet }) => inSet === totalSet);
  const total = whole?.groups ?? 0;
  const page = told.filter(({ place }) => place !== null).map((row) => picked(row, [...keys, ...named]) as Row);
  const points = told.filter(({ inSet, place }) => inSet === pointSet && place === null);
  return {
    ...pageOf(page, total, current, size),
    ...(total === longestCount ? { isTotalCapped: true } : {}),
    ...(totals.length > 0 ? { totals: picked(whole ?? {}, totals) } : {}),
    ...(chart ? { chart: points.map((row) => picked(row, pointKeys(chart))) } : {}),
  };
}
