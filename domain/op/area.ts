import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { biContracts, biPage, biScreens } from './biPage.ts';
import { courierAccount, courierContracts } from './courierAccount.ts';
import { interfaceContracts, interfaceRights, mappingContracts, parameterContracts, unmappedValues } from './interfaceCalls.ts';
import {
  interfaceLogContracts,
  limsLogs,
  limsLogScreen,
  readPayload,
  removeLogs,
  removeThirdLogs,
  thirdLogs,
  thirdLogScreen,
  viewLogs,
} from './interfaceLog.ts';
import { interfaceScreen, opInterface } from './opInterface.ts';
import { opParameter } from './opParameter.ts';
import { parameterMapping } from './parameterMapping.ts';
import { replayContracts, replayLogs } from './replay.ts';
import { resultDays, resultLists, resultScreens } from './results/partnerResult.ts';
import { resendResults } from './results/resendResult.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [opInterface, opParameter, parameterMapping, biPage, courierAccount];

export const commands: readonly Command[] = [removeThirdLogs, removeLogs, resendResults];

export const listings = [
  thirdLogs,
  limsLogs,
  unmappedValues,
  resultLists.deafness,
  resultLists.aishenpu,
  resultDays.deafness,
  resultDays.aishenpu,
] as const;

export const screens: readonly HandScreen[] = [
  { ...interfaceScreen, icon: 'workflow', calls: interfaceRights },
  {
    route: thirdLogScreen,
    title: ['第三方接口日志', 'Third-party calls'],
    icon: 'search',
    view: viewLogs,
    calls: [readPayload, replayLogs],
  },
  { route: limsLogScreen, title: ['LIMS接口日志', 'Calls of partners'], icon: 'search', view: viewLogs, calls: [readPayload, replayLogs] },
  ...biScreens,
  ...resultScreens,
];

/** The page loads their types alone. */
export const contracts = [
  interfaceContracts,
  parameterContracts,
  mappingContracts,
  interfaceLogContracts,
  replayContracts,
  biContracts,
  courierContracts,
] as const;
