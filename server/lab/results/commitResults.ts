import { sql } from 'drizzle-orm';
import { isBornWith, type Result } from '#domain/lab/rules/judging.ts';
import { judgeResult, numberIn, statusOf, type GivenResult, type JudgedResult } from '#domain/lab/rules/resultValues.ts';
import { differsFromBefore, signal, type Signal } from '#domain/lab/rules/signals.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import type { EnteredResult, FindingInput, ResultRefusal } from '#domain/lab/resultFile.ts';
import type { Mark } from '#server/spine/line.ts';
import type { TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { newId } from '#server/storage/ids.ts';
import { gramsOf } from '#server/storage/grams.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { labFindingTable, labResultTable, labResultVersionTable } from '#server/storage/resultTables.ts';
import type { Tx } from '#server/storage/tx.ts';
import { earlierValues } from './earlierValues.ts';
import { ofTask, type GroupFacts, type GroupItem } from './groupFacts.ts';

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
  readonly values: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
  /** Null: those of the version before stay. */
  readonly findings: readonly FindingInput[] | null;
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
  readonly findings: readonly FindingInput[];
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
): JudgedResult => {
  const { panels, limits } = ofTask(facts, task);
  return judgeResult(panels, facts.rule, limits, {
    values,
    metrics,
    findings: findings.map(({ name, findingClass, confidence }) => ({ name, findingClass: findingClass ?? null, confidence: confidence ?? null })),
  });
};
type NewFacts = Pick<GivenResult, 'values' | 'metrics'> & { readonly findings: readonly FindingInput[] };

/**
 * Writes a task's next version: judged, as its current values and findings, and the task where it belongs (3 with all its items, else 2).
 * Values of the same round that are not given again stay. The caller has asked `commitRefusal`.
 */
export async function commitResult(tx: Tx, tenantId: string, facts: GroupFacts, given: NewResult, mark: Mark): Promise<EnteredResult> {
  const { task } = given;
  const { user, now } = mark.acting;
  const before = task.resultVersion > 0 ? await versionOf(tx, tenantId, task) : undefined;
  const base = before?.round === task.round ? before : undefined;
  const merged: NewFacts = {
    values: { ...base?.values, ...given.values },
    metrics: { ...base?.metrics, ...given.metrics },
    findings: given.findings ?? base?.findings ?? [],
  };
  const judged = judgedOf(facts, task, merged);
  const isWhole = judged.missing.length === 0;
  const detectionResult = given.conclusion?.detectionResult ?? judged.derived.result;
  const changed = new Set(Object.keys(given.values).filter((id) => base?.values[id] !== given.values[id]));
  // What a person takes as it came is not edited.
  const isOther = changed.size > 0 || given.findings !== null || Object.keys(given.metrics).length > 0;
  const isEdited = given.source === resultSource.hand && given.conclusion === null && base?.source === resultSource.file && isOther;
  const stays: readonly Signal[] = task.signals.filter((one) => base !== undefined || one === signal.redo || one === signal.infoOpen);
  const seen: readonly Signal[] = [
    ...stays.filter((one) => one !== signal.qcLow && one !== signal.delta),
    ...given.signals,
    ...(judged.failed.length > 0 ? [signal.qcLow] : []),
    ...((await isDelta(tx, tenantId, facts, task, judged.values, now)) ? [signal.delta] : []),
    ...(isEdited || (base !== undefined && task.signals.includes(signal.edited)) ? [signal.edited] : []),
    ...(task.round > 1 ? [signal.redo] : []),
  ];
  const signals = signal.options.map(({ code }) => code).filter((code) => seen.some((one) => one === code)) as Signal[];
  const no = task.resultVersion + 1;
  await tx.execute(
    insertMany(labResultVersionTable, [
      {
        tenantId,
        taskId: task.id,
        no,
        round: task.round,
        source: given.source,
        fileId: given.fileId,
        line: given.line,
        values: judged.values,
        metrics: merged.metrics,
        findings: merged.findings,
        conclusion: given.conclusion,
        detectionResult,
        authorId: user.id,
        authorName: user.name,
        reason: given.reason,
        createTime: now,
      },
    ]),
  );
  if (before)
    await tx.execute(
      sql`update lab_result_version set superseded_by = ${no} where tenant_id = ${tenantId} and task_id = ${task.id} and no = ${task.resultVersion}`,
    );
  await writeCurrent(tx, tenantId, facts, given, judged.values, { isEdited, changed, now });
  await writeFindings(tx, tenantId, task.id, merged.findings, now);
  const to = isWhole ? taskState.firstAudit : task.taskState === taskState.firstAudit ? taskState.firstAudit : taskState.running;
  await moveTasks(tx, tenantId, [{ taskId: task.id, from: task.taskState, to, facts: { resultVersion: no, detectionResult, signals } }], mark);
  if (isWhole)
    await tx.execute(
      sql`update lab_batch_place set state = 3, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and task_id = ${task.id} and state = 2`,
    );
  return { taskId: task.id, version: no, taskState: to, detectionResult, signals };
}

