import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand, type ActingUser } from '#domain/kernel/command.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { choice, longText } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { auditLevel, auditRights } from '../audit/resultAudit.ts';
import { taskState, type TaskState } from '../rules/taskState.ts';
import {
  deApprovalOperate,
  deApprovalState,
  deApprovalType,
  resultOperate,
  type DeApprovalOperate,
  type DeApprovalState,
  type DeApprovalType,
} from './deApprovalChoices.ts';

export const deApprovalScreen = '/search/sampleDeApproval';

/** A task whose audit is to be taken back. */
export interface ReversedTask {
  readonly taskId: string;
  /** What its tube is called. */
  readonly name: string;
  readonly taskState: TaskState;
  /** The application that waits for it; null: none. */
  readonly open: { readonly by: string; readonly at: string } | null;
}

const stateRefusals = {
  'deApproval.unknown': ['没有此检测任务', 'No such test task'],
  'deApproval.report': ['报告撤回须在报告审核中申请和处理', 'Withdrawing a report is applied for and decided in the report audit'],
  'deApproval.state': ['{name} 当前为{state},二审通过的结果才能反审核', '{name} is now: {state}; only what passed its second audit is reversed'],
  'deApproval.issued': ['{name} 已发报告,须先撤回报告', '{name}: its report was issued and has to be withdrawn first'],
} as const satisfies Record<string, Label>;

/** What speaks against taking a task's audit back; null: nothing. */
function stateFault({ name, taskState: state }: Pick<ReversedTask, 'name' | 'taskState'>): Refusal | null {
  if (state === taskState.issued) return conflict('deApproval.issued', { name });
  return state === taskState.audited ? null : conflict('deApproval.state', { name, state: taskState.labelOf(state) });
}
/** What speaks against an application for it, as far as its row tells; null: nothing. */
export function applyRefusal(task: ReversedTask): Refusal | null {
  const fault = stateFault(task);
  if (fault) return fault;
  return task.open ? conflict('deApproval.open', { name: task.name, by: task.open.by, at: task.open.at }) : null;
}

const asksToApply = {
  operate: choice('退回到', 'Goes back to', resultOperate, { required: true }),
  reason: longText('申请原因', 'Why it is reversed', { required: true, max: 200 }),
} as const;
export const applyInput = z.object({
  taskId: idText,
  type: oneOf(deApprovalType),
  operate: oneOf(deApprovalOperate),
  reason: z.string().trim().min(1).max(200),
});
export type ApplyInput = z.output<typeof applyInput>;
export interface ApplyState {
  readonly task: ReversedTask | null;
}
export interface ApplyChange {
  readonly taskId: string;
  readonly type: DeApprovalType;
  readonly operate: DeApprovalOperate;
}

/** Asks another person to take a result's audit back (docs/lab.md#reversal). */
export const applyDeApproval = defineCommand({
  name: 'deApproval.apply',
  title: ['申请反审核', 'Apply for a reversal'],
  service: 'lab',
  path: 'lab-process/de-approval',
  permission: 'deApproval_apply',
  roles: ['audit1', 'audit2'],
  screens: [deApprovalScreen],
  input: applyInput,
  asks: asksToApply,
  consequence: ['由另一位有二审权限的人处理;同意前结果不变', 'Decided by another person who holds the second audit; until then nothing changes'],
  many: { of: 'taskIds', keys: ['taskId'] },
  answer: shape({ deApprovalId: z.string(), taskId: z.string() }),
  version: 1,
  offline: false,
  lanes: ({ taskId }) => [`task:${taskId}`],
  subject: ({ taskId }) => taskId,
  refusals: {
    ...stateRefusals,
    'deApproval.operate': ['结果反审核只能退回一审或取消二审', 'A result goes back to its first audit or loses its second one'],
    'deApproval.open': ['{name} 已有申请: {by} 于 {at}', '{name}: {by} applied at {at}, and it is undecided'],
  },
  decide({ task }: ApplyState, { taskId, type, operate }: ApplyInput): Outcome<ApplyChange> {
    if (type === deApprovalType.report) return refuse('deApproval.report');
    if (operate === deApprovalOperate.cancelReportAudit) return refuse('deApproval.operate');
    if (!task) return refuse('deApproval.unknown');
    return applyRefusal(task) ?? accept({ taskId, type, operate });
  },
});

