import { phoneFault } from '#domain/session/phone.ts';
import { accountOf, accountOfPhone } from './accounts.ts';
import type { AuthClient } from './authClient.ts';
import { clearFailures, countFailure, inTurn, inTurnOf, lockedBy } from './lockOut.ts';
import { OAuthError } from './oauthError.ts';
import { openSession, requireTenant } from './openSession.ts';
import { openPhone, takePhoneCode } from './phoneCode.ts';
import type { SessionCore } from './sessionCore.ts';
import type { TokenAnswer } from './tokenAnswer.ts';
import type { TokenRequest } from './tokenRequest.ts';
import { fingerprint } from './tokens.ts';

/** Signs a person in by the code sent to their phone. Throws OAuthError. */
export async function smsGrant(core: SessionCore, client: AuthClient, asked: TokenRequest): Promise<TokenAnswer> {
  const phone = openPhone(core, asked.phone);
  if (phoneFault(phone) || asked.codeId === '' || asked.codeValue === '') throw new OAuthError('invalidRequest');
  await requireTenant(core, asked.tenantId);
  const { orm } = core.database;
  const attempt = { tenantId: asked.tenantId, account: `phone ${fingerprint(phone).slice(0, 32)}`, address: asked.address };
  const tried = async (): Promise<string> => {
    const locked = await lockedBy(orm, attempt, core.now());
    if (locked) throw new OAuthError(locked === 'account' ? 'locked' : 'addressLocked');
    const isRight = await takePhoneCode(core, { tenantId: asked.tenantId, phone, id: asked.codeId, value: asked.codeValue, use: 'login' });
    const found = isRight ? await accountOfPhone(orm, asked.tenantId, phone) : null;
    if (found === null) {
      await countFailure(orm, attempt, core.now());
      throw new OAuthError('badCode');
    }
    await clearFailures(orm, attempt);
    return found;
  };
  // As with passwords: guesses sent at once are counted one by one, from wherever they come.
  const id = await inTurn(`address ${asked.address}`, () => inTurnOf(attempt, tried));
  const account = await accountOf(orm, asked.tenantId, id);
  if (!account) throw new OAuthError('badCode');
  return openSession(core, client, asked, account);
}
