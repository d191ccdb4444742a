import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { checkSigner } from '#server/session/checkSigner.ts';
import { servedAudit } from './audit/auditActs.ts';
import { auditCalls, servedAuditGroups, servedAuditQueue } from './audit/auditQueue.ts';
import { servedReceive, servedCancelReceive } from './labReceive.ts';
import { labCalls, receivedByPeriod, receivedToday, takenBack } from './receiveCalls.ts';
import { resultCalls } from './results/fileCalls.ts';
import { resultFileRows, resultFiles } from './results/lists.ts';

export const labArea: ServedArea = {
  commands: () => [servedReceive, servedCancelReceive, servedAudit(checkSigner)],
  listings: [receivedToday, takenBack, receivedByPeriod, resultFiles, resultFileRows, servedAuditQueue, servedAuditGroups],
  calls: [...labCalls, ...resultCalls, ...auditCalls],
};
