import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { checkSigner } from '#server/session/checkSigner.ts';
import { servedAudit } from './audit/auditActs.ts';
import { auditCalls, servedAuditGroups, servedAuditQueue } from './audit/auditQueue.ts';
import { servedSaveBatch } from './batch/saveBatch.ts';
import { sheetCalls } from './batch/sheetCalls.ts';
import { generalSheetList, mapmiSheetList, tngsSheetList } from './batch/sheetRead.ts';
import { servedRemovals, servedSubmissions, servedUpdates, servedWithdrawBatch } from './batch/submitBatch.ts';
import { qcChartCalls, servedPointActs, servedQcCharts, servedQcPoints } from './controls/qcChart.ts';
import { servedExceptions, servedSubmitException } from './redo/mapmiException.ts';
import { servedRedoes } from './redo/redoActs.ts';
import { servedReversals } from './reversal/deApprovalActs.ts';
import { deApprovalCalls, servedDeApprovals } from './reversal/deApprovalList.ts';
import { servedReceive, servedCancelReceive } from './labReceive.ts';
import { countedByPeriod, labCalls, receivedByPeriod, receivedToday, takenBack } from './receiveCalls.ts';
import { servedResampleNew } from './process/newTube.ts';
import { processCalls } from './process/processCalls.ts';
import { processLists } from './process/processLists.ts';
import { servedResampleRecover, servedStopRecover, servedTrack, servedUpdateRecord } from './process/recordActs.ts';
import { servedTaskActs } from './process/taskActs.ts';
import { servedDetectionResults, servedResultTable } from './listings/detectionResults.ts';
import { labReceiveCalls, servedLabReceive } from './listings/labReceive.ts';
import { niptResampleCalls, servedNiptResamples } from './listings/niptResample.ts';
import { pretreatmentCalls, servedPretreatment } from './listings/pretreatment.ts';
import { servedTngsHistory, tngsHistoryCalls } from './listings/tngsHistory.ts';
import { resultCalls } from './results/fileCalls.ts';
import { entryCalls, servedEntryQueue } from './results/entrySheet.ts';
import { resultFileRows, resultFiles } from './results/lists.ts';

export const labArea: ServedArea = {
  commands: () => [
    servedReceive,
    servedCancelReceive,
    servedSaveBatch,
    ...servedSubmissions(checkSigner),
    servedWithdrawBatch,
    ...servedRemovals,
    ...servedUpdates,
    servedAudit(checkSigner),
    ...servedPointActs,
    ...servedTaskActs,
    servedStopRecover,
    servedResampleNew,
    servedResampleRecover,
    servedUpdateRecord,
    servedTrack,
    ...servedRedoes,
    servedSubmitException,
    ...servedReversals,
  ],
  listings: [
    receivedToday,
    takenBack,
    receivedByPeriod,
    countedByPeriod,
    mapmiSheetList,
    tngsSheetList,
    generalSheetList,
    resultFiles,
    resultFileRows,
    servedAuditQueue,
    servedAuditGroups,
    servedEntryQueue,
    servedQcCharts,
    servedQcPoints,
    ...processLists,
    servedExceptions,
    servedDeApprovals,
    servedLabReceive,
    servedDetectionResults,
    servedResultTable,
    servedPretreatment,
    servedNiptResamples,
    servedTngsHistory,
  ],
  calls: [
    ...labCalls,
    ...sheetCalls,
    ...resultCalls,
    ...auditCalls,
    ...entryCalls,
    ...qcChartCalls,
    ...processCalls,
    ...deApprovalCalls,
    ...labReceiveCalls,
    ...pretreatmentCalls,
    ...niptResampleCalls,
    ...tngsHistoryCalls,
  ],
};
