import { sql } from 'drizzle-orm';
import { rowVerdict, type RowError } from '#domain/lab/rules/resultRow.ts';
import type { RunControl } from '#domain/lab/rules/controlGate.ts';
import type { ResultRow } from '#domain/lab/rules/resultSheet.ts';
import { fileJobResult, fileJobState } from '#domain/lab/resultFile.ts';
import type { Mark } from '#server/spine/line.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { judgeControls, type ControlKind, type ControlRow } from './controls.ts';
import { groupFacts, type GroupFacts } from './groupFacts.ts';
import { controlsOfRun, lockRun, settleGate, settleGatesOfRun, settleResultsOf, type FileOfRun, type GatedFile } from './runControls.ts';

interface RunFile extends FileOfRun, GatedFile {}
interface StoredControl extends Pick<ResultRow, 'cells' | 'findings'> {
  readonly line: number;
  readonly code: string;
  readonly well: string | null;
  readonly controlKind: ControlKind;
  /** The number of its lot; null: the file does not say which it is. */
  readonly lotNo: string | null;
}

/**
 * Judges the controls of a point's run anew, after a person excluded the point or took it back: the files of its run sheet, else its own, and what
 * was brought of the same bytes. An excluded control counts as if it were not there (docs/lab.md#controls).
 */
export async function rejudgeRun(tx: Tx, tenantId: string, fileId: string, mark: Mark): Promise<void> {
  const own = await readRow<FileOfRun & { readonly createTime: string }>(
    tx,
    sql`select rule_id, panel_group_id, laboratory_id, create_time from result_file where tenant_id = ${tenantId} and id = ${fileId}`,
  );
  if (!own) return;
  await lockRun(tx, tenantId, own);
  // By what was valid on the day of the run: a lot that has expired since was good then.
  const facts = await groupFacts(tx, tenantId, own.panelGroupId, own.createTime.slice(0, 10));
  const files = await readRows<RunFile>(
    tx,
    sql`select f.id::text as id, f.rule_id, f.panel_group_id, f.laboratory_id, f.gate, f.gate_reasons, f.release_time
      from result_file own join result_file f on f.tenant_id = own.tenant_id and f.panel_group_id = own.panel_group_id
        and (f.id = own.id or f.rule_id = own.rule_id or f.sha256 = own.sha256)
      where own.tenant_id = ${tenantId} and own.id = ${fileId} and f.read_state = ${fileJobState.done} and f.read_result = ${fileJobResult.whole}
        and exists (select 1 from result_file_row r where r.tenant_id = f.tenant_id and r.file_id = f.id and r.control_kind is not null)
      order by f.create_time, f.id for update of f`,
  );
  // Rows and points of all files first, the oldest file's first: each gate asks what the others' controls say now.
  for (const file of files) await rejudgeRows(tx, tenantId, file, facts);
  const changed: string[] = [];
  for (const file of files) {
    const anew = await judgedAnew(tx, tenantId, file, facts, await controlsOfRun(tx, tenantId, file.id, file, facts));
    if (anew && (await settleGate(tx, tenantId, file, { ...anew.judged.gate, isWarned: anew.judged.isWarned }, mark.acting.now)))
      changed.push(file.id);
  }
  await settleResultsOf(tx, tenantId, { ...own, fileId }, changed, mark);
  await settleGatesOfRun(tx, tenantId, { ...own, fileId }, facts, mark);
}

/** What the controls of one file say by its rows as they came, without those that are excluded; null: a lot that is used no more judges nothing anew. */
async function judgedAnew(tx: Tx, tenantId: string, file: RunFile, facts: GroupFacts, ofRun: readonly RunControl[]) {
  const stored = await readRows<StoredControl>(
    tx,
    sql`select r.line, r.code, r.well, r.cells, r.findings, r.control_kind, q.lot_no from result_file_row r left join qc_lot q on q.tenant_id = r.tenant_id and q.id = r.qc_lot_id
      where r.tenant_id = ${tenantId} and r.file_id = ${file.id} and r.control_kind is not null order by r.line`,
  );
  // The same bytes brought twice have one point between them.
  const excluded = await readRows<{ qcLotId: string; line: number | null; well: string | null }>(
    tx,
    sql`select qc_lot_id::text as qc_lot_id, line, well from qc_point where tenant_id = ${tenantId} and qc_lot_id = ${anyId(facts.lots.map(({ qcLotId }) => qcLotId))} and excluded_reason is not null
      and file_id in (select f.id from result_file own join result_file f on f.tenant_id = own.tenant_id and f.panel_group_id = own.panel_group_id and f.sha256 = own.sha256
        where own.tenant_id = ${tenantId} and own.id = ${file.id})`,
  );
  const isExcluded = ({ line, well }: StoredControl, lotId: string): boolean =>
    excluded.some((point) => point.qcLotId === lotId && (point.line === null ? point.well === well : point.line === line));
  const controls = stored.map((one) => ({ one, all: lotsOf(one, file, facts) }));
  if (controls.some(({ one, all }) => one.lotNo !== null && all.length === 0)) return null;
  const rows = controls.map(({ one, all }) => ({
    line: one.line,
    kept: all.filter(({ lot }) => lot === null || !isExcluded(one, lot.qcLotId)),
  }));
  const judged = await judgeControls(
    tx,
    tenantId,
    facts,
    rows.flatMap(({ kept }) => kept),
    { fileId: file.id, runId: file.ruleId ?? file.id, laboratoryId: file.laboratoryId, ofRun },
  );
  return { rows, judged };
}

async function rejudgeRows(tx: Tx, tenantId: string, file: RunFile, facts: GroupFacts): Promise<void> {
  const anew = await judgedAnew(tx, tenantId, file, facts, []);
  if (!anew) return;
  const { rows, judged } = anew;
  for (const { line, kept } of rows) {
    const isOut = judged.failedLines.has(line);
    const errors: RowError[] = kept.length === 0 ? ['controlExcluded'] : isOut ? ['controlOut'] : [];
    await tx.execute(sql`update result_file_row set verdict = ${isOut ? rowVerdict.error : rowVerdict.ok}, errors = ${sql.param(errors)}::text[]
      where tenant_id = ${tenantId} and file_id = ${file.id} and line = ${line}`);
  }
  for (const { qcLotId, line, well, z, verdict, rules } of judged.points)
    await tx.execute(sql`update qc_point set z = ${z}, verdict = ${verdict}, rules = ${sql.param([...rules])}::text[] where tenant_id = ${tenantId} and file_id = ${file.id}
      and qc_lot_id = ${qcLotId} and (line = ${line} or line is null and well is not distinct from ${well}) and excluded_reason is null`);
}

/** A stored row as the controls it is: of each lot of its number. */
function lotsOf({ lotNo, controlKind: kind, well, findings, ...row }: StoredControl, file: FileOfRun, facts: GroupFacts): readonly ControlRow[] {
  const asRow: ResultRow = {
    ...row,
    codeRole: 'labCode',
    isCodeLost: false,
    personName: '',
    index: '',
    well: well ?? '',
    ...(findings ? { findings } : {}),
  };
  const own = facts.lots.filter((lot) => lot.laboratoryId === file.laboratoryId && lot.controlKind === kind && lot.lotNo === lotNo);
  return lotNo === null ? [{ row: asRow, kind, lot: null }] : own.map((lot) => ({ row: asRow, kind, lot }));
}
