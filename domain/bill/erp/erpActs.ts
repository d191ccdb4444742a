import { z } from 'zod';
import { erpAct, erpState, syncState } from '#domain/bill/billChoices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { billSyncScreen, orderSyncScreen } from './erpRows.ts';

/** What the ERP is told of a document, as its row tells. */
export interface KnownPush {
  readonly pushId: string;
  readonly docNo: string;
  readonly erpAct: CodeOf<typeof erpAct>;
  readonly erpState: CodeOf<typeof erpState>;
  /** Of its document. */
  readonly sync: CodeOf<typeof syncState>;
}
export interface PushState {
  readonly push: KnownPush | null;
  /** Its document still is what it tells of: sent in that revision, or to be voided. */
  readonly isCurrent: boolean;
}
type Shown = Pick<KnownPush, 'docNo' | 'erpState'>;

/** What speaks against telling it again, as far as its row tells; null: nothing. What nobody knows of is looked up by itself; what was told is told again where a comparison found it gone or different. */
export const retryRefusal = ({ docNo: no, erpState: state, erpAct: act, sync }: Shown & Pick<KnownPush, 'erpAct' | 'sync'>): Refusal | null =>
  state === erpState.failed || state === erpState.waiting || (state === erpState.done && act === erpAct.push && sync === syncState.failed)
    ? null
    : conflict('erp.state', { no, state: erpState.labelOf(state) });
/** What speaks against comparing it with what the ERP has. */
export const reconcileRefusal = ({ docNo: no, erpState: state, erpAct: act }: Shown & Pick<KnownPush, 'erpAct'>): Refusal | null =>
  state === erpState.done && act === erpAct.push ? null : conflict('erp.state', { no, state: erpState.labelOf(state) });

const input = z.object({ pushId: idText });
const common = {
  service: 'bill',
  roles: ['billing', 'finance'],
  screens: [orderSyncScreen, billSyncScreen],
  input,
  asks: {},
  many: { of: 'pushIds', keys: ['pushId'] },
  answer: shape({ pushId: z.string(), erpState: oneOf(erpState) }),
  version: 1,
  offline: false,
  lanes: ({ pushId }: z.output<typeof input>) => [`erp:${pushId}`],
  subject: ({ pushId }: z.output<typeof input>) => pushId,
  refusals: {
    'erp.unknown': ['没有此推送', 'Nothing is told of it'],
    'erp.state': ['{no} 当前为{state}', '{no} is now: {state}'],
    'erp.over': ['{no} 已重新发送或取消发送', '{no} was sent anew, or its sending was taken back'],
  },
} as const;

/** 重试: told again within a minute; what stands there at our amount is adopted. */
export const retryErp = defineCommand({
  ...common,
  name: 'erp.retry',
  title: ['重试ERP推送', 'Tell the ERP again'],
  path: 'erp/retry',
  permission: 'erp_retry',
  consequence: ['一分钟内重新推送; ERP中已有且金额一致的不会重复生成', 'Told again within a minute; what is there at our amount is not made twice'],
  decide({ push, isCurrent }: PushState): Outcome<KnownPush> {
    if (!push) return refuse('erp.unknown');
    const refusal = retryRefusal(push);
    if (refusal) return refusal;
    return isCurrent ? accept(push) : refuse('erp.over', { no: push.docNo });
  },
});
/** 核对: amount and audit are compared with what the ERP has, as every night. */
export const reconcileErp = defineCommand({
  ...common,
  name: 'erp.reconcile',
  title: ['核对ERP单据', 'Compare with the ERP'],
  path: 'erp/reconcile',
  permission: 'erp_reconcile',
  consequence: ['比对ERP中的金额和审核状态, 结果稍后显示', 'Amount and audit are compared; the result is shown shortly'],
  decide({ push, isCurrent }: PushState): Outcome<KnownPush> {
    if (!push) return refuse('erp.unknown');
    const refusal = reconcileRefusal(push);
    if (refusal) return refusal;
    return isCurrent ? accept(push) : refuse('erp.over', { no: push.docNo });
  },
});
