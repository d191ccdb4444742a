import type { ActingUser } from '#domain/kernel/command.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import type { Database } from '#server/storage/database.ts';
import { userCredentialTable } from '#server/storage/sessionTables.ts';
import { accountOf } from './accounts.ts';
import { clearFailures, countFailure, inTurnOf, lockedBy, type Reader } from './lockOut.ts';
import { decryptWithServerKey } from './loginKey.ts';
import { hashNewPassword, tracesInPassword } from './newPassword.ts';
import { isPasswordOf } from './passwordHash.ts';
import { revokeUserSessions } from './sessionRows.ts';
import type { SessionUser } from './sessionUser.ts';
import { nowDate, nowMs, nowText } from '#server/storage/clock.ts';

/** A password as it was sent: sealed with the server's key, or plain where the contract has it so (new users). */
export async function openPassword(orm: Reader, given: string): Promise<string> {
  return (await decryptWithServerKey(orm, given)) ?? given;
}

/** Puts a password in place and ends the user's other sign-ins. */
export async function setPassword(
  orm: Reader,
  user: Pick<ActingUser, 'id' | 'tenantId'>,
  passwordHash: string,
  options: { mustChange: boolean; keepSessionId?: string },
): Promise<void> {
  const values = { passwordHash, mustChange: options.mustChange ? 1 : 0, changedTime: nowDate() };
  await orm
    .insert(userCredentialTable)
    .values({ userId: user.id, tenantId: user.tenantId, ...values })
    .onConflictDoUpdate({ target: [userCredentialTable.userId, userCredentialTable.tenantId], set: values });
  await revokeUserSessions(orm, user, 'password', nowMs(), options.keepSessionId);
}

/**
 * Whether this is the password of who is signed in. Wrong ones count as at a login: a session left open is no place to
 * guess at. Throws UserError 400 where there were too many.
 */
export async function isOwnPassword(orm: Reader, user: SessionUser, password: string): Promise<boolean> {
  const attempt = { tenantId: user.tenantId, account: user.account, address: null };
  return inTurnOf(attempt, async () => {
    if ((await lockedBy(orm, attempt, nowMs())) !== null) throw new UserError(400, ['用户登录失败次数过多', 'Too many failed logins']);
    const account = await accountOf(orm, user.tenantId, user.id);
    const isRight = await isPasswordOf(account?.passwordHash ?? null, password);
    await (isRight ? clearFailures(orm, attempt) : countFailure(orm, attempt, nowMs()));
    return isRight;
  });
}

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPassword1: string;
}

/** A user changes their own password; their present sign-in stays, all others end. Throws UserError 400 with the contract's sentences. */
export async function changeOwnPassword(database: Database, user: SessionUser, asked: PasswordChange): Promise<void> {
  const { orm } = database;
  const [oldPassword, newPassword, again] = await Promise.all(
    [asked.oldPassword, asked.newPassword, asked.newPassword1].map((given) => openPassword(orm, given)),
  );
  if (!(await isOwnPassword(orm, user, oldPassword ?? ''))) throw new UserError(400, ['原密码不正确!', 'The old password is wrong']);
  const account = await accountOf(orm, user.tenantId, user.id);
  if (newPassword !== again) throw new UserError(400, ['请输入正确的确认密码!', 'The two new passwords differ']);
  if (newPassword === oldPassword) throw new UserError(400, ['新密码不能与原密码相同', 'The new password must differ from the old one']);
  const passwordHash = await hashNewPassword(newPassword ?? '', account ? tracesInPassword(account) : []);
  await database.transaction(async (tx) => {
    await setPassword(tx, user, passwordHash, { mustChange: false, keepSessionId: user.sessionId });
    const now = nowText();
    await writeAudit(tx, { user, deviceId: null, opId: null, action: 'userAccount.password', subject: user.id, before: null, after: null, now });
  });
}
