import { and, eq, isNull } from 'drizzle-orm';
import { refreshSessionTable } from '#server/storage/sessionTables.ts';
import { accountOf, rolesOf, tenantState } from './accounts.ts';
import type { AuthClient } from './authClient.ts';
import { OAuthError } from './oauthError.ts';
import type { SessionCore } from './sessionCore.ts';
import { endOf, expiryOf, lifeOf, revokeSession, sessionRow, type SessionRow } from './sessionRows.ts';
import { chosen, idsOf, narrow, tokenAnswer, type Identity, type TokenAnswer } from './tokenAnswer.ts';
import type { TokenRequest } from './tokenRequest.ts';
import { fingerprint, openRefreshToken, signRefreshToken, type RefreshClaims } from './tokens.ts';
import { workLaboratory } from './workLaboratory.ts';

/** So long the previous token still counts: a second tab, the service worker, a repeated request. */
export const graceMs = 60_000;

/**
 * How a presented refresh token stands to its sign-in.
 * current: rotate. previous: hand out the successor again, because it was replaced a moment ago, or because nobody
 * has used the successor yet (its answer was lost on the way to the desk). reused: it was stolen, or the desk was copied.
 */
export function standingOf(session: SessionRow, claims: RefreshClaims, tokenHash: string, now: number): 'current' | 'previous' | 'reused' | 'ended' {
  if (session.revokedTime || session.expireTime.getTime() <= now || session.userId !== claims.userId) return 'ended';
  if (claims.gen === session.generation && tokenHash === session.tokenHash) return 'current';
  const isPrevious = claims.gen === session.generation - 1 && tokenHash === session.previousHash;
  const isForgiven = now - session.rotatedTime.getTime() <= graceMs || session.confirmedGeneration < session.generation;
  return isPrevious && isForgiven ? 'previous' : 'reused';
}

/** Renews a token; also switches role and department by their headers (docs/wire.md#switching-identity). Throws OAuthError. */
export async function refreshGrant(core: SessionCore, client: AuthClient, asked: TokenRequest): Promise<TokenAnswer> {
  const claims = asked.refreshToken === '' ? null : await openRefreshToken(asked.refreshToken, core.secrets.tokenKey, core.now());
  if (!claims) throw new OAuthError('badRefreshToken');
  const tokenHash = fingerprint(asked.refreshToken);
  // Another tab may rotate between our look and our write: then look again, and be its second.
  for (let attempt = 0; attempt < 5; attempt++) {
    const session = await sessionRow(core.database.orm, claims.sid);
    if (!session || session.clientId !== client.clientId) throw new OAuthError('badRefreshToken');
    const standing = endOf(core, session) <= core.now() ? 'ended' : standingOf(session, claims, tokenHash, core.now());
    if (standing === 'ended') throw new OAuthError('badRefreshToken');
    if (standing === 'reused') {
      await endSession(core, session, 'reuse');
      throw new OAuthError('badRefreshToken');
    }
    const switched = await switchedIdentity(core, session, claims, asked);
    const answer = standing === 'current' ? await rotate(core, client, session, switched) : await repeatSuccessor(core, client, session, switched);
    if (answer) return answer;
  }
  throw new OAuthError('unavailable');
}

interface Switched extends Identity {
  /** The choice to keep; null: everything owned. */
  readonly keptRoleIds: string | null;
  readonly keptDeptIds: string | null;
}

async function switchedIdentity(core: SessionCore, session: SessionRow, claims: RefreshClaims, asked: TokenRequest): Promise<Switched> {
  const { orm } = core.database;
  const tenant = await tenantState(orm, session.tenantId, core.now());
  if (tenant !== 'valid') throw new OAuthError(tenant === 'unknown' ? 'tenantUnknown' : 'tenantExpired');
  const account = await accountOf(orm, session.tenantId, session.userId);
  if (!account) {
    await endSession(core, session, 'user');
    throw new OAuthError('userGone');
  }
  const owned = await rolesOf(orm, account.tenantId, account.roleIds);
  if (!account.isActive || owned.length === 0) throw new OAuthError('noRights');
  const ownedIds = owned.map(({ id }) => id);
  // Clients repeat the ids they have: only other ones are a switch, so that newly granted roles arrive by themselves.
  const keptRoleIds = asked.roleIds === claims.roleIds ? session.roleIds : chosen(ownedIds, session.roleIds, asked.roleIds);
  const keptDeptIds = asked.deptIds === claims.deptIds ? session.deptIds : chosen(account.deptIds, session.deptIds, asked.deptIds);
  const heldIds = narrow(ownedIds, keptRoleIds);
  return {
    account,
    roles: owned.filter(({ id }) => heldIds.includes(id)),
    deptIds: narrow(account.deptIds, keptDeptIds),
    laboratory: await workLaboratory(orm, account, asked.laboratoryId, session.laboratoryId),
    keptRoleIds,
    keptDeptIds,
  };
}

/** Replaces the current token; null where somebody else was faster. */
async function rotate(core: SessionCore, client: AuthClient, session: SessionRow, switched: Switched): Promise<TokenAnswer | null> {
  const now = core.now();
  const issued = idsOf(switched);
  const next = { ...session, generation: session.generation + 1, rotatedTime: new Date(now), expireTime: expiryOf(core, client, session, now) };
  const refreshToken = await signRefreshToken(
    { sid: next.id, gen: next.generation, userId: session.userId, ...issued },
    lifeOf(next),
    core.secrets.tokenKey,
  );
  const won = await core.database.orm
    .update(refreshSessionTable)
    .set({
      generation: next.generation,
      tokenHash: fingerprint(refreshToken),
      previousHash: session.tokenHash,
      rotatedTime: next.rotatedTime,
      // Who presents the current token has received it.
      confirmedGeneration: Math.max(session.confirmedGeneration, session.generation),
      expireTime: next.expireTime,
      roleIds: switched.keptRoleIds,
      deptIds: switched.keptDeptIds,
      issuedRoleIds: issued.roleIds,
      issuedDeptIds: issued.deptIds,
      laboratoryId: switched.laboratory?.id ?? null,
    })
    .where(
      and(eq(refreshSessionTable.id, session.id), eq(refreshSessionTable.generation, session.generation), isNull(refreshSessionTable.revokedTime)),
    )
    .returning({ id: refreshSessionTable.id });
  return won.length === 1 ? tokenAnswer(core, client, switched, next, refreshToken) : null;
}

/** Makes the current token again, letter for letter: both tabs go on with the same one. */
async function repeatSuccessor(core: SessionCore, client: AuthClient, session: SessionRow, switched: Switched): Promise<TokenAnswer> {
  const refreshToken = await signRefreshToken(
    { sid: session.id, gen: session.generation, userId: session.userId, roleIds: session.issuedRoleIds, deptIds: session.issuedDeptIds },
    lifeOf(session),
    core.secrets.tokenKey,
  );
  await core.database.orm
    .update(refreshSessionTable)
    .set({ roleIds: switched.keptRoleIds, deptIds: switched.keptDeptIds, laboratoryId: switched.laboratory?.id ?? null })
    .where(and(eq(refreshSessionTable.id, session.id), isNull(refreshSessionTable.revokedTime)));
  return tokenAnswer(core, client, switched, session, refreshToken);
}

async function endSession(core: SessionCore, session: SessionRow, reason: 'reuse' | 'user'): Promise<void> {
  await revokeSession(core.database.orm, session.id, reason, core.now());
  core.cache.clear();
}
