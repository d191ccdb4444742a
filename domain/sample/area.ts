import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { amendItems } from './amendItems.ts';
import { changeScreens } from './change/changeChoices.ts';
import { applyChange, auditChange, cancelChange, forceChange } from './change/orderChangeActs.ts';
import { actChangeContracts } from './change/actChanges.ts';
import { changeApplications, changeAudits, orderChangeContracts, viewChanges } from './change/orderChangeRows.ts';
import { arbitrateDetail } from './detailArbitrate.ts';
import { correctDetail } from './detailCorrect.ts';
import { enterDetail } from './detailEntry.ts';
import { removeDetail } from './detailRemove.ts';
import { enterTip } from './enterTip.ts';
import {
  arbitrationList,
  detailContracts,
  doubleQueue,
  enterTipContracts,
  findCodeContracts,
  importContracts,
  knownCodeContracts,
  receptionContracts,
  recentPersonContracts,
  singleQueue,
  todayList,
  worklistContracts,
} from './entryContracts.ts';
import { cancelEntrust, passEntrust, sendEntrust } from './entrust/entrustActs.ts';
import { entrustScreens } from './entrust/entrustChoices.ts';
import { entrustContracts, entrustsIn, entrustsOut, viewEntrusts } from './entrust/entrustRows.ts';
import { closeExpected } from './notReceived/closeExpected.ts';
import { countedAwaited, notReceived, notReceivedStatistics, viewNotReceived } from './notReceived/notReceivedRows.ts';
import { parcelContracts, parcels, parcelScreen, viewParcels } from './parcel/parcelRows.ts';
import { partnerReceive, receiveDeafness, receiveShangning } from './partner/partnerReceive.ts';
import { partnerContracts, partnerLists, viewPartners } from './partner/partnerRows.ts';
import { submitWechat, viewWechat, wechatEntries } from './partner/wechatEntry.ts';
import { partners } from './partners.ts';
import { passRoute, screenForms } from './forms/entryForms.ts';
import { saveHandover, removeHandover } from './handover.ts';
import { handoverContracts, handoverList, handoverWhyContracts, noHandoverList, signCheckContracts } from './handoverContracts.ts';
import { signHandover } from './handoverSign.ts';
import { requisitionImageContracts } from './imageContracts.ts';
import { replaceCode } from './replaceCode.ts';
import { uploadImage, removeImage } from './requisitionImage.ts';
import { requisitionImage } from './requisitionImageList.ts';
import { enterSummary, overruleCodes } from './summary.ts';
import { cancelSummary } from './summaryCancel.ts';
import { correctSummary } from './summaryCorrect.ts';
import { abnormalProcess, abnormalReject, abnormalSubmit, abnormalTrack, abnormalWithdraw } from './abnormal/abnormalActs.ts';
import { abnormalCases, abnormalContracts, viewAbnormal } from './abnormal/abnormalRows.ts';
import { rejectAdd } from './reject/rejectAdd.ts';
import { rejectTrack, rejectUpdate } from './reject/rejectFollow.ts';
import { rejectRecover } from './reject/rejectRecover.ts';
import {
  labRejections,
  rejectClients,
  rejectContracts,
  rejectReasons,
  rejectRecords,
  rejectRecoveries,
  viewRejections,
} from './reject/rejectRows.ts';
import { rejectSummary } from './summaryReject.ts';
import { viewSamples } from './viewSamples.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [enterTip, requisitionImage];

export const commands: readonly Command[] = [
  enterSummary,
  rejectSummary,
  cancelSummary,
  amendItems,
  correctSummary,
  replaceCode,
  enterDetail,
  correctDetail,
  arbitrateDetail,
  removeDetail,
  saveHandover,
  signHandover,
  removeHandover,
  uploadImage,
  removeImage,
  applyChange,
  forceChange,
  cancelChange,
  auditChange,
  sendEntrust,
  passEntrust,
  cancelEntrust,
  partnerReceive,
  receiveDeafness,
  receiveShangning,
  closeExpected,
  submitWechat,
  rejectAdd,
  rejectRecover,
  rejectUpdate,
  rejectTrack,
  abnormalSubmit,
  abnormalProcess,
  abnormalReject,
  abnormalWithdraw,
  abnormalTrack,
];

