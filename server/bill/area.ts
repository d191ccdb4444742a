import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { erpAccountCalls } from './erp/erpAccounts.ts';
import { erpActs } from './erp/erpActs.ts';
import { erpCalls, erpListings } from './erp/erpLists.ts';
import { createActs } from './orders/createActs.ts';
import { orderActs } from './orders/orderActs.ts';
import { orderCalls, orderListings } from './orders/orderLists.ts';

export const billArea: ServedArea = {
  commands: () => [...createActs, ...orderActs, ...erpActs],
  listings: [...orderListings, ...erpListings],
  calls: [...orderCalls, ...erpCalls, ...erpAccountCalls],
};
