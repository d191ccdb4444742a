import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { servedCustomerSearch } from './customerSearch.ts';
import { dashboardCalls } from './dashboard.ts';
import { sampleCountListings } from './sampleCount.ts';
import { sampleDetailCalls } from './sampleDetail.ts';
import { searchViews } from './views.ts';

export const searchArea: ServedArea = {
  views: [...searchViews],
  listings: [servedCustomerSearch, ...sampleCountListings],
  calls: [...dashboardCalls, ...sampleDetailCalls],
};
