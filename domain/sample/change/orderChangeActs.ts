import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand, type ActingUser } from '#domain/kernel/command.ts';
import { anyJson, oneOf, shape } from '#domain/kernel/contract.ts';
import { choice, longText, reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { codeText } from '../codeText.ts';
import { findingRefusals } from '../findings.ts';
import { labStatus } from '../sampleStatus.ts';
import { changeDecision, changeScreens, changeStatus, changeType, type ChangeStatus } from './changeChoices.ts';
import type { AskedChange, ChangeFacts } from './changeFacts.ts';
import { planChange } from './changePlan.ts';
import type { ChangePlan } from './changePlanned.ts';

/** What a change is asked with; `before` is what whoever asks saw there. */
export const changeInput = z.object({
  requisitionCode: codeText(),
  applyType: oneOf(changeType),
  changes: z
    .array(z.object({ field: z.string().min(1).max(64), before: anyJson.optional(), after: anyJson }))
    .max(60)
    .default([]),
  addCommodityIds: z.array(idText).max(20).default([]),
  removeCommodityIds: z.array(idText).max(20).default([]),
  applyReason: z.string().trim().min(1).max(200),
});
export type ChangeInput = z.output<typeof changeInput>;
/** The same without its reason: what a look beforehand is asked with. */
export const foreseenInput = changeInput.omit({ applyReason: true });

/** What speaks against a change, whoever asks for it (docs/orderChange.md#rules). */
export const changeRefusals = {
  ...findingRefusals,
  'orderChange.open': ['{by} 于 {at} 的申请未审核', '{by} applied at {at}, and it is undecided'],
  'orderChange.stale': ['数据已变: {fields}', 'Changed since: {fields}'],
  'orderChange.settled': ['已在订单 {orderNo}', 'In order {orderNo}'],
  'orderChange.closed': ['样本已拒收或终止,不能变更', 'Its samples were rejected or ended; it can no longer change'],
  'orderChange.nothing': ['没有更改', 'Nothing would change'],
  'orderChange.field': ['{field}不能变更', '{field} cannot be changed'],
  'orderChange.entryOpen': ['{field}正在录入,请先完成或撤回录入', '{field} is being entered; finish or withdraw the entry first'],
  'orderChange.client': ['送检单位不存在或已停用', 'The client does not exist or is disabled'],
  'orderChange.lastItem': ['不能删除最后一个项目', 'The last item cannot be taken off'],
  'orderChange.unusable': ['产品不存在或已停用', 'A commodity does not exist or is disabled'],
  'orderChange.formDiffers': [
    '新项目的录入表单或双录要求不同,请另开申请单',
    'The new items need another form or number of entries; use another requisition',
  ],
  'orderChange.listed': [
    '{commodityName} 已列入交接单 (样本 {sampleCode}), 请先签收或撤回交接',
    '{commodityName} of {sampleCode} is on a handover; sign or withdraw that first',
  ],
  'orderChange.hasResults': ['{commodityName} 已有结果,请终止', '{commodityName} has results; terminate it'],
  'orderChange.begun': ['{commodityName} 已开始检测 ({state}),请终止', 'Work on {commodityName} has begun ({state}); terminate it'],
  'orderChange.groupBegun': [
    '{commodityName} 的项目组 {group} 已开始检测 ({state}),请另开申请单',
    'Work of panel group {group} has begun ({state}), {commodityName} would not be done with it; use another requisition',
  ],
  'orderChange.recalling': ['报告 {reportNo} 正在申请撤回', 'The withdrawal of report {reportNo} is applied for'],
} as const satisfies Record<string, Label>;

/** A requisition with the application nobody has decided yet. */
export interface ApplyState {
  readonly facts: ChangeFacts | null;
  readonly open: { readonly by: string; readonly at: string } | null;
}
export interface ApplyChange {
  readonly asked: AskedChange;
  readonly plan: ChangePlan;
}
const asksToApply = { applyReason: longText('变更原因', 'Why it changes', { required: true, max: 200 }) } as const;

function decideApply({ facts, open }: ApplyState, input: ChangeInput, now: string): Outcome<ApplyChange> {
  const { requisitionCode, applyType, changes, addCommodityIds, removeCommodityIds } = input;
  if (!facts) return refuse('command.notFound', { what: requisitionCode });
  if (open) return conflict('orderChange.open', open);
  const asked = { applyType, changes: changes.map((one) => ({ before: undefined, ...one })), addCommodityIds, removeCommodityIds };
  const plan = planChange(facts, asked, now);
  if ('code' in plan) return plan;
  // What was asked for is kept with what stood there; what only follows is worked out again by the audit.
  const before = (field: string): unknown => facts.requisition.values[field] ?? null;
  const named = new Set(changes.map(({ field }) => field));
  const kept = plan.changes.filter(({ field }) => named.has(field)).map(({ field, after }) => ({ field, before: before(field), after }));
  return accept({ asked: { ...asked, changes: kept }, plan });
}

const common = { service: 'sample', input: changeInput, asks: asksToApply, version: 1, offline: false } as const;
const byRequisition = {
  lanes: ({ requisitionCode }: ChangeInput) => [`req:${requisitionCode}`],
  subject: ({ requisitionCode }: ChangeInput) => requisitionCode,
};

/** 变更申请: asks another person to change a requisition that is beyond reception's own corrections. */
export const applyChange = defineCommand({
  ...common,
  ...byRequisition,
  name: 'orderChange.apply',
  title: ['申请变更', 'Apply for a change'],
  path: 'order-change-record/change-apply',
  permission: 'orderChange_apply',
  roles: ['reception', 'entry'],
  screens: [changeScreens.apply],
  consequence: ['由另一人审核后执行', 'Done once another person has audited it'],
  answer: shape({ orderChangeId: z.string(), requisitionCode: z.string() }),
  refusals: changeRefusals,
  decide: (state: ApplyState, input: ChangeInput, { now }): Outcome<ApplyChange> => decideApply(state, input, now),
});

/** 强制变更: at once and by one person, while nothing has a result and nothing is charged. */
export const forceChange = defineCommand({
  ...common,
  ...byRequisition,
  name: 'orderChange.force',
  title: ['强制变更', 'Force a change'],
  path: 'order-change-record/order-change',
  permission: 'orderChange_force',
  roles: ['quality'],
  screens: [changeScreens.apply],
  consequence: ['立即执行, 不经他人审核', 'Done at once, audited by nobody'],
  isDanger: true,
  answer: shape({ orderChangeId: z.string(), requisitionCode: z.string() }),
  refusals: {
    ...changeRefusals,
    'orderChange.tooLate': ['样本 {sampleCode} 状态为{status},不能强制变更', 'Sample {sampleCode} is {status}; a change cannot be forced'],
    'orderChange.anyResults': ['已有结果,不能强制变更', 'There are results; a change cannot be forced'],
  },
  decide(state: ApplyState, input: ChangeInput, { now }): Outcome<ApplyChange> {
    const { facts } = state;
    const refusal = facts && forceRefusal(facts);
    return refusal ?? decideApply(state, input, now);
  },
});

/** What speaks against forcing any change of this requisition; null: nothing. */
function forceRefusal({ tubes, tasks, settled }: Pick<ChangeFacts, 'tubes' | 'tasks' | 'settled'>): Refusal | null {
  const gone = [labStatus.rejected, labStatus.terminated] as const;
  const late = tubes.find(({ labStatus: status }) => status > labStatus.received && !gone.some((one) => one === status));
  if (late) return conflict('orderChange.tooLate', { sampleCode: late.sampleCode, status: labStatus.labelOf(late.labStatus) });
  if (tasks.some(({ hasResult, taskState: state }) => hasResult || (state >= taskState.firstAudit && state <= taskState.issued)))
    return refuse('orderChange.anyResults');
  const [charged] = settled;
  return charged ? refuse('orderChange.settled', { orderNo: charged.orderNo }) : null;
}

/** An application as it stands. */
export interface Application extends AskedChange {
  readonly orderChangeId: string;
  readonly requisitionCode: string;
  readonly auditStatus: ChangeStatus;
  readonly applicantId: string;
  /** Who decided or cancelled it, and when; null: nobody yet. */
  readonly actor: string | null;
  readonly actionTime: string | null;
}
const decidedRefusals = {
  'orderChange.unknown': ['没有此变更申请', 'No such application'],
  'orderChange.decided': ['{by} 于 {at} 已处理: {state}', 'Settled by {by} at {at}: {state}'],
} as const satisfies Record<string, Label>;
type Decided = Pick<Application, 'auditStatus' | 'actor' | 'actionTime'>;
const decided = ({ auditStatus, actor, actionTime }: Decided): Refusal | null =>
  auditStatus === changeStatus.waiting
    ? null
    : conflict('orderChange.decided', { by: actor ?? '', at: actionTime ?? '', state: changeStatus.labelOf(auditStatus) });

const asksToCancel = { reason: reasonField } as const;
const cancelInput = z.object({ id: idText, ...partsOfFields(asksToCancel) });

/** What speaks against this person's cancelling it, as far as its row tells; null: nothing. */
export const cancelChangeRefusal = (
  row: Decided & Pick<Application, 'applicantId'>,
  { id, permissions }: Pick<ActingUser, 'id' | 'permissions'>,
): Refusal | null => decided(row) ?? (row.applicantId === id || permissions.has(auditChange.permission) ? null : refuse('orderChange.notYours'));

/** 取消申请: by who applied, or who may audit. */
export const cancelChange = defineCommand({
  name: 'orderChange.cancel',
  title: ['取消变更申请', 'Cancel an application'],
  service: 'sample',
  path: 'order-change-record/cancel-change-apply',
  permission: 'orderChange_apply',
  roles: ['reception', 'entry'],
  screens: [changeScreens.apply],
  input: cancelInput,
  asks: asksToCancel,
  isDanger: true,
  many: { of: 'ids', keys: ['id'] },
  answer: shape({ orderChangeId: z.string() }),
  version: 1,
  offline: false,
  lanes: ({ id }) => [`orderChange:${id}`],
  subject: ({ id }) => id,
  refusals: { ...decidedRefusals, 'orderChange.notYours': ['只能由申请人或审核人取消', 'Only who applied or who may audit cancels it'] },
  decide({ application }: { readonly application: Application | null }, { id }, { user }): Outcome<{ readonly orderChangeId: string }> {
    if (!application) return refuse('orderChange.unknown');
    return cancelChangeRefusal(application, user) ?? accept({ orderChangeId: id });
  },
});

const asksToAudit = {
  auditStatus: choice('审核结果', 'Decision', changeDecision, { required: true }),
  auditOpinion: longText('审核意见', 'Opinion', { max: 200 }),
} as const;
const auditInput = z.object({ id: idText, ...partsOfFields(asksToAudit) });
export interface AuditState {
  readonly application: Application | null;
  /** null: the requisition is no longer there. */
  readonly facts: ChangeFacts | null;
}
export interface AuditChange {
  readonly orderChangeId: string;
  readonly requisitionCode: string;
  readonly auditStatus: ChangeStatus;
  /** null: it is rejected. */
  readonly plan: ChangePlan | null;
}

/** What speaks against this person's auditing it, as far as its row tells; null: nothing. */
export const auditChangeRefusal = (row: Decided & Pick<Application, 'applicantId'>, { id }: Pick<ActingUser, 'id'>): Refusal | null =>
  decided(row) ?? (row.applicantId === id ? refuse('orderChange.self') : null);

/** 审核变更: another person has it done, or rejects it. */
export const auditChange = defineCommand({
  name: 'orderChange.audit',
  title: ['审核变更申请', 'Audit applications'],
  service: 'sample',
  path: 'order-change-record/audit-change-apply',
  permission: 'orderChange_audit',
  roles: ['quality'],
  screens: [changeScreens.audit],
  input: auditInput,
  asks: asksToAudit,
  refusedAt: { 'orderChange.opinionNeeded': 'auditOpinion' },
  many: { of: 'ids', keys: ['id'] },
  answer: shape({ orderChangeId: z.string(), auditStatus: oneOf(changeStatus) }),
  version: 1,
  offline: false,
  lanes: ({ id }) => [`orderChange:${id}`],
  subject: ({ id }) => id,
  refusals: {
    ...changeRefusals,
    ...decidedRefusals,
    'orderChange.self': ['不能审核本人申请', 'Not your own application'],
    'orderChange.opinionNeeded': ['驳回须填写意见', 'A rejection needs an opinion'],
  },
  decide({ application, facts }: AuditState, { id: orderChangeId, auditStatus, auditOpinion }, { user, now }): Outcome<AuditChange> {
    if (!application || !facts) return refuse('orderChange.unknown');
    const refusal = auditChangeRefusal(application, user);
    if (refusal) return refusal;
    const { requisitionCode } = application;
    if (auditStatus === changeDecision.rejected)
      return auditOpinion
        ? accept({ orderChangeId, requisitionCode, auditStatus: changeStatus.rejected, plan: null })
        : refuse('orderChange.opinionNeeded');
    const plan = planChange(facts, application, now);
    return 'code' in plan ? plan : accept({ orderChangeId, requisitionCode, auditStatus: changeStatus.passed, plan });
  },
});
