import type { Label } from '#domain/kernel/label.ts';
import { deApprovalOperate } from '#domain/lab/reversal/deApprovalChoices.ts';
import { reportState } from '#domain/report/reportState.ts';
import { itemState } from '../itemState.ts';
import { labStatus } from '../sampleStatus.ts';
import type { ChangedTask, ChangeFacts } from './changeFacts.ts';
import type { ChangePlan } from './changePlanned.ts';

interface Words {
  readonly warnings: readonly Label[];
  readonly fieldOf: (name: string) => Label;
}
const none: Label = ['', ''];

/** What a change does, in words: no value of a person stands in them. */
export function changeEffects(facts: ChangeFacts, plan: Omit<ChangePlan, 'effects'>, { warnings, fieldOf }: Words): readonly Label[] {
  const nameOf = (id: string): string => facts.commodities.find(({ commodityId }) => commodityId === id)?.commodityName ?? id;
  const asked = new Set(plan.changes.map(({ field }) => field));
  const fields: Label[] =
    asked.size === 0
      ? []
      : [[`更改 ${[...asked].map((one) => fieldOf(one)[0]).join('、')}`, `Changes ${[...asked].map((one) => fieldOf(one)[1]).join(', ')}`]];
  return [
    ...itemWords(plan, nameOf),
    ...fields,
    ...(plan.isClientChanged ? [['计费明细改按新送检单位取价', 'Billable lines take the new client’s price'] as const] : []),
    ...taskWords(facts, plan),
    ...reportWords(facts, plan, nameOf),
    ...plan.tubes.map(({ sampleCode, from, to }): Label => {
      const [was, is] = [labStatus.labelOf(from) ?? none, labStatus.labelOf(to) ?? none];
      return [`样本 ${sampleCode}: ${was[0]} → ${is[0]}`, `Sample ${sampleCode}: ${was[1]} → ${is[1]}`];
    }),
    ...warnings.map(([zh, en]): Label => [`提示: ${zh}`, `Note: ${en}`]),
  ];
}

function itemWords({ items }: Pick<ChangePlan, 'items'>, nameOf: (id: string) => string): Label[] {
  if (!items) return [];
  const added = items.added.map((id): Label => {
    const states = [...new Set(items.items.filter(({ commodityId }) => commodityId === id).map(({ to }) => to))];
    const words = states.flatMap((state) => (state === null ? [] : [itemState.labelOf(state) ?? none]));
    return [
      `增加 ${nameOf(id)} (${words.map(([zh]) => zh).join('、')}), 新增计费明细`,
      `Adds ${nameOf(id)} (${words.map(([, en]) => en).join(', ')}) and its billable line`,
    ];
  });
  const removed = items.removed.map((id): Label => {
    const isKept = items.items.some(({ commodityId, to }) => commodityId === id && to === itemState.cancelled);
    return [`${isKept ? '撤项' : '删除'} ${nameOf(id)}, 撤销计费明细`, `${isKept ? 'Cancels' : 'Takes off'} ${nameOf(id)} and its billable line`];
  });
  return [...removed, ...added];
}

function taskWords({ tasks, tubes }: ChangeFacts, { items, back }: Pick<ChangePlan, 'items' | 'back'>): Label[] {
  const codeOf = (sampleId: string): string => tubes.find((tube) => tube.sampleId === sampleId)?.sampleCode ?? '';
  const isMade = ({ sampleId, panelGroupId }: ChangedTask): boolean =>
    items?.made.some((one) => one.sampleId === sampleId && one.panelGroupId === panelGroupId) ?? false;
  const voided = (items?.voided ?? []).filter((task) => !isMade(task));
  const counts = new Map<string, number>();
  for (const { sampleId } of items?.made ?? []) counts.set(sampleId, (counts.get(sampleId) ?? 0) + 1);
  return [
    ...voided.map(({ panelGroupName, sampleId }): Label => [
      `样本 ${codeOf(sampleId)} 的检测任务 ${panelGroupName} 作废`,
      `The test task ${panelGroupName} of ${codeOf(sampleId)} is void`,
    ]),
    ...[...counts].map(([sampleId, count]): Label => [
      `样本 ${codeOf(sampleId)} 有 ${count} 个待实验任务`,
      `${codeOf(sampleId)}: ${count} test tasks wait to be done`,
    ]),
    ...back.map(({ taskId }): Label => {
      const name = tasks.find((task) => task.taskId === taskId)?.panelGroupName ?? '';
      return [`${name} 的结果退回一审`, `The result of ${name} goes back to its first audit`];
    }),
  ];
}

function reportWords(
  { reports, commodities, tasks, settled }: ChangeFacts,
  { withdrawn, redrawn, items }: Pick<ChangePlan, 'withdrawn' | 'redrawn' | 'items'>,
  nameOf: (id: string) => string,
): Label[] {
  const isOut = reports.some(({ state }) => state === reportState.issued || state === reportState.recalling);
  const tested = (items?.added ?? []).filter((id) => (commodities.find(({ commodityId }) => commodityId === id)?.panelGroupIds.length ?? 0) > 0);
  return [
    ...withdrawn.map(({ report: { reportNo }, operate }): Label =>
      operate === deApprovalOperate.cancelReportAudit
        ? [`报告 ${reportNo} 撤回, 另出修订报告`, `Report ${reportNo} is withdrawn; an amended one follows`]
        : [`报告 ${reportNo} 撤回, 其结果退回一审`, `Report ${reportNo} is withdrawn; its results go back to the first audit`],
    ),
    // As whoever withdraws a report is told (docs/bill.md#moves): what was neither sent nor billed only leaves its order.
    ...withdrawn.flatMap(({ report }) => {
      const theirs = tasks.filter(({ taskId }) => report.taskIds.includes(taskId)).flatMap(({ commodityIds }) => commodityIds);
      const charged = settled.filter(({ commodityId, billNo, isSent }) => theirs.includes(commodityId) && (billNo !== null || isSent === 1));
      return charged.map(({ commodityId, orderNo, billNo }): Label =>
        billNo === null
          ? [`${nameOf(commodityId)} 已在订单 ${orderNo}, 撤回将生成红字`, `${nameOf(commodityId)} stands in order ${orderNo}: a red line follows`]
          : [`${nameOf(commodityId)} 已在账单 ${billNo}, 撤回将生成红字`, `${nameOf(commodityId)} stands in bill ${billNo}: a red line follows`],
      );
    }),
    ...redrawn.map(({ reportNo }): Label => [
      `报告 ${reportNo} 的待审核版本作废并重新生成`,
      `The version of report ${reportNo} that was to be audited is made anew`,
    ]),
    ...(isOut
      ? tested.map((id): Label => [
          `已发报告不变, ${nameOf(id)} 另出补充报告`,
          `What was issued stays; ${nameOf(id)} is reported by a supplementary one`,
        ])
      : []),
  ];
}
