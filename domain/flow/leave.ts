import { check, type Problem } from '#domain/kernel/check.ts';
import { toMs } from '#domain/kernel/dates.ts';
import { dateTime, longText, ref } from '#domain/kernel/fields.ts';
import { problemOf } from '#domain/kernel/check.ts';

/** What somebody who asks for leave fills in (docs/wire.md#flow). */
export const leaveFields = {
  taskUser: ref('审批人', 'Decided by', 'userAccount', { required: true }),
  startTime: dateTime('开始时间', 'Start time', { required: true }),
  endTime: dateTime('结束时间', 'End time', { required: true }),
  reason: longText('请假理由', 'Reason', { required: true, max: 255 }),
} as const;

export interface LeaveInput {
  readonly taskUser: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly reason: string;
}

/** Longest leave that is asked for at once, in days. */
const longest = 366;

/** Days begun between two moments: half a day counts as one. */
export function leaveDays(startTime: string, endTime: string): number {
  return Math.max(1, Math.ceil((toMs(endTime) - toMs(startTime)) / 86_400_000));
}

/** The form as it was sent, or its faults by field. `applicant` cannot decide their own leave. */
export function readLeave(
  sent: Readonly<Record<string, unknown>>,
  applicant: string,
): { readonly input: LeaveInput | null; readonly problems: readonly Problem[] } {
  const { values, problems } = check(leaveFields, sent);
  if (problems.length > 0) return { input: null, problems };
  const input = values as unknown as LeaveInput;
  const rule = (field: keyof typeof leaveFields, text: readonly [string, string]): Problem => problemOf(field, leaveFields[field], 'rule', { text });
  if (input.endTime <= input.startTime)
    return { input: null, problems: [rule('endTime', ['结束时间须晚于开始时间', 'It must end after it begins'])] };
  if (leaveDays(input.startTime, input.endTime) > longest)
    return { input: null, problems: [rule('endTime', ['一次请假不能超过一年', 'Leave may last a year at most'])] };
  if (input.taskUser === applicant) return { input: null, problems: [rule('taskUser', ['不能由本人审批', 'Nobody decides on their own leave'])] };
  return { input, problems: [] };
}

export type { ProcessLeave } from './flowCalls.ts';
