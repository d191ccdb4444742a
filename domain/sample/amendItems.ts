import { z } from 'zod';
import { summaryAnswer } from './rows.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { reasonField, refList } from '#domain/kernel/fields.ts';
import { accept, conflict, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { codeText } from './codeText.ts';
import { entryState, type EntryState } from './entryState.ts';
import { formOfAll, isSpecific } from './forms/entryForms.ts';
import type { FormKey } from './rules/entryForm.ts';
import { labStatus, type LabStatus, type StatusMove } from './sampleStatus.ts';
import type { EnteredCommodity } from './summaryState.ts';

const asks = { commodityIds: refList('产品', 'Commodities', 'commodity', { required: true, max: 20 }), reason: reasonField };
/** Payload of `summary.amendItems`, version 1: the whole new list. */
export const amendInput = z.object({ requisitionCode: codeText(), ...partsOfFields(asks) });
export type AmendInput = z.output<typeof amendInput>;
export type AmendPayload = z.input<typeof amendInput>;

export interface AmendState {
  readonly requisition: {
    readonly commodityIds: readonly string[];
    readonly entryForm: FormKey;
    readonly isDoubleEntry: boolean;
    /** Its client wants two entries, whatever is ordered. */
    readonly isDoubleByClient: boolean;
    readonly entryState: EntryState;
  } | null;
  readonly samples: readonly { readonly sampleCode: string; readonly labStatus: LabStatus }[];
  /** Commodities of the requisition that stand on a handover. */
  readonly handedCommodityIds: readonly string[];
  readonly commodities: readonly EnteredCommodity[];
  readonly passes: readonly (1 | 2)[];
  /** What is charged in an order already (docs/bill.md#moves); absent: nothing. */
  readonly settled?: readonly { readonly commodityId: string; readonly orderNo: string }[];
}
export interface AmendChange {
  readonly commodityIds: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly entryForm: FormKey;
  readonly isDoubleEntry: boolean;
  readonly entryState: EntryState;
  readonly moves: readonly StatusMove[];
}

/** What speaks against another list of items for these tubes, whatever it holds; null: nothing. */
export function amendRefusal(samples: AmendState['samples']): Refusal | null {
  const late = samples.find((sample) => sample.labStatus !== labStatus.pendingEntry && sample.labStatus !== labStatus.entered);
  return late ? conflict('amend.tooLate', { sampleCode: late.sampleCode, status: labStatus.labelOf(late.labStatus) }) : null;
}

/** Changes what was ordered while the tubes are 101 or 103, with a reason. A new need for a second entry takes 103 back to 101. */
export const amendItems = defineCommand({
  name: 'summary.amendItems',
  title: ['修改项目', 'Amend items'],
  service: 'sample',
  path: 'enter-info/amend-items',
  permission: 'summary_amend',
  roles: ['reception'],
  screens: ['/sample/summary-enter'],
  input: amendInput,
  answer: summaryAnswer,
  asks,
  version: 1,
  offline: true,
  lanes: ({ requisitionCode }) => [`req:${requisitionCode}`],
  subject: ({ requisitionCode }) => requisitionCode,
  leftToServer: [['样本的状态、录入和交接', 'how far its tubes are, and what was entered and handed over']],
  refusals: {
    'amend.settled': ['{commodityName} 已在订单 {no} 结算, 不能删除', '{commodityName} is charged in order {no} and cannot be removed'],
    'amend.tooLate': ['样本 {sampleCode} 状态为{status},不能修改项目', 'Sample {sampleCode} is {status}; its items can no longer change'],
    'amend.unusable': ['产品不存在或已停用', 'A commodity does not exist or is disabled'],
    'amend.handedOver': ['{commodityName} 已在交接单中,不能移除', '{commodityName} is on a handover and cannot be taken off'],
    'amend.formDiffers': [
      '新项目的录入表单或双录要求不同,请先撤回已录入的内容',
      'The new items need another form or another number of entries; withdraw the entry first',
    ],
    'amend.formsMixed': ['这些产品使用不同的录入表单,请分开申请单', 'These commodities use different entry forms; use one requisition each'],
  },
  decide(state: AmendState, { requisitionCode, commodityIds }: AmendInput): Outcome<AmendChange> {
    const { requisition, samples, commodities } = state;
    if (!requisition) return refuse('command.notFound', { what: requisitionCode });
    const wanted = [...new Set(commodityIds)];
    const added = wanted.filter((id) => !requisition.commodityIds.includes(id));
    const removed = requisition.commodityIds.filter((id) => !wanted.includes(id));
    const same: AmendChange = {
      commodityIds: wanted,
      added,
      removed,
      entryForm: requisition.entryForm,
      isDoubleEntry: requisition.isDoubleEntry,
      entryState: requisition.entryState,
      moves: [],
    };
    if (added.length === 0 && removed.length === 0) return repeat(same);
    const tooLate = amendRefusal(samples);
    if (tooLate) return tooLate;
    const found = wanted.flatMap((id) => commodities.find(({ commodityId }) => commodityId === id) ?? []);
    if (found.length < wanted.length || found.some(({ commodityId, isDisable }) => isDisable === 1 && added.includes(commodityId)))
      return refuse('amend.unusable');
    const handed = removed.find((id) => state.handedCommodityIds.includes(id));
    if (handed)
      return refuse('amend.handedOver', { commodityName: commodities.find(({ commodityId }) => commodityId === handed)?.commodityName ?? handed });
    const charged = state.settled?.find(({ commodityId }) => removed.includes(commodityId));
    if (charged)
      return refuse('amend.settled', {
        commodityName: commodities.find(({ commodityId }) => commodityId === charged.commodityId)?.commodityName ?? charged.commodityId,
        no: charged.orderNo,
      });
    const forms = found.map(({ entryForm: form }) => form);
    if (new Set(forms.filter(isSpecific)).size > 1) return refuse('amend.formsMixed');
    const entryForm = formOfAll(forms);
    const isDoubleEntry = requisition.isDoubleByClient || found.some((commodity) => commodity.isDoubleEntry);
    const isUnderWay = state.passes.length > 0 && requisition.entryState !== entryState.settled;
    if (state.passes.length > 0 && (entryForm !== requisition.entryForm || (isUnderWay && isDoubleEntry !== requisition.isDoubleEntry)))
      return refuse('amend.formDiffers');
    const isReopened = isDoubleEntry && requisition.entryState === entryState.settled && state.passes.length < 2;
    const moves = isReopened
      ? samples
          .filter((sample) => sample.labStatus === labStatus.entered)
          .map(({ sampleCode }): StatusMove => ({ sampleCode, from: labStatus.entered, to: labStatus.pendingEntry }))
      : [];
    return accept({ ...same, entryForm, isDoubleEntry, entryState: isReopened ? entryState.waiting : requisition.entryState, moves });
  },
});
