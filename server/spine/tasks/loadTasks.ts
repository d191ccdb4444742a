import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { NextStep } from '#domain/lab/redo/roundKind.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import type { Result } from '#domain/lab/rules/judging.ts';
import type { Signal } from '#domain/lab/rules/signals.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { inPanelGroups, maySeePanelGroup, panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { allOf, anyId, anyText } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { inSight, marked, own } from '../loading.ts';

type Actor = Pick<ActingUser, 'id' | 'tenantId'>;

/** Which tasks are meant: by their ids, or by what is scanned: sample codes and lab codes; a spare tube stands for the tube it follows. */
export type WhichTasks = { readonly taskIds: readonly string[] } | { readonly codes: readonly string[] };

/** The step that a task (alias t) waits for anew; null: none. It was ordered for the round that waits; what has begun since goes its usual way. */
export const orderedStep: SQL = sql`case when t.task_state = ${taskState.waiting} then t.next_step end`;

/** What every act on tasks knows of one. */
export interface TaskRow {
  readonly id: string;
  /** The code it was asked for by; its own sample code where it was asked for by id. */
  readonly askedCode: string;
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly labCode: string | null;
  readonly laboratoryId: string;
  readonly panelGroupId: string;
  readonly commodityIds: readonly string[];
  readonly panelIds: readonly string[];
  readonly itemIds: readonly string[];
  readonly taskState: TaskState;
  readonly round: number;
  readonly nextStep: NextStep | null;
  readonly batchId: string | null;
  readonly isUrgent: number;
  readonly resultVersion: number;
  readonly detectionResult: Result | null;
  readonly signals: readonly Signal[];
  readonly checkUserIdOne: string | null;
  readonly checkUserIdTwo: string | null;
  readonly labReceiveTime: string;
  readonly internalDueTime: string | null;
  readonly externalDueTime: string | null;
  readonly promisedTime: string | null;
  readonly pausedTime: string | null;
  readonly version: number;
}

/** The columns of a TaskRow but `askedCode`, alias t; ids within arrays as text. */
export const taskColumns = sql`t.id, t.requisition_id, t.requisition_code, t.sample_id, t.sample_code, t.lab_code, t.laboratory_id, t.panel_group_id,
  t.commodity_ids::text[] as commodity_ids, t.panel_ids::text[] as panel_ids, t.item_ids::text[] as item_ids, t.task_state, t.round, t.next_step, t.batch_id, t.is_urgent,
  t.result_version, t.detection_result, t.signals, t.check_user_id_one, t.check_user_id_two, t.lab_receive_time, t.internal_due_time, t.external_due_time, t.promised_time,
  t.paused_time, t.version`;

/**
 * Tasks within the actor's tenant, executing laboratories and panel groups. One that is elsewhere throws NotYours, one that is unknown is
 * left out. Locked (`isLocking`) they come in the order of their ids, one order for everybody: before the tubes, if both are wanted.
 * `more`: further columns of alias t, each behind a comma; read by a statement of its own once the locks are held, for one that waits for a
 * lock sees the rows of other tables as they were before it waited. Void tasks are among them.
 */
export async function loadTasks<Row extends TaskRow = TaskRow>(
  reader: Reader,
  actor: Actor,
  which: WhichTasks,
  isLocking: boolean,
  more?: SQL,
): Promise<Row[]> {
  if (isLocking && more) await loadTasks(reader, actor, which, true);
  const isOwn = sql`(${inSight(actor, sql`t.laboratory_id`)} and ${maySeePanelGroup(actor, sql`t.panel_group_id`)})`;
  // Of what is not theirs a person is told no more than what they asked by.
  const columns = (askedBy: SQL): SQL => sql`${taskColumns}${more ?? sql``}, ${marked(askedBy, isOwn)}`;
  const lock = isLocking ? sql`for update of t` : sql``;
  if ('taskIds' in which)
    return own<Row>(
      reader,
      sql`select ${columns(sql`t.id::text`)}, t.sample_code as asked_code from lab_task t where t.tenant_id = ${actor.tenantId} and t.id = ${anyId(which.taskIds)} order by t.id ${lock}`,
    );
  return own<Row>(
    reader,
    sql`select ${columns(sql`a.code`)}, a.code as asked_code from (
        select s.sample_code as code, coalesce(s.primary_sample_id, s.id) as sample_id from sample s where s.tenant_id = ${actor.tenantId} and s.sample_code = ${anyText(which.codes)}
        union select s.lab_code, coalesce(s.primary_sample_id, s.id) from sample s where s.tenant_id = ${actor.tenantId} and s.lab_code = ${anyText(which.codes)}) a
      join lab_task t on t.tenant_id = ${actor.tenantId} and t.sample_id = a.sample_id order by t.id ${lock}`,
  );
}

/** What tasks a person may see in lists and look-ups, alias t: the tenant, the laboratories that test and the panel groups. */
export async function tasksInSight(reader: Reader, user: Actor): Promise<SQL> {
  const [laboratories, groups] = [await laboratoriesOf(reader, user), await panelGroupsOf(reader, user)];
  return allOf([
    sql`t.tenant_id = ${user.tenantId}`,
    inLaboratories(sql`t.laboratory_id`, laboratories),
    inPanelGroups(sql`t.panel_group_id`, groups),
  ]);
}

/** Tasks of tubes that were loaded here, locked in the order of their ids. */
export const lockTasksOfTubes = (tx: Tx, { tenantId }: Actor, sampleIds: readonly string[]): Promise<Omit<TaskRow, 'askedCode'>[]> =>
  readRows(
    tx,
    sql`select ${taskColumns} from lab_task t where t.tenant_id = ${tenantId} and t.sample_id = ${anyId(sampleIds)} order by t.id for update of t`,
  );
