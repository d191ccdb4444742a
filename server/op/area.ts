import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { biCalls } from './bi/biCalls.ts';
import { courierCalls } from './couriers/courierCalls.ts';
import { interfaceCalls } from './interfaces/interfaceCalls.ts';
import { logActs } from './logs/logActs.ts';
import { logCalls, logListings } from './logs/logLists.ts';
import { mappingCalls, servedUnmapped } from './parameters/mappingCalls.ts';
import { replayCalls } from './replay/replayCalls.ts';
import { resultListings } from './results/resultLists.ts';
import { servedResendResults } from './results/resendResult.ts';
import { parameterCalls } from './parameters/parameterCalls.ts';

export const opArea: ServedArea = {
  commands: () => [...logActs, servedResendResults],
  listings: [...logListings, servedUnmapped, ...resultListings],
  calls: [...interfaceCalls, ...parameterCalls, ...mappingCalls, ...logCalls, ...replayCalls, ...biCalls, ...courierCalls],
};
