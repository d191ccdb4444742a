import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { reportKind } from './reportTemplate.ts';

/** Where a report stands (docs/report.md#states). */
export const reportState = choices({
  incomplete: [0, '待齐全', 'Incomplete'],
  waiting: [1, '待生成', 'To be made'],
  making: [2, '生成中', 'Being made'],
  toAudit: [3, '待审核', 'To be audited'],
  issued: [4, '已发布', 'Issued'],
  recalling: [5, '撤回待批', 'Withdrawal applied for'],
  withdrawn: [6, '已撤回', 'Withdrawn'],
  failed: [7, '生成失败', 'Could not be made'],
  void: [9, '作废', 'Void'],
});
export type ReportState = CodeOf<typeof reportState>;

/**
 * Every legal move of a report, once. To 0: one of its results is not final any more, also while it is being made; 2 -> 1: what made it
 * died; 3 -> 2: made anew; 4, 5 -> 1: its release was taken back, its next version is to be made; 9 -> 0, 1: its tasks were taken up again.
 */
export const reportMoves: Readonly<Record<ReportState, readonly ReportState[]>> = {
  0: [1, 6, 9],
  1: [0, 2, 6, 9],
  2: [0, 1, 3, 7, 9],
  3: [0, 2, 4, 6, 9],
  4: [1, 5, 6],
  5: [1, 4, 6],
  6: [0, 1, 9],
  7: [0, 2, 6, 9],
  9: [0, 1],
};
export const isReportMove = (from: ReportState, to: ReportState): boolean => reportMoves[from].includes(to);

/** Where a version of a report stands; once it was issued nothing else of it changes. */
export const reportVersionState = choices({
  toAudit: [1, '待审核', 'To be audited'],
  void: [2, '作废', 'Void'],
  issued: [3, '已发布', 'Issued'],
  replaced: [4, '已替代', 'Replaced'],
  withdrawn: [5, '已撤回', 'Withdrawn'],
});
export type ReportVersionState = CodeOf<typeof reportVersionState>;
/** Who made its bytes. */
export const versionSource = choices({ made: [1, '系统生成', 'Made here'], uploaded: [2, '外部上传', 'Uploaded'] });

/**
 * What a report is called (docs/report.md#numbers): the first main one like its requisition, further ones by how many there were, a
 * supplementary and an auxiliary one by a letter. `nth` counts from 1 among its kind. Versions keep the number.
 */
export function reportNoOf(requisitionCode: string, kind: CodeOf<typeof reportKind>, nth: number): string {
  if (kind === reportKind.supplementary) return `${requisitionCode}-B${nth}`;
  if (kind === reportKind.auxiliary) return `${requisitionCode}-F${nth}`;
  return nth === 1 ? requisitionCode : `${requisitionCode}-${nth}`;
}

/** What is hashed into the chain of issued versions: each link holds the one before it (docs/report.md#chain). `issueTime` is yyyy-MM-dd HH:mm:ss. */
export const chainText = (
  prevHash: string,
  {
    reportNo,
    versionNo,
    pdfSha256,
    issueTime,
  }: { readonly reportNo: string; readonly versionNo: number; readonly pdfSha256: string; readonly issueTime: string },
): string => [prevHash, reportNo, versionNo, pdfSha256, issueTime].join('\n');

/** What is not out and asks for somebody's eye. */
export const reportStanding = choices({
  dueToday: [1, '今日到期', 'Due today'],
  late: [2, '已超期', 'Late'],
  cameBack: [3, '撤回重发', 'Came back'],
});

/** Which reports a requisition's results make. */
export const groupMode = choices({
  byPanelGroup: [1, '按项目组', 'One for each panel group'],
  together: [2, '按申请单合并', 'One for the requisition'],
  byCommodity: [3, '按产品', 'One for each commodity'],
});
/** Whether all of a requisition is reported together. */
export const isWholeKey = (groupKey: string): boolean => groupKey === '*';
/** What of a requisition a task's results are reported with: two tasks of one key share a report. */
export function groupKeyOf(
  mode: CodeOf<typeof groupMode>,
  task: { readonly panelGroupId: string; readonly commodityIds: readonly string[] },
): string {
  if (mode === groupMode.together) return '*';
  if (mode === groupMode.byPanelGroup) return `g${task.panelGroupId}`;
  // A task of several commodities is one piece of work: they are reported together.
  return `c${task.commodityIds.toSorted().join('+')}`;
}

/** What the report of a tube that another house tests is reported with: it comes as a file, and no task of ours makes or moves it (docs/report.md#uploads). */
export const outerKeyOf = (sampleId: string): string => `E${sampleId}`;
export const isOuterKey = (groupKey: string): boolean => groupKey.startsWith('E');
