import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand, type ActingUser } from '#domain/kernel/command.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { choice, longText, reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { deApprovalOperate, deApprovalState, type DeApprovalOperate, type DeApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';
import { deApprovalScreen } from '#domain/lab/reversal/deApproval.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import type { IssuedReport } from './reportActs.ts';
import { reportScreen } from './reportRows.ts';
import { reportState, type ReportState } from './reportState.ts';

/** A result's way back: 6 -> 5 where its report alone is taken back, 3 or 4 where audits of it are. */
export interface ResultMove {
  readonly taskId: string;
  readonly from: TaskState;
  readonly to: TaskState;
}
const goesTo: Readonly<Record<DeApprovalOperate, TaskState>> = { 1: taskState.firstAudit, 2: taskState.secondAudit, 3: taskState.audited };
/** Where the results of a report go with it; what is not final, or another report tells, stays. */
export const resultMoves = (
  operate: DeApprovalOperate,
  tasks: readonly { readonly taskId: string; readonly taskState: TaskState; readonly isShared: boolean }[],
): readonly ResultMove[] =>
  tasks
    .filter(
      ({ taskState: from, isShared }) =>
        !isShared && (from === taskState.issued || (from === taskState.audited && operate !== deApprovalOperate.cancelReportAudit)),
    )
    .map(({ taskId, taskState: from }) => ({ taskId, from, to: goesTo[operate] }));
/** Where the report itself goes: its next version is made, or waits for the audits of its results. */
export const takenBackTo = (operate: DeApprovalOperate): ReportState =>
  operate === deApprovalOperate.cancelReportAudit ? reportState.waiting : reportState.withdrawn;

/** An application to withdraw a report that nobody has decided yet. */
export interface OpenWithdrawal {
  readonly deApprovalId: string;
  readonly deApprovalOperate: DeApprovalOperate;
  readonly reason: string;
  readonly applicantId: string;
  readonly applicantName: string;
  readonly createTime: string;
}
/** A report that is to go back. */
export interface ReturningReport extends IssuedReport {
  readonly withdrawal: OpenWithdrawal | null;
}

const beforeIssue: readonly ReportState[] = [reportState.waiting, reportState.toAudit, reportState.failed];
/** What speaks against taking a report back, as far as its row tells; null: nothing. */
export function goBackRefusal({ reportNo: name, state, withdrawal }: Pick<ReturningReport, 'reportNo' | 'state' | 'withdrawal'>): Refusal | null {
  if (state === reportState.recalling && withdrawal) {
    const { applicantName: by, createTime: at } = withdrawal;
    return conflict('report.applied', { name, by, at });
  }
  return state === reportState.issued || beforeIssue.includes(state) ? null : conflict('report.state', { name, state: reportState.labelOf(state) });
}
/** Nothing of it has left the house, and nothing can have: one person takes it back. */
export const isTakenBackAtOnce = ({ state, heldUntil, hasLeft }: Pick<IssuedReport, 'state' | 'heldUntil' | 'hasLeft'>, now: string): boolean =>
  state !== reportState.issued || (!hasLeft && heldUntil !== null && heldUntil > now);

/** What its way back is called where a person asks for it; the drawer says whether it is taken back at once or applied for. */
export const wayBackLabel = (isIssued: boolean): Label => (isIssued ? ['撤回', 'Withdraw'] : ['退回', 'Send back']);

const asksToGoBack = {
  deApprovalOperate: choice('退回到', 'Goes back to', deApprovalOperate, { required: true }),
  reason: reasonField,
} as const;
const goBackInput = z.object({ reportId: idText, ...partsOfFields(asksToGoBack) });
export interface GoBackState {
  readonly report: ReturningReport | null;
}
export interface GoBackChange {
  readonly report: ReturningReport;
  readonly operate: DeApprovalOperate;
  /** null: it is applied for. */
  readonly moves: readonly ResultMove[] | null;
}