/** Lists over several tables. */
export const listings = [
  todayList,
  singleQueue,
  doubleQueue,
  arbitrationList,
  noHandoverList,
  handoverList,
  changeApplications,
  changeAudits,
  entrustsOut,
  entrustsIn,
  partnerLists.customer,
  partnerLists.zhangzhou,
  partnerLists.deafness,
  partnerLists.shangning,
  partnerLists.xzDeafness,
  notReceived,
  notReceivedStatistics,
  countedAwaited,
  wechatEntries,
  parcels,
  rejectRecords,
  rejectRecoveries,
  labRejections,
  rejectReasons,
  rejectClients,
  abnormalCases,
] as const;

/** The page loads their types alone. */
export const contracts = [
  detailContracts,
  enterTipContracts,
  findCodeContracts,
  importContracts,
  knownCodeContracts,
  receptionContracts,
  recentPersonContracts,
  worklistContracts,
  handoverContracts,
  handoverWhyContracts,
  signCheckContracts,
  requisitionImageContracts,
  orderChangeContracts,
  actChangeContracts,
  entrustContracts,
  partnerContracts,
  parcelContracts,
  rejectContracts,
  abnormalContracts,
] as const;

const entryScreens = screenForms.flatMap((form) =>
  [1, 2].map((pass): HandScreen => ({
    route: passRoute(form, pass),
    title: pass === 1 ? [`${form.title[0]}录入(一录)`, `${form.title[1]} (1st)`] : [`${form.title[0]}录入(二录)`, `${form.title[1]} (2nd)`],
    icon: form.screen.icon,
  })),
);

export const screens: readonly HandScreen[] = [
  {
    route: '/sample/summary-enter',
    title: ['前处理录入', 'Summary entry'],
    icon: 'scan-line',
    calls: [{ code: overruleCodes, label: ['录入号段外的条码', 'Take in codes that are not of the client'], roles: [] }],
  },
  ...entryScreens,
  { route: '/sample/arbitration', title: ['录入仲裁', 'Arbitration'], icon: 'scale' },
  { route: '/sample/uploadRequisition', title: ['申请单拍照上传', 'Requisition photos'], icon: 'camera' },
  { route: '/sample/find-code', title: ['样本查找', 'Find a sample'], icon: 'search', view: viewSamples },
  { route: '/sample/no-handover', title: ['待交接样本', 'Awaiting handover'], icon: 'package', view: viewSamples },
  { route: '/sample/sample-handover', title: ['样本交接', 'Handover'], icon: 'handshake' },
  { route: changeScreens.apply, title: ['变更申请', 'Changes applied for'], icon: 'clipboard', view: viewChanges },
  { route: changeScreens.audit, title: ['变更审核', 'Audit of changes'], icon: 'scale' },
  { route: entrustScreens.out, title: ['样本委托', 'Entrusted samples'], icon: 'package', view: viewEntrusts },
  { route: entrustScreens.in, title: ['委托接收', 'Receive entrusted'], icon: 'inbox', view: viewEntrusts },
  ...Object.values(partners).map(({ route, title }): HandScreen => ({
    route,
    title,
    icon: 'inbox',
    view: viewPartners,
    ...(route === partners.customer.route ? { calls: [viewWechat] } : {}),
  })),
  ...[...(notReceived.screens ?? [])].map(({ route, title }): HandScreen => ({ route, title, icon: 'clock', view: viewNotReceived })),
  ...[...(notReceivedStatistics.screens ?? [])].map(({ route, title }): HandScreen => ({
    route,
    title,
    icon: 'chart-column',
    view: viewNotReceived,
  })),
  { route: parcelScreen, title: ['顺丰物流', 'Parcels'], icon: 'package', view: viewParcels },
  { route: '/sample/operate-reject', title: ['拒收管理', 'Rejections'], icon: 'scan-line', view: viewRejections },
  { route: '/sample/operate-rejectRecovery', title: ['拒收恢复', 'Recover samples'], icon: 'undo-2', view: viewRejections },
  { route: '/sample/operate-abnormal', title: ['异常登记', 'Abnormal cases'], icon: 'clipboard', view: viewAbnormal },
  { route: '/search/labRejection', title: ['拒收查询', 'Rejection search'], icon: 'search', view: viewRejections },
];
