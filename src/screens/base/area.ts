/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/basic/pricePolicy': () => import('./PricePolicyScreen.tsx'),
  '/basic/work-calendar': () => import('./WorkCalendarScreen.tsx'),
  '/basic/qualityIndex': () => import('./QualityIndexScreen.tsx'),
  '/basic/report-title': () => import('./ReportTitleScreen.tsx'),
  '/basic/defaultSmsConfig': () => import('./DefaultSmsConfigScreen.tsx'),
  '/basic/customSmsConfig': () => import('./CustomSmsConfigScreen.tsx'),
  '/basic/userPanelGroup': () => import('./UserPanelGroupScreen.tsx'),
  '/basic/signature': () => import('./SignatureScreen.tsx'),
  '/lab-report/resultTemplate': () => import('./ResultTemplateScreen.tsx'),
  '/basic/commodityQualified': () => import('./CommodityQualifiedScreen.tsx'),
  '/basic/smsPlatform': () => import('./SmsPlatformScreen.tsx'),
  '/basic/emailManage': () => import('./EmailManageScreen.tsx'),
};
