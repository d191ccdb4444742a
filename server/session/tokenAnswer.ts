import type { Account, HeldRole } from './accounts.ts';
import type { AuthClient } from './authClient.ts';
import type { SessionCore } from './sessionCore.ts';
import { endOf, type SessionRow } from './sessionRows.ts';
import { signAccessToken } from './tokens.ts';
import type { WorkLaboratory } from './workLaboratory.ts';

/** What the token call answers: top level, snake_case, no `code` (docs/wire.md#token). */
export interface TokenAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly refreshToken: string;
  readonly refreshSeconds: number;
}

/** Roles and departments a sign-in works under: what was switched to, of what the account still owns. */
export interface Identity {
  readonly account: Account;
  readonly roles: readonly HeldRole[];
  readonly deptIds: readonly string[];
  readonly laboratory: WorkLaboratory | null;
}

export const idsOf = (held: Pick<Identity, 'roles' | 'deptIds'>): { roleIds: string; deptIds: string } => ({
  roleIds: held.roles.map(({ id }) => id).join(','),
  deptIds: held.deptIds.join(','),
});

/** The answer for a sign-in whose refresh token was made. */
export async function tokenAnswer(
  core: SessionCore,
  client: AuthClient,
  identity: Identity,
  session: Pick<SessionRow, 'id' | 'generation' | 'createTime' | 'expireTime'>,
  refreshToken: string,
): Promise<TokenAnswer> {
  const { account, roles, laboratory } = identity;
  const { roleIds, deptIds } = idsOf(identity);
  const roleNames = roles.map(({ roleAlias }) => roleAlias).join(',');
  const now = core.now();
  const accessSeconds = Math.max(1, Math.min(client.accessSeconds, Math.floor((endOf(core, session) - now) / 1000)));
  const accessToken = await signAccessToken(
    {
      sid: session.id,
      gen: session.generation,
      clientId: client.clientId,
      tenantId: account.tenantId,
      userId: account.id,
      roleIds,
      deptIds,
      account: account.account,
      realName: account.realName,
      nickName: account.nickName,
      roleNames,
      laboratoryId: laboratory?.id ?? '',
      isPublicFlavour: client.isPublicFlavour === true,
    },
    { issuedAt: now, seconds: accessSeconds },
    core.secrets.tokenKey,
  );
  return {
    refreshToken,
    refreshSeconds: Math.max(1, Math.ceil((session.expireTime.getTime() - now) / 1000)),
    body: {
      tenant_id: account.tenantId,
      user_id: account.id,
      dept_id: deptIds,
      post_id: '',
      role_id: roleIds,
      oauth_id: '',
      account: account.account,
      user_name: account.account,
      nick_name: account.nickName,
      real_name: account.realName,
      role_name: roleNames,
      laboratory_id: laboratory?.id ?? '',
      laboratory_name: laboratory?.name ?? '',
      avatar: account.avatar,
      access_token: accessToken,
      refresh_token: refreshToken,
      token_type: 'bearer',
      expires_in: accessSeconds,
      scope: 'all',
      client_id: client.clientId,
      detail: { type: 'web' },
      license: 'accession',
    },
  };
}

/** An answer without a token: of somebody who is not signed in by it. */
function tokenless(facts: { tenantId: string; userId: string; oauthId: string; account: string; name: string; roleName: string }): TokenAnswer {
  const { tenantId, userId, oauthId, account, name, roleName } = facts;
  return {
    refreshToken: '',
    refreshSeconds: 0,
    body: {
      tenant_id: tenantId,
      user_id: userId,
      dept_id: '',
      post_id: '',
      role_id: '',
      oauth_id: oauthId,
      account,
      user_name: account || name,
      nick_name: name,
      real_name: name,
      role_name: roleName,
      avatar: '',
      access_token: '',
      refresh_token: '',
      token_type: 'bearer',
      expires_in: 0,
      detail: { type: 'web' },
    },
  };
}

/** The answer for somebody a third party vouched for and no account is bound to: no token, but what to register with (docs/wire.md#token). */
export const guestAnswer = (tenantId: string, oauthId: string, name: string): TokenAnswer =>
  tokenless({ tenantId, userId: '-1', oauthId, account: '', name, roleName: 'guest' });

/** The answer for somebody who asked for an account themselves: what waits for an administrator, and no token (docs/wire.md#token, register). */
export const registeredAnswer = (asked: { tenantId: string; id: string; account: string; realName: string }): TokenAnswer =>
  tokenless({ tenantId: asked.tenantId, userId: asked.id, oauthId: '', account: asked.account, name: asked.realName, roleName: '' });

/**
 * What a Dept-Id or Role-Id header chooses among owned ids (docs/wire.md#switching-identity): a foreign or empty choice changes nothing,
 * the whole set lifts the choice. Answers the choice to keep; null stands for everything owned.
 */
export function chosen(owned: readonly string[], kept: string | null, asked: string): string | null {
  const ids = asked
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  if (ids.length === 0 || !ids.every((id) => owned.includes(id))) return kept;
  return owned.every((id) => ids.includes(id)) ? null : ids.join(',');
}

/** The owned ids a kept choice leaves; everything where nothing of the choice is owned any more. */
export function narrow(owned: readonly string[], kept: string | null): readonly string[] {
  const left = kept === null ? owned : owned.filter((id) => kept.split(',').includes(id));
  return left.length > 0 ? left : owned;
}
