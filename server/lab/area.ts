import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { checkSigner } from '#server/session/checkSigner.ts';
import { servedAudit } from './audit/auditActs.ts';
import { auditCalls, servedAuditGroups, servedAuditQueue } from './audit/auditQueue.ts';
import { servedSaveBatch } from './batch/saveBatch.ts';
import { sheetCalls } from './batch/sheetCalls.ts';
import { generalSheetList, mapmiSheetList, tngsSheetList } from './batch/sheetRead.ts';
import { servedRemovals, servedSubmissions, servedUpdates, servedWithdrawBatch } from './batch/submitBatch.ts';
import { servedReceive, servedCancelReceive } from './labReceive.ts';
import { labCalls, receivedByPeriod, receivedToday, takenBack } from './receiveCalls.ts';
import { servedDetectionResults, servedResultTable } from './listings/detectionResults.ts';
import { labReceiveCalls, servedLabReceive } from './listings/labReceive.ts';
import { niptResampleCalls, servedNiptResamples } from './listings/niptResample.ts';
import { pretreatmentCalls, servedPretreatment } from './listings/pretreatment.ts';
import { servedTngsHistory, tngsHistoryCalls } from './listings/tngsHistory.ts';
import { resultCalls } from './results/fileCalls.ts';
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
  ],
  listings: [
    receivedToday,
    takenBack,
    receivedByPeriod,
    mapmiSheetList,
    tngsSheetList,
    generalSheetList,
    resultFiles,
    resultFileRows,
    servedAuditQueue,
    servedAuditGroups,
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
    ...labReceiveCalls,
    ...pretreatmentCalls,
    ...niptResampleCalls,
    ...tngsHistoryCalls,
  ],
};
