import { and, eq } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { userAccount, userStatus } from '#domain/user/userAccount.ts';
import type { Author } from '#server/kernel/act/deskContext.ts';
import type { Database } from '#server/storage/database.ts';
import { tableOf } from '#server/storage/tables.ts';
import { permissionsOf, rolesOf } from './accounts.ts';
import type { Reader } from './lockOut.ts';

const users = tableOf(userAccount);

/**
 * The author of an act that somebody else may carry: who they are, whether they may still act, and what they may do now under
 * the roles they worked as (comma list; '' for all they have). A role they no longer have gives nothing. The lock-out after wrong
 * passwords is not asked: it guards the login, and their open sessions go on, too. Null where there never was such a person.
 */
export async function findAuthor(orm: Reader, tenantId: string, userId: string, roleIds: string): Promise<Author | null> {
  if (!isId(userId)) return null;
  const [found] = await orm
    .select()
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)));
  if (!found) return null;
  const row = found as Record<string, any>;
  const asked = roleIds.split(',').filter(Boolean);
  const owned: readonly string[] = row['roleIds'] ?? [];
  const held = await rolesOf(orm, tenantId, asked.length === 0 ? owned : owned.filter((id) => asked.includes(id)));
  const isActive = row['isDisable'] === 0 && row['status'] !== userStatus.stopped && row['status'] !== userStatus.awaiting;
  return {
    standing: row['isDeleted'] !== 0 ? 'removed' : isActive ? 'active' : 'disabled',
    user: { id: row['id'], account: row['account'], name: row['realName'], tenantId, permissions: await permissionsOf(orm, tenantId, held) },
  };
}

/** What an account may do now under all its roles, for what is done behind the screens in its name; nothing where it is not active. */
export const rightsOf =
  ({ orm }: Pick<Database, 'orm'>) =>
  async (tenantId: string, userId: string): Promise<ReadonlySet<string>> => {
    const author = await findAuthor(orm, tenantId, userId, '');
    return author?.standing === 'active' ? author.user.permissions : new Set();
  };
