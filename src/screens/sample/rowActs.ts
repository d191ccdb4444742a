import { amendItems, amendRefusal } from '#domain/sample/amendItems.ts';
import { removeDetail, withdrawRefusal } from '#domain/sample/detailRemove.ts';
import { correctRefusal, correctSummary } from '#domain/sample/summaryCorrect.ts';
import { rejectRefusal, rejectSummary } from '#domain/sample/summaryReject.ts';
import { labStatus, type LabStatus } from '#domain/sample/sampleStatus.ts';
import type { Command } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Refusal } from '#domain/kernel/outcome.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';

/** What a person may do to a requisition that was taken in, each an act with its reason. */
export type RowActKind = 'correct' | 'amend' | 'withdraw' | 'reject';

/** What the rules of those acts read. */
export interface ActedRequisition {
  readonly tubes: readonly { readonly sampleCode: string; readonly labStatus: LabStatus; readonly isInHandover: boolean }[];
  readonly firstBy: string | null;
  readonly secondBy: string | null;
}

export const rowActs: Readonly<Record<RowActKind, { readonly label: Label; readonly command: Command }>> = {
  correct: { label: ['更正', 'Correct'], command: correctSummary as Command },
  amend: { label: ['修改项目', 'Amend items'], command: amendItems as Command },
  withdraw: { label: ['撤回录入', 'Withdraw entry'], command: removeDetail as Command },
  reject: { label: ['拒收', 'Reject'], command: rejectSummary as Command },
};

function refusalOf(kind: RowActKind, { tubes, firstBy, secondBy }: ActedRequisition): Refusal | Label | null {
  if (kind === 'correct') return correctRefusal(tubes);
  if (kind === 'amend') return amendRefusal(tubes);
  if (kind === 'withdraw') return firstBy || secondBy ? withdrawRefusal(tubes) : ['尚无录入可撤回', 'There is no entry to withdraw'];
  const open = tubes.filter((tube) => tube.labStatus !== labStatus.rejected);
  return open.length === 0 ? ['已拒收', 'Rejected before'] : rejectRefusal(open);
}

/** Whether the rule of the act would take it as things stand; else its own sentence. */
export function mayDo(kind: RowActKind, row: ActedRequisition): true | Label {
  const refusal = refusalOf(kind, row);
  return refusal === null || 'accepted' in refusal ? allowedBy(rowActs[kind].command, refusal) : refusal;
}
