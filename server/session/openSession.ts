import { newId } from '#server/storage/ids.ts';
import { refreshSessionTable } from '#server/storage/sessionTables.ts';
import { rolesOf, tenantState, type Account } from './accounts.ts';
import type { AuthClient } from './authClient.ts';
import { OAuthError } from './oauthError.ts';
import type { SessionCore } from './sessionCore.ts';
import { passSecondStep } from './secondStep.ts';
import { chosen, idsOf, narrow, tokenAnswer, type Identity, type TokenAnswer } from './tokenAnswer.ts';
import { expiryOf, lifeOf } from './sessionRows.ts';
import type { TokenRequest } from './tokenRequest.ts';
import { fingerprint, signRefreshToken } from './tokens.ts';
import { lastLaboratory, workLaboratory } from './workLaboratory.ts';

/** Throws OAuthError 2002 or 2006 where nobody of this tenant may sign in. */
export async function requireTenant(core: SessionCore, tenantId: string): Promise<void> {
  const tenant = await tenantState(core.database.orm, tenantId, core.now());
  if (tenant !== 'valid') throw new OAuthError(tenant === 'unknown' ? 'tenantUnknown' : 'tenantExpired');
}

/** Opens a sign-in for somebody who has proven who they are, by the second step too where there is one, under the roles and departments they ask for. Throws OAuthError 2005. */
export async function openSession(core: SessionCore, client: AuthClient, asked: TokenRequest, account: Account): Promise<TokenAnswer> {
  const { orm } = core.database;
  const now = core.now();
  const owned = await rolesOf(orm, account.tenantId, account.roleIds);
  if (account.isAwaiting) throw new OAuthError('awaiting');
  if (!account.isActive || owned.length === 0) throw new OAuthError('noRights');
  await passSecondStep(core, asked, account, owned);
  const ownedIds = owned.map(({ id }) => id);
  const roleIds = chosen(ownedIds, null, asked.roleIds);
  const deptIds = chosen(account.deptIds, null, asked.deptIds);
  const heldIds = narrow(ownedIds, roleIds);
  const identity: Identity = {
    account,
    roles: owned.filter(({ id }) => heldIds.includes(id)),
    deptIds: narrow(account.deptIds, deptIds),
    laboratory: await workLaboratory(orm, account, asked.laboratoryId, await lastLaboratory(orm, account)),
  };
  const issued = idsOf(identity);
  const id = newId();
  const begun = { id, generation: 1, createTime: new Date(now) };
  const expireTime = expiryOf(core, client, begun, now);
  const refreshToken = await signRefreshToken(
    { sid: id, gen: 1, userId: account.id, ...issued },
    lifeOf({ rotatedTime: new Date(now), expireTime }),
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
    expireTime,
    roleIds,
    deptIds,
    issuedRoleIds: issued.roleIds,
    issuedDeptIds: issued.deptIds,
    laboratoryId: identity.laboratory?.id ?? null,
    deviceId: asked.deviceId,
    userAgent: asked.userAgent,
    remoteIp: asked.address,
    createTime: new Date(now),
  });
  return tokenAnswer(core, client, identity, { ...begun, expireTime }, refreshToken);
}
