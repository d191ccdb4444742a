import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';
import { declareCalls, fileAnswer, labelShape, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { idText } from '#domain/kernel/ids.ts';
import { exportState } from '#domain/kernel/listExport.ts';
import type { Right } from '#domain/kernel/roles.ts';

export const downloadReports: Right = { code: 'report_download', label: ['下载报告', 'Download reports'], roles: ['lab', 'audit2', 'report'] };

export const downloadMode = choices({ zip: ['zip', 'ZIP 压缩包', 'ZIP'], merge: ['merge', '合并为一个 PDF', 'One PDF'] });
/** In which order reports stand in the file. */
export const downloadOrder = choices({
  asked: ['asked', '按列表顺序', 'As listed'],
  reportNo: ['reportNo', '按报告编号', 'By report number'],
  client: ['client', '按送检单位', 'By client'],
});
/** Versions of one file. */
export const mostInFile = { zip: 500, merge: 200 } as const;

/** What became of one version of a file. */
const line = shape({
  versionId: z.string(),
  reportNo: z.string(),
  versionNo: z.int(),
  outcome: z.enum(['waiting', 'done', 'refused']),
  message: labelShape.nullable(),
});
export type DownloadLine = RowOf<typeof line>;

const reportDownload = shape({
  downloadId: z.string(),
  mode: oneOf(downloadMode),
  state: oneOf(exportState),
  totalCount: z.int(),
  doneCount: z.int(),
  size: z.int().nullable(),
  createTime: z.string(),
  /** Until then the file can be fetched. */
  untilTime: z.string().nullable(),
  rows: z.array(line),
});
export type ReportDownload = RowOf<typeof reportDownload>;

export const downloadContracts = declareCalls({
  'POST report/report-audit/download': {
    title: ['打包或合并下载报告', 'Put reports into one file'],
    permission: downloadReports.code,
    body: z.object({
      versionIds: z.array(idText).min(1).max(mostInFile.zip),
      mode: z.enum(['zip', 'merge']),
      order: z.enum(['asked', 'reportNo', 'client']).optional(),
    }),
    answer: shape({ downloadId: z.string(), totalCount: z.int() }),
  },
  'GET report/report-audit/get-download-result': {
    byHand: 'own',
    title: ['我的报告下载', 'One’s own files of reports'],
    permission: downloadReports.code,
    query: texts('downloadId'),
    answer: z.array(reportDownload),
  },
  'GET report/report-audit/download-file': {
    title: ['取下载好的报告文件', 'Fetch a file of reports'],
    permission: downloadReports.code,
    query: texts('downloadId'),
    answer: fileAnswer,
  },
  'GET report/report-audit/fhir': {
    title: ['FHIR 报告包', 'A report as a FHIR bundle'],
    permission: downloadReports.code,
    query: texts('versionId'),
    answer: fileAnswer,
  },
});
