import type { FastifyRequest } from 'fastify';
import { UserError } from '#server/kernel/core/answers.ts';
import { accountOf, permissionsOf, rolesOf, tenantState } from './accounts.ts';
import { openText } from './bodyCrypto.ts';
import type { SessionCore } from './sessionCore.ts';
import { confirmGeneration, endOf, sessionRow } from './sessionRows.ts';
import type { SessionUser } from './sessionUser.ts';
import { openAccessToken, type AccessClaims } from './tokens.ts';

const cores = new WeakMap<object, SessionCore>();
const known = new WeakMap<FastifyRequest, Promise<SessionUser>>();

/** Says which session a server's requests belong to. */
export function bindSession(server: object, core: SessionCore): void {
  cores.set(server, core);
}

function coreOf(request: FastifyRequest): SessionCore {
  const core = cores.get(request.server.server);
  if (!core) throw new Error('registerSession was not called on this application');
  return core;
}

/** The address people know this installation by: PUBLIC_URL; without it, the one they asked. */
export function originOf(request: FastifyRequest): string {
  return coreOf(request).publicUrl ?? `${request.protocol}://${request.host}`;
}

/** Keeps a cookie to sealed connections where there are some. */
export const secureMark = (request: FastifyRequest): string => (originOf(request).startsWith('https:') ? '; Secure' : '');

/** The token of the `Blade-Auth` header, in the open or sealed (`crypto …`, docs/wire.md#sealing), or of the query parameter of that name (downloads); null where there is none (docs/wire.md#headers). */
export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers['blade-auth'];
  const given = typeof header === 'string' && header !== '' ? header : (request.query as Record<string, unknown> | undefined)?.['blade-auth'];
  if (typeof given !== 'string' || given.length <= 7) return null;
  const [scheme, token] = [given.slice(0, 6).toLowerCase(), given.slice(7).trim()];
  if (scheme === 'bearer') return token;
  const { crypto } = coreOf(request);
  return scheme === 'crypto' && crypto?.isTokenSealed ? openText(token, crypto.key) : null;
}

/** Is this a call? By the route it found, too: routes are found under percent-encoded spellings of their path. */
export const isCall = (request: FastifyRequest): boolean => request.url.startsWith('/api/') || (request.routeOptions.url ?? '').startsWith('/api/');

/** Paths that somebody who must first change their password may call. */
const openToAll = /^\/api\/(blade-auth\/|blade-(user|system\/user)\/(update-password|info)$)/;

/**
 * The signed-in user of a request. Throws UserError 401 without a valid access token (a refresh token is none),
 * 423 while the user must change their password. Asked again, it answers the same without another look.
 */
export function authenticate(request: FastifyRequest): Promise<SessionUser> {
  let user = known.get(request);
  if (!user) known.set(request, (user = identify(request)));
  return user;
}

/** The same without an error: null for everybody who is not signed in, or may not act yet. */
export function asking(request: FastifyRequest): Promise<SessionUser | null> {
  if (!isCall(request) || bearerToken(request) === null) return Promise.resolve(null);
  return authenticate(request).catch(() => null);
}

async function identify(request: FastifyRequest): Promise<SessionUser> {
  const core = coreOf(request);
  const token = bearerToken(request);
  if (token === null) throw new UserError(401, ['缺失令牌,鉴权失败', 'No token, please log in']);
  const user = await userOfToken(core, token);
  if (!user) throw new UserError(401, ['请求未授权', 'Not signed in']);
  if (user.mustChangePassword && !openToAll.test(request.routeOptions.url ?? ''))
    throw new UserError(
      423,
      user.isPasswordExpired ? ['密码已过期,请修改密码', 'Your password has expired, change it'] : ['请先修改密码', 'Change your password first'],
    );
  return user;
}

/** Whom an access token stands for; null where it is worth nothing. */
export async function userOfToken(core: SessionCore, token: string): Promise<SessionUser | null> {
  const claims = await openAccessToken(token, core.secrets.tokenKey, core.now());
  if (!claims) return null;
  return core.cache.get(`${claims.sid}:${claims.gen}:${claims.roleIds}:${claims.deptIds}:${claims.isPublicFlavour}`, core.now(), () =>
    loadUser(core, claims),
  );
}

async function loadUser(core: SessionCore, claims: AccessClaims): Promise<SessionUser | null> {
  const { orm } = core.database;
  const session = await sessionRow(orm, claims.sid);
  if (!session || session.revokedTime || session.userId !== claims.userId || session.tenantId !== claims.tenantId) return null;
  if (endOf(core, session) <= core.now()) return null;
  const account = await accountOf(orm, claims.tenantId, claims.userId);
  if (!account?.isActive || (await tenantState(orm, claims.tenantId, core.now())) !== 'valid') return null;
  // The token narrows, the account's row decides: a role taken away is gone although the token still names it.
  const narrowed = account.roleIds.filter((id) => claims.roleIds.split(',').includes(id));
  const held = await rolesOf(orm, claims.tenantId, narrowed);
  if (held.length === 0) return null;
  if (session.confirmedGeneration < claims.gen) await confirmGeneration(orm, claims.sid, claims.gen);
  const ageMs = core.now() - account.passwordTime;
  const isPasswordExpired = core.passwordDays > 0 && account.passwordTime > 0 && ageMs > core.passwordDays * 86_400_000;
  return {
    id: account.id,
    account: account.account,
    name: account.realName,
    tenantId: account.tenantId,
    permissions: await permissionsOf(orm, account.tenantId, held),
    sessionId: claims.sid,
    clientId: claims.clientId,
    isPublicFlavour: claims.isPublicFlavour,
    nickName: account.nickName,
    avatar: account.avatar,
    roleIds: held.map(({ id }) => id),
    roleNames: held.map((one) => one.roleAlias),
    deptIds: claims.deptIds.split(',').filter(Boolean),
    mustChangePassword: account.mustChangePassword || isPasswordExpired,
    isPasswordExpired,
  };
}
