import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#domain/kernel/dates.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import { overlapping, priceAt, type PricePeriod } from './priceAt.ts';

const period = (
  pricePolicyId: string,
  from: string,
  to: string,
  billPrice: number,
  agentClientId: string | null = null,
  isDisable = 0,
): PricePeriod => ({
  pricePolicyId,
  sendSampleClientId: 'c1',
  commodityId: 'p1',
  agentClientId,
  billPrice,
  contractTimeBegin: from,
  contractTimeEnd: to,
  isDisable,
});
const asked = { sendSampleClientId: 'c1', commodityId: 'p1', agentClientId: 'a1', date: '2026-06-30' };
const said = (found: ReturnType<typeof priceAt>): string => fillLabel(found.reason, found.params, 'zh');

describe('the price on a day', () => {
  const year = period('1', '2026-01-01', '2026-12-31', 80_000);
  it('is the client’s where the agent has none, the agent’s where they have one', () => {
    expect(priceAt([year], asked)).toMatchObject({ price: 80_000, pricePolicyId: '1' });
    const agents = period('2', '2026-06-01', '2026-06-30', 70_000, 'a1');
    expect(priceAt([year, agents], asked)).toMatchObject({ price: 70_000, pricePolicyId: '2' });
    expect(priceAt([year, agents], { ...asked, agentClientId: 'a2' })).toMatchObject({ price: 80_000 });
    expect(priceAt([year, agents], { ...asked, agentClientId: null })).toMatchObject({ price: 80_000 });
    expect(said(priceAt([year, agents], asked))).toBe('代理商专门价，合同 2026-06-01 至 2026-06-30');
  });
  it('says why there is none', () => {
    expect(said(priceAt([], asked))).toBe('没有此送检单位与产品的价格政策');
    expect(said(priceAt([period('1', '2025-01-01', '2025-12-31', 1)], asked))).toBe('最近的合同已于 2025-12-31 到期');
    expect(said(priceAt([period('1', '2026-07-01', '2026-12-31', 1)], asked))).toBe('合同自 2026-07-01 起生效');
    expect(said(priceAt([period('1', '2026-01-01', '2026-12-31', 1, null, 1)], asked))).toBe('当日的价格政策已停用');
  });
});

it('no day has two prices where nothing overlaps', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days));
  const periods = fc.array(
    fc.record({ from: day, length: fc.integer({ min: 0, max: 90 }), agent: fc.constantFrom(null, 'a1'), price: fc.integer({ min: 0, max: 1e7 }) }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(periods, day, (wanted, date) => {
      const kept: PricePeriod[] = [];
      wanted.forEach(({ from, length, agent, price }, at) => {
        const fresh = period(String(at), from, addDays(from, length), price, agent);
        if (!overlapping(fresh, kept)) kept.push(fresh);
      });
      for (const agent of [null, 'a1'])
        expect(kept.filter((one) => one.agentClientId === agent && one.contractTimeBegin <= date && date <= one.contractTimeEnd).length).toBeLessThan(
          2,
        );
      const shuffled = priceAt([...kept].reverse(), { ...asked, date });
      expect(shuffled).toEqual(priceAt(kept, { ...asked, date }));
    }),
    { seed: 5, numRuns: 400 },
  );
});
