import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { problemOf } from '#domain/kernel/check.ts';
import type { AnswerOf } from '#domain/kernel/contract.ts';
import { text } from '#domain/kernel/fields.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { resultKind } from '#domain/base/item.ts';
import { readNumber } from '#domain/lab/rules/referenceRange.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { EnteredResult, FindingInput, resultContracts, StoredFinding } from '#domain/lab/resultFile.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import type { Written } from '#server/kernel/verbs/serveCalls.ts';
import type { Mark } from '#server/spine/line.ts';
import { loadTasks, type TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { commitRefusal, commitResult, judgedOf, resultSource, versionOf } from './commitResults.ts';
import { refusedResult } from './fileSight.ts';
import { groupFacts, ofTask } from './groupFacts.ts';
import { outOfWindow } from './riskWindow.ts';
import { heldTasks } from './runControls.ts';

type Entry = z.output<(typeof resultContracts)['POST lab/result/web-upload']['body']>;
type Concluding = z.output<(typeof resultContracts)['POST lab/result/web-upload-conclusion']['body']>;
type Actor = { readonly id: string; readonly tenantId: string };

async function taskOf(reader: Reader, user: Actor, taskId: string, isLocking: boolean): Promise<TaskRow> {
  const [task] = await loadTasks(reader, user, { taskIds: [taskId] }, isLocking);
  if (!task) throw new UserError(404, ['没有此检测任务', 'No such test task'], { refusal: 'task.unknown' });
  return task;
}
const requireOpen = (task: TaskRow, version: number): void => {
  const refusal = commitRefusal(task, version);
  if (refusal) throw refusedResult(refusal, { no: task.resultVersion });
};
const markBy = ({ user, now, writing }: Pick<Written<unknown>, 'user' | 'now' | 'writing'>, act: string, note: string | null): Mark => ({
  act,
  acting: { user, now, occurredAt: null, deviceId: writing.deviceId },
  opId: writing.opId,
  note,
});

/** A person's values of a task. Throws UserError 409 where somebody was first, it is audited, or its controls hold it, 400 with the items whose values are none. */
export async function enterResult(tx: Tx, context: Written<Entry>): Promise<EnteredResult> {
  const { body, user, now } = context;
  const task = await taskOf(tx, user, body.taskId, true);
  requireOpen(task, body.version);
  if ((await heldTasks(tx, user.tenantId, [task.id])).has(task.id)) throw refusedResult('result.gateHeld');
  const facts = await groupFacts(tx, user.tenantId, task.panelGroupId, now.slice(0, 10));
  const problems = body.values.flatMap(({ itemId, value }, at) => {
    const item = task.itemIds.includes(itemId) ? facts.items.get(itemId) : undefined;
    const field = `values.${at}`;
    if (!item) return [problemOf(field, text('检测项', 'Item'), 'wrongShape')];
    const isNumber = item.kind !== resultKind.quantitative || value === '' || readNumber(value) !== null;
    return isNumber ? [] : [problemOf(field, text(item.itemName, item.itemName), 'wrongShape')];
  });
  if (body.instrumentId && !(await isInstrumentOf(tx, user.tenantId, task.laboratoryId, body.instrumentId)))
    problems.push(problemOf('instrumentId', text('仪器', 'Instrument'), 'wrongShape'));
  // A measure that nobody can read would fall out of its limit.
  const odd = Object.entries(body.metrics ?? {}).flatMap(([name, given]) => {
    const value = String(given).trim();
    const isRead = value === '' || name === metric.sexCall || readNumber(value) !== null;
    return metric.labelOf(name) !== undefined && isRead ? [] : [name];
  });
  if (problems.length > 0 || odd.length > 0)
    throw problemsError([
      ...problems,
      ...odd.map((name) => problemOf(`metrics.${name}`, text(...(metric.labelOf(name) ?? (['质控参数', 'Measure'] as const))), 'wrongShape')),
    ]);
  return commitResult(
    tx,
    user.tenantId,
    facts,
    {
      task,
      source: resultSource.hand,
      fileId: null,
      line: null,
      instrumentId: body.instrumentId,
      values: Object.fromEntries(body.values.map(({ itemId, value }) => [itemId, value])),
      metrics: Object.fromEntries(Object.entries(body.metrics ?? {}).map(([name, value]) => [name, String(value).trim()])),
      findings: body.findings ? marked(body.findings, (await versionOf(tx, user.tenantId, task))?.findings ?? []) : null,
      conclusion: null,
      reason: body.reason ?? null,
      signals: [],
      seenVersion: body.version,
    },
    markBy(context, 'result.enter', body.reason ?? null),
  );
}

/** Whether a laboratory has this instrument in use. */
const isInstrumentOf = async (reader: Reader, tenantId: string, laboratoryId: string, instrumentId: string): Promise<boolean> =>
  (await readRow(
    reader,
    sql`select 1 as found from instrument where tenant_id = ${tenantId} and id = ${instrumentId} and laboratory_id = ${laboratoryId} and is_deleted = 0 and is_disable = 0`,
  )) !== undefined;

/** A person's findings with how those of the version before stood to the negative control: that is measured, nobody types it. */
function marked(given: readonly FindingInput[], before: readonly StoredFinding[]): readonly StoredFinding[] {
  const known = new Map(before.map((one) => [one.name, one]));
  return given.map((one) => {
    const { controlTimes = null, isBackground = 0 } = known.get(one.name) ?? {};
    return { ...one, controlTimes, isBackground };
  });
}

/** A person's conclusion: a version with the same values. A reason where it is not what follows from them. */
export async function concludeResult(tx: Tx, context: Written<Concluding>): Promise<EnteredResult> {
  const { body, user, now } = context;
  const task = await taskOf(tx, user, body.taskId, true);
  requireOpen(task, body.version);
  const facts = await groupFacts(tx, user.tenantId, task.panelGroupId, now.slice(0, 10));
  const stored = await versionOf(tx, user.tenantId, task);
  const judged = stored ? judgedOf(facts, task, stored, (await outOfWindow(tx, user.tenantId, facts, [task.id])).has(task.id)) : undefined;
  if (!judged || judged.missing.length > 0 || task.taskState !== taskState.firstAudit) {
    const items = (judged?.missing ?? task.itemIds).map((itemId) => facts.items.get(itemId)?.itemName ?? itemId);
    throw refusedResult('result.notComplete', { items: items.join('、') });
  }
  if (judged.derived.result !== body.detectionResult && !body.reason) throw refusedResult('result.needsReason', {}, 422);
  const { detectionResult, conclusionIds } = body;
  return commitResult(
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
      conclusion: { detectionResult, conclusionIds, conclusion: body.conclusion ?? null, suggestion: body.suggestion ?? null },
      reason: body.reason ?? null,
      signals: [],
      seenVersion: body.version,
    },
    markBy(context, 'result.conclude', body.reason ?? null),
  );
}

