import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { servedCustomerSearch } from './customerSearch.ts';
import { dashboardCalls } from './dashboard.ts';
import { dashboardListings } from './dashboardLists.ts';
import { personCalls, servedErasePerson, servedPersonRequisitions } from './personData.ts';
import { qualityActs } from './qualityActs.ts';
import { qualityCalls, servedCounted } from './qualityYear.ts';
import { sampleCountListings } from './sampleCount.ts';
import { sampleDetailCalls } from './sampleDetail.ts';
import { searchViews } from './views.ts';

export const searchArea: ServedArea = {
  commands: () => [...qualityActs, servedErasePerson],
  views: [...searchViews],
  listings: [servedCustomerSearch, ...sampleCountListings, servedCounted, servedPersonRequisitions, ...dashboardListings],
  calls: [...dashboardCalls, ...sampleDetailCalls, ...qualityCalls, ...personCalls],
};
