import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { configActs } from './config/configActs.ts';
import { configCalls } from './config/configCalls.ts';
import { reportActs } from './reports/auditActs.ts';
import { reportCalls } from './reports/generate.ts';
import { servedReportAudits } from './reports/reportList.ts';
import { smsActs } from './sms/smsActs.ts';
import { smsCalls, smsListings } from './sms/smsList.ts';
import { templateCalls } from './templates/templateCalls.ts';

export const reportArea: ServedArea = {
  commands: (ports) => [...configActs, ...reportActs(ports), ...smsActs],
  listings: [servedReportAudits, ...smsListings],
  calls: [...templateCalls, ...configCalls, ...reportCalls, ...smsCalls],
};
