import { UserError } from '#server/kernel/answers.ts';

/** The ids of a comma list or an array; everything that is no id is left out. */
export function idsIn(list: unknown): string[] {
  const parts = Array.isArray(list) ? list.map(String) : typeof list === 'string' ? list.split(',') : [];
  return [...new Set(parts.map((id) => id.trim()).filter((id) => /^\d{1,19}$/.test(id)))];
}

/** The ids an act was asked for, in the query string or the body. Throws UserError 400 where there is none. */
export function idsOf(asked: { readonly query: Readonly<Record<string, unknown>>; readonly body: unknown }, name: string): string[] {
  const body = asked.body as Readonly<Record<string, unknown>> | null;
  const ids = idsIn(asked.query[name] ?? (typeof body === 'object' && body !== null ? body[name] : undefined));
  if (ids.length === 0) throw new UserError(400, ['请选择至少一条数据', 'Select at least one row']);
  return ids;
}
