import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { configActs } from './config/configActs.ts';
import { configCalls } from './config/configCalls.ts';
import { servedReportMails } from './mail/mailList.ts';
import { servedResend } from './mail/resendMail.ts';
import { servedAudit } from './reports/auditActs.ts';
import { downloadCalls } from './download/downloadCalls.ts';
import { servedPrint } from './print/printActs.ts';
import { guidanceActs, guidanceCalls } from './guidance/guidance.ts';
import { reportCalls } from './reports/generate.ts';
import { servedRecallClose, servedRecalls } from './reports/recalls.ts';
import { servedReportAudits } from './reports/reportList.ts';
import { incompleteCalls, servedIncomplete } from './search/incompleteReports.ts';
import { periodCalls, servedPeriods } from './search/reportPeriods.ts';
import { reviewCalls, servedReviews } from './search/reportReviews.ts';
import { searchCalls, servedSearch } from './search/searchReports.ts';
import { turnoverCalls, turnoverListings } from './search/turnover.ts';
import { withdrawalActs } from './reports/withdrawalActs.ts';
import { smsActs } from './sms/smsActs.ts';
import { smsCalls, smsListings } from './sms/smsList.ts';
import { templateCalls } from './templates/templateCalls.ts';
import { servedEntrustReports } from './upload/entrustList.ts';
import { uploadActs } from './upload/uploadActs.ts';
import { uploadCalls } from './upload/uploadCalls.ts';
import { servedUploads } from './upload/uploadList.ts';

export const reportArea: ServedArea = {
  commands: (ports) => [
    ...configActs,
    servedAudit(ports),
    ...withdrawalActs,
    servedRecallClose,
    ...smsActs,
    servedResend,
    servedPrint(ports),
    ...uploadActs(ports),
    ...guidanceActs,
  ],
  listings: [
    servedReportAudits,
    servedRecalls,
    ...smsListings,
    servedReportMails,
    servedSearch,
    servedReviews,
    servedPeriods,
    servedIncomplete,
    servedUploads,
    servedEntrustReports,
    ...turnoverListings,
  ],
  calls: [
    ...templateCalls,
    ...configCalls,
    ...reportCalls,
    ...smsCalls,
    ...searchCalls,
    ...downloadCalls,
    ...reviewCalls,
    ...periodCalls,
    ...incompleteCalls,
    ...uploadCalls,
    ...guidanceCalls,
    ...turnoverCalls,
  ],
};
