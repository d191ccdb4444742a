import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** What is taken back (docs/lab.md#reversal). */
export const deApprovalType = choices({
  report: [1, '报告撤回', 'Report withdrawn'],
  result: [2, '结果反审核', 'Result reversed'],
});
export type DeApprovalType = CodeOf<typeof deApprovalType>;

/** How far it goes back. */
export const deApprovalOperate = choices({
  toFirstAudit: [1, '退回一审', 'Back to the first audit'],
  cancelSecondAudit: [2, '取消二审', 'Cancel the second audit'],
  cancelReportAudit: [3, '取消报告审核', 'Cancel the report audit'],
});
export type DeApprovalOperate = CodeOf<typeof deApprovalOperate>;
/** Those of a result. */
export const resultOperate = choices({
  toFirstAudit: [1, '退回一审', 'Back to the first audit'],
  cancelSecondAudit: [2, '取消二审', 'Cancel the second audit'],
});

export const deApprovalState = choices({
  waiting: [1, '待处理', 'Waiting'],
  done: [2, '已执行', 'Done'],
  refused: [3, '已驳回', 'Rejected'],
});
export type DeApprovalState = CodeOf<typeof deApprovalState>;
