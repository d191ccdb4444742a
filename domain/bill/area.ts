import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { billUnit } from './billUnit.ts';
import { chargeCommands, chargeContracts } from './charge/chargeActs.ts';
import { chargeScreens } from './charge/chargeScreens.ts';
import { billEmailAutoClient } from './email/billEmailAutoClient.ts';
import { clientExclusionContracts, endCommodityRestore, excludeClients, restoreClients, restoreCommodities } from './exclusion/clientExclusion.ts';
import { exclusionLists } from './exclusion/exclusionLists.ts';
import { exclusionScreens } from './exclusion/exclusionScreens.ts';
import { excludeSamples, restoreSamples, sampleExclusionContracts } from './exclusion/sampleExclusion.ts';
import { billEstimate, lineScreens, noPriceLines } from './lines/lineLists.ts';
import { repriceLines } from './lines/repriceLine.ts';
import { internalPrice } from './internalPrice.ts';
import { settlementContracts } from './settlementCalls.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [billUnit, internalPrice, billEmailAutoClient];

const exclusionCommands: readonly Command[] = [
  excludeSamples,
  restoreSamples,
  excludeClients,
  restoreClients,
  restoreCommodities,
  endCommodityRestore,
];
export const commands: readonly Command[] = [repriceLines, ...exclusionCommands, ...chargeCommands];

export const listings = [noPriceLines, billEstimate, ...exclusionLists] as const;

export const screens: readonly HandScreen[] = [...lineScreens, ...exclusionScreens, ...chargeScreens];

/** The page loads their types alone. */
export const contracts = [clientExclusionContracts, sampleExclusionContracts, chargeContracts, settlementContracts] as const;
