/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/sample/summary-enter': () => import('./SummaryEnterScreen.tsx'),
  // Any requisition form's: the screen knows which there are.
  '/sample/:form/:pass': () => import('./DetailEnterScreen.tsx'),
  '/sample/arbitration': () => import('./ArbitrationScreen.tsx'),
  '/sample/sample-handover': () => import('./HandoverScreen.tsx'),
  '/sample/uploadRequisition': () => import('./UploadRequisitionScreen.tsx'),
  '/sample/requisition-image': () => import('./RequisitionImageScreen.tsx'),
  '/sample/find-code': () => import('./FindCodeScreen.tsx'),
  '/sample/no-handover': () => import('./NoHandoverScreen.tsx'),
  '/sample/orderChangeRecord': () => import('./change/OrderChangeRecordScreen.tsx'),
  '/sample/orderChangeProcess': () => import('./change/OrderChangeProcessScreen.tsx'),
  '/sample/entrustPage': () => import('./entrust/EntrustScreen.tsx'),
  '/sample/entrustReceivedPage': () => import('./entrust/EntrustReceivedScreen.tsx'),
  '/sample/operate-reject': () => import('./reject/RejectScreen.tsx'),
  '/sample/operate-rejectRecovery': () => import('./reject/RejectRecoveryScreen.tsx'),
  '/sample/operate-abnormal': () => import('./abnormal/AbnormalScreen.tsx'),
  '/search/labRejection': () => import('./reject/LabRejectionScreen.tsx'),
};
