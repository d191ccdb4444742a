import { sql, type SQL } from 'drizzle-orm';

/** `column = any(...)` with ids; one parameter, so that the statement's text does not grow with the list. */
export const anyId = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::bigint[])`;
export const anyText = (texts: readonly string[]): SQL => sql`any(${sql.param([...texts])}::text[])`;

/** Conditions joined by `and`; true where there are none. Undefined ones are left out. */
export function allOf(conditions: readonly (SQL | undefined | false)[]): SQL {
  const given = conditions.filter((condition): condition is SQL => Boolean(condition));
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}

/** Names of a requisition's commodities in their order, from a `bigint[]` column. */
export const commodityNames = (tenantId: SQL, ids: SQL): SQL =>
  sql`coalesce((select string_agg(c.commodity_name, '、' order by array_position(${ids}, c.id)) from commodity c where c.tenant_id = ${tenantId} and c.id = any(${ids})), '')`;
