import { sql } from 'drizzle-orm';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { furtherRound } from '#domain/lab/redo/redoRule.ts';
import { roundKind, type NextStep } from '#domain/lab/redo/roundKind.ts';
import { gate } from '#domain/lab/rules/controlGate.ts';
import type { FileFinding } from '#domain/lab/rules/resultFindings.ts';
import type { ResultCell } from '#domain/lab/rules/resultSheet.ts';
import { signal, type Signal } from '#domain/lab/rules/signals.ts';
import { controlVerdict } from '#domain/lab/rules/westgard.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { fileJobState, rowDecision, type ResultRefusal } from '#domain/lab/resultFile.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import type { Mark } from '#server/spine/line.ts';
import { loadTasks, tasksInSight, type TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { idRow, readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { beginAgain } from '../redo/beginAgain.ts';
import { commitRefusal, commitResults, resultSource, type NewResult } from './commitResults.ts';
import { groupFacts } from './groupFacts.ts';

export const importFileJob = 'resultFile.import';
export interface AskedImport {
  readonly tenantId: string;
  readonly fileId: string;
  readonly userId: string;
  readonly userName: string;
  /** They may order a fourth round, and later ones. */
  readonly mayRedoMore?: boolean;
}
/** Rows of one transaction. */
const portion = 100;

interface DueRow {
  readonly line: number;
  readonly taskId: string | null;
  readonly cells: readonly ResultCell[];
  readonly findings: readonly FileFinding[] | null;
  readonly warnings: readonly string[];
  readonly decision: CodeOf<typeof rowDecision>;
  readonly reason: string | null;
  readonly instrumentId: string | null;
  readonly redoKind: NextStep | null;
  readonly seenVersion: number | null;
}
interface FileState {
  readonly panelGroupId: string;
  readonly gate: number | null;
  readonly releaseTime: string | null;
  readonly importState: number;
  readonly createTime: string;
}
/** A task, and whether its round began after the file was brought in: then the file speaks of an earlier one. */
type DueTask = TaskRow & { readonly isLaterRound: boolean };

/** What a row says of its task, by item and by measure. */
export const saidOf = (cells: readonly ResultCell[], by: 'itemId' | 'metric'): Record<string, string> =>
  Object.fromEntries(cells.flatMap((cell) => (cell[by] !== null && cell.value !== '' ? [[cell[by], cell.value]] : [])));

/**
 * Takes in the rows of a file that were decided: a hundred a transaction, each row once however often the job begins. What is audited
 * is never written over; a row that cannot be taken keeps why.
 */
export function importFileJobKind(database: Database): JobKind<AskedImport> {
  const { orm } = database;
  async function fail({ tenantId, fileId }: AskedImport, message: string): Promise<void> {
    await orm.execute(sql`update result_file set import_state = ${fileJobState.done}, import_result = 0, import_message = ${message.slice(0, 500)}, update_time = ${nowText()}
      where tenant_id = ${tenantId} and id = ${fileId} and import_state <> ${fileJobState.done}`);
  }
  return {
    name: importFileJob,
    retries: 5,
    expireSeconds: 3_600,
    async run(asked, signalled) {
      while (!signalled.aborted && !(await database.transaction((tx) => importPortion(tx, asked))));
    },
    givenUp: (asked) => fail(asked, '服务器多次中断 / the server was interrupted several times'),
  };
}

/** Takes in one portion; answers whether the file has ended. */
export async function importPortion(tx: Tx, asked: AskedImport, now = nowText()): Promise<boolean> {
  const { tenantId, fileId, userId, userName, mayRedoMore = false } = asked;
  const file = await readRow<FileState>(
    tx,
    sql`select panel_group_id, gate, release_time, import_state, create_time from result_file where tenant_id = ${tenantId} and id = ${fileId} for update`,
  );
  if (!file || file.importState === fileJobState.done || file.importState === fileJobState.none) return true;
  const rows = await readRows<DueRow>(
    tx,
    sql`select line, task_id, cells, findings, warnings, decision, reason, instrument_id::text as instrument_id, redo_kind, seen_version from result_file_row where tenant_id = ${tenantId} and file_id = ${fileId}
      and decision in (${rowDecision.take}, ${rowDecision.redo}) and done_time is null and refusal is null and task_id is not null order by line limit ${portion}`,
  );
  if (rows.length === 0) {
    await tx.execute(sql`update result_file set import_state = ${fileJobState.done}, import_result = 1, update_time = ${now}, version = version + 1
      where tenant_id = ${tenantId} and id = ${fileId}`);
    return true;
  }
  const user = { id: userId, account: '', name: userName, tenantId, permissions: new Set<string>() };
  const mark: Mark = { act: 'result.import', acting: { user, now, occurredAt: null, deviceId: null }, opId: null, note: null };
  const ids = rows.flatMap(({ taskId }) => taskId ?? []);
  const inSight = await readRows(
    tx,
    sql`select t.id::text as id from lab_task t where ${await tasksInSight(tx, user)} and t.id = ${anyId(ids)}`,
    idRow,
  );
  const laterRound = sql`, exists (select 1 from lab_task_round k where k.tenant_id = t.tenant_id and k.task_id = t.id and k.round = t.round and k.round > 1
      and k.create_time > ${file.createTime}::timestamptz) as is_later_round`;
  const tasks = await loadTasks<DueTask>(tx, user, { taskIds: inSight.map(({ id }) => id) }, true, laterRound);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const facts = await groupFacts(tx, tenantId, file.panelGroupId, now.slice(0, 10));
  const warned = await readRow<{ id: string }>(
    tx,
    sql`select p.id::text as id from qc_point p where p.tenant_id = ${tenantId} and p.file_id in (select f.id from result_file f join result_file own on own.tenant_id = f.tenant_id and own.id = ${fileId}
      where f.tenant_id = ${tenantId} and f.sha256 = own.sha256 and f.panel_group_id = own.panel_group_id) and p.verdict = ${controlVerdict.warning} and p.excluded_reason is null limit 1`,
  );
  const ofControls = [...(warned ? [signal.qcWarn] : []), ...(file.gate === gate.held && file.releaseTime !== null ? [signal.gate] : [])];
  const judged = rows
    .map((row) => ({ row, task: byId.get(row.taskId ?? '') }))
    .map(({ row, task }) => ({ row, task, refusal: task ? refusalOf(row, task, file, mayRedoMore) : notYours }));
  for (const { row, task, refusal } of judged) if (refusal || !task) await refuseRow(tx, asked, row.line, refusal ?? notYours);
  const taken = judged.flatMap(({ row, task, refusal }) => (task && !refusal ? [{ row, task }] : []));
  for (const { row, task } of taken) if (row.decision === rowDecision.redo) await orderAgain(tx, tenantId, task, row, mark);
  const committed = taken.filter(({ row }) => row.decision !== rowDecision.redo);
  const said = committed.map(({ row, task }): NewResult => ({
    task,
    source: resultSource.file,
    fileId,
    line: row.line,
    instrumentId: row.instrumentId,
    values: saidOf(row.cells, 'itemId'),
    metrics: saidOf(row.cells, 'metric'),
    // A file that tells of findings says all of them; another leaves those of before.
    findings: row.findings?.map(({ line: _line, faults: _faults, ...found }) => found) ?? null,
    conclusion: null,
    reason: row.reason,
    signals: [...seenIn(row.warnings), ...ofControls],
    seenVersion: row.seenVersion ?? 0,
  }));
  const { forbidden } = await commitResults(tx, tenantId, facts, said, mark);
  const isForbidden = ({ row, task }: (typeof taken)[number]): boolean => row.decision !== rowDecision.redo && forbidden.has(task.id);
  for (const { row, task } of taken.filter(isForbidden)) await refuseRow(tx, asked, row.line, 'result.forbidden', { limits: forbidden.get(task.id) });
  const done = taken.filter((one) => !isForbidden(one)).map(({ row }) => row.line);
  await tx.execute(
    sql`update result_file_row set done_time = ${now} where tenant_id = ${tenantId} and file_id = ${fileId} and line = any(${sql.param(done)}::int[])`,
  );
  await tx.execute(sql`update result_file set import_state = ${fileJobState.running}, update_time = ${now},
      process_count = (select count(*) from result_file_row r where r.tenant_id = ${tenantId} and r.file_id = ${fileId} and r.decision = ${rowDecision.take} and r.done_time is not null)
    where tenant_id = ${tenantId} and id = ${fileId}`);
  return false;
}

const notYours: ResultRefusal = 'result.notYours';
function refusalOf(row: DueRow, task: DueTask, file: FileState, mayRedoMore: boolean): ResultRefusal | null {
  const isHeld = file.gate === gate.held && file.releaseTime === null;
  if (isHeld && row.decision === rowDecision.take) return 'result.gateHeld';
  if (row.decision === rowDecision.redo && task.taskState === taskState.waiting) return null;
  const refusal = commitRefusal(task, row.seenVersion ?? 0);
  if (refusal) return refusal;
  if (task.isLaterRound) return 'result.laterRound';
  return row.decision === rowDecision.redo && task.round + 1 >= furtherRound && !mayRedoMore ? 'result.redoMore' : null;
}
const seenIn = (warnings: readonly string[]): Signal[] =>
  ([signal.nameDiffers, signal.qcLow, signal.delta] as const).filter((one) => warnings.includes(one));

const refuseRow = (tx: Tx, { tenantId, fileId }: AskedImport, line: number, refusal: ResultRefusal, params: object = {}) =>
  tx.execute(
    sql`update result_file_row set refusal = ${refusal}, params = coalesce(params, '{}') || ${JSON.stringify(params)}::jsonb where tenant_id = ${tenantId} and file_id = ${fileId} and line = ${line}`,
  );

/** Has a task's work begun again instead of taking what the file says of it. One that waits already stays where it is. */
const orderAgain = (tx: Tx, tenantId: string, task: TaskRow, { reason, redoKind }: Pick<DueRow, 'reason' | 'redoKind'>, mark: Mark): Promise<void> =>
  task.taskState === taskState.waiting
    ? Promise.resolve()
    : beginAgain(tx, tenantId, [{ task: { ...task, taskId: task.id }, kind: redoKind ?? roundKind.sequencing, reason, mark }]);
