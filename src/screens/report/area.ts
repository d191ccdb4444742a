/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/lab-report/template': () => import('./template/ReportTemplateScreen.tsx'),
  '/lab-report/report-audit': () => import('./audit/ReportAuditScreen.tsx'),
  '/lab-report/recall': () => import('./recall/RecallScreen.tsx'),
  '/lab-report/reportMail': () => import('./mail/ReportMailScreen.tsx'),
  '/lab-report/reportUpload': () => import('./upload/ReportUploadScreen.tsx'),
  '/search/searchEntrustReport': () => import('./upload/EntrustReportScreen.tsx'),
  '/lab-report/strategy': () => import('./config/StrategyScreen.tsx'),
  '/lab-report/criterion': () => import('./config/CriterionScreen.tsx'),
  '/analyse/cancer': () => import('./guidance/CancerScreen.tsx'),
  '/lab-report/config': () => import('./config/ReportConfigScreen.tsx'),
  '/lab-report/manualSms': () => import('./sms/ManualSmsScreen.tsx'),
  '/lab-report/smsSendRecord': () => import('./sms/SmsSendRecordScreen.tsx'),
  '/search/searchReport': () => import('./search/ReportSearchScreen.tsx'),
  '/search/reportReview': () => import('./search/ReportReviewScreen.tsx'),
  '/search/reportPeriod': () => import('./search/ReportPeriodScreen.tsx'),
  '/search/incompleteReportPage': () => import('./search/IncompleteReportScreen.tsx'),
};
