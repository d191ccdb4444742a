import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { servedEstimate, servedNoPrice } from './lines/lineLists.ts';
import { servedReprice } from './lines/repriceLines.ts';

export const billArea: ServedArea = {
  commands: () => [servedReprice],
  listings: [servedNoPrice, servedEstimate],
  calls: [],
};
