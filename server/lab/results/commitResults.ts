import { sql } from 'drizzle-orm';
import type { Label } from '#domain/kernel/label.ts';
import { placeState } from '#domain/lab/batch/sheetChoices.ts';
import { forbidding, limitsText, type Result } from '#domain/lab/rules/judging.ts';
import { judgeResult, numberIn, statusOf, type GivenResult, type JudgedResult } from '#domain/lab/rules/resultValues.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { signal, type Signal } from '#domain/lab/rules/signals.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import type { EnteredResult, StoredFinding, ResultRefusal } from '#domain/lab/resultFile.ts';
import type { Mark } from '#server/spine/line.ts';
import type { TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { newId } from '#server/storage/ids.ts';
import { gramsOf } from '#server/storage/grams.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { labFindingTable, labResultTable, labResultVersionTable } from '#server/storage/resultTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { refusedResult } from './fileSight.ts';
import { ofTask, type GroupFacts } from './groupFacts.ts';
import { deltasOf, otherSexOf } from './heldAgainst.ts';
import { outOfWindow } from './riskWindow.ts';

/** Where a result comes from: 1 a file, 2 a person, 3 the cloud. */
export const resultSource = { file: 1, hand: 2, cloud: 3 } as const;

export interface Conclusion {
  readonly detectionResult: Result;
  readonly conclusionIds: readonly string[];
  readonly conclusion: string | null;
  readonly suggestion: string | null;
}
/** What is to become a task's next version. The task is locked. */
export interface NewResult {
  readonly task: TaskRow;
  readonly source: (typeof resultSource)[keyof typeof resultSource];
  readonly fileId: string | null;
  readonly line: number | null;
  /** What a person measured it with; absent: they do not say. */
  readonly instrumentId?: string | null | undefined;
  readonly values: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
  /** Null: those of the version before stay. */
  readonly findings: readonly StoredFinding[] | null;
  readonly conclusion: Conclusion | null;
  readonly reason: string | null;
  /** What was seen where it came from. */
  readonly signals: readonly Signal[];
  /** The version it was made upon. */
  readonly seenVersion: number;
}
export interface StoredVersion {
  readonly values: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
  readonly findings: readonly StoredFinding[];
  readonly conclusion: Conclusion | null;
  readonly round: number;
  readonly source: number;
}

/** In these a task takes a new version. */
export const openStates: readonly TaskState[] = [taskState.waiting, taskState.running, taskState.firstAudit];
const kept: readonly TaskState[] = [taskState.secondAudit, taskState.audited, taskState.issued];

/** Why a task takes no new version; null where it does. What is audited is never written over. */
export function commitRefusal(
  { taskState: state, resultVersion }: Pick<TaskRow, 'taskState' | 'resultVersion'>,
  seenVersion: number,
): ResultRefusal | null {
  if (kept.includes(state)) return 'result.audited';
  if (!openStates.includes(state)) return 'result.ended';
  return seenVersion === resultVersion ? null : 'result.changed';
}

/** The version that counts of a task; undefined where there is none. */
export const versionOf = (
  reader: Reader,
  tenantId: string,
  { id, resultVersion }: Pick<TaskRow, 'id' | 'resultVersion'>,
): Promise<StoredVersion | undefined> =>
  readRow<StoredVersion>(
    reader,
    sql`select "values", metrics, findings, conclusion, round::int as round, source::int as source from lab_result_version
      where tenant_id = ${tenantId} and task_id = ${id} and no = ${resultVersion}`,
  );

export const judgedOf = (
  facts: GroupFacts,
  task: Pick<TaskRow, 'panelIds' | 'itemIds'>,
  { values, metrics, findings }: StoredVersion | NewFacts,
  isOutOfWindow: boolean,
): JudgedResult => {
  const { panels, limits } = ofTask(facts, task);
  return judgeResult(panels, facts.rule, limits, {
    values,
    metrics,
    isOutOfWindow,
    findings: findings.map(({ name, findingClass, confidence }) => ({ name, findingClass: findingClass ?? null, confidence: confidence ?? null })),
  });
};
type NewFacts = Pick<GivenResult, 'values' | 'metrics'> & { readonly findings: readonly StoredFinding[] };

/** A version before it is written: what the values mean, and what an auditor has to look at. */
interface JudgedVersion {
  readonly given: NewResult;
  readonly no: number;
  readonly base: StoredVersion | undefined;
  readonly merged: NewFacts;
  readonly judged: JudgedResult;
  readonly detectionResult: Result | null;
  readonly isEdited: boolean;
  /** A person concluded otherwise than its values say. */
  readonly isOverruled: boolean;
  readonly signals: readonly Signal[];
  readonly to: TaskState;
}

/** The same for one task. Throws UserError 409 where its quality keeps the result out, 422 where a typed sex is not the requisition's and nobody says why. */
export async function commitResult(tx: Tx, tenantId: string, facts: GroupFacts, given: NewResult, mark: Mark): Promise<EnteredResult> {
  const { entered, forbidden } = await commitResults(tx, tenantId, facts, [given], mark);
  const [limits] = forbidden.values();
  if (limits) throw refusedResult('result.forbidden', { limits });
  if (!entered[0]) throw new Error('a result was committed and is not told');
  return entered[0];
}

/** What became of results: those that were written, and, by task, why the quality of others keeps them out. */
export interface Committed {
  readonly entered: readonly EnteredResult[];
  readonly forbidden: ReadonlyMap<string, Label>;
}

/**
 * Writes the next versions of tasks, each once, with as many statements for all of them as for one: judged, as their current values and
 * findings, and the tasks where they belong (3 with all items, else 2). Values of the same round that are not given again stay. The caller
 * has asked `commitRefusal` of each. What a limit of quality forbids is not written.
 */
export async function commitResults(tx: Tx, tenantId: string, facts: GroupFacts, all: readonly NewResult[], mark: Mark): Promise<Committed> {
  if (all.length === 0) return { entered: [], forbidden: new Map() };
  const { user, now } = mark.acting;
  const before = await versionsOf(
    tx,
    tenantId,
    all.map(({ task }) => task),
  );
  const outside = await outOfWindow(
    tx,
    tenantId,
    facts,
    all.map(({ task }) => task.id),
  );
  const everything = all.map((given) => mergedOf(facts, given, before.get(given.task.id), outside.has(given.task.id)));
  const merged = everything.filter(({ judged }) => forbidding(judged.failed).length === 0);
  const forbidden = new Map(
    everything.flatMap((one) => (merged.includes(one) ? [] : [[one.given.task.id, limitsText(forbidding(one.judged.failed))] as const])),
  );
  if (merged.length === 0) return { entered: [], forbidden };
  const ids = merged.map(({ given }) => given.task.id);
  const differing = await deltasOf(tx, tenantId, facts, merged, now);
  const ofOtherSex = await otherSexOf(tx, tenantId, facts, merged);
  if (merged.some((one) => ofOtherSex.has(one.given.task.id) && isSexTyped(one) && !one.given.reason))
    throw refusedResult('result.sexDiffers', {}, 422);
  const versions = merged.map((one): JudgedVersion => ({
    ...one,
    signals: signalsOf(one, differing.has(one.given.task.id), ofOtherSex.has(one.given.task.id)),
  }));
  await tx.execute(
    insertMany(
      labResultVersionTable,
      versions.map(({ given, no, judged, merged: { metrics, findings }, detectionResult }) => ({
        tenantId,
        taskId: given.task.id,
        no,
        round: given.task.round,
        source: given.source,
        fileId: given.fileId,
        line: given.line,
        instrumentId: given.instrumentId ?? null,
        values: judged.values,
        metrics,
        findings,
        conclusion: given.conclusion,
        detectionResult,
        authorId: user.id,
        authorName: user.name,
        reason: given.reason,
        createTime: now,
      })),
    ),
  );
  if (before.size > 0)
    await tx.execute(sql`update lab_result_version v set superseded_by = v.no + 1 from lab_task t
      where t.tenant_id = ${tenantId} and t.id = ${anyId(ids)} and v.tenant_id = t.tenant_id and v.task_id = t.id and v.no = t.result_version and t.result_version > 0`);
  await writeCurrent(tx, tenantId, facts, versions, now);
  await writeFindings(tx, tenantId, versions, now);
  await moveTasks(
    tx,
    tenantId,
    versions.map(({ given: { task }, no, to, detectionResult, signals }) => ({
      taskId: task.id,
      from: task.taskState,
      to,
      facts: { resultVersion: no, detectionResult, signals },
    })),
    mark,
  );
  const whole = versions.filter(({ judged }) => judged.missing.length === 0).map(({ given }) => given.task.id);
  if (whole.length > 0)
    await tx.execute(
      sql`update lab_batch_place set state = ${placeState.measured}, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and task_id = ${anyId(whole)} and state = ${placeState.run}`,
    );
  const entered = versions.map(({ given, no, to, detectionResult, signals }) => ({
    taskId: given.task.id,
    version: no,
    taskState: to,
    detectionResult,
    signals,
  }));
  return { entered, forbidden };
}

/** A version that others follow. */
interface BaseVersion extends StoredVersion {
  /** Something of its round came from a file: what a person types then changes it, also after a conclusion. */
  readonly isImported: boolean;
}

/** The versions that count of tasks that have one, by task. */
async function versionsOf(reader: Reader, tenantId: string, tasks: readonly TaskRow[]): Promise<ReadonlyMap<string, BaseVersion>> {
  const known = tasks.filter(({ resultVersion }) => resultVersion > 0);
  if (known.length === 0) return new Map();
  const rows = await readRows<BaseVersion & { taskId: string }>(
    reader,
    sql`select v.task_id, v."values", v.metrics, v.findings, v.conclusion, v.round::int as round, v.source::int as source,
        exists (select 1 from lab_result_version f where f.tenant_id = v.tenant_id and f.task_id = v.task_id and f.round = v.round and f.source = ${resultSource.file}) as is_imported from lab_task t
      join lab_result_version v on v.tenant_id = t.tenant_id and v.task_id = t.id and v.no = t.result_version
      where t.tenant_id = ${tenantId} and t.id = ${anyId(known.map(({ id }) => id))}`,
  );
  return new Map(rows.map((row) => [row.taskId, row]));
}

/** What a task's values are with those of its round that are not given again, and what they mean. */
function mergedOf(facts: GroupFacts, given: NewResult, before: BaseVersion | undefined, isOutOfWindow: boolean): Omit<JudgedVersion, 'signals'> {
  const { task } = given;
  const base = before?.round === task.round ? before : undefined;
  const merged: NewFacts = {
    values: { ...base?.values, ...given.values },
    metrics: { ...base?.metrics, ...given.metrics },
    findings: given.findings ?? base?.findings ?? [],
  };
  const judged = judgedOf(facts, task, merged, isOutOfWindow);
  const isWhole = judged.missing.length === 0;
  const changed = new Set(Object.keys(given.values).filter((id) => base?.values[id] !== given.values[id]));
  const said = given.conclusion?.detectionResult ?? judged.derived.result;
  // A word that overrules what follows from the values is looked at as a changed value is: one person alone would pass it with many others.
  const isOverruled = judged.derived.result !== null && said !== judged.derived.result;
  // What a person takes as it came is not edited.
  const isOther = changed.size > 0 || given.findings !== null || Object.keys(given.metrics).length > 0;
  return {
    given,
    no: task.resultVersion + 1,
    base,
    merged,
    judged,
    detectionResult: said,
    isOverruled,
    isEdited: given.source === resultSource.hand && given.conclusion === null && base?.isImported === true && isOther,
    to: isWhole || task.taskState === taskState.firstAudit ? taskState.firstAudit : taskState.running,
  };
}

function signalsOf(
  { given, base, judged, isEdited, isOverruled, merged }: Omit<JudgedVersion, 'signals'>,
  isDelta: boolean,
  isOtherSex: boolean,
): Signal[] {
  const { task } = given;
  const stays: readonly Signal[] = task.signals.filter((one) => base !== undefined || one === signal.redo || one === signal.infoOpen);
  const seen: readonly Signal[] = [
    ...stays.filter((one) => one !== signal.qcLow && one !== signal.delta && (one !== signal.sexDiffers || !merged.metrics[metric.sexCall])),
    ...given.signals,
    ...(judged.failed.length > 0 ? [signal.qcLow] : []),
    ...(isDelta ? [signal.delta] : []),
    ...(isOtherSex ? [signal.sexDiffers] : []),
    ...(isEdited || isOverruled || (base !== undefined && task.signals.includes(signal.edited)) ? [signal.edited] : []),
    ...(task.round > 1 ? [signal.redo] : []),
  ];
  return signal.options.map(({ code }) => code).filter((code) => seen.some((one) => one === code)) as Signal[];
}

async function writeCurrent(tx: Tx, tenantId: string, facts: GroupFacts, versions: readonly JudgedVersion[], now: string): Promise<void> {
  const known = versions.filter(({ given }) => given.task.resultVersion > 0).map(({ given }) => given.task.id);
  const before =
    known.length === 0
      ? []
      : await readRows<{ taskId: string; itemId: string; isEdited: number }>(
          tx,
          sql`delete from lab_result where tenant_id = ${tenantId} and task_id = ${anyId(known)} returning task_id, item_id, is_edited`,
        );
  const wasEdited = new Set(before.flatMap(({ taskId, itemId, isEdited }) => (isEdited === 1 ? [`${taskId} ${itemId}`] : [])));
  const rows = versions.flatMap(({ given, base, judged, isEdited }) =>
    Object.entries(judged.values).flatMap(([itemId, value]) => {
      const item = facts.items.get(itemId);
      if (!item) return [];
      const { id: taskId } = given.task;
      const isChanged = itemId in given.values && base?.values[itemId] !== given.values[itemId];
      return [
        {
          tenantId,
          taskId,
          itemId,
          id: newId(),
          itemCode: item.itemCode,
          itemName: item.itemName,
          unit: item.unit,
          value,
          ...numberIn(value),
          resultStatus: statusOf(item, value),
          referenceRange: item.referenceRange,
          isEdited: (isChanged ? isEdited : base !== undefined && wasEdited.has(`${taskId} ${itemId}`)) ? 1 : 0,
          createTime: now,
        },
      ];
    }),
  );
  if (rows.length > 0) await tx.execute(insertMany(labResultTable, rows));
}

async function writeFindings(tx: Tx, tenantId: string, versions: readonly JudgedVersion[], now: string): Promise<void> {
  const known = versions.filter(({ given }) => given.task.resultVersion > 0).map(({ given }) => given.task.id);
  if (known.length > 0) await tx.execute(sql`delete from lab_finding where tenant_id = ${tenantId} and task_id = ${anyId(known)}`);
  const rows = versions.flatMap(({ given, merged }) =>
    merged.findings.map((finding) => ({
      ...finding,
      id: newId(),
      tenantId,
      taskId: given.task.id,
      isReported: finding.isReported ?? 0,
      isBackground: finding.isBackground ?? 0,
      grams: gramsOf([finding.name, finding.nameEn]),
      createTime: now,
    })),
  );
  if (rows.length > 0) await tx.execute(insertMany(labFindingTable, rows));
}

/** A person says now what sex was measured: of what was known before, a reason was given then. */
const isSexTyped = ({ given, base }: Pick<JudgedVersion, 'given' | 'base'>): boolean =>
  given.source === resultSource.hand &&
  (given.metrics[metric.sexCall] ?? '') !== '' &&
  given.metrics[metric.sexCall] !== base?.metrics[metric.sexCall];
