import { check, type Problem } from '#domain/kernel/check.ts';
import { toMs } from '#domain/kernel/dates.ts';
import { dateTime, longText, ref } from '#domain/kernel/fields.ts';
import { problemOf } from '#domain/kernel/check.ts';

/** What somebody who asks for leave fills in (wire 5). */
export const leaveFields = {
  taskUser: ref('审批人', 'Decided by', 'userAccount', { required: true }),
  startTime: dateTime('开始时间', 'From', { required: true }),
  endTime: dateTime('结束时间', 'Until', { required: true }),
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

/** The form as it was sent, or its faults by field. `applicant` cannot decide his own leave. */
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
  if (input.taskUser === applicant) return { input: null, problems: [rule('taskUser', ['不能由本人审批', 'Nobody decides on his own leave'])] };
  return { input, problems: [] };
}

/** ProcessLeave of the wire, with the names of people and where it stands. */
export interface ProcessLeave extends LeaveInput {
  readonly id: string;
  readonly processDefinitionId: string;
  readonly processInstanceId: string;
  readonly applyTime: string;
  readonly applyUser: string;
  readonly applyUserName: string;
  readonly taskUserName: string;
  readonly days: number;
  readonly state: number;
  readonly outcome: string;
  /** The task that waits now; null once it has ended. */
  readonly flow: {
    readonly taskId: string;
    readonly taskName: string;
    readonly taskDefinitionKey: string;
    readonly assignee: string | null;
    readonly assigneeName: string | null;
  } | null;
}
