import { sql } from 'drizzle-orm';
import { fillLabel } from '#domain/kernel/label.ts';
import { abnormalReason } from '#domain/lab/abnormalReason.ts';
import { caseSeverity, caseStage } from '#domain/sample/abnormal/abnormalChoices.ts';
import { gate, judgeGate, warnedReason, type GateVerdict, type RunControl } from '#domain/lab/rules/controlGate.ts';
import { judgeKind } from '#domain/lab/rules/judging.ts';
import { closedErrors, rowVerdict, type RowError } from '#domain/lab/rules/resultRow.ts';
import { signal, type Signal } from '#domain/lab/rules/signals.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { fileJobResult, fileJobState, rowDecision } from '#domain/lab/resultFile.ts';
import type { Mark } from '#server/spine/line.ts';
import { addTubesOfTasks, openCase } from '#server/spine/openCase.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { idRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { GroupFacts } from './groupFacts.ts';

/** A file of a run sheet, as its controls are asked for. */
export interface FileOfRun {
  readonly ruleId: string | null;
  readonly panelGroupId: string;
  readonly laboratoryId: string;
}

/** Has files of one run sheet judged one after the other: of two at once neither would see the other's controls. */
export const lockRun = (tx: Tx, tenantId: string, { ruleId }: FileOfRun) =>
  tx.execute(sql`select id from lab_batch where tenant_id = ${tenantId} and id = ${ruleId} for update`);

/**
 * Controls in the other files of a file's run sheet, those of the newest file first: what they were judged stands with them. None where organisms
 * are looked for: each of them is held against the negative control of its own file.
 */
export async function controlsOfRun(
  tx: Tx,
  tenantId: string,
  fileId: string,
  file: FileOfRun,
  { rule }: Pick<GroupFacts, 'rule'>,
): Promise<readonly RunControl[]> {
  if (file.ruleId === null || rule.judgeKind === judgeKind.pathogen) return [];
  return (await storedControls(tx, tenantId, fileId, file)).filter(({ fileId: other }) => other !== fileId);
}

/** Controls in the files of a run sheet, also in the file itself. */
async function storedControls(tx: Tx, tenantId: string, fileId: string, { ruleId, panelGroupId }: FileOfRun): Promise<readonly RunControl[]> {
  const rows = await readRows<{ fileId: string; isLater: boolean; kind: RunControl['kind']; lotId: string | null; isOut: boolean; isEmpty: boolean }>(
    tx,
    sql`select f.id as file_id, (f.create_time, f.id) > (own.create_time, own.id) as is_later, r.control_kind as kind, coalesce(m.id, r.qc_lot_id)::text as lot_id, r.verdict = ${rowVerdict.error} as is_out,
        ${'controlExcluded' satisfies RowError} = any(r.errors) or not exists (select 1 from jsonb_array_elements(r.cells) c where c ->> 'value' <> '' and c ->> 'fault' is null)
          and coalesce(jsonb_array_length(r.findings), 0) = 0 as is_empty
      from result_file own join result_file f on f.tenant_id = own.tenant_id join result_file_row r on r.tenant_id = f.tenant_id and r.file_id = f.id and r.control_kind is not null
        left join qc_lot q on q.tenant_id = r.tenant_id and q.id = r.qc_lot_id
        left join qc_lot m on m.tenant_id = q.tenant_id and m.laboratory_id = q.laboratory_id and m.panel_group_id = q.panel_group_id and m.control_kind = q.control_kind
          and m.lot_no = q.lot_no and m.is_deleted = 0
      where own.tenant_id = ${tenantId} and own.id = ${fileId} and f.rule_id = ${ruleId} and f.panel_group_id = ${panelGroupId}
        and (f.id = own.id or f.read_state = ${fileJobState.done} and f.read_result = ${fileJobResult.whole}) order by f.create_time desc, f.id desc, r.line, m.id`,
  );
  return rows.map(({ isOut, ...control }) => ({ ...control, failedIds: [], isOutForAll: isOut }));
}

/**
 * Whether a task's result waits behind controls that failed in its run after it was taken in: the newest file of its round is held. Alias t;
 * asked where it is read, for a release ends it without the task.
 */
export const isGateHeld = sql`exists (select 1 from lab_result_version v join result_file f on f.tenant_id = v.tenant_id and f.id = v.file_id
  where v.tenant_id = t.tenant_id and v.task_id = t.id and v.round = t.round and f.gate = ${gate.held} and f.release_time is null
    and not exists (select 1 from lab_result_version w where w.tenant_id = v.tenant_id and w.task_id = v.task_id and w.round = v.round and w.no > v.no and w.file_id <> v.file_id))`;

