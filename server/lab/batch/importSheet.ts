import { fillLabel, inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { fieldSchema } from '#domain/kernel/check.ts';
import { isId } from '#domain/kernel/ids.ts';
import { placeRefusal, placeRefusals } from '#domain/lab/batch/placeRefusal.ts';
import { amountFields, libraryFields, mostPlaces, saveBatch, type PlaceInput, type SaveBatchInput } from '#domain/lab/batch/saveBatch.ts';
import { batchKind, placeKind, type BatchKind, type BatchLine } from '#domain/lab/batch/sheetChoices.ts';
import { columnOfHead, kindOfLine, type SheetColumn } from '#domain/lab/batch/sheetFile.ts';
import type { ImportedSheet } from '#domain/lab/batch/sheetRows.ts';
import { nextFree, placeOf, plateFormat, wellOf, type PlateFormat } from '#domain/lab/rules/plate.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { cellText } from '#domain/sample/import/sheetCell.ts';
import type { ParsedSheet, SheetRow } from '#domain/sheet/sheetTypes.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { languageOf, malformed, UserError } from '#server/kernel/core/answers.ts';
import type { CallContext, Tx } from '#server/kernel/http/serve.ts';
import { uploadedSheet } from '#server/kernel/import/uploadedSheet.ts';
import type { Once } from '#server/kernel/verbs/serveCalls.ts';
import { markOf } from '#server/spine/line.ts';
import { replacedCodes } from '#server/spine/loading.ts';
import { lotMeant, lotsOf } from './controlLots.ts';
import { tasksForSheet } from './sheetLoading.ts';
import { loadSave, writeSheet } from './saveBatch.ts';

/** A line of the file that holds anything, by its columns. */
interface FileLine {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<SheetColumn, string>>>;
}

/** The lines below the heads; the heads stand within the first forty lines, below whatever an instrument's file begins with. */
function linesOf({ rows, rowNumbers }: ParsedSheet): readonly FileLine[] {
  const heads = rows.slice(0, 40).findIndex((row) => row.some((cell) => columnOfHead(cellText(cell)) === 'code'));
  if (heads < 0)
    throw new UserError(422, ['文件缺少编号列(样本条码或实验室编号)', 'The file has no code column (sample code or lab code)'], {
      refusal: 'sheet.noCode',
    });
  const columns = (rows[heads] ?? []).map((cell) => columnOfHead(cellText(cell)));
  const cellsOf = (row: SheetRow): FileLine['cells'] =>
    Object.fromEntries(
      columns.flatMap((key, at) =>
        key === undefined
          ? []
          : [
              [
                key,
                cellText(row[at] ?? null)
                  .trim()
                  .slice(0, 200),
              ],
            ],
      ),
    );
  const lines = rows.slice(heads + 1).map((row, at) => ({ line: rowNumbers[heads + 1 + at] ?? heads + 2 + at, cells: cellsOf(row) }));
  return lines.filter(({ cells }) => Object.values(cells).some((cell) => cell !== ''));
}

const texts = {
  noCode: ['没有编号', 'No code'],
  badWell: ['板上没有孔位 {well}', 'The plate has no well {well}'],
  wellTaken: ['孔位 {well} 已有样本', 'Well {well} is taken'],
  full: ['板已满', 'The plate is full'],
  twice: ['{code} 在文件中有两行', '{code} stands on two lines'],
  badCell: ['{column}填写有误: {value}', '{column} is malformed: {value}'],
  replaced: ['条码 {code} 已换为 {newCode}', 'Code {code} was replaced by {newCode}'],
} as const satisfies Record<string, Label>;

const isOne = (codes: readonly { readonly code: unknown }[], given: string): boolean => codes.some(({ code }) => String(code) === given);

/** The form's own fields; what is not said is a run on 96 wells. Throws UserError 400 for one that is malformed. */
function askedOf(fields: Readonly<Record<string, string>>): {
  laboratoryId: string;
  panelGroupId: string;
  batchKind: BatchKind;
  plateFormat: PlateFormat;
} {
  const { laboratoryId = '', panelGroupId = '', batchKind: kind = String(batchKind.run), plateFormat: format = String(plateFormat.plate96) } = fields;
  if (!isId(laboratoryId)) throw malformed('laboratoryId');
  if (!isId(panelGroupId)) throw malformed('panelGroupId');
  if (!isOne(batchKind.options, kind)) throw malformed('batchKind');
  if (!isOne(plateFormat.options, format)) throw malformed('plateFormat');
  return { laboratoryId, panelGroupId, batchKind: Number(kind) as BatchKind, plateFormat: Number(format) as PlateFormat };
}

const cellFields = { ...amountFields, ...libraryFields };
const bases = /^[ACGTN]{0,24}$/;

/** Makes a draft of a file's good lines, and tells of every line what became of it (`import-file`). */
export async function importSheet(context: CallContext<unknown> & { readonly once: Once }, line: BatchLine): Promise<ImportedSheet> {
  const { user, now, request } = context;
  const { sheet, fileName, fields } = await uploadedSheet(context);
  // What a repeat is known by.
  request.body = { ...fields, fileName, rows: sheet.rows };
  const language = languageOf(request);
  return context.once(async (tx, writing) => {
    const asked = askedOf(fields);
    const lines = linesOf(sheet);
    if (lines.length === 0) throw new UserError(422, ['文件中没有样本', 'The file holds no samples'], { refusal: 'sheet.noRows' });
    if (lines.length > mostPlaces)
      throw new UserError(422, [`一张上机表最多 ${mostPlaces} 行`, `A run sheet has at most ${mostPlaces} lines`], { refusal: 'sheet.tooLong' });
    const empty: SaveBatchInput = { line, ...asked, places: [] };
    // The laboratory and the group are the person's own, before any code is looked up.
    await loadSave(tx, empty, user);
    const judged = await judgeLines(tx, context, lines, asked, language);
    const places = judged.flatMap(({ place }) => place ?? []);
    const rows = judged.map(({ place, ...row }) => ({
      ...row,
      well: place?.well ?? row.well,
      verdict: place ? ('ok' as const) : ('error' as const),
    }));
    const counts = { fileName, totalCount: rows.length, okCount: places.length, errorCount: rows.length - places.length, rows };
    if (places.length === 0) return { ruleId: null, batch: null, version: null, ...counts };
    const input: SaveBatchInput = { ...empty, places };
    const state = await loadSave(tx, input, user);
    const acting = { user, now, occurredAt: null, deviceId: writing.deviceId };
    const outcome = saveBatch.decide(state, input, acting);
    if (!outcome.accepted) {
      const text = saveBatch.refusals[outcome.code] ?? [outcome.code, outcome.code];
      throw new UserError(outcome.kind === 'conflict' ? 409 : 400, [fillLabel(text, outcome.params, 'zh'), fillLabel(text, outcome.params, 'en')], {
        refusal: outcome.code,
      });
    }
    const made = await writeSheet(tx, { user, now, mark: markOf(saveBatch, { acting, opId: writing.opId }) }, input, state, outcome.change.places);
    await writeAudit(tx, {
      ...writing,
      action: 'labBatch.import',
      subject: made.batch,
      before: null,
      after: { fileName, places: places.length },
      now,
    });
    return { ...made, ...counts };
  });
}

interface JudgedLine {
  readonly line: number;
  readonly code: string;
  readonly well: string | null;
  readonly text: string | null;
  readonly place: PlaceInput | null;
}

async function judgeLines(
  tx: Tx,
  { user }: Pick<CallContext<unknown>, 'user'>,
  lines: readonly FileLine[],
  asked: ReturnType<typeof askedOf>,
  language: Language,
): Promise<readonly JudgedLine[]> {
  const codes = [...new Set(lines.map(({ cells }) => normalCode(cells.code ?? '').slice(0, 64)).filter((code) => code !== ''))];
  const tasks = await tasksForSheet(tx, user, { codes }, { batchKind: asked.batchKind, ruleId: null }, true);
  const replaced = new Map((await replacedCodes(tx, user, codes)).map((one) => [one.oldCode, one.newCode]));
  const lots = await lotsOf(tx, user.tenantId, asked);
  const format = asked.plateFormat;
  const given = new Set(lines.flatMap(({ cells }) => (format === plateFormat.none ? [] : (wellIn(format, cells.well ?? '') ?? []))));
  const taken = new Set<string>();
  const seen = new Set<string>();
  let last: string | null = null;
  return lines.map(({ line, cells }): JudgedLine => {
    const code = normalCode(cells.code ?? '').slice(0, 64);
    const named = lots.find(({ lotNo }) => lotNo.toUpperCase() === code);
    const kind = named?.kind ?? kindOfLine(cells.kind ?? '', code);
    const lot = kind === placeKind.sample || kind === placeKind.blank ? null : lotMeant(lots, kind, code);
    const fault = (text: Label, params: Readonly<Record<string, unknown>> = {}): JudgedLine => ({
      line,
      code,
      well: cells.well || null,
      text: fillLabel(text, params, language),
      place: null,
    });
    if (kind === placeKind.sample && code === '') return fault(texts.noCode);
    let well: string | null = null;
    if (format !== plateFormat.none) {
      // A line without a well takes the next one that no other line names.
      well = cells.well ? wellIn(format, cells.well) : nextFree(format, new Set([...given, ...taken]), last);
      if (well === null) return fault(cells.well ? texts.badWell : texts.full, { well: cells.well });
      if (taken.has(well)) return fault(texts.wellTaken, { well });
    }
    let taskId: string | null = null;
    if (kind === placeKind.sample) {
      const own = tasks.filter((task) => task.askedCode === code);
      const task = own.find(({ laboratoryId, panelGroupId }) => laboratoryId === asked.laboratoryId && panelGroupId === asked.panelGroupId) ?? own[0];
      const newCode = replaced.get(code);
      if (!task) return newCode ? fault(texts.replaced, { code, newCode }) : fault(placeRefusals['batch.unknownCode'], { code });
      const refusal = placeRefusal(task, asked);
      if (refusal) return fault(placeRefusals[refusal.code as keyof typeof placeRefusals], refusal.params);
      if (seen.has(task.taskId)) return fault(texts.twice, { code });
      ({ taskId } = task);
    }
    const values: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(cellFields)) {
      const value = cells[key as SheetColumn] ?? '';
      if (value === '') continue;
      const upper = key === 'index1' || key === 'index2' ? value.toUpperCase() : value;
      const parsed = fieldSchema(field).safeParse(upper);
      if (!parsed.success || ((key === 'index1' || key === 'index2') && !bases.test(upper)))
        return fault(texts.badCell, { column: inLanguage(field.label, language), value });
      values[key] = parsed.data;
    }
    if (taskId) seen.add(taskId);
    if (well) {
      taken.add(well);
      last = well;
    }
    return { line, code, well, text: null, place: { ...values, well, kind, taskId, qcLotId: lot?.qcLotId ?? null } as PlaceInput };
  });
}
const wellIn = (format: Exclude<PlateFormat, 0>, given: string): string | null => {
  const place = placeOf(format, given);
  return place === null ? null : wellOf(format, place);
};
