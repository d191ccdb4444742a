import { sql } from 'drizzle-orm';
import { commodityQualifiedContracts, qualifiedProcess } from '#domain/base/qualifiedContracts.ts';
import {
  commodityQualified,
  executeQualified,
  processAction,
  processState,
  resetQualified,
  type NewProcess,
  type ProcessState,
} from '#domain/base/commodityQualified.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import type { Jobs } from '#server/kernel/http/jobs.ts';
import { neededParameter } from '#server/kernel/resource/pageRows.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { serveCommand, type Call, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import { newId } from '#server/storage/ids.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import { qualifiedJob, qualifiedKind } from './qualifiedJob.ts';

/** The laboratory's row is what two processes of one laboratory wait for. */
async function loadProcess(tx: Tx, { laboratoryId }: { laboratoryId: string }, { user }: Acting): Promise<ProcessState> {
  const known = await readRow(
    tx,
    sql`select id from laboratory where tenant_id = ${user.tenantId} and id = ${laboratoryId} and is_deleted = 0 for update`,
  );
  const mine = await laboratoriesOf(tx, user);
  const tasks = sql`from process_task where tenant_id = ${user.tenantId} and kind = ${qualifiedKind} and subject = ${laboratoryId}`;
  const running = await readRow<{ taskId: string; by: string; at: string }>(
    tx,
    sql`select id::text as task_id, create_user_name as by, create_time as at ${tasks} and state in (${processState.waiting}, ${processState.running}) limit 1`,
  );
  const executed = await readRow<{ id: string }>(
    tx,
    sql`select id::text as id ${tasks} and action = ${processAction.execute} and state in (${processState.done}, ${processState.failed}) and undone_time is null order by create_time desc, id desc limit 1`,
  );
  return { isKnown: known !== undefined && (mine === null || mine.includes(laboratoryId)), running: running ?? null, executed: executed?.id ?? null };
}

/** Both go on as jobs: the act commits its task and its job together, and answers the task to ask after. */
export function servedQualified(jobs: Jobs | null): readonly ServedCommand[] {
  const write = async (tx: Tx, { change, acting: { user, now } }: { readonly change: NewProcess; readonly acting: Acting }) => {
    if (!jobs) throw new UserError(503, ['后台任务未启动', 'No jobs are being done here']);
    const taskId = newId();
    await tx.execute(sql`insert into process_task (id, tenant_id, kind, action, subject, undoes, state, create_user, create_user_name, create_time)
      values (${taskId}, ${user.tenantId}, ${qualifiedKind}, ${change.action}, ${change.laboratoryId}, ${change.undoes}, ${processState.waiting}, ${user.id}, ${user.name}, ${now})`);
    await jobs.send(qualifiedJob, { tenantId: user.tenantId, taskId }, { tx });
    return { taskId };
  };
  return [executeQualified, resetQualified].map((command) => serveCommand(command, { load: loadProcess, write }));
}

export const commodityQualifiedCalls: readonly Call[] = serveCalls(commodityQualifiedContracts, {
  'POST base/commodity-qualified/save': {
    /** Stands in for the described save: a laboratory is qualified for a commodity once, and not before it begins. */
    async write(tx, { body, user, writing }) {
      // The counter's row stays locked to the end: two saves of one pair come one after the other.
      await nextChangeSeq(tx, user.tenantId, 1);
      const { id } = await saveRow(tx, commodityQualified, body, writing);
      const row = await readRow<{ commodityName: string; isTwice: boolean; isBackwards: boolean }>(
        tx,
        sql`select c.commodity_name, coalesce(own.valid_to < own.valid_from, false) as is_backwards,
          exists (select 1 from commodity_qualified o where o.tenant_id = own.tenant_id and o.laboratory_id = own.laboratory_id and o.commodity_id = own.commodity_id and o.is_deleted = 0 and o.id <> own.id) as is_twice
        from commodity_qualified own join commodity c on c.tenant_id = own.tenant_id and c.id = own.commodity_id where own.tenant_id = ${user.tenantId} and own.id = ${id}`,
      );
      const { commodityId, validTo } = commodityQualified.fields;
      if (row?.isTwice) throw problemsError([problemOf('commodityId', commodityId, 'taken', { value: row.commodityName })]);
      if (row?.isBackwards)
        throw problemsError([problemOf('validTo', validTo, 'rule', { text: ['失效日期不能早于生效日期', 'It would end before it begins'] })]);
      return { id };
    },
  },
  'GET base/commodity-qualified/get-process-result': {
    /** How far it is, and what it changed; polled until `state` is 2 (done) or 3 (failed). */
    async handle({ db, query, user }) {
      const taskId = neededParameter(query, 'taskId');
      const mine = await laboratoriesOf(db, user);
      const task = await readRow(
        db,
        sql`select t.id::text as task_id, t.action, t.subject as laboratory_id, l.laboratory_name, t.state::int as state, t.total_count, t.done_count, t.changes, t.fault,
          t.create_user_name, t.create_time, t.end_time from process_task t left join laboratory l on l.tenant_id = t.tenant_id and l.id::text = t.subject
        where t.tenant_id = ${user.tenantId} and t.kind = ${qualifiedKind} and t.id::text = ${taskId}`,
        qualifiedProcess,
      );
      if (!task || (mine !== null && !mine.includes(task.laboratoryId))) throw new UserError(404, ['没有此任务', 'No such task']);
      return task;
    },
  },
});
