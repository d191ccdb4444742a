import { sql } from 'drizzle-orm';
import { timelineAct } from '#domain/search/sampleDetail.ts';
import { resultKind } from '#domain/base/item.ts';
import { placeState } from '#domain/lab/batch/sheetChoices.ts';
import type { ResultTemplateColumns } from '#domain/lab/rules/templateHead.ts';
import { headOf } from '#domain/lab/rules/templateHead.ts';
import { controlKind, gate, warnedReason } from '#domain/lab/rules/controlGate.ts';
import { closedWords } from '#domain/lab/rules/itemWords.ts';
import { failedLimits, forbidding, isBornWith, judgeKind } from '#domain/lab/rules/judging.ts';
import { measureOfItem, metric } from '#domain/lab/rules/metrics.ts';
import { judgeResultRow, rowVerdict, type RowTask } from '#domain/lab/rules/resultRow.ts';
import { layoutOf, readResultRows, type ResultRow } from '#domain/lab/rules/resultSheet.ts';
import { againstControls, itemsOfFindings, unknownOrganisms, type RunLibrary } from '#domain/lab/rules/runBackground.ts';
import { differsFromBefore, differsInSex, isInUnit } from '#domain/lab/rules/signals.ts';
import { fileJobResult, fileJobState, resultRefusals, type ResultRefusal } from '#domain/lab/resultFile.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import type { ParsedSheet } from '#domain/sheet/sheetTypes.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { readSheet } from '#server/kernel/import/uploadedSheet.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { qcPointTable } from '#server/storage/labBatchTables.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { resultFileRowTable } from '#server/storage/resultTables.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { controlsOf, judgeControls, type ControlPlace } from './controls.ts';
import { openStates } from './commitResults.ts';
import { earlierValuesOf } from './earlierValues.ts';
import { groupFacts, limitsOf, type GroupFacts } from './groupFacts.ts';
import { instrumentKey, instrumentsOf } from './instruments.ts';
import { controlsOfRun, lockRun, settleGatesOfRun } from './runControls.ts';

export const readFileJob = 'resultFile.read';
export interface AskedFile {
  readonly tenantId: string;
  readonly fileId: string;
}
/** What of a file decides how its rows are judged. */
export interface JudgedFile {
  readonly sha256: string;
  readonly panelGroupId: string;
  readonly laboratoryId: string;
  readonly ruleId: string | null;
  readonly uploadUserId: string;
  readonly uploadUserName: string;
  readonly fileName: string;
}
interface FileRow extends JudgedFile {
  readonly readState: number;
  readonly importState: number;
  readonly layout: number | null;
  readonly columns: ResultTemplateColumns | null;
}

/** A plate of 384 with a row an item has thousands; what is longer was put together of many runs. */
const mostRows = 20_000;

const refused = (code: ResultRefusal): UserError => new UserError(422, resultRefusals[code], { refusal: code });

/** Reads uploaded files and judges their rows; what is done twice ends in the same rows. A file that cannot be read is kept, with a sentence. */
export function readFileJobKind(database: Database, blobs: BlobStore): JobKind<AskedFile> {
  const { orm } = database;
  async function fail({ tenantId, fileId }: AskedFile, message: string): Promise<void> {
    await orm.execute(sql`update result_file set read_state = ${fileJobState.done}, read_result = ${fileJobResult.failed}, read_message = ${message.slice(0, 500)}, update_time = ${nowText()}
      where tenant_id = ${tenantId} and id = ${fileId} and read_state <> ${fileJobState.done}`);
  }
  return {
    name: readFileJob,
    retries: 3,
    async run(asked) {
      const { tenantId, fileId } = asked;
      const file = await readRow<FileRow>(
        orm,
        sql`update result_file f set read_state = ${fileJobState.running} from result_template m where f.tenant_id = ${tenantId} and f.id = ${fileId}
            and f.read_state <> ${fileJobState.done} and m.tenant_id = f.tenant_id and m.id = f.result_template_id
          returning f.file_name, f.sha256, f.panel_group_id, f.laboratory_id, f.rule_id, f.read_state, f.import_state, f.upload_user_id, f.upload_user_name, m.layout, m.columns`,
      );
      if (!file) return;
      try {
        const bytes = await bytesOf(blobs, tenantId, file.sha256);
        const { sheet } = await readSheet({ blobs }, bytes, file.fileName, mostRows);
        const now = nowText();
        const facts = await groupFacts(orm, tenantId, file.panelGroupId, now.slice(0, 10));
        const rows = rowsOfSheet(sheet, file, facts);
        await database.transaction((tx) => keepRows(tx, asked, file, facts, rows, now));
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        await fail(asked, error.label.join(' / '));
      }
    },
    givenUp: (asked) => fail(asked, '服务器多次中断 / the server was interrupted several times'),
  };
}

