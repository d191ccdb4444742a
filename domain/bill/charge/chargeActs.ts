import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { declareCalls } from '#domain/kernel/contract.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { countedLines, touchedLines } from '../touchedLines.ts';

/** Which clients are not charged, and what is purchased from other houses. */
export const givingScreen = '/bill/sendSampleManage';
export const buyScreen = '/bill/commodityManage';
const permission = 'chargeType_save';

/** A sending client or a commodity, as far as how it is charged goes. */
export interface ChargedOwner {
  readonly name: string;
  /** It is a gift, or purchased. */
  readonly isOn: boolean;
}
export interface ChargeState {
  /** null: there is none, or none of the actor's. */
  readonly owner: ChargedOwner | null;
  /** Lines of it stand at laboratories that are not the actor's: the flag would move them, too. */
  readonly isElsewhere: boolean;
}
export interface ChargeChange {
  readonly ownerId: string;
  readonly isOn: boolean;
}

/** What speaks against changing how it is charged, as far as its row tells; null: nothing. */
export function chargeRefusal({ name, isOn }: ChargedOwner, isTurnedOn: boolean): Refusal | null {
  return isOn === isTurnedOn ? conflict(isTurnedOn ? 'chargeType.already' : 'chargeType.isNot', { name }) : null;
}

const asks = { reason: reasonField } as const;
const decide = (ownerId: string, { owner, isElsewhere }: ChargeState, isOn: boolean): Outcome<ChargeChange> => {
  if (!owner) return refuse('chargeType.unknown');
  const refusal = chargeRefusal(owner, isOn);
  if (refusal) return refusal;
  return isElsewhere ? refuse('chargeType.elsewhere', { name: owner.name }) : accept({ ownerId, isOn });
};

const common = { service: 'bill', permission, roles: ['billing'], asks, answer: touchedLines, version: 1, offline: false } as const;
const clientInput = z.object({ sendSampleClientId: idText, ...partsOfFields(asks) });
type ClientInput = z.output<typeof clientInput>;
const onClients = {
  ...common,
  screens: [givingScreen],
  input: clientInput,
  many: { of: 'sendSampleClientIds', keys: ['sendSampleClientId'], isAnswered: true },
  lanes: ({ sendSampleClientId }: ClientInput) => [`client:${sendSampleClientId}`],
  subject: ({ sendSampleClientId }: ClientInput) => sendSampleClientId,
  refusals: {
    'chargeType.unknown': ['没有此送检单位', 'No such sending client'],
    'chargeType.already': ['{name} 已设为赠送', '{name} is not charged already'],
    'chargeType.isNot': ['{name} 未设为赠送', '{name} is charged already'],
    'chargeType.elsewhere': ['{name} 在其他检验所也有明细', '{name} has lines at other laboratories, too'],
  },
} as const;
const commodityInput = z.object({ commodityId: idText, ...partsOfFields(asks) });
type CommodityInput = z.output<typeof commodityInput>;
const onCommodities = {
  ...common,
  screens: [buyScreen],
  input: commodityInput,
  many: { of: 'commodityIds', keys: ['commodityId'], isAnswered: true },
  lanes: ({ commodityId }: CommodityInput) => [`commodity:${commodityId}`],
  subject: ({ commodityId }: CommodityInput) => commodityId,
  refusals: {
    'chargeType.unknown': ['没有此产品', 'No such commodity'],
    'chargeType.already': ['{name} 已设为外购', '{name} is purchased already'],
    'chargeType.isNot': ['{name} 未设为外购', '{name} is not purchased'],
    'chargeType.elsewhere': [
      '{name} 属于全部检验所和客户, 须由不限检验所和客户的人更改',
      '{name} is every laboratory’s and client’s: somebody who serves them all changes it',
    ],
  },
} as const;

/** 设为赠送: nothing of a client is charged; what was its price is kept. */
export const giveClients = defineCommand({
  ...onClients,
  name: 'chargeType.giving',
  title: ['设为赠送', 'Make gifts'],
  path: 'chargeTypeManage/giving',
  isDanger: true,
  consequence: [
    '未出账的明细改为赠送, 价格为0; 未发送的订单一并改写, 已发送的不变',
    'Lines that are not billed become gifts at no price; unsent orders are written anew, sent ones stay',
  ],
  decide: (state: ChargeState, { sendSampleClientId }: ClientInput) => decide(sendSampleClientId, state, true),
});
/** 取消赠送: charge types and prices are exactly what they were. */
export const endGiving = defineCommand({
  ...onClients,
  name: 'chargeType.givingRestore',
  title: ['取消赠送', 'End gifts'],
  path: 'chargeTypeManage/givingRestore',
  consequence: ['恢复原计费类型和价格; 已发送的订单不变', 'Charge types and prices are as before; sent orders stay'],
  decide: (state: ChargeState, { sendSampleClientId }: ClientInput) => decide(sendSampleClientId, state, false),
});
/** 设为外购: a commodity is purchased from another house. */
export const buyCommodities = defineCommand({
  ...onCommodities,
  name: 'chargeType.buy',
  title: ['设为外购', 'Purchase outside'],
  path: 'chargeTypeManage/commodityBuy',
  consequence: ['未出账的自检明细改为外购; 已发送的订单不变', 'Own lines that are not billed become purchased ones; sent orders stay'],
  decide: (state: ChargeState, { commodityId }: CommodityInput) => decide(commodityId, state, true),
});
/** 恢复自检: a commodity is no longer purchased. */
export const endBuying = defineCommand({
  ...onCommodities,
  name: 'chargeType.buyRestore',
  title: ['恢复自检', 'End purchasing'],
  path: 'chargeTypeManage/commodityRestore',
  consequence: ['未出账的外购明细改回自检; 已发送的订单不变', 'Purchased lines that are not billed become own ones; sent orders stay'],
  decide: (state: ChargeState, { commodityId }: CommodityInput) => decide(commodityId, state, false),
});
export const chargeCommands = [giveClients, endGiving, buyCommodities, endBuying] as const;

export const chargeContracts = declareCalls({
  'GET bill/chargeTypeManage/counts': {
    title: ['更改前计数', 'Lines a change of charge type would meet'],
    permission,
    /** Ids with commas between them, of clients or of commodities. */
    query: z.object({ sendSampleClientIds: z.string().optional(), commodityIds: z.string().optional() }),
    answer: countedLines,
  },
});
