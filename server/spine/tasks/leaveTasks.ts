import { sql, type SQL } from 'drizzle-orm';
import { placeState } from '#domain/lab/batch/sheetChoices.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { changeTubes } from '../changeRows.ts';
import type { Mark } from '../line.ts';
import { changeTasks } from './moveTasks.ts';

/** True where a task (by its alias) has a place on a run sheet. */
export const isPlaced = (task: string): SQL => sql.raw(placed(task));
const placed = (task: string): string =>
  `exists (select 1 from lab_batch_place p where p.tenant_id = ${task}.tenant_id and p.task_id = ${task}.id and p.state < ${placeState.voided})`;

/**
 * True where work was begun on the tube behind an alias (docs/lab.md#tasks): one of its tasks is past waiting, has a place on a run sheet
 * or a result; or it is a spare that another's work was repeated from.
 */
export const hasWork = (alias: string): SQL =>
  sql.raw(`(exists (select 1 from lab_task k where k.tenant_id = ${alias}.tenant_id and k.sample_id = ${alias}.id and k.task_state <> ${taskState.voided}
      and (k.task_state <> ${taskState.waiting} or k.result_version > 0 or ${placed('k')}))
    or exists (select 1 from lab_task k join lab_task_round d on d.tenant_id = k.tenant_id and d.task_id = k.id
      where k.tenant_id = ${alias}.tenant_id and k.sample_id = ${alias}.primary_sample_id and d.material_sample_id = ${alias}.id))`);

/** True where something that a task (by its alias) was made for is still ordered for a tube (by its alias). */
export const isOrdered = (task: string, tube: string): SQL =>
  sql.raw(`exists (select 1 from sample_item i where i.tenant_id = ${task}.tenant_id and i.sample_id = ${tube}.id
      and i.commodity_id = any(${task}.commodity_ids) and i.item_state <> ${itemState.cancelled})`);

/** Locks the tasks of tubes by their codes, in the order of their ids: before the tubes are locked. */
export async function lockTasksOfCodes(tx: Tx, tenantId: string, codes: readonly string[]): Promise<void> {
  await readRows(
    tx,
    sql`select t.id from lab_task t where t.tenant_id = ${tenantId} and t.sample_id in (select s.id from sample s where s.tenant_id = ${tenantId}
        and s.sample_code = any(${sql.param([...codes])}::text[])) order by t.id for update of t`,
  );
}

/** Makes room for the tasks of another tube: what was left void on this one was never worked on, and stands where they go. */
export async function clearVoid(tx: Tx, tenantId: string, sampleId: string): Promise<void> {
  await tx.execute(sql`delete from lab_task where tenant_id = ${tenantId} and sample_id = ${sampleId} and task_state = ${taskState.voided}`);
}

/**
 * What becomes of the waiting tasks of a tube that leaves the laboratory: its oldest spare takes them over, else they are void. The tube and
 * its tasks are locked, `hasWork` was false, its requisition is locked where it has spares; the act moves the tube itself. The code of the
 * spare that took over; null: there was none, or nothing to take over.
 */
export async function leaveTasks(
  tx: Tx,
  tenantId: string,
  { sampleId, requisitionId }: { readonly sampleId: string; readonly requisitionId: string },
  mark: Mark,
): Promise<string | null> {
  const { now } = mark.acting;
  const tasks = await readRows<{ id: string }>(
    tx,
    sql`select id from lab_task where tenant_id = ${tenantId} and sample_id = ${sampleId} and task_state = ${taskState.waiting} order by id`,
  );
  await changeTubes(tx, tenantId, [{ id: sampleId, primarySampleId: null }], now);
  if (tasks.length === 0) return null;
  const spare = await readRow<{ id: string; sampleCode: string; labCode: string | null }>(
    tx,
    sql`select id, sample_code, lab_code from sample where tenant_id = ${tenantId} and requisition_id = ${requisitionId} and primary_sample_id = ${sampleId}
      and lab_status = ${labStatus.received} order by lab_receive_time, id limit 1 for update`,
  );
  if (!spare) {
    const moves = tasks.map(({ id }) => ({ taskId: id, from: taskState.waiting, to: taskState.voided }));
    await changeTasks(tx, tenantId, moves, mark);
    return null;
  }
  await clearVoid(tx, tenantId, spare.id);
  const facts = { sampleId: spare.id, sampleCode: spare.sampleCode, labCode: spare.labCode };
  const moves = tasks.map(({ id }) => ({ taskId: id, from: taskState.waiting, to: taskState.waiting, facts }));
  await changeTasks(tx, tenantId, moves, mark);
  const others = await readRows<{ id: string }>(
    tx,
    sql`select id from sample where tenant_id = ${tenantId} and requisition_id = ${requisitionId} and primary_sample_id = ${sampleId} order by id`,
  );
  await changeTubes(
    tx,
    tenantId,
    others.map(({ id }) => ({ id, primarySampleId: id === spare.id ? null : spare.id })),
    now,
  );
  return spare.sampleCode;
}