/**
 * Those of tasks whose newest measurement waits behind failed controls: a file that is held has a row of them which nobody has skipped, and they
 * have no result since (times are kept to the second: of one second, it waits), or what was taken in from it is held now. What a person types from
 * it would get around the release.
 */
export async function heldTasks(reader: Reader, tenantId: string, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (taskIds.length === 0) return new Set();
  const rows = await readRows(
    reader,
    sql`select t.id::text as id from lab_task t where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)} and (${isGateHeld} or exists (
      select 1 from result_file f join result_file_row w on w.tenant_id = f.tenant_id and w.file_id = f.id
      where f.tenant_id = t.tenant_id and f.panel_group_id = t.panel_group_id and f.gate = ${gate.held} and f.release_time is null
        and w.task_id = t.id and w.done_time is null and w.decision is distinct from ${rowDecision.skip} and not w.errors && ${sql.param([...closedErrors])}::text[]
        and f.create_time >= greatest(t.lab_receive_time,
          (select max(v.create_time) from lab_result_version v where v.tenant_id = t.tenant_id and v.task_id = t.id and v.round = t.round),
          (select k.create_time from lab_task_round k where k.tenant_id = t.tenant_id and k.task_id = t.id and k.round = t.round and k.round > 1))))`,
    idRow,
  );
  return new Set(rows.map(({ id }) => id));
}

export interface GatedFile {
  readonly id: string;
  readonly gate: number | null;
  readonly gateReasons: GateVerdict['why'] | null;
  readonly releaseTime: string | null;
}

/**
 * Judges the gates of a run's other files anew once one brought controls: which file comes first must not decide whether results wait, and a
 * control that failed speaks for what was taken in before it, too. Results that await an audit are held, or let go again; what is audited stays, and
 * both files tell of it. A file whose own controls failed is another matter, and a release stands until something else fails.
 */
export async function settleGatesOfRun(
  tx: Tx,
  tenantId: string,
  brought: FileOfRun & { readonly fileId: string },
  facts: GroupFacts,
  mark: Mark,
): Promise<void> {
  if (brought.ruleId === null || facts.rule.judgeKind === judgeKind.pathogen) return;
  const { now } = mark.acting;
  const others = await readRows<GatedFile>(
    tx,
    sql`select f.id::text as id, f.gate, f.gate_reasons, f.release_time from result_file f where f.tenant_id = ${tenantId} and f.rule_id = ${brought.ruleId} and f.panel_group_id = ${brought.panelGroupId}
      and f.id <> ${brought.fileId} and f.read_state = ${fileJobState.done} and f.read_result = ${fileJobResult.whole} and not exists (select 1 from result_file_row r
        where r.tenant_id = f.tenant_id and r.file_id = f.id and r.control_kind is not null and r.verdict = ${rowVerdict.error}) order by f.id for update of f`,
  );
  const required = facts.requiredLots.filter(({ laboratoryId }) => laboratoryId === brought.laboratoryId);
  const settled: string[] = [];
  for (const file of others) {
    const controls = await storedControls(tx, tenantId, file.id, brought);
    const [own, ofRun] = [controls.filter(({ fileId }) => fileId === file.id), controls.filter(({ fileId }) => fileId !== file.id)];
    const verdict = judgeGate(
      own.map(({ fileId: _itself, ...control }) => control),
      required,
      [...facts.items.keys()],
      ofRun,
    );
    const isWarned = (file.gateReasons ?? []).some((known) => isSameReason(known, warnedReason));
    if (await settleGate(tx, tenantId, file, { ...verdict, isWarned }, now)) settled.push(file.id);
  }
  await settleResultsOf(tx, tenantId, brought, settled, mark);
}

/** Writes the gate a file was judged to have; answers whether it is another one. What was released stays so until something else fails. */
export async function settleGate(
  tx: Tx,
  tenantId: string,
  { id, gate: before, gateReasons, releaseTime }: GatedFile,
  verdict: Pick<GateVerdict, 'gate' | 'why'> & { readonly isWarned: boolean },
  now: string,
): Promise<boolean> {
  // Who was audited before is told, and no reason of the gate.
  const reasons = (gateReasons ?? []).filter(({ text }) => text[0] !== auditedBefore[0]);
  const isKnown = (one: GateVerdict['why'][number]): boolean => reasons.some((known) => isSameReason(known, one));
  if (releaseTime !== null && (verdict.gate !== gate.held || verdict.why.every(isKnown))) return false;
  const why = [...verdict.why, ...(verdict.gate === gate.passed && verdict.isWarned ? [warnedReason] : [])];
  if (before === verdict.gate && reasons.length === why.length && why.every(isKnown)) return false;
  await tx.execute(sql`update result_file set gate = ${verdict.gate}, gate_reasons = ${JSON.stringify(why)}::jsonb, update_time = ${now}, version = version + 1,
    release_user_id = null, release_user_name = null, release_reason = null, release_time = null where tenant_id = ${tenantId} and id = ${id}`);
  return true;
}
const isSameReason = (one: GateVerdict['why'][number], other: GateVerdict['why'][number]): boolean => {
  const names = Object.keys({ ...one.params, ...other.params });
  return one.text[0] === other.text[0] && names.every((name) => one.params[name] === other.params[name]);
};

