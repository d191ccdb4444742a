import { z } from 'zod';
import { lineState } from '#domain/bill/billChoices.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { poolScreen } from '../orders/orderCreate.ts';
import type { Repriced } from './planLines.ts';

/** 无价格: what has no price, and why. */
export const noPriceScreen = '/bill/getNoPrice';

const asks = { reason: reasonField } as const;
const input = z.object({ lineId: idText, ...partsOfFields(asks) });
export type RepriceInput = z.output<typeof input>;

/** A line as its row tells of it. */
export interface RepricedLine {
  readonly sampleCode: string;
  readonly state: number;
  /** `chargeType`. */
  readonly chargeType: number;
  readonly sign: number;
  readonly price: number | null;
}
export interface RepriceState {
  /** null: there is none, or none of the actor's. */
  readonly line: (RepricedLine & { readonly lineId: string; readonly before: Repriced }) | null;
  /** By today's policies; null: nothing asks for such a line any more. */
  readonly found: Repriced | null;
}
export interface RepriceChange {
  readonly lineId: string;
  readonly before: Repriced;
  readonly after: Repriced;
}

/** What speaks against pricing a line anew, as far as its row tells; null: nothing. */
export function repriceRefusal({ sampleCode: code, state, chargeType, sign }: RepricedLine): Refusal | null {
  if (state !== lineState.unreported && state !== lineState.open) return conflict('line.ordered', { code });
  if (sign === -1) return conflict('line.isRed', { code });
  return chargeType === 2 ? conflict('line.isGift', { code }) : null;
}

/** 重新取价: a line that is in no order gets what the policies say now, for a reason (docs/bill.md#prices). */
export const repriceLines = defineCommand({
  name: 'salesLine.reprice',
  title: ['重新取价', 'Price anew'],
  service: 'bill',
  path: 'salesBillPool/reprice',
  permission: 'salesLine_reprice',
  roles: ['billing'],
  screens: [noPriceScreen, poolScreen],
  input,
  asks,
  many: { of: 'lineIds', keys: ['lineId'] },
  consequence: [
    '按现行价格政策及收样当日重新取价; 已开单的明细不变',
    'Priced by the policies as they are now for the day of receipt; what is ordered stays as it is',
  ],
  answer: shape({ lineId: z.string(), billPriceStr: z.string().nullable() }),
  version: 1,
  offline: false,
  lanes: ({ lineId }) => [`line:${lineId}`],
  subject: ({ lineId }) => lineId,
  refusals: {
    'line.unknown': ['没有此计费明细', 'No such billable line'],
    'line.ordered': ['样本 {code} 已开单或已撤销, 价格不再改变', '{code} is ordered or withdrawn: its price stays'],
    'line.isRed': ['样本 {code} 为红字, 价格与原明细相同', '{code} is a red line: it costs what its original does'],
    'line.isGift': ['样本 {code} 为赠送', '{code} is a gift'],
    'line.noPrice': ['样本 {code} 仍没有适用的价格', 'There is still no price for {code}'],
  },
  decide({ line, found }: RepriceState, { lineId }: RepriceInput): Outcome<RepriceChange> {
    if (!line || !found) return refuse('line.unknown');
    const refusal = repriceRefusal(line);
    if (refusal) return refusal;
    if (found.price === null) return conflict('line.noPrice', { code: line.sampleCode });
    const change = { lineId, before: line.before, after: found };
    return line.price === found.price && line.before.pricePolicyId === found.pricePolicyId ? repeat(change) : accept(change);
  },
});
