import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { RecordState } from '#domain/lab/process/processChoices.ts';
import { placeState } from '#domain/lab/batch/sheetChoices.ts';
import { recordset } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Wells of tasks whose work is interrupted: planned and running ones are void, what has a result stays. */
export async function voidPlaces(tx: Tx, tenantId: string, taskIds: readonly string[], now: string): Promise<void> {
  if (taskIds.length === 0) return;
  await tx.execute(sql`update lab_batch_place set state = ${placeState.voided}, update_time = ${now} where tenant_id = ${tenantId} and task_id = ${anyId(taskIds)}
    and state in (${placeState.planned}, ${placeState.run})`);
}

export interface Closing {
  readonly recordId: string;
  readonly state: RecordState;
  readonly reason?: string | null;
  readonly fileId?: string | null;
  readonly fileName?: string | null;
  readonly newSampleId?: string | null;
  readonly newSampleCode?: string | null;
}
/** Ends records that were locked: by whom, why, on what, by which new tube. */
export async function closeRecords(
  tx: Tx,
  user: Pick<ActingUser, 'id' | 'tenantId' | 'name'>,
  now: string,
  closings: readonly Closing[],
): Promise<void> {
  if (closings.length === 0) return;
  const shape = {
    id: 'bigint',
    state: 'smallint',
    reason: 'text',
    file_id: 'text',
    file_name: 'text',
    new_sample_id: 'bigint',
    new_sample_code: 'text',
  };
  const rows = closings.map(({ recordId, state, reason, fileId, fileName, newSampleId, newSampleCode }) => ({
    id: recordId,
    state,
    reason: reason ?? null,
    file_id: fileId ?? null,
    file_name: fileName ?? null,
    new_sample_id: newSampleId ?? null,
    new_sample_code: newSampleCode ?? null,
  }));
  await tx.execute(sql`update lab_process_record p set state = x.state, closer_id = ${user.id}, closer_name = ${user.name}, close_time = ${now}, close_reason = x.reason,
      close_file_id = x.file_id, close_file_name = x.file_name, new_sample_id = coalesce(x.new_sample_id, p.new_sample_id), new_sample_code = coalesce(x.new_sample_code, p.new_sample_code),
      update_time = ${now}, version = p.version + 1
    from ${recordset('x', shape, rows)} where p.tenant_id = ${user.tenantId} and p.id = x.id`);
}
