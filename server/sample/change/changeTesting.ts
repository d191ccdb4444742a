import { expect } from 'vitest';
import type { Desk } from '../deskTesting.ts';

/** Changes what a requisition is ordered with, applied for and audited by two people as the desks do it. */
export async function changeItems(
  desk: Desk,
  requisitionCode: string,
  { add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): Promise<void> {
  const items = { requisitionCode, applyType: 1, addCommodityIds: add, removeCommodityIds: remove, applyReason: '医生改单' };
  const made = await desk.act('online', 'entry1', 'orderChange.apply', items);
  expect(made).toMatchObject({ status: 'applied' });
  const audited = { id: made.result.orderChangeId, auditStatus: 1 };
  expect(await desk.act('online', 'admin', 'orderChange.audit', audited)).toMatchObject({ status: 'applied' });
}
