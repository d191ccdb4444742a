import { z } from 'zod';
import { recordsAtOnce } from '#domain/sheet/recordSheet.ts';

/** Letters of a cell: what a spreadsheet's own can hold. */
const longestCell = 32_767;

/** What an import call takes. */
export const importBody = z.object({
  isTrial: z.boolean(),
  isUpdating: z.boolean().optional(),
  fixed: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  rows: z
    .array(z.object({ line: z.number().int().min(0), cells: z.record(z.string(), z.string().max(longestCell)) }))
    .min(1)
    .max(recordsAtOnce),
});
