import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { chargeActs, chargeCalls } from './charge/chargeActs.ts';
import { clientActs, clientExclusionCalls } from './exclusion/clientActs.ts';
import { exclusionListings } from './exclusion/exclusionLists.ts';
import { servedEstimate, servedNoPrice } from './lines/lineLists.ts';
import { servedReprice } from './lines/repriceLines.ts';
import { sampleActs, sampleExclusionCalls } from './exclusion/sampleActs.ts';
import { settlementCalls } from './settlement/saveSettlement.ts';

export const billArea: ServedArea = {
  commands: () => [servedReprice, ...sampleActs, ...clientActs, ...chargeActs],
  listings: [servedNoPrice, servedEstimate, ...exclusionListings],
  calls: [...clientExclusionCalls, ...sampleExclusionCalls, ...chargeCalls, ...settlementCalls],
};
