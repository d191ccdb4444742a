import { z } from 'zod';

/** Views of one person on one screen at most. */
export const mostViews = 100;
/** Who may offer a view to everybody: whoever may set the tenant's parameters. */
export const shareViewPermission = 'param_save';

const key = z.string().min(1).max(64);
/** What a list shows: what it is searched by, in which order, and how its columns stand. */
export const listViewContent = z.object({
  search: z.record(z.string().max(100), z.string().max(1_000)),
  sort: z.object({ key, isDescending: z.boolean() }).nullable(),
  columns: z.object({
    order: z.array(key).max(200).readonly(),
    hidden: z.record(key, z.boolean()),
    pins: z.record(key, z.enum(['start', 'end', 'none'])),
    widths: z.record(key, z.number().int().min(1).max(2_000)),
  }),
});
export type ListViewContent = z.infer<typeof listViewContent>;

/** A view as it is sent to be kept; with `id` one that is there already. */
export const savedViewInput = z.object({
  id: z.string().max(20).nullish(),
  screen: z
    .string()
    .regex(/^\/[\w/:-]{1,99}$/)
    .meta({ examples: ['/basic/laboratory'] }),
  name: z.string().trim().min(1).max(40),
  content: listViewContent,
  isShared: z.boolean().default(false),
  isDefault: z.boolean().optional(),
});
