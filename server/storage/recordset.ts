import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

type Row = Readonly<Record<string, unknown>>;

/**
 * Rows as one parameter, for `from` or `join`: `jsonb_to_recordset($1) as alias(column type, ...)`. The statement's text is
 * the same for any number of rows, so it costs the engine no more to read. `columns`: database name -> type. Absent is null.
 */
export function recordset(alias: string, columns: Readonly<Record<string, string>>, rows: readonly Row[]): SQL {
  const shape = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${sql.raw(`as ${alias}(${shape.join(', ')})`)}`;
}

/**
 * `insert into ... select ...` of rows by property names, in their order, one parameter for all. Columns that no row fills
 * are left out and get their default; one that some rows fill must not rely on a default in the others. As a part, it
 * may stand in a `with`. Not for a jsonb column that is to hold JSON's null: null is none.
 */
export function insertMany(table: PgTable, rows: readonly Row[]): SQL {
  const all = Object.entries(getTableColumns(table) as Record<string, PgColumn>);
  const used = all.filter(([key]) => rows.some((row) => (row[key] ?? null) !== null));
  const shape = Object.fromEntries(used.map(([key, column]) => [key, column.getSQLType()]));
  const names = used.map(([, { name }]) => `"${name}"`).join(', ');
  const values = used.map(([key]) => `x."${key}"`).join(', ');
  return sql`${sql.raw(`insert into "${getTableName(table)}" (${names}) select ${values} from `)}${recordset('x', shape, rows)}`;
}
