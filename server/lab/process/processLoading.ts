import { sql } from 'drizzle-orm';
import type { WorkCalendar } from '#domain/base/workCalendar.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { batchSubmitted, placeState } from '#domain/lab/batch/sheetChoices.ts';
import { recordState, type ProcessKind } from '#domain/lab/process/processChoices.ts';
import type { ProcessRecord } from '#domain/lab/process/processRecord.ts';
import type { OpenRecord, ProcessTask } from '#domain/lab/process/processTask.ts';
import { resumedDue, type FrozenDue } from '#domain/lab/rules/taskDue.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { inSight, marked, own } from '#server/spine/loading.ts';
import { loadTasks, type TaskRow, type WhichTasks } from '#server/spine/tasks/loadTasks.ts';
import type { TaskFacts } from '#server/spine/tasks/moveTasks.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

type Actor = Pick<ActingUser, 'id' | 'tenantId'>;
/** A task with what it keeps of its due times. */
export type DueTask = TaskRow & FrozenDue;
const dueColumns = sql`, t.date_model, t.internal_test_cycle, t.external_test_cycle, t.due_steps`;

export interface LoadedTask extends ProcessTask {
  readonly row: DueTask;
}

/** Tasks as the acts of the process know them; what hangs on them is read behind the lock. */
export async function loadProcessTasks(reader: Reader, user: Actor, which: WhichTasks, isLocking: boolean): Promise<LoadedTask[]> {
  const rows = await loadTasks<DueTask>(reader, user, which, isLocking, dueColumns);
  if (rows.length === 0) return [];
  const facts = await readRows<{ id: string; hasBenchStep: boolean; openRecords: readonly OpenRecord[] }>(
    reader,
    sql`select t.id, t.task_state in (${taskState.running}, ${taskState.firstAudit}) or t.round > 1 or t.result_version > 0 or exists (select 1 from lab_batch_place b join lab_batch s on s.tenant_id = b.tenant_id and s.id = b.rule_id
          where b.tenant_id = t.tenant_id and b.task_id = t.id and (b.state between ${placeState.run} and ${placeState.failed} or (b.state = ${placeState.voided} and s.is_submit = ${batchSubmitted.submitted}))) as has_bench_step,
        coalesce((select jsonb_agg(jsonb_build_object('recordId', p.id::text, 'kind', p.kind, 'by', p.create_user_name, 'at', to_char(p.create_time, 'YYYY-MM-DD HH24:MI:SS'),
            'promisedTime', to_char(p.promised_time, 'YYYY-MM-DD HH24:MI:SS')) order by p.id desc) from lab_process_record p
          where p.tenant_id = t.tenant_id and p.sample_id = t.sample_id and t.id = any(p.task_ids) and p.state = ${recordState.inForce}), '[]') as open_records
      from lab_task t where t.tenant_id = ${user.tenantId} and t.id = ${anyId(rows.map(({ id }) => id))}`,
  );
  const factsOf = new Map(facts.map((fact) => [fact.id, fact]));
  return rows.map((row) => {
    const { hasBenchStep = false, openRecords = [] } = factsOf.get(row.id) ?? {};
    const { id: taskId, labCode, sampleCode, taskState } = row;
    return { taskId, labCode, sampleCode, taskState, hasBenchStep, openRecords, row };
  });
}

export interface LoadedRecord extends ProcessRecord {
  readonly requisitionId: string;
  readonly sampleId: string;
  readonly newSampleId: string | null;
  readonly rows: readonly DueTask[];
}
interface RecordRow extends Omit<LoadedRecord, 'tasks' | 'rows' | 'kind'> {
  readonly kind: ProcessKind;
  readonly taskIds: readonly string[];
  readonly statesBefore: Readonly<Record<string, TaskState>>;
}

/** Process records with their tasks, locked: the tasks first, as every act locks them, in the order of their ids. */
export async function lockRecords(tx: Tx, user: Actor, recordIds: readonly string[]): Promise<LoadedRecord[]> {
  const meant = sql`p.tenant_id = ${user.tenantId} and p.id = ${anyId(recordIds)}`;
  const known = await readRows<{ taskIds: readonly string[] }>(
    tx,
    sql`select p.task_ids::text[] as task_ids from lab_process_record p where ${meant}`,
  );
  const tasks = await loadTasks<DueTask>(tx, user, { taskIds: known.flatMap(({ taskIds }) => taskIds) }, true, dueColumns);
  const records = await own<RecordRow>(
    tx,
    sql`select p.id as record_id, p.kind, p.state, p.version, p.sample_id, p.sample_code, p.requisition_id, p.promised_time, p.new_sample_id, p.new_sample_code, p.closer_name,
        p.close_time, p.update_time, p.task_ids::text[] as task_ids, p.states_before, ${marked(sql`p.id::text`, inSight(user, sql`p.laboratory_id`))}
      from lab_process_record p where ${meant} order by p.id for update of p`,
  );
  return records.map(({ taskIds, statesBefore, ...record }) => {
    const rows = tasks.filter(({ id }) => taskIds.includes(id));
    return {
      ...record,
      rows,
      tasks: rows.map(({ id, labCode, sampleCode, taskState }) => ({
        taskId: id,
        labCode,
        sampleCode,
        taskState,
        before: statesBefore[id] ?? taskState,
      })),
    };
  });
}

/** What a task's clock says when it runs again: its due times moved by the pause (docs/lab.md#due-times). */
export function resumedFacts(task: DueTask, now: string, calendar: WorkCalendar): TaskFacts {
  if (task.pausedTime === null) return { pausedTime: null };
  const { dueSteps, ...times } = resumedDue(task, { from: task.pausedTime, to: now }, calendar);
  return { ...times, ...(dueSteps ? { dueSteps } : {}), pausedTime: null };
}
