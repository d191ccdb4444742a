import { and, eq, gt, isNull } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { registrationFault, registrationTexts, type Registration } from '#domain/session/registration.ts';
import { userAccount, userStatus } from '#domain/user/userAccount.ts';
import { UserError } from '#server/kernel/answers.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { newId } from '#server/storage/ids.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import { userCredentialTable, userOauthTable } from '#server/storage/sessionTables.ts';
import { accountNamed } from './accounts.ts';
import { hashNewPassword, openPassword } from './changePassword.ts';
import type { SessionCore } from './sessionCore.ts';

/** So long after his login a third party's person may ask for an account. */
const lifeMs = 30 * 60_000;

/**
 * Asks for an account for a person whom a third party vouched for: it waits for an administrator, who gives it roles.
 * Throws UserError 400 with the contract's sentences, in their order (spec 5).
 */
export async function registerGuest(core: SessionCore, given: Registration & { readonly oauthId: string }): Promise<true> {
  const { orm } = core.database;
  const asked = { ...given, password: await openPassword(orm, given.password), password2: await openPassword(orm, given.password2) };
  const fault = registrationFault(asked);
  if (fault) throw new UserError(400, registrationTexts[fault]);
  const account = asked.account.trim();
  if (!/^[\w@.-]{3,40}$/.test(account))
    throw new UserError(400, ['账号须为3至40位字母、数字或_@.-', 'An account has 3 to 40 letters, digits or _@.-']);
  const passwordHash = await hashNewPassword(asked.password);
  const [id, now] = [newId(), core.now()];
  await core.database.transaction(async (tx) => {
    const [person] = await tx
      .update(userOauthTable)
      .set({ userId: id })
      .where(
        and(
          eq(userOauthTable.id, asked.oauthId),
          eq(userOauthTable.tenantId, asked.tenantId.trim()),
          isNull(userOauthTable.userId),
          gt(userOauthTable.seenTime, new Date(now - lifeMs)),
        ),
      )
      .returning();
    if (!person) throw new UserError(400, ['第三方登录已失效,请重新登录', 'The third-party login has expired, log in there again']);
    const { tenantId } = person;
    if (await accountNamed(tx, tenantId, account)) throw new UserError(400, ['当前账号已被使用!', 'This account is taken']);
    const realName = asked.name.trim().slice(0, 40) || person.nickName || account;
    const row = { id, account, realName, name: person.nickName || realName, status: userStatus.awaiting, sex: 3, roleIds: [], deptIds: [] };
    await insertRows(tx, userAccount, [row], { tenantId, userId: '0', now: formatDateTime(now) });
    await tx.insert(userCredentialTable).values({ userId: id, tenantId, passwordHash, mustChange: 0, changedTime: new Date(now) });
    await writeAudit(tx, {
      user: { id, account, name: realName, tenantId, permissions: new Set() },
      deviceId: null,
      opId: null,
      action: 'userAccount.register',
      subject: id,
      before: null,
      after: { account, realName, source: person.source },
      now: formatDateTime(now),
    });
  });
  return true;
}
