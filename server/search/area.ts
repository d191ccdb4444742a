import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { servedCustomerSearch } from './customerSearch.ts';
import { dashboardCalls } from './dashboard.ts';
import { qualityActs } from './qualityActs.ts';
import { qualityCalls, servedCounted } from './qualityYear.ts';
import { sampleCountListings } from './sampleCount.ts';
import { sampleDetailCalls } from './sampleDetail.ts';
import { searchViews } from './views.ts';

export const searchArea: ServedArea = {
  commands: () => [...qualityActs],
  views: [...searchViews],
  listings: [servedCustomerSearch, ...sampleCountListings, servedCounted],
  calls: [...dashboardCalls, ...sampleDetailCalls, ...qualityCalls],
};
