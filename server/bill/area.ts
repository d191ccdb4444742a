import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';

export const billArea: ServedArea = {
  commands: () => [],
  listings: [],
  calls: [],
};
