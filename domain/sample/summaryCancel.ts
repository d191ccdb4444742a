import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { codeText } from './codeText.ts';
import { labStatus, type LabStatus } from './sampleStatus.ts';

const asks = { reason: reasonField };
/** Payload of `summary.cancel`, version 1. */
export const cancelSummaryInput = z.object({
  requisitionCode: codeText(),
  /** The very reception, as its receipt named it: a later one under the same code is another. */
  requisitionId: idText,
  sampleCodes: z.array(codeText()).min(1).max(20),
  ...partsOfFields(asks),
});
export type CancelSummaryInput = z.output<typeof cancelSummaryInput>;

export interface CancelSummaryState {
  /** The reception meant; null where there is none, or a later one has its code. */
  readonly requisition: {
    readonly entryPersonId: string;
    readonly by: string;
    readonly hasPass: boolean;
    readonly contractLaboratoryId: string | null;
  } | null;
  readonly samples: readonly {
    readonly sampleCode: string;
    readonly labStatus: LabStatus;
    readonly isInHandover: boolean;
    readonly isReplaced: boolean;
  }[];
}
export interface CancelSummaryChange {
  readonly requisitionCode: string;
  readonly requisitionId: string;
  readonly sampleCodes: readonly string[];
  /** Who may read of it is told by this: its rows are gone. */
  readonly contractLaboratoryId: string | null;
}

/** Takes back a reception that nothing has followed yet, by who made it: its codes are free again, the audit keeps both acts. */
export const cancelSummary = defineCommand({
  name: 'summary.cancel',
  title: ['撤销接样', 'Undo a reception'],
  service: 'sample',
  path: 'enter-info/cancel-summary',
  permission: 'summary_enter',
  roles: ['reception', 'entry'],
  screens: ['/sample/summary-enter'],
  input: cancelSummaryInput,
  answer: shape({ requisitionCode: z.string(), requisitionId: z.string(), sampleCodes: z.array(z.string()) }),
  asks,
  isDanger: true,
  version: 1,
  offline: true,
  lanes: ({ requisitionCode, sampleCodes }) => [`req:${requisitionCode}`, ...sampleCodes.map((code) => `tube:${code}`)],
  subject: ({ requisitionCode }) => requisitionCode,
  leftToServer: [['此后是否已录入或交接', 'whether it was entered or handed over since']],
  refusals: {
    'cancel.notOwn': ['申请单由 {by} 接样,只能由本人撤销', '{by} took it in; only they can undo it'],
    'cancel.entered': ['申请单 {requisitionCode} 已有人录入,不能撤销接样', 'Requisition {requisitionCode} has been entered; its reception stays'],
    'cancel.tooLate': ['样本 {sampleCode} 状态为{status},不能撤销接样', 'Sample {sampleCode} is {status}; its reception stays'],
    'cancel.inHandover': ['样本 {sampleCode} 已在交接单中,不能撤销接样', 'Sample {sampleCode} is on a handover; its reception stays'],
    'cancel.replaced': ['样本 {sampleCode} 已更换条码,不能撤销接样', 'The label of sample {sampleCode} was replaced; its reception stays'],
  },
  decide({ requisition, samples }: CancelSummaryState, { requisitionCode, requisitionId }: CancelSummaryInput, acting): Outcome<CancelSummaryChange> {
    if (!requisition) return refuse('command.notFound', { what: requisitionCode });
    if (requisition.entryPersonId !== acting.user.id) return refuse('cancel.notOwn', { by: requisition.by });
    if (requisition.hasPass) return refuse('cancel.entered', { requisitionCode });
    const late = samples.find((sample) => sample.labStatus !== labStatus.pendingEntry);
    if (late) return refuse('cancel.tooLate', { sampleCode: late.sampleCode, status: labStatus.labelOf(late.labStatus) });
    const held = samples.find(({ isInHandover }) => isInHandover);
    if (held) return refuse('cancel.inHandover', { sampleCode: held.sampleCode });
    const replaced = samples.find(({ isReplaced }) => isReplaced);
    if (replaced) return refuse('cancel.replaced', { sampleCode: replaced.sampleCode });
    const { contractLaboratoryId } = requisition;
    return accept({ requisitionCode, requisitionId, sampleCodes: samples.map(({ sampleCode }) => sampleCode), contractLaboratoryId });
  },
});
