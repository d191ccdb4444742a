import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { configActs } from './config/configActs.ts';
import { configCalls } from './config/configCalls.ts';
import { downloadCalls } from './download/downloadCalls.ts';
import { servedPrint } from './print/printActs.ts';
import { reportActs } from './reports/auditActs.ts';
import { reportCalls } from './reports/generate.ts';
import { servedReportAudits } from './reports/reportList.ts';
import { incompleteCalls, servedIncomplete } from './search/incompleteReports.ts';
import { periodCalls, servedPeriods } from './search/reportPeriods.ts';
import { reviewCalls, servedReviews } from './search/reportReviews.ts';
import { searchCalls, servedSearch } from './search/searchReports.ts';
import { templateCalls } from './templates/templateCalls.ts';

export const reportArea: ServedArea = {
  commands: (ports) => [...configActs, ...reportActs(ports), servedPrint],
  listings: [servedReportAudits, servedSearch, servedReviews, servedPeriods, servedIncomplete],
  calls: [...templateCalls, ...configCalls, ...reportCalls, ...searchCalls, ...downloadCalls, ...reviewCalls, ...periodCalls, ...incompleteCalls],
};
