import { newId } from '#server/storage/ids.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { refreshSessionTable } from '#server/storage/sessionTables.ts';
import { accountNamed, rolesOf, tenantState, type Account } from './accounts.ts';
import type { AuthClient } from './authClient.ts';
import { takeCaptcha } from './captcha.ts';
import { clearFailures, countFailure, inTurn, lockedBy } from './lockOut.ts';
import { decryptPassword } from './loginKey.ts';
import { OAuthError } from './oauthError.ts';
import { isPasswordOf } from './passwordHash.ts';
import type { SessionCore } from './sessionCore.ts';
import { writeLoginLog } from './sessionRows.ts';
import { chosen, idsOf, narrow, tokenAnswer, type Identity, type TokenAnswer } from './tokenAnswer.ts';
import type { TokenRequest } from './tokenRequest.ts';
import { fingerprint, signRefreshToken } from './tokens.ts';

/** Signs a person in by account and password, with a captcha where they are on. Throws OAuthError. */
export async function passwordGrant(core: SessionCore, client: AuthClient, asked: TokenRequest): Promise<TokenAnswer> {
  if (asked.username === '' || asked.password === '') throw new OAuthError('invalidRequest');
  if (core.isCaptchaOn) {
    if (asked.grantType !== 'captcha') throw new OAuthError('invalidGrant');
    if (!(await takeCaptcha(core.database, asked.captchaKey, asked.captchaCode, core.now()))) throw new OAuthError('badCaptcha');
  }
  const tenant = await tenantState(core.database.orm, asked.tenantId, core.now());
  if (tenant !== 'valid') throw new OAuthError(tenant === 'unknown' ? 'tenantUnknown' : 'tenantExpired');
  try {
    // Always address before account, so that two waiting checks never wait for each other.
    const account = await inTurn(`address ${asked.address}`, () =>
      inTurn(`account ${asked.tenantId} ${asked.username.toLowerCase()}`, () => verified(core, asked)),
    );
    return await openSession(core, client, asked, account);
  } catch (error) {
    if (error instanceof OAuthError) await logLogin(core, asked, null, error.errorCode);
    throw error;
  }
}

async function verified(core: SessionCore, asked: TokenRequest): Promise<Account> {
  const { orm } = core.database;
  const attempt = { tenantId: asked.tenantId, account: asked.username, address: asked.address };
  const locked = await lockedBy(orm, attempt, core.now());
  if (locked) throw new OAuthError(locked === 'account' ? 'locked' : 'addressLocked');
  const account = await accountNamed(orm, asked.tenantId, asked.username);
  const password = decryptPassword(core.secrets.loginKey, asked.password);
  // Compared in any case, so that the time it takes tells nothing.
  const isRight = await isPasswordOf(account?.passwordHash ?? null, password ?? '');
  if (!account || password === null || !isRight) {
    await countFailure(orm, attempt, core.now());
    throw new OAuthError('badCredentials');
  }
  await clearFailures(orm, attempt);
  return account;
}

async function openSession(core: SessionCore, client: AuthClient, asked: TokenRequest, account: Account): Promise<TokenAnswer> {
  const { orm } = core.database;
  const now = core.now();
  const owned = await rolesOf(orm, account.tenantId, account.roleIds);
  if (!account.isActive || owned.length === 0) throw new OAuthError('noRights');
  const ownedIds = owned.map(({ id }) => id);
  const roleIds = chosen(ownedIds, null, asked.roleIds);
  const deptIds = chosen(account.deptIds, null, asked.deptIds);
  const heldIds = narrow(ownedIds, roleIds);
  const identity: Identity = { account, roles: owned.filter(({ id }) => heldIds.includes(id)), deptIds: narrow(account.deptIds, deptIds) };
  const issued = idsOf(identity);
  const id = newId();
  const refreshToken = await signRefreshToken(
    { sid: id, gen: 1, userId: account.id, ...issued },
    { issuedAt: now, seconds: client.refreshSeconds },
    core.secrets.tokenKey,
  );
  await orm.insert(refreshSessionTable).values({
    id,
    tenantId: account.tenantId,
    userId: account.id,
    clientId: client.clientId,
    generation: 1,
    confirmedGeneration: 0,
    tokenHash: fingerprint(refreshToken),
    rotatedTime: new Date(now),
    expireTime: new Date(now + client.refreshSeconds * 1000),
    roleIds,
    deptIds,
    issuedRoleIds: issued.roleIds,
    issuedDeptIds: issued.deptIds,
    deviceId: asked.deviceId,
    userAgent: asked.userAgent,
    remoteIp: asked.address,
    createTime: new Date(now),
  });
  await logLogin(core, asked, account, 0);
  return tokenAnswer(core, client, identity, { id, generation: 1 }, refreshToken);
}

async function logLogin(core: SessionCore, asked: TokenRequest, account: Account | null, errorCode: number): Promise<void> {
  await writeLoginLog(core.database.orm, {
    id: newId(),
    tenantId: asked.tenantId,
    userId: account?.id ?? null,
    account: asked.username,
    realName: account?.realName ?? '',
    grantType: asked.grantType,
    remoteIp: asked.address,
    userAgent: asked.userAgent,
    errorCode,
    loginTime: formatDateTime(core.now()),
  });
}
