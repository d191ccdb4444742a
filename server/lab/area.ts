import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { checkSigner } from '#server/session/checkSigner.ts';
import { servedAudit } from './audit/auditActs.ts';
import { auditCalls, servedAuditGroups, servedAuditQueue } from './audit/auditQueue.ts';
import { servedSaveBatch } from './batch/saveBatch.ts';
import { sheetCalls } from './batch/sheetCalls.ts';
import { generalSheetList, mapmiSheetList, tngsSheetList } from './batch/sheetRead.ts';
import { servedRemovals, servedSubmissions, servedUpdates, servedWithdrawBatch } from './batch/submitBatch.ts';
import { qcChartCalls, servedPointActs, servedQcCharts, servedQcPoints } from './controls/qcChart.ts';
import { servedReceive, servedCancelReceive } from './labReceive.ts';
import { labCalls, receivedByPeriod, receivedToday, takenBack } from './receiveCalls.ts';
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
    servedEntryQueue,
    servedQcCharts,
    servedQcPoints,
  ],
  calls: [...labCalls, ...sheetCalls, ...resultCalls, ...auditCalls, ...entryCalls, ...qcChartCalls],
};
