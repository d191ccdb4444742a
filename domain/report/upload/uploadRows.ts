import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';
import { declareCalls, labelShape, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, integer, text } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { words } from '#domain/search/vocabulary.ts';
import { reportState } from '../reportState.ts';

export const uploadScreen = '/lab-report/reportUpload';
export const viewUploads: Right = {
  code: 'reportUpload_view',
  label: ['查看外部报告', 'View uploaded reports'],
  roles: ['report', 'lab', 'audit1', 'audit2'],
};

/** What became of a file: it follows from its version. */
export const uploadState = choices({
  toAudit: [1, '待审核', 'To be audited'],
  used: [2, '已用', 'Used'],
  removed: [3, '已删除', 'Removed'],
});

/** A file that was brought as a report of another house. */
export const uploadRow = shape({
  uploadId: z.string(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: z.string().nullable(),
  commodityNames: z.string().nullable(),
  externalReportNo: z.string().nullable(),
  fileName: z.string(),
  state: oneOf(uploadState),
  pages: z.int(),
  reportId: z.string(),
  reportNo: z.string(),
  reportState: oneOf(reportState),
  versionId: z.string(),
  versionNo: z.int(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
  entrustedLaboratoryId: z.string(),
  entrustedLaboratoryName: z.string().nullable(),
  sendSampleClientId: z.string().nullable(),
  sendSampleClientName: z.string().nullable(),
  checkCount: z.int(),
  uploadUserName: z.string(),
  createTime: z.string(),
  auditorName: z.string().nullable(),
  reason: z.string().nullable(),
});
export type UploadRow = RowOf<typeof uploadRow>;

const own = {
  state: choice('文件状态', 'File state', uploadState),
  externalReportNo: code('外部报告编号', 'Report number of the other house'),
  fileName: text('文件名', 'File', { max: 200 }),
  reportNo: text('报告编号', 'Report number'),
};
/** 外部报告上传. */
export const reportUploads = describeListing({
  name: 'reportUpload',
  title: ['外部报告', 'Uploaded reports'],
  at: 'report/report-upload/page',
  permission: viewUploads.code,
  row: uploadRow,
  id: 'uploadId',
  columns: {
    ...pick(words, 'sampleCode', 'personName'),
    fileName: own.fileName,
    state: own.state,
    reportNo: own.reportNo,
    reportState: choice('报告状态', 'Report state', reportState),
    checkCount: integer('提示数', 'Warnings'),
    entrustedLaboratoryId: { ...words.laboratoryId, label: ['受委托检验所', 'Referral laboratory'] },
    ...pick(words, 'commodityNames', 'laboratoryId', 'sendSampleClientId'),
    externalReportNo: own.externalReportNo,
    pages: integer('页数', 'Pages'),
    uploadUserName: text('上传人', 'Uploaded by'),
    ...pick(words, 'createTime'),
    auditorName: text('报告审核人', 'Released by'),
    ...pick(words, 'reason'),
  },
  search: {
    ...pick(words, 'sampleCode', 'requisitionCode'),
    reportNo: own.reportNo,
    state: own.state,
    ...pick(words, 'laboratoryId', 'sendSampleClientId', 'createTime'),
  },
  sortable: ['createTime'],
});

/** A file with what was found against it and the tube it is compared with. */
export const uploadDetail = uploadRow.extend({
  checks: z.array(labelShape),
  sex: z.int().nullable(),
  age: z.int().nullable(),
  samplingTime: z.string().nullable(),
});
export type UploadDetail = RowOf<typeof uploadDetail>;

/** What became of one file of a request. */
export const uploadedFile = shape({
  fileName: z.string(),
  outcome: z.enum(['used', 'refused', 'failed']),
  /** Why not; null: it waits for its audit. */
  code: z.string().nullable(),
  message: labelShape.nullable(),
  sampleCode: z.string().nullable(),
  uploadId: z.string().nullable(),
  reportNo: z.string().nullable(),
  warnings: z.array(labelShape),
});
export type UploadedFile = RowOf<typeof uploadedFile>;
export const mostFiles = 50;

export const uploadContracts = declareCalls({
  'GET report/report-upload/detail': {
    title: ['外部报告详情', 'An uploaded report'],
    permission: viewUploads.code,
    query: texts('uploadId', 'id'),
    answer: uploadDetail,
  },
  'POST report/report-upload/upload': {
    title: ['上传外部报告', 'Upload reports of another house'],
    permission: 'reportUpload_upload',
    isUpload: true,
    query: texts('sampleCode', 'externalReportNo'),
    repeats: ['每个文件是一次操作, 按内容识别', 'each file is an act of its own, known by its content'],
    answer: shape({ rows: z.array(uploadedFile) }),
  },
});
