import { z } from 'zod';
import { idText } from '#domain/kernel/ids.ts';
import { codeText, reasonsInput } from './codeText.ts';
import { looseNumber, looseParts, looseText } from './looseParts.ts';
import { requisitionFields, tubeFields } from './rules/summaryFields.ts';

/** One tube of `summary.enter`; values are judged by `tubeFields`. */
export const tubeInput = z.object({
  ...looseParts(tubeFields),
  sampleCode: codeText(),
  sampleClassId: idText,
  sampleCondition: z
    .array(z.union([z.number(), z.string().max(8)]))
    .max(11)
    .default([1]),
});

// What it is of, and for whom; the time of receipt is the act's own.
const {
  requisitionCode: _requisitionCode,
  contractLaboratoryId: _contractLaboratoryId,
  sendSampleClientId: _sendSampleClientId,
  receiveTime: _receiveTime,
  ...told
} = requisitionFields;
/** The person, the doctor, the parcel; values are judged by `requisitionFields`. */
export const requisitionInput = z.object(looseParts(told));

/** Payload of `summary.enter`, version 1. */
export const summaryInput = requisitionInput.extend({
  requisitionCode: codeText(),
  contractLaboratoryId: idText,
  sendSampleClientId: idText,
  commodityIds: z.array(idText).min(1).max(20),
  tubes: z.array(tubeInput).min(1).max(20),
  reasons: reasonsInput,
  /** The earlier requisition an R-08 answer speaks of. */
  originalRequest: looseText,
  /** 1 resample 2 repeat 3 twins 4 new request. */
  duplicateAnswer: looseNumber,
  /** How the requisition's code was read: evidence, no part of the content. Absent: an import or an older desk. */
  inputMode: z.enum(['scan', 'manual']).nullish(),
  /** The desk has compared the codes with the code styles and asked for the reason. Absent: an older desk, which could not. */
  isCodeJudged: z.boolean().nullish(),
});
export type SummaryInput = z.output<typeof summaryInput>;
/** What a screen sends. */
export type SummaryPayload = z.input<typeof summaryInput>;
