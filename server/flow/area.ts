import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { flowLists } from './flowLists.ts';
import { historyCalls } from './historyCalls.ts';
import { leaveCalls } from './leaveCalls.ts';
import { managerCalls } from './managerCalls.ts';
import { modelCalls } from './modelCalls.ts';
import { workCalls } from './workCalls.ts';

export const flowArea: ServedArea = {
  listings: flowLists,
  calls: [...modelCalls, ...managerCalls, ...workCalls, ...historyCalls, ...leaveCalls],
};
