import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inLanguage } from '#domain/kernel/label.ts';
import { languageOf, ok, UserError } from '#server/kernel/core/answers.ts';
import { clientOf } from './authClient.ts';
import { authenticate, bearerToken, userOfToken } from './authenticate.ts';
import { makeCaptcha } from './captcha.ts';
import { keepClientErrors } from './clientErrors.ts';
import { demoAccounts } from './demoAccounts.ts';
import { logged } from './loginLogging.ts';
import { OAuthError } from './oauthError.ts';
import { passwordGrant } from './passwordGrant.ts';
import { providerGrant } from './providerGrant.ts';
import { registerGrant } from './registerGrant.ts';
import { refreshCookieOf, setRefreshCookie } from './refreshCookie.ts';
import { refreshGrant } from './refreshGrant.ts';
import type { SessionCore } from './sessionCore.ts';
import { revokeSession } from './sessionRows.ts';
import { smsGrant } from './smsGrant.ts';
import { tenantOfHost } from './tenantOfHost.ts';
import type { TokenAnswer } from './tokenAnswer.ts';
import { readTokenRequest, type TokenRequest } from './tokenRequest.ts';
import { openRefreshToken } from './tokens.ts';
import { userOnWire } from './userOnWire.ts';

const base = '/api/blade-auth/oauth';
const open = { config: { openBecause: 'the login page needs it before anybody is signed in, or a sign-in is ended by it' } };
/** What both flavours' token and captcha calls say of themselves. */
export const tokenRoute = { config: { openBecause: 'signing in', cost: 'login' } } as const;
export const captchaRoute = { config: { openBecause: 'signing in asks for it', cost: 'captcha' } } as const;

/** The session's calls (docs/contract.md#sign-in-calls, docs/wire.md#token): those of the contract unwrapped where the contract has them so. */
export function registerOAuthRoutes(app: FastifyInstance, core: SessionCore): void {
  app.get(`${base}/public-key`, open, async () => ok({ publicKey: core.secrets.publicKey, sm2PublicKey: core.secrets.sm2.publicKey }));

  // Both flavours of the family read it: wrapped and unwrapped (docs/wire.md#answers-both-flavours-read). Without captcha key and image are empty.
  app.get(`${base}/captcha`, captchaRoute, async () => {
    const captcha = core.isCaptchaOn ? await makeCaptcha(core.database, core.now()) : { key: '', image: '' };
    return { ...ok({ ...captcha, isOn: core.isCaptchaOn }), ...captcha };
  });

  // The login page asks whose tenant's an address is (docs/wire.md#login-page).
  app.get('/api/blade-system/tenant/info', open, async (request) => ok(await tenantOfHost(core.database.orm, request)));

  app.get(`${base}/demo-accounts`, open, async () => ok(await demoAccounts(core)));

  app.post(`${base}/token`, tokenRoute, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const asked = readTokenRequest(request);
    try {
      return answerToken(request, reply, asked, await grantToken(core, asked));
    } catch (error) {
      if (error instanceof OAuthError && asked.isCookieTransport && error.errorCode === 2010) setRefreshCookie(request, reply, '', 0);
      return answerFailure(request, reply, error);
    }
  });

  app.get(`${base}/user-info`, async (request) => {
    const user = await userOnWire(core, await authenticate(request));
    const { userId, roleId, deptId, account, roleName } = user;
    return { ...ok(user), userId, roleId, deptId, account, roleName };
  });

  app.get(`${base}/logout`, open, async (request, reply) => {
    const account = await endOwnSession(core, request);
    setRefreshCookie(request, reply, '', 0);
    return { ...ok(true), account };
  });

  // Clients of the family send their fault list here by a slip of their own: it must not end the session (docs/wire.md#token).
  for (const path of [`${base}/logout`, `${base}/send-logs`]) {
    app.post(path, { ...open, bodyLimit: 512 * 1024 }, async (request) => {
      await keepClientErrors(core, await signedInUser(core, request), request.body);
      return ok(true);
    });
  }

  app.get(`${base}/clear-cache`, async (request) => {
    const { account } = await authenticate(request);
    core.cache.clear();
    return { ...ok(true), account };
  });
}

const grants: Readonly<Record<string, typeof passwordGrant>> = {
  password: passwordGrant,
  captcha: passwordGrant,
  refresh_token: refreshGrant,
  sms_code: smsGrant,
  social: providerGrant,
  authorization_code: providerGrant,
  register: registerGrant,
};

/** Answers a token call of either flavour. Throws OAuthError. */
export async function grantToken(core: SessionCore, asked: TokenRequest, isPublicFlavour = false): Promise<TokenAnswer> {
  const client = { ...(await clientOf(core.database, asked.authorization)), isPublicFlavour };
  if (asked.grantType === '') throw new OAuthError('invalidRequest');
  const grant = Object.hasOwn(grants, asked.grantType) ? grants[asked.grantType] : undefined;
  if (!grant) throw new OAuthError('unsupportedGrant');
  if (!client.grantTypes.includes(asked.grantType)) throw new OAuthError('clientWithoutGrant');
  if (asked.scope !== '' && asked.scope !== 'all') throw new OAuthError('invalidScope');
  return logged(core, client, asked, () => grant(core, client, asked));
}

/** What a token call answers; sets the cookie where the refresh token goes by it. */
export function answerToken(request: FastifyRequest, reply: FastifyReply, asked: TokenRequest, answer: TokenAnswer): TokenAnswer['body'] {
  if (!asked.isCookieTransport) return answer.body;
  setRefreshCookie(request, reply, answer.refreshToken, answer.refreshSeconds);
  // In the cookie alone: no script of the page ever sees it.
  return { ...answer.body, refresh_token: '' };
}

/** What a refused token call is told, for both flavours. */
export function answerFailure(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  if (error instanceof UserError) {
    const text = inLanguage(error.label, languageOf(request));
    void reply.status(error.status);
    return { error_code: 2000, error_description: text, error: 'invalid_request', code: error.status, success: false, data: {}, msg: text };
  }
  const known = error instanceof OAuthError ? error : new OAuthError(isConnectionFault(error) ? 'unavailable' : 'serverFault');
  if (known !== error) request.log.error({ err: error }, 'token call failed');
  const text = inLanguage(known.description, languageOf(request));
  // Above 500, so that clients take a fault of ours for what it is and keep their session.
  void reply.status(known.errorCode === 5000 || known.errorCode === 5002 ? 503 : 400);
  return { ...known.more, error_code: known.errorCode, error_description: text, error: known.error, code: 400, success: false, data: {}, msg: text };
}

function isConnectionFault(error: unknown): boolean {
  const texts = [error, (error as { cause?: unknown })?.cause].map(String).join(' ');
  return /ECONN|EPIPE|timeout|terminated|Cannot use a pool/i.test(texts);
}

/** The user of a valid token; null for everybody else. */
export async function signedInUser(core: SessionCore, request: FastifyRequest) {
  const token = bearerToken(request);
  return token === null ? null : userOfToken(core, token);
}

/** Ends the sign-in of the token or, when that has expired, of the cookie. Answers whose it was; empty where there was none. */
export async function endOwnSession(core: SessionCore, request: FastifyRequest): Promise<string> {
  const user = await signedInUser(core, request);
  const cookie = refreshCookieOf(request);
  const claims = cookie === null ? null : await openRefreshToken(cookie, core.secrets.tokenKey, core.now());
  for (const id of new Set([user?.sessionId, claims?.sid])) if (id) await revokeSession(core.database.orm, id, 'logout', core.now());
  core.cache.clear();
  return user?.account ?? '';
}
