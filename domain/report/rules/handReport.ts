import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { refuse, type Refusal } from '#domain/kernel/outcome.ts';
import { isOuterKey, reportState, type ReportState } from '../reportState.ts';
import { isMainKind, reportKind } from '../reportTemplate.ts';
import type { KnownReport } from './reportPlan.ts';

/** Kinds that are made when a person asks for one, beside the reports that follow from the results. */
export type HandKind = 3 | 4;

/** What becomes of asking for one: another version of one that is not out yet, or a new one of these tasks. */
export type HandReport = { readonly reportId: string } | { readonly groupKey: string; readonly nth: number; readonly taskIds: readonly string[] };

export const handReportRefusals = {
  'report.noMain': ['主报告发布后才能出补充报告', 'A supplementary report follows one that is issued'],
  'report.noResult': ['没有二审通过的结果', 'No result has passed its second audit'],
  'report.unknown': ['没有此申请单', 'No such requisition'],
} as const;

const isOver = (state: ReportState): boolean =>
  state === reportState.issued || state === reportState.recalling || state === reportState.withdrawn || state === reportState.void;

/**
 * A supplementary report is of what is final and in an issued main report, or in none; an auxiliary one, an annex, of all that is final
 * (docs/report.md#kinds). One of the kind that is not out yet is made again in place of another.
 */
export function handReport(
  kind: HandKind,
  tasks: readonly { readonly taskId: string; readonly taskState: TaskState }[],
  reports: readonly KnownReport[],
): HandReport | Refusal {
  const open = reports.find((report) => report.reportKind === kind && !isOver(report.state));
  if (open) return { reportId: open.reportId };
  const mains = reports.filter((report) => isMainKind(report.reportKind) && !isOuterKey(report.groupKey));
  const issued = mains.filter(({ state }) => state === reportState.issued);
  if (kind === reportKind.supplementary && issued.length === 0) return refuse('report.noMain');
  const waiting = new Set(mains.filter(({ state }) => state !== reportState.issued && state !== reportState.void).flatMap(({ taskIds }) => taskIds));
  const taskIds = tasks
    .filter(({ taskState: state }) => state === taskState.audited || state === taskState.issued)
    .map(({ taskId }) => taskId)
    .filter((id) => kind === reportKind.auxiliary || !waiting.has(id));
  if (taskIds.length === 0) return refuse('report.noResult');
  const nth = 1 + reports.filter((report) => report.reportKind === kind).length;
  return { groupKey: `${kind === reportKind.supplementary ? 'B' : 'F'}${nth}`, nth, taskIds };
}
