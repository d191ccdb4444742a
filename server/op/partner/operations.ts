import { cancelRequisitions } from './cancelRequisitions.ts';
import type { AnsweredRow, Operation, PartnerCall } from './partnerCall.ts';
import { pushRequisitions } from './pushRequisitions.ts';
import { queryReports, queryStatus } from './queryRows.ts';

/** What partners can ask; `isWriting`: its answer is kept by the call's key. */
export const operationsOf: Readonly<
  Record<Operation, { readonly isWriting: boolean; readonly run: (call: PartnerCall) => Promise<readonly AnsweredRow[]> }>
> = {
  requisitionPush: { isWriting: true, run: pushRequisitions },
  requisitionCancel: { isWriting: true, run: cancelRequisitions },
  statusQuery: { isWriting: false, run: queryStatus },
  reportQuery: { isWriting: false, run: queryReports },
};
