import { priceAt } from '#domain/base/priceAt.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { LineFacts, LinePolicy, LinePrice } from './lineFacts.ts';

/** What is charged for: the work, a further report, or work that was stopped. */
export type LineKind = 'test' | 'supplement' | 'stopped';

const reasons = {
  giving: ['赠送', 'A gift'],
  redrawn: ['重采不另计费', 'A redraw is not charged again'],
  supplementFree: ['合同未定补充报告价，不另计费', 'The contract sets no price for further reports: not charged'],
  supplement: ['补充报告价，合同 {from} 至 {to}', 'The price of further reports, contract {from} to {to}'],
  recheckFree: ['合同未定复检价，不另计费', 'The contract sets no price for rechecks: not charged'],
  recheck: ['复检价，合同 {from} 至 {to}', 'The price of rechecks, contract {from} to {to}'],
  stopped: ['终止收费价，合同 {from} 至 {to}', 'The price of stopped work, contract {from} to {to}'],
  stoppedOpen: ['合同未定终止收费价', 'The contract sets no price for stopped work'],
} as const satisfies Record<string, Label>;

interface Found {
  readonly price: number | null;
  readonly pricePolicyId: string | null;
  readonly reason: Label;
  readonly params: Readonly<Record<string, string>>;
}
type Priced = Pick<LineFacts, 'client' | 'policies' | 'redraw' | 'receiveTime' | 'isFree' | 'boughtCommodityIds'>;

/** A special price of the policy in force: its own, or what stands for an empty one. */
function special(found: Found, policy: LinePolicy | undefined, own: 'supplementPrice' | 'recheckPrice' | 'stopPrice'): Found {
  if (!policy) return found;
  const { pricePolicyId } = policy;
  const price = policy[own];
  if (own === 'stopPrice')
    return price === null
      ? { price: null, pricePolicyId, reason: reasons.stoppedOpen, params: {} }
      : { price, pricePolicyId, reason: reasons.stopped, params: found.params };
  const [set, free] = own === 'supplementPrice' ? [reasons.supplement, reasons.supplementFree] : [reasons.recheck, reasons.recheckFree];
  return price === null ? { price: 0, pricePolicyId, reason: free, params: {} } : { price, pricePolicyId, reason: set, params: found.params };
}

/**
 * What a line of a requisition costs by the policies as they are now (docs/bill.md#prices): the contract of the day of receipt; of a redraw
 * that of the original's day; a gift costs nothing and keeps its list price. Fen; null where no policy says.
 */
export function linePrice(facts: Priced, { commodityId, kind, isOuter }: { commodityId: string; kind: LineKind; isOuter: boolean }): LinePrice {
  const { client, redraw, policies } = facts;
  const isRecheck = kind === 'test' && redraw !== null && redraw.isReported;
  const isRedraw = kind === 'test' && redraw !== null && !redraw.isReported;
  const isCharged = isRedraw && redraw.livingCommodityIds.includes(commodityId);
  const base = priceAt(policies, {
    sendSampleClientId: client?.sendSampleClientId ?? '',
    commodityId,
    agentClientId: client?.agentCustomerId ?? null,
    date: isRedraw ? redraw.receiveDate : facts.receiveTime.slice(0, 10),
  });
  const policy = policies.find(({ pricePolicyId }) => pricePolicyId === base.pricePolicyId);
  const found: Found = isCharged
    ? { price: 0, pricePolicyId: base.pricePolicyId, reason: reasons.redrawn, params: {} }
    : kind === 'supplement'
      ? special(base, policy, 'supplementPrice')
      : kind === 'stopped'
        ? special(base, policy, 'stopPrice')
        : isRecheck
          ? special(base, policy, 'recheckPrice')
          : base;
  const isGift = facts.isFree || client?.isGiving === true;
  const ownCharge = isOuter || facts.boughtCommodityIds.includes(commodityId) ? 1 : 0;
  const asOwn = {
    businessType: isRecheck ? 4 : isRedraw ? 3 : isGift ? 2 : 1,
    listPrice: found.price,
    pricePolicyId: found.pricePolicyId,
    // Without one of the contract's own the document goes by its billing unit's or customer's.
    erpCode: policy?.billErpCode ?? null,
  } as const;
  if (!isGift)
    return {
      ...asOwn,
      chargeType: ownCharge,
      chargeTypeBefore: null,
      price: found.price,
      priceBefore: null,
      priceReason: found.reason,
      priceParams: found.params,
    };
  return {
    ...asOwn,
    chargeType: 2,
    // What is free by its requisition was never anything else.
    chargeTypeBefore: facts.isFree ? null : ownCharge,
    price: 0,
    priceBefore: facts.isFree ? null : found.price,
    priceReason: reasons.giving,
    priceParams: {},
  };
}
