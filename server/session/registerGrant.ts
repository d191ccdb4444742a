import { sql } from 'drizzle-orm';
import { phoneFault } from '#domain/session/phone.ts';
import { registrationFault, registrationTexts } from '#domain/session/registration.ts';
import { userStatus } from '#domain/user/userAccount.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { AuthClient } from './authClient.ts';
import { takeCaptcha } from './captcha.ts';
import { openPassword } from './changePassword.ts';
import { hashNewPassword, nameOfMail } from './newPassword.ts';
import { OAuthError } from './oauthError.ts';
import { requireTenant } from './openSession.ts';
import { openPhone } from './phoneCode.ts';
import { askForAccount, wantedAccount } from './registerGuest.ts';
import type { SessionCore } from './sessionCore.ts';
import { registeredAnswer, type TokenAnswer } from './tokenAnswer.ts';
import type { TokenRequest } from './tokenRequest.ts';

/** So many applications may wait at once for a tenant's administrator: nobody can fill their list. */
const mostWaiting = 100;

/**
 * Grant `register` (docs/wire.md#token): a person asks for an account of their own. Nobody is signed in by it: the account waits for an
 * administrator, who gives it roles. Shipped clients do not have the grant; an administrator gives it to one. Throws
 * OAuthError, and UserError 400 with the contract's sentences.
 */
export async function registerGrant(core: SessionCore, _client: AuthClient, asked: TokenRequest): Promise<TokenAnswer> {
  const { tenantId, username, registering } = asked;
  if (core.isCaptchaOn && !(await takeCaptcha(core.database, asked.captchaKey, asked.captchaCode, core.now()))) throw new OAuthError('badCaptcha');
  const password = await openPassword(core.database.orm, asked.password);
  const fault = registrationFault({ tenantId, name: registering.name, account: username, password, password2: password });
  if (fault) throw new UserError(400, registrationTexts[fault]);
  const account = wantedAccount(username);
  const phone = asked.phone === '' ? '' : openPhone(core, asked.phone);
  const wrong = phone === '' ? null : phoneFault(phone);
  if (wrong) throw new UserError(400, wrong);
  const { email } = registering;
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) throw new UserError(400, ['电子邮箱格式不正确', 'This is no e-mail address']);
  await requireTenant(core, tenantId);
  const passwordHash = await hashNewPassword(password, [account, registering.name, registering.userName, phone, nameOfMail(email)]);
  const id = newId();
  await core.database.transaction(async (tx) => {
    // One after another: the count holds, and no account is made twice.
    await tx.execute(sql`select 1 from tenant where tenant_id = ${tenantId} for update`);
    const row = await readRow<{ waiting: number }>(
      tx,
      sql`select count(*)::int as waiting from user_account where tenant_id = ${tenantId} and status = ${userStatus.awaiting} and is_deleted = 0`,
    );
    if ((row?.waiting ?? 0) >= mostWaiting)
      throw new UserError(400, ['待审核的注册申请过多,请稍后再试', 'Too many applications wait, try again later']);
    await askForAccount(tx, core, {
      id,
      tenantId,
      account,
      realName: registering.name,
      name: registering.userName,
      phone,
      email,
      source: 'register',
      passwordHash,
    });
  });
  return registeredAnswer({ tenantId, id, account, realName: registering.name || account });
}
