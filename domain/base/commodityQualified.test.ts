import { expect, it } from 'vitest';
import { qualifyPlan, undoPlan, type Offered, type OfferChange } from './commodityQualified.ts';

const row = (commodityId: string, isDisable = 0, executeLaboratoryId = 'A'): Offered => ({
  rowId: `r${commodityId}`,
  commodityId,
  executeLaboratoryId,
  isDisable,
});
const qualified = (commodityId: string, more: object = {}) => ({
  commodityId,
  executeLaboratoryId: 'A',
  validFrom: '2026-01-01',
  validTo: null,
  ...more,
});
/** What is offered after some changes. */
const apply = (offered: readonly Offered[], changes: readonly OfferChange[]): Offered[] => {
  const rows = new Map(offered.map((one) => [one.commodityId, one]));
  for (const { commodityId, rowId, after } of changes)
    if (after) rows.set(commodityId, { rowId: rowId ?? `r${commodityId}`, commodityId, ...after });
    else rows.delete(commodityId);
  return [...rows.values()];
};
const offered = [row('1'), row('2', 1), row('3'), row('4', 0, 'B'), row('5', 1)];
const list = [
  qualified('1'),
  qualified('2'),
  qualified('4'),
  qualified('6'),
  qualified('7', { validTo: '2026-05-31' }),
  qualified('3', { validFrom: '2026-06-02' }),
];

it('offers exactly what is valid on the day, and is done when it was done', () => {
  const plan = qualifyPlan(offered, list, '2026-06-01');
  expect(plan.map(({ commodityId, after }) => `${commodityId} ${after?.isDisable} ${after?.executeLaboratoryId}`)).toEqual([
    '2 0 A',
    '3 1 A',
    '4 0 A',
    '6 0 A',
  ]);
  expect(qualifyPlan(apply(offered, plan), list, '2026-06-01')).toEqual([]);
});

it('goes the whole way back, but leaves alone what somebody changed since', () => {
  const done = qualifyPlan(offered, list, '2026-06-01').map((change) => ({ ...change, rowId: change.rowId ?? `r${change.commodityId}` }));
  const now = apply(offered, done);
  expect(apply(now, undoPlan(now, done)).toSorted((a, b) => a.commodityId.localeCompare(b.commodityId))).toEqual(offered);
  const touched = now.map((one) => (one.commodityId === '4' ? { ...one, isDisable: 1 } : one));
  expect(undoPlan(touched, done).map(({ commodityId }) => commodityId)).toEqual(['2', '3', '6']);
  expect(undoPlan(offered, [])).toEqual([]);
});
