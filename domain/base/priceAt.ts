import type { Label } from '#domain/kernel/label.ts';

/** A price policy as far as choosing a price goes. Dates `yyyy-MM-dd`, both included; price in fen. */
export interface PricePeriod {
  readonly pricePolicyId: string;
  readonly sendSampleClientId: string;
  readonly commodityId: string;
  /** null: for any agent that has no price of their own, and for none. */
  readonly agentClientId: string | null;
  readonly billPrice: number;
  readonly contractTimeBegin: string;
  readonly contractTimeEnd: string;
  readonly isDisable: number;
}
export interface PriceQuestion {
  readonly sendSampleClientId: string;
  readonly commodityId: string;
  readonly agentClientId: string | null;
  /** `yyyy-MM-dd`. */
  readonly date: string;
}
export interface PriceFound {
  /** Fen; null where no policy holds. */
  readonly price: number | null;
  readonly pricePolicyId: string | null;
  readonly reason: Label;
  readonly params: Readonly<Record<string, string>>;
}

const reasons = {
  agent: ['代理商专门价，合同 {from} 至 {to}', 'The agent’s own price, contract {from} to {to}'],
  client: ['送检单位价，合同 {from} 至 {to}', 'The client’s price, contract {from} to {to}'],
  over: ['最近的合同已于 {to} 到期', 'The last contract ended on {to}'],
  early: ['合同自 {from} 起生效', 'The contract begins on {from}'],
  disabled: ['当日的价格政策已停用', 'The policy of that day is disabled'],
  none: ['没有此送检单位与产品的价格政策', 'This client has no policy for this commodity'],
} as const satisfies Record<string, Label>;

/** Reasons that say a price follows from the policies alone. */
export const policyReasons: readonly Label[] = Object.values(reasons);

const holdsOn = ({ contractTimeBegin, contractTimeEnd }: PricePeriod, date: string): boolean => contractTimeBegin <= date && date <= contractTimeEnd;

/** The price of a commodity for a client on a day, and why it is this one: an agent's own price goes before the client's. */
export function priceAt(periods: readonly PricePeriod[], { sendSampleClientId, commodityId, agentClientId, date }: PriceQuestion): PriceFound {
  const own = periods.filter(
    (one) =>
      one.sendSampleClientId === sendSampleClientId &&
      one.commodityId === commodityId &&
      (one.agentClientId === null || one.agentClientId === agentClientId),
  );
  const enabled = own.filter(({ isDisable }) => isDisable === 0);
  const holding = enabled.filter((one) => holdsOn(one, date));
  const chosen = holding.find((one) => one.agentClientId !== null) ?? holding[0];
  if (chosen) {
    const { contractTimeBegin: from, contractTimeEnd: to } = chosen;
    return {
      price: chosen.billPrice,
      pricePolicyId: chosen.pricePolicyId,
      reason: chosen.agentClientId === null ? reasons.client : reasons.agent,
      params: { from, to },
    };
  }
  const nothing = (reason: Label, params: Readonly<Record<string, string>> = {}): PriceFound => ({
    price: null,
    pricePolicyId: null,
    reason,
    params,
  });
  if (own.some((one) => one.isDisable !== 0 && holdsOn(one, date))) return nothing(reasons.disabled);
  const last = enabled
    .map(({ contractTimeEnd }) => contractTimeEnd)
    .filter((to) => to < date)
    .toSorted()
    .at(-1);
  if (last !== undefined) return nothing(reasons.over, { to: last });
  const next = enabled
    .map(({ contractTimeBegin }) => contractTimeBegin)
    .filter((from) => from > date)
    .toSorted()[0];
  return next === undefined ? nothing(reasons.none) : nothing(reasons.early, { from: next });
}

/** The first period that shares a day with another of the same client, commodity and agent; disabled ones count, too: they can be enabled. */
export function overlapping(fresh: PricePeriod, others: readonly PricePeriod[]): PricePeriod | undefined {
  return others.find(
    (one) =>
      one.pricePolicyId !== fresh.pricePolicyId &&
      one.sendSampleClientId === fresh.sendSampleClientId &&
      one.commodityId === fresh.commodityId &&
      one.agentClientId === fresh.agentClientId &&
      one.contractTimeBegin <= fresh.contractTimeEnd &&
      fresh.contractTimeBegin <= one.contractTimeEnd,
  );
}
