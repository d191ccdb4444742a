import type { OrderListRow } from '#domain/bill/orders/orderRows.ts';

/** What an order says of itself, where samples alone come into it or go: who is billed and its remark stay. */
export const asItIs = ({ billUnitId, remark }: OrderListRow) => ({ billUnitId, remark });
