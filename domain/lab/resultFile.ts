import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';
import { anyRecord, declareCalls, labelShape, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, integer, text } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { words } from '#domain/search/vocabulary.ts';
import { placeKind } from './batch/sheetChoices.ts';
import { nextStep } from './redo/roundKind.ts';
import { gate } from './rules/controlGate.ts';
import { plateFormat } from './rules/plate.ts';
import { rowVerdict } from './rules/resultRow.ts';
import { signal } from './rules/signals.ts';
import { taskState } from './rules/taskState.ts';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { viewTasks } from './viewTasks.ts';

/** How far one of a file's two jobs is. */
export const fileJobState = choices({
  none: [0, '未开始', 'Not begun'],
  waiting: [1, '等待中', 'Waiting'],
  done: [2, '已完成', 'Done'],
  running: [3, '进行中', 'Under way'],
});
export const fileJobResult = choices({ failed: [0, '失败', 'Failed'], whole: [1, '成功', 'Done'] });

/** What is done with a row of a file. */
export const rowDecision = choices({
  take: ['take', '导入', 'Take'],
  skip: ['skip', '跳过', 'Skip'],
  redo: ['redo', '复检', 'Do again'],
});

/** Why a result is not taken in; also the codes that rows of a file keep. */
export const resultRefusals = {
  'file.known': ['同一文件已于 {at} 导入', 'The same file was imported at {at}'],
  'file.noCode': ['文件缺少编号列', 'The file has no column of codes'],
  'file.noHead': ['文件中找不到模板的表头', 'The header of the template is not in the file'],
  'file.noRows': ['文件中没有样本', 'The file has no sample'],
  'file.notReady': ['文件尚未读取完成，或无法读取', 'The file is not read yet, or cannot be read'],
  'file.inImport': ['文件正在导入', 'The file is being imported'],
  'result.audited': ['已审核，未覆盖', 'Audited, kept'],
  'result.ended': ['任务已终止、待重采或作废', 'The task is stopped, waits for a new sample, or is void'],
  'result.gateHeld': ['质控失控，未导入；请放行或复检', 'Held by controls; release it, or do it again'],
  'result.changed': ['已有第 {no} 版结果，请刷新后再录入', 'There is version {no} by now; look again'],
  'result.laterRound': ['任务已重做，本文件的结果属于上一轮', 'Its work began anew; this file speaks of an earlier round'],
  'result.redoMore': ['将是第 4 轮或以后，您没有权限', 'It would begin the fourth round or a later one, which you may not order'],
  'result.notYours': ['不属于您的检验所或项目组', 'Not of your laboratories or panel groups'],
  'result.forbidden': ['质控不合格，禁止出具结果：{limits}；请复检', 'Its quality keeps it out: {limits}; have it done again'],
  'result.sexDiffers': [
    '判定性别与申请单不符，请核对；确认无误须填写原因',
    'The sex as read is not the requisition’s: look at it, or say in words why it stands',
  ],
  'result.needsReason': ['与推导结果不同时须填写原因', 'A result that differs from the derived one needs a reason'],
  'result.notComplete': ['缺少 {items}', 'Lacks {items}'],
  'gate.notHeld': ['该文件未被质控拦截', 'No control holds this file'],
  'gate.ownFile': ['上传人不能放行自己的文件', 'Who brought a file does not release it'],
} as const satisfies Record<string, Label>;
export type ResultRefusal = keyof typeof resultRefusals;

export const gateReason = shape({ text: z.tuple([z.string(), z.string()]), params: z.record(z.string(), z.string()) });

