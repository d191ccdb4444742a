import { z } from 'zod';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { accept, conflict, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { codeText } from '#domain/sample/codeText.ts';
import { labStatus, type LabStatus, type StatusMove } from '#domain/sample/sampleStatus.ts';
import { foreseeReceive } from './receiveForesight.ts';
import { receiveInput, type ReceiveInput, type ReceiveState } from './receiveState.ts';

export interface ReceiveChange {
  readonly sampleCode: string;
  readonly requisitionCode: string;
  readonly laboratoryId: string;
  /** Issued by the server when it writes, unless the tube has one or the desk printed one. */
  readonly labCode: string | null;
  readonly receivedBy: string | null;
  readonly labReceiveTime: string;
  readonly moves: readonly StatusMove[];
}

export const receiveRefusals = {
  'labTask.unknown': ['没有此样本: {code}', 'No such sample: {code}'],
  'labTask.ambiguous': ['管号 {code} 对应多个样本,请扫描样本条码', 'Tube number {code} belongs to several samples; scan the sample barcode'],
  'labTask.notEntered': ['样本 {sampleCode} 尚未录入', 'Sample {sampleCode} has not been entered yet'],
  'labTask.notHandedOver': ['样本 {sampleCode} 尚未交接: {commodityNames}', 'Sample {sampleCode} has not been handed over: {commodityNames}'],
  'labTask.rejected': ['样本 {sampleCode} 已拒收: {reason}', 'Sample {sampleCode} was rejected: {reason}'],
  'labTask.terminated': ['样本 {sampleCode} 已终止', 'Sample {sampleCode} was terminated'],
  'labTask.otherLabCode': [
    '样本 {sampleCode} 已有实验室编号 {labCode},请作废新标签',
    'Sample {sampleCode} has the lab code {labCode}; void the new label',
  ],
  'labTask.labCodeUnusable': [
    '实验室编号 {labCode} 不可用: 未打印、已作废、已用于其他样本或属于其他检验所',
    'Lab code {labCode} cannot be used: not printed, void, of another sample or another laboratory',
  ],
  'entrust.pending': ['样本 {sampleCode} 委托在途: {lab}', 'Sample {sampleCode} is in transit to {lab}'],
  'labTask.onHold': ['样本 {sampleCode} 冻结: {caseNo}', 'Sample {sampleCode} is on hold: {caseNo}'],
  'labTask.otherLaboratory': ['样本 {sampleCode} 由 {laboratoryName} 检测', 'Sample {sampleCode} is tested by {laboratoryName}'],
} as const;

const afterReceipt: readonly LabStatus[] = [labStatus.received, labStatus.firstAudited, labStatus.secondAudited, labStatus.issued];

const receiveAnswer = shape({
  sampleCode: z.string(),
  requisitionCode: z.string(),
  labCode: z.string(),
  laboratoryId: z.string(),
  receivedBy: z.string(),
  labReceiveTime: z.string(),
});
export type ReceiveAnswer = RowOf<typeof receiveAnswer>;

/** The lab takes a tube in: 103 -> 104, and binds its lab code. A repeat scan says who and when, and writes nothing. */
export const receiveSample = defineCommand({
  name: 'labTask.receive',
  title: ['实验室接收', 'Lab receive'],
  service: 'lab',
  path: 'lab-task/receive',
  permission: 'lab_receive',
  roles: ['lab'],
  screens: ['/sample/todayReceivePage'],
  input: receiveInput,
  answer: receiveAnswer,
  version: 1,
  offline: true,
  lanes: ({ code }) => [`tube:${code}`],
  subject: ({ code }) => code,
  refusals: receiveRefusals,
  decide({ samples, laboratoryIds, printed = null }: ReceiveState, { code, laboratoryId, labCode }: ReceiveInput, acting): Outcome<ReceiveChange> {
    const [sample, second] = samples;
    if (!sample) return refuse('labTask.unknown', { code });
    if (second) return refuse('labTask.ambiguous', { code });
    const { sampleCode, requisitionCode } = sample;
    const change: ReceiveChange = {
      sampleCode,
      requisitionCode,
      laboratoryId: sample.executeLaboratoryId,
      labCode: sample.labCode,
      receivedBy: null,
      labReceiveTime: acting.occurredAt ?? acting.now,
      moves: [],
    };
    if (sample.labStatus === labStatus.rejected) return refuse('labTask.rejected', { sampleCode, reason: sample.rejectReason });
    if (sample.labStatus === labStatus.terminated) return refuse('labTask.terminated', { sampleCode });
    const isElsewhere =
      (laboratoryId && laboratoryId !== sample.executeLaboratoryId) ||
      (laboratoryIds !== null && !laboratoryIds.includes(sample.executeLaboratoryId));
    if (isElsewhere) return refuse('labTask.otherLaboratory', { sampleCode, laboratoryName: sample.executeLaboratoryName });
    if (afterReceipt.includes(sample.labStatus))
      return repeat({ ...change, receivedBy: sample.receivedBy, labReceiveTime: sample.labReceiveTime ?? change.labReceiveTime });
    if (sample.entrustedTo) return conflict('entrust.pending', { sampleCode, lab: sample.entrustedTo });
    if (sample.labStatus === labStatus.pendingEntry) return conflict('labTask.notEntered', { sampleCode });
    if (sample.notHandedOver.length > 0) return conflict('labTask.notHandedOver', { sampleCode, commodityNames: sample.notHandedOver.join('、') });
    if (sample.heldBy) return conflict('labTask.onHold', { sampleCode, caseNo: sample.heldBy });
    if (labCode) {
      if (sample.labCode !== null && sample.labCode !== labCode) return conflict('labTask.otherLabCode', { sampleCode, labCode: sample.labCode });
      const isFree = printed?.boundTo === null || printed?.boundTo === sampleCode;
      const isHere = printed?.laboratoryId === null || printed?.laboratoryId === sample.executeLaboratoryId;
      // The label is on the tube: a person must look before another number is given.
      if (!printed || printed.isSpoiled || !isFree || !isHere) return conflict('labTask.labCodeUnusable', { labCode });
    }
    const move: StatusMove = { sampleCode, from: labStatus.entered, to: labStatus.received };
    return accept({ ...change, labCode: sample.labCode ?? labCode ?? null, moves: [move] });
  },
  foresee: foreseeReceive,
});

/** Payload of `labTask.cancelReceive`, version 1. */
const cancelAsks = { reason: reasonField };
export const cancelReceiveInput = z.object({ sampleCode: codeText(), ...partsOfFields(cancelAsks) });
export type CancelReceiveInput = z.output<typeof cancelReceiveInput>;
export type CancelReceivePayload = z.input<typeof cancelReceiveInput>;

export interface CancelReceiveState {
  readonly sample: {
    readonly sampleCode: string;
    readonly labStatus: LabStatus;
    readonly labCode: string | null;
    readonly executeLaboratoryId: string;
    readonly executeLaboratoryName: string;
    /** On a run sheet, past waiting, or with a result. */
    readonly hasWork: boolean;
  } | null;
  readonly laboratoryIds: readonly string[] | null;
}
export interface CancelReceiveChange {
  readonly sampleCode: string;
  /** Stays bound to the tube: a number is never given twice. */
  readonly labCode: string | null;
  readonly moves: readonly StatusMove[];
}

/** What speaks against taking a tube's receipt back, whoever asks; null: nothing. */
export function cancelRefusal({ sampleCode, labStatus: status }: { readonly sampleCode: string; readonly labStatus: LabStatus }): Refusal | null {
  return status === labStatus.received ? null : conflict('labTask.notReceived', { sampleCode, status: labStatus.labelOf(status) });
}

/** Takes a receipt back with a reason: 104 -> 103, as long as nothing was examined. */
export const cancelReceive = defineCommand({
  name: 'labTask.cancelReceive',
  title: ['取消接收', 'Cancel receive'],
  service: 'lab',
  path: 'lab-task/cancel-receive',
  permission: 'lab_cancel_receive',
  roles: ['lab'],
  screens: ['/sample/cancelReceived'],
  input: cancelReceiveInput,
  answer: shape({ sampleCode: z.string(), labCode: z.string().nullable() }),
  asks: cancelAsks,
  isDanger: true,
  version: 1,
  offline: false,
  lanes: ({ sampleCode }) => [`tube:${sampleCode}`],
  subject: ({ sampleCode }) => sampleCode,
  refusals: {
    'labTask.unknown': receiveRefusals['labTask.unknown'],
    'labTask.otherLaboratory': receiveRefusals['labTask.otherLaboratory'],
    'labTask.notReceived': ['样本 {sampleCode} 状态为{status},没有可取消的接收', 'Sample {sampleCode} is {status}; there is no receipt to cancel'],
    'labTask.hasWork': [
      '样本 {sampleCode} 已上机或有结果,不能取消',
      'Sample {sampleCode} is on a run or has results; its receipt cannot be cancelled',
    ],
  },
  decide({ sample, laboratoryIds }: CancelReceiveState, { sampleCode }: CancelReceiveInput): Outcome<CancelReceiveChange> {
    if (!sample) return refuse('labTask.unknown', { code: sampleCode });
    if (laboratoryIds !== null && !laboratoryIds.includes(sample.executeLaboratoryId))
      return refuse('labTask.otherLaboratory', { sampleCode, laboratoryName: sample.executeLaboratoryName });
    const refusal = cancelRefusal(sample);
    if (refusal) return refusal;
    if (sample.hasWork) return conflict('labTask.hasWork', { sampleCode });
    return accept({ sampleCode, labCode: sample.labCode, moves: [{ sampleCode, from: labStatus.received, to: labStatus.entered }] });
  },
});
