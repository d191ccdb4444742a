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
import { mailCalls, mailListings } from './mail/mailList.ts';
import { servedSend } from './mail/sendActs.ts';
import { createActs } from './orders/createActs.ts';
import { orderActs } from './orders/orderActs.ts';
import { orderCalls, orderListings } from './orders/orderLists.ts';
import { relatedCalls, relatedListings } from './related/relatedLists.ts';
import { settlementCalls } from './settlement/saveSettlement.ts';
import { statementCalls } from './statement/statementCalls.ts';
import { servedStatement, servedWide } from './statement/statementLists.ts';

export const billArea: ServedArea = {
  commands: () => [...createActs, ...orderActs, servedReprice, ...sampleActs, ...clientActs, ...chargeActs, ...erpActs, servedSend],
  listings: [
    ...orderListings,
    servedNoPrice,
    servedEstimate,
    ...exclusionListings,
    ...erpListings,
    servedStatement,
    servedWide,
    ...mailListings,
    ...relatedListings,
  ],
  calls: [
    ...orderCalls,
    ...clientExclusionCalls,
    ...sampleExclusionCalls,
    ...chargeCalls,
    ...settlementCalls,
    ...erpCalls,
    ...erpAccountCalls,
    ...statementCalls,
    ...mailCalls,
    ...relatedCalls,
  ],
};
