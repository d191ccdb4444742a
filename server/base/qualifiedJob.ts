import { sql } from 'drizzle-orm';
import { laboratoryCommodity } from '#domain/base/laboratoryCommodity.ts';
import {
  processAction,
  processState,
  qualifyPlan,
  undoPlan,
  type Offered,
  type OfferChange,
  type Qualification,
} from '#domain/base/commodityQualified.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { removeRows, saveRow, setDisabled, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { nowSql, nowText } from '#server/storage/clock.ts';

export const qualifiedKind = 'commodityQualified';
export const qualifiedJob = 'commodityQualified.process';
/** Changes of one transaction: what has been done stays done when the server is killed. */
const portion = 100;

interface Asked {
  readonly tenantId: string;
  readonly taskId: string;
}
interface Task {
  readonly action: string;
  readonly subject: string;
  readonly undoes: string | null;
  readonly state: number;
  readonly doneCount: number;
  readonly changes: readonly OfferChange[];
  readonly createUser: string;
  readonly createUserName: string;
  readonly createTime: string;
}
const readTask = (reader: Reader, { tenantId, taskId }: Asked, id = taskId): Promise<Task | undefined> =>
  readRow<Task>(
    reader,
    sql`select action, subject, undoes::text as undoes, state::int as state, done_count, changes, create_user::text as create_user, create_user_name, create_time
    from process_task where tenant_id = ${tenantId} and id = ${id} for update`,
  );

/** What still has to be changed, from what stands now: a job that died goes on where it was. */
async function planOf(tx: Tx, asked: Asked, task: Task): Promise<OfferChange[]> {
  const offered = await readRows<Offered>(
    tx,
    sql`select id::text as row_id, commodity_id::text as commodity_id, execute_laboratory_id::text as execute_laboratory_id, is_disable::int as is_disable
    from laboratory_commodity where tenant_id = ${asked.tenantId} and laboratory_id = ${task.subject} and is_deleted = 0 order by id`,
  );
  if (task.action === processAction.reset) {
    const undone = await readTask(tx, asked, task.undoes ?? '0');
    return undoPlan(offered, undone?.changes ?? []);
  }
  const qualified = await readRows<Qualification>(
    tx,
    sql`select q.commodity_id::text as commodity_id, q.execute_laboratory_id::text as execute_laboratory_id, q.valid_from::text as valid_from, q.valid_to::text as valid_to
    from commodity_qualified q join commodity c on c.tenant_id = q.tenant_id and c.id = q.commodity_id and c.is_deleted = 0
    where q.tenant_id = ${asked.tenantId} and q.laboratory_id = ${task.subject} and q.is_deleted = 0 order by q.id`,
  );
  return qualifyPlan(offered, qualified, task.createTime.slice(0, 10));
}

/** One change the way everybody's saves go: checked, audited, told to the desks. */
async function applyChange(tx: Tx, laboratoryId: string, { commodityId, rowId, before, after }: OfferChange, writing: Writing): Promise<string> {
  if (after === null) {
    await removeRows(tx, laboratoryCommodity, [rowId ?? ''], writing);
    return rowId ?? '';
  }
  const { executeLaboratoryId, isDisable } = after;
  const id =
    rowId !== null && before?.executeLaboratoryId === executeLaboratoryId
      ? rowId
      : (
          await saveRow(
            tx,
            laboratoryCommodity,
            { ...(rowId === null ? { laboratoryId, commodityId } : { id: rowId }), executeLaboratoryId },
            writing,
          )
        ).id;
  if ((before?.isDisable ?? 0) !== isDisable) await setDisabled(tx, laboratoryCommodity, [id], isDisable === 1 ? 1 : 0, writing);
  return id;
}

/** Does a portion; answers whether the task has ended. */
async function doPortion(tx: Tx, asked: Asked): Promise<boolean> {
  const { tenantId, taskId } = asked;
  const task = await readTask(tx, asked);
  if (!task || task.state === processState.done || task.state === processState.failed) return true;
  const user = { id: task.createUser, account: '', name: task.createUserName, tenantId, permissions: new Set<string>() };
  const writing: Writing = { user, deviceId: null, opId: null };
  const plan = await planOf(tx, asked, task);
  const done: OfferChange[] = [];
  for (const change of plan.slice(0, portion)) done.push({ ...change, rowId: await applyChange(tx, task.subject, change, writing) });
  const isEnd = plan.length <= portion;
  const now = nowText();
  await tx.execute(sql`update process_task set state = ${isEnd ? processState.done : processState.running}, total_count = ${task.doneCount + plan.length}, done_count = ${task.doneCount + done.length},
    changes = changes || ${JSON.stringify(done)}::jsonb, end_time = ${isEnd ? now : null} where tenant_id = ${tenantId} and id = ${taskId}`);
  if (isEnd && task.undoes !== null)
    await tx.execute(sql`update process_task set undone_time = ${now} where tenant_id = ${tenantId} and id = ${task.undoes}`);
  return isEnd;
}

/** Applies or undoes qualifications, portion by portion; a killed server's task goes on where it was. A fault is told at the task, for whoever polls it. */
export function qualifiedProcess(database: Database): JobKind<Asked> {
  const fail = async ({ tenantId, taskId }: Asked, fault: string): Promise<void> => {
    await database.orm.execute(
      sql`update process_task set state = ${processState.failed}, fault = ${fault}, end_time = ${nowSql} where tenant_id = ${tenantId} and id = ${taskId}
        and state <> ${processState.done}`,
    );
  };
  return {
    name: qualifiedJob,
    retries: 3,
    expireSeconds: 3_600,
    async run(asked, signal) {
      try {
        while (!signal.aborted && !(await database.transaction((tx) => doPortion(tx, asked))));
      } catch (error) {
        if (!signal.aborted) await fail(asked, error instanceof Error ? error.message.slice(0, 500) : 'failed');
      }
    },
    givenUp: (asked) => fail(asked, '服务器多次中断 / the server was interrupted several times'),
  };
}
