import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { configActs } from './config/configActs.ts';
import { configCalls } from './config/configCalls.ts';
import { servedReportMails } from './mail/mailList.ts';
import { servedResend } from './mail/resendMail.ts';
import { reportActs } from './reports/auditActs.ts';
import { reportCalls } from './reports/generate.ts';
import { servedReportAudits } from './reports/reportList.ts';
import { templateCalls } from './templates/templateCalls.ts';

export const reportArea: ServedArea = {
  commands: (ports) => [...configActs, ...reportActs(ports), servedResend],
  listings: [servedReportAudits, servedReportMails],
  calls: [...templateCalls, ...configCalls, ...reportCalls],
};
