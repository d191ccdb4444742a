import { z } from 'zod';
import { shape, type Contract } from '#domain/kernel/contract.ts';
import { verbPermission, type Resource } from '#domain/kernel/resource.ts';
import { recordOutcomes, recordsAtOnce } from './recordSheet.ts';

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

const problem = shape({
  field: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
});
/** What became, or would become, of one row. */
const recordAnswer = shape({
  line: z.int(),
  outcome: z.enum(recordOutcomes),
  id: z.string().nullable(),
  problems: z.array(problem),
  warnings: z.array(problem),
  text: z.array(z.string()).nullable(),
  told: z.record(z.string(), z.string()).optional(),
});

/** Judging and saving rows of a sheet by hand, in place of the described import. */
export const importContract = (resource: Resource) =>
  ({
    title: [`导入${resource.title[0]}`, `Import: ${resource.title[1]}`],
    permission: verbPermission(resource, 'save'),
    body: importBody,
    repeats: ['每行按其识别字段保存, 重复不改变结果', 'each row is saved by what tells its record: the same again changes nothing'],
    answer: z.array(recordAnswer),
  }) satisfies Contract;
