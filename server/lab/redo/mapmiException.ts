import { sql } from 'drizzle-orm';
import { exceptionType, mapmiExceptions, submitException, type ExceptionRow, type TakeState } from '#domain/lab/redo/mapmiException.ts';
import { roundKind } from '#domain/lab/redo/roundKind.ts';
import { gate } from '#domain/lab/rules/controlGate.ts';
import { forbidding, limitsText } from '#domain/lab/rules/judging.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { signal } from '#domain/lab/rules/signals.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { defineListing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { markOf } from '#server/spine/line.ts';
import { loadTasks, tasksInSight, type TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { nowSql } from '#server/storage/clock.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { commitResult, judgedOf, resultSource, versionOf } from '../results/commitResults.ts';
import { groupFacts } from '../results/groupFacts.ts';
import { redoneOf, roundColumns } from './redoActs.ts';

const findings = (confidence: 'high' | 'middle' | 'low') =>
  sql`(select count(*)::int from lab_finding f where f.tenant_id = t.tenant_id and f.task_id = t.id and f.confidence = ${confidence})`;
/** Aliases t (task), b (its run sheet), r (its requisition), x (what is wrong with it). */
const columns: PlainColumns<ExceptionRow> = {
  taskId: sql`t.id`,
  version: sql`t.version`,
  labCode: sql`t.lab_code`,
  sampleCode: sql`t.sample_code`,
  requisitionCode: sql`t.requisition_code`,
  personName: patientShown.name(sql`r.person_name`),
  laboratoryId: sql`t.laboratory_id`,
  laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = t.tenant_id and l.id = t.laboratory_id)`,
  panelGroupId: sql`t.panel_group_id`,
  panelGroupName: sql`(select g.panel_group_name from panel_group g where g.tenant_id = t.tenant_id and g.id = t.panel_group_id)`,
  batch: sql`b.batch`,
  line: sql`b.line`,
  exceptionType: sql`x.exception_type`,
  signalIntensityGao: findings('high'),
  signalIntensityZhong: findings('middle'),
  signalIntensityDi: findings('low'),
  reportAuditStatus: sql`(t.task_state > ${taskState.firstAudit})`,
  taskState: sql`t.task_state`,
  round: sql`t.round`,
  resultVersion: sql`t.result_version`,
  externalDueTime: sql`t.external_due_time`,
};

/** The run's own amount is below what its group asks for. */
const isShort = sql`exists (select 1 from qc_limit q where q.tenant_id = t.tenant_id and q.panel_group_id = t.panel_group_id and q.is_deleted = 0 and q.is_disable = 0
    and q.metric = ${anyText([metric.rawReads, metric.uniqueReads, metric.dataSize])} and (q.panel_id is null or q.panel_id = any(t.panel_ids))
    and case when v.metrics ->> q.metric ~ '^-?[0-9]+([.][0-9]+)?$' then (v.metrics ->> q.metric)::numeric end < q.min_value)`;
/** A file of its sheet has it, and its controls hold that. */
const isHeld = sql`exists (select 1 from result_file f join result_file_row w on w.tenant_id = f.tenant_id and w.file_id = f.id
    where f.tenant_id = t.tenant_id and f.rule_id = b.id and f.gate = ${gate.held} and f.release_time is null and w.task_id = t.id and w.done_time is null)`;
/** A file of its sheet has it, and its quality keeps it out. */
const isForbidden = sql`exists (select 1 from result_file f join result_file_row w on w.tenant_id = f.tenant_id and w.file_id = f.id
    where f.tenant_id = t.tenant_id and f.rule_id = b.id and w.task_id = t.id and w.done_time is null and ('qcForbidden' = any(w.errors) or w.refusal = 'result.forbidden')
      and f.create_time > coalesce(k.create_time, '-infinity'))`;
/** Nothing came back though the run is over, a day after it was to be analysed anew at the latest, or a file of its sheet came without it. */
const isSilent = sql`(greatest(coalesce(b.end_time, b.expected_end_time), case when k.kind = ${roundKind.cloud} then k.create_time + interval '1 day' end) < ${nowSql}
    or exists (select 1 from result_file f where f.tenant_id = t.tenant_id and f.rule_id = b.id and f.import_time is not null and t.id = any(f.missing_task_ids)
      and f.create_time > coalesce(k.create_time, '-infinity')))`;
/** What is wrong with it; null: nothing, or a person has taken it as it is. Alias v: the version of its round that counts. */
const wrong = sql`case
    when v.source = ${resultSource.hand} then null
    when ${signal.gate} = any(t.signals) or t.task_state = ${taskState.running} and ${isHeld} then ${exceptionType.outOfControl}::int
    when v.no is not null and (t.task_state = ${taskState.running} or ${isShort}) then ${exceptionType.dataShort}::int
    when v.no is not null and ${signal.qcLow} = any(t.signals) then ${exceptionType.qcFailed}::int
    when v.no is null and t.task_state = ${taskState.running} and ${isForbidden} then ${exceptionType.qcFailed}::int
    when v.no is null and t.task_state = ${taskState.running} and ${isSilent} then ${exceptionType.cloudFailed}::int
  end`;

/** `mapmiException/page`. */
export const servedExceptions = defineListing(mapmiExceptions, {
  columns,
  from: sql`lab_task t join lab_batch b on b.tenant_id = t.tenant_id and b.id = t.batch_id join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id
    left join lab_result_version v on v.tenant_id = t.tenant_id and v.task_id = t.id and v.no = t.result_version and v.round = t.round
    left join lab_task_round k on k.tenant_id = t.tenant_id and k.task_id = t.id and k.round = t.round
    cross join lateral (select ${wrong} as exception_type) x`,
  where: async ({ db, user }) => [
    await tasksInSight(db, user),
    sql`t.task_state in (${taskState.running}, ${taskState.firstAudit}, ${taskState.secondAudit})`,
    sql`b.line = 'mapmi' and b.is_submit = 1 and b.is_deleted = 0`,
    sql`x.exception_type is not null`,
  ],
  order: sql`t.task_state, t.external_due_time asc nulls last, t.id`,
  indexes: ['lab_task_open_ix', 'lab_task_queue_ix', 'lab_task_batch_ix'],
});

type TakenRow = TaskRow & Parameters<typeof redoneOf>[0] & { readonly takenBy: string | null };

/** `mapmiException.submit`: the result of the round once more, on a person's account. */
export const servedSubmitException = serveCommand(submitException, {
  async load(tx, { taskId }, { user, now }): Promise<TakeState> {
    const takenBy = sql`${roundColumns}, (select v.author_name from lab_result_version v where v.tenant_id = t.tenant_id and v.task_id = t.id
      and v.no = t.result_version and v.round = t.round and v.source = ${resultSource.hand}) as taken_by`;
    const [row] = await loadTasks<TakenRow>(tx, user, { taskIds: [taskId] }, true, takenBy);
    if (!row) return { task: null };
    const facts = await groupFacts(tx, user.tenantId, row.panelGroupId, now.slice(0, 10));
    const latest = await versionOf(tx, user.tenantId, row);
    const stored = latest?.round === row.round ? latest : undefined;
    const judged = stored ? judgedOf(facts, row, stored, false) : undefined;
    const missing = judged?.missing ?? [];
    const forbidden = forbidding(judged?.failed ?? []);
    return {
      task: {
        ...redoneOf(row),
        version: row.resultVersion,
        hasResult: stored !== undefined,
        takenBy: row.takenBy,
        forbidden: forbidden.length > 0 ? limitsText(forbidden) : null,
        missing: missing.map((itemId) => facts.items.get(itemId)?.itemName ?? itemId),
      },
    };
  },
  async write(tx, { input: { taskId, reason }, acting, opId }) {
    const { user, now } = acting;
    const [task] = await loadTasks(tx, user, { taskIds: [taskId] }, true);
    if (!task) throw new Error('a task was gone though it was locked');
    const facts = await groupFacts(tx, user.tenantId, task.panelGroupId, now.slice(0, 10));
    const taken = await commitResult(
      tx,
      user.tenantId,
      facts,
      {
        task,
        source: resultSource.hand,
        fileId: null,
        line: null,
        values: {},
        metrics: {},
        findings: null,
        conclusion: null,
        reason,
        signals: [],
        seenVersion: task.resultVersion,
      },
      markOf(submitException, { acting, opId }, reason),
    );
    return { taskId, taskState: taken.taskState, version: taken.version };
  },
});
