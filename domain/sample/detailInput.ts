import { z } from 'zod';
import { anyJson } from '#domain/kernel/contract.ts';
import { codeText, reasonsInput } from './codeText.ts';
import { formKeys, type FormKey } from './rules/entryForm.ts';

/** Payload of `detail.enter`, version 1. */
export const detailInput = z.object({
  requisitionCode: codeText(),
  pass: z.union([z.literal(1), z.literal(2)]),
  form: z.enum(formKeys as readonly [FormKey, ...FormKey[]]),
  /** By field name of the form; carried fields are ignored. */
  values: z.record(z.string().max(64), anyJson),
  /** Fields marked 字迹不清. */
  unclear: z.array(z.string().max(64)).max(100).default([]),
  reasons: reasonsInput,
  /** When the form was opened and how long it was worked on: evidence for quality figures. */
  startedAt: z.string().max(40).nullish(),
  seconds: z.number().min(0).max(86_400).nullish(),
});
export type DetailInput = z.output<typeof detailInput>;
export type DetailPayload = z.input<typeof detailInput>;
