import { sql, type SQL } from 'drizzle-orm';
import { containsPattern, gramsOfTerm, normalised } from './grams.ts';

/** `column = any(...)` with ids; one parameter, so that the statement's text does not grow with the list. */
export const anyId = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::bigint[])`;
/** The name of a numeric code, chosen in SQL; the Chinese one is what the wire's fields of names hold. */
export const labelSql = (
  column: SQL,
  options: readonly { readonly code: unknown; readonly label: readonly [string, string] }[],
  language: 0 | 1 = 0,
): SQL =>
  sql`case ${column} ${sql.join(
    options.map(({ code, label }) => sql`when ${sql.raw(String(code))} then ${label[language]}::text`),
    sql` `,
  )} end`;
export const anyText = (texts: readonly string[]): SQL => sql`any(${sql.param([...texts])}::text[])`;

/** Conditions joined by `and`; true where there are none. Undefined ones are left out. */
export function allOf(conditions: readonly (SQL | undefined | false)[]): SQL {
  const given = conditions.filter((condition): condition is SQL => Boolean(condition));
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}

/** Names of a requisition's commodities in their order, from a `bigint[]` column. */
export const commodityNames = (tenantId: SQL, ids: SQL): SQL =>
  sql`coalesce((select string_agg(c.commodity_name, '、' order by array_position(${ids}, c.id)) from commodity c where c.tenant_id = ${tenantId} and c.id = any(${ids})), '')`;

/**
 * A word in the picker's key of the rows behind `alias`. The grams are what an index can find, where the table has them
 * (`hasGrams`): all of a word but a single letter of pinyin, which stands in nearly every row. Where the word stands is then
 * asked by `strpos`, which says nothing to the planner: `like` would have it take a word of every third row for a rare one.
 */
export function keyHolds(alias: string, word: string, hasGrams = true): SQL {
  const key = sql.raw(`${alias}.search_key`);
  const grams = gramsOfTerm(word);
  const isFindable = hasGrams && grams.length > 0 && !/^[ -~]$/.test(grams.join(''));
  return isFindable
    ? sql`(${sql.raw(`${alias}.grams`)} @> ${sql.param(grams)}::text[] and strpos(${key}, ${normalised(word)}) <> 0)`
    : sql`${key} like ${containsPattern(word)}`;
}
