import type { CodeOf } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';
import { conflict, refuse, type Refusal } from '#domain/kernel/outcome.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { reportState, reportVersionState, type ReportState } from '../reportState.ts';

/** Bytes and pages of an uploaded report at most (docs/report.md#uploads). */
export const largestUpload = 20 * 1_048_576;
export const mostUploadPages = 100;

/** Why a file is no report that could be given to anybody. */
export type PdfFault = 'noPdf' | 'encrypted' | 'active' | 'tooLong' | 'unreadable';
/** What was read in a file. */
export interface ReadPdf {
  readonly fault: PdfFault | null;
  /** What acts in it: JavaScript, Launch, EmbeddedFile. */
  readonly what: string;
  readonly pages: number;
  readonly text: string;
}
/** What was found of it before its act: made by the server alone. */
export interface UploadFound {
  readonly fault: PdfFault | null;
  readonly what: string;
  readonly pages: number;
  /** The tube it is of; null: none was found. */
  readonly sampleCode: string | null;
  /** Several tubes were found. */
  readonly candidates: readonly string[];
  /** The person's name and the tube's code stand in its text. */
  readonly isNamed: boolean;
  readonly isCoded: boolean;
  /** The day it says it was made on, yyyy-MM-dd; null: it says none. */
  readonly reportDate: string | null;
}

/** A tube an uploaded report is of, as its row tells. */
export interface UploadedTube {
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly labStatus: CodeOf<typeof labStatus>;
  /** The laboratory that executes it is another house's. */
  readonly isOuter: boolean;
  readonly samplingTime: string | null;
  readonly panelGroupIds: readonly string[];
  readonly commodityIds: readonly string[];
}
/** The report of the tube; null: there is none yet. */
export interface UploadedReport {
  readonly reportId: string;
  readonly reportNo: string;
  readonly state: ReportState;
}
/** A version that has the same bytes. */
export interface SameBytes {
  readonly sampleCode: string;
  readonly versionState: CodeOf<typeof reportVersionState>;
}

const faultCodes = {
  noPdf: 'upload.noPdf',
  encrypted: 'upload.encrypted',
  active: 'upload.active',
  tooLong: 'upload.tooLong',
  unreadable: 'upload.unreadable',
} as const satisfies Readonly<Record<PdfFault, string>>;

/** What stands in the way of a file, in words. */
export const uploadRefusals = {
  'upload.noPdf': ['不是 PDF 文件', 'Not a PDF'],
  'upload.encrypted': ['文件已加密, 请上传未加密的 PDF', 'It is encrypted; upload one that is not'],
  'upload.active': [
    '文件含脚本、附件或启动动作（{what}）, 不能作为报告',
    'It holds a script, an attachment or an action ({what}) and cannot be a report',
  ],
  'upload.tooLong': ['文件有 {pages} 页, 最多 100 页', 'It has {pages} pages, 100 at most'],
  'upload.tooLarge': ['文件超过 20 MB', 'It is larger than 20 MB'],
  'upload.unreadable': ['文件无法读取, 请重新导出', 'It cannot be read; export it anew'],
  'upload.noSample': ['文件名和正文中没有找到样本条码, 请指定样本', 'No sample code in its name or text; say which sample'],
  'upload.unknownSample': ['没有样本 {code}', 'No sample {code}'],
  'upload.severalSamples': ['对应多个样本: {codes}, 请指定样本', 'It fits several samples: {codes}; say which'],
  'upload.notOuter': ['样本 {code} 不是外送样本', 'Sample {code} is not tested by another house'],
  'upload.notEntered': ['样本 {code} 当前为{status}, 不能上传报告', 'Sample {code} is now: {status}; it takes no report'],
  'upload.noPanelGroup': [
    '样本 {code} 的产品没有检测项目组, 无法确定由谁审核',
    'No product of sample {code} has a panel group, so nobody is authorised for it',
  ],
  'upload.known': ['同一文件已用于样本 {code}', 'The same file is sample {code}’s report already'],
  'upload.same': ['该文件已上传', 'This file was uploaded already'],
  'upload.issued': ['报告 {name} 当前为{state}, 请先撤回', 'Report {name} is now: {state}; withdraw it first'],
  'upload.otherUse': ['此文件已用于其他资料', 'This file is in use as something else'],
  'upload.gone': ['文件未收到, 请重新上传', 'The file has not arrived; upload it again'],
} as const satisfies Readonly<Record<string, Label>>;

/** Statuses in which a tube can be reported: entered, and neither rejected nor ended. */
const isReportable = (status: number): boolean =>
  status !== labStatus.pendingEntry && status !== labStatus.terminated && status !== labStatus.rejected;

/** What speaks against the file itself, or against knowing whose it is; null: nothing. */
export function againstFile({ fault, what, pages, sampleCode, candidates }: UploadFound): Refusal | null {
  if (fault) return refuse(faultCodes[fault], { what, pages });
  if (candidates.length > 1) return refuse('upload.severalSamples', { codes: candidates.slice(0, 5).join('、') });
  return sampleCode === null ? refuse('upload.noSample') : null;
}

/** What speaks against its being this tube's report; null: nothing. */
export function againstTube(tube: UploadedTube, report: UploadedReport | null, same: SameBytes | null): Refusal | null {
  const code = tube.sampleCode;
  if (!tube.isOuter) return refuse('upload.notOuter', { code });
  if (!isReportable(tube.labStatus)) return refuse('upload.notEntered', { code, status: labStatus.labelOf(tube.labStatus) });
  if (tube.panelGroupIds.length === 0) return refuse('upload.noPanelGroup', { code });
  if (same && same.sampleCode !== code) return conflict('upload.known', { code: same.sampleCode });
  if (same && (same.versionState === reportVersionState.toAudit || same.versionState === reportVersionState.issued)) return conflict('upload.same');
  if (report?.state === reportState.issued || report?.state === reportState.recalling)
    return conflict('upload.issued', { name: report.reportNo, state: reportState.labelOf(report.state) });
  return null;
}

/** What asks for a look and keeps nothing back: it stays with the upload, and its auditor reads it. */
export function uploadWarnings({ isNamed, isCoded, reportDate }: UploadFound, { samplingTime }: UploadedTube): readonly Label[] {
  const warnings: Label[] = [];
  if (!isNamed && !isCoded) warnings.push(['正文中没有受检者姓名和样本条码', 'Neither the person’s name nor the sample’s code is in the text']);
  else if (!isNamed) warnings.push(['正文中没有受检者姓名', 'The person’s name is not in the text']);
  // Persons of one name are told apart by it.
  else if (!isCoded) warnings.push(['正文中没有样本条码', 'The sample’s code is not in the text']);
  if (reportDate !== null && samplingTime !== null && reportDate < samplingTime.slice(0, 10))
    warnings.push([
      `报告日期 ${reportDate} 早于采样日期 ${samplingTime.slice(0, 10)}`,
      `Dated ${reportDate}, before the sampling on ${samplingTime.slice(0, 10)}`,
    ]);
  return warnings;
}
