import { sql } from 'drizzle-orm';
import { batchKind, placeKind, type BatchKind, type BatchLine } from '#domain/lab/batch/sheetChoices.ts';
import { submitBatch } from '#domain/lab/batch/submitBatch.ts';
import { wellOf } from '#domain/lab/rules/plate.ts';
import { gate } from '#domain/lab/rules/controlGate.ts';
import { rowVerdict } from '#domain/lab/rules/resultRow.ts';
import { fileJobState, rowDecision, type FindingInput } from '#domain/lab/resultFile.ts';
import type { Signal } from '#domain/lab/rules/signals.ts';
import { writeSheet } from '#server/lab/batch/saveBatch.ts';
import { writeSubmission } from '#server/lab/batch/submitBatch.ts';
import { commitResult, resultSource } from '#server/lab/results/commitResults.ts';
import { importPortion } from '#server/lab/results/importFile.ts';
import { keepRows, rowsOfSheet } from '#server/lab/results/readFile.ts';
import { readRow } from '#server/storage/readRows.ts';
import { newId } from '#server/storage/ids.ts';
import { sha256Of, type LabBench, type LabTask } from './labBench.ts';
import type { LabTemplate } from './labTemplates.ts';

export interface SheetWanted {
  readonly line: BatchLine;
  readonly kind?: BatchKind;
  /** Of one laboratory and group. */
  readonly tasks: readonly LabTask[];
  readonly at: string;
  /** Stays a draft. */
  readonly isDraft?: boolean;
  /** Lots of level controls that stand on it. */
  readonly levelLots?: readonly string[];
}
export interface Sheet {
  readonly ruleId: string;
  readonly batch: string;
  /** Where each task and control stands; controls by NC, PC and the ids of their lots. */
  readonly wells: ReadonlyMap<string, string>;
  readonly at: string;
}

/** Bases of a library's index: those of two libraries of a sheet differ in three places at least. */
const indexOf = (number: number): string => `${[0, 1, 2].map((place) => 'ACGT'[Math.floor(number / 4 ** place) % 4]!.repeat(3)).join('')}A`;

/** Puts tasks and their group's controls onto a plate; submitted two hours later unless it is to stay a draft. */
export async function sheetOf(
  bench: LabBench,
  { line, kind = batchKind.run, tasks, at, isDraft = false, levelLots = [] }: SheetWanted,
): Promise<Sheet> {
  const [first] = tasks;
  if (!first) throw new Error('demo data: a run sheet without tasks');
  const { tx, crew } = bench;
  const { laboratoryId, panelGroupId } = first;
  const lots = await bench.lots(first);
  const controls = [
    ...(lots.negative ? [{ name: 'NC', kind: placeKind.negative, qcLotId: lots.negative }] : []),
    ...(lots.positive ? [{ name: 'PC', kind: placeKind.positive, qcLotId: lots.positive }] : []),
    ...levelLots.map((qcLotId) => ({ name: qcLotId, kind: placeKind.level, qcLotId })),
  ];
  const isSequenced = line !== 'general' && kind === batchKind.run;
  const filled = [...tasks.map((task) => ({ name: task.id, kind: placeKind.sample, taskId: task.id })), ...controls].map((place, index) => ({
    ...place,
    well: wellOf(96, index + 1),
    ...(isSequenced
      ? {
          lane: '1',
          libraryCode: `L${at.slice(2, 10).replaceAll('-', '')}${String(index + 1).padStart(3, '0')}`,
          index1: indexOf(index),
          index2: indexOf(index + 1),
          dnaConc: 1.2 + (index % 7) / 10,
          libConc: 8 + (index % 5),
          expectedData: 4,
        }
      : {}),
  }));
  const input = {
    line,
    batchKind: kind,
    laboratoryId,
    panelGroupId,
    instrumentId: kind === batchKind.run ? await bench.instrumentOf(laboratoryId, line) : null,
    plateFormat: 96 as const,
    ...(isSequenced ? { chipId: `FC${at.slice(2, 10).replaceAll('-', '')}`, chipType: 'SE50', server: '/data/seq01' } : {}),
    ...(isDraft ? {} : { startTime: bench.later(at, 3), expectedEndTime: bench.later(at, 15) }),
    kitLots: [{ name: '提取试剂盒', lotNo: `K${at.slice(2, 7).replace('-', '')}01` }],
    places: filled.map(({ name: _name, ...place }) => place),
  };
  const rounds = new Map(tasks.map(({ id, round }) => [id, round]));
  const places = input.places.map((place, index) => ({
    ...place,
    seq: index + 1,
    round: 'taskId' in place ? (rounds.get(place.taskId) ?? null) : null,
  }));
  const state = { sheet: null, laboratoryCode: first.laboratoryCode, isGroupKnown: true, instrument: null, knownLots: [], tasks: [] };
  const { ruleId, batch } = await writeSheet(tx, { user: crew.bench, now: at }, input, state, places);
  const wells = new Map(filled.map(({ name, well }) => [name, well]));
  if (isDraft) return { ruleId, batch, wells, at };
  const submitTime = bench.later(at, 1);
  await writeSubmission(
    tx,
    { ruleId, batch, reviewerId: crew.reviewer.id, reviewer: crew.reviewer.name, submitTime },
    tasks.map(({ id: taskId, taskState }) => ({ taskId, taskState })),
    bench.mark(crew.bench, submitTime, submitBatch.name, batch),
  );
  return { ruleId, batch, wells, at: submitTime };
}

