import { formatDateTime } from '#domain/kernel/dates.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { accountOf, isAdministrator, type Account, type HeldRole } from './accounts.ts';
import { clearFailures, countFailure, inTurnOf, lockedBy, secondStepSubject } from './lockOut.ts';
import { OAuthError } from './oauthError.ts';
import { beginSecondFactor, confirmSecondFactor, secondFactorOf, takeSecondCode } from './secondFactor.ts';
import type { SessionCore } from './sessionCore.ts';
import type { TokenRequest } from './tokenRequest.ts';
import { fingerprint, openSecondTicket, signSecondTicket } from './tokens.ts';

/** So long somebody may look for their phone after the first step, s. */
const ticketSeconds = 300;
/** A ticket ends with the password it was given for. */
const markOf = ({ passwordHash }: Account): string => fingerprint(passwordHash ?? '').slice(0, 32);

/** Who passed the first step and comes with its ticket. Throws OAuthError 2013. */
export async function accountOfTicket(core: SessionCore, ticket: string): Promise<Account> {
  const claims = await openSecondTicket(ticket, core.secrets.tokenKey, core.now());
  const account = claims && (await accountOf(core.database.orm, claims.tenantId, claims.userId));
  if (!account || markOf(account) !== claims.mark) throw new OAuthError('badTicket', claims?.tenantId);
  return account;
}

/**
 * The second step of every sign-in, whichever the first was: nothing for an account without one. Where a code is asked for,
 * the error carries a ticket, with which the first step need not be done again; where an administrator must have a second
 * factor and has none, also what to set it up with. Throws OAuthError.
 */
export async function passSecondStep(core: SessionCore, asked: TokenRequest, account: Account, owned: readonly HeldRole[]): Promise<void> {
  const { orm } = core.database;
  const factor = await secondFactorOf(orm, account);
  const isInForce = factor?.since !== null && factor !== null;
  if (!isInForce && !(core.policies.now().isSecondFactorAsked && isAdministrator(owned))) return;
  if (asked.secondCode === '' || !factor) {
    const setup = isInForce ? null : await beginSecondFactor(orm, account, core.now());
    const claims = { tenantId: account.tenantId, userId: account.id, mark: markOf(account) };
    const ticket = await signSecondTicket(claims, { issuedAt: core.now(), seconds: ticketSeconds }, core.secrets.tokenKey);
    throw new OAuthError('secondFactor', account.tenantId, { second_ticket: ticket, second_setup: setup });
  }
  // Apart from the password's: who knows that must not clear these failures with it.
  const attempt = { tenantId: account.tenantId, account: secondStepSubject(account.account), address: asked.address };
  const by = await inTurnOf(attempt, async () => {
    const locked = await lockedBy(orm, attempt, core.now());
    if (locked) throw new OAuthError(locked === 'account' ? 'locked' : 'addressLocked', account.tenantId);
    const taken = await takeSecondCode(orm, account, asked.secondCode, core.now());
    if (taken === null) {
      await countFailure(orm, attempt, core.now());
      throw new OAuthError('badSecondCode', account.tenantId);
    }
    await clearFailures(orm, attempt);
    return taken;
  });
  if (!isInForce) await confirmSecondFactor(orm, account, core.now());
  if (isInForce && by === 'code') return;
  await core.database.transaction((tx) =>
    writeAudit(tx, {
      user: { id: account.id, account: account.account, name: account.realName, tenantId: account.tenantId, permissions: new Set() },
      deviceId: asked.deviceId,
      opId: null,
      action: by === 'recovery' ? 'userAccount.recoveryUsed' : 'userAccount.secondFactorOn',
      subject: account.id,
      before: null,
      after: null,
      now: formatDateTime(core.now()),
    }),
  );
}
