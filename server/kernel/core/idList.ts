import { isId } from '#domain/kernel/ids.ts';
import { UserError } from './answers.ts';

/** The ids of a comma list or an array; everything that is no id is left out. */
export function idsIn(list: unknown): string[] {
  const parts = Array.isArray(list) ? list.map(String) : typeof list === 'string' ? list.split(',') : [];
  return [...new Set(parts.map((id) => id.trim()).filter(isId))];
}

/** The ids an act was asked for, in the query string or the body, under the first of these names that is given. Throws UserError 400 where there is none. */
export function idsOf(asked: { readonly query: unknown; readonly body: unknown }, ...names: readonly string[]): string[] {
  const sides = [asked.query, asked.body].filter((side): side is Readonly<Record<string, unknown>> => typeof side === 'object' && side !== null);
  const ids = idsIn(names.flatMap((name) => sides.map((side) => side[name])).find(Boolean));
  if (ids.length === 0) throw new UserError(400, ['请选择至少一条数据', 'Select at least one row']);
  return ids;
}
