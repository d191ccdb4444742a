import { sql } from 'drizzle-orm';
import { gate, judgeGate, type RunControl } from '#domain/lab/rules/controlGate.ts';
import { judgeKind } from '#domain/lab/rules/judging.ts';
import { closedErrors, rowVerdict } from '#domain/lab/rules/resultRow.ts';
import { fileJobResult, fileJobState, rowDecision } from '#domain/lab/resultFile.ts';
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
  { ruleId, panelGroupId }: FileOfRun,
  { rule }: GroupFacts,
): Promise<readonly RunControl[]> {
  if (ruleId === null || rule.judgeKind === judgeKind.pathogen) return [];
  const rows = await readRows<{ fileId: string; kind: RunControl['kind']; lotId: string | null; isOut: boolean; isEmpty: boolean }>(
    tx,
    sql`select f.id as file_id, r.control_kind as kind, coalesce(m.id, r.qc_lot_id)::text as lot_id, r.verdict = ${rowVerdict.error} as is_out,
        not exists (select 1 from jsonb_array_elements(r.cells) c where c ->> 'value' <> '' and c ->> 'fault' is null)
          and coalesce(jsonb_array_length(r.findings), 0) = 0 as is_empty
      from result_file f join result_file_row r on r.tenant_id = f.tenant_id and r.file_id = f.id and r.control_kind is not null
        left join qc_lot q on q.tenant_id = r.tenant_id and q.id = r.qc_lot_id
        left join qc_lot m on m.tenant_id = q.tenant_id and m.laboratory_id = q.laboratory_id and m.panel_group_id = q.panel_group_id and m.control_kind = q.control_kind
          and m.lot_no = q.lot_no and m.is_deleted = 0
      where f.tenant_id = ${tenantId} and f.rule_id = ${ruleId} and f.panel_group_id = ${panelGroupId} and f.id <> ${fileId}
        and f.read_state = ${fileJobState.done} and f.read_result = ${fileJobResult.whole} order by f.create_time desc, f.id desc, r.line, m.id`,
  );
  return rows.map(({ isOut, fileId: run, ...control }) => ({ ...control, fileId: run, failedIds: [], isOutForAll: isOut }));
}

/**
 * Those of tasks whose newest measurement waits behind failed controls: a file that is held has a row of them which nobody has skipped, and they
 * have no result since (times are kept to the second: of one second, it waits). What a person types from it would get around the release.
 */
export async function heldTasks(reader: Reader, tenantId: string, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (taskIds.length === 0) return new Set();
  const rows = await readRows(
    reader,
    sql`select t.id::text as id from lab_task t where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)} and exists (
      select 1 from result_file f join result_file_row w on w.tenant_id = f.tenant_id and w.file_id = f.id
      where f.tenant_id = t.tenant_id and f.panel_group_id = t.panel_group_id and f.gate = ${gate.held} and f.release_time is null
        and w.task_id = t.id and w.done_time is null and w.decision is distinct from ${rowDecision.skip} and not w.errors && ${sql.param([...closedErrors])}::text[]
        and f.create_time >= greatest(t.lab_receive_time,
          (select max(v.create_time) from lab_result_version v where v.tenant_id = t.tenant_id and v.task_id = t.id and v.round = t.round),
          (select k.create_time from lab_task_round k where k.tenant_id = t.tenant_id and k.task_id = t.id and k.round = t.round and k.round > 1)))`,
    idRow,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Judges the gates of a run's files that have no control of their own once another file brought some: which file comes first must not decide
 * whether results wait. What was released or begun stays as it is.
 */
export async function settleGatesOfRun(tx: Tx, tenantId: string, file: FileOfRun, facts: GroupFacts, now: string): Promise<void> {
  if (file.ruleId === null) return;
  const others = await readRows(
    tx,
    sql`select f.id::text as id from result_file f where f.tenant_id = ${tenantId} and f.rule_id = ${file.ruleId} and f.panel_group_id = ${file.panelGroupId}
      and f.read_state = ${fileJobState.done} and f.read_result = ${fileJobResult.whole} and f.import_state = ${fileJobState.none} and f.release_time is null
      and not exists (select 1 from result_file_row r where r.tenant_id = f.tenant_id and r.file_id = f.id and r.control_kind is not null) order by f.id for update of f`,
    idRow,
  );
  const required = facts.requiredLots.filter(({ laboratoryId }) => laboratoryId === file.laboratoryId);
  for (const { id } of others) {
    const verdict = judgeGate([], required, [...facts.items.keys()], await controlsOfRun(tx, tenantId, id, file, facts));
    await tx.execute(sql`update result_file set gate = ${verdict.gate}, gate_reasons = ${JSON.stringify(verdict.why)}::jsonb, update_time = ${now}, version = version + 1
      where tenant_id = ${tenantId} and id = ${id} and (gate is distinct from ${verdict.gate} or gate_reasons is distinct from ${JSON.stringify(verdict.why)}::jsonb)`);
  }
}
