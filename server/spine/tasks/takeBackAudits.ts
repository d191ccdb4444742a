import { sql } from 'drizzle-orm';
import { auditLevel } from '#domain/lab/audit/resultAudit.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { Mark } from '../line.ts';
import { moveTasks } from './moveTasks.ts';

const first = { checkUserIdOne: null, checkUserNameOne: null, checkTimeOne: null };
const second = { checkUserIdTwo: null, checkUserNameTwo: null, checkTimeTwo: null };

/**
 * Takes locked tasks back with the audits they had passed (docs/lab.md#reversal): to the first audit both are void, to the second one that
 * one alone; void audits stay. Where only their report is taken back, their audits count on.
 */
export async function takeBackAudits(
  tx: Tx,
  tenantId: string,
  moves: readonly { readonly taskId: string; readonly from: TaskState; readonly to: TaskState }[],
  mark: Mark,
): Promise<void> {
  const back = moves.filter(({ to }) => to === taskState.firstAudit || to === taskState.secondAudit);
  for (const to of [taskState.firstAudit, taskState.secondAudit]) {
    const ids = back.filter((move) => move.to === to).map(({ taskId }) => taskId);
    if (ids.length > 0)
      await tx.execute(sql`update result_audit set is_void = 1 where tenant_id = ${tenantId} and task_id = ${anyId(ids)} and is_void = 0
        and level >= ${to === taskState.firstAudit ? auditLevel.first : auditLevel.second}`);
  }
  const factsOf = (to: TaskState) => (to === taskState.firstAudit ? { ...first, ...second } : to === taskState.secondAudit ? second : {});
  await moveTasks(
    tx,
    tenantId,
    moves.map((move) => ({ ...move, facts: factsOf(move.to) })),
    mark,
  );
}
