import { z } from 'zod';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import { labelLayout } from './labelLayout.ts';

const codeRange = shape({ segmentId: z.string(), firstCode: z.string(), lastCode: z.string(), count: z.int() });
export type CodeRange = RowOf<typeof codeRange>;
const codeRun = codeRange.extend({ fate: z.enum(['unprinted', 'printed', 'used', 'voided']) });
export type CodeRun = RowOf<typeof codeRun>;
const fateCounts = shape({ unprinted: z.int(), printed: z.int(), used: z.int(), voided: z.int(), given: z.int() });
export type FateCounts = RowOf<typeof fateCounts>;

/** Answer of `usable-code-range`: what can still be applied for, and what became of what was given. */
export const usableCodeRange = shape({
  clientId: z.string(),
  clientCode: z.string(),
  codeType: z.int(),
  usableCount: z.int(),
  ranges: z.array(codeRange.extend({ segmentName: z.string() })),
  counts: fateCounts,
  /** Below the last used code, neither used nor void. */
  gaps: z.array(codeRange),
  gapCount: z.int(),
});
export type UsableCodeRange = RowOf<typeof usableCodeRange>;

/** Answer of `detail`. */
export const codeApplyDetail = shape({
  applyId: z.string(),
  printId: z.string(),
  clientId: z.string().nullable(),
  laboratoryId: z.string().nullable(),
  codeType: z.int(),
  runs: z.array(codeRun),
  counts: fateCounts,
  gaps: z.array(codeRange),
});
export type CodeApplyDetail = RowOf<typeof codeApplyDetail>;

/** Codes of `jobState`. */
const jobStateShape = z.literal([1, 2, 3, 4]);
const fact = z.string().optional();
/** Facts of one label; one that is not known is left out of the text. */
const labelFactsShape = shape({
  code: z.string(),
  kind: fact,
  sample: fact,
  client: fact,
  clientCode: fact,
  laboratory: fact,
  date: fact,
  serial: fact,
  user: fact,
});

/** Answer of `print/get-sample` and `get-lab`: all a printer needs. */
export const labelsOfJob = shape({
  printId: z.string(),
  applyId: z.string(),
  jobKind: z.int(),
  state: jobStateShape,
  total: z.int(),
  done: z.int(),
  reason: z.string().nullable(),
  styleName: z.string(),
  layout: labelLayout,
  labels: z.array(labelFactsShape),
  /** Who prints it now; null: nobody. */
  printingBy: z.string().nullable(),
});
export type LabelsOfJob = RowOf<typeof labelsOfJob>;

/** Answer of `print/print-count`. */
export const printCount = shape({
  printId: z.string(),
  total: z.int(),
  done: z.int(),
  left: z.int(),
  state: jobStateShape,
  /** Labels that ever came out of it, those of broken runs with them. */
  printed: z.int(),
  runs: z.int(),
});
export type PrintCount = RowOf<typeof printCount>;

/** What is known of one printed code beside whether it is used: of none of ours, nothing. */
export const printedCode = shape({
  sampleCode: z.string(),
  state: z.int(),
  printCount: z.int(),
  printTime: z.string().nullable(),
  checkTime: z.string().nullable(),
  userName: z.string().nullable(),
  spoilReason: z.string().nullable(),
  codeType: z.int(),
  segmentName: z.string(),
  applyId: z.string().nullable(),
  clientId: z.string().nullable(),
  clientName: z.string().nullable(),
  clientCode: z.string().nullable(),
});
/** Whose a code is, how often it was printed, whether it is void. */
export const sampleCodeDetail = printedCode.partial().extend({
  sampleCode: z.string(),
  exists: z.boolean(),
  isUsed: z.boolean(),
  receiveTime: z.string().nullable(),
});
