import { cancelSummary, type CancelSummaryInput } from '#domain/sample/summaryCancel.ts';
import type { SummaryAnswer } from '#domain/sample/rows.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { isChangeable, type OutboxOperation } from '#src/offline/store/operation.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { counts } from '#src/offline/store/standing.ts';
import { opState } from '#src/offline/outbox/status.ts';
import { discardOperation } from '#src/offline/act/tray.ts';

/** The receptions among these acts that were taken back, by the act that did it; one that was refused took nothing back. */
export function takenBackBy(operations: readonly OutboxOperation[]): ReadonlyMap<string, OutboxOperation> {
  const undos = operations.filter((operation) => operation.type === cancelSummary.name && counts(operation));
  return new Map(undos.flatMap((undo) => undo.dependsOn.map((opId) => [opId, undo] as const)));
}

/** True where an act can be taken back as it stands: given up here, or its reception undone by an act of its own. */
export const canTakeBack = (operation: OutboxOperation): boolean =>
  isChangeable(operation) || (operation.type === enterSummary.name && operation.state === 'acked' && operation.receipt?.status === 'applied');

/** Takes an act back, whatever has become of it since it was drawn. Throws OutboxError. */
export async function takeBack(operation: OutboxOperation, reason: string): Promise<void> {
  const now = (await opState(operation.opId)) ?? operation;
  if (isChangeable(now)) return discardOperation(now.opId, reason);
  const received = now.receipt?.result as SummaryAnswer | undefined;
  if (!received) throw new OutboxError('notFound');
  const { requisitionCode, requisitionId, sampleCodes } = received;
  const undo: CancelSummaryInput = { requisitionCode, requisitionId, sampleCodes: [...sampleCodes], reason };
  await enqueue(cancelSummary, undo, { dependsOn: [now.opId] });
}
