import { z } from 'zod';
import { idText } from '#domain/kernel/ids.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import type { expectedState } from '#domain/op/expected.ts';
import { codeText } from '../codeText.ts';
import { requisitionInput, tubeInput } from '../summaryInput.ts';

/** A line of a partner's list, as it stands. */
export interface ExpectedLine {
  readonly expectedId: string;
  readonly state: CodeOf<typeof expectedState>;
  readonly thirdpartyBarCode: string;
  /** Ours, where the announcement names it: then the tube bears it. */
  readonly barCode: string | null;
  /** Ours, where it is bound already. */
  readonly boundCode: string | null;
  readonly laboratoryId: string;
  readonly sendSampleClientId: string | null;
  readonly commodityIds: readonly string[];
  readonly courierNumber: string | null;
  /** What was told, by our own names. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly closeReason: string | null;
  /** The tube it arrived as; null: it has not. */
  readonly arrived: {
    readonly requisitionId: string;
    readonly requisitionCode: string;
    readonly sampleCode: string;
    readonly by: string;
    readonly at: string;
  } | null;
}

/** Longest code of a partner. */
export const longestPartnerCode = 64;

/** Payload of the receptions at a partner's desk, version 1. */
export const partnerReceiveInput = z.object({
  /** What was scanned of the line: the partner's code, or ours where the announcement names it. */
  thirdpartyBarCode: codeText(longestPartnerCode),
  /** Our label, where the tube bore theirs alone. */
  barCode: codeText().nullish(),
  tube: tubeInput.omit({ sampleCode: true }),
  /** What the desk says in place of what was told, or where nothing was. */
  overrides: requisitionInput.extend({ commodityIds: z.array(idText).max(20).nullish() }).default({}),
  /** Why a told value was replaced, by its field; why a cancelled one is taken, by `state`; of warnings, by the rule. */
  reasons: z.record(z.string().max(32), z.string().trim().max(200)).default({}),
});
export type PartnerReceiveInput = z.output<typeof partnerReceiveInput>;
/** What the desk sends. */
export type PartnerReceivePayload = z.input<typeof partnerReceiveInput>;
