import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { chargeActs, chargeCalls } from './charge/chargeActs.ts';
import { erpAccountCalls } from './erp/erpAccounts.ts';
import { erpActs } from './erp/erpActs.ts';
import { erpCalls, erpListings } from './erp/erpLists.ts';
import { clientActs, clientExclusionCalls } from './exclusion/clientActs.ts';
import { exclusionListings } from './exclusion/exclusionLists.ts';
import { sampleActs, sampleExclusionCalls } from './exclusion/sampleActs.ts';
import { servedEstimate, servedNoPrice } from './lines/lineLists.ts';
import { servedReprice } from './lines/repriceLines.ts';
import { searchedLineCalls, searchedLineListings } from './lines/searchedLines.ts';
import { createActs } from './orders/createActs.ts';
import { orderActs } from './orders/orderActs.ts';
import { orderCalls, orderListings } from './orders/orderLists.ts';
import { settlementCalls } from './settlement/saveSettlement.ts';

export const billArea: ServedArea = {
  commands: () => [...createActs, ...orderActs, servedReprice, ...sampleActs, ...clientActs, ...chargeActs, ...erpActs],
  listings: [...orderListings, servedNoPrice, servedEstimate, ...exclusionListings, ...erpListings, ...searchedLineListings],
  calls: [
    ...orderCalls,
    ...clientExclusionCalls,
    ...sampleExclusionCalls,
    ...chargeCalls,
    ...settlementCalls,
    ...erpCalls,
    ...erpAccountCalls,
    ...searchedLineCalls,
  ],
};
