import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { erpAccountCalls } from './erp/erpAccounts.ts';
import { erpActs } from './erp/erpActs.ts';
import { erpCalls, erpListings } from './erp/erpLists.ts';

export const billArea: ServedArea = {
  commands: () => [...erpActs],
  listings: [...erpListings],
  calls: [...erpCalls, ...erpAccountCalls],
};
