import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { servedReceive, servedCancelReceive } from './labReceive.ts';
import { labCalls, receivedByPeriod, receivedToday, takenBack } from './receiveCalls.ts';

export const labArea: ServedArea = {
  commands: () => [servedReceive, servedCancelReceive],
  listings: [receivedToday, takenBack, receivedByPeriod],
  calls: labCalls,
};
