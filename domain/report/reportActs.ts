import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import type { TaskState } from '#domain/lab/rules/taskState.ts';
import { reportScreen } from './reportRows.ts';
import { reportState, reportVersionState, type ReportState } from './reportState.ts';

/** What was set for the release, before its transaction: the bytes with the third signature. Made by the server alone. */
const prepared = z.object({
  finalSha256: z.string(),
  pages: z.int(),
  engineVersion: z.string(),
  issueTime: z.string(),
  signatureId: z.string(),
});
export type PreparedRelease = z.output<typeof prepared>;

const auditInput = z.object({
  versionId: idText,
  /** Of the bytes that were looked at. */
  pdfSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Set by the server: nobody else was asked for with it. */
  isAlone: z.boolean().optional(),
  /** Set by the server; absent: what was asked for cannot be released anyway. */
  prepared: prepared.nullish(),
});
export type ReportAuditInput = z.output<typeof auditInput>;

/** A version that is to be issued, as its row tells. */
export interface AuditedReport {
  readonly versionId: string;
  readonly reportId: string;
  readonly reportNo: string;
  readonly versionNo: number;
  readonly state: ReportState;
  readonly versionState: number;
  readonly draftSha256: string;
  readonly qualitativeResult: number | null;
  readonly auditorName: string | null;
  readonly issueTime: string | null;
  /** Who audited its results: first, second. */
  readonly firstAuditorIds: readonly string[];
  readonly secondAuditorIds: readonly string[];
  readonly isThirdRelease: boolean;
  /** Who brought it, where another house made it. */
  readonly uploaderId: string | null;
  readonly holdMinutes: number;
  /** The person has opened these bytes. */
  readonly isSeen: boolean;
  /** The results it was made of. */
  readonly basis: readonly { readonly taskId: string; readonly round: number; readonly resultVersion: number }[];
  /** They are what they were, and final. */
  readonly isCurrent: boolean;
  /** The abnormal case that holds a sample of it; absent or null: none. */
  readonly heldBy?: string | null;
  /** Who applied to have the audit of a result of it taken back, and when, as long as nobody has decided it; absent or null: nobody. */
  readonly reversal?: { readonly by: string; readonly at: string } | null;
}
export type ReleaseSigning =
  | { readonly state: 'ready'; readonly signUserId: string; readonly signatureId: string }
  | { readonly state: 'noAuthority' | 'noSignature' };
export interface ReportAuditState {
  readonly report: AuditedReport | null;
  readonly signing: ReleaseSigning;
}
export interface ReportAuditChange {
  readonly versionId: string;
  readonly reportId: string;
  readonly versionNo: number;
  readonly release: PreparedRelease;
  readonly signUserId: string;
}

/** A version that says more than a clean first one is opened before it is issued, and alone. */
export const isSingly = ({ qualitativeResult: result, versionNo }: Pick<AuditedReport, 'qualitativeResult' | 'versionNo'>): boolean =>
  result !== qualitativeResult.negative || versionNo > 1;

/** What speaks against issuing it, as far as its row tells; the signature is another matter. Null: nothing. */
function releaseRefusal(report: AuditedReport, userId: string, isAlone: boolean): Refusal | null {
  const { reportNo: name, auditorName, issueTime } = report;
  if (report.versionState === reportVersionState.issued) return conflict('report.done', { by: auditorName ?? '', at: issueTime ?? '' });
  if (report.state !== reportState.toAudit || report.versionState !== reportVersionState.toAudit)
    return conflict('report.state', { name, state: reportState.labelOf(report.state) });
  if (!report.isCurrent) return conflict('report.changed', { name });
  if (report.heldBy) return conflict('report.onHold', { name, caseNo: report.heldBy });
  if (report.reversal) return conflict('report.reversal', { name, ...report.reversal });
  if (report.firstAuditorIds.includes(userId)) return refuse('report.firstAuditor', { name });
  if (report.uploaderId === userId) return refuse('report.uploader', { name });
  if (report.isThirdRelease && report.secondAuditorIds.includes(userId)) return refuse('report.secondAuditor', { name });
  if (isSingly(report) && !report.isSeen) return refuse('report.unseen', { name });
  return isSingly(report) && !isAlone ? refuse('report.oneByOne', { name }) : null;
}