/** What a file says of one tube or control, by the titles of its template. */
export interface FileLine {
  readonly code: string;
  readonly personName?: string;
  readonly well?: string;
  readonly values: Readonly<Record<string, string | number>>;
}
export interface FileWanted {
  readonly fileName: string;
  readonly template: LabTemplate;
  readonly sheet: Sheet;
  readonly laboratoryId: string;
  readonly panelGroupId: string;
  readonly lines: readonly FileLine[];
  readonly at: string;
  /** Who lets a held file through, and why. */
  readonly release?: string;
  /** Reason given for rows with warnings. */
  readonly reason?: string;
  /** Read, and nothing taken in. */
  readonly isLeft?: boolean;
}
/** The bytes of the demo's result files, kept beside the database by whoever seeds it. */
export type KeptBytes = (bytes: Buffer) => Promise<void>;

/** A result file: read as the server reads one, and its rows taken in, unless controls hold it. */
export async function fileOf(bench: LabBench, keep: KeptBytes, { template, sheet, at, ...wanted }: FileWanted): Promise<string> {
  const { tx, tenantId, crew } = bench;
  const { panelGroupId, laboratoryId, lines } = wanted;
  const titles = template.columns.map(({ title }) => title);
  const rows = [titles, ...lines.map((line) => template.columns.map(({ title, role }) => cellOf(line, title, role)))];
  const bytes = Buffer.from(`\uFEFF${rows.map((row) => row.map((cell) => cell ?? '').join(',')).join('\r\n')}\r\n`);
  await keep(bytes);
  const fileId = newId();
  const { id: userId, name: userName } = crew.bench;
  await tx.execute(sql`insert into result_file (id, tenant_id, file_name, sha256, panel_group_id, laboratory_id, result_template_id, rule_id, read_state, import_state, upload_user_id, upload_user_name, create_time, update_time)
    values (${fileId}, ${tenantId}, ${wanted.fileName}, ${sha256Of(bytes)}, ${panelGroupId}, ${laboratoryId}, ${template.id}, ${sheet.ruleId}, ${fileJobState.running}, ${fileJobState.none}, ${userId}, ${userName}, ${at}, ${at})`);
  const facts = await bench.facts(panelGroupId);
  const parsed = { kind: 'csv' as const, sheetNames: [], sheetName: '', rows, rowNumbers: rows.map((_row, index) => index + 1) };
  const file = {
    sha256: sha256Of(bytes),
    panelGroupId,
    laboratoryId,
    ruleId: sheet.ruleId,
    uploadUserId: userId,
    uploadUserName: userName,
    fileName: wanted.fileName,
  };
  await keepRows(tx, { tenantId, fileId }, file, facts, rowsOfSheet(parsed, template, facts), at);
  const judged = await readRow<{ gate: number }>(tx, sql`select gate::int as gate from result_file where tenant_id = ${tenantId} and id = ${fileId}`);
  if (wanted.isLeft || (judged?.gate === gate.held && !wanted.release)) return fileId;
  if (judged?.gate === gate.held)
    await tx.execute(sql`update result_file set release_user_id = ${crew.first.id}, release_user_name = ${crew.first.name}, release_reason = ${wanted.release}, release_time = ${bench.later(at, 0.5)}
      where tenant_id = ${tenantId} and id = ${fileId}`);
  await tx.execute(sql`update result_file_row set decision = case when verdict = ${rowVerdict.error} then ${rowDecision.skip} else ${rowDecision.take} end,
    reason = case when verdict = ${rowVerdict.warn} then ${wanted.reason ?? '已与实验室核对'} end where tenant_id = ${tenantId} and file_id = ${fileId} and control_kind is null`);
  await tx.execute(
    sql`update result_file set import_state = ${fileJobState.waiting}, import_time = ${bench.later(at, 1)} where tenant_id = ${tenantId} and id = ${fileId}`,
  );
  while (!(await importPortion(tx, { tenantId, fileId, userId, userName }, bench.later(at, 1))));
  return fileId;
}

function cellOf(line: FileLine, title: string, role: string | null): string | number | null {
  if (role === 'labCode' || role === 'sampleCode') return line.code;
  if (role === 'personName') return line.personName ?? null;
  if (role === 'well') return line.well ?? null;
  return line.values[title] ?? null;
}

export interface HandEntry {
  /** By item code. */
  readonly values: Readonly<Record<string, string>>;
  readonly findings?: readonly FindingInput[];
  readonly signals?: readonly Signal[];
  readonly reason?: string;
}

/** A person's values of a task. */
export async function enterByHand(bench: LabBench, given: LabTask, entry: HandEntry, at: string): Promise<void> {
  const [task] = await bench.again([given]);
  const facts = await bench.facts(given.panelGroupId);
  const idOf = new Map([...facts.items.values()].map(({ itemId, itemCode }) => [itemCode, itemId]));
  await commitResult(
    bench.tx,
    bench.tenantId,
    facts,
    {
      task: { ...task!, askedCode: task!.sampleCode },
      source: resultSource.hand,
      fileId: null,
      line: null,
      values: Object.fromEntries(Object.entries(entry.values).flatMap(([code, value]) => (idOf.has(code) ? [[idOf.get(code)!, value]] : []))),
      metrics: {},
      findings: entry.findings ?? null,
      conclusion: null,
      reason: entry.reason ?? null,
      signals: entry.signals ?? [],
      seenVersion: task!.resultVersion,
    },
    bench.mark(bench.crew.bench, at, 'result.enter'),
  );
}
