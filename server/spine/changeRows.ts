import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { recordset } from '#server/storage/recordset.ts';
import { requisitionTable, sampleTable } from '#server/storage/spineTables.ts';
import { together } from '#server/storage/together.ts';
import type { Tx } from '#server/storage/tx.ts';

type Row = Readonly<Record<string, unknown>>;

/** Columns of a table by their property names. */
export const columnsOf = (table: PgTable): Readonly<Record<string, { readonly name: string; readonly type: string }>> =>
  Object.fromEntries(Object.entries(getTableColumns(table)).map(([key, column]) => [key, { name: column.name, type: column.getSQLType() }]));

/** Columns of requisitions that were loaded here: each row is its `id` and what becomes of it. */
export const changeRequisitions = (tx: Tx, tenantId: string, rows: readonly (Row & { readonly id: string })[], now: string): Promise<void> =>
  changeRows(tx, requisitionTable, ['id'], tenantId, rows, now);

type Which = { readonly id: string } | { readonly requisitionId: string; readonly sampleCode?: string };
/** The same of tubes: one by its `id`, all of a `requisitionId`, or of these the one of a `sampleCode`. Their status moves by `moveSamples` alone. */
export const changeTubes = (tx: Tx, tenantId: string, rows: readonly (Row & Which)[], now: string): Promise<void> => {
  if (rows.some((row) => 'labStatus' in row)) throw new Error('a status is moved by moveSamples');
  const [first = {}] = rows;
  return changeRows(
    tx,
    sampleTable,
    'id' in first ? ['id'] : ['requisitionId', ...('sampleCode' in first ? ['sampleCode'] : [])],
    tenantId,
    rows,
    now,
  );
};

/** Rows that are the same already are left alone. */
async function changeRows(tx: Tx, table: PgTable, keys: readonly string[], tenantId: string, rows: readonly Row[], now: string): Promise<void> {
  const known = columnsOf(table);
  await together(
    ...alike(rows).map((group) => {
      const used = Object.keys(group[0] ?? {}).map((key) => ({ key, ...known[key]! }));
      const changed = used.filter(({ key }) => !keys.includes(key));
      const shape = Object.fromEntries(used.map(({ key, type }) => [key, type]));
      const all = (parts: readonly string[], by: string) => sql.raw(parts.join(by));
      return tx.execute(sql`update ${sql.raw(getTableName(table))} t set ${all(
        changed.map(({ key, name }) => `"${name}" = x."${key}"`),
        ', ',
      )}, update_time = ${now}, version = t.version + 1
        from ${recordset('x', shape, group)} where t.tenant_id = ${tenantId} and ${all(
          keys.map((key) => `t."${known[key]!.name}" = x."${key}"`),
          ' and ',
        )} and (${all(
          changed.map(({ key, name }) => `t."${name}" is distinct from x."${key}"`),
          ' or ',
        )})`);
    }),
  );
}

/** Rows that write the same columns. */
function alike(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = Object.keys(row).join();
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups.values()];
}
