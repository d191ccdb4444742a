import { sql } from 'drizzle-orm';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Tubes are held by one open abnormal case more, or one less (docs/desk.md#abnormal-cases); their rows are locked, or are locked here in the order of their ids. */
export async function holdTubes(tx: Tx, tenantId: string, sampleIds: readonly string[], by: 1 | -1, now: string): Promise<void> {
  if (sampleIds.length === 0) return;
  await tx.execute(sql`select 1 from sample where tenant_id = ${tenantId} and id = ${anyId(sampleIds)} order by id for update`);
  await tx.execute(sql`update sample set hold_count = greatest(0, hold_count + ${by}::int), update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${anyId(sampleIds)}`);
}

/** The oldest open case that holds a tube (alias s), by its number; null: none does. For reading within a statement. */
export const heldBy = sql`(case when s.hold_count > 0 then (select c.case_no from abnormal_case_tube x join abnormal_case c on c.tenant_id = x.tenant_id and c.id = x.case_id
  where x.tenant_id = s.tenant_id and x.sample_id = s.id and x.is_held = 1 order by c.id limit 1) end)`;

/** A case that holds a tube of these tasks; null: none. */
export async function holdOfTasks(reader: Reader, tenantId: string, taskIds: readonly string[]): Promise<string | null> {
  if (taskIds.length === 0) return null;
  const row = await readRow<{ caseNo: string | null }>(
    reader,
    sql`select ${heldBy} as case_no from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id
      where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)} and s.hold_count > 0 order by s.id limit 1`,
  );
  return row?.caseNo ?? null;
}