interface Edit {
  readonly isEdited: boolean;
  readonly changed: ReadonlySet<string>;
  readonly now: string;
}

async function writeCurrent(
  tx: Tx,
  tenantId: string,
  facts: GroupFacts,
  { task }: NewResult,
  values: Readonly<Record<string, string>>,
  { isEdited, changed, now }: Edit,
): Promise<void> {
  const edited = isEdited
    ? await readRows<{ itemId: string }>(
        tx,
        sql`select item_id from lab_result where tenant_id = ${tenantId} and task_id = ${task.id} and is_edited = 1`,
      )
    : [];
  const wasEdited = new Set(edited.map(({ itemId }) => itemId));
  await tx.execute(sql`delete from lab_result where tenant_id = ${tenantId} and task_id = ${task.id}`);
  const rows = Object.entries(values).flatMap(([itemId, value]) => {
    const item = facts.items.get(itemId);
    if (!item) return [];
    return [
      {
        tenantId,
        taskId: task.id,
        itemId,
        id: newId(),
        itemCode: item.itemCode,
        itemName: item.itemName,
        unit: item.unit,
        value,
        ...numberIn(value),
        resultStatus: statusOf(item, value),
        referenceRange: item.referenceRange,
        isEdited: isEdited && (changed.has(itemId) || wasEdited.has(itemId)) ? 1 : 0,
        createTime: now,
      },
    ];
  });
  if (rows.length > 0) await tx.execute(insertMany(labResultTable, rows));
}

async function writeFindings(tx: Tx, tenantId: string, taskId: string, findings: readonly FindingInput[], now: string): Promise<void> {
  await tx.execute(sql`delete from lab_finding where tenant_id = ${tenantId} and task_id = ${taskId}`);
  if (findings.length === 0) return;
  await tx.execute(
    insertMany(
      labFindingTable,
      findings.map((finding) => ({
        ...finding,
        id: newId(),
        tenantId,
        taskId,
        isReported: finding.isReported ?? 0,
        grams: gramsOf([finding.name, finding.nameEn]),
        createTime: now,
      })),
    ),
  );
}

/** Whether a value differs from the person's earlier ones of the same item more than it can (docs/lab.md#judging). */
async function isDelta(
  tx: Tx,
  tenantId: string,
  facts: GroupFacts,
  task: TaskRow,
  values: Readonly<Record<string, string>>,
  now: string,
): Promise<boolean> {
  const isBorn = isBornWith(facts.rule.judgeKind);
  const looked = Object.keys(values).filter((itemId) => isBorn || (facts.items.get(itemId)?.deltaPercent ?? null) !== null);
  if (looked.length === 0) return false;
  const earlier = await earlierValues(tx, tenantId, task.id, looked, now.slice(0, 10));
  return looked.some((itemId) => {
    const most = isBorn ? null : (facts.items.get(itemId) as GroupItem).deltaPercent;
    return (earlier.get(itemId) ?? []).some(({ value }) => differsFromBefore(values[itemId] ?? '', value, most));
  });
}
