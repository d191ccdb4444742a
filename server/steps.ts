import { baseCalls } from '#server/base/baseCalls.ts';
import { sendSampleClientLogView } from '#server/base/sendSampleClientCalls.ts';
import { servedQualified } from '#server/base/commodityQualified.ts';
import { servedUserScope } from '#server/base/userPanelGroup.ts';
import { servedBinds, thirdpartyBindView } from '#server/base/thirdpartyBind.ts';
import { servedCalendar } from '#server/base/workCalendar.ts';
import { servedApplies } from '#server/code/codeApply.ts';
import { codeApplyCalls } from '#server/code/codeApplyCalls.ts';
import { codeStyleCalls } from '#server/code/codeStyleCalls.ts';
import { numberBlockCalls } from '#server/code/numberBlockCalls.ts';
import { numberSegmentCalls } from '#server/code/numberSegmentCalls.ts';
import { codeViews } from '#server/code/codeViews.ts';
import { printCalls } from '#server/code/printCalls.ts';
import { servedPrints } from '#server/code/printJob.ts';
import { servedUseNumbers } from '#server/code/useNumbers.ts';
import { deskCalls } from '#server/desk/deskCalls.ts';
import { deviceListingCalls } from '#server/desk/deviceListing.ts';
import { servedDiscardOperation } from '#server/desk/discardOperation.ts';
import { flowCalls } from '#server/flow/flowCalls.ts';
import type { Jobs } from '#server/kernel/jobs.ts';
import type { Call, ServedCommand } from '#server/kernel/serve.ts';
import type { View } from '#server/kernel/views.ts';
import { servedCancelReceive, servedReceive } from '#server/lab/labReceive.ts';
import { labCalls } from '#server/lab/receiveCalls.ts';
import { servedAmendItems } from '#server/sample/amendItems.ts';
import { servedArbitrateDetail, servedCorrectDetail, servedEnterDetail, servedRemoveDetail } from '#server/sample/detailEntry.ts';
import { enterTipDetail } from '#server/sample/enterTip.ts';
import { servedRemoveHandover, servedSaveHandover } from '#server/sample/handover.ts';
import { handoverSignCheck, servedSignHandover } from '#server/sample/handoverSign.ts';
import { servedRemoveImage, servedUploadImage } from '#server/sample/requisitionImage.ts';
import { requisitionImageView } from '#server/sample/requisitionImageCalls.ts';
import { sampleCalls } from '#server/sample/sampleCalls.ts';
import { servedEnterSummary } from '#server/sample/summary.ts';
import { servedReplaceCode } from '#server/sample/replaceCode.ts';
import { servedCorrectSummary } from '#server/sample/summaryCorrect.ts';
import { servedRejectSummary } from '#server/sample/summaryReject.ts';
import { dashboardCalls } from '#server/search/dashboard.ts';
import { searchViews } from '#server/search/views.ts';
import { checkSigner } from '#server/session/checkSigner.ts';
import { logViews } from '#server/session/logViews.ts';
import { operateLogCalls } from '#server/session/operateLogCalls.ts';
import { noticeCalls } from '#server/notice/noticeCalls.ts';
import { systemCalls } from '#server/system/systemCalls.ts';
import { clientAccountView } from '#server/system/clientAccountCalls.ts';
import { userThirdView } from '#server/system/userThirdCalls.ts';

/** What the steps need of the outside. */
export interface StepPorts {
  /** null where none are being done: what needs them is refused. */
  readonly jobs: Jobs | null;
}

/** The server's table of contents: every step with a rule. */
export function servedCommands({ jobs }: StepPorts): readonly ServedCommand[] {
  return [
    servedEnterSummary,
    servedRejectSummary,
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
    servedReceive,
    servedCancelReceive,
    servedUseNumbers,
    ...servedApplies,
    ...servedPrints,
    servedUploadImage,
    servedRemoveImage,
    servedDiscardOperation,
    ...servedCalendar,
    ...servedBinds,
    servedUserScope,
    ...servedQualified(jobs),
  ];
}

/** Hand-written calls that are neither a resource's verb nor a step. */
export const calls: readonly Call[] = [
  ...baseCalls,
  ...codeStyleCalls,
  ...codeApplyCalls,
  ...printCalls,
  ...numberSegmentCalls,
  ...numberBlockCalls,
  ...deviceListingCalls,
  ...deskCalls,
  ...flowCalls,
  enterTipDetail,
  ...sampleCalls,
  handoverSignCheck(checkSigner),
  ...labCalls,
  ...systemCalls,
  ...operateLogCalls,
  ...noticeCalls,
  ...dashboardCalls,
];

/** The SELECTs behind described resources with `view: true`. */
export const views: readonly View[] = [
  sendSampleClientLogView,
  ...searchViews,
  ...logViews,
  requisitionImageView,
  thirdpartyBindView,
  userThirdView,
  clientAccountView,
  ...codeViews,
];
