import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { choice, flag, text } from '#domain/kernel/fields.ts';
import { accept, conflict, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { codeText } from '../codeText.ts';
import { rejectCode, rejectMeasure } from '../rejectReasons.ts';
import { labStatus, type LabStatus, type StatusMove } from '../sampleStatus.ts';
import { deskPhotos, missingPhoto, photoRefusals } from './deskPhotos.ts';

const asks = {
  rejectCode: choice('拒收原因', 'Reject reason', rejectCode, { required: true }),
  measure: choice('处理措施', 'Measure', rejectMeasure, { required: true }),
  reason: text('原因说明', 'Explanation', { required: true, max: 200 }),
  sendSms: flag('短信通知送检单位', 'Tell the client by text message', {
    help: ['10 分钟后发送,其间恢复则不发', 'Sent after 10 minutes; not if it is recovered before'],
  }),
} as const;

/** Payload of `reject.add`, version 1. */
export const rejectAddInput = z.object({ sampleCode: codeText(), ...partsOfFields(asks), photos: deskPhotos });
export type RejectAddInput = z.output<typeof rejectAddInput>;
export type RejectAddPayload = z.input<typeof rejectAddInput>;

/** A tube as the rule of rejecting knows it. */
export interface RejectedTube {
  readonly sampleCode: string;
  readonly requisitionCode: string;
  readonly labStatus: LabStatus;
  /** On a handover that nobody has signed. */
  readonly isInHandover: boolean;
  /** On a run sheet, past waiting, or with a result. */
  readonly hasWork: boolean;
  /** The laboratory it is on its way to; null: to none. */
  readonly entrustedTo: string | null;
  readonly rejected: { readonly by: string; readonly at: string; readonly code: string } | null;
}
export interface RejectAddState {
  /** null: nothing is known by this code. */
  readonly tube: RejectedTube | null;
  /** The order it is charged in already (docs/bill.md#moves); null: in none. */
  readonly settledIn: string | null;
  /** Photographs of it that have not arrived. */
  readonly missingPhotos: number;
}
export interface RejectAddChange {
  readonly sampleCode: string;
  readonly rejectCode: string;
  readonly reason: string;
  readonly measure: number;
  readonly move: StatusMove | null;
}

/** Statuses out of which a tube can be rejected. */
const rejectable: readonly LabStatus[] = [labStatus.pendingEntry, labStatus.entered, labStatus.received];

/** What may speak against rejecting a tube, by whichever act. */
export const rejectRefusals = {
  'reject.tooLate': ['样本 {sampleCode} 状态为{status},不能拒收', 'Sample {sampleCode} is {status} and cannot be rejected'],
  'reject.inHandover': ['样本 {sampleCode} 已在交接单中,请先移出交接', 'Sample {sampleCode} is on a handover; take it off first'],
  'reject.hasResults': ['样本 {sampleCode} 已有结果或已上机,请终止', 'Sample {sampleCode} has results or is on a run; terminate it'],
  'reject.entrusted': ['样本 {sampleCode} 已委托至 {lab},请先取消委托', '{sampleCode} is on its way to {lab}; cancel that first'],
  'reject.settled': ['样本 {sampleCode} 已在订单 {no} 结算,不能拒收', 'Sample {sampleCode} is charged in order {no} and cannot be rejected'],
} as const;

/** What speaks against rejecting a tube that is not rejected yet; null: nothing. */
export function rejectAddRefusal({
  sampleCode,
  labStatus: status,
  isInHandover,
  hasWork,
  entrustedTo,
}: Omit<RejectedTube, 'requisitionCode' | 'rejected'>): Refusal | null {
  if (!rejectable.includes(status)) return refuse('reject.tooLate', { sampleCode, status: labStatus.labelOf(status) });
  if (isInHandover) return refuse('reject.inHandover', { sampleCode });
  if (hasWork) return refuse('reject.hasResults', { sampleCode });
  return entrustedTo === null ? null : refuse('reject.entrusted', { sampleCode, lab: entrustedTo });
}

/** A known tube becomes 111, until its laboratory has begun to work on it (docs/desk.md#rejection). */
export const rejectAdd = defineCommand({
  name: 'reject.add',
  title: ['登记拒收', 'Reject a sample'],
  service: 'sample',
  path: 'reject-record/add',
  permission: 'reject_add',
  roles: ['reception', 'quality', 'ops'],
  screens: ['/sample/operate-reject'],
  input: rejectAddInput,
  answer: shape({ sampleCode: z.string(), requisitionCode: z.string(), rejectRecordId: z.string() }),
  many: { of: 'sampleCodes', keys: ['sampleCode'] },
  asks,
  isDanger: true,
  consequence: [
    '样本不再检测、不计费,待实验任务作废;可在拒收恢复中恢复',
    'It is not tested and not charged, its waiting tasks are void; it can be recovered',
  ],
  version: 1,
  offline: true,
  lanes: ({ sampleCode }) => [`tube:${sampleCode}`],
  subject: ({ sampleCode }) => sampleCode,
  leftToServer: [['样本的状态、交接、实验和结算', 'how far the sample is: handover, laboratory, order']],
  refusals: {
    'reject.unknown': ['没有此样本: {sampleCode}', 'No such sample: {sampleCode}'],
    'reject.otherwise': ['{by} 已于 {at} 以 {code} 拒收', '{by} rejected it as {code} at {at}'],
    ...rejectRefusals,
    ...photoRefusals,
  },
  decide(
    { tube, settledIn, missingPhotos }: RejectAddState,
    { sampleCode, rejectCode: code, reason, measure }: RejectAddInput,
  ): Outcome<RejectAddChange> {
    if (!tube) return refuse('reject.unknown', { sampleCode });
    const change = { sampleCode: tube.sampleCode, rejectCode: code, reason, measure, move: null };
    if (tube.labStatus === labStatus.rejected) {
      const { rejected } = tube;
      return rejected && rejected.code !== code ? conflict('reject.otherwise', { ...rejected }) : repeat(change);
    }
    const refusal = rejectAddRefusal(tube);
    if (refusal) return refusal;
    if (settledIn) return refuse('reject.settled', { sampleCode, no: settledIn });
    return missingPhoto(missingPhotos) ?? accept({ ...change, move: { sampleCode: tube.sampleCode, from: tube.labStatus, to: labStatus.rejected } });
  },
});
