import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { declareCalls, fileAnswer, labelShape, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, flag, integer, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { deApprovalOperate } from '#domain/lab/reversal/deApprovalChoices.ts';
import { words } from '#domain/search/vocabulary.ts';
import { reportStanding, reportState, reportVersionState, versionSource } from './reportState.ts';
import { reportKind } from './reportTemplate.ts';

export const reportScreen = '/lab-report/report-audit';
/** Looking at reports, and having them made. */
export const viewReports: Right = {
  code: 'report_view',
  label: ['查看报告', 'View reports'],
  roles: ['lab', 'audit1', 'audit2', 'report', 'service'],
};
export const generateReports: Right = { code: 'report_generate', label: ['生成报告', 'Make reports'], roles: ['lab', 'audit2', 'report'] };

/** A report as its auditors' list shows it. */
export const reportRow = shape({
  reportId: z.string(),
  reportNo: z.string(),
  version: z.int(),
  requisitionId: z.string(),
  requisitionCode: z.string(),
  sampleCodes: z.string(),
  labCodes: z.string(),
  personName: z.string().nullable(),
  reportKind: oneOf(reportKind),
  state: oneOf(reportState),
  /** Which version waits for its audit, or was issued last. */
  versionId: z.string().nullable(),
  currentVersionNo: z.int(),
  /** Of what is to be audited, or was issued. */
  pdfSha256: z.string().nullable(),
  qualitativeResult: oneOf(qualitativeResult).nullable(),
  isUrgent: z.int(),
  commodityNames: z.string().nullable(),
  panelGroupNames: z.string().nullable(),
  reportTitle: z.string().nullable(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  dueTime: z.string().nullable(),
  secondAuditTime: z.string().nullable(),
  issueTime: z.string().nullable(),
  auditorName: z.string().nullable(),
  /** What its current version is marked by: critical values, research alone. */
  marks: z.string().nullable(),
  /** Copies that are still to be put on paper, while it may be. */
  paperDue: z.int(),
  /** Why it could not be made; null: it could, or nobody tried. */
  fault: labelShape.nullable(),
  /** What it waits for, where that is not its own turn: other results, or a case that holds its tubes. */
  waitReason: labelShape.nullable(),
  /** Until then its release can be taken back. */
  heldUntil: z.string().nullable(),
  /** The first condition that kept it from being issued by itself; null: a person issues it anyway, or it was issued. */
  keptBack: labelShape.nullable(),
  /** Its withdrawal, as long as nobody has decided it. */
  withdrawal: shape({
    deApprovalId: z.string(),
    deApprovalOperate: oneOf(deApprovalOperate),
    reason: z.string(),
    applicantId: z.string(),
    applicantName: z.string(),
    createTime: z.string(),
  }).nullable(),
});
export type ReportRow = RowOf<typeof reportRow>;

const own = {
  reportNo: text('报告编号', 'Report number'),
  state: choice('报告状态', 'Report state', reportState),
  reportKind: choice('报告类型', 'Report kind', reportKind),
  currentVersionNo: integer('版本', 'Version'),
  marks: text('标识', 'Marks'),
  paperDue: integer('待打印份数', 'Copies to print'),
};

/** 报告审核: what is to be made, audited and issued. */
export const reportAudits = describeListing({
  name: 'reportAudit',
  title: ['报告审核', 'Report audit'],
  at: 'report/report-audit/page',
  permission: viewReports.code,
  row: reportRow,
  id: 'reportId',
  columns: {
    ...pick(words, 'isUrgent'),
    dueTime: words.dueTime,
    reportNo: own.reportNo,
    ...pick(words, 'personName'),
    state: own.state,
    qualitativeResult: choice('定性结果', 'Result', qualitativeResult),
    marks: own.marks,
    currentVersionNo: own.currentVersionNo,
    ...pick(words, 'commodityNames'),
    panelGroupNames: text('项目组', 'Panel groups'),
    labCodes: text('实验室编号', 'Lab codes'),
    sampleCodes: text('样本条码', 'Sample codes'),
    reportKind: own.reportKind,
    ...pick(words, 'sendSampleClientId', 'laboratoryId', 'reportTitle'),
    secondAuditTime: dateTime('二审时间', 'Second audit time'),
    issueTime: dateTime('报告发布时间', 'Issued'),
    auditorName: text('报告审核人', 'Released by'),
    paperDue: own.paperDue,
  },
  search: {
    ...pick(words, 'requisitionCode', 'sampleCode', 'labCode', 'personName'),
    reportNo: own.reportNo,
    state: own.state,
    qualitativeResult: choice('定性结果', 'Result', qualitativeResult),
    ...pick(words, 'isUrgent', 'commodityId', 'panelGroupId', 'sendSampleClientId', 'laboratoryId'),
    reportKind: own.reportKind,
    standing: choice('时限', 'Standing', reportStanding),
    isPaperDue: flag('待打印', 'To be printed'),
    dueTime: words.dueTime,
    secondAuditTime: dateTime('二审时间', 'Second audit time'),
  },
  sortable: ['dueTime', 'secondAuditTime', 'issueTime', 'reportNo'],
});

/** What became of one report of a batch. */
const generated = shape({
  reportId: z.string(),
  reportNo: z.string(),
  outcome: z.enum(['waiting', 'done', 'skipped', 'refused', 'failed']),
  message: labelShape.nullable(),
  versionId: z.string().nullable(),
});
export const generateResult = shape({
  batchId: z.string(),
  /** 0 waiting, 1 under way, 2 done, 3 failed. */
  state: z.literal([0, 1, 2, 3]),
  totalCount: z.int(),
  doneCount: z.int(),
  rows: z.array(generated),
});
export type GenerateResult = RowOf<typeof generateResult>;

const versionOfReport = shape({
  versionId: z.string(),
  versionNo: z.int(),
  state: oneOf(reportVersionState),
  source: oneOf(versionSource),
  pages: z.int(),
  makerName: z.string(),
  createTime: z.string(),
  auditorName: z.string().nullable(),
  issueTime: z.string().nullable(),
  amendReason: z.string().nullable(),
  /** By which criterion it was issued without a person. */
  criterionVersion: z.string().nullable(),
  withdrawReason: z.string().nullable(),
  withdrawTime: z.string().nullable(),
});
/** A report with what its current version prints and all versions it has had. */
export const reportDetail = reportRow.extend({
  /** All that is printed, by the catalogue's names. */
  values: z.record(z.string(), z.string()),
  comments: z.array(z.string()),
  /** What the version says otherwise than the one that was issued before, one line each. */
  changes: z.array(labelShape),
  /** What asked for a look when its file was uploaded. */
  uploadChecks: z.array(labelShape),
  /** The asking person has opened these bytes. */
  isSeen: z.boolean(),
  versions: z.array(versionOfReport),
});
export type ReportDetail = RowOf<typeof reportDetail>;

export const mostGenerated = 500;
/** Documents that charge for what a report prints, with what a red line takes back of each. */
const billedReport = shape({ documents: z.array(shape({ no: z.string(), isBill: z.boolean(), amountYuan: z.string() })) });
export type BilledReport = RowOf<typeof billedReport>;

export const reportContracts = declareCalls({
  'GET report/report-audit/detail': {
    title: ['报告详情', 'A report with its versions'],
    permission: viewReports.code,
    query: texts('reportId', 'id'),
    answer: reportDetail,
  },
  'GET report/report-audit/billed': {
    title: ['撤回将生成的红字', 'What withdrawing a report credits'],
    permission: viewReports.code,
    query: texts('reportId'),
    answer: billedReport,
  },
  'GET report/report-audit/counts': {
    byHand: 'standing',
    title: ['各状态的报告数', 'How many reports are in each state'],
    permission: viewReports.code,
    answer: z.array(shape({ state: oneOf(reportState), count: z.int() })),
  },
  'POST report/report-audit/generate': {
    title: ['生成报告', 'Make reports'],
    permission: generateReports.code,
    /** Reports that are there, or one of a kind that is made when it is asked for. */
    body: z.union([
      z.object({ reportIds: z.array(idText).min(1).max(mostGenerated) }),
      z.object({ requisitionId: idText, reportKind: z.literal([reportKind.auxiliary, reportKind.supplementary]) }),
    ]),
    answer: shape({ batchId: z.string() }),
  },
  'GET report/report-audit/get-generate-result': {
    title: ['报告生成结果', 'What became of reports that were to be made'],
    permission: viewReports.code,
    query: texts('batchId'),
    answer: generateResult,
  },
  'GET report/report-audit/file': {
    title: ['报告文件', 'A report’s file'],
    permission: viewReports.code,
    query: texts('versionId'),
    answer: fileAnswer,
  },
});
