import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { declareCalls } from '#domain/kernel/contract.ts';
import { reasonField, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { countedLines, touchedLines } from '../touchedLines.ts';
import { clientScreen, commodityScreen, viewExclusions } from './exclusionScreens.ts';

/** Why something is kept out of billing or taken in again, and who asked for it. */
export const asksWhoAndWhy = { applicant: text('申请人', 'Applied by', { required: true, max: 50 }), reason: reasonField } as const;

/** A sending client as far as keeping it out of billing goes. */
export interface ExclusionClient {
  readonly clientName: string;
  readonly isExcluded: number;
}
export interface ClientExclusionState {
  /** null: there is none within the actor's laboratories. */
  readonly client: ExclusionClient | null;
  /** Lines of it stand at laboratories that are not the actor's: the flag would move them, too. */
  readonly isElsewhere: boolean;
}

/** What speaks against excluding or restoring a client, as far as its row tells; null: nothing. */
export function clientRefusal({ clientName: name, isExcluded }: ExclusionClient, isExcluding: boolean): Refusal | null {
  if ((isExcluded === 1) !== isExcluding) return null;
  return conflict(isExcluding ? 'exclusion.already' : 'exclusion.notExcluded', { name });
}

const refusals = {
  'exclusion.unknownClient': ['没有此送检单位', 'No such sending client'],
  'exclusion.elsewhere': ['{name} 在其他检验所也有明细', '{name} has lines at other laboratories, too'],
  'exclusion.already': ['{name} 已排除', '{name} is excluded already'],
  'exclusion.notExcluded': ['{name} 未排除', '{name} is not excluded'],
} as const;
const input = z.object({ sendSampleClientId: idText, ...partsOfFields(asksWhoAndWhy) });

const common = {
  service: 'bill',
  roles: ['billing'],
  answer: touchedLines,
  asks: asksWhoAndWhy,
  version: 1,
  offline: false,
} as const;
const onClients = {
  ...common,
  screens: [clientScreen],
  input,
  many: { of: 'sendSampleClientIds', keys: ['sendSampleClientId'], isAnswered: true },
  lanes: ({ sendSampleClientId }: z.output<typeof input>) => [`client:${sendSampleClientId}`],
  subject: ({ sendSampleClientId }: z.output<typeof input>) => sendSampleClientId,
  refusals,
} as const;

/** What becomes of a client: its flag, and with it the client's bit of its lines. */
export interface ClientExclusionChange {
  readonly sendSampleClientId: string;
  readonly isExcluded: 0 | 1;
}
const decideClient =
  (isExcluded: 0 | 1) =>
  ({ client, isElsewhere }: ClientExclusionState, { sendSampleClientId }: z.output<typeof input>): Outcome<ClientExclusionChange> => {
    if (!client) return refuse('exclusion.unknownClient');
    const refusal = clientRefusal(client, isExcluded === 1);
    if (refusal) return refusal;
    return isElsewhere ? refuse('exclusion.elsewhere', { name: client.clientName }) : accept({ sendSampleClientId, isExcluded });
  };

/** 排除送检单位: no line of a client comes into an order; what is ordered stays. */
export const excludeClients = defineCommand({
  ...onClients,
  name: 'exclusion.excludeClient',
  title: ['排除送检单位', 'Exclude clients'],
  path: 'excludeSendSampleClient/exclude',
  permission: 'exclusion_exclude',
  isDanger: true,
  consequence: ['未开单及以后的明细不进入订单, 已开单的不变', 'Lines without an order, and those to come, are not ordered; ordered ones stay'],
  decide: decideClient(1),
});

/** 恢复送检单位: its lines may be ordered again, but for samples that are excluded by themselves. */
export const restoreClients = defineCommand({
  ...onClients,
  name: 'exclusion.restoreClient',
  title: ['恢复送检单位', 'Restore clients'],
  path: 'excludeSendSampleClient/restore',
  permission: 'exclusion_restore',
  consequence: ['未开单的明细可再开单, 单独排除的样本仍不开单', 'Lines without an order may be ordered; samples excluded by themselves stay out'],
  decide: decideClient(0),
});

const commodityInput = z.object({ sendSampleClientId: idText, commodityId: idText, ...partsOfFields(asksWhoAndWhy) });
type CommodityInput = z.output<typeof commodityInput>;
export interface CommodityExceptionState extends ClientExclusionState {
  readonly commodityName: string | null;
  /** The commodity is billed although the client is excluded. */
  readonly isException: boolean;
}
export interface CommodityExceptionChange {
  readonly sendSampleClientId: string;
  readonly commodityId: string;
  readonly isException: boolean;
}
const decideCommodity =
  (isException: boolean) =>
  (
    { client, isElsewhere, commodityName, isException: isNow }: CommodityExceptionState,
    { sendSampleClientId, commodityId }: CommodityInput,
  ): Outcome<CommodityExceptionChange> => {
    if (!client) return refuse('exclusion.unknownClient');
    if (commodityName === null) return refuse('exclusion.unknownCommodity');
    const { clientName: name } = client;
    if (isException && client.isExcluded !== 1) return conflict('exclusion.notExcluded', { name });
    if (isNow === isException)
      return conflict(isException ? 'exclusion.commodityRestored' : 'exclusion.commodityNotRestored', { name, commodity: commodityName });
    return isElsewhere ? refuse('exclusion.elsewhere', { name }) : accept({ sendSampleClientId, commodityId, isException });
  };
const onCommodities = {
  ...common,
  screens: [commodityScreen, clientScreen],
  input: commodityInput,
  many: { of: 'commodityIds', keys: ['commodityId'], isAnswered: true },
  lanes: ({ sendSampleClientId }: CommodityInput) => [`client:${sendSampleClientId}`],
  subject: ({ sendSampleClientId, commodityId }: CommodityInput) => `${sendSampleClientId} ${commodityId}`,
  refusals: {
    ...refusals,
    'exclusion.unknownCommodity': ['没有此产品', 'No such commodity'],
    'exclusion.commodityRestored': ['{name} 的 {commodity} 已恢复', '{commodity} of {name} is restored already'],
    'exclusion.commodityNotRestored': ['{name} 的 {commodity} 没有单独恢复', '{commodity} of {name} is not restored by itself'],
  },
} as const;

/** 恢复产品: of an excluded client, one commodity is billed nevertheless. */
export const restoreCommodities = defineCommand({
  ...onCommodities,
  name: 'exclusion.restoreCommodity',
  title: ['恢复产品', 'Restore commodities'],
  path: 'excludeSendSampleClient/commodityRestore',
  permission: 'exclusion_commodity_restore',
  consequence: ['该送检单位的这些产品可开单, 其余仍排除', 'These commodities of the client may be ordered; the others stay excluded'],
  decide: decideCommodity(true),
});

/** 取消产品恢复: the commodity is excluded with its client again. */
export const endCommodityRestore = defineCommand({
  ...onCommodities,
  name: 'exclusion.endCommodityRestore',
  title: ['取消产品恢复', 'End the restoring of commodities'],
  path: 'excludeSendSampleClient/removeCommodityRestore',
  permission: 'exclusion_remove_commodity_restore',
  isDanger: true,
  consequence: ['这些产品随送检单位一起排除, 已开单的不变', 'These commodities are excluded with their client; ordered lines stay'],
  decide: decideCommodity(false),
});

export const clientExclusionContracts = declareCalls({
  'GET bill/excludeSendSampleClient/counts': {
    title: ['排除前计数', 'Lines an exclusion would meet'],
    permission: viewExclusions.code,
    /** Ids with commas between them; without commodities: of all. */
    query: z.object({ sendSampleClientIds: z.string(), commodityIds: z.string().optional() }),
    answer: countedLines,
  },
});
