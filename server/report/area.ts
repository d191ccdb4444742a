import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { configActs } from './config/configActs.ts';
import { configCalls } from './config/configCalls.ts';
import { guidanceActs, guidanceCalls } from './guidance/guidance.ts';
import { reportActs } from './reports/auditActs.ts';
import { reportCalls } from './reports/generate.ts';
import { servedReportAudits } from './reports/reportList.ts';
import { templateCalls } from './templates/templateCalls.ts';
import { servedEntrustReports } from './upload/entrustList.ts';
import { uploadActs } from './upload/uploadActs.ts';
import { uploadCalls } from './upload/uploadCalls.ts';
import { servedUploads } from './upload/uploadList.ts';

export const reportArea: ServedArea = {
  commands: (ports) => [...configActs, ...reportActs(ports), ...uploadActs(ports), ...guidanceActs],
  listings: [servedReportAudits, servedUploads, servedEntrustReports],
  calls: [...templateCalls, ...configCalls, ...reportCalls, ...uploadCalls, ...guidanceCalls],
};
