import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { billActs } from './bills/billActs.ts';
import { billCalls, billListings } from './bills/billLists.ts';
import { servedCreateBill } from './bills/createBill.ts';
import { chargeActs, chargeCalls } from './charge/chargeActs.ts';
import { erpAccountCalls } from './erp/erpAccounts.ts';
import { erpActs } from './erp/erpActs.ts';
import { erpCalls, erpListings } from './erp/erpLists.ts';
import { clientActs, clientExclusionCalls } from './exclusion/clientActs.ts';
import { exclusionListings } from './exclusion/exclusionLists.ts';
import { sampleActs, sampleExclusionCalls } from './exclusion/sampleActs.ts';
import { servedCountedLines, servedEstimate, servedNoPrice } from './lines/lineLists.ts';
import { servedReprice } from './lines/repriceLines.ts';
import { searchedLineCalls, searchedLineListings } from './lines/searchedLines.ts';
import { mailCalls, mailListings } from './mail/mailList.ts';
import { servedSend } from './mail/sendActs.ts';
import { createActs } from './orders/createActs.ts';
import { orderActs } from './orders/orderActs.ts';
import { orderCalls, orderListings } from './orders/orderLists.ts';
import { packActs } from './packs/packActs.ts';
import { packCalls, packListings } from './packs/packLists.ts';
import { periodActs, servedPeriods } from './periods/periodActs.ts';
import { relatedCalls, relatedListings } from './related/relatedLists.ts';
import { settlementCalls } from './settlement/saveSettlement.ts';
import { statementCalls } from './statement/statementCalls.ts';
import { servedStatement, servedWide } from './statement/statementLists.ts';

export const billArea: ServedArea = {
  commands: ({ jobs }) => [
    ...createActs,
    ...orderActs,
    servedReprice,
    ...sampleActs,
    ...clientActs,
    ...chargeActs,
    ...erpActs,
    servedCreateBill,
    ...billActs,
    ...periodActs,
    ...packActs(jobs),
    servedSend,
  ],
  listings: [
    ...orderListings,
    servedNoPrice,
    servedEstimate,
    servedCountedLines,
    ...exclusionListings,
    ...erpListings,
    ...billListings,
    servedPeriods,
    ...packListings,
    servedStatement,
    servedWide,
    ...mailListings,
    ...relatedListings,
    ...searchedLineListings,
  ],
  calls: [
    ...orderCalls,
    ...clientExclusionCalls,
    ...sampleExclusionCalls,
    ...chargeCalls,
    ...settlementCalls,
    ...erpCalls,
    ...erpAccountCalls,
    ...billCalls,
    ...packCalls,
    ...statementCalls,
    ...mailCalls,
    ...relatedCalls,
    ...searchedLineCalls,
  ],
};
