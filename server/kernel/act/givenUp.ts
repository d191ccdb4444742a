import { sql } from 'drizzle-orm';
import { superviseDesks } from '#domain/desk/keptAct.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { discardCommandName } from '#domain/kernel/offlineWire.ts';
import { peersOf } from '#server/storage/laboratoryScope.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { storable } from '#server/kernel/core/storableText.ts';

/** The act that another replaces, or gives up where it is a discard; null where it does neither. */
export function givenUpBy({ type, payload, supersedes }: { type: string; payload: unknown; supersedes?: string | null | undefined }): string | null {
  if (supersedes) return supersedes;
  const opId = type === discardCommandName ? (payload as { opId?: unknown } | null)?.opId : null;
  return typeof opId === 'string' ? storable(opId) : null;
}

/** Of these acts those that a person may not give up: another's, unless they supervise desks and see whatever that one sees. */
export async function actsOfOthers(
  reader: Reader,
  person: Pick<ActingUser, 'id' | 'tenantId' | 'permissions'>,
  opIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (opIds.length === 0) return new Set();
  const rows = await readRows<{ opId: string; authorId: string }>(
    reader,
    sql`select op_id, author_id::text as author_id from client_op where tenant_id = ${person.tenantId} and op_id = ${anyText(opIds)} and author_id <> ${person.id}`,
  );
  if (rows.length === 0) return new Set();
  const peers = person.permissions.has(superviseDesks.code) ? await peersOf(reader, person) : [];
  return new Set(rows.filter(({ authorId }) => peers !== null && !peers.includes(authorId)).map(({ opId }) => opId));
}