type ConclusionCall = (typeof resultContracts)['GET lab/lab-task/conclusion'];

/** What follows from a task's values and why, the sentences that fit it, and what was chosen. */
export async function conclusionOfTask({
  db,
  user,
  query,
  now,
}: CallContext<{ taskId: string; detectionResult?: string | undefined }>): Promise<AnswerOf<ConclusionCall>> {
  const task = await taskOf(db, user, /^\d{1,19}$/.test(query.taskId) ? query.taskId : '0', false);
  const facts = await groupFacts(db, user.tenantId, task.panelGroupId, now.slice(0, 10));
  const latest = await versionOf(db, user.tenantId, task);
  // A result of an earlier round is none.
  const stored = latest?.round === task.round ? latest : undefined;
  const isOutside = (await outOfWindow(db, user.tenantId, facts, [task.id])).has(task.id);
  const judged = judgedOf(facts, task, stored ?? { values: {}, metrics: {}, findings: [] }, isOutside);
  const { panels } = ofTask(facts, task);
  const missing = panels.flat().filter(({ itemId }) => judged.missing.includes(itemId));
  const asked = qualitativeResult.options.find(({ code }) => String(code) === query.detectionResult)?.code;
  const derived = stored ? judged.derived : { result: null, why: [] };
  const proposed = await readRows<AnswerOf<ConclusionCall>['proposed'][number]>(
    db,
    sql`select id::text as conclusion_id, conclusion_name, qualitative_result, content, suggestion from conclusion where tenant_id = ${user.tenantId} and is_deleted = 0 and is_disable = 0
      and panel_group_id = ${task.panelGroupId} and (panel_id is null or panel_id = ${anyId(task.panelIds)}) and qualitative_result = ${asked ?? task.detectionResult ?? derived.result} order by id`,
  );
  return {
    taskId: task.id,
    version: task.resultVersion,
    derived: derived.result,
    why: derived.why.map(({ text: [zh, en], params }) => ({ text: [zh, en], params })),
    missing: missing.map(({ itemId, itemName }) => ({ itemId, itemName })),
    proposed,
    chosen: stored?.conclusion ?? null,
  };
}
