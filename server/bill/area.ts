import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { servedReprice } from './lines/repriceLines.ts';

export const billArea: ServedArea = {
  commands: () => [servedReprice],
  listings: [],
  calls: [],
};