/** A file as its list shows it; polled while its jobs run. */
export const resultFileRow = shape({
  resultFileId: z.string(),
  fileName: z.string(),
  panelGroupId: z.string(),
  panelGroupName: z.string().nullable(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
  resultTemplateId: z.string(),
  ruleId: z.string().nullable(),
  batch: z.string().nullable(),
  totalCount: z.int(),
  /** Rows whose results were taken in. */
  processCount: z.int(),
  /** Rows whose work was ordered again instead. */
  redoCount: z.int(),
  errorCount: z.int(),
  readState: oneOf(fileJobState),
  readResult: z.int().nullable(),
  readMessage: z.string().nullable(),
  importState: oneOf(fileJobState),
  importResult: z.int().nullable(),
  importMessage: z.string().nullable(),
  importTime: z.string().nullable(),
  gate: oneOf(gate).nullable(),
  gateReasons: z.array(gateReason).nullable(),
  /** Tasks of its run sheet without a row. */
  missingCount: z.int(),
  missingCodes: z.array(z.string()),
  releaseUserName: z.string().nullable(),
  releaseReason: z.string().nullable(),
  uploadUserId: z.string(),
  uploadUserName: z.string(),
  createTime: z.string(),
});
export type ResultFileRow = RowOf<typeof resultFileRow>;

export const resultFileList = describeListing({
  name: 'resultFile',
  title: ['结果文件', 'Result files'],
  at: 'lab/result-file/page',
  permission: 'resultFile_view',
  row: resultFileRow,
  id: 'resultFileId',
  columns: {
    fileName: text('文件名', 'File'),
    panelGroupId: words.panelGroupId,
    batch: words.batch,
    readState: choice('读取', 'Read', fileJobState),
    gate: choice('质控门', 'Gate', gate),
    totalCount: integer('行数', 'Rows'),
    processCount: integer('已导入', 'Taken in'),
    redoCount: integer('复检', 'Done again'),
    errorCount: integer('错误数', 'Errors'),
    importState: choice('导入', 'Import', fileJobState),
    uploadUserName: text('上传人', 'Uploaded by'),
    createTime: words.createTime,
  },
  search: {
    ...pick(words, 'panelGroupId', 'laboratoryId'),
    fileName: text('文件名', 'File'),
    importState: choice('导入', 'Import', fileJobState),
    createTime: words.createTime,
  },
  parameters: ['resultFileId'],
});

const resultCell = shape({
  itemId: z.string().nullable(),
  metric: z.string().nullable(),
  title: z.string(),
  value: z.string(),
  fault: z.string().nullable(),
});

/** What a row's sample was found to hold, as its file says it. */
const resultFinding = shape({
  line: z.int(),
  name: z.string(),
  nameEn: z.string().nullable(),
  findingClass: z.string().nullable(),
  reads: z.int().nullable(),
  rpm: z.number().nullable(),
  coverage: z.number().nullable(),
  abundance: z.number().nullable(),
  confidence: z.string().nullable(),
  drug: z.string().nullable(),
  isReported: z.int(),
  controlTimes: z.number().nullable(),
  isBackground: z.int(),
  faults: z.array(shape({ title: z.string(), value: z.string(), fault: z.string() })),
});

/** A row of a file with its verdict and what was decided about it. */
export const resultFileLine = shape({
  line: z.int(),
  code: z.string().nullable(),
  personName: z.string().nullable(),
  well: z.string().nullable(),
  taskId: z.string().nullable(),
  labCode: z.string().nullable(),
  controlKind: z.string().nullable(),
  verdict: oneOf(rowVerdict),
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  params: z.record(z.string(), z.union([z.string(), z.number(), labelShape])),
  cells: z.array(resultCell),
  findings: z.array(resultFinding),
  decision: oneOf(rowDecision).nullable(),
  /** With which step a repetition begins; null: none was said, with sequencing. */
  redoKind: oneOf(nextStep).nullable(),
  reason: z.string().nullable(),
  doneTime: z.string().nullable(),
  refusal: z.string().nullable(),
});
export type ResultFileLine = RowOf<typeof resultFileLine>;

export const resultFileLines = describeListing({
  name: 'resultFileRow',
  title: ['结果文件行', 'Rows of a result file'],
  at: 'lab/result-file/error-page',
  permission: 'resultFile_view',
  row: resultFileLine,
  id: 'line',
  columns: {
    line: integer('行', 'Row'),
    code: code('文件中的编号', 'Code in the file'),
    well: text('孔位', 'Well'),
    verdict: choice('判定', 'Verdict', rowVerdict),
    decision: choice('决定', 'Decision', rowDecision),
    reason: words.reason,
    doneTime: dateTime('导入时间', 'Taken in at'),
  },
  search: { verdict: choice('判定', 'Verdict', rowVerdict) },
  parameters: ['resultFileId'],
});

const wellOfFile = shape({
  well: z.string(),
  kind: oneOf(placeKind),
  /** The tube's code, or the control's lot. */
  code: z.string().nullable(),
  /** The row of the file that is about it; null: it has none. */
  line: z.int().nullable(),
  /** Null: the file has no row of it. */
  verdict: oneOf(rowVerdict).nullable(),
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  params: z.record(z.string(), z.union([z.string(), z.number(), labelShape])),
  /** Where the file has it, if that is another well than the run sheet’s. */
  otherWell: z.string().nullable(),
});
export type WellOfFile = RowOf<typeof wellOfFile>;
/** A file over the plate it was measured on: of its run sheet, or, without one, of the wells it names. */
const filePlate = shape({
  batch: z.string().nullable(),
  plateFormat: oneOf(plateFormat),
  wells: z.array(wellOfFile),
  /** Lines of samples that do not stand on the run sheet. */
  surplus: z.array(shape({ line: z.int(), code: z.string().nullable(), well: z.string().nullable() })),
});
export type FilePlate = RowOf<typeof filePlate>;

const id = z.string().regex(/^\d{1,19}$/);
const reason = z.string().trim().max(200);

/** A person's values of a task; metrics and findings beside them. */
const findingInput = z.object({
  name: z.string().trim().min(1).max(200),
  nameEn: z.string().max(200).nullish(),
  findingClass: z.string().max(50).nullish(),
  reads: z.int().min(0).nullish(),
  rpm: z.number().min(0).nullish(),
  coverage: z.number().min(0).max(100).nullish(),
  abundance: z.number().min(0).max(100).nullish(),
  confidence: z.enum(['high', 'middle', 'low']).nullish(),
  drug: z.string().max(500).nullish(),
  isReported: z.union([z.literal(0), z.literal(1)]).nullish(),
});
export type FindingInput = z.output<typeof findingInput>;
/** A finding as a version keeps it: with how it stood to its run's negative control, which nobody types. */
export type StoredFinding = FindingInput & { readonly controlTimes?: number | null; readonly isBackground?: 0 | 1 | null };

const entered = shape({
  taskId: z.string(),
  /** The version that was made. */
  version: z.int(),
  taskState: oneOf(taskState),
  detectionResult: oneOf(qualitativeResult).nullable(),
  signals: z.array(oneOf(signal)),
});
export type EnteredResult = RowOf<typeof entered>;
const why = z.array(shape({ text: z.tuple([z.string(), z.string()]), params: anyRecord }));

export const resultContracts = declareCalls({
  'GET lab/result-file/plate': {
    title: ['结果文件孔板', 'A file over its plate'],
    permission: 'resultFile_view',
    query: z.object({ resultFileId: z.string() }),
    answer: filePlate,
  },
  'POST lab/result-file/upload': {
    title: ['上传结果文件', 'Upload a result file'],
    permission: 'resultFile_upload',
    isUpload: true,
    answer: shape({ resultFileId: z.string() }),
  },
  'POST lab/result-file/import-result': {
    title: ['导入结果', 'Import results'],
    permission: 'resultFile_import',
    body: z.object({
      resultFileId: id,
      rows: z
        .array(z.object({ line: z.int().min(1), decision: oneOf(rowDecision), reason: reason.nullish(), redoKind: oneOf(nextStep).nullish() }))
        .max(5_000)
        .default([]),
      /** Takes every row without a word against it that nobody decided. */
      takeAllOk: z.union([z.boolean(), z.literal(0), z.literal(1)]).default(false),
    }),
    answer: shape({ resultFileId: z.string(), takenCount: z.int() }),
  },
  'POST lab/result-file/release': {
    title: ['质控放行', 'Release held results'],
    permission: 'qc_release',
    body: z.object({ resultFileId: id, reason: reason.min(1) }),
    /** The abnormal case that was opened for it. */
    answer: shape({ resultFileId: z.string(), caseNo: z.string() }),
  },
  'POST lab/result/web-upload': {
    title: ['录入结果', 'Enter a result'],
    permission: 'result_enter',
    body: z.object({
      taskId: id,
      version: z.int().min(0),
      values: z.array(z.object({ itemId: id, value: z.string().trim().max(500) })).max(2_000),
      metrics: z.record(z.string().max(20), z.union([z.string().max(50), z.number()])).nullish(),
      findings: z.array(findingInput).max(500).nullish(),
      instrumentId: id.nullish(),
      reason: reason.nullish(),
    }),
    answer: entered,
  },
  'POST lab/result/web-upload-conclusion': {
    title: ['填写结论', 'Conclude a result'],
    permission: 'result_enter',
    body: z.object({
      taskId: id,
      version: z.int().min(1),
      conclusionIds: z.array(id).max(20).default([]),
      conclusion: z.string().trim().max(2_000).nullish(),
      suggestion: z.string().trim().max(2_000).nullish(),
      detectionResult: oneOf(qualitativeResult),
      reason: reason.nullish(),
    }),
    answer: entered,
  },
  'GET lab/lab-task/conclusion': {
    title: ['任务结论', 'Conclusion of a task'],
    permission: viewTasks.code,
    /** With a word, what is proposed for that one. */
    query: z.object({ taskId: z.string(), detectionResult: z.string().optional() }),
    answer: shape({
      taskId: z.string(),
      version: z.int(),
      /** What follows from the values; null: a person has to say. */
      derived: oneOf(qualitativeResult).nullable(),
      why,
      missing: z.array(shape({ itemId: z.string(), itemName: z.string() })),
      proposed: z.array(
        shape({
          conclusionId: z.string(),
          conclusionName: z.string(),
          qualitativeResult: oneOf(qualitativeResult),
          content: z.string(),
          suggestion: z.string().nullable(),
        }),
      ),
      chosen: shape({
        detectionResult: oneOf(qualitativeResult).nullable(),
        conclusionIds: z.array(z.string()),
        conclusion: z.string().nullable(),
        suggestion: z.string().nullable(),
      }).nullable(),
    }),
  },
});
