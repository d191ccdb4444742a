import { z } from 'zod';
import { summaryAnswer } from './rows.ts';
import { partsOfFields, type Problem } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { choice, text } from '#domain/kernel/fields.ts';
import { accept, conflict, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { codeText } from './codeText.ts';
import { looksLikeCode } from './foundTube.ts';
import { looseText } from './looseParts.ts';
import { imageKind } from './requisitionImage.ts';
import { foreseeReject } from './rejectForesight.ts';
import type { RejectState } from './rejectState.ts';
import { rejectCode, rejectMeasure } from './rejectReasons.ts';
import { codeFinding } from './rules/codeRules.ts';
import { labStatus, type StatusMove } from './sampleStatus.ts';
import { actTime } from './summary.ts';

const asks = {
  rejectCode: choice('拒收原因', 'Reject reason', rejectCode, { required: true }),
  measure: choice('处理措施', 'Measure', rejectMeasure, { required: true }),
  rejectReason: text('原因说明', 'Explanation', { required: true, max: 200 }),
};

/** Payload of `summary.reject`, version 1: as far as known. */
export const rejectInput = z.object({
  requisitionCode: codeText(),
  /** Absent: every tube of the requisition; of an unknown requisition a tube under the requisition's own code. */
  sampleCode: codeText().nullish(),
  sendSampleClientId: idText.nullish(),
  contractLaboratoryId: idText.nullish(),
  sampleClassId: idText.nullish(),
  commodityIds: z.array(idText).max(20).nullish(),
  personName: looseText,
  ...partsOfFields(asks),
});
export type RejectInput = z.output<typeof rejectInput>;
export type RejectPayload = z.input<typeof rejectInput>;

export interface RejectChange {
  readonly requisitionCode: string;
  readonly rejectCode: string;
  readonly rejectReason: string;
  readonly measure: number;
  readonly rejectTime: string;
  readonly moves: readonly StatusMove[];
}

type Codes = Pick<RejectInput, 'requisitionCode' | 'sampleCode' | 'sendSampleClientId' | 'contractLaboratoryId'>;

/**
 * What speaks against the codes under which a requisition is made that nobody has taken in: they are kept for ever. The reason of the act is
 * the reason for a style that is not ours, as long as a scanner may have read the code.
 */
function codeProblems({ codes }: RejectState, input: Codes): Problem[] {
  const place = { laboratoryId: input.contractLaboratoryId ?? null, sendSampleClientId: input.sendSampleClientId ?? null };
  const problemsOf = (field: 'requisitionCode' | 'sampleCode', code: string, what: Label, other: Label | null): Problem[] => {
    const misfit = codeFinding(field, code, place, codes ?? {});
    const isOdd = !looksLikeCode(code) && (misfit !== undefined || codes?.codeStyles === undefined);
    const text: Label | undefined = isOdd
      ? [
          `${what[0]} ${code} 不像条码: 应为字母、数字或短横,至少 4 位并含数字`,
          `${what[1]} ${code} is no barcode: letters, digits and hyphens, at least four, a digit among them`,
        ]
      : misfit?.severity === 'block'
        ? misfit.text
        : (other ?? undefined);
    return text ? [{ field, code: 'rule', params: { text } }] : [];
  };
  const { requisitionCode, sampleCode } = input;
  const tubeOf = codes?.tubeOf ?? null;
  return [
    ...problemsOf(
      'requisitionCode',
      requisitionCode,
      ['申请单条码', 'Requisition code'],
      tubeOf === null
        ? null
        : [
            `申请单条码 ${requisitionCode} 是申请单 ${tubeOf} 的样本条码`,
            `Requisition code ${requisitionCode} is that of a sample of requisition ${tubeOf}`,
          ],
    ),
    ...(sampleCode && sampleCode !== requisitionCode
      ? problemsOf(
          'sampleCode',
          sampleCode,
          ['样本条码', 'Sample code'],
          codes?.isRequisition ? [`样本条码 ${sampleCode} 是另一申请单的条码`, `Sample code ${sampleCode} is that of another requisition`] : null,
        )
      : []),
  ];
}

const nobodys: Label = ['请选择送检单位: 无法判断属于哪个检验所', 'Choose the sending client: nothing says which laboratory it belongs to'];

/** What speaks against rejecting these tubes at reception; null: nothing. */
export function rejectRefusal(samples: readonly Pick<RejectState['samples'][number], 'sampleCode' | 'labStatus' | 'isInHandover'>[]): Refusal | null {
  const late = samples.find((sample) => sample.labStatus !== labStatus.pendingEntry && sample.labStatus !== labStatus.entered);
  if (late) return refuse('summary.rejectTooLate', { sampleCode: late.sampleCode, status: labStatus.labelOf(late.labStatus) });
  const held = samples.find(({ isInHandover }) => isInHandover);
  return held ? refuse('summary.rejectInHandover', { sampleCode: held.sampleCode }) : null;
}

/** A tube that reception does not accept becomes (or is made) 111, with the catalogue's code and a reason (docs/forms.md#rejection). */
export const rejectSummary = defineCommand({
  name: 'summary.reject',
  title: ['拒收', 'Reject'],
  service: 'sample',
  path: 'enter-info/enter-summary-reject',
  permission: 'summary_reject',
  roles: ['reception'],
  screens: ['/sample/summary-enter'],
  input: rejectInput,
  answer: summaryAnswer,
  asks,
  isDanger: true,
  pictures: { kind: imageKind.rejection, of: ({ requisitionCode }) => requisitionCode },
  version: 1,
  offline: true,
  lanes: ({ requisitionCode, sampleCode }) => [`req:${requisitionCode}`, ...(sampleCode ? [`tube:${sampleCode}`] : [])],
  subject: ({ requisitionCode }) => requisitionCode,
  refusals: {
    'summary.sampleElsewhere': ['样本 {sampleCode} 属于申请单 {requisitionCode}', 'Sample {sampleCode} belongs to requisition {requisitionCode}'],
    'summary.sampleUnknown': ['申请单 {requisitionCode} 没有样本 {sampleCode}', 'Requisition {requisitionCode} has no sample {sampleCode}'],
    'summary.rejectedOtherwise': ['{by} 已于 {at} 以 {code} 拒收', '{by} rejected it as {code} at {at}'],
    'summary.rejectTooLate': [
      '样本 {sampleCode} 状态为{status},不能在前处理拒收',
      'Sample {sampleCode} is {status} and cannot be rejected at reception',
    ],
    'summary.rejectSettled': [
      '申请单 {requisitionCode} 已在订单 {no} 结算, 不能拒收',
      'Requisition {requisitionCode} is charged in order {no} and cannot be rejected',
    ],
    'summary.rejectEntrusted': ['样本 {sampleCode} 已委托至 {lab},请先取消委托', '{sampleCode} is on its way to {lab}; cancel that first'],
    'summary.rejectNobodys': nobodys,
    'summary.rejectInHandover': ['样本 {sampleCode} 已在交接单中,请先移出交接', 'Sample {sampleCode} is on a handover; take it off first'],
  },
  foresee: foreseeReject,
  decide(state: RejectState, input: RejectInput, acting): Outcome<RejectChange> {
    const { requisitionCode, sampleCode } = input;
    const change = (moves: readonly StatusMove[]): RejectChange => ({
      requisitionCode,
      rejectCode: input.rejectCode,
      rejectReason: input.rejectReason,
      measure: input.measure,
      rejectTime: actTime(acting),
      moves,
    });
    if (state.takenBy !== null) return refuse('summary.sampleElsewhere', { sampleCode, requisitionCode: state.takenBy });
    const problems = state.isKnown ? [] : codeProblems(state, input);
    if (problems.length > 0) return refuse('command.badInput', {}, problems);
    if (state.isNobodys) return refuse('summary.rejectNobodys', {}, [{ field: 'sendSampleClientId', code: 'rule', params: { text: nobodys } }]);
    if (!state.isKnown) return accept(change([{ sampleCode: sampleCode ?? requisitionCode, from: null, to: labStatus.rejected }]));
    if (state.samples.length === 0) return refuse('summary.sampleUnknown', { requisitionCode, sampleCode });
    const open = state.samples.filter((sample) => sample.labStatus !== labStatus.rejected);
    if (open.length === 0) {
      const earlier = state.samples[0]?.rejected;
      return earlier && earlier.code !== input.rejectCode ? conflict('summary.rejectedOtherwise', { ...earlier }) : repeat(change([]));
    }
    const refusal = rejectRefusal(open);
    if (refusal) return refusal;
    const sent = open.find(({ entrustedTo }) => entrustedTo);
    if (sent) return refuse('summary.rejectEntrusted', { sampleCode: sent.sampleCode, lab: sent.entrustedTo });
    if (state.settledIn) return refuse('summary.rejectSettled', { requisitionCode, no: state.settledIn });
    return accept(change(open.map((sample) => ({ sampleCode: sample.sampleCode, from: sample.labStatus, to: labStatus.rejected }))));
  },
});
