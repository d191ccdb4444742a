import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { TubeBefore, TubeNow } from '#domain/sample/reject/recovery.ts';
import { rejectState } from '#domain/sample/reject/rejectChoices.ts';
import type { RejectRecord } from '#domain/sample/reject/rejectRecover.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { isEntrusted } from '#server/spine/entrusted.ts';
import { inSight, lockRequisitions, marked, own } from '#server/spine/loading.ts';
import { hasWork, isOrdered } from '#server/spine/tasks/leaveTasks.ts';
import { uncovering } from '#server/spine/tasks/makeTasks.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { lockTubesWithTasks } from './rejectTubes.ts';

export interface LoadedRecord extends RejectRecord {
  readonly sampleId: string;
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly caseId: string | null;
  readonly before: TubeBefore;
}
const recordColumns = sql`p.id as reject_record_id, p.sample_id, s.sample_code, p.requisition_id, p.requisition_code, p.state, p.version, p.apply_creator_id, p.create_time as apply_create_server_time,
  p.recover_user_name, p.recover_time, p.update_time, p.case_id::text as case_id, p.before`;

/** The rejection of a tube that stands; null: none was written down. */
export async function openRecordOf(reader: Reader, tenantId: string, sampleId: string): Promise<string | null> {
  const row = await readRow<{ id: string }>(
    reader,
    sql`select id::text as id from reject_record where tenant_id = ${tenantId} and sample_id = ${sampleId} and state = ${rejectState.rejected}`,
  );
  return row?.id ?? null;
}

/** A rejection within the actor's laboratories; one that is elsewhere throws NotYours. Locked behind its requisition, tasks and tubes, as every act locks them. */
export async function lockRecord(tx: Tx, user: ActingUser, rejectRecordId: string): Promise<LoadedRecord | null> {
  const [known] = await ownRecords(tx, user, rejectRecordId, sql``);
  if (!known) return null;
  await lockRequisitions(tx, user, [known.requisitionCode], sql`id`);
  await lockTubesWithTasks(tx, user, known.requisitionId);
  const [record] = await ownRecords(tx, user, rejectRecordId, sql`for update of p`);
  return record ?? null;
}
/** The same without a lock, for a look beforehand. */
export const readRecord = async (reader: Reader, user: ActingUser, rejectRecordId: string): Promise<LoadedRecord | null> =>
  (await ownRecords(reader, user, rejectRecordId, sql``))[0] ?? null;

const ownRecords = (reader: Reader, user: ActingUser, id: string, lock: SQL): Promise<LoadedRecord[]> =>
  own<LoadedRecord>(
    reader,
    sql`select ${recordColumns}, ${marked(sql`p.id::text`, inSight(user, sql`p.laboratory_id`))} from reject_record p
      join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id where p.tenant_id = ${user.tenantId} and p.id = ${id} ${lock}`,
  );

/** How the tube of a rejection stands, as far as its recovery depends on it. */
export async function tubeNow(reader: Reader, tenantId: string, { sampleId, requisitionId, before }: LoadedRecord): Promise<TubeNow> {
  const requisition = await readRow<Pick<TubeNow, 'entryState' | 'items'>>(
    reader,
    sql`select r.entry_state, coalesce((select jsonb_agg(jsonb_build_object('itemId', i.id::text, 'itemState', i.item_state) order by i.id)
        from sample_item i where i.tenant_id = r.tenant_id and i.sample_id = ${sampleId}), '[]') as items
      from requisition r where r.tenant_id = ${tenantId} and r.id = ${requisitionId}`,
  );
  if (!requisition) throw new Error('a rejection without its requisition');
  const tasks = await readRows<TubeNow['tasks'][number]>(
    reader,
    sql`select t.id as task_id, t.task_state, t.sample_id, t.sample_code, (${hasWork('s')} or (s.lab_receive_time, s.id) < (o.lab_receive_time, o.id)) as is_kept,
        (s.id <> o.id and ${isEntrusted}) as is_away, ${isOrdered('t', 'o')} as is_ordered,
        exists (select 1 from lab_task k join sample b on b.tenant_id = k.tenant_id and b.id = k.sample_id where k.tenant_id = t.tenant_id and k.requisition_id = t.requisition_id
          and k.sample_id <> o.id and k.panel_group_id = t.panel_group_id and k.task_state not in (${sql.raw(uncovering.join(', '))}) and b.sample_class_id is not distinct from o.sample_class_id) as is_taken
      from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id join sample o on o.tenant_id = t.tenant_id and o.id = ${sampleId} where t.tenant_id = ${tenantId}
      and t.id = ${anyId(before.tasks.map(({ taskId }) => taskId))} order by t.id`,
  );
  const working = await readRow<{ sampleId: string; sampleCode: string }>(
    reader,
    sql`select s.id as sample_id, s.sample_code from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId} and s.id <> ${sampleId}
      and s.primary_sample_id is null and s.lab_status between ${labStatus.received} and ${labStatus.terminated}
      and exists (select 1 from lab_task t where t.tenant_id = s.tenant_id and t.sample_id = s.id and t.task_state <> ${taskState.voided}) order by s.id limit 1`,
  );
  return { sampleId, ...requisition, tasks, working: working ?? null };
}
