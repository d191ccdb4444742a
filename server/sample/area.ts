import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { checkSigner } from '#server/session/checkSigner.ts';
import type { WithdrawReport } from '#server/spine/reports/withdrawReport.ts';
import { servedAmendItems } from './amendItems.ts';
import { actChangeCalls } from './change/actChanges.ts';
import { orderChangeActs } from './change/orderChangeActs.ts';
import { orderChangeCalls, orderChangeListings } from './change/orderChangeLists.ts';
import { arbitrations, detailCalls } from './detailCalls.ts';
import { servedEnterDetail, servedCorrectDetail, servedArbitrateDetail, servedRemoveDetail } from './detailEntry.ts';
import { entrustActs } from './entrust/entrustActs.ts';
import { entrustCalls, entrustListings } from './entrust/entrustLists.ts';
import { enterTipCalls } from './enterTip.ts';
import { entryQueues } from './entryQueue.ts';
import { findCodeCalls } from './findCode.ts';
import { servedSaveHandover, servedRemoveHandover } from './handover.ts';
import { noHandover, handoverCalls, handovers } from './handoverCalls.ts';
import { servedSignHandover, signCheckCalls } from './handoverSign.ts';
import { handoverWhyCalls } from './handoverWhy.ts';
import { importCalls } from './importSummary.ts';
import { knownCodeCalls } from './knownCodes.ts';
import { recentPersonCalls } from './recentPersons.ts';
import { servedReplaceCode } from './replaceCode.ts';
import { servedUploadImage, servedRemoveImage } from './requisitionImage.ts';
import { requisitionImageView, requisitionImageCalls } from './requisitionImageCalls.ts';
import { servedEnterSummary } from './summary.ts';
import { receivedToday, receptionCalls } from './summaryCalls.ts';
import { servedCancelSummary } from './summaryCancel.ts';
import { servedCorrectSummary } from './summaryCorrect.ts';
import { servedCloseExpected } from './notReceived/closeExpected.ts';
import { notReceivedListings } from './notReceived/notReceivedLists.ts';
import { parcelCalls, parcelListings } from './parcel/parcelLists.ts';
import { partnerCalls, partnerListings } from './partner/partnerLists.ts';
import { servedSubmitWechat, servedWechatEntries } from './partner/wechatEntries.ts';
import { partnerActs } from './partner/partnerReceive.ts';
import { servedRejectAdd } from './reject/rejectAdd.ts';
import { servedAbnormalProcess, servedAbnormalReject, servedAbnormalTrack, servedAbnormalWithdraw } from './abnormal/abnormalActs.ts';
import { abnormalCalls, abnormalLists } from './abnormal/abnormalCalls.ts';
import { servedAbnormalSubmit } from './abnormal/abnormalSubmit.ts';
import { rejectCalls, rejectLists } from './reject/rejectCalls.ts';
import { servedRejectTrack, servedRejectUpdate } from './reject/rejectFollow.ts';
import { servedRejectRecover } from './reject/rejectRecover.ts';
import { servedRejectSummary } from './summaryReject.ts';
import { worklistCalls } from './worklist.ts';

export const sampleArea: ServedArea = {
  commands: () => [
    servedEnterSummary,
    servedRejectSummary,
    servedCancelSummary,
    servedAmendItems,
    servedCorrectSummary,
    servedReplaceCode,
    servedEnterDetail,
    servedCorrectDetail,
    servedArbitrateDetail,
    servedRemoveDetail,
    servedSaveHandover,
    servedSignHandover(checkSigner),
    servedRemoveHandover,
    servedUploadImage,
    servedRemoveImage,
    ...entrustActs,
    ...partnerActs,
    servedCloseExpected,
    servedSubmitWechat,
    servedRejectAdd,
    servedRejectRecover,
    servedRejectUpdate,
    servedRejectTrack,
    servedAbnormalSubmit,
    servedAbnormalProcess,
    servedAbnormalReject,
    servedAbnormalWithdraw,
    servedAbnormalTrack,
  ],
  views: [requisitionImageView],
  listings: [
    receivedToday,
    ...entryQueues,
    arbitrations,
    noHandover,
    handovers,
    ...orderChangeListings,
    ...entrustListings,
    ...partnerListings,
    ...notReceivedListings,
    servedWechatEntries,
    ...parcelListings,
    ...rejectLists,
    ...abnormalLists,
  ],
  calls: [
    ...receptionCalls,
    ...findCodeCalls,
    ...detailCalls,
    ...enterTipCalls,
    ...importCalls,
    ...knownCodeCalls,
    ...handoverCalls,
    ...handoverWhyCalls,
    ...requisitionImageCalls,
    ...worklistCalls,
    ...recentPersonCalls,
    ...signCheckCalls(checkSigner),
    ...orderChangeCalls,
    ...actChangeCalls,
    ...entrustCalls,
    ...partnerCalls,
    ...parcelCalls,
    ...rejectCalls,
    ...abnormalCalls,
  ],
};

/** Changes of a requisition; `withdraw`: reports are withdrawn by their own area. */
export const changeArea = (withdraw: WithdrawReport): ServedArea => ({ commands: () => orderChangeActs(withdraw) });
