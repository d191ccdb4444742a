import { UserError } from '#server/kernel/core/answers.ts';

/**
 * The rows of a partner's message: a list, `rows` of an object, or the object itself as the only one. What says beside `rows` how many it has
 * (`total`) and has others came by half or twice, and none of it is taken. Throws UserError 400.
 */
export function rowsOfBody(text: string, most: number): readonly unknown[] {
  const { rows, total } = listIn(parsed(text));
  if (total !== undefined && total !== rows.length)
    throw new UserError(400, [
      `total 为 ${shown(total)}, 报文有 ${rows.length} 行, 均未处理; 请整批重发`,
      `total is ${shown(total)}, the message has ${rows.length} rows: none was taken, send all of it again`,
    ]);
  if (rows.length === 0) throw new UserError(400, ['报文没有数据行', 'The message has no rows']);
  if (rows.length > most)
    throw new UserError(400, [
      `每次最多 ${most} 行, 报文有 ${rows.length} 行, 均未处理; 请分批发送`,
      `At most ${most} rows a call, the message has ${rows.length}: none was taken, send it in parts`,
    ]);
  return rows;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(400, ['报文不是JSON', 'The message is no JSON']);
  }
}
/** What is said of a total, short enough to be repeated. */
const shown = (total: unknown): string => JSON.stringify(total).slice(0, 20);
function listIn(said: unknown): { readonly rows: readonly unknown[]; readonly total?: unknown } {
  if (Array.isArray(said)) return { rows: said };
  if (typeof said !== 'object' || said === null) return { rows: [] };
  const { rows, total } = said as { rows?: unknown; total?: unknown };
  return Array.isArray(rows) ? { rows, total } : { rows: [said] };
}
