import { accountOf } from './accounts.ts';
import type { Reader } from './lockOut.ts';
import { revokeUserSessions } from './sessionRows.ts';
import { nowMs } from '#server/storage/clock.ts';

/** Who may sign in no more is signed in no more, also after somebody lets them in again. */
export async function endIfStopped(orm: Reader, tenantId: string, id: string): Promise<void> {
  const account = await accountOf(orm, tenantId, id);
  if (!account?.isActive) await revokeUserSessions(orm, { id, tenantId }, 'user', nowMs());
}
