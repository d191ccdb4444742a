import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';
import { idText } from '#domain/kernel/ids.ts';
import { codeText } from './codeText.ts';
import type { LabStatus } from './sampleStatus.ts';

/** docs/contract.md#states. */
export const handoverStatus = choices({ pending: [2, '待交接', 'Pending handover'], handedOver: [3, '已交接', 'Handed over'] });
export type HandoverStatus = 2 | 3;
/** Legal moves of a handover; a removed one is gone. */
export const handoverMoves: Readonly<Record<HandoverStatus, readonly HandoverStatus[]>> = { 2: [3], 3: [] };

/** A UUID made by the desk that starts the handover: the same handover on paper, offline and on the server. */
export const handoverKeyInput = z.uuid().transform((value) => value.toLowerCase());

/** Payload of `handover.save`, version 1. */
export const saveHandoverInput = z.object({ handoverKey: handoverKeyInput, commodityId: idText, sampleCodes: z.array(codeText()).min(1).max(1_000) });
export type SaveHandoverInput = z.output<typeof saveHandoverInput>;
export type SaveHandoverPayload = z.input<typeof saveHandoverInput>;

/** A tube as far as a handover of one commodity cares. */
export interface HandoverItem {
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  /** The tube was ordered for this commodity. */
  readonly isOfCommodity: boolean;
  /** The handover that has it already. */
  readonly taken: { readonly handoverKey: string; readonly by: string; readonly at: string } | null;
}
export interface SaveHandoverState {
  readonly existing: { readonly commodityId: string; readonly sampleCodes: readonly string[]; readonly by: string; readonly at: string } | null;
  readonly commodityName: string | null;
  readonly items: readonly HandoverItem[];
}
