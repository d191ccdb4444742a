import { sql } from 'drizzle-orm';
import { readRow, type Reader } from '#server/storage/readRows.ts';

/** How one switch stands: a laboratory's own (null: the one for all) as it was pressed last; one that never was is on. */
export async function switchState(reader: Reader, tenantId: string, laboratoryId: string | null): Promise<boolean> {
  const row = await readRow<{ isOn: boolean }>(
    reader,
    sql`select is_on = 1 as is_on from release_switch where tenant_id = ${tenantId} and laboratory_id is not distinct from ${laboratoryId}::bigint order by id desc limit 1`,
  );
  return row?.isOn ?? true;
}

/** Whether reports that concern these laboratories go out by themselves: each of their switches and the one for all are on. */
export async function isReleaseOn(reader: Reader, tenantId: string, laboratoryIds: readonly string[]): Promise<boolean> {
  for (const id of [null, ...new Set(laboratoryIds)]) if (!(await switchState(reader, tenantId, id))) return false;
  return true;
}
