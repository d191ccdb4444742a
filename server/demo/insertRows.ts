import { sql } from 'drizzle-orm';
import type { Resource } from '#domain/kernel/resource.ts';
import type { Tx } from '#server/kernel/serve.ts';
import { gramsOf, searchKeyOf } from '#server/storage/grams.ts';
import { searchedTexts, tableOf } from '#server/storage/tables.ts';

export interface InsertedBy {
  readonly tenantId: string;
  readonly userId: string;
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly now: string;
}
const chunkSize = 500;

/** Puts whole rows (with their ids) of a described resource into its table, each with its own place in the change order. */
export async function insertRows(tx: Tx, resource: Resource, rows: readonly Readonly<Record<string, unknown>>[], { tenantId, userId, now }: InsertedBy): Promise<void> {
  if (rows.length === 0) return;
  const last = await bumpCounter(tx, tenantId, rows.length);
  const searched = searchedTexts(resource);
  const { name, code } = resource.display;
  const full = rows.map((row, index) => ({
    ...row, tenantId, createUser: userId, updateUser: userId, createTime: now, updateTime: now,
    changeSeq: last - rows.length + index + 1,
    grams: gramsOf(searched.map((key) => row[key])),
    searchKey: searchKeyOf(row[name], code ? row[code] : undefined),
  }));
  for (let at = 0; at < full.length; at += chunkSize) await tx.insert(tableOf(resource)).values(full.slice(at, at + chunkSize));
}

/** Moves a tenant's change counter on and returns its new value. */
async function bumpCounter(tx: Tx, tenantId: string, by: number): Promise<number> {
  const { rows } = await tx.execute<{ value: string }>(sql`insert into change_counter (tenant_id, value) values (${tenantId}, ${by})
    on conflict (tenant_id) do update set value = change_counter.value + ${by} returning value`);
  return Number(rows[0]?.value);
}
