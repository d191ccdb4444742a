import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { createActs } from './orders/createActs.ts';
import { orderActs } from './orders/orderActs.ts';
import { orderCalls, orderListings } from './orders/orderLists.ts';

export const billArea: ServedArea = {
  commands: () => [...createActs, ...orderActs],
  listings: orderListings,
  calls: orderCalls,
};
