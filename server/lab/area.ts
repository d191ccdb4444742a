import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { servedReceive, servedCancelReceive } from './labReceive.ts';
import { labCalls, receivedByPeriod, receivedToday, takenBack } from './receiveCalls.ts';
import { resultCalls } from './results/fileCalls.ts';
import { resultFileRows, resultFiles } from './results/lists.ts';

export const labArea: ServedArea = {
  commands: () => [servedReceive, servedCancelReceive],
  listings: [receivedToday, takenBack, receivedByPeriod, resultFiles, resultFileRows],
  calls: [...labCalls, ...resultCalls],
};