/**
 * Results of files whose gates changed: those on their way bear the signal or lose it, those that are audited are told of at their file and at the one
 * that brought the control, and open an abnormal case (ABN06).
 */
export async function settleResultsOf(
  tx: Tx,
  tenantId: string,
  { fileId: broughtId, laboratoryId }: Pick<FileOfRun, 'laboratoryId'> & { readonly fileId: string },
  fileIds: readonly string[],
  mark: Mark,
): Promise<void> {
  if (fileIds.length === 0) return;
  const tasks = await readRows<{
    id: string;
    taskState: TaskState;
    signals: Signal[];
    code: string;
    fileId: string;
    isHeld: boolean;
    isOut: boolean;
  }>(
    tx,
    sql`select t.id::text as id, t.task_state, t.signals, coalesce(t.lab_code, t.sample_code) as code, ${isGateHeld} as is_held,
        (select v.file_id::text from lab_result_version v where v.tenant_id = t.tenant_id and v.task_id = t.id and v.round = t.round and v.file_id = ${anyId(fileIds)} order by v.no desc limit 1) as file_id,
        exists (select 1 from lab_result_version v join result_file f on f.tenant_id = v.tenant_id and f.id = v.file_id
          where v.tenant_id = t.tenant_id and v.task_id = t.id and v.round = t.round and f.gate = ${gate.held}) as is_out
      from lab_task t where t.tenant_id = ${tenantId} and t.task_state in (${taskState.running}, ${taskState.firstAudit}, ${taskState.secondAudit}, ${taskState.audited}, ${taskState.issued})
        and t.id in (select w.task_id from result_file_row w where w.tenant_id = ${tenantId} and w.file_id = ${anyId(fileIds)} and w.done_time is not null)
        and exists (select 1 from lab_result_version v where v.tenant_id = t.tenant_id and v.task_id = t.id and v.round = t.round and v.file_id = ${anyId(fileIds)})
      order by t.id for update of t`,
  );
  const isSecond = ({ taskState: state }: (typeof tasks)[number]): boolean => state === taskState.audited || state === taskState.issued;
  const changed = tasks.filter((task) => !isSecond(task) && task.signals.includes(signal.gate) !== task.isOut);
  if (changed.length > 0)
    await moveTasks(
      tx,
      tenantId,
      changed.map(({ id, taskState: at, signals, isOut }) => {
        const others = signals.filter((one) => one !== signal.gate);
        return { taskId: id, from: at, to: at, facts: { signals: isOut ? [...others, signal.gate] : others } };
      }),
      mark,
    );
  const audited = tasks.filter((task) => task.isHeld && (isSecond(task) || task.taskState === taskState.secondAudit));
  if (audited.length === 0) return;
  for (const id of [...new Set(audited.map(({ fileId }) => fileId)), broughtId]) {
    const told = toldOf(audited.filter(({ fileId }) => id === broughtId || fileId === id));
    await tx.execute(
      sql`update result_file set gate_reasons = coalesce(gate_reasons, '[]') || ${JSON.stringify([told])}::jsonb where tenant_id = ${tenantId} and id = ${id}`,
    );
  }
  const { text, params } = toldOf(audited);
  const { caseId } = await openCase(tx, mark.acting, mark.acting.now, {
    caseCode: abnormalReason.control,
    stage: caseStage.during,
    severity: caseSeverity.major,
    content: [mark.note, fillLabel(text, params, 'zh')].filter(Boolean).join(': ').slice(0, 500),
    laboratoryId,
    isHold: 0,
  });
  await addTubesOfTasks(tx, tenantId, caseId, sql`select unnest(${sql.param(audited.map(({ id }) => id))}::bigint[])`);
}
const toldOf = (audited: readonly { readonly code: string }[]): GateVerdict['why'][number] => ({
  text: auditedBefore,
  params: {
    count: String(audited.length),
    codes:
      audited
        .slice(0, mostTold)
        .map(({ code }) => code)
        .join('、') + (audited.length > mostTold ? '…' : ''),
  },
});
const auditedBefore = [
  '失控前已审核 {count} 例，未拦截，请复核: {codes}',
  '{count} were audited before the control failed and are not held, look at them: {codes}',
] as const;
const mostTold = 50;
