/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/lab-report/template': () => import('./template/ReportTemplateScreen.tsx'),
  '/lab-report/report-audit': () => import('./audit/ReportAuditScreen.tsx'),
  '/lab-report/reportUpload': () => import('./upload/ReportUploadScreen.tsx'),
  '/search/searchEntrustReport': () => import('./upload/EntrustReportScreen.tsx'),
  '/lab-report/strategy': () => import('./config/StrategyScreen.tsx'),
  '/lab-report/criterion': () => import('./config/CriterionScreen.tsx'),
  '/analyse/cancer': () => import('./guidance/CancerScreen.tsx'),
  '/lab-report/config': () => import('./config/ReportConfigScreen.tsx'),
};
