import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { recordState, type ProcessKind, type RecordState } from '#domain/lab/process/processChoices.ts';
import type { TaskState } from '#domain/lab/rules/taskState.ts';
import { newId } from '#server/storage/ids.ts';
import { recordset } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';

/** What a record says of one task; whose it is follows from the task. */
export interface NewRecord {
  readonly kind: ProcessKind;
  readonly taskId: string;
  readonly before: TaskState;
  readonly reasonCode: string | null;
  readonly reason: string;
  readonly isBillable?: 0 | 1 | null;
  readonly notify?: number | null;
  readonly promisedTime?: string | null;
}

/** Puts records of acts on tasks down; their ids, in the rows' order. What is over with the act itself is completed at once. */
export async function insertRecords(
  tx: Tx,
  user: ActingUser,
  now: string,
  records: readonly NewRecord[],
  state: RecordState = recordState.inForce,
): Promise<string[]> {
  const ids = records.map(() => newId());
  const rows = records.map((record, at) => ({
    id: ids[at],
    kind: record.kind,
    task_id: record.taskId,
    before: record.before,
    reason_code: record.reasonCode,
    reason: record.reason,
    is_billable: record.isBillable ?? null,
    notify: record.notify ?? null,
    promised_time: record.promisedTime ?? null,
  }));
  const shape = {
    id: 'bigint',
    kind: 'smallint',
    task_id: 'bigint',
    before: 'smallint',
    reason_code: 'text',
    reason: 'text',
    is_billable: 'smallint',
    notify: 'smallint',
    promised_time: 'timestamptz',
  };
  const isOver = state === recordState.completed;
  await tx.execute(sql`insert into lab_process_record (tenant_id, id, kind, task_ids, sample_id, sample_code, lab_code, requisition_id, requisition_code, laboratory_id, commodity_ids,
      send_sample_client_id, salesman_id, reason_code, reason, states_before, is_billable, notify, promised_time, state, closer_id, closer_name, close_time, create_user, create_user_name,
      create_time, update_time)
    select ${user.tenantId}, x.id, x.kind, array[t.id], t.sample_id, t.sample_code, t.lab_code, t.requisition_id, t.requisition_code, t.laboratory_id, t.commodity_ids,
      s.send_sample_client_id, c.salesman_id, x.reason_code, x.reason, jsonb_build_object(t.id::text, x.before), x.is_billable, x.notify, x.promised_time, ${state}::smallint,
      ${isOver ? user.id : null}::bigint, ${isOver ? user.name : null}::text, ${isOver ? now : null}::timestamptz, ${user.id}::bigint, ${user.name}, ${now}::timestamptz, ${now}::timestamptz
    from ${recordset('x', shape, rows)} join lab_task t on t.tenant_id = ${user.tenantId} and t.id = x.task_id join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id
      left join send_sample_client c on c.tenant_id = s.tenant_id and c.id = s.send_sample_client_id`);
  return ids;
}
