import { accountNamed, lockAccount, permissionsOf, rolesOf } from './accounts.ts';
import { clearFailures, countFailure, lockedBy, type Reader } from './lockOut.ts';
import { isPasswordOf } from './passwordHash.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { nowMs } from '#server/storage/clock.ts';

/** right: they are who they say. wrong: unknown account or wrong password. locked: too many failures. stopped: may not act. */
export type Verified = { readonly outcome: 'right'; readonly user: ActingUser } | { readonly outcome: 'wrong' | 'locked' | 'stopped' };

/**
 * Checks another person's password on this terminal (they sign a handover beside the one signed in).
 * Failures count toward the account's lock-out. Takes the pool or an open transaction; commit the latter also
 * when the answer is no, or the failure is forgotten.
 */
export async function verifyUserPassword(orm: Reader, tenantId: string, account: string, password: string): Promise<Verified> {
  const attempt = { tenantId, account, address: null };
  // Guesses sent at once are judged one after another: each sees the failures of those before it.
  await lockAccount(orm, tenantId, account);
  const now = nowMs();
  if ((await lockedBy(orm, attempt, now)) !== null) return { outcome: 'locked' };
  const found = await accountNamed(orm, tenantId, account);
  if (!(await isPasswordOf(found?.passwordHash ?? null, password)) || !found) {
    await countFailure(orm, attempt, now);
    return { outcome: 'wrong' };
  }
  await clearFailures(orm, attempt);
  const held = await rolesOf(orm, tenantId, found.roleIds);
  if (!found.isActive || found.mustChangePassword || held.length === 0) return { outcome: 'stopped' };
  return {
    outcome: 'right',
    user: { id: found.id, account: found.account, name: found.realName, tenantId, permissions: await permissionsOf(orm, tenantId, held) },
  };
}