/** An application that is to be decided. */
export interface OpenApplication {
  readonly deApprovalType: DeApprovalType;
  readonly deApprovalOperate: DeApprovalOperate;
  readonly state: DeApprovalState;
  readonly applicantId: string;
  readonly operatorName: string | null;
  readonly decideTime: string | null;
}
const asksToDecide = { opinion: longText('意见', 'Opinion', { max: 200 }) } as const;
export const decideInput = z.object({
  id: idText,
  isPassed: z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean),
  ...partsOfFields(asksToDecide),
});
export type DecideInput = z.output<typeof decideInput>;
export interface DecideState {
  readonly application: OpenApplication | null;
  readonly tasks: readonly Omit<ReversedTask, 'open'>[];
  /** The person may sign second audits of all these tasks today. */
  readonly hasAuthority: boolean;
}
export interface DecideChange {
  readonly deApprovalId: string;
  readonly state: DeApprovalState;
  readonly moves: readonly { readonly taskId: string; readonly from: TaskState; readonly to: TaskState }[];
}
const goesTo = (operate: DeApprovalOperate): TaskState => (operate === deApprovalOperate.toFirstAudit ? taskState.firstAudit : taskState.secondAudit);

/** What speaks against this person's deciding it, as far as its row tells; null: nothing. */
export function decideRefusal(
  { deApprovalType: type, state, applicantId, operatorName, decideTime }: Omit<OpenApplication, 'deApprovalOperate'>,
  { id, permissions }: Pick<ActingUser, 'id' | 'permissions'>,
): Refusal | null {
  if (type === deApprovalType.report) return refuse('deApproval.report');
  if (state !== deApprovalState.waiting)
    return conflict('deApproval.decided', { by: operatorName ?? '', at: decideTime ?? '', state: deApprovalState.labelOf(state) });
  if (applicantId === id) return refuse('deApproval.own');
  return permissions.has(auditRights[auditLevel.second]) ? null : refuse('deApproval.level');
}

/** Takes the audit back, or rejects the application: another person than who applied, one who holds the second audit (docs/lab.md#reversal). */
export const decideDeApproval = defineCommand({
  name: 'deApproval.decide',
  title: ['处理反审核', 'Decide a reversal'],
  service: 'lab',
  path: 'lab-process/de-approval-decide',
  permission: 'deApproval_decide',
  roles: ['audit2'],
  screens: [deApprovalScreen],
  input: decideInput,
  asks: asksToDecide,
  refusedAt: { 'deApproval.opinionNeeded': 'opinion' },
  answer: shape({ deApprovalId: z.string(), state: oneOf(deApprovalState) }),
  version: 1,
  offline: false,
  lanes: ({ id }) => [`deApproval:${id}`],
  subject: ({ id }) => id,
  refusals: {
    ...stateRefusals,
    'deApproval.notFound': ['没有此反审核申请', 'No such application'],
    'deApproval.decided': ['{by} 于 {at} 已处理: {state}', 'Decided by {by} at {at}: {state}'],
    'deApproval.own': ['不能处理自己的申请', 'Nobody decides their own application'],
    'deApproval.level': ['须由有二审权限的人处理', 'It takes a person who holds the second audit'],
    'deApproval.noAuthority': ['没有该检验所和项目组的二审签名授权', 'Not authorised to sign second audits of this laboratory and panel group'],
    'deApproval.opinionNeeded': ['驳回须填写意见', 'A rejection needs an opinion'],
  },
  decide({ application, tasks, hasAuthority }: DecideState, { id, isPassed, opinion }: DecideInput, { user }): Outcome<DecideChange> {
    if (!application) return refuse('deApproval.notFound');
    const refusal = decideRefusal(application, user);
    if (refusal) return refusal;
    if (!hasAuthority) return refuse('deApproval.noAuthority');
    if (!isPassed) return opinion ? accept({ deApprovalId: id, state: deApprovalState.refused, moves: [] }) : refuse('deApproval.opinionNeeded');
    const fault = tasks.map(stateFault).find((one) => one !== null);
    if (fault) return fault;
    const moves = tasks.map(({ taskId, taskState: from }) => ({ taskId, from, to: goesTo(application.deApprovalOperate) }));
    return accept({ deApprovalId: id, state: deApprovalState.done, moves });
  },
});