/** 审核报告: issues a version to its readers (docs/report.md#states). */
export const auditReports = defineCommand({
  name: 'report.audit',
  title: ['审核发布报告', 'Audit and issue reports'],
  service: 'report',
  path: 'report-audit/audit',
  permission: 'report_audit',
  roles: ['audit2', 'report'],
  screens: [reportScreen],
  input: auditInput,
  many: { of: 'versions', keys: ['versionId', 'pdfSha256'], aloneAs: 'isAlone' },
  answer: shape({ versionId: z.string(), reportId: z.string(), state: oneOf(reportState) }),
  version: 1,
  offline: false,
  lanes: ({ versionId }) => [`reportVersion:${versionId}`],
  subject: ({ versionId }) => versionId,
  refusals: {
    'report.unknown': ['没有此报告', 'No such report'],
    'report.done': ['已由{by}于{at}审核', 'Audited by {by} at {at}'],
    'report.state': ['{name} 当前为{state}', '{name} is now: {state}'],
    'report.changed': ['{name}: 内容已变,请重新生成', '{name}: content changed; generate again'],
    'report.onHold': ['{name}: 样本冻结 {caseNo}', '{name}: its sample is on hold, {caseNo}'],
    'report.reversal': [
      '{name}: {by} 于 {at} 申请结果反审核, 处理后才能发布',
      '{name}: {by} applied at {at} to reverse its result; it is issued once that is decided',
    ],
    'report.bytes': ['{name} 与您查看的不是同一份, 请重新查看', '{name} is not what you looked at; look again'],
    'report.firstAuditor': ['{name}: 一审人不能发布报告', '{name}: who audited first does not issue it'],
    'report.secondAuditor': ['{name}: 按报告策略, 二审人不能发布报告', '{name}: by its strategy, who audited second does not issue it'],
    'report.uploader': ['{name}: 上传人不能审核发布', '{name}: who uploaded it does not issue it'],
    'report.unseen': ['{name}: 请先打开报告查看', '{name}: open the report first'],
    'report.oneByOne': ['{name}: 非阴性或修订的报告须逐份审核', '{name}: what is not negative, or amended, is audited singly'],
    'signature.noAuthority': ['没有该检验所的签发授权', 'Not authorised to release for this laboratory'],
    'signature.none': ['没有有效的电子签名', 'No signature that is valid today'],
    'report.notSet': ['{name}: 报告文件异常, 请重新生成', '{name}: the report’s file is damaged; generate again'],
  },
  decide(
    { report, signing }: ReportAuditState,
    { pdfSha256, isAlone = false, prepared: release }: ReportAuditInput,
    { user },
  ): Outcome<ReportAuditChange> {
    if (!report) return refuse('report.unknown');
    const name = report.reportNo;
    const refusal = releaseRefusal(report, user.id, isAlone);
    if (refusal) return refusal;
    if (pdfSha256 !== report.draftSha256) return conflict('report.bytes', { name });
    if (signing.state !== 'ready') return refuse(signing.state === 'noAuthority' ? 'signature.noAuthority' : 'signature.none');
    if (!release) return refuse('report.notSet', { name });
    // The signature was replaced between setting and signing.
    if (release.signatureId !== signing.signatureId) return conflict('report.changed', { name });
    const { versionId, reportId, versionNo } = report;
    return accept({ versionId, reportId, versionNo, release, signUserId: signing.signUserId });
  },
});

const asksToCancel = { reason: reasonField } as const;
const cancelInput = z.object({ reportId: idText, ...partsOfFields(asksToCancel) });
/** A report whose release is to be taken back. */
export interface IssuedReport {
  readonly reportId: string;
  readonly reportNo: string;
  readonly state: ReportState;
  readonly versionId: string | null;
  readonly heldUntil: string | null;
  /** Something of it has left the house. */
  readonly hasLeft: boolean;
  readonly tasks: readonly {
    readonly taskId: string;
    readonly sampleCode: string;
    readonly taskState: TaskState;
    /** Another report tells this result, too, or this one only adds to what others tell: it stays where it is. */
    readonly isShared: boolean;
  }[];
}
export interface CancelAuditState {
  readonly report: IssuedReport | null;
}

/** What speaks against taking a release back at once, as far as its row tells; null: nothing. */
export function takeBackRefusal(
  { reportNo: name, state, heldUntil, hasLeft }: Pick<IssuedReport, 'reportNo' | 'state' | 'heldUntil' | 'hasLeft'>,
  now: string,
): Refusal | null {
  if (state !== reportState.issued) return conflict('report.state', { name, state: reportState.labelOf(state) });
  return hasLeft || heldUntil === null || heldUntil <= now ? refuse('report.left', { name }) : null;
}

/** 取消审核: takes a release back while nothing has left the house; its next version is made and audited. */
export const cancelReportAudit = defineCommand({
  name: 'report.cancelAudit',
  title: ['取消报告审核', 'Take a release back'],
  service: 'report',
  path: 'report-audit/cancel-audit',
  permission: 'report_cancel_audit',
  roles: ['audit2'],
  screens: [reportScreen],
  input: cancelInput,
  asks: asksToCancel,
  consequence: ['报告须重新生成和审核, 未发送的通知一并撤回', 'The report is to be made and audited again; what was not sent yet is not sent'],
  isDanger: true,
  many: { of: 'reportIds', keys: ['reportId'] },
  answer: shape({ reportId: z.string(), state: oneOf(reportState) }),
  version: 1,
  offline: false,
  lanes: ({ reportId }) => [`report:${reportId}`],
  subject: ({ reportId }) => reportId,
  refusals: {
    'report.unknown': ['没有此报告', 'No such report'],
    'report.state': ['{name} 当前为{state}', '{name} is now: {state}'],
    'report.left': ['{name} 已过可撤时间或已对外发送, 请申请撤回', '{name} has left the house, or its time is over: apply for its withdrawal'],
  },
  decide({ report }: CancelAuditState, { reportId }, { now }): Outcome<{ reportId: string; versionId: string | null }> {
    if (!report) return refuse('report.unknown');
    return takeBackRefusal(report, now) ?? accept({ reportId, versionId: report.versionId });
  },
});
