import { accountNamed, type Account } from './accounts.ts';
import type { AuthClient } from './authClient.ts';
import { takeCaptcha } from './captcha.ts';
import { clearFailures, countFailure, inTurn, inTurnOf, lockedBy } from './lockOut.ts';
import { decryptPassword } from './loginKey.ts';
import { OAuthError } from './oauthError.ts';
import { openSession, requireTenant } from './openSession.ts';
import { isPasswordOf } from './passwordHash.ts';
import { accountOfTicket } from './secondStep.ts';
import type { SessionCore } from './sessionCore.ts';
import { openWithSm2 } from './sm2Key.ts';
import type { TokenAnswer } from './tokenAnswer.ts';
import type { TokenRequest } from './tokenRequest.ts';

/** Signs a person in by account and password, with a captcha where they are on. Throws OAuthError. */
export async function passwordGrant(core: SessionCore, client: AuthClient, asked: TokenRequest): Promise<TokenAnswer> {
  // The second step of a login whose first was done: its ticket stands for captcha and password.
  if (asked.secondTicket !== '') {
    const account = await accountOfTicket(core, asked.secondTicket);
    await requireTenant(core, account.tenantId);
    return openSession(core, client, asked, account);
  }
  if (asked.username === '' || asked.password === '') throw new OAuthError('invalidRequest');
  if (core.isCaptchaOn) {
    if (asked.grantType !== 'captcha') throw new OAuthError('invalidGrant');
    if (!(await takeCaptcha(core.database, asked.captchaKey, asked.captchaCode, core.now()))) throw new OAuthError('badCaptcha');
  }
  await requireTenant(core, asked.tenantId);
  // Always address before account, so that two waiting checks never wait for each other.
  const account = await inTurn(`address ${asked.address}`, () =>
    inTurnOf({ tenantId: asked.tenantId, account: asked.username }, () => verified(core, asked)),
  );
  return openSession(core, client, asked, account);
}

async function verified(core: SessionCore, asked: TokenRequest): Promise<Account> {
  const { orm } = core.database;
  const attempt = { tenantId: asked.tenantId, account: asked.username, address: asked.address };
  const locked = await lockedBy(orm, attempt, core.now());
  if (locked) throw new OAuthError(locked === 'account' ? 'locked' : 'addressLocked');
  const account = await accountNamed(orm, asked.tenantId, asked.username);
  const password = decryptPassword(core.secrets.loginKey, asked.password) ?? openWithSm2(core.secrets.sm2, asked.password);
  // Compared in any case, so that the time it takes tells nothing.
  const isRight = await isPasswordOf(account?.passwordHash ?? null, password ?? '');
  if (!account || password === null || !isRight) {
    await countFailure(orm, attempt, core.now());
    throw new OAuthError('badCredentials');
  }
  await clearFailures(orm, attempt);
  return account;
}
