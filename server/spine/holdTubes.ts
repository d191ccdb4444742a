import { sql, type SQL } from 'drizzle-orm';
import { caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/**
 * Tubes begin to be held by an abnormal case, or no longer are (docs/desk.md#abnormal-cases): whoever works on one of them waits for this,
 * and sees it. Their rows are locked, or are locked here in the order of their ids.
 */
export async function touchHeld(tx: Tx, tenantId: string, sampleIds: readonly string[], now: string): Promise<void> {
  if (sampleIds.length === 0) return;
  await tx.execute(sql`select 1 from sample where tenant_id = ${tenantId} and id = ${anyId(sampleIds)} order by id for update`);
  await tx.execute(sql`update sample set update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${anyId(sampleIds)}`);
}

/**
 * A part of a `with`: cases that were told of by a code nobody knew yet get the tube that has come under it, and hold it where they hold.
 * `tubes`: a select of `sample_id`, `sample_code`.
 */
export const arriveInCases = (tenantId: string, tubes: SQL): SQL => sql`update abnormal_case_tube x
  set sample_id = t.sample_id, is_held = case when c.is_hold = 1 and c.state in (${caseState.waiting}, ${caseState.inHand}) then 1 else 0 end
  from (${tubes}) t, abnormal_case c
  where x.tenant_id = ${tenantId} and x.sample_code = t.sample_code and x.sample_id is null and c.tenant_id = x.tenant_id and c.id = x.case_id`;

/** Cases know the tubes of a requisition by their codes alone again: it is taken out as if it had never come. To be called while they stand. */
export async function leaveCases(tx: Tx, tenantId: string, requisitionId: string): Promise<void> {
  await tx.execute(sql`update abnormal_case_tube x set sample_id = null, is_held = 0 from sample s
    where s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId} and x.tenant_id = ${tenantId} and x.sample_id = s.id`);
}

/** The oldest open case that holds a tube (alias s), by its number; null: none does. For reading within a statement. */
export const heldBy = sql`(select c.case_no from abnormal_case_tube x join abnormal_case c on c.tenant_id = x.tenant_id and c.id = x.case_id
  where x.tenant_id = s.tenant_id and x.sample_id = s.id and x.is_held = 1 order by c.id limit 1)`;

/** A case that holds a tube of these tasks; null: none. */
export async function holdOfTasks(reader: Reader, tenantId: string, taskIds: readonly string[]): Promise<string | null> {
  if (taskIds.length === 0) return null;
  const row = await readRow<{ caseNo: string | null }>(
    reader,
    sql`select ${heldBy} as case_no from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id
      where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)} and ${heldBy} is not null order by s.id limit 1`,
  );
  return row?.caseNo ?? null;
}
