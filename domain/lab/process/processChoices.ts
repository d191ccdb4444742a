import { abnormalReason } from '../abnormalReason.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** What a process record says of its tasks (docs/lab.md#stops-and-new-samples). */
export const processKind = choices({
  stop: [1, '终止', 'Stop'],
  resample: [2, '重采', 'New sample'],
  delay: [3, '延迟', 'Delay'],
  goBack: [4, '回退', 'Sent back'],
});
export type ProcessKind = CodeOf<typeof processKind>;

export const recordState = choices({
  inForce: [1, '生效', 'In force'],
  takenBack: [2, '已恢复', 'Taken back'],
  completed: [3, '已完成', 'Completed'],
});
export type RecordState = CodeOf<typeof recordState>;

/** Who tells the client of it, and how. */
export const notifyWay = choices({
  nobody: [0, '暂不通知', 'Not yet'],
  message: [1, '短信', 'Text message'],
  telephone: [2, '电话', 'Telephone'],
});
export type NotifyWay = CodeOf<typeof notifyWay>;

/** How somebody was reached. */
export const contactWay = choices({
  telephone: [1, '电话', 'Telephone'],
  message: [2, '短信', 'Text message'],
  mail: [3, '邮件', 'Mail'],
  inPerson: [4, '当面', 'In person'],
  other: [5, '其他', 'Other'],
});

/** Why work is ended. */
export const stopReason = choices({
  client: ['STP01', '送检方要求', 'The client asked'],
  tooLittle: ['STP02', '样本不足', 'Too little of the sample'],
  failedStep: ['STP03', '提取/建库失败', 'Extraction or library failed'],
  quality: ['STP04', '质控不合格', 'Quality control failed'],
  repeated: ['STP05', '重复', 'Sent twice'],
  unsuitable: ['STP06', '不适用', 'Not applicable'],
  unpaid: ['STP07', '欠费', 'Not paid'],
  other: ['STP08', '其他', 'Other'],
});
export type StopReason = CodeOf<typeof stopReason>;

/** Why a result comes later than was promised. */
export const delayReason = choices({
  instrument: ['DLY01', '仪器故障', 'Instrument down'],
  reagent: ['DLY02', '试剂短缺', 'Reagents missing'],
  again: ['DLY03', '复检重做', 'Done again'],
  information: ['DLY04', '信息待补', 'Information missing'],
  workload: ['DLY05', '工作量', 'Workload'],
  other: ['DLY06', '其他', 'Other'],
});
export type DelayReason = CodeOf<typeof delayReason>;

/** The word of a reason, whichever catalogue it is of; undefined for a code that is none. */
export const reasonWord = (code: string | null) => stopReason.labelOf(code) ?? abnormalReason.labelOf(code) ?? delayReason.labelOf(code);

/** Whether the client pays for what is stopped: as their own wish after a step at the bench, else not; null: it must be said. */
export function billableBy(reason: StopReason, hasBenchStep: boolean): 0 | 1 | null {
  if (reason === stopReason.other) return null;
  return reason === stopReason.client && hasBenchStep ? 1 : 0;
}
