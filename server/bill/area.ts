import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { servedEstimate, servedNoPrice } from './lines/lineLists.ts';
import { servedReprice } from './lines/repriceLines.ts';

export const billArea: ServedArea = {
  commands: () => [servedReprice],
  listings: [servedNoPrice, servedEstimate],
  calls: [],
import { createActs } from './orders/createActs.ts';
import { orderActs } from './orders/orderActs.ts';
import { orderCalls, orderListings } from './orders/orderLists.ts';

export const billArea: ServedArea = {
  commands: () => [...createActs, ...orderActs],
  listings: orderListings,
  calls: orderCalls,
};