/** The samples and controls of a sheet by its template. Throws UserError 422 where it has no header, no column of codes, or no row. */
export function rowsOfSheet(
  sheet: ParsedSheet,
  { layout, columns }: { readonly layout: number | null; readonly columns: ResultTemplateColumns | null },
  facts: GroupFacts,
): readonly ResultRow[] {
  const template = headOf(sheet.rows, columns ?? [], layoutOf(layout));
  if (template === 'file.noHead' || template === 'file.noCode') throw refused(template);
  const items = [...facts.items.values()].map((item) => ({
    itemId: item.itemId,
    names: [item.itemName, item.itemCode, item.itemShortName ?? ''],
    kind: item.kind,
    words: closedWords(facts.rule, item),
  }));
  const rows = readResultRows(sheet, template, items, facts.rule.judgeKind);
  if (rows.length === 0) throw refused('file.noRows');
  return rows;
}

async function bytesOf(blobs: BlobStore, tenantId: string, sha256: string): Promise<Buffer> {
  const stream = await blobs.read(tenantId, sha256);
  if (!stream) throw new UserError(404, ['文件内容已不在服务器上', 'The file is no longer on the server']);
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

interface FoundTask extends RowTask {
  readonly code: string;
  readonly sex: number | null;
  readonly panelIds: readonly string[];
  readonly itemIds: readonly string[];
}
/** Tasks of the tubes that a file's codes name, wherever they are tested: a row says which it may not touch. */
const tasksOfCodes = (reader: Reader, tenantId: string, codes: readonly string[], ruleId: string | null): Promise<FoundTask[]> =>
  readRows<FoundTask>(
    reader,
    sql`select a.code, t.id as task_id, t.panel_group_id, t.laboratory_id, t.task_state, coalesce(r.person_name, '') as person_name, r.sex, t.result_version, t.panel_ids::text[] as panel_ids, t.item_ids::text[] as item_ids,
        coalesce(t.batch_id = ${ruleId}::bigint, false) as is_on_batch
      from (select s.sample_code as code, coalesce(s.primary_sample_id, s.id) as sample_id from sample s where s.tenant_id = ${tenantId} and s.sample_code = ${anyText(codes)}
          union select s.lab_code, coalesce(s.primary_sample_id, s.id) from sample s where s.tenant_id = ${tenantId} and s.lab_code = ${anyText(codes)}) a
        join lab_task t on t.tenant_id = ${tenantId} and t.sample_id = a.sample_id join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id order by t.id`,
  );

/** Writes the rows of a file with their verdicts, its controls' points and what it lacks. */
export async function keepRows(
  tx: Tx,
  { tenantId, fileId }: AskedFile,
  file: JudgedFile,
  facts: GroupFacts,
  rows: readonly ResultRow[],
  now: string,
): Promise<void> {
  await lockRun(tx, tenantId, file);
  const places = await readRows<ControlPlace & { taskId: string | null }>(
    tx,
    sql`select well, kind::int as kind, qc_lot_id::text as qc_lot_id, task_id::text as task_id from lab_batch_place where tenant_id = ${tenantId} and rule_id = ${file.ruleId} and state < ${placeState.voided}`,
  );
  const lots = facts.lots.filter(({ laboratoryId }) => laboratoryId === file.laboratoryId);
  const controls = rows.flatMap((row) => controlsOf(row, lots, places));
  // Of several lots of one material the row keeps the first.
  const controlLines = new Map(controls.toReversed().map((control) => [control.row.line, control]));
  const judged = await judgeControls(tx, tenantId, facts, controls, {
    fileId,
    runId: file.ruleId ?? fileId,
    laboratoryId: file.laboratoryId,
    ofRun: await controlsOfRun(tx, tenantId, fileId, file, facts),
  });
  const asFiled = rows.filter(({ line }) => !controlLines.has(line));
  const tasks = await tasksOfCodes(tx, tenantId, [...new Set(asFiled.map(({ code }) => normalCode(code)))], file.ruleId);
  const byCode = new Map<string, FoundTask[]>();
  for (const task of tasks) byCode.set(task.code, [...(byCode.get(task.code) ?? []), task]);
  const negatives = controls.filter(({ kind }) => kind === controlKind.negative).map(({ row }) => libraryOf(row, facts));
  const samples = asFiled.map((row) => withFindings(row, byCode.get(normalCode(row.code)) ?? [], facts, negatives));
  const sampleLines = new Map(samples.map((row) => [row.line, row]));
  const user = { id: file.uploadUserId, tenantId };
  // The controls of one laboratory speak for no other's results.
  const sight = await laboratoriesOf(tx, user);
  const laboratoryIds = sight === null || sight.includes(file.laboratoryId) ? [file.laboratoryId] : [];
  const aim = { panelGroupId: file.panelGroupId, laboratoryIds, hasBatch: file.ruleId !== null };
  const firstLine = new Map<string, number>();
  const instruments = await instrumentsOf(tx, tenantId, file.laboratoryId);
  const changed = await changedLines(tx, tenantId, facts, samples, byCode, now.slice(0, 10));
  const made = rows.map((filed) => {
    const row = sampleLines.get(filed.line) ?? filed;
    const common = {
      tenantId,
      fileId,
      line: row.line,
      code: row.code.slice(0, 200),
      personName: row.personName || null,
      well: row.well || null,
      cells: row.cells,
      findings: row.findings ?? null,
    };
    const control = controlLines.get(row.line);
    if (control) {
      const isOut = judged.failedLines.has(row.line);
      return {
        ...common,
        verdict: isOut ? rowVerdict.error : rowVerdict.ok,
        errors: isOut ? ['controlOut'] : [],
        warnings: [],
        params: {},
        controlKind: control.kind,
        qcLotId: control.lot?.qcLotId ?? null,
        taskId: null,
        seenVersion: null,
        instrumentId: null,
      };
    }
    const own = byCode.get(normalCode(row.code)) ?? [];
    const limits = limitsOf(facts, own.find(({ panelGroupId }) => panelGroupId === file.panelGroupId)?.panelIds ?? []);
    const unknown = unknownOrganisms(row.findings ?? [], facts.namedItems, facts.rule);
    const failed = failedLimits(measuresOf(row, facts), limits);
    const instrumentId = instruments.get(instrumentKey(row.instrument ?? '')) ?? null;
    const seen = [
      ...(failed.length > 0 ? (['qcLow'] as const) : []),
      ...(differsInSex(row.cells.find(({ metric: name }) => name === metric.sexCall)?.value, own[0]?.sex ?? null, facts.rule.judgeKind)
        ? (['sexDiffers'] as const)
        : []),
      ...(changed.has(row.line) ? (['delta'] as const) : []),
      ...(unknown.length > 0 ? (['unknownFinding'] as const) : []),
      ...(row.instrument && instrumentId === null ? (['unknownInstrument'] as const) : []),
    ];
    const verdict = judgeResultRow(row, own, aim, firstLine, seen, forbidding(failed));
    if (verdict.taskId && !firstLine.has(verdict.taskId)) firstLine.set(verdict.taskId, row.line);
    const faults = verdict.error === 'badCell' ? faultsOf(row) : [];
    return {
      ...common,
      verdict: verdict.verdict,
      errors: verdict.error ? [verdict.error, ...new Set(faults)] : [],
      warnings: [...verdict.warnings],
      params: unknown.length > 0 ? { ...verdict.params, names: unknown.join('、') } : verdict.params,
      controlKind: null,
      qcLotId: null,
      taskId: verdict.taskId,
      seenVersion: own.find(({ taskId }) => taskId === verdict.taskId)?.resultVersion ?? null,
      instrumentId,
    };
  });
  const present = new Set(made.flatMap(({ taskId }) => taskId ?? []));
  const missing = places.flatMap(({ kind, taskId }) => (kind === 1 && taskId !== null && !present.has(taskId) ? [taskId] : []));
  await tx.execute(sql`delete from result_file_row where tenant_id = ${tenantId} and file_id = ${fileId}`);
  await tx.execute(sql`delete from qc_point where tenant_id = ${tenantId} and file_id = ${fileId}`);
  await tx.execute(insertMany(resultFileRowTable, made));
  // The same bytes brought again are the same measurement, not another point.
  const again = await readRow<{ id: string }>(
    tx,
    sql`select f.id::text as id from result_file f where f.tenant_id = ${tenantId} and f.panel_group_id = ${file.panelGroupId} and f.sha256 = ${file.sha256} and f.id <> ${fileId}
      and exists (select 1 from qc_point p where p.tenant_id = f.tenant_id and p.file_id = f.id) limit 1`,
  );
  if (judged.points.length > 0 && !again)
    await tx.execute(
      insertMany(
        qcPointTable,
        judged.points.map((point) => ({ ...point, tenantId, ruleId: file.ruleId, fileId, createTime: now })),
      ),
    );
  const errorCount = made.filter(({ verdict, controlKind }) => verdict === rowVerdict.error && controlKind === null).length;
  await tx.execute(sql`update result_file set read_state = ${fileJobState.done}, read_result = ${fileJobResult.whole}, read_message = null, total_count = ${made.length}, error_count = ${errorCount},
      gate = ${judged.gate.gate}, gate_reasons = ${JSON.stringify([
        ...judged.gate.why,
        ...(judged.isWarned && judged.gate.gate === gate.passed ? [warnedReason] : []),
      ])}::jsonb,
      missing_task_ids = ${sql.param(missing)}::bigint[], update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${fileId}`);
  if (controls.length > 0)
    await settleGatesOfRun(tx, tenantId, { ...file, fileId }, facts, {
      act: timelineAct.resultGate,
      acting: { user: { ...user, account: '', name: file.uploadUserName, permissions: new Set<string>() }, now, occurredAt: null, deviceId: null },
      opId: null,
      note: file.fileName,
    });
}

const faultsOf = ({ cells, findings = [] }: ResultRow) => [...cells, ...findings.flatMap(({ faults }) => faults)].flatMap(({ fault }) => fault ?? []);

function libraryOf(row: ResultRow, facts: GroupFacts): RunLibrary {
  const millions = Number(measuresOf(row, facts)[metric.rawReads] ?? NaN);
  return { findings: row.findings ?? [], millions: Number.isFinite(millions) ? millions : null };
}

/** A sample's row with what its findings mean: held against the run's negative controls, and the values of its items that follow. */
function withFindings(row: ResultRow, own: readonly FoundTask[], facts: GroupFacts, negatives: readonly RunLibrary[]): ResultRow {
  if (!row.findings) return row;
  const { rule, panelGroupId } = facts;
  const findings =
    rule.judgeKind === judgeKind.pathogen ? againstControls(libraryOf(row, facts), negatives, rule.controlTimes ?? undefined) : row.findings;
  const itemIds = own.find((task) => task.panelGroupId === panelGroupId)?.itemIds ?? [];
  const said = new Set(row.cells.flatMap(({ itemId, value }) => (itemId !== null && value !== '' ? [itemId] : [])));
  const items = facts.namedItems.filter(({ itemId }) => itemIds.includes(itemId));
  const follow = Object.entries(itemsOfFindings(findings, items, rule, said));
  const cells = follow.map(([itemId, value]) => ({ itemId, metric: null, title: facts.items.get(itemId)?.itemName ?? itemId, value, fault: null }));
  return { ...row, findings, cells: [...row.cells.filter(({ itemId, value }) => value !== '' || !follow.some(([id]) => id === itemId)), ...cells] };
}

/** What a row says of measures, as themselves or as items; what is a measure itself goes first. */
function measuresOf({ cells }: ResultRow, { items }: GroupFacts): Readonly<Record<string, string>> {
  const said = cells.flatMap(({ itemId, metric: name, value }) => {
    const item = itemId === null ? undefined : items.get(itemId);
    const measure = name ?? (item?.kind === resultKind.quantitative ? measureOfItem(item) : undefined);
    return measure !== undefined && value !== '' ? [{ measure, isItem: item !== undefined, value }] : [];
  });
  return Object.fromEntries(said.toSorted((one, other) => Number(other.isItem) - Number(one.isItem)).map(({ measure, value }) => [measure, value]));
}

/** Lines with a value that differs from the person's earlier ones more than it can (docs/lab.md#judging). */
async function changedLines(
  tx: Tx,
  tenantId: string,
  facts: GroupFacts,
  rows: readonly ResultRow[],
  byCode: ReadonlyMap<string, readonly FoundTask[]>,
  day: string,
): Promise<ReadonlySet<number>> {
  const isBorn = isBornWith(facts.rule.judgeKind);
  const compared = [...facts.items.values()].filter(({ deltaPercent }) => isBorn || deltaPercent !== null);
  const lines = new Set<number>();
  if (compared.length === 0) return lines;
  const mostOf = new Map(compared.map(({ itemId, deltaPercent }) => [itemId, isBorn ? null : deltaPercent]));
  const asked = rows.flatMap((row) => {
    const task = byCode
      .get(normalCode(row.code))
      ?.find(({ panelGroupId, taskState: state }) => facts.panelGroupId === panelGroupId && openStates.includes(state));
    const values = row.cells.flatMap(({ itemId, value, fault }) =>
      itemId !== null && value !== '' && fault === null && mostOf.has(itemId) ? [{ itemId, value }] : [],
    );
    return task && !row.isCodeLost && values.length > 0 ? [{ line: row.line, taskId: task.taskId, values }] : [];
  });
  const earlier = await earlierValuesOf(
    tx,
    tenantId,
    asked.map(({ taskId }) => taskId),
    [...mostOf.keys()],
    day,
  );
  for (const { line, taskId, values } of asked) {
    const differs = values.some(({ itemId, value }) =>
      (earlier.get(taskId)?.get(itemId) ?? []).some(
        (one) => isInUnit(one, facts.items.get(itemId)?.unit ?? null) && differsFromBefore(value, one.value, mostOf.get(itemId) ?? null),
      ),
    );
    if (differs) lines.add(line);
  }
  return lines;
}
