import { workCalendar, dueTime, type WorkCalendar } from '#domain/base/workCalendar.ts';
import { beginNode, dateModel } from '#domain/base/panelTestCycle.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { abnormalReason } from '#domain/lab/abnormalReason.ts';
import { rejectCode } from '../rejectReasons.ts';

/** Which part of the work it was found in. */
export const caseStage = choices({
  before: [1, '分析前', 'Before testing'],
  during: [2, '分析中', 'During testing'],
  after: [3, '分析后', 'After testing'],
});
/** How bad it is: the worse, the sooner it is due. */
export const caseSeverity = choices({
  critical: [1, '严重', 'Critical'],
  major: [2, '主要', 'Major'],
  minor: [3, '次要', 'Minor'],
});
export type CaseSeverity = CodeOf<typeof caseSeverity>;
export const caseState = choices({
  waiting: [1, '待处理', 'Waiting'],
  inHand: [2, '处理中', 'In hand'],
  closed: [3, '已关闭', 'Closed'],
  rejected: [4, '已拒收', 'Rejected'],
  withdrawn: [5, '已撤销', 'Withdrawn'],
});
export type CaseState = CodeOf<typeof caseState>;

const catalogue: Readonly<Record<string, readonly [string, string, string]>> = {
  ...Object.fromEntries(
    [...rejectCode.options, ...abnormalReason.options].map(({ code, label: [zh, en] }) => [code, [String(code), zh, en] as const]),
  ),
  ABN07: ['ABN07', '报告错误/撤回', 'Report wrong or withdrawn'],
};
/** What is wrong: the reasons of rejections and those of the laboratory in one catalogue (docs/forms.md#rejection). */
export const abnormalCode = choices(catalogue);

/** Working days until somebody has decided. */
const daysOf: Readonly<Record<CaseSeverity, number>> = { 1: 1, 2: 3, 3: 7 };
const minutesADay = 1_440;

/** When a case of this severity is due that was found then (docs/desk.md#abnormal-cases). */
export function caseDue(foundTime: string, severity: CaseSeverity, calendar: WorkCalendar = workCalendar([])): string {
  const rule = { beginNode: beginNode.labReceive, dateModel: dateModel.workingDays, cycle: daysOf[severity] * minutesADay, cutOffHour: null };
  return dueTime({ receiveTime: null, labReceiveTime: foundTime }, rule, calendar).dueTime ?? foundTime;
}