/** 退回: at once while nothing can have left the house, else by an application another person decides (docs/report.md#withdrawal). */
export const goBackReports = defineCommand({
  name: 'report.goBack',
  title: ['退回/申请撤回报告', 'Take reports back'],
  service: 'report',
  path: 'report-audit/go-back-result-audit',
  permission: 'report_go_back',
  roles: ['audit2'],
  screens: [reportScreen],
  input: goBackInput,
  asks: asksToGoBack,
  refusedAt: { 'report.notIssued': 'deApprovalOperate' },
  consequence: [
    '未发布或仍可撤的立即退回; 已对外的提交申请, 由另一人处理, 期间暂停对外提供',
    'What has not left the house goes back at once; else another person decides, and nothing more of it is given out meanwhile',
  ],
  isDanger: true,
  many: { of: 'reportIds', keys: ['reportId'] },
  answer: shape({ reportId: z.string(), state: oneOf(reportState), deApprovalId: z.string().nullable() }),
  version: 1,
  offline: false,
  lanes: ({ reportId }) => [`report:${reportId}`],
  subject: ({ reportId }) => reportId,
  refusals: {
    'report.unknown': ['没有此报告', 'No such report'],
    'report.state': ['{name} 当前为{state}', '{name} is now: {state}'],
    'report.applied': ['{name} 已申请撤回: {by} 于 {at}', '{name}: {by} applied for its withdrawal at {at}'],
    'report.notIssued': ['{name} 尚未发布, 请选择退回一审或取消二审', '{name} was not issued: choose the first or the second audit'],
  },
  decide({ report }: GoBackState, { deApprovalOperate: operate }, { now }): Outcome<GoBackChange> {
    if (!report) return refuse('report.unknown');
    const refusal = goBackRefusal(report);
    if (refusal) return refusal;
    const { reportNo: name, state } = report;
    if (operate === deApprovalOperate.cancelReportAudit && state !== reportState.issued) return refuse('report.notIssued', { name });
    return accept({ report, operate, moves: isTakenBackAtOnce(report, now) ? resultMoves(operate, report.tasks) : null });
  },
});

/** An application to withdraw a report, as it stands. */
export interface Withdrawal extends Omit<OpenWithdrawal, 'createTime' | 'applicantName'> {
  readonly state: DeApprovalState;
  readonly operatorName: string | null;
  readonly decideTime: string | null;
}
const asksToDecide = { opinion: longText('意见', 'Opinion', { max: 200 }) } as const;
const decideInput = z.object({
  deApprovalId: idText,
  isApproved: z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean),
  ...partsOfFields(asksToDecide),
});
export interface WithdrawalState {
  readonly withdrawal: Withdrawal | null;
  readonly report: ReturningReport | null;
}
export interface WithdrawalChange {
  readonly deApprovalId: string;
  readonly state: DeApprovalState;
  readonly operate: DeApprovalOperate;
  readonly report: ReturningReport;
  /** null: it is rejected. */
  readonly moves: readonly ResultMove[] | null;
}

/** What speaks against this person's deciding it, as far as its row tells; null: nothing. */
export function withdrawalRefusal(
  { state, applicantId, operatorName, decideTime }: Pick<Withdrawal, 'state' | 'applicantId' | 'operatorName' | 'decideTime'>,
  { id }: Pick<ActingUser, 'id'>,
): Refusal | null {
  if (state !== deApprovalState.waiting)
    return conflict('withdrawal.decided', { by: operatorName ?? '', at: decideTime ?? '', state: deApprovalState.labelOf(state) });
  return applicantId === id ? refuse('withdrawal.own') : null;
}

/** 撤回审批: withdraws a report, or leaves it issued; another person than who applied (docs/report.md#withdrawal). */
export const decideWithdrawals = defineCommand({
  name: 'report.decideWithdrawal',
  title: ['处理报告撤回', 'Decide a withdrawal'],
  service: 'report',
  path: 'report-audit/de-approval-audit',
  permission: 'report_deapprove',
  roles: ['audit2'],
  screens: [reportScreen, deApprovalScreen],
  input: decideInput,
  asks: asksToDecide,
  refusedAt: { 'withdrawal.opinionNeeded': 'opinion' },
  many: { of: 'deApprovalIds', keys: ['deApprovalId'] },
  answer: shape({ deApprovalId: z.string(), state: oneOf(deApprovalState), reportId: z.string(), reportState: oneOf(reportState) }),
  version: 1,
  offline: false,
  lanes: ({ deApprovalId }) => [`deApproval:${deApprovalId}`],
  subject: ({ deApprovalId }) => deApprovalId,
  refusals: {
    'withdrawal.unknown': ['没有此撤回申请', 'No such application'],
    'withdrawal.decided': ['{by} 于 {at} 已处理: {state}', 'Decided by {by} at {at}: {state}'],
    'withdrawal.own': ['不能处理自己的申请', 'Nobody decides their own application'],
    'withdrawal.opinionNeeded': ['驳回须填写意见', 'A rejection needs an opinion'],
    'report.state': ['{name} 当前为{state}', '{name} is now: {state}'],
  },
  decide({ withdrawal, report }: WithdrawalState, { deApprovalId, isApproved, opinion }, { user }): Outcome<WithdrawalChange> {
    if (!withdrawal || !report) return refuse('withdrawal.unknown');
    const refusal = withdrawalRefusal(withdrawal, user);
    if (refusal) return refusal;
    const { reportNo: name, state } = report;
    if (state !== reportState.recalling) return conflict('report.state', { name, state: reportState.labelOf(state) });
    const { deApprovalOperate: operate } = withdrawal;
    if (isApproved) return accept({ deApprovalId, state: deApprovalState.done, operate, report, moves: resultMoves(operate, report.tasks) });
    return opinion ? accept({ deApprovalId, state: deApprovalState.refused, operate, report, moves: null }) : refuse('withdrawal.opinionNeeded');
  },
});
