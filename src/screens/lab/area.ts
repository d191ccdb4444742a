/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/sample/todayReceivePage': () => import('./LabReceiveScreen.tsx'),
  '/sample/cancelReceived': () => import('./CancelReceiveScreen.tsx'),
  '/lab/resultImport': () => import('./ResultImportScreen.tsx'),
  '/sample/receivedStatistics': () => import('./ReceivedStatisticsScreen.tsx'),
  '/lab/resultEntry': () => import('./entry/ResultEntryScreen.tsx'),
  '/lab/qc-chart': () => import('./controls/QcChartScreen.tsx'),
  '/lab/result-audit': () => import('./audit/ResultAuditScreen.tsx'),
  '/lab/mapmiSj': () => import('./batch/MapmiSjScreen.tsx'),
  '/lab/tngsSj': () => import('./batch/TngsSjScreen.tsx'),
  '/lab/batch': () => import('./batch/LabBatchScreen.tsx'),
};
