import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { biCalls } from './bi/biCalls.ts';
import { interfaceCalls } from './interfaces/interfaceCalls.ts';
import { logActs } from './logs/logActs.ts';
import { logCalls, logListings } from './logs/logLists.ts';
import { mappingCalls, servedUnmapped } from './parameters/mappingCalls.ts';
import { parameterCalls } from './parameters/parameterCalls.ts';

export const opArea: ServedArea = {
  commands: () => [...logActs],
  listings: [...logListings, servedUnmapped],
  calls: [...interfaceCalls, ...parameterCalls, ...mappingCalls, ...logCalls, ...biCalls],
};
