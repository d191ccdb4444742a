import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { chargeActs, chargeCalls } from './charge/chargeActs.ts';
import { clientActs, clientExclusionCalls } from './exclusion/clientActs.ts';
import { exclusionListings } from './exclusion/exclusionLists.ts';
import { servedEstimate, servedNoPrice } from './lines/lineLists.ts';
import { servedReprice } from './lines/repriceLines.ts';
import { sampleActs, sampleExclusionCalls } from './exclusion/sampleActs.ts';
import { settlementCalls } from './settlement/saveSettlement.ts';

export const billArea: ServedArea = {
  commands: () => [servedReprice],
  listings: [servedNoPrice, servedEstimate],
  calls: [],
import { erpAccountCalls } from './erp/erpAccounts.ts';
import { erpActs } from './erp/erpActs.ts';
import { erpCalls, erpListings } from './erp/erpLists.ts';
import { createActs } from './orders/createActs.ts';
import { orderActs } from './orders/orderActs.ts';
import { orderCalls, orderListings } from './orders/orderLists.ts';

export const billArea: ServedArea = {
  commands: () => [...createActs, ...orderActs],
  listings: orderListings,
  calls: orderCalls,
  commands: () => [servedReprice, ...sampleActs, ...clientActs, ...chargeActs],
  listings: [servedNoPrice, servedEstimate, ...exclusionListings],
  calls: [...clientExclusionCalls, ...sampleExclusionCalls, ...chargeCalls, ...settlementCalls],
  commands: () => [...createActs, ...orderActs, ...erpActs],
  listings: [...orderListings, ...erpListings],
  calls: [...orderCalls, ...erpCalls, ...erpAccountCalls],
};
