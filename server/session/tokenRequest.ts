import type { FastifyRequest } from 'fastify';
import { browserKeyOf } from './loginState.ts';
import { refreshCookieOf } from './refreshCookie.ts';

/** A token call as the contract lets clients make it (docs/wire.md#headers, docs/wire.md#token). */
export interface TokenRequest {
  readonly grantType: string;
  readonly scope: string;
  readonly tenantId: string;
  readonly username: string;
  /** Sealed with the public key. */
  readonly password: string;
  /** Plain, or sealed with the public key. */
  readonly phone: string;
  /** Of a phone code: the sending's id and the digits. */
  readonly codeId: string;
  readonly codeValue: string;
  /** Of a login's second step: what its first was answered with, and the code of an authenticator or a recovery code. */
  readonly secondTicket: string;
  readonly secondCode: string;
  /** Of a login at a third party: its name here, what it sent back, and where to. */
  readonly source: string;
  readonly code: string;
  readonly state: string;
  readonly browserKey: string;
  /** Of who asks for an account: their name, what they call themselves, their mail. */
  readonly registering: { readonly name: string; readonly userName: string; readonly email: string };
  readonly refreshToken: string;
  readonly deptIds: string;
  readonly roleIds: string;
  readonly laboratoryId: string;
  readonly captchaKey: string;
  readonly captchaCode: string;
  readonly authorization: string | undefined;
  /** The refresh token stays in an HttpOnly cookie. */
  readonly isCookieTransport: boolean;
  readonly address: string;
  readonly userAgent: string;
  readonly deviceId: string | null;
}

/** docs/contract.md#limits. */
export const defaultTenantId = '000000';

/** What no database keeps is no argument. */
const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== '' && !value.includes('\0');

/** Reads arguments from the query string or the body, whichever of some names is given first; '' where none is. */
export function argumentsOf(request: FastifyRequest): (...names: string[]) => string {
  const sources = [request.query, request.body].filter(
    (source): source is Record<string, unknown> => typeof source === 'object' && source !== null && !Array.isArray(source),
  );
  return (...names) => {
    for (const source of sources)
      for (const name of names) {
        const value = source[name];
        if (isGiven(value)) return value;
      }
    return '';
  };
}

/** Reads a token call: arguments in the query string or in the body, identities in headers first. */
export function readTokenRequest(request: FastifyRequest): TokenRequest {
  const argument = argumentsOf(request);
  const header = (name: string): string => (typeof request.headers[name] === 'string' ? request.headers[name] : '');
  const given = argument('refresh_token', 'refreshToken');
  const kept = given === '' ? refreshCookieOf(request) : null;
  const grantType = argument('grant_type', 'grantType');
  return {
    grantType,
    scope: argument('scope'),
    tenantId: header('tenant-id') || argument('tenant_id', 'tenantId') || defaultTenantId,
    // Who registers sends both: then `username` is what they call themselves.
    username: (grantType === 'register' ? argument('account') : argument('username', 'account')).slice(0, 100),
    password: argument('password'),
    phone: argument('phone').slice(0, 400),
    codeId: argument('id').slice(0, 64),
    codeValue: argument('value').slice(0, 16),
    secondTicket: argument('second_ticket', 'secondTicket').slice(0, 2_000),
    secondCode: argument('second_code', 'secondCode').slice(0, 40),
    source: argument('source').slice(0, 64),
    code: argument('code').slice(0, 2_000),
    state: argument('state').slice(0, 200),
    browserKey: browserKeyOf(request),
    registering: {
      name: argument('name').trim().slice(0, 40),
      userName: argument('username').trim().slice(0, 40),
      email: argument('email').trim().slice(0, 80),
    },
    refreshToken: given || (kept ?? ''),
    deptIds: header('dept-id'),
    roleIds: header('role-id'),
    laboratoryId: header('laboratory-id').slice(0, 20),
    captchaKey: header('captcha-key').slice(0, 64),
    captchaCode: header('captcha-code').slice(0, 16),
    authorization: request.headers.authorization,
    // What came by the cookie goes back by it: no script may ask for the token it cannot read.
    isCookieTransport: header('x-refresh-transport') === 'cookie' || (grantType === 'refresh_token' && kept !== null),
    address: request.ip,
    userAgent: header('user-agent').slice(0, 300),
    deviceId: header('x-device-id').slice(0, 64) || null,
  };
}
