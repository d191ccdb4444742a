import { mostRows } from '#domain/op/partnerApi.ts';
import { UserError } from '#server/kernel/core/answers.ts';

/** The rows of a partner's message: a list, `rows` of an object, or the object itself as the only one. Throws UserError 400. */
export function rowsOfBody(text: string): readonly unknown[] {
  const rows = listIn(parsed(text));
  if (rows.length === 0) throw new UserError(400, ['报文没有数据行', 'The message has no rows']);
  if (rows.length > mostRows) throw new UserError(400, [`每次最多 ${mostRows} 行`, `At most ${mostRows} rows a call`]);
  return rows;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(400, ['报文不是JSON', 'The message is no JSON']);
  }
}
function listIn(said: unknown): readonly unknown[] {
  if (Array.isArray(said)) return said;
  if (typeof said !== 'object' || said === null) return [];
  const rows = (said as { rows?: unknown }).rows;
  return Array.isArray(rows) ? rows : [said];
}
