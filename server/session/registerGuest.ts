import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { registrationFault, registrationTexts, type Registration } from '#domain/session/registration.ts';
import { userAccount, userStatus } from '#domain/user/userAccount.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import { readRow } from '#server/storage/readRows.ts';
import { userCredentialTable, userOauthTable } from '#server/storage/sessionTables.ts';
import { openPassword } from './changePassword.ts';
import { hashNewPassword } from './newPassword.ts';
import type { SessionCore } from './sessionCore.ts';
import { refuseBeyondQuota } from './tenantQuota.ts';

/** So long after their login a third party's person may ask for an account. */
const lifeMs = 30 * 60_000;

/**
 * Asks for an account for a person whom a third party vouched for: it waits for an administrator, who gives it roles.
 * Throws UserError 400 with the contract's sentences, in their order (docs/contract.md#validation).
 */
export async function registerGuest(core: SessionCore, given: Registration & { readonly oauthId: string }): Promise<true> {
  const { orm } = core.database;
  const asked = { ...given, password: await openPassword(orm, given.password), password2: await openPassword(orm, given.password2) };
  const fault = registrationFault(asked);
  if (fault) throw new UserError(400, registrationTexts[fault]);
  const account = wantedAccount(asked.account);
  const passwordHash = await hashNewPassword(asked.password, [account, asked.name]);
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
    await askForAccount(tx, core, {
      id,
      tenantId: person.tenantId,
      account,
      realName: asked.name.trim(),
      name: person.nickName,
      source: person.source,
      passwordHash,
    });
  });
  return true;
}

/** The account somebody asks for. Throws UserError 400 where it has another shape than accounts have. */
export function wantedAccount(given: string): string {
  const account = given.trim();
  if (!/^[\w@.-]{3,40}$/.test(account))
    throw new UserError(400, ['账号须为3至40位字母、数字或_@.-', 'An account has 3 to 40 letters, digits or _@.-']);
  return account;
}

interface AskedAccount {
  readonly id: string;
  readonly tenantId: string;
  readonly account: string;
  readonly realName: string;
  /** What they call themselves; may be empty. */
  readonly name: string;
  readonly phone?: string;
  readonly email?: string;
  /** Who vouches for them: a provider, or the grant they came by. */
  readonly source: string;
  readonly passwordHash: string;
}

/** Writes an account that waits for an administrator: without roles nobody comes in by it. Throws UserError 400 where it is taken. */
export async function askForAccount(tx: Tx, core: SessionCore, asked: AskedAccount): Promise<void> {
  const { id, tenantId, account, source, passwordHash } = asked;
  // Accounts are unique without regard to case.
  const taken = await readRow(
    tx,
    sql`select 1 as one from user_account where tenant_id = ${tenantId} and lower(account) = lower(${account}) and is_deleted = 0`,
  );
  if (taken) throw new UserError(400, ['当前账号已被使用!', 'This account is taken']);
  const now = core.now();
  const realName = asked.realName.slice(0, 40) || asked.name || account;
  const contact = { phone: asked.phone || null, email: asked.email || null };
  const row = { id, account, realName, name: asked.name || realName, status: userStatus.awaiting, sex: 3, roleIds: [], deptIds: [], ...contact };
  await insertRows(tx, userAccount, [row], { tenantId, userId: '0', now: formatDateTime(now) });
  await refuseBeyondQuota(tx, tenantId);
  await tx.insert(userCredentialTable).values({ userId: id, tenantId, passwordHash, mustChange: 0, changedTime: new Date(now) });
  await writeAudit(tx, {
    user: { id, account, name: realName, tenantId, permissions: new Set() },
    deviceId: null,
    opId: null,
    action: 'userAccount.register',
    subject: id,
    before: null,
    after: { account, realName, source },
    now: formatDateTime(now),
  });
}
