import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';

/** The commodities or panel groups a user is limited to (docs/contract.md#roles); null: all. Their laboratories: laboratoriesOf. */
export async function scopedIds(
  reader: Reader,
  user: Pick<ActingUser, 'id' | 'tenantId'>,
  kind: 'commodity' | 'panelGroup',
): Promise<readonly string[] | null> {
  const row = await readRow<{ targetIds: string[] }>(
    reader,
    sql`select target_ids::text[] as target_ids from user_scope where tenant_id = ${user.tenantId} and user_id = ${user.id} and kind = ${kind}`,
  );
  return row?.targetIds ?? null;
}

/** The ids asked for (comma text) among the allowed ones, as comma text; null where none is left. */
export function askedIds(allowed: readonly string[] | null, wanted: string): string | null {
  if (allowed === null) return wanted;
  const some = wanted ? wanted.split(',').filter((id) => allowed.includes(id)) : allowed;
  return some.length === 0 ? null : some.join(',');
}
