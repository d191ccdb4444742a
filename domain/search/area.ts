import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { countedSamples } from './countedSamples.ts';
import { customerSearch, searchScreens } from './customerSearch.ts';
import { dashboardContracts } from './dashboardContracts.ts';
import { receivedTubes, waitingRequisitions } from './dashboardLists.ts';
import { entryStatistic } from './entryStatistic.ts';
import { erasePerson, personContracts, personRequisitions, personScreens } from './personData.ts';
import { qualityCommands } from './qualityActs.ts';
import { countedTubes, qualityContracts, qualityScreens } from './qualityIndexValue.ts';
import { clientCount, sampleCount } from './sampleCount.ts';
import { sampleDetailContracts } from './sampleDetail.ts';
import { sampleReceipt } from './sampleReceipt.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [sampleReceipt, entryStatistic];

export const listings = [
  customerSearch,
  sampleCount,
  clientCount,
  countedSamples,
  countedTubes,
  personRequisitions,
  receivedTubes,
  waitingRequisitions,
] as const;

export const screens: readonly HandScreen[] = [...searchScreens, ...qualityScreens, ...personScreens];

export const commands: readonly Command[] = [...qualityCommands, erasePerson];

/** The page loads their types alone. */
export const contracts = [dashboardContracts, sampleDetailContracts, qualityContracts, personContracts] as const;
