import { sql } from 'drizzle-orm';
import { authorityFor } from '#domain/base/signing.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { auditLevel } from '#domain/lab/audit/resultAudit.ts';
import { applyDeApproval, decideDeApproval, type DecideState, type OpenApplication, type ReversedTask } from '#domain/lab/reversal/deApproval.ts';
import { deApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';
import { authoritiesOf } from '#server/kernel/act/signatures.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { markOf, noteActs } from '#server/spine/line.ts';
import { loadTasks, type TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { takeBackAudits } from '#server/spine/tasks/takeBackAudits.ts';
import { newId } from '#server/storage/ids.ts';
import { deApprovalTable } from '#server/storage/labTaskTables.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';

/** The undecided application of each task that has one. Asked once the tasks are locked: of two applicants the second sees the first one's. */
export async function openOf(reader: Reader, tenantId: string, taskIds: readonly string[]): Promise<ReadonlyMap<string, ReversedTask['open']>> {
  const rows = await readRows<{ taskIds: string[]; by: string; at: string }>(
    reader,
    sql`select d.task_ids::text[] as task_ids, d.applicant_name as by, d.create_time as at from de_approval d
      where d.tenant_id = ${tenantId} and d.state = ${deApprovalState.waiting} and d.task_ids && ${sql.param([...taskIds])}::bigint[]`,
  );
  return new Map(rows.flatMap(({ taskIds: ids, by, at }) => ids.map((id) => [id, { by, at }] as const)));
}
export const reversedOf = ({ id, labCode, sampleCode, taskState }: Pick<TaskRow, 'id' | 'labCode' | 'sampleCode' | 'taskState'>) => ({
  taskId: id,
  name: labCode ?? sampleCode,
  taskState,
});

/** `deApproval.apply`: an application of its own for each task, and a word of it on the tube's line. */
const servedApply = serveCommand(applyDeApproval, {
  async load(tx, { taskId }, { user }) {
    const [row] = await loadTasks(tx, user, { taskIds: [taskId] }, true);
    if (!row) return { task: null };
    return { task: { ...reversedOf(row), open: (await openOf(tx, user.tenantId, [taskId])).get(taskId) ?? null } };
  },
  async write(tx, { change: { taskId, type, operate }, input: { reason }, acting, opId }) {
    const { user, now } = acting;
    const deApprovalId = newId();
    await tx.execute(
      insertMany(deApprovalTable, [
        {
          id: deApprovalId,
          tenantId: user.tenantId,
          taskIds: [taskId],
          deApprovalType: type,
          deApprovalOperate: operate,
          reason,
          applicantId: user.id,
          applicantName: user.name,
          state: deApprovalState.waiting,
          createTime: now,
          updateTime: now,
        },
      ]),
    );
    await noteOn(tx, user.tenantId, [taskId], markOf(applyDeApproval, { acting, opId }, reason));
    return { deApprovalId, taskId };
  },
});

/** Puts an act onto the lines of the tasks' tubes, where it moves nothing. */
async function noteOn(tx: Tx, tenantId: string, taskIds: readonly string[], mark: ReturnType<typeof markOf>): Promise<void> {
  const tubes = await readRows<{ code: string }>(
    tx,
    sql`select distinct t.sample_code as code from lab_task t where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)}`,
  );
  await noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: tubes.map(({ code }) => code) } }]);
}

const nothingKnown: DecideState = { application: null, tasks: [], hasAuthority: false };

/** An application with its tasks, within the actor's sight; tasks are locked before it, as everywhere. */
async function loadApplication(tx: Tx, user: ActingUser, id: string, day: string): Promise<DecideState> {
  const { tenantId } = user;
  const named = await readRow<{ taskIds: string[] }>(
    tx,
    sql`select d.task_ids::text[] as task_ids from de_approval d where d.tenant_id = ${tenantId} and d.id = ${id}`,
  );
  if (!named) return nothingKnown;
  const tasks = await loadTasks(tx, user, { taskIds: named.taskIds }, true);
  const application = await readRow<OpenApplication>(
    tx,
    sql`select d.de_approval_type, d.de_approval_operate, d.state, d.applicant_id, d.operator_name, d.decide_time from de_approval d
      where d.tenant_id = ${tenantId} and d.id = ${id} for update of d`,
  );
  const authorities = await authoritiesOf(tx, tenantId, [user.id]);
  const hasAuthority = tasks.every(({ laboratoryId, panelGroupId }) =>
    Boolean(authorityFor(authorities, { laboratoryId, panelGroupId, signLevel: auditLevel.second, date: day })),
  );
  return { application: application ?? null, tasks: tasks.map(reversedOf), hasAuthority };
}

/** `deApproval.decide`: the tasks' moves, the audits that count no longer, and the answer to who applied. */
const servedDecide = serveCommand(decideDeApproval, {
  load: (tx, { id }, { user, now }) => loadApplication(tx, user, id, now.slice(0, 10)),
  async write(tx, { change: { deApprovalId, state, moves }, state: { tasks }, input: { opinion }, acting, opId }) {
    const { user, now } = acting;
    const { tenantId } = user;
    const mark = markOf(decideDeApproval, { acting, opId }, [deApprovalState.labelOf(state)?.[0], opinion].filter(Boolean).join(' '));
    if (moves.length === 0)
      await noteOn(
        tx,
        tenantId,
        tasks.map(({ taskId }) => taskId),
        mark,
      );
    else await takeBackAudits(tx, tenantId, moves, mark);
    await tx.execute(sql`update de_approval set state = ${state}, operator_id = ${user.id}, operator_name = ${user.name}, opinion = ${opinion || null}, decide_time = ${now},
        update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${deApprovalId}`);
    return { deApprovalId, state };
  },
});

export const servedReversals: readonly ServedCommand[] = [servedApply, servedDecide];
