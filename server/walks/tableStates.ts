import { sql, type SQL } from 'drizzle-orm';

type Query = <Row>(query: SQL) => Promise<Row[]>;

/**
 * Every table of the house as one line each: how many rows, and the sum of their hashes, which needs no order. A table is read
 * again only after its counter of written rows moved: counters know of every row written, even of one taken back, so that a table
 * whose counter stands is as it was. Engines with several sessions count late: there (`TEST_DATABASE_URL`) each table is read each time.
 */
export function tableStates(query: Query, left: ReadonlySet<string>): (which?: RegExp) => Promise<readonly string[]> {
  const known = new Map<string, { readonly written: string; readonly line: string }>();
  return async (which = /./) => {
    await query(sql`select pg_stat_force_next_flush()`);
    const tables = (
      await query<{ name: string; written: string }>(sql`select relname as name,
        (pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid) + pg_stat_get_tuples_deleted(oid))::text as written
        from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`)
    ).filter(({ name }) => !left.has(name) && which.test(name));
    const moved = tables.filter(({ name, written }) => process.env['TEST_DATABASE_URL'] !== undefined || known.get(name)?.written !== written);
    if (moved.length > 0) {
      const lines = moved.map(
        ({ name }) =>
          sql`select ${name}::text as name, ${name}::text || ' ' || count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as line from ${sql.identifier(name)} t`,
      );
      const written = new Map(moved.map((table) => [table.name, table.written]));
      for (const { name, line } of await query<{ name: string; line: string }>(sql.join(lines, sql` union all `)))
        known.set(name, { written: written.get(name)!, line });
    }
    return tables.map(({ name }) => known.get(name)!.line);
  };
}
