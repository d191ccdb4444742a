import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

type Values = Readonly<Record<string, unknown>>;

/**
 * `insert into ... values ...` by property names. Columns that no row fills are left out, so that a wide table costs
 * no more than its values. As a part, it may stand in a `with`, so that several tables are filled by one statement.
 */
export function insertInto(table: PgTable, rows: readonly Values[]): SQL {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(([key]) =>
    rows.some((row) => (row[key] ?? null) !== null),
  );
  const names = columns.map(([, { name }]) => `"${name}"`).join(', ');
  const lists = rows.map(
    (row) =>
      sql`(${sql.join(
        columns.map(([key, column]) => valueOf(row[key] ?? null, column)),
        comma,
      )})`,
  );
  return sql`${sql.raw(`insert into "${getTableName(table)}" (${names}) values `)}${sql.join(lists, comma)}`;
}

const comma = sql.raw(', ');
const valueOf = (value: unknown, column: PgColumn) => (value === null ? nothing : sql.param(value, column));
const nothing = sql.raw('default');
