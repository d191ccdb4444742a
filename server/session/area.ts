import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { logViews } from './logViews.ts';
import { operateLogCalls, operateLogSource } from './operateLogCalls.ts';

export const sessionArea: ServedArea = {
  views: [...logViews],
  calls: [...operateLogCalls],
  sources: { operateLog: operateLogSource },
};
