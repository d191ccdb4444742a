import { z } from 'zod';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import type { Problem } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, repeat, type Refusal, type Outcome } from '#domain/kernel/outcome.ts';
import { idList } from '#domain/kernel/ids.ts';
import { foreseeHandover } from './handoverForesight.ts';
import {
  handoverKeyInput,
  handoverStatus,
  saveHandoverInput,
  type HandoverItem,
  type HandoverStatus,
  type SaveHandoverInput,
  type SaveHandoverState,
} from './handoverState.ts';
import { labStatus } from './sampleStatus.ts';

export interface SaveHandoverChange {
  readonly handoverKey: string;
  readonly commodityId: string;
  readonly sampleCodes: readonly string[];
  readonly handoverStatus: HandoverStatus;
  readonly handoverTotal: number;
}

/** Puts entered tubes of one commodity on a list that waits for the other person's signature. */
export const saveHandover = defineCommand({
  name: 'handover.save',
  title: ['新建交接', 'New handover'],
  service: 'sample',
  path: 'sample-handover/save',
  permission: 'handover_save',
  roles: ['reception'],
  screens: ['/sample/no-handover', '/sample/sample-handover'],
  input: saveHandoverInput,
  answer: shape({
    handoverId: z.string(),
    handoverKey: z.string(),
    handoverStatus: oneOf(handoverStatus),
    handoverTotal: z.int(),
    createTime: z.string(),
    by: z.string(),
  }),
  version: 1,
  offline: true,
  lanes: ({ handoverKey, sampleCodes }) => [`handover:${handoverKey}`, ...sampleCodes.map((code) => `tube:${code}`)],
  subject: ({ handoverKey, sampleCodes }) => `${handoverKey.slice(0, 8)} (${sampleCodes.length})`,
  refusals: {
    'handover.keyUsed': ['此交接单已由 {by} 于 {at} 建立,内容不同', '{by} made this handover at {at} with other content'],
    'handover.notReady': ['{count} 个样本不能交接: {codes}', '{count} samples cannot be handed over: {codes}'],
  },
  decide(
    { existing, commodityName, items }: SaveHandoverState,
    { handoverKey, commodityId, sampleCodes }: SaveHandoverInput,
  ): Outcome<SaveHandoverChange> {
    const wanted = [...new Set(sampleCodes)].sort();
    const change: SaveHandoverChange = {
      handoverKey,
      commodityId,
      sampleCodes: wanted,
      handoverStatus: handoverStatus.pending,
      handoverTotal: wanted.length,
    };
    if (existing) {
      const isSame = existing.commodityId === commodityId && [...existing.sampleCodes].sort().join() === wanted.join();
      return isSame ? repeat(change) : conflict('handover.keyUsed', { by: existing.by, at: existing.at });
    }
    if (commodityName === null) return refuse('command.notFound', { what: ['产品', 'commodity'] });
    const problems = wanted.flatMap((sampleCode) =>
      itemProblem(
        sampleCode,
        items.find((item) => item.sampleCode === sampleCode),
      ),
    );
    if (problems.length === 0) return accept(change);
    const codes = problems
      .slice(0, 5)
      .map(({ field }) => field)
      .join('、');
    return { ...conflict('handover.notReady', { count: problems.length, codes: problems.length > 5 ? `${codes}…` : codes }), problems };
  },
  foresee: foreseeHandover,
});

function itemProblem(sampleCode: string, item: HandoverItem | undefined): Problem[] {
  const fault = (text: Label): Problem[] => [{ field: sampleCode, code: 'rule', params: { text } }];
  if (!item) return fault(['样本不存在', 'No such sample']);
  if (!item.isOfCommodity) return fault(['未订此产品', 'Not ordered for this commodity']);
  if (item.taken) return fault([`${item.taken.by} 已于 ${item.taken.at} 交接`, `${item.taken.by} put it on a handover at ${item.taken.at}`]);
  if (item.labStatus === labStatus.entered) return [];
  const [zh, en] = labStatus.labelOf(item.labStatus) ?? ['', ''];
  return fault([`状态为${zh}`, `Is ${en}`]);
}

/** Payload of `handover.remove`, version 1: by key, or by ids as the contract's clients send them. */
export const removeHandoverInput = z
  .object({
    handoverKey: handoverKeyInput.optional(),
    ids: idList(200).optional(),
  })
  .refine(({ handoverKey, ids }) => handoverKey !== undefined || (ids?.length ?? 0) > 0);
export type RemoveHandoverInput = z.output<typeof removeHandoverInput>;
export type RemoveHandoverPayload = z.input<typeof removeHandoverInput>;

export interface RemoveHandoverState {
  readonly handovers: readonly {
    readonly handoverId: string;
    readonly handoverStatus: HandoverStatus;
    readonly signedBy: string | null;
    readonly signTime: string | null;
  }[];
}
export interface RemoveHandoverChange {
  readonly handoverIds: readonly string[];
}

/** What speaks against taking these back; null: nothing. */
export function removeRefusal(handovers: RemoveHandoverState['handovers']): Refusal | null {
  const signed = handovers.find((entry) => entry.handoverStatus === handoverStatus.handedOver);
  return signed ? conflict('handover.removeSigned', { by: signed.signedBy, at: signed.signTime }) : null;
}

/** Takes back a list that nobody has signed; its tubes wait for a handover again. */
export const removeHandover = defineCommand({
  name: 'handover.remove',
  title: ['删除交接', 'Remove a handover'],
  service: 'sample',
  path: 'sample-handover/remove',
  permission: 'handover_remove',
  roles: ['reception'],
  screens: ['/sample/sample-handover'],
  input: removeHandoverInput,
  answer: shape({ handoverIds: z.array(z.string()) }),
  version: 1,
  offline: false,
  lanes: ({ handoverKey, ids }) => (handoverKey ? [`handover:${handoverKey}`] : (ids ?? []).map((id) => `handover:${id}`)),
  subject: ({ handoverKey, ids }) => handoverKey?.slice(0, 8) ?? (ids ?? []).join(),
  refusals: { 'handover.removeSigned': ['{by} 已于 {at} 签收,不能删除', '{by} signed it at {at}; it cannot be removed'] },
  decide({ handovers }: RemoveHandoverState): Outcome<RemoveHandoverChange> {
    if (handovers.length === 0) return refuse('command.notFound', { what: ['交接单', 'handover'] });
    const refusal = removeRefusal(handovers);
    if (refusal) return refusal;
    return accept({ handoverIds: handovers.map(({ handoverId }) => handoverId) });
  },
});
