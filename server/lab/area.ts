import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { checkSigner } from '#server/session/checkSigner.ts';
import { servedAudit } from './audit/auditActs.ts';
import { auditCalls, servedAuditGroups, servedAuditQueue } from './audit/auditQueue.ts';
import { servedSaveBatch } from './batch/saveBatch.ts';
import { sheetCalls } from './batch/sheetCalls.ts';
import { generalSheetList, mapmiSheetList, tngsSheetList } from './batch/sheetRead.ts';
import { servedRemovals, servedSubmissions, servedUpdates, servedWithdrawBatch } from './batch/submitBatch.ts';
import { servedExceptions, servedSubmitException } from './redo/mapmiException.ts';
import { servedRedoes } from './redo/redoActs.ts';
import { servedReversals } from './reversal/deApprovalActs.ts';
import { deApprovalCalls, servedDeApprovals } from './reversal/deApprovalList.ts';
import { servedReceive, servedCancelReceive } from './labReceive.ts';
import { labCalls, receivedByPeriod, receivedToday, takenBack } from './receiveCalls.ts';
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
    ...servedRedoes,
    servedSubmitException,
    ...servedReversals,
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
    servedExceptions,
    servedDeApprovals,
  ],
  calls: [...labCalls, ...sheetCalls, ...resultCalls, ...auditCalls, ...deApprovalCalls],
};
