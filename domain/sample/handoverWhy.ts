import type { Label } from '#domain/kernel/label.ts';
import { handoverStatus, type HandoverStatus } from './handoverState.ts';
import { labStatus, type LabStatus } from './sampleStatus.ts';

/** What is known of a tube that was scanned for a handover. */
export interface WhyFacts {
  readonly labStatus: LabStatus;
  /** Named where the tube is not of the asking person's laboratories; then nothing else of it is told. */
  readonly otherLaboratory: string | null;
  readonly isWaiting: boolean;
  readonly rejectReason: string | null;
  readonly receivedBy: string | null;
  readonly receivedAt: string | null;
  /** The newest handover it stands on. */
  readonly handover: {
    readonly status: HandoverStatus;
    readonly by: string;
    readonly at: string;
    readonly signedBy: string | null;
    readonly signedAt: string | null;
  } | null;
}
export interface Why {
  readonly label: Label;
  readonly params: Readonly<Record<string, string | null>>;
}

/** Why a tube does not wait for a handover; null: it does. */
export function whyNotExpected(facts: WhyFacts | null): Why | null {
  const why = (label: Label, params: Why['params'] = {}): Why => ({ label, params });
  if (!facts) return why(['没有此样本', 'There is no such tube']);
  const { otherLaboratory, handover } = facts;
  if (otherLaboratory !== null) return why(['样本属于其他检验所: {name}', 'The tube is of another laboratory: {name}'], { name: otherLaboratory });
  if (facts.isWaiting) return null;
  if (facts.labStatus === labStatus.rejected) return why(['已拒收: {reason}', 'Rejected: {reason}'], { reason: facts.rejectReason });
  if (facts.labStatus === labStatus.terminated) return why(['已终止', 'Terminated']);
  if (facts.labStatus === labStatus.pendingEntry) return why(['尚未录入,录入完成后才能交接', 'Not entered yet; it can be handed over once it is']);
  if (facts.labStatus !== labStatus.entered)
    return why(['实验室已接收: {by} {at}', 'The lab has received it: {by} {at}'], { by: facts.receivedBy, at: facts.receivedAt });
  if (handover?.status === handoverStatus.handedOver)
    return why(['{by} 已于 {at} 交接,{signedBy} 签收', '{by} handed it over at {at}, signed by {signedBy}'], {
      by: handover.by,
      at: handover.signedAt ?? handover.at,
      signedBy: handover.signedBy,
    });
  if (handover)
    return why(['{by} 已于 {at} 列入交接单,待签收', '{by} put it on a handover at {at}; it waits for a signature'], {
      by: handover.by,
      at: handover.at,
    });
  return why(['没有待交接的产品', 'It has no commodity to hand over']);
}
