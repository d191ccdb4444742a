import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { readRow, type Reader } from './readRows.ts';
import { anyId } from './sqlParts.ts';

/** The laboratories a user is limited to (spec 6, my-*); null: he sees all of his tenant. */
export async function laboratoriesOf(reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<readonly string[] | null> {
  const row = await readRow<{ targetIds: string[] }>(
    reader,
    sql`select target_ids from user_scope where tenant_id = ${user.tenantId} and user_id = ${user.id} and kind = 'laboratory'`,
  );
  return row ? row.targetIds.map(String) : null;
}

/** Condition that keeps a list to the user's laboratories. */
export function inLaboratories(column: SQL, laboratoryIds: readonly string[] | null): SQL | undefined {
  return laboratoryIds === null ? undefined : sql`${column} = ${anyId(laboratoryIds)}`;
}
