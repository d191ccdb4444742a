import { and, eq, isNull, lt, ne } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { endedSessionDays } from '#domain/system/running/retention.ts';
import { refreshSessionTable } from '#server/storage/sessionTables.ts';
import type { Reader } from './lockOut.ts';
import type { SessionCore } from './sessionCore.ts';

export type SessionRow = typeof refreshSessionTable.$inferSelect;
export type RevokeReason = 'logout' | 'reuse' | 'password' | 'user';

export async function sessionRow(orm: Reader, id: string): Promise<SessionRow | null> {
  if (!isId(id)) return null;
  const [row] = await orm.select().from(refreshSessionTable).where(eq(refreshSessionTable.id, id));
  return row ?? null;
}

/** When a sign-in ends for good, however often it is renewed, ms. */
export const endOf = ({ policies }: Pick<SessionCore, 'policies'>, { createTime }: Pick<SessionRow, 'createTime'>): number =>
  createTime.getTime() + policies.now().sessionDays * 86_400_000;

/** When a refresh token issued now runs out. */
export const expiryOf = (
  core: Pick<SessionCore, 'policies'>,
  client: { refreshSeconds: number },
  session: Pick<SessionRow, 'createTime'>,
  now: number,
): Date => new Date(Math.min(now + client.refreshSeconds * 1000, endOf(core, session)));

/** The life of a row's current refresh token, by its row alone: whoever makes it again makes the same. */
export const lifeOf = ({ rotatedTime, expireTime }: Pick<SessionRow, 'rotatedTime' | 'expireTime'>) => ({
  issuedAt: rotatedTime.getTime(),
  seconds: Math.floor((expireTime.getTime() - rotatedTime.getTime()) / 1000),
});

/** Ends one sign-in: its tokens are worth nothing from now on. */
export async function revokeSession(orm: Reader, id: string, reason: RevokeReason, now: number): Promise<void> {
  await orm
    .update(refreshSessionTable)
    .set({ revokedTime: new Date(now), revokedReason: reason })
    .where(and(eq(refreshSessionTable.id, id), isNull(refreshSessionTable.revokedTime)));
}

/** Ends every sign-in of a user, but the one they are using if it is named. */
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

/** Drops sign-ins that ended long ago (domain/system/running/retention.ts). Answers how many. */
export async function sweepSessions(orm: Reader, now: number): Promise<number> {
  const { rowCount } = await orm.delete(refreshSessionTable).where(lt(refreshSessionTable.expireTime, new Date(now - endedSessionDays * 86_400_000)));
  return rowCount ?? 0;
}
