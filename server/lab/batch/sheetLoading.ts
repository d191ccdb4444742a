import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { placeState, type BatchKind, type PlaceState } from '#domain/lab/batch/sheetChoices.ts';
import type { PlaceableTask } from '#domain/lab/batch/placeRefusal.ts';
import type { SheetHead } from '#domain/lab/batch/saveBatch.ts';
import type { JudgedPlace } from '#domain/lab/batch/sheetFaults.ts';
import type { PlateFormat } from '#domain/lab/rules/plate.ts';
import type { NextStep } from '#domain/lab/redo/roundKind.ts';
import type { TaskState } from '#domain/lab/rules/taskState.ts';
import { NotYours } from '#server/kernel/http/notYours.ts';
import { noteActs, type Mark } from '#server/spine/line.ts';
import { loadTasks, type TaskRow, type WhichTasks } from '#server/spine/tasks/loadTasks.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { maySeeSheet } from './sheetSight.ts';

type Actor = Pick<ActingUser, 'id' | 'tenantId'>;

/** A sheet as its acts load it. */
export interface SheetRow extends SheetHead {
  readonly batchKind: BatchKind;
  readonly laboratoryId: string;
  readonly panelGroupId: string;
  readonly instrumentId: string | null;
  readonly plateFormat: PlateFormat;
  readonly isIndexReversed: number;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

/** Living sheets by their ids within the actor's laboratories and panel groups, locked in one order. Throws NotYours for one that stands elsewhere. */
export async function lockSheets(tx: Tx, actor: Actor, ids: readonly string[]): Promise<SheetRow[]> {
  const rows = await readRows<SheetRow & { readonly isOwn: boolean }>(
    tx,
    sql`select b.id as rule_id, b.batch, b.line, b.is_submit, b.version, b.operator_id, b.operator, b.reviewer_id, b.reviewer, b.submit_time, b.update_user_name, b.update_time,
        b.batch_kind, b.laboratory_id, b.panel_group_id, b.instrument_id, b.plate_format, b.is_index_reversed, b.start_time, b.end_time, ${maySeeSheet(actor, sql`b.laboratory_id`, sql`b.panel_group_id`)} as is_own
      from lab_batch b where b.tenant_id = ${actor.tenantId} and b.id = ${anyId(ids)} and b.is_deleted = 0 order by b.id for update of b`,
  );
  const foreign = rows.filter(({ isOwn }) => !isOwn);
  if (foreign.length > 0) throw new NotYours(foreign.map(({ batch }) => batch).join('、'));
  return rows;
}

/** A task as a sheet sees it, with its tube's codes. */
export interface PlacedTask extends PlaceableTask {
  readonly askedCode: string;
  readonly sampleCode: string;
  readonly labCode: string | null;
  readonly isUrgent: number;
  readonly nextStep: NextStep | null;
  readonly batchId: string | null;
}
/** The sheet tasks are asked for: another one of its kind that has them stands against them. */
export interface AskingSheet {
  readonly batchKind: BatchKind;
  /** Null: not saved yet. */
  readonly ruleId: string | null;
}

const namesOfTask = sql`, coalesce((select l.laboratory_name from laboratory l where l.tenant_id = t.tenant_id and l.id = t.laboratory_id), '') as laboratory_name,
  coalesce((select g.panel_group_name from panel_group g where g.tenant_id = t.tenant_id and g.id = t.panel_group_id), '') as panel_group_name`;

/** Tasks within the actor's sight as a sheet of this kind sees them, in the order of their ids, locked unless it is a look beforehand. */
export async function tasksForSheet(
  reader: Reader,
  actor: Actor,
  which: WhichTasks,
  { batchKind, ruleId }: AskingSheet,
  isLocking: boolean,
): Promise<PlacedTask[]> {
  const tasks = await loadTasks<TaskRow & Pick<PlacedTask, 'laboratoryName' | 'panelGroupName'>>(reader, actor, which, isLocking, namesOfTask);
  // Asked once the tasks are locked: of two who put one task on two sheets at once, the second sees the first one's.
  const elsewhere = await readRows<{ taskId: string; batch: string }>(
    reader,
    sql`select p.task_id, b.batch from lab_batch_place p join lab_batch b on b.tenant_id = p.tenant_id and b.id = p.rule_id
      join lab_task t on t.tenant_id = p.tenant_id and t.id = p.task_id and t.round = p.round
      where p.tenant_id = ${actor.tenantId} and p.task_id = ${anyId(tasks.map(({ id }) => id))} and p.state < ${placeState.voided} and b.is_deleted = 0
        and b.batch_kind = ${batchKind} and b.id <> ${ruleId ?? '0'} order by b.id`,
  );
  const batchOf = new Map(elsewhere.map(({ taskId, batch }) => [taskId, batch]));
  return tasks.map((task) => ({ ...task, taskId: task.id, code: task.labCode ?? task.sampleCode, otherBatch: batchOf.get(task.id) ?? null }));
}

/** A place as its acts read it. */
export interface PlaceRow extends JudgedPlace {
  readonly seq: number;
  readonly state: PlaceState;
  readonly taskId: string | null;
  /** Of its task while it is in the round it was placed in. */
  readonly taskState: TaskState | null;
  /** Its task has a result of this round, whole or not. */
  readonly hasResult: boolean;
  /** Another submitted sheet its task stands on this round; null: none. */
  readonly otherRuleId: string | null;
}
/** Notes an act on the lines of the tubes of tasks. */
export async function noteTasks(tx: Tx, tenantId: string, mark: Mark, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  const tubes = await readRows<{ sampleCode: string }>(
    tx,
    sql`select distinct sample_code from lab_task where tenant_id = ${tenantId} and id = ${anyId(taskIds)}`,
  );
  await noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: tubes.map(({ sampleCode }) => sampleCode) } }]);
}

/** Places of a sheet in their order, void ones left out. */
export const placesOf = (reader: Reader, tenantId: string, ruleId: string): Promise<PlaceRow[]> =>
  readRows<PlaceRow>(
    reader,
    sql`select coalesce(p.well, p.seq::text) as at, p.seq, p.kind, p.state, p.task_id, p.qc_lot_id, p.lane, p.library_code, p.index1, p.index2,
        case when t.round = p.round then t.task_state end as task_state,
        exists (select 1 from lab_result_version v where v.tenant_id = t.tenant_id and v.task_id = t.id and v.round = t.round and t.round = p.round) as has_result,
        (select o.rule_id from lab_batch_place o join lab_batch b on b.tenant_id = o.tenant_id and b.id = o.rule_id
          where o.tenant_id = p.tenant_id and o.task_id = p.task_id and o.round = p.round and o.rule_id <> p.rule_id and o.state < ${placeState.voided}
            and b.is_submit = 1 and b.is_deleted = 0 order by o.rule_id desc limit 1) as other_rule_id
      from lab_batch_place p left join lab_task t on t.tenant_id = p.tenant_id and t.id = p.task_id
      where p.tenant_id = ${tenantId} and p.rule_id = ${ruleId} and p.state < ${placeState.voided} order by p.seq`,
  );
