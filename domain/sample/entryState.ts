import { choices } from '#domain/kernel/choices.ts';

/** How far the detail entry of a requisition is. `closed`: every tube was rejected, nothing is entered any more. */
export const entryState = choices({
  waiting: [1, '待录入', 'Waiting for entry'],
  unclear: [2, '字迹不清待核实', 'Illegible, to be asked'],
  pendingCorrection: [3, '待二录更正', 'Second clerk to check'],
  pendingArbitration: [4, '待仲裁', 'Awaiting arbitration'],
  settled: [5, '已完成', 'Settled'],
  closed: [6, '已关闭', 'Closed'],
});
export type EntryState = 1 | 2 | 3 | 4 | 5 | 6;

/** What became of one comparison of two passes. */
export const comparisonState = choices({
  pendingCorrection: [1, '待二录更正', 'Second clerk to check'],
  pendingArbitration: [2, '待仲裁', 'Awaiting arbitration'],
  settled: [3, '已解决', 'Settled'],
  withdrawn: [4, '已撤回', 'Withdrawn'],
});
export type ComparisonState = 1 | 2 | 3 | 4;

/** Why a revision of a pass was written; passes are facts and never updated. */
export const passKind = choices({
  entered: [1, '录入', 'Entered'],
  cleared: [2, '核实字迹', 'Illegible fields cleared'],
  corrected: [3, '二录更正', 'Corrected by the second clerk'],
  withdrawn: [4, '撤回', 'Withdrawn'],
});
export type PassKind = 1 | 2 | 3 | 4;

/** Which pass: 1 first, 2 second; either may come before the other. */
export type PassNo = 1 | 2;
export const arbitrationChoice = choices({
  first: [1, '采用一录', 'First entry'],
  second: [2, '采用二录', 'Second entry'],
  typed: [3, '重新输入', 'Type anew'],
});
