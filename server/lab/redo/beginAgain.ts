import { sql } from 'drizzle-orm';
import { placeState } from '#domain/lab/batch/sheetChoices.ts';
import type { BegunTask } from '#domain/lab/redo/redoTasks.ts';
import { roundKind, type RedoKind } from '#domain/lab/redo/roundKind.ts';
import { signal } from '#domain/lab/rules/signals.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { Mark } from '#server/spine/line.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { labTaskRoundTable } from '#server/storage/labTaskTables.ts';
import { insertMany, recordset } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** A locked task whose work is to begin anew. */
export interface Repetition {
  readonly task: Pick<BegunTask, 'taskId' | 'taskState' | 'round' | 'batchId' | 'resultVersion' | 'signals'>;
  readonly kind: RedoKind;
  readonly reasonCode?: string | null;
  readonly reason: string | null;
  readonly materialSampleId?: string | null;
  readonly mark: Mark;
}

/** Signals that are about the order or the task, not about a result. */
const lasting: readonly string[] = [signal.infoOpen];

/**
 * The one way in which a task's work begins anew (docs/lab.md#repetition), whoever orders it: its next round, its result that counts no
 * longer, and its places void; what is only analysed again keeps its run. The caller has asked the rule.
 */
export async function beginAgain(tx: Tx, tenantId: string, repetitions: readonly Repetition[]): Promise<void> {
  const [first] = repetitions;
  if (!first) return;
  const { now } = first.mark.acting;
  await moveTasks(
    tx,
    tenantId,
    repetitions.map(({ task, kind, mark }) => {
      const isAnalysis = kind === roundKind.cloud;
      const signals = [...task.signals.filter((one) => lasting.includes(one)), signal.redo];
      const bench = isAnalysis ? {} : { nextStep: kind, batchId: null };
      return {
        taskId: task.taskId,
        from: task.taskState,
        to: isAnalysis ? taskState.running : taskState.waiting,
        mark,
        facts: { round: task.round + 1, detectionResult: null, signals, ...bench },
      };
    }),
    first.mark,
  );
  await tx.execute(
    insertMany(
      labTaskRoundTable,
      repetitions.map(({ task, kind, reasonCode = null, reason, materialSampleId = null, mark: { acting } }) => ({
        tenantId,
        taskId: task.taskId,
        round: task.round + 1,
        kind,
        reasonCode,
        reason,
        materialSampleId,
        fromBatchId: task.batchId,
        userId: acting.user.id,
        userName: acting.user.name,
        createTime: acting.now,
      })),
    ),
  );
  const tasks = repetitions.map(({ task, kind }) => ({
    id: task.taskId,
    no: task.resultVersion,
    round: task.round + 1,
    again: kind === roundKind.cloud,
  }));
  const ids = anyId(tasks.map(({ id }) => id));
  const given = recordset('x', { id: 'bigint', no: 'integer', round: 'integer', again: 'boolean' }, tasks);
  // The next version has the next number: what counted so far is superseded before there is one.
  await tx.execute(
    sql`update lab_result_version v set superseded_by = x.no + 1 from ${given} where v.tenant_id = ${tenantId} and v.task_id = x.id and v.no = x.no`,
  );
  await tx.execute(sql`delete from lab_result where tenant_id = ${tenantId} and task_id = ${ids}`);
  await tx.execute(sql`delete from lab_finding where tenant_id = ${tenantId} and task_id = ${ids}`);
  await tx.execute(
    sql`update lab_batch_place p set state = case when x.again then p.state else ${placeState.voided} end, round = case when x.again and p.round = x.round - 1 then x.round else p.round end,
        update_time = ${now}, version = p.version + 1
      from ${given} where p.tenant_id = ${tenantId} and p.task_id = x.id and p.state < ${placeState.voided}`,
  );
}
