import { UserError } from '#server/kernel/answers.ts';
import { parameter } from '#server/kernel/pageRows.ts';

/** The ids an act names in its query or body, as a comma list. Throws UserError 400 where there is none. */
export function idsIn({ query, body }: { readonly query: unknown; readonly body: unknown }, name: string): string[] {
  const text = parameter((query ?? {}) as Record<string, unknown>, name) || parameter((body ?? {}) as Record<string, unknown>, name);
  const ids = [...new Set(text.split(',').map((id) => id.trim()))].filter((id) => /^\d{1,19}$/.test(id));
  if (ids.length === 0) throw new UserError(400, ['请选择至少一条数据', 'Select at least one row']);
  return ids;
}
