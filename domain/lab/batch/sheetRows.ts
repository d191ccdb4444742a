import { z } from 'zod';
import { callsUnder, declareCalls, fileAnswer, labelShape, oneOf, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, integer, ref, text } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { codeText } from '#domain/sample/codeText.ts';
import { words } from '#domain/search/vocabulary.ts';
import { nextStep } from '../redo/roundKind.ts';
import { plateFormat } from '../rules/plate.ts';
import { taskState } from '../rules/taskState.ts';
import { sheetRoutes } from './saveBatch.ts';
import { batchKind, batchLine, batchSubmitted, placeKind, placeState, type BatchLine } from './sheetChoices.ts';

/** Looking at run sheets, whichever line. */
export const viewSheets: Right = { code: 'labBatch_view', label: ['查看上机表', 'View run sheets'], roles: ['lab', 'audit1', 'audit2'] };

/** A run sheet in a list. */
export const batchRow = shape({
  ruleId: z.string(),
  batch: z.string(),
  dayNumber: z.int(),
  /** Its samples. */
  totalNumber: z.int(),
  line: oneOf(batchLine),
  batchKind: oneOf(batchKind),
  isSubmit: oneOf(batchSubmitted),
  operator: z.string(),
  reviewer: z.string().nullable(),
  submitTime: z.string().nullable(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
  panelGroupId: z.string(),
  panelGroupName: z.string().nullable(),
  instrumentId: z.string().nullable(),
  instrumentName: z.string().nullable(),
  plateFormat: oneOf(plateFormat),
  chipId: z.string().nullable(),
  creator: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
  version: z.int(),
  remark: z.string().nullable(),
});
export type BatchRow = RowOf<typeof batchRow>;

const number = z.number().nullable();
const word = z.string().nullable();
/** A place of a sheet. */
export const batchPlaceRow = shape({
  seq: z.int(),
  well: word,
  kind: oneOf(placeKind),
  state: oneOf(placeState),
  taskId: word,
  round: z.int().nullable(),
  sampleCode: word,
  labCode: word,
  taskState: oneOf(taskState).nullable(),
  isUrgent: z.int().nullable(),
  /** The step its task waits for again; null: none was ordered. */
  nextStep: oneOf(nextStep).nullable(),
  qcLotId: word,
  qcLotName: word,
  lane: word,
  libraryCode: word,
  index1: word,
  index2: word,
  dnaConc: number,
  libConc: number,
  quantConc: number,
  poolConc: number,
  volume: number,
  dilution: number,
  expectedData: number,
  reason: word,
});
export type BatchPlaceRow = RowOf<typeof batchPlaceRow>;

/** A whole sheet, with what keeps it from being submitted. */
export const batchDetail = batchRow.extend({
  isIndexReversed: z.int(),
  chipType: word,
  startTime: word,
  expectedEndTime: word,
  endTime: word,
  server: word,
  kitLots: z.array(shape({ name: z.string(), lotNo: z.string() })),
  updateUserName: z.string(),
  places: z.array(batchPlaceRow),
  /** Control lots that may stand on it. */
  lots: z.array(
    shape({ qcLotId: z.string(), kind: oneOf(placeKind), lotNo: z.string(), name: z.string(), isRequired: z.int(), isExpired: z.boolean() }),
  ),
  faults: z.array(shape({ code: z.string(), at: z.array(z.string()), text: labelShape })),
});
export type BatchDetail = RowOf<typeof batchDetail>;

const sheetTitles: Readonly<Record<BatchLine, Label>> = {
  mapmi: ['mapmi 上机', 'mapmi runs'],
  tngs: ['tNGS 上机', 'tNGS runs'],
  general: ['上机批次', 'Run sheets'],
};
/** The list of one line. */
const sheetsOf = <const At extends `lab/${string}/page`>(name: string, at: At, line: BatchLine) =>
  describeListing({
    name,
    title: sheetTitles[line],
    at,
    permission: viewSheets.code,
    row: batchRow,
    id: 'ruleId',
    columns: {
      batch: words.batch,
      isSubmit: choice('提交状态', 'Submitted', batchSubmitted),
      batchKind: choice('批次类型', 'Step', batchKind),
      totalNumber: integer('样本数', 'Samples'),
      ...pick(words, 'panelGroupId', 'laboratoryId'),
      instrumentId: ref('仪器', 'Instrument', 'instrument'),
      operator: text('上机操作人', 'Operator'),
      reviewer: text('复核人', 'Reviewer'),
      submitTime: dateTime('提交时间', 'Submitted at'),
      createTime: words.createTime,
      dayNumber: integer('当日序号', 'Number of the day'),
      remark: words.remark,
    },
    search: {
      batch: words.batch,
      isSubmit: choice('提交状态', 'Submitted', batchSubmitted),
      operator: text('上机操作人', 'Operator'),
      createTime: words.createTime,
      ...pick(words, 'panelGroupId', 'laboratoryId'),
      batchKind: choice('批次类型', 'Step', batchKind),
    },
    screens: [{ route: sheetRoutes[line], title: sheetTitles[line] }],
  });
export const mapmiSheets = sheetsOf('mapmiSheet', 'lab/mapmiSj/page', 'mapmi');
export const tngsSheets = sheetsOf('tngsSheet', 'lab/tngsSj/page', 'tngs');
export const generalSheets = sheetsOf('labBatch', 'lab/lab-batch/page', 'general');

/** What a scanned code would say on a sheet. */
export const placeCheck = shape({
  code: z.string(),
  verdict: z.enum(['ready', 'refused']),
  refusal: shape({ code: z.string(), text: z.string() }).nullable(),
  /** Null where it is refused. */
  task: shape({
    taskId: z.string(),
    sampleCode: z.string(),
    labCode: word,
    round: z.int(),
    taskState: oneOf(taskState),
    isUrgent: z.int(),
    nextStep: oneOf(nextStep).nullable(),
  }).nullable(),
});
export type PlaceCheck = RowOf<typeof placeCheck>;

/** A line of a file that was taken over. */
const importedRow = shape({
  line: z.int(),
  code: z.string(),
  well: word,
  verdict: z.enum(['ok', 'error']),
  text: z.string().nullable(),
});
/** What became of a file: the draft that was made of its good lines. `ruleId` is null where none was good: then nothing was made. */
export const importedSheet = shape({
  ruleId: word,
  batch: word,
  version: z.int().nullable(),
  fileName: z.string(),
  totalCount: z.int(),
  okCount: z.int(),
  errorCount: z.int(),
  rows: z.array(importedRow),
});
export type ImportedSheet = RowOf<typeof importedSheet>;

const ofSheet = {
  'GET detail': {
    title: ['上机表详情', 'A run sheet'],
    permission: viewSheets.code,
    query: parameters('ruleId', 'id'),
    answer: batchDetail,
  },
  /** A form with `file`, `laboratoryId`, `panelGroupId`, and, where they differ from a run on 96 wells, `batchKind` and `plateFormat`. */
  'POST import-file': {
    title: ['导入上机表', 'Import a run sheet'],
    permission: 'labBatch_save',
    isUpload: true,
    answer: importedSheet,
  },
} as const;
export const mapmiSheetContracts = callsUnder('lab/mapmiSj', ofSheet);
export const tngsSheetContracts = callsUnder('lab/tngsSj', ofSheet);
export const generalSheetContracts = callsUnder('lab/lab-batch', ofSheet);
export { ofSheet as sheetFamily };

/** Formats a sheet can be had in. */
export const sheetFormats = ['xlsx', 'illumina'] as const;

/** Calls of run sheets that all lines share. */
export const sheetContracts = declareCalls({
  'GET lab/lab-batch/place-check': {
    title: ['上机扫描检查', 'Check a code for a run sheet'],
    permission: 'labBatch_save',
    query: z.object({
      code: codeText(),
      laboratoryId: idText,
      panelGroupId: idText,
      batchKind: z.string(),
      ruleId: z.string().optional(),
    }),
    answer: placeCheck,
  },
  'GET lab/lab-batch/sheet': {
    title: ['下载上机表', 'Download a run sheet'],
    permission: viewSheets.code,
    query: z.object({ ruleId: idText, format: z.enum(sheetFormats).optional() }),
    answer: fileAnswer,
  },
});
