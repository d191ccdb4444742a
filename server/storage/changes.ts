import { sql } from 'drizzle-orm';
import type { Resource } from '#domain/kernel/resource.ts';
import { gramsOf, gramsOfKey, searchKeyOf } from './grams.ts';
import { searchedTexts } from './tables.ts';
import type { Tx } from './tx.ts';

/**
 * Takes `count` numbers of a tenant's change order and returns the first. The counter's row stays locked until the
 * transaction ends, so numbers become visible in their order: a reader who has seen one has seen all before it.
 * Take it after the rows to change are locked, and give every changed row a number of its own.
 */
export async function nextChangeSeq(tx: Tx, tenantId: string, count: number): Promise<number> {
  const { rows } = await tx.execute<{ value: string }>(sql`insert into change_counter (tenant_id, value) values (${tenantId}, ${count})
    on conflict (tenant_id) do update set value = change_counter.value + ${count} returning value`);
  return Number(rows[0]?.value) - count + 1;
}

/** What is stored beside a row so that it can be found: the picker's key, and grams of it and of the searched texts. `values` by field name. */
export function foundBy(resource: Resource, values: Readonly<Record<string, unknown>>): { grams: string[] | null; searchKey: string } {
  const texts = searchedTexts(resource);
  const { name, code, also } = resource.display;
  const searchKey = searchKeyOf(values[name], code === undefined ? undefined : values[code], also === undefined ? undefined : values[also]);
  const grams = texts.length === 0 ? null : [...new Set([...gramsOf(texts.map((key) => values[key])), ...gramsOfKey(searchKey)])];
  return { grams, searchKey };
}
