import { z } from 'zod';
import { recordsAtOnce } from '#domain/sheet/recordSheet.ts';

/** What an import call takes. */
export const importBody = z.object({
  isTrial: z.boolean(),
  isUpdating: z.boolean().optional(),
  fixed: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  rows: z
    .array(z.object({ line: z.number().int().min(0), cells: z.record(z.string(), z.string().max(5_000)) }))
    .min(1)
    .max(recordsAtOnce),
});
