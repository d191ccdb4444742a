import { and, eq, isNull, lt, ne } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { refreshSessionTable } from '#server/storage/sessionTables.ts';
import type { Reader } from './lockOut.ts';

export type SessionRow = typeof refreshSessionTable.$inferSelect;
export type RevokeReason = 'logout' | 'reuse' | 'password' | 'user';

export async function sessionRow(orm: Reader, id: string): Promise<SessionRow | null> {
  if (!isId(id)) return null;
  const [row] = await orm.select().from(refreshSessionTable).where(eq(refreshSessionTable.id, id));
  return row ?? null;
}

/** Ends one sign-in: its tokens are worth nothing from now on. */
export async function revokeSession(orm: Reader, id: string, reason: RevokeReason, now: number): Promise<void> {
  await orm
    .update(refreshSessionTable)
    .set({ revokedTime: new Date(now), revokedReason: reason })
    .where(and(eq(refreshSessionTable.id, id), isNull(refreshSessionTable.revokedTime)));
}

/** Ends every sign-in of a user, but the one he is using if it is named. */
export async function revokeUserSessions(
  orm: Reader,
  user: { tenantId: string; id: string },
  reason: RevokeReason,
  now: number,
  exceptId = '0',
): Promise<void> {
  await orm
    .update(refreshSessionTable)
    .set({ revokedTime: new Date(now), revokedReason: reason })
    .where(
      and(
        eq(refreshSessionTable.tenantId, user.tenantId),
        eq(refreshSessionTable.userId, user.id),
        isNull(refreshSessionTable.revokedTime),
        ne(refreshSessionTable.id, exceptId),
      ),
    );
}

/** The tokens of this rotation have arrived: from now on their predecessor counts as stolen when it comes again. */
export async function confirmGeneration(orm: Reader, id: string, generation: number): Promise<void> {
  await orm
    .update(refreshSessionTable)
    .set({ confirmedGeneration: generation })
    .where(and(eq(refreshSessionTable.id, id), lt(refreshSessionTable.confirmedGeneration, generation)));
}

/** Drops sign-ins that ended a month ago; the login log keeps their trace. */
export async function sweepSessions(orm: Reader, now: number): Promise<void> {
  await orm.delete(refreshSessionTable).where(lt(refreshSessionTable.expireTime, new Date(now - 30 * 86_400_000)));
}
