import type { ScreenLoader } from './loadScreen.ts';

const detailEntry: ScreenLoader = () => import('#src/screens/sample/DetailEnterScreen.tsx');

/** Screens made by hand, by route. Each file exports a component named `Screen`. Described resources bring their own (domain/resources.ts). */
export const screens: Readonly<Record<string, ScreenLoader>> = {
  '/wel/index': () => import('#src/screens/home/HomeScreen.tsx'),
  '/sample/summary-enter': () => import('#src/screens/sample/SummaryEnterScreen.tsx'),
  '/sample/detail-enter/:pass': detailEntry,
  '/sample/nipt/:pass': detailEntry,
  '/sample/arbitration': () => import('#src/screens/sample/ArbitrationScreen.tsx'),
  '/sample/sample-handover': () => import('#src/screens/sample/HandoverScreen.tsx'),
  '/sample/uploadRequisition': () => import('#src/screens/sample/UploadRequisitionScreen.tsx'),
  '/sample/requisition-image': () => import('#src/screens/sample/RequisitionImageScreen.tsx'),
  '/sample/no-handover': () => import('#src/screens/sample/NoHandoverScreen.tsx'),
  '/sample/todayReceivePage': () => import('#src/screens/lab/LabReceiveScreen.tsx'),
  '/sample/cancelReceived': () => import('#src/screens/lab/CancelReceiveScreen.tsx'),
  '/basic/work-calendar': () => import('#src/screens/base/WorkCalendarScreen.tsx'),
  '/code/number-block': () => import('#src/screens/code/NumberBlockScreen.tsx'),
  '/basic/qualityIndex': () => import('#src/screens/base/QualityIndexScreen.tsx'),
  '/basic/report-title': () => import('#src/screens/base/ReportTitleScreen.tsx'),
  '/basic/defaultSmsConfig': () => import('#src/screens/base/DefaultSmsConfigScreen.tsx'),
  '/basic/customSmsConfig': () => import('#src/screens/base/CustomSmsConfigScreen.tsx'),
  '/basic/userPanelGroup': () => import('#src/screens/base/UserPanelGroupScreen.tsx'),
  '/basic/signature': () => import('#src/screens/base/SignatureScreen.tsx'),
  '/lab-report/resultTemplate': () => import('#src/screens/base/ResultTemplateScreen.tsx'),
  '/basic/commodityQualified': () => import('#src/screens/base/CommodityQualifiedScreen.tsx'),
  '/basic/smsPlatform': () => import('#src/screens/base/SmsPlatformScreen.tsx'),
  '/basic/emailManage': () => import('#src/screens/base/EmailManageScreen.tsx'),
  '/code/code-thirdparty-bind': () => import('#src/screens/code/ThirdpartyBindScreen.tsx'),
  '/system/operate-log': () => import('#src/screens/session/OperateLogScreen.tsx'),
  '/system/api': () => import('#src/screens/session/MenuInterfaceScreen.tsx'),
  '/desk/notice': () => import('#src/screens/notice/NoticeScreen.tsx'),
  '/notice-log': () => import('#src/screens/notice/NoticeLogScreen.tsx'),
  '/desk/devices': () => import('#src/screens/desk/DevicesScreen.tsx'),
  '/desk/outbox': () => import('#src/screens/desk/TrayScreen.tsx'),
  '/myiframe/:routerPath': () => import('#src/screens/frame/FrameScreen.tsx'),
  '/desk/import': () => import('#src/screens/desk/ImportScreen.tsx'),
};
