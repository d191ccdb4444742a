import { z } from 'zod';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import { idText } from '#domain/kernel/ids.ts';
import { codeText } from '#domain/sample/codeText.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';

/** Payload of `labTask.receive`, version 1. */
export const receiveInput = z.object({
  /** A sample code or a tube number. */
  code: codeText(),
  /** Where it is received; absent: the laboratory that tests it. */
  laboratoryId: idText.nullish(),
  inputMode: z.enum(['scan', 'manual']).default('scan'),
  /** A lab code the desk printed from its own block and stuck on the tube; absent: the server gives one. */
  labCode: codeText(64).nullish(),
});
export type ReceiveInput = z.output<typeof receiveInput>;
export type ReceivePayload = z.input<typeof receiveInput>;

/** A tube as laboratory receipt sees it. */
export const receivedSample = shape({
  sampleCode: z.string(),
  requisitionCode: z.string(),
  labStatus: labStatusShape,
  labCode: z.string().nullable(),
  receivedBy: z.string().nullable(),
  labReceiveTime: z.string().nullable(),
  rejectReason: z.string().nullable(),
  executeLaboratoryId: z.string(),
  executeLaboratoryName: z.string(),
  /** Names of ordered commodities whose handover nobody has signed. */
  notHandedOver: z.array(z.string()),
  /** It is on its way to this laboratory (docs/entrust.md#states); null: to none. Absent from lists of before. */
  entrustedTo: z.string().nullable().optional(),
  /** The abnormal case that holds it; absent or null: none. */
  heldBy: z.string().nullish(),
});
export type ReceivedSample = RowOf<typeof receivedSample>;

/** A lab code that was printed from a desk's block. */
export interface PrintedLabCode {
  readonly isSpoiled: boolean;
  /** null: of any laboratory. */
  readonly laboratoryId: string | null;
  /** The sample it was bound to before. */
  readonly boundTo: string | null;
}
export interface ReceiveState {
  /** Tubes that answer to the code; more than one where a tube number was used twice. */
  readonly samples: readonly ReceivedSample[];
  /** The acting user's own laboratories; null: all. */
  readonly laboratoryIds: readonly string[] | null;
  /** The lab code the act brings, as the server knows it; null: it knows none, or the act brings none. */
  readonly printed?: PrintedLabCode | null;
}
