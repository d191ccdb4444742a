import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { dashboardCalls } from './dashboard.ts';
import { searchViews } from './views.ts';

export const searchArea: ServedArea = {
  views: [...searchViews],
  calls: [...dashboardCalls],
};
