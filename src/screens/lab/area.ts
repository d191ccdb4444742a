/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/sample/todayReceivePage': () => import('./LabReceiveScreen.tsx'),
  '/sample/cancelReceived': () => import('./CancelReceiveScreen.tsx'),
  '/lab/resultImport': () => import('./ResultImportScreen.tsx'),
  '/sample/receivedStatistics': () => import('./ReceivedStatisticsScreen.tsx'),
  '/lab/result-audit': () => import('./audit/ResultAuditScreen.tsx'),
  '/lab/mapmiSj': () => import('./batch/MapmiSjScreen.tsx'),
  '/lab/tngsSj': () => import('./batch/TngsSjScreen.tsx'),
  '/lab/batch': () => import('./batch/LabBatchScreen.tsx'),
  '/search/labReceive': () => import('./listings/LabReceiveSearchScreen.tsx'),
  '/search/detectionResult': () => import('./listings/DetectionResultScreen.tsx'),
  '/search/result-audit-search': () => import('./listings/ResultAuditSearchScreen.tsx'),
  '/search/pretreatment': () => import('./listings/PretreatmentScreen.tsx'),
  '/search/niptResample': () => import('./listings/NiptResampleScreen.tsx'),
  '/search/tngsHistorySearch': () => import('./listings/TngsHistoryScreen.tsx'),
};
