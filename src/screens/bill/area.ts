/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/bill/getNoPrice': () => import('./lines/NoPriceScreen.tsx'),
  '/bill/estimate': () => import('./lines/EstimateScreen.tsx'),
  '/bill/excludeSampleCode': () => import('./exclusion/SampleExclusionScreen.tsx'),
  '/bill/excludeSendSampleClient': () => import('./exclusion/ClientExclusionScreen.tsx'),
  '/bill/excludeCommodityRestore': () => import('./exclusion/CommodityRestoreScreen.tsx'),
  '/bill/barCodeExcludeHistory': () => import('./exclusion/SampleExcludeHistoryScreen.tsx'),
  '/bill/barCodeRestoreHistory': () => import('./exclusion/SampleRestoreHistoryScreen.tsx'),
  '/bill/InspectionExcludeHistory': () => import('./exclusion/ClientExcludeHistoryScreen.tsx'),
  '/bill/InspectionRestoreHistory': () => import('./exclusion/ClientRestoreHistoryScreen.tsx'),
  '/bill/sendSampleManage': () => import('./charge/GivingScreen.tsx'),
  '/bill/commodityManage': () => import('./charge/BuyScreen.tsx'),
};
