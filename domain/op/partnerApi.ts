import { z } from 'zod';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import type { partnerOperation } from './opInterface.ts';

/** Rows of one call at most: what is announced may be a whole day's list. */
export const mostRows = {
  requisitionPush: 10_000,
  requisitionCancel: 200,
  statusQuery: 200,
  reportQuery: 200,
} as const satisfies Readonly<Record<CodeOf<typeof partnerOperation>, number>>;
/** Megabytes of one call at most. */
export const mostMegabytes = 8;

/** What became of one row of a partner's call. */
export const partnerRow = shape({
  /** Its place in the message, from 0. */
  index: z.int(),
  /** The partner's own code of it; null where it could not be read. */
  key: z.string().nullable(),
  outcome: z.enum(['applied', 'repeat', 'refused']),
  /** P01 to P06; null where nothing is wrong. */
  code: z.string().nullable(),
  msg: z.string(),
  /** Ours, as soon as the sample is here. */
  requisitionCode: z.string().nullable(),
  /** Of a query: what was asked for, under the names of the interface's output parameters. */
  data: z.record(z.string(), z.unknown()).optional(),
});
export type PartnerRow = RowOf<typeof partnerRow>;
export const partnerAnswer = shape({ rows: z.array(partnerRow) });
