import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { choice, dateTime, flag, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { taskState, type TaskState } from '../rules/taskState.ts';
import { abnormalReason } from '../abnormalReason.ts';
import { billableBy, delayReason, notifyWay, processKind, reasonWord, stopReason, type NotifyWay } from './processChoices.ts';
import { processRefusals, taskActRefusal, taskName, type ProcessTask } from './processTask.ts';

/** Of a task: where it stands and what is in force for it. */
export interface TaskActState {
  readonly task: ProcessTask | null;
  /** The order it is charged in already (docs/bill.md#moves); null or absent: in none. */
  readonly settledIn?: string | null;
}
/** What an act on a task changes, and the record of it. */
export interface TaskActChange {
  readonly taskId: string;
  readonly from: TaskState;
  readonly to: TaskState;
  readonly reasonCode: string;
  readonly reason: string;
  readonly isBillable: 0 | 1 | null;
  readonly notify: NotifyWay | null;
  readonly promisedTime: string | null;
}
const answer = shape({ taskId: z.string(), recordId: z.string(), taskState: oneOf(taskState) });
const common = {
  service: 'lab',
  many: { of: 'taskIds', keys: ['taskId'] },
  answer,
  version: 1,
  offline: false,
  lanes: ({ taskId }: { readonly taskId: string }) => [`task:${taskId}`],
  subject: ({ taskId }: { readonly taskId: string }) => taskId,
} as const;
const told = text('原因说明', 'Explanation', { max: 200, help: ['选"其他"时必填', 'Needed for “other”'] });
const asksNotify = choice('通知', 'Tell the client by', notifyWay);
const reasonNeeded: Label = ['选择"其他"时请填写原因说明', 'Say in words what the other reason is'];
/** What stands as the reason: what was typed, else the word of its code. */
const reasonOf = (code: string, typed: string | null | undefined): string => typed || (reasonWord(code)?.[0] ?? code);

const stopAsks = {
  reasonCode: choice('原因', 'Reason', stopReason, { required: true }),
  reason: told,
  isBillable: flag('仍计费', 'Charged all the same', {
    help: ['留空: 送检方要求且已有实验步骤的计费, 其他不计', 'Empty: charged where the client asked after a step at the bench'],
  }),
  notify: asksNotify,
} as const;
export const stopTasksInput = z.object({ taskId: idText, ...partsOfFields(stopAsks) });
export type StopTasksInput = z.output<typeof stopTasksInput>;

/** Ends the work on tasks: 1, 2, 3, 8 -> 7 (docs/lab.md#stops-and-new-samples). */
export const stopTasks = defineCommand({
  ...common,
  name: 'labProcess.stop',
  title: ['终止检测', 'Stop testing'],
  path: 'lab-process/stop',
  permission: 'labProcess_stop',
  roles: ['lab', 'audit1'],
  screens: ['/sample/operate-stop'],
  input: stopTasksInput,
  asks: stopAsks,
  refusedAt: { 'process.billableNeeded': 'isBillable', 'process.reasonNeeded': 'reason' },
  consequence: [
    '所选检测不再进行,已上机的孔位作废;全部终止的样本为已终止',
    'They are not tested any further; their wells are void, and a tube with nothing left is terminated',
  ],
  isDanger: true,
  refusals: {
    ...processRefusals,
    'process.billableNeeded': ['选择"其他"时请说明是否计费', 'Say whether it is charged'],
    'process.reasonNeeded': reasonNeeded,
    'process.settled': ['{name} 已在订单 {no} 结算, 不能终止', '{name} is charged in order {no} and cannot be stopped'],
  },
  decide({ task, settledIn }: TaskActState, { taskId, reasonCode, reason, isBillable, notify }: StopTasksInput): Outcome<TaskActChange> {
    if (!task) return refuse('process.unknown', { taskId });
    const refusal = taskActRefusal(processKind.stop, task);
    if (refusal) return refusal;
    const name = taskName(task);
    if (settledIn) return conflict('process.settled', { name, no: settledIn });
    if (reasonCode === stopReason.other && !reason) return refuse('process.reasonNeeded', { name });
    const charged = isBillable ?? billableBy(reasonCode, task.hasBenchStep);
    if (charged === null) return refuse('process.billableNeeded', { name });
    return accept({
      taskId,
      from: task.taskState,
      to: taskState.stopped,
      reasonCode,
      reason: reasonOf(reasonCode, reason),
      isBillable: charged,
      notify: notify ?? notifyWay.nobody,
      promisedTime: null,
    });
  },
});

const resampleAsks = {
  reasonCode: choice('原因', 'Reason', abnormalReason, { required: true }),
  reason: text('原因说明', 'Explanation', { max: 200 }),
  notify: asksNotify,
} as const;
export const resampleInput = z.object({ taskId: idText, ...partsOfFields(resampleAsks) });
export type ResampleInput = z.output<typeof resampleInput>;

/** Asks for another sample: 1, 2, 3 -> 8; the clock stands still until then. */
export const resampleTasks = defineCommand({
  ...common,
  name: 'labProcess.resample',
  title: ['申请重采', 'Ask for a new sample'],
  path: 'lab-process/resample',
  permission: 'labProcess_resample',
  roles: ['lab', 'audit1'],
  screens: ['/sample/operate-resample'],
  input: resampleInput,
  asks: resampleAsks,
  consequence: [
    '所选检测等待新样本,期间不计时;新样本接收后原检测终止,不计费',
    'They wait for a new sample and their clocks stand still; once it is received they end and are not charged',
  ],
  refusals: processRefusals,
  decide({ task }: TaskActState, { taskId, reasonCode, reason, notify }: ResampleInput): Outcome<TaskActChange> {
    if (!task) return refuse('process.unknown', { taskId });
    const refusal = taskActRefusal(processKind.resample, task);
    if (refusal) return refusal;
    return accept({
      taskId,
      from: task.taskState,
      to: taskState.resampling,
      reasonCode,
      reason: reasonOf(reasonCode, reason),
      isBillable: 0,
      notify: notify ?? notifyWay.nobody,
      promisedTime: null,
    });
  },
});

const delayAsks = {
  reasonCode: choice('原因', 'Reason', delayReason, { required: true }),
  promisedTime: dateTime('承诺时间', 'Promised for', { required: true }),
  reason: told,
} as const;
export const delayInput = z.object({ taskId: idText, ...partsOfFields(delayAsks) });
export type DelayInput = z.output<typeof delayInput>;

/** Tells that results come later than was promised; due times stay as they are. */
export const delayTasks = defineCommand({
  ...common,
  name: 'labProcess.delay',
  title: ['登记延迟', 'Register a delay'],
  path: 'lab-process/delay',
  permission: 'labProcess_delay',
  roles: ['lab', 'audit1'],
  screens: ['/sample/operate-delay'],
  input: delayInput,
  asks: delayAsks,
  refusedAt: { 'process.promisedPast': 'promisedTime', 'process.reasonNeeded': 'reason' },
  consequence: ['登记新的承诺时间并跟进告知送检方;应发时间不变', 'Notes a new promise, to be told to the client; the due time stays as it is'],
  refusals: {
    ...processRefusals,
    'process.promisedPast': ['承诺时间须晚于现在', 'The promised time must lie ahead'],
    'process.reasonNeeded': reasonNeeded,
  },
  decide({ task }: TaskActState, { taskId, reasonCode, reason, promisedTime }: DelayInput, { now }): Outcome<TaskActChange> {
    if (!task) return refuse('process.unknown', { taskId });
    const refusal = taskActRefusal(processKind.delay, task);
    if (refusal) return refusal;
    const name = taskName(task);
    if (reasonCode === delayReason.other && !reason) return refuse('process.reasonNeeded', { name });
    if (promisedTime <= now) return refuse('process.promisedPast', { name });
    return accept({
      taskId,
      from: task.taskState,
      to: task.taskState,
      reasonCode,
      reason: reasonOf(reasonCode, reason),
      isBillable: null,
      notify: null,
      promisedTime,
    });
  },
});
/** The acts on tasks, by the kind of record they make. */
export const taskActs = { 1: stopTasks, 2: resampleTasks, 3: delayTasks } as const;
