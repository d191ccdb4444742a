import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';

const issuer = 'accession';
const audience = 'accession';

/** What an access token says (docs/wire.md#session). `sid` and `gen` tie it to its sign-in and rotation. */
export interface AccessClaims {
  readonly sid: string;
  readonly gen: number;
  readonly clientId: string;
  readonly tenantId: string;
  readonly userId: string;
  /** Comma lists, narrowed by a switch of role or department. */
  readonly roleIds: string;
  readonly deptIds: string;
  readonly account: string;
  readonly realName: string;
  readonly nickName: string;
  readonly roleNames: string;
  /** Where the sign-in works; '' where nobody chose. */
  readonly laboratoryId: string;
  /** Its programme speaks the family's public flavour. */
  readonly isPublicFlavour: boolean;
}

/** What a refresh token says: a claim check for a row of `refresh_session`. */
export interface RefreshClaims {
  readonly sid: string;
  readonly gen: number;
  readonly userId: string;
  readonly roleIds: string;
  readonly deptIds: string;
}

interface Life {
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly seconds: number;
}

function sign(claims: JWTPayload, { issuedAt, seconds }: Life, key: Uint8Array): Promise<string> {
  const at = Math.floor(issuedAt / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(at)
    .setNotBefore(at)
    .setExpirationTime(at + seconds)
    .sign(key);
}

export function signAccessToken(claims: AccessClaims, life: Life, key: Uint8Array): Promise<string> {
  return sign(
    {
      token_type: 'access_token',
      sid: claims.sid,
      gen: claims.gen,
      client_id: claims.clientId,
      tenant_id: claims.tenantId,
      user_id: claims.userId,
      dept_id: claims.deptIds,
      post_id: '',
      role_id: claims.roleIds,
      oauth_id: '',
      account: claims.account,
      user_name: claims.account,
      nick_name: claims.nickName,
      real_name: claims.realName,
      role_name: claims.roleNames,
      laboratory_id: claims.laboratoryId,
      detail: { type: 'web' },
      ...(claims.isPublicFlavour ? { flavour: 'public' } : {}),
    },
    life,
    key,
  );
}

/** The same claims and life give the same token: within the grace period a second tab is handed the very successor. */
export function signRefreshToken(claims: RefreshClaims, life: Life, key: Uint8Array): Promise<string> {
  return sign(
    { token_type: 'refresh_token', sid: claims.sid, gen: claims.gen, user_id: claims.userId, role_id: claims.roleIds, dept_id: claims.deptIds },
    life,
    key,
  );
}

/** Opens a token of the asked kind; null where it is expired, forged, or of the other kind. */
async function open(
  token: string,
  kind: 'access_token' | 'refresh_token' | 'second_ticket',
  key: Uint8Array,
  now: number,
): Promise<JWTPayload | null> {
  try {
    // A second of tolerance: iat is rounded, and two nodes' clocks differ a little.
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer, audience, currentDate: new Date(now), clockTolerance: 2 });
    return payload.token_type === kind ? payload : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

const textOf = (payload: JWTPayload, name: string): string => (typeof payload[name] === 'string' ? payload[name] : '');

export async function openAccessToken(token: string, key: Uint8Array, now: number): Promise<AccessClaims | null> {
  const payload = await open(token, 'access_token', key, now);
  if (!payload) return null;
  return {
    sid: textOf(payload, 'sid'),
    gen: Number(payload.gen ?? 0),
    clientId: textOf(payload, 'client_id'),
    tenantId: textOf(payload, 'tenant_id'),
    userId: textOf(payload, 'user_id'),
    roleIds: textOf(payload, 'role_id'),
    deptIds: textOf(payload, 'dept_id'),
    account: textOf(payload, 'account'),
    realName: textOf(payload, 'real_name'),
    nickName: textOf(payload, 'nick_name'),
    roleNames: textOf(payload, 'role_name'),
    laboratoryId: textOf(payload, 'laboratory_id'),
    isPublicFlavour: payload['flavour'] === 'public',
  };
}

export async function openRefreshToken(token: string, key: Uint8Array, now: number): Promise<RefreshClaims | null> {
  const payload = await open(token, 'refresh_token', key, now);
  if (!payload) return null;
  return {
    sid: textOf(payload, 'sid'),
    gen: Number(payload.gen ?? 0),
    userId: textOf(payload, 'user_id'),
    roleIds: textOf(payload, 'role_id'),
    deptIds: textOf(payload, 'dept_id'),
  };
}

/** What a passed first step says of itself; `mark` is of the password it was passed with. */
export interface SecondTicket {
  readonly tenantId: string;
  readonly userId: string;
  readonly mark: string;
}

export const signSecondTicket = ({ tenantId, userId, mark }: SecondTicket, life: Life, key: Uint8Array): Promise<string> =>
  sign({ token_type: 'second_ticket', tenant_id: tenantId, user_id: userId, mark }, life, key);

export async function openSecondTicket(token: string, key: Uint8Array, now: number): Promise<SecondTicket | null> {
  const payload = await open(token, 'second_ticket', key, now);
  return payload && { tenantId: textOf(payload, 'tenant_id'), userId: textOf(payload, 'user_id'), mark: textOf(payload, 'mark') };
}

/** SHA-256, hex: how tokens and client secrets are kept. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
